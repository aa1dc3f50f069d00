"""Options that say how numbers are cut."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from natpick.encode import Cut

Given = dict[str, tuple[float | str, ...]]
"""The edges of each column that has its own."""


def _edges(_ctx: click.Context, _param: click.Parameter, given: tuple[str, ...]) -> Given:
    """Return the edges of each column that has its own."""
    edges: Given = {}
    for text in given:
        column, _, listed = text.rpartition("=")
        if not column:
            raise click.BadParameter(f"{text!r} is not a column and its edges; {_AS_IN}")
        if column in edges:
            raise click.BadParameter(f"Column {column!r} has edges twice; give them once.")
        edges[column] = tuple(_edge(point.strip()) for point in listed.split(","))
        _check(column, edges[column], text)
    return edges


def _edge(text: str) -> float | str:
    """Return a number, or a date, a time or a duration as it is written."""
    try:
        return float(text)
    except ValueError:
        return text


def _check(column: str, points: tuple[float | str, ...], text: str) -> None:
    from natpick.encode import cutting

    try:
        cutting({column: points}, None)
    except TypeError as error:
        raise click.BadParameter(f"{text!r} is not a column and its edges; {_AS_IN}") from error
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


_AS_IN = "give them as in age=18,40,65 or day=2026-01-31,2026-06-30."


def cut_asked(cut: str | None, edges: Given, bins: int | None) -> "Cut":
    """Return the rule and the edges that numbers are to be cut by."""
    from natpick.encode import cutting

    rule = cut or "frequency"
    asked = {**edges, "*": rule} if edges else rule
    try:
        cutting(asked, bins)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    return asked


CUTS = (
    click.option(
        "--cut",
        type=click.Choice(["frequency", "width", "mdlp"]),
        help="How numbers are cut: into bins of equal frequency or of equal width, or by MDLP, "
        "which looks at the target. [default: frequency]",
    ),
    click.option(
        "--edges",
        multiple=True,
        callback=_edges,
        metavar="COL=X,X,...",
        help="Increasing numbers to cut a column at, or dates, times or durations, each the upper "
        "end of its bin. Can be given again for another column; --cut is for all others.",
    ),
    click.option(
        "--bins",
        type=click.IntRange(2, 255),
        metavar="N",
        help="Into how many bins numbers are cut at most. "
        "[default: the cube root of the rows, clipped to 2..10]",
    ),
)
