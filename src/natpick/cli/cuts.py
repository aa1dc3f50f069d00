"""Options that say how numbers are cut."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from natpick.encode import Cut


def _edges(
    _ctx: click.Context, _param: click.Parameter, given: tuple[str, ...]
) -> dict[str, tuple[float, ...]]:
    """Return the edges of each column that has its own."""
    edges: dict[str, tuple[float, ...]] = {}
    for text in given:
        column, _, listed = text.rpartition("=")
        try:
            points = tuple(float(point) for point in listed.split(","))
        except ValueError:
            column, points = "", ()
        if not column:
            raise click.BadParameter(
                f"{text!r} is not a column and its edges; give them as in age=18,40,65."
            )
        if column in edges:
            raise click.BadParameter(f"Column {column!r} has edges twice; give them once.")
        edges[column] = points
    return edges


def cut_asked(cut: str | None, edges: dict[str, tuple[float, ...]], bins: int | None) -> "Cut":
    """Return the rule or the edges that numbers are to be cut by."""
    from natpick.encode import cutting

    if cut and edges:
        raise click.UsageError("Give --cut, or --edges of some columns, but not both.")
    asked = edges or cut or "frequency"
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
        help="Increasing numbers to cut a column at, each the upper end of its bin. Can be given "
        "again for another column; all others are cut by frequency.",
    ),
    click.option(
        "--bins",
        type=click.IntRange(2, 255),
        metavar="N",
        help="Into how many bins numbers are cut at most. "
        "[default: the cube root of the rows, clipped to 2..10]",
    ),
)
