"""The command ``natpick stability``."""

from pathlib import Path
from typing import Literal

import click

import natpick
from natpick.cli.counting import counting
from natpick.cli.cuts import Given, cut_asked
from natpick.cli.options import FIGURE, JSON, all_named, data, options, target_of
from natpick.cli.outputs import Outputs
from natpick.cli.progress import Progress
from natpick.cli.search import HOW_MANY, jobs, seed
from natpick.criterion import Criterion


@click.command(
    short_help="See how far picks from other rows agree.",
    epilog="Example: natpick stability patients.csv --target diagnosis --methods jmi,mrmr -k 5",
)
@data
@click.option(
    "--methods",
    callback=all_named,
    default="jmi",
    show_default=True,
    metavar="NAME,NAME,...",
    help="The methods; 'natpick methods' lists the names.",
)
@click.option(
    "--samples",
    "--n-resamples",
    "n_resamples",
    type=click.IntRange(min=2),
    default=50,
    show_default=True,
    metavar="N",
    help="How many samples of the rows to draw.",
)
@click.option(
    "--sample",
    type=click.Choice(["bootstrap", "half"]),
    default="bootstrap",
    show_default=True,
    help="bootstrap draws as many rows as there are, with replacement; half draws half of them "
    "without. Both keep the shares of the classes.",
)
@options(
    *HOW_MANY,
    *counting("--estimator"),
    seed("The seed of the samples, and of permutations where significance is tested."),
    jobs(1, "Samples at once. The answer is the same. [default: 1]"),
    JSON,
    FIGURE,
)
def stability(
    file: Path,
    targets: tuple[str, ...],
    methods: tuple[Criterion, ...],
    n_resamples: int,
    sample: str,
    n_features: int | Literal["auto"] | None,
    must_keep: tuple[str, ...],
    exclude: tuple[str, ...],
    groups: dict[str, list[str]],
    discard_redundant: bool,
    stop: str | None,
    alpha: float | None,
    cut: str | None,
    edges: Given,
    bins: int | None,
    missing: str,
    include: tuple[str, ...],
    target_bins: int | Literal["auto"] | None,
    estimator: str,
    n_neighbors: int | None,
    sample_weight: str | None,
    random_state: int,
    n_jobs: int,
    json_path: Path | None,
    figure: Path | None,
) -> None:
    """Pick features from many samples of the rows of FILE, and see how far the picks agree.

    FILE is a CSV or Parquet table, known by its ending. Each sample is cut and picked from on its
    own. Prints each method's index of stability, with its confidence interval, and in which share
    of the samples each feature was picked.
    """
    cut_rule = cut_asked(cut, edges, bins)
    outputs = Outputs(json_path, figure=figure)
    outputs.check(file)
    with Progress(file.name, n_resamples, doing="Drawing and picking") as progress:
        found = natpick.stability(
            file,
            target_of(targets),
            methods=methods,
            n_features=n_features,
            n_resamples=n_resamples,
            sample=sample,
            must_keep=must_keep,
            exclude=exclude,
            groups=groups,
            stop=stop,
            alpha=alpha,
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
            random_state=random_state,
            on_sample=progress.advance,
        )
    outputs.write_drawn(found)
    if not outputs.owns_stdout:
        from natpick.cli.page import show_lines

        show_lines(str(found))
