"""Options of a search: how many features, until when, and on how many threads."""

import click

from natpick.cli.columns import NumberOrAuto
from natpick.cli.counting import counting
from natpick.cli.features import FEATURES
from natpick.cli.options import JSON, REPORT, Command, options


def _threads(_ctx: click.Context, _param: click.Parameter, jobs: int) -> int:
    if jobs == 0:
        raise click.BadParameter("0 threads can do nothing; give a number of threads, or -1.")
    return jobs


def jobs(usual: int, text: str) -> Command:
    """Return the option of jobs: how many there are if none is asked for, and what they are."""
    return click.option(
        "--jobs",
        "--n-jobs",
        "n_jobs",
        type=int,
        default=usual,
        callback=_threads,
        metavar="N",
        help=text,
    )


def seed(text: str) -> Command:
    """Return the option of a seed, with what it is the seed of."""
    return click.option(
        "--seed",
        "--random-state",
        "random_state",
        type=click.IntRange(min=0),
        default=0,
        metavar="N",
        help=f"{text} [default: 0]",
    )


HOW_MANY = (
    click.option(
        "-k",
        "--n-features",
        "n_features",
        type=NumberOrAuto(1),
        metavar="N|auto",
        help="How many features to pick; auto: as many as tell significantly more than chance. "
        "[default: 10, or all where there are fewer]",
    ),
    *FEATURES,
    click.option(
        "--stop",
        type=click.Choice(["explained", "significance"]),
        help="When to stop before N, which is then all of them by default: explained, at the "
        "feature with which those picked tell all about the target; significance, before the "
        "first that adds no more than chance would.",
    ),
    click.option(
        "--alpha",
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        metavar="P",
        help="The level of significance, corrected for the number of candidates. [default: 0.05]",
    ),
)

EXPLAIN = click.option(
    "--explain",
    is_flag=True,
    help="Keep, in JSON and report, where every feature stood that was not picked, and what the "
    "picks tell together. Small tables have it anyway.",
)

search = options(
    *HOW_MANY,
    seed("The seed of the permutations that test significance where counts are small."),
    *counting("--estimator"),
    EXPLAIN,
    jobs(-1, "Threads. The answer is the same. [default: one for each core]"),
    JSON,
    REPORT,
)
"""Give a command what every search takes, and where its result goes."""
