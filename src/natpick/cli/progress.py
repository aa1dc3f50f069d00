"""A bar for runs that take long."""

import sys
from threading import Timer
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

DELAY = 1.0
"""Seconds that a run may take before a bar appears."""


class Progress:
    """A bar on stderr, if that is a terminal and the run takes longer than ``delay`` seconds.

    Parameters
    ----------
    reading, total : what is read before the first step, if anything, and how many steps there are.
    doing : what is done at each step.
    delay : after how many seconds the bar appears.
    """

    def __init__(
        self, reading: str | None, total: int, *, doing: str = "Picking", delay: float = DELAY
    ) -> None:
        self._total = total
        self._doing = doing
        self._delay = delay
        self._first = doing if reading is None else f"Reading {reading}"
        self._bar: Bar | None = None
        self._start: Timer | None = None

    def __enter__(self) -> Self:
        if sys.stderr is not None and sys.stderr.isatty():
            self._bar = _bar()
            self._bar.add_task(self._first, total=None, place="")
            self._start = Timer(self._delay, self._bar.start)
            self._start.daemon = True
            self._start.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is None or self._start is None:
            return
        self._start.cancel()
        self._start.join()
        if self._bar.live.is_started:
            self._bar.stop()

    def advance(self, _step: object) -> None:
        """Count a step."""
        if self._bar is None:
            return
        (task,) = self._bar.tasks
        done = int(task.completed) + 1
        self._bar.update(
            task.id,
            completed=done,
            total=max(self._total, done),
            description=self._doing,
            place=f"{done} of {self._total}",
        )


def _bar() -> "Bar":
    """Return a bar that is not shown yet and leaves nothing behind."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[place]}", markup=False),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
