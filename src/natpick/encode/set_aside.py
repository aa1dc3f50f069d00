"""Columns that are set aside: ids and free text, whose values tell rows apart and nothing else."""

from collections.abc import Sequence

import numpy as np

from natpick.encode.columns import LevelColumn, Levels
from natpick.encode.encoding import Coded, Encoding
from natpick.encode.table import listed


class SetAsideWarning(UserWarning):
    """Columns were set aside, for nearly all of their values are different."""


def nearly_all_different(levels: Levels, bins: int) -> bool:
    """Return whether more than half of the values occur once, and there are more than ``bins``.

    By Good and Turing the share of values that occur once estimates how often a new row has a
    value never seen before. Where that is most of the time, MI(C, X) is near H(C) whatever the
    column holds, and says nothing of new rows.

    References
    ----------
    Good (1953), The population frequencies of species and the estimation of population
    parameters, Biometrika 40.
    """
    if len(levels.labels) <= bins:
        return False
    times = np.bincount(levels.codes[levels.codes >= 0])
    return bool(2 * np.count_nonzero(times == 1) > times.sum())


def set_aside(column: LevelColumn) -> Coded:
    """Return a column as a constant, so that it tells nothing and keeps its place."""
    index, nothing = np.array([column.index]), np.zeros((1, len(column.levels.codes)), np.uint8)
    return Coded(index, (Encoding(column.name, "set aside", 1),), nothing, aside=index)


def told_aside(names: Sequence[str]) -> str:
    """Return which columns were set aside, why, and what to do about it."""
    return (
        f"Set aside, as nearly all their values are different, like those of ids or free text: "
        f"{listed(names)}. They would tell all of the target in these rows and nothing in new "
        "ones. To take a column in all the same, name it in include."
    )
