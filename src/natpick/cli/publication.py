"""The command ``natpick paper``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from natpick.cli.options import JSON, PATH
from natpick.cli.outputs import Outputs, write_json
from natpick.cli.progress import Progress

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from natpick.theory import Paper


@click.command(short_help="Recompute the tables and figures of the paper.")
@click.option(
    "--out",
    "folder",
    type=PATH,
    metavar="DIR",
    help="Write paper.md, paper.json and the figures as SVG and PNG into this folder.",
)
@JSON
def paper(folder: Path | None, json_path: Path | None) -> None:
    """Recompute the paper on which natpick is built, with its errata.

    Every table and figure, the exact borders of the regions in k', and each erratum with
    evidence: each value beside the printed one, with a mark whether it agrees. DIR is made if
    it is not there; files of the same names are replaced, all of them or none.
    """
    from natpick.theory.publication.paper import check, recomputed
    from natpick.theory.publication.setting import GRID

    outputs = Outputs(json_path)
    if folder is None and json_path is None:
        raise click.UsageError("Say where it goes: --out DIR, --json FILE, or both.")
    if folder is not None and json_path is not None and folder.resolve() == json_path.resolve():
        raise click.UsageError(f"--json {json_path} is also the folder of --out; name another.")
    outputs.check()
    if folder is not None:
        check(folder)
    with Progress(None, len(GRID), doing="Recomputing") as progress:
        found = recomputed(GRID, progress.advance)
    if folder is not None:
        names = found.write(folder)
        click.echo(f"Wrote {len(names)} files to {folder}: {', '.join(names)}", err=True)
    if json_path is not None:
        write_json(json_path, found.to_json())
    if not outputs.owns_stdout:
        from natpick.cli.page import show

        show(*_page(found))


def _page(found: "Paper") -> "list[RenderableType]":
    from rich.text import Text

    from natpick.cli.prose import heading

    computed = sum(erratum.seen == "computed" for erratum in found.errata)
    return [
        heading(f"The paper, recomputed: {found.agreeing} agree, {found.differing} differ"),
        _tables(found),
        heading("Where MIFS, mRMR and maxMIFS change their order, in k'"),
        _borders(found),
        heading("What differs"),
        _differences(found),
        Text(f"{len(found.errata)} errata, {computed} of them computed, are in the files."),
    ]


def _tables(found: "Paper") -> "Table":
    from natpick.cli.ledger import table

    rows = table()
    rows.add_column("table", overflow="fold")
    rows.add_column("in the paper", overflow="fold", style="dim")
    rows.add_column("agree", justify="right")
    rows.add_column("differ", justify="right")
    for one in found.tables.values():
        rows.add_row(one.title, one.place, str(one.agreeing), str(one.differing))
    return rows


def _borders(found: "Paper") -> "Table":
    from natpick.cli.ledger import table

    rows = table()
    rows.add_column("method", no_wrap=True, style="bold")
    rows.add_column("regions", no_wrap=True)
    rows.add_column("k'", justify="right", no_wrap=True)
    rows.add_column("order above", overflow="fold")
    for border in found.thresholds:
        order = ", ".join(border.above)
        rows.add_row(border.method, border.regions, f"{border.k_prime:.12f}", order)
    return rows


def _differences(found: "Paper") -> "Table":
    from natpick.cli.ledger import table
    from natpick.theory.publication.entry import shown

    rows = table()
    rows.add_column("erratum", justify="right", style="dim")
    rows.add_column("quantity", overflow="fold")
    rows.add_column("printed", overflow="fold")
    rows.add_column("recomputed", overflow="fold", style="bold")
    for one in found.tables.values():
        for entry in one.entries:
            if entry.agrees is False:
                value = entry.printed if entry.printed_value is None else entry.printed_value
                number = "" if entry.erratum is None else str(entry.erratum)
                rows.add_row(number, entry.quantity, shown(value or ""), shown(entry.value))
    return rows
