"""Options that commands share, and names of methods as arguments."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from natpick.cli.columns import COLUMNS, NumberOrAuto
from natpick.cli.cuts import CUTS
from natpick.criterion import Criterion

Command = Callable[..., Any]

ESTIMATORS = ("plug-in", "miller-madow", "shrinkage", "chi-square", "gaussian", "neighbors")
"""The names of natpick.problem.ESTIMATORS, known here without loading what they need."""


def named(_ctx: click.Context, _param: click.Parameter, name: str | None) -> Criterion | None:
    """Return the criterion of a name or alias."""
    return None if name is None else _criterion(name)


def all_named(
    _ctx: click.Context, _param: click.Parameter, names: str | None
) -> tuple[Criterion, ...] | None:
    """Return the criteria of names with commas between them, none twice."""
    if names is None:
        return None
    asked = [name.strip() for name in names.split(",") if name.strip()]
    if not asked:
        raise click.BadParameter("No method is named; give names with commas between them.")
    rows = tuple(_criterion(name) for name in asked)
    for row in rows:
        same = [name for name, other in zip(asked, rows, strict=True) if other.name == row.name]
        if len(same) > 1:
            raise click.BadParameter(f"{', '.join(same)} are one method; name it once.")
    return rows


def complete(_ctx: click.Context, _param: click.Parameter, start: str) -> list[str]:
    """Return the names of methods that begin so, for the shell."""
    from natpick.criteria import CRITERIA

    return [name for name in CRITERIA if name.startswith(start)]


def weighted(row: Criterion, beta: float | None) -> Criterion:
    """Return a criterion with its own weight of the redundancy, if one is given."""
    from natpick.criteria import criterion

    try:
        return criterion(row, beta=beta)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="'--beta'") from error


def _criterion(name: str) -> Criterion:
    from natpick.criteria import criterion

    try:
        return criterion(name)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


def _threads(_ctx: click.Context, _param: click.Parameter, jobs: int) -> int:
    if jobs == 0:
        raise click.BadParameter("0 threads can do nothing; give a number of threads, or -1.")
    return jobs


def _groups(
    _ctx: click.Context, _param: click.Parameter, given: tuple[str, ...]
) -> dict[str, list[str]]:
    """Return the columns of each group."""
    groups: dict[str, list[str]] = {}
    for text in given:
        group, _, listed = text.partition("=")
        columns = [column for column in listed.split(",") if column]
        if not group or not columns:
            raise click.BadParameter(
                f"{text!r} is not a group; give its name and its columns, as in size=width,height."
            )
        if group in groups:
            raise click.BadParameter(f"The group {group!r} is given twice; give it once.")
        groups[group] = columns
    return groups


PATH = click.Path(path_type=Path)

JSON = click.option(
    "--json",
    "json_path",
    type=PATH,
    metavar="FILE",
    help="Write the whole result as JSON; - prints it, and nothing else, to stdout.",
)

REPORT = click.option(
    "--report",
    "report_path",
    type=PATH,
    metavar="FILE.html",
    help="Write a self-contained HTML page.",
)

_SEARCH = (
    click.option(
        "-k",
        "n_features",
        type=NumberOrAuto(1),
        metavar="N|auto",
        help="How many features to pick; auto: as many as tell significantly more than chance. "
        "[default: 10, or all where there are fewer]",
    ),
    click.option(
        "--keep",
        multiple=True,
        metavar="NAME",
        help="A feature to take first, whatever its score; it counts among the N. "
        "Can be given again.",
    ),
    click.option(
        "--exclude",
        multiple=True,
        metavar="NAME",
        help="A feature not to pick, whatever its score. Can be given again.",
    ),
    click.option(
        "--group",
        "groups",
        multiple=True,
        callback=_groups,
        metavar="NAME=COL,COL,...",
        help="Columns to take together as one feature of that name, such as a one-hot set. "
        "Can be given again.",
    ),
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
    click.option(
        "--seed",
        "random_state",
        type=click.IntRange(min=0),
        default=0,
        metavar="N",
        help="The seed of the permutations that test significance where counts are small. "
        "[default: 0]",
    ),
    click.option(
        "--discard-redundant",
        is_flag=True,
        help="Drop features that are functions of those picked.",
    ),
    *CUTS,
    *COLUMNS,
    click.option(
        "--estimator",
        type=click.Choice(ESTIMATORS),
        default="plug-in",
        show_default=True,
        help="How information is estimated. miller-madow, shrinkage and chi-square correct "
        "plug-in's bias, which favours features of many levels; gaussian goes by correlations of "
        "ranks and neighbors by distances: both need numbers throughout, and take a continuous "
        "target too.",
    ),
    click.option(
        "--neighbors",
        "n_neighbors",
        type=click.IntRange(min=1),
        metavar="N",
        help="How many neighbours --estimator neighbors looks for. [default: 3]",
    ),
    click.option(
        "--weight",
        metavar="COL",
        help="A column of numbers, what each row weighs: one of weight 2 counts as two rows, one "
        "of weight 0 not at all. [default: every row counts once]",
    ),
    click.option(
        "--explain",
        is_flag=True,
        help="Keep, in JSON and report, where every feature stood that was not picked, and "
        "what the picks tell together. Small tables have it anyway.",
    ),
    click.option(
        "--jobs",
        type=int,
        default=-1,
        callback=_threads,
        metavar="N",
        help="Threads. The answer is the same. [default: one for each core]",
    ),
    JSON,
    REPORT,
)

_FILE = click.argument("file", type=PATH)

_TARGET = click.option(
    "--target",
    "targets",
    required=True,
    multiple=True,
    metavar="COL",
    help="The column to tell about: the class. Several are joined to one.",
)


_ONE_TARGET = click.option(
    "--target", required=True, metavar="COL", help="The column to tell about: the class."
)


def data(command: Command) -> Command:
    """Give a command the file and its target, of one column or several."""
    return _FILE(_TARGET(command))


def data_of_one_target(command: Command) -> Command:
    """Give a command the file and its target, of one column."""
    return _FILE(_ONE_TARGET(command))


def search(command: Command) -> Command:
    """Give a command what every search takes, and where its result goes."""
    for option in reversed(_SEARCH):
        command = option(command)
    return command


def told(targets: tuple[str, ...]) -> str:
    """Return the columns of the target in quotes."""
    return " and ".join(f"'{target}'" for target in targets)
