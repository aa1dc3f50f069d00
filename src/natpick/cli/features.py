"""Options that say which features may be picked, and as what."""

import click


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


FEATURES = (
    click.option(
        "--keep",
        "--must-keep",
        "must_keep",
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
        "--groups",
        "groups",
        multiple=True,
        callback=_groups,
        metavar="NAME=COL,COL,...",
        help="Columns to take together as one feature of that name, such as a one-hot set. "
        "Can be given again.",
    ),
    click.option(
        "--discard-redundant",
        is_flag=True,
        help="Drop features that are functions of those picked.",
    ),
)
