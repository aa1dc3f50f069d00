"""The command ``natpick methods``."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from natpick.cli.options import JSON, complete, named
from natpick.cli.outputs import Outputs, write_json
from natpick.criterion import Bound, Criterion, Drawback

if TYPE_CHECKING:
    from rich.console import RenderableType

FORM = "natpick.methods/1"

SHORTHANDS = (
    "Xi is a candidate, Xs a selected feature, S all of them, C the target; MI is mutual "
    "information, H entropy. In the first step every method scores MI(C,Xi)."
)

MEANING = {
    Bound.LOWER_OF: "it never goes below the lower bound of the target objective OF",
    Bound.LOWER_OF_PRIME: "it never goes below the lower bound of the target objective OF'",
    Bound.UPPER_OF_PRIME: "it never goes above the upper bound of OF'",
    Bound.UPPER_OF: "it never goes above the upper bound of the target objective OF",
}


@click.command(short_help="List the methods, or tell all of one.")
@click.argument("name", callback=named, shell_complete=complete, metavar="[NAME]", required=False)
@JSON
def methods(name: Criterion | None, json_path: Path | None) -> None:
    """List the methods: formula, drawbacks and when to use each.

    With NAME, tell all that is known of one, with its reference and its formula in LaTeX.
    """
    from natpick.criteria import CRITERIA

    outputs = Outputs(json_path)
    outputs.check()
    rows = list(CRITERIA.values()) if name is None else [name]
    if json_path is not None:
        from natpick import document

        text = document.dumps({"form": FORM, "methods": [as_dict(row) for row in rows]})
        write_json(json_path, text)
    if not outputs.owns_stdout:
        from natpick.cli.page import show

        show(*(_list(rows) if name is None else _sheet(name)))


def as_dict(row: Criterion) -> dict[str, Any]:
    """Return what is known of a method as plain values."""
    return {
        "name": row.name,
        "title": row.title,
        "aliases": list(row.aliases),
        "formula": row.formula,
        "latex": row.latex,
        "reference": row.reference,
        "when": row.when,
        "parameters": row.parameters,
        "drawbacks": _drawbacks(row),
        "target": row.target.value,
        "bounds": [bound.value for bound in Bound if bound in row.bounds],
        "bounds_of_one": [bound.value for bound in Bound if bound in row.bounds_of_one],
        "lazy": row.lazy,
        "representative": row.representative,
    }


def _drawbacks(row: Criterion) -> list[str]:
    return [drawback.value for drawback in Drawback if drawback in row.drawbacks]


def _list(rows: list[Criterion]) -> "list[RenderableType]":
    from rich.text import Text

    from natpick.cli.ledger import table

    lines = table()
    lines.add_column("method", no_wrap=True, style="bold")
    lines.add_column("formula, drawbacks, when to use", overflow="fold")
    for row in rows:
        drawbacks = ", ".join(_drawbacks(row)) or "none of the six"
        story = Text.assemble(
            (row.formula, "bold"), "\n", (f"Drawbacks: {drawbacks}.", "dim"), "\n", row.when
        )
        lines.add_row(row.name, story, end_section=True)
    return [lines, Text(SHORTHANDS), Text("'natpick methods NAME' tells all of one.")]


def _sheet(row: Criterion) -> "list[RenderableType]":
    from rich.table import Table
    from rich.text import Text

    sheet = Table.grid(padding=(0, 2))
    sheet.add_column(no_wrap=True, style="dim")
    sheet.add_column(overflow="fold")
    for key, value in _facts(row).items():
        sheet.add_row(key, Text(value))
    return [Text(f"{row.name}: {row.title}", style="bold"), sheet, Text(SHORTHANDS, style="dim")]


def _facts(row: Criterion) -> dict[str, str]:
    kept = [f"{bound.value}: {MEANING[bound]}" for bound in Bound if bound in row.bounds]
    kept += [
        f"{bound.value}, while one feature is selected"
        for bound in Bound
        if bound in row.bounds_of_one - row.bounds
    ]
    source = "as the paper gives them" if row.representative else "by the paper's reasoning"
    return {
        "also called": ", ".join(row.aliases) or "-",
        "formula": row.formula,
        "LaTeX": row.latex,
        "parameters": ", ".join(f"{name} = {value:g}" for name, value in row.parameters.items())
        or "-",
        "drawbacks": f"{', '.join(_drawbacks(row)) or 'none of the six'} ({source})",
        "target": row.target.value,
        "bounds kept": "\n".join(kept) or "none",
        "lazy": f"yes: {row.lazy}" if row.lazy else "no: every candidate is scored at every step",
        "when to use": row.when,
        "reference": row.reference,
    }
