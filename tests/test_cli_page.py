import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from rich.console import Console
from rich.text import Text

import natpick
from commands import ROWS, Terminal, in_process, run, write
from natpick.cli.comparison import comparison_page
from natpick.cli.ledger import number, points
from natpick.cli.page import NARROWEST, render
from natpick.cli.selection import selection_page

LONG = "a name so long that no terminal has room for it " * 6
FEATURES = [name for name in ROWS if name != "class"]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return write(tmp_path / "table.csv", ROWS)


@pytest.mark.parametrize("command", ["select", "compare", "stability"])
def test_piped_output_is_plain_and_whole_however_long_the_names(
    tmp_path: Path, command: str
) -> None:
    rows = {f"{LONG}{name}": values for name, values in ROWS.items()}
    path = write(tmp_path / "table.parquet", rows)
    result = in_process(command, path, "--target", f"{LONG}class", COLUMNS="40", FORCE_COLOR="1")
    output = result.stdout.decode()
    assert result.returncode == 0
    for name in FEATURES:
        assert any(f"{LONG}{name}  " in line for line in output.splitlines())
    assert "…" not in output
    assert "\x1b" not in output
    assert not any(line.endswith(" ") for line in output.splitlines())


def test_names_are_printed_as_they_are_but_for_control_characters(tmp_path: Path) -> None:
    rows = {"[red]a[/red] :smile:": ROWS["twin_a"], "b\x1b[2J": ROWS["part"], "c": ROWS["class"]}
    output = run("select", write(tmp_path / "t.parquet", rows), "--target", "c").stdout
    assert "[red]a[/red] :smile:" in output
    assert "b\\x1b[2J" in output


def test_names_that_stdout_cannot_show_are_escaped_and_json_is_utf8(tmp_path: Path) -> None:
    rows = {"größe": ROWS["part"], "class": ROWS["class"]}
    path = write(tmp_path / "t.parquet", rows)
    shown = in_process("select", path, "--target", "class", PYTHONIOENCODING="ascii")
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert b"gr\\xf6\\xdfe" in shown.stdout
    printed = in_process(
        "select", path, "--target", "class", "--json", "-", PYTHONIOENCODING="ascii"
    )
    assert natpick.Selection.from_json(printed.stdout.decode("utf-8")).names == ["größe"]


@pytest.mark.parametrize(
    ("args", "spared"),
    [
        (["--help"], ["sklearn", "pandas", "polars", "pyarrow", "matplotlib", "rich"]),
        (["methods"], ["sklearn", "pandas", "polars", "pyarrow", "matplotlib"]),
        (["select", "{table}", "--target", "class"], ["sklearn", "polars", "matplotlib"]),
        (["stability", "{table}", "--target", "class"], ["polars", "matplotlib"]),
    ],
)
def test_commands_import_only_what_they_need(
    table: Path, args: list[str], spared: list[str]
) -> None:
    code = (
        "import sys; from natpick.cli import main; main(sys.argv[2:], standalone_mode=False); "
        "print([name for name in sys.argv[1].split(',') if name in sys.modules], file=sys.stderr)"
    )
    arguments = [arg.format(table=table) for arg in args]
    result = subprocess.run(
        [sys.executable, "-c", code, ",".join(spared), *arguments], capture_output=True, check=True
    )
    assert result.stderr.decode().strip() == "[]"


def on_terminal(parts: list[object], width: int) -> list[str]:
    """The lines of a page on a terminal of that width, without its colours."""
    console = Console(file=io.StringIO(), width=width, highlight=False, markup=False, emoji=False)
    with console.capture() as captured:
        for part in parts:
            console.print(part)
    return captured.get().splitlines()


def cells(lines: list[str]) -> str:
    return "".join("".join(lines).split())


@pytest.fixture
def wide() -> natpick.Comparison:
    rng = np.random.default_rng(7)
    y = rng.integers(0, 2, 200)
    X = {f"number {j} of the cell": rng.integers(0, 3, 200) + y for j in range(12)}
    return natpick.compare(pa.table(X), y)


@pytest.mark.parametrize("width", [80, 120])
def test_a_ledger_fits_the_terminal_and_nothing_is_cut_off(
    wide: natpick.Comparison, width: int
) -> None:
    selection = wide["jmi"]
    lines = on_terminal(selection_page(selection, "y"), width)
    assert max(map(len, lines)) <= width
    assert not any("…" in line for line in lines)
    shown = cells(lines)
    for step in selection.steps:
        terms = (step.score, step.relevance, step.redundancy, step.class_redundancy)
        assert "".join(f"{term:.4f}" for term in terms) in shown
    assert ("complementarity" in cells(lines[:5])) == (width == 120)


@pytest.mark.parametrize("width", [*range(NARROWEST, 130, 4), 200])
def test_a_ranking_goes_on_below_where_it_does_not_fit(
    wide: natpick.Comparison, width: int
) -> None:
    lines = on_terminal(comparison_page(wide, "y"), width)
    assert max(map(len, lines)) <= width
    assert not any("…" in line for line in lines)
    name = next(iter(wide.ranking()))
    blocks = [line.removeprefix(name).split() for line in lines if line.startswith(f"{name} ")]
    assert (len(blocks) == 1) == (width == 200)
    assert max(map(len, blocks)) - min(map(len, blocks)) <= 2
    places = wide.ranking()[name]
    assert {block[0] for block in blocks} == {str(len(places))}
    steps = [step for block in blocks for step in block[1:]]
    assert steps == [str(places.get(method, "-")) for method in wide]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.46678, "0.4668"),
        (-1.25, "-1.2500"),
        (3e-9, "3e-09"),
        (-3e-16, "0.0000"),
        (None, "-"),
    ],
)
def test_numbers_have_four_decimals_but_for_those_too_small(
    value: float | None, shown: str
) -> None:
    assert number(value) == shown


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ([0.1234567, 11.5], ["0.1235", "11.5"]),
        ([0.0], ["0"]),
        ([2001.5, 2002.5], ["2001.5", "2002.5"]),
        ([1609459200.0, 1612137600.0], ["1609459200", "1612137600"]),
        ([0.1, 0.1 + 1e-12], ["0.1", "0.100000000001"]),
        ([0.1, 0.1 + 2**-56], ["0.1", "0.10000000000000002"]),
    ],
)
def test_cut_points_have_as_few_digits_as_tell_them_apart(
    values: list[float], shown: list[str]
) -> None:
    assert points(values) == shown


@pytest.mark.parametrize(("columns", "width"), [("100", 100), ("20", NARROWEST)])
def test_a_terminal_gets_colours_and_lines_of_its_width(
    monkeypatch: pytest.MonkeyPatch, columns: str, width: int
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(sys, "stdout", Terminal())
    text = render(Text("x" * 3 * width, style="bold"), "next")
    assert text.count("x" * width) == 3
    assert "x" * (width + 1) not in text
    assert "\x1b[1m" in text
    assert text.splitlines()[-2:] == ["", "next"]
