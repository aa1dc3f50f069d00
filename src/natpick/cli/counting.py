"""Options that say how rows are counted, and information estimated from them."""

import click

from natpick.cli.columns import COLUMNS
from natpick.cli.cuts import CUTS
from natpick.cli.options import Command

ESTIMATORS = ("plug-in", "miller-madow", "shrinkage", "chi-square", "gaussian", "neighbors")
"""The names of natpick.problem.ESTIMATORS, known here without loading what they need."""


def estimator(name: str) -> Command:
    """Return the option of an estimator of information."""
    return click.option(
        name,
        type=click.Choice(ESTIMATORS),
        default="plug-in",
        show_default=True,
        help="How information is estimated. miller-madow, shrinkage and chi-square correct "
        "plug-in's bias, which favours features of many levels; gaussian goes by correlations of "
        "ranks and neighbors by distances: both need numbers throughout, and take a continuous "
        "target too.",
    )


def counting(name: str) -> tuple[Command, ...]:
    """Return the options of cuts, columns, weights and, under a name, the estimator."""
    return (
        *CUTS,
        *COLUMNS,
        estimator(name),
        click.option(
            "--neighbors",
            "--n-neighbors",
            "n_neighbors",
            type=click.IntRange(min=1),
            metavar="N",
            help=f"How many neighbours {name} neighbors looks for. [default: 3]",
        ),
        click.option(
            "--weight",
            "--sample-weight",
            "sample_weight",
            metavar="COL",
            help="A column of numbers, what each row weighs: one of weight 2 counts as two rows, "
            "one of weight 0 not at all. [default: every row counts once]",
        ),
    )
