"""A selection as tables: the ledger of its steps, and how numbers were cut."""

import math
from collections.abc import Sequence

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from natpick.cli.page import FirstThatFits, printable, shown
from natpick.encode import Encoding
from natpick.selection import Selection
from natpick.step import Step
from natpick.summary import Summary

NOISE = 1e-12
"""Below this a number is the rounding of floats and is shown as 0."""

NOTHING = "-"

FULL = ("step", "score", "relevance", "redundancy", "complementarity")
NARROW = ("#", "score", "rele-\nvance", "redun-\ndancy", "comple-\nmentarity")


def table() -> Table:
    """Return an empty table of the style of all."""
    return Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))


def number(value: float | None) -> str:
    """Return a number to four decimals, or to one digit where those would all be 0."""
    if value is None:
        return NOTHING
    if abs(value) < NOISE:
        return "0.0000"
    return f"{value:.4f}" if abs(value) >= 5e-5 else f"{value:.0e}"


def ledger(selection: Selection) -> RenderableType:
    """Return the steps as a table, with headers on two lines where there is little room."""
    return FirstThatFits(_ledger(selection.steps, FULL), _ledger(selection.steps, NARROW))


def _ledger(steps: Sequence[Step], headers: Sequence[str]) -> Table:
    place, *terms = headers
    rows = table()
    rows.add_column(place, justify="right", no_wrap=True, style="dim")
    rows.add_column("feature", overflow="fold")
    for term in (*terms, "margin"):
        rows.add_column(term, justify="right", no_wrap=True)
    rows.add_column("runner-up", overflow="fold")
    for n, step in enumerate(steps, 1):
        rows.add_row(
            str(n),
            shown(step.name, "bold"),
            Text(number(step.score), style="bold"),
            number(step.relevance),
            number(step.redundancy),
            number(step.class_redundancy),
            _margin(step),
            _runner_up(step),
        )
    return rows


def _margin(step: Step) -> Text:
    if step.tied:
        return Text(f"tie of {len(step.tied)}", style="yellow")
    return Text(number(step.margin))


def _runner_up(step: Step) -> Text:
    if step.kept:
        return Text("kept as asked", style="yellow")
    return shown(step.runner_up_name or NOTHING, "dim")


def glance(summary: Summary) -> RenderableType:
    """Return the steps of a summary as a table, without the columns that nothing is known of."""
    rows = table()
    lines = summary.table()
    for header in lines[0]:
        is_name = header in ("feature", "type")
        rows.add_column(header, justify="left" if is_name else "right", no_wrap=not is_name)
    for line in lines[1:]:
        rows.add_row(*(shown(cell) for cell in line))
    return rows


def reasons(selection: Selection) -> RenderableType:
    """Return why each feature was picked, a sentence a step."""
    rows = Table.grid(padding=(0, 2, 0, 0))
    rows.add_column(justify="right", no_wrap=True, style="dim")
    rows.add_column(overflow="fold")
    for n, step in enumerate(selection.steps, 1):
        sentence = shown(selection.explain(step.index).sentence)
        sentence.stylize("bold", 0, len(printable(step.name)))
        rows.add_row(str(n), sentence)
    return rows


def cuts(selection: Selection) -> list[RenderableType]:
    """Return where the numbers among the picks were cut; nothing where none was."""
    binned = [e for e in selection.encodings.values() if e.cut_points]
    if not binned:
        return []
    rows = table()
    rows.add_column("feature", overflow="fold")
    rows.add_column("bins", justify="right", no_wrap=True)
    rows.add_column("cut at, each bin with its upper end", overflow="fold")
    for encoding in binned:
        rows.add_row(
            shown(encoding.name, "bold"),
            _bins(encoding),
            ", ".join(_cut_at(encoding)),
        )
    parts: list[RenderableType] = [rows]
    return parts


def _cut_at(encoding: Encoding) -> Sequence[str]:
    plain = encoding.measure == "number" and not encoding.levels
    return points(encoding.cut_points) if plain else encoding.cut_labels


def _bins(encoding: Encoding) -> str:
    return f"{len(encoding.cut_points) + 1}{' + missing' * encoding.missing}"


def points(values: Sequence[float]) -> list[str]:
    """Return cut points to four digits, or as many more as tell them apart and whole ones need."""
    largest = max(abs(value) for value in values)
    whole = math.floor(math.log10(largest)) + 1 if largest else 1
    for digits in range(min(max(4, whole), 15), 17):
        texts = [f"{value:.{digits}g}" for value in values]
        if len(set(texts)) == len(values):
            return texts
    return [repr(value) for value in values]
