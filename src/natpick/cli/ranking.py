"""A comparison as tables: who picked what when, and how far the methods agree."""

from collections.abc import Sequence
from itertools import pairwise

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from natpick.cli.ledger import NOTHING, table
from natpick.cli.page import natural_width, printable, shown
from natpick.comparison import Comparison

GAP = 2
"""Columns between two columns of a table."""

AGREEMENT = "The agreement of two methods: of all features that either picks, the share both pick."

_PICKED_BY = "picked by"

CLOSEST = 3
"""How many methods that agree most with one are named at most."""


class Ranking:
    """The step at which each method picked each feature, a column a method.

    Where the columns don't fit side by side, they go on in further tables below.
    """

    def __init__(self, comparison: Comparison) -> None:
        self._ranking = comparison.ranking()
        self._methods = comparison.methods

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        whole = self._table(self._methods, _PICKED_BY, self._methods)
        if natural_width(console, whole) <= options.max_width:
            yield whole
            return
        narrow = [_broken(method) for method in self._methods]
        names = min(max(map(cell_len, map(printable, self._ranking))), options.max_width // 3)
        room = options.max_width - names - _width(_broken(_PICKED_BY))
        for number, block in enumerate(_blocks([_width(header) for header in narrow], room)):
            if number:
                yield ""
            yield self._table(self._methods[block], _broken(_PICKED_BY), narrow[block], names)

    def _table(
        self, methods: Sequence[str], picked_by: str, headers: Sequence[str], names: int = 0
    ) -> Table:
        rows = table()
        rows.add_column("feature", overflow="fold", width=names or None, style="bold")
        rows.add_column(picked_by, justify="right", no_wrap=True, style="dim")
        for header in headers:
            rows.add_column(header, justify="right", no_wrap=True)
        for name, places in self._ranking.items():
            steps = [_place(places.get(method)) for method in methods]
            rows.add_row(shown(name), str(len(places)), *steps)
        return rows


def _place(step: int | None) -> Text:
    return Text(NOTHING, style="dim") if step is None else Text(str(step))


def _width(header: str) -> int:
    """Return the width of a column with its gap."""
    return GAP + max(map(len, header.split("\n")))


def _blocks(widths: Sequence[int], room: int) -> list[slice]:
    """Return runs of columns that fit into the room: as few as can be, and about as wide."""
    fewest = _filled(widths, room)
    while room > max(widths) and len(narrower := _filled(widths, room - 1)) == len(fewest):
        fewest, room = narrower, room - 1
    return fewest


def _filled(widths: Sequence[int], room: int) -> list[slice]:
    """Return runs of columns, each as long as fits into the room and of at least one."""
    starts, used = [0], 0
    for i, width in enumerate(widths):
        if used and used + width > room:
            starts.append(i)
            used = 0
        used += width
    return [slice(a, b) for a, b in pairwise([*starts, len(widths)])]


def _broken(header: str) -> str:
    return header.replace("-", "-\n").replace(" ", "\n")


def ranking(comparison: Comparison) -> list[RenderableType]:
    """Return at which step each method picked each feature."""
    return [
        Text("The step at which each method picked each feature.", style="dim"),
        Ranking(comparison),
    ]


def agreement(comparison: Comparison) -> list[RenderableType]:
    """Return which methods agree most with each, and its mean agreement with all others."""
    if len(comparison) < 2:
        return []
    rows = table()
    rows.add_column("method", no_wrap=True, style="bold")
    rows.add_column("agrees most with", overflow="fold")
    rows.add_column("agreement", justify="right", no_wrap=True)
    rows.add_column("on average", justify="right", no_wrap=True)
    for method, shares in comparison.agreement().items():
        others = {other: share for other, share in shares.items() if other != method}
        most = max(others.values())
        closest = [other for other, share in others.items() if share == most]
        rows.add_row(
            method, _first(closest), f"{most:.2f}", f"{sum(others.values()) / len(others):.2f}"
        )
    return [Text(AGREEMENT, style="dim"), rows]


def _first(names: Sequence[str]) -> str:
    more = len(names) - CLOSEST
    return ", ".join(names[:CLOSEST]) + (f" and {more} more" if more > 0 else "")
