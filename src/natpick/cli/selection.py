"""The command ``natpick select``."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from natpick.cli.cuts import Given, cut_asked
from natpick.cli.options import complete, data, named, target_of, told, weighted
from natpick.cli.outputs import Outputs
from natpick.cli.progress import Progress
from natpick.cli.search import search
from natpick.criterion import Criterion

if TYPE_CHECKING:
    from rich.console import RenderableType

    from natpick.selection import Selection


@click.command(
    short_help="Pick features from a table.",
    epilog="Example: natpick select patients.csv --target diagnosis -k 5 --report picks.html",
)
@data
@click.option(
    "--method",
    callback=named,
    shell_complete=complete,
    default="jmi",
    show_default=True,
    metavar="NAME",
    help="How features are scored; 'natpick methods' lists the names.",
)
@click.option(
    "--beta",
    type=float,
    metavar="B",
    help="For mifs and mifs-u: the weight of the redundancy. [default: 1]",
)
@click.option(
    "--summary",
    is_flag=True,
    help="Also print what the picks tell together, step by step, and what to doubt.",
)
@search
def select(
    file: Path,
    targets: tuple[str, ...],
    method: Criterion,
    beta: float | None,
    summary: bool,
    n_features: int | Literal["auto"] | None,
    must_keep: tuple[str, ...],
    exclude: tuple[str, ...],
    groups: dict[str, list[str]],
    discard_redundant: bool,
    stop: str | None,
    alpha: float | None,
    random_state: int,
    cut: str | None,
    edges: Given,
    bins: int | None,
    missing: str,
    include: tuple[str, ...],
    target_bins: int | Literal["auto"] | None,
    estimator: str,
    n_neighbors: int | None,
    sample_weight: str | None,
    explain: bool,
    n_jobs: int,
    json_path: Path | None,
    report_path: Path | None,
) -> None:
    """Pick the features of FILE that tell most about its target, one at a time.

    FILE is a CSV or Parquet table, known by its ending. Prints a table of the steps: what was
    picked, at what score, what the score is made of, and what would have been picked next.
    """
    from natpick import facade
    from natpick.request import DEFAULT_N_FEATURES

    row = weighted(method, beta)
    cut_rule = cut_asked(cut, edges, bins)
    outputs = Outputs(json_path, report_path)
    outputs.check(file)
    usual = max(DEFAULT_N_FEATURES, len(must_keep))
    total = n_features if isinstance(n_features, int) else usual
    with Progress(file.name, total) as progress:
        selection = facade.select(
            file,
            target_of(targets),
            method=row,
            n_features=n_features,
            must_keep=must_keep,
            exclude=exclude,
            groups=groups,
            stop=stop,
            alpha=alpha,
            random_state=random_state,
            discard_redundant=discard_redundant,
            cut=cut_rule,
            bins=bins,
            missing=missing,
            include=include,
            target_bins=target_bins,
            estimator=estimator,
            n_neighbors=n_neighbors,
            sample_weight=sample_weight,
            n_jobs=n_jobs,
            explain=explain or summary or None,
            on_step=progress.advance,
        )
    outputs.write(selection)
    if not outputs.owns_stdout:
        from natpick.cli.page import show

        page = selection_page(selection, f"{told(targets)} in {file.name}")
        show(*page, *(summary_page(selection) if summary else ()))


def summary_page(selection: "Selection") -> "list[RenderableType]":
    """Return the summary of a selection as parts of a page."""
    from natpick.cli.ledger import glance
    from natpick.cli.prose import heading, notes

    summary = selection.summary()
    return [
        heading("What the picks tell together, in nats"),
        glance(summary),
        *notes(summary.remarks),
    ]


def selection_page(selection: "Selection", target: str) -> "list[RenderableType]":
    """Return a selection as parts of a page: the ledger, what was done, the cuts, the notes."""
    from rich.text import Text

    from natpick.cli.ledger import cuts, ledger
    from natpick.cli.prose import done, heading, notes

    k, p = len(selection), len(selection.features)
    return [
        heading(f"{k} of {p} features picked by {selection.method} for {target}, in nats"),
        ledger(selection),
        Text(done(selection)),
        *cuts(selection),
        *notes(selection.notes),
    ]
