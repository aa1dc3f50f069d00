"""``natpick paper`` as a user runs it, over a few values of k'."""

import json
import os
import sys
from pathlib import Path

import pytest

from commands import run
from natpick.cli.progress import Progress
from natpick.theory.publication.paper import FILES
from papers import SAMPLE, drawn, small


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let k' take a few values, and draw the figures over them only once."""
    monkeypatch.setattr("natpick.theory.publication.setting.GRID", SAMPLE)
    monkeypatch.setattr("natpick.theory.publication.figures.drawn", lambda _figures: drawn())


@pytest.fixture
def never(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail if anything is recomputed."""

    def fail(*_args: object) -> None:
        raise AssertionError("recomputed")

    monkeypatch.setattr("natpick.theory.publication.paper.recomputed", fail)


def test_out_writes_every_file_and_prints_what_agrees(tmp_path: Path) -> None:
    result = run("paper", "--out", tmp_path / "new" / "out")
    assert result.exit_code == 0
    assert sorted(FILES) == sorted(path.name for path in (tmp_path / "new" / "out").iterdir())
    assert result.stderr.startswith("Wrote 8 files to ")
    first, *_ = result.stdout.splitlines()
    assert first == f"The paper, recomputed: {small().agreeing} agree, 18 differ"
    for border in ("0.565848751068", "0.571462312829", "2.115915018541"):
        assert border in result.stdout
    for table in small().tables.values():
        assert table.title in result.stdout
    assert "54 errata, 49 of them computed" in result.stdout


def test_what_differs_is_told_with_its_erratum(tmp_path: Path) -> None:
    result = run("paper", "--out", tmp_path)
    told = result.stdout.split("What differs")[1].splitlines()
    errata = [line.split()[0] for line in told if line.split() and line.split()[0].isdigit()]
    expected = [
        str(entry.erratum)
        for table in small().tables.values()
        for entry in table.entries
        if entry.agrees is False
    ]
    assert errata[:-1] == expected  # the last is the line that counts the errata


def test_json_on_stdout_is_all_that_is_printed(tmp_path: Path) -> None:
    result = run("paper", "--json", "-")
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == json.loads(small().to_json())
    both = run("paper", "--json", "-", "--out", tmp_path / "out")
    assert json.loads(both.stdout)["form"] == "natpick.paper/1"
    assert (tmp_path / "out" / "paper.json").read_text("utf-8") == both.stdout


def test_json_goes_to_a_file(tmp_path: Path) -> None:
    result = run("paper", "--json", tmp_path / "p.json")
    assert result.exit_code == 0
    assert (tmp_path / "p.json").read_text("utf-8") == small().to_json()
    assert "What differs" in result.stdout


def test_files_there_are_replaced_and_others_stay(tmp_path: Path) -> None:
    (tmp_path / "paper.md").write_text("old")
    (tmp_path / "notes").write_text("mine")
    assert run("paper", "--out", tmp_path).exit_code == 0
    assert (tmp_path / "paper.md").read_text("utf-8") == small().to_markdown()
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([*FILES, "notes"])


@pytest.mark.usefixtures("never")
@pytest.mark.parametrize(
    "args", [[], ["--out"], ["--out", "a", "more"], ["--out", "a", "--json", "a"]]
)
def test_wrong_usage_ends_with_2(args: list[str]) -> None:
    result = run("paper", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    if args[2:3] == ["--json"]:
        assert "--json a is also the folder of --out; name another." in result.stderr
    if not args:
        assert "Say where it goes: --out DIR, --json FILE, or both." in result.stderr


@pytest.mark.usefixtures("never")
def test_a_place_that_cannot_be_written_ends_with_1_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "out" / "paper.json").mkdir(parents=True)
    for folder, said in (
        (tmp_path / "file", "is a file, not a folder"),
        (tmp_path / "file" / "below", "is a file, not a folder"),
        (tmp_path / "out", "paper.json is a folder, not a file"),
    ):
        result = run("paper", "--out", folder)
        assert (result.exit_code, result.stdout) == (1, "")
        assert said in result.stderr
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    result = run("paper", "--out", tmp_path / "new")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "may not be written to" in result.stderr
    assert (tmp_path / "file").read_text() == "mine"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "out"]


@pytest.mark.usefixtures("never")
def test_a_missing_matplotlib_ends_with_1_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    result = run("paper", "--out", tmp_path / "out")
    assert (result.exit_code, result.stdout) == (1, "")
    assert 'pip install "natpick[plot]"' in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_json_needs_no_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert run("paper", "--json", "-").exit_code == 0


def test_a_failure_on_the_way_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_self: Path, _content: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fail)
    result = run("paper", "--out", tmp_path / "out")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "No space left on device." in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_bar_counts_every_value_of_k_prime(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    totals: list[int] = []
    steps: list[object] = []

    class Recorder(Progress):
        def __init__(self, reading: str | None, total: int, *, doing: str) -> None:
            super().__init__(reading, total, doing=doing)
            totals.append(total)

        def advance(self, step: object) -> None:
            steps.append(step)

    monkeypatch.setattr("natpick.cli.publication.Progress", Recorder)
    run("paper", "--out", tmp_path)
    assert totals == [len(SAMPLE)]
    assert steps == list(SAMPLE)
