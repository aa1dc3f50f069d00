import os
import subprocess
import sys
from pathlib import Path

import pytest

from commands import ROWS, run, write


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return write(tmp_path / "table.csv", ROWS)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["selct"], "selct"),
        (["select", "{table}"], "--target"),
        (["select", "{table}", "--target", "class", "--metod", "jmi"], "--method"),
        (["select", "{table}", "--target", "class", "--method", "jmmi"], "Did you mean 'jmi'?"),
        (["select", "{table}", "--target", "class", "-k", "0"], "give a number from 1 on"),
        (["select", "{table}", "--target", "class", "-k", "few"], "few"),
        (["select", "{table}", "--target", "class", "--bins", "1"], "2<=x<=255"),
        (["select", "{table}", "--target", "class", "--cut", "widht"], "widht"),
        (["select", "{table}", "--target", "class", "--edges", "size"], "as in age=18,40,65"),
        (["select", "{table}", "--target", "class", "--edges", "size=a"], "as in age=18,40,65"),
        (["select", "{table}", "--target", "class", "--edges", "size=2,1"], "not increasing"),
        (["select", "{table}", "--target", "class", "--cut", "mdlp", "--bins", "5"], "Leave bins"),
        (
            ["select", "{table}", "--target", "class", "--edges", "a=1", "--edges", "a=2"],
            "Column 'a' has edges twice",
        ),
        (
            [
                *[
                    "select",
                    "{table}",
                    "--target",
                    "class",
                    "--edges",
                    "a=1",
                    "--cut",
                    "mdlp",
                    "--bins",
                    "4",
                ]
            ],
            "Leave bins",
        ),
        (["select", "{table}", "--target", "class", "--jobs", "0"], "number of threads"),
        (["select", "{table}", "--target", "class", "--beta", "1"], "only mifs, mifs-u take it"),
        (["select", "{table}", "--target", "class", "--json", "{table}"], "the table that is read"),
        (
            ["select", "{table}", "--target", "class", "--json", "a", "--report", "a"],
            "also the file of --json",
        ),
        (["compare", "{table}", "--target", "class", "--methods", "jmi,jmmi"], "Did you mean"),
        (["compare", "{table}", "--target", "class", "--methods", "jmi,igfs"], "jmi, igfs are one"),
        (["compare", "{table}", "--target", "class", "--methods", ","], "No method is named"),
        (["methods", "jmmi"], "Did you mean 'jmi'?"),
    ],
)
def test_wrong_usage_ends_with_2(table: Path, args: list[str], said: str) -> None:
    before = table.read_bytes()
    result = run(*(arg.format(table=table) for arg in args))
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert result.stdout == ""
    assert table.read_bytes() == before


def fill(folder: Path) -> None:
    """Write a good table and some that are not."""
    write(folder / "table.csv", ROWS)
    write(folder / "one.csv", {"a": [1, 2], "class": ["x", "x"]})
    write(folder / "constant.csv", {"a": [1, 1], "class": ["x", "y"]})
    write(folder / "real.parquet", ROWS)
    (folder / "parquet.csv").write_bytes((folder / "real.parquet").read_bytes())
    (folder / "text.parquet").write_text("a,class\n1,x\n")
    (folder / "empty.csv").write_text("")
    (folder / "ragged.csv").write_text("a,class\n1,x\n1,y,3\n")
    (folder / "twice.csv").write_text("a,a,class\n1,1,x\n1,2,y\n")
    (folder / "folder.csv").mkdir()


@pytest.mark.parametrize("command", ["select", "compare", "path", "stability"])
@pytest.mark.parametrize(
    ("file", "options", "said"),
    [
        ("table.csv", ["--target", "clas"], "Did you mean 'class'?"),
        ("table.csv", ["--target", "class", "--keep", "sise"], "Did you mean 'size'?"),
        ("table.csv", ["--target", "class", "-k", "5"], "use at most 4"),
        ("no.csv", ["--target", "class"], "no.csv: No such file or directory."),
        ("folder.csv", ["--target", "class"], "folder.csv"),
        ("table", ["--target", "class"], ".csv"),
        ("text.parquet", ["--target", "class"], "text.parquet"),
        ("parquet.csv", ["--target", "class"], "parquet.csv"),
        ("empty.csv", ["--target", "class"], "empty"),
        ("ragged.csv", ["--target", "class"], "ragged.csv"),
        ("twice.csv", ["--target", "class"], "more than once: 'a'"),
        ("one.csv", ["--target", "class"], "one class only"),
        ("constant.csv", ["--target", "class"], "constant"),
    ],
)
def test_a_fault_of_the_input_ends_with_1_and_writes_nothing(
    tmp_path: Path, command: str, file: str, options: list[str], said: str
) -> None:
    fill(tmp_path)
    (tmp_path / "out.json").write_text("as it was")
    before = sorted(tmp_path.iterdir())
    drawn = "--figure" if command in {"path", "stability"} else "--report"
    outputs = ["--json", tmp_path / "out.json", drawn, tmp_path / "out.html"]
    result = run(command, tmp_path / file, *options, *outputs)
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: ")
    assert said in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "out.json").read_text() == "as it was"


@pytest.mark.parametrize("option", ["--json", "--report"])
@pytest.mark.parametrize("where", ["no/such/folder/out", "."])
def test_where_nothing_can_be_written_no_work_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str, where: str
) -> None:
    begun: list[object] = []
    monkeypatch.setattr("natpick.facade.select", lambda *args, **_: begun.append(args))
    table = write(tmp_path / "table.csv", ROWS)
    result = run("select", table, "--target", "class", option, tmp_path / where)
    assert result.exit_code == 1
    assert f"Error: {option} {tmp_path / where}: " in result.stderr
    assert not begun


@pytest.mark.parametrize("command", ["select", "compare", "path", "stability"])
def test_interruption_ends_with_130_and_one_line(
    table: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("natpick.request.forward", interrupted)
    result = run(command, table, "--target", "class")
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "Interrupted.\n")


@pytest.mark.parametrize("args", [["methods"], ["methods", "--json", "-"]])
def test_a_reader_that_is_gone_is_no_error(args: list[str]) -> None:
    read, write_end = os.pipe()
    os.close(read)
    code = "from natpick.cli import main; main()"
    result = subprocess.run(
        [sys.executable, "-c", code, *args], stdout=write_end, stderr=subprocess.PIPE, check=False
    )
    os.close(write_end)
    assert (result.returncode, result.stderr) == (0, b"")
