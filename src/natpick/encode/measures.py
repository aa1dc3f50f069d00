"""Tables as plain numbers, for estimators that measure distances or ranks and do not count."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.encode.classes import CONTINUOUS
from natpick.encode.columns import LevelColumn, Levels, NumberBlock
from natpick.encode.table import listed, open_table
from natpick.encode.target import encode_target, target_columns

Floats = NDArray[np.float64]


def measure(X: Any) -> tuple[Floats, tuple[str, ...]]:
    """Return a table as an array of shape (n, p), missing values as NaN, and its names.

    Booleans are 0 and 1; dates, times and durations are numbers of seconds. Columns of
    strings or categories are an error.
    """
    table = open_table(X)
    columns = np.empty((len(table.names), table.n_rows))
    levels: list[str] = []
    for block in table.blocks():
        if isinstance(block, LevelColumn):
            levels.append(block.name)
        else:
            columns[block.columns] = _floats(block)
    if levels:
        raise TypeError(
            f"These columns are not numbers: {listed(levels)}. This estimator needs numbers "
            "throughout; drop them, or use an estimator that counts, such as 'plug-in'."
        )
    return columns.T, table.names


def measure_target(
    y: Any, *, n_rows: int, name: str = "y", dropped: int = 0
) -> tuple[NDArray[Any], bool]:
    """Return the target of ``n_rows`` rows, and whether it is continuous.

    It is if it is one column of more than 20 distinct numbers, whole or not; otherwise its
    classes are coded 0, 1, ... To have many numbers as classes, turn them into strings.
    """
    columns = target_columns(y, name)
    column, _ = columns[0]
    several = len(columns) > 1
    if several or isinstance(column, Levels) or len(np.unique(column.values)) <= CONTINUOUS:
        return encode_target(y, n_rows=n_rows, name=name, dropped=dropped).codes, False
    values = column.values.astype(np.float64)
    if column.missing is not None:
        values[column.missing] = np.nan
    if len(values) != n_rows:
        raise ValueError(
            f"y has {len(values)} values but X has {n_rows} rows; they must be as many."
        )
    return values, True


def _floats(block: NumberBlock) -> Floats:
    values = block.values.astype(np.float64)
    if block.missing is not None:
        values[block.missing] = np.nan
    return values
