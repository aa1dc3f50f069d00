"""The command ``natpick path``."""

from pathlib import Path

import click

import natpick
from natpick.cli.options import JSON, all_named, data_of_one_target
from natpick.cli.outputs import Outputs, write_json
from natpick.criterion import Criterion

NAMES = ("tree", "logistic", "knn", "bayes")
"""The names of natpick.cli.models.MODELS, known here without loading what they need."""


@click.command(
    short_help="Score a classifier with the first 1, 2, ... picks.",
    epilog="Example: natpick path patients.csv --target diagnosis --estimator logistic -k 20",
)
@data_of_one_target
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
    help="The classifier. It is given numbers as standard scores, missing ones at the median, "
    "and a column of 0 and 1 for each level of the others.",
)
@click.option(
    "--folds",
    type=click.IntRange(min=2),
    default=5,
    show_default=True,
    metavar="N",
    help="Into how many parts the rows are divided; each is held out once.",
)
@click.option(
    "--scoring",
    metavar="NAME",
    help="What is scored, by scikit-learn's name of it. [default: accuracy]",
)
@click.option(
    "--bins",
    type=click.IntRange(2, 255),
    metavar="N",
    help="Into how many bins numbers are cut at most, for counting only.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="The seed of the folds. [default: 0]",
)
@JSON
def path(
    file: Path,
    target: str,
    methods: tuple[Criterion, ...],
    n_features: int | None,
    estimator: str,
    folds: int,
    scoring: str | None,
    bins: int | None,
    seed: int,
    json_path: Path | None,
) -> None:
    """Score a classifier with the first 1, 2, ... features picked from FILE, on held-out rows.

    FILE is a CSV or Parquet table, known by its ending. In each fold numbers are cut and features
    picked by the other rows alone. Prints a table of mean scores, the best number of features, and
    the fewest within one standard error of it.
    """
    from natpick.cli.models import model

    outputs = Outputs(json_path)
    outputs.check(file)
    found = natpick.path(
        model(estimator, seed),
        file,
        target,
        methods=methods,
        n_features=n_features,
        cv=folds,
        scoring=scoring,
        bins=bins,
        random_state=seed,
    )
    _tell(found, outputs)


def _tell(found: "natpick.Path", outputs: Outputs) -> None:
    if outputs.json is not None:
        write_json(outputs.json, found.to_json())
    if not outputs.owns_stdout:
        from rich.text import Text

        from natpick.cli.page import printable, show

        show(Text("\n".join(map(printable, str(found).splitlines()))))
