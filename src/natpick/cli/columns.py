"""Options on the columns of a table: missing values, ids, and a target of numbers."""

from typing import Literal

import click


class NumberOrAuto(click.ParamType[int | Literal["auto"]]):
    """A number from a least one on, or the word auto."""

    name = "number"

    def __init__(self, least: int) -> None:
        self._least = least

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | Literal["auto"]:
        """Return the number, or "auto"."""
        if value == "auto":
            return "auto"
        if not value.isdecimal() or int(value) < self._least:
            least = self._least
            self.fail(
                f"{value!r} is not allowed; give a number from {least} on, or auto.", param, ctx
            )
        return int(value)


COLUMNS = (
    click.option(
        "--missing",
        type=click.Choice(["level", "error", "drop"]),
        default="level",
        show_default=True,
        help="What missing values become: a level of their own, an error, or their rows are "
        "dropped.",
    ),
    click.option(
        "--include",
        multiple=True,
        metavar="NAME",
        help="A column to take in even if nearly all its values are different, as in ids and "
        "free text, which are set aside. Can be given again.",
    ),
    click.option(
        "--target-bins",
        type=NumberOrAuto(2),
        metavar="N|auto",
        help="Into how many classes of equal frequency a target of numbers is cut; auto: the "
        "cube root of the rows, clipped to 2..10.",
    ),
)
