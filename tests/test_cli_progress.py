import io
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import natpick
from commands import ROWS, Terminal, run, write
from natpick.cli.progress import Progress

STEP = natpick.Step(index=0, name="x", score=0, relevance=0, redundancy=0, class_redundancy=0)


def bar_of(stderr: io.StringIO, monkeypatch: pytest.MonkeyPatch, *, delay: float) -> Progress:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys, "stderr", stderr)
    return Progress("table.csv", 2, delay=delay)


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)


def test_a_slow_run_shows_its_steps_on_a_terminal_and_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stderr = Terminal()
    with bar_of(stderr, monkeypatch, delay=0) as progress:
        wait_until(lambda: "Reading table.csv" in stderr.getvalue())
        assert "Reading table.csv" in stderr.getvalue()
        progress.advance(STEP)
        wait_until(lambda: "1 of 2" in stderr.getvalue())
        assert "1 of 2" in stderr.getvalue()
    assert stderr.getvalue().endswith("\x1b[2K")


def test_a_quick_run_shows_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = Terminal()
    with bar_of(stderr, monkeypatch, delay=3600) as progress:
        progress.advance(STEP)
    assert stderr.getvalue() == ""


def test_what_is_not_a_terminal_gets_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = io.StringIO()
    with bar_of(stderr, monkeypatch, delay=0) as progress:
        progress.advance(STEP)
    assert stderr.getvalue() == ""


def test_an_error_takes_the_bar_away(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = Terminal()

    def fail() -> None:
        with bar_of(stderr, monkeypatch, delay=0):
            wait_until(lambda: "Reading" in stderr.getvalue())
            raise ValueError("bad")

    with pytest.raises(ValueError, match="bad"):
        fail()
    assert stderr.getvalue().endswith("\x1b[2K")


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["select", "-k", "2"], 2),
        (["compare", "-k", "2", "--methods", "mim,jmi,cmim"], 6),
        (["compare", "-k", "1"], len(natpick.CRITERIA)),
        (["path", "--folds", "3"], 3),
        (["stability", "--samples", "4"], 4),
    ],
)
def test_a_bar_counts_a_step_for_each_pick_fold_or_sample(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], expected: int
) -> None:
    totals: list[int] = []
    steps: list[object] = []

    class Recorder(Progress):
        def __init__(self, reading: str, total: int, *, doing: str = "Picking") -> None:
            super().__init__(reading, total, doing=doing)
            totals.append(total)

        def advance(self, step: object) -> None:
            steps.append(step)

    command, *options = args
    noun = {"select": "selection", "compare": "comparison"}.get(command, command)
    monkeypatch.setattr(sys.modules[f"natpick.cli.{noun}"], "Progress", Recorder)
    run(command, write(tmp_path / "table.csv", ROWS), "--target", "class", *options)
    assert totals == [expected]
    assert len(steps) == expected


def test_a_run_that_reads_nothing_says_from_the_start_what_it_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stderr = Terminal()
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys, "stderr", stderr)
    with Progress(None, 2, doing="Recomputing", delay=0) as progress:
        wait_until(lambda: "Recomputing" in stderr.getvalue())
        progress.advance(0.01)
        wait_until(lambda: "1 of 2" in stderr.getvalue())
    assert "Reading" not in stderr.getvalue()
    assert "1 of 2" in stderr.getvalue()
