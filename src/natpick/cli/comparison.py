"""The command ``natpick compare``."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from natpick.cli.cuts import Given, cut_asked
from natpick.cli.options import all_named, data, target_of, told
from natpick.cli.outputs import Outputs
from natpick.cli.progress import Progress
from natpick.cli.search import search
from natpick.criterion import Criterion

if TYPE_CHECKING:
    from rich.console import RenderableType

    from natpick.comparison import Comparison


@click.command(
    short_help="Compare what several methods pick.",
    epilog="Example: natpick compare patients.csv --target diagnosis --methods jmi,cmim,mrmr",
)
@data
@click.option(
    "--methods",
    callback=all_named,
    metavar="NAME,NAME,...",
    help="The methods; 'natpick methods' lists the names. [default: all]",
)
@search
def compare(
    file: Path,
    targets: tuple[str, ...],
    methods: tuple[Criterion, ...] | None,
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
    """Compare what several methods pick from FILE, all from the same counts.

    FILE is a CSV or Parquet table, known by its ending. Prints a table of the features, with
    the step at which each method picked each, and how far the methods agree.
    """
    from natpick import facade
    from natpick.criteria import CRITERIA
    from natpick.request import DEFAULT_N_FEATURES

    cut_rule = cut_asked(cut, edges, bins)
    outputs = Outputs(json_path, report_path)
    outputs.check(file)
    usual = max(DEFAULT_N_FEATURES, len(must_keep))
    each = n_features if isinstance(n_features, int) else usual
    with Progress(file.name, each * len(methods or CRITERIA)) as progress:
        comparison = facade.compare(
            file,
            target_of(targets),
            methods=methods,
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
            explain=explain or None,
            on_step=progress.advance,
        )
    outputs.write(comparison)
    if not outputs.owns_stdout:
        from natpick.cli.page import show

        show(*comparison_page(comparison, f"{told(targets)} in {file.name}"))


def comparison_page(comparison: "Comparison", target: str) -> "list[RenderableType]":
    """Return a comparison as parts of a page: the ranking, the agreement, what to read from it."""
    from rich.text import Text

    from natpick.cli.prose import comparison_notes, heading, in_common, notes, rule
    from natpick.cli.ranking import agreement, ranking
    from natpick.report.prose import count

    some = next(iter(comparison.selections.values()))
    entropy = f"The target's entropy is {some.target_entropy:.4f} nats."
    return [
        heading(
            f"{len(some)} of {len(some.features)} features picked by each of "
            f"{count(len(comparison), 'method')} for {target}"
        ),
        *ranking(comparison),
        *agreement(comparison),
        Text(in_common(comparison)),
        Text(f"{entropy}{rule(some)}"),
        *notes(comparison_notes(comparison)),
    ]
