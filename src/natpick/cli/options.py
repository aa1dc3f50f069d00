"""What every command on a table takes, and names of methods as arguments."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from natpick.criterion import Criterion

Command = Callable[..., Any]


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

FIGURE = click.option(
    "--figure", type=PATH, metavar="FILE.svg", help="Draw the result; needs 'natpick[plot]'."
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


def data(command: Command) -> Command:
    """Give a command the file and its target, of one column or several."""
    return _FILE(_TARGET(command))


def options(*each: Command) -> Command:
    """Return what gives a command options, in this order."""

    def given(command: Command) -> Command:
        for option in reversed(each):
            command = option(command)
        return command

    return given


def target_of(targets: tuple[str, ...]) -> str | tuple[str, ...]:
    """Return the column of the target, or the columns."""
    return targets[0] if len(targets) == 1 else targets


def told(targets: tuple[str, ...]) -> str:
    """Return the columns of the target in quotes."""
    return " and ".join(f"'{target}'" for target in targets)
