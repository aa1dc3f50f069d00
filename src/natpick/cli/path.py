"""The command ``natpick path``."""

from pathlib import Path
from typing import Literal

import click

import natpick
from natpick.cli.counting import counting
from natpick.cli.cuts import Given, cut_asked
from natpick.cli.features import FEATURES
from natpick.cli.options import FIGURE, JSON, all_named, data, options, target_of
from natpick.cli.outputs import Outputs
from natpick.cli.progress import Progress
from natpick.cli.search import EXPLAIN, jobs, seed
from natpick.criterion import Criterion

NAMES = ("tree", "logistic", "knn", "bayes", "regression-tree", "linear", "knn-regression")
"""The names of natpick.cli.models.MODELS, known here without loading what they need."""


@click.command(
    short_help="Score a model with the first 1, 2, ... picks.",
    epilog="Example: natpick path patients.csv --target diagnosis --estimator logistic -k 20",
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
    "-k",
    "--n-features",
    "n_features",
    type=click.IntRange(min=1),
    metavar="N",
    help="The longest prefix. [default: 10, or all where there are fewer]",
)
@click.option(
    "--estimator",
    type=click.Choice(NAMES),
    default="tree",
    show_default=True,
    help="The model: a classifier, or, for a target of numbers, one of the last three. It is "
    "given numbers as standard scores, missing ones at the median, and a column of 0 and 1 for "
    "each level of the others.",
)
@click.option(
    "--folds",
    "--cv",
    "cv",
    type=click.IntRange(min=2),
    default=5,
    show_default=True,
    metavar="N",
    help="Into how many parts the rows are divided; each is held out once.",
)
@click.option(
    "--scoring",
    metavar="NAME",
    help="What is scored, by scikit-learn's name of it. [default: accuracy, or R² of numbers]",
)
@options(
    *FEATURES,
    *counting("--information"),
    EXPLAIN,
    seed("The seed of the folds."),
    jobs(1, "Folds at once. The answer is the same. [default: 1]"),
    JSON,
    FIGURE,
)
def path(
    file: Path,
    targets: tuple[str, ...],
    methods: tuple[Criterion, ...],
    n_features: int | None,
    estimator: str,
    cv: int,
    scoring: str | None,
    must_keep: tuple[str, ...],
    exclude: tuple[str, ...],
    groups: dict[str, list[str]],
    discard_redundant: bool,
    cut: str | None,
    edges: Given,
    bins: int | None,
    missing: str,
    include: tuple[str, ...],
    target_bins: int | Literal["auto"] | None,
    information: str,
    n_neighbors: int | None,
    sample_weight: str | None,
    explain: bool,
    random_state: int,
    n_jobs: int,
    json_path: Path | None,
    figure: Path | None,
) -> None:
    """Score a model with the first 1, 2, ... features picked from FILE, on held-out rows.

    FILE is a CSV or Parquet table, known by its ending. In each fold numbers are cut and features
    picked by the other rows alone. Prints a table of mean scores, the best number of features, and
    the fewest within one standard error of it.
    """
    from natpick.cli.models import model

    cut_rule = cut_asked(cut, edges, bins)
    outputs = Outputs(json_path, figure=figure)
    outputs.check(file)
    with Progress(file.name, cv, doing="Scoring") as progress:
        found = natpick.path(
            model(estimator, random_state, len(targets)),
            file,
            target_of(targets),
            methods=methods,
            n_features=n_features,
            cv=cv,
            scoring=scoring,
            must_keep=must_keep,
            exclude=exclude,
            groups=groups,
            discard_redundant=discard_redundant,
            cut=cut_rule,
            bins=bins,
            missing=missing,
            include=include,
            target_bins=target_bins,
            information=information,
            n_neighbors=n_neighbors,
            sample_weight=sample_weight,
            explain=explain or None,
            n_jobs=n_jobs,
            random_state=random_state,
            on_fold=progress.advance,
        )
    outputs.write_drawn(found)
    if not outputs.owns_stdout:
        from natpick.cli.page import show_lines

        show_lines(str(found))
