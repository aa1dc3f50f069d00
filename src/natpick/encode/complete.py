"""Missing values as the user wants them: as levels, as an error, or their rows dropped."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.encode.columns import Levels, NumberBlock, Numbers, columns_of
from natpick.encode.reals import refuse_infinities
from natpick.encode.sparse_table import SparseTable
from natpick.encode.table import Table
from natpick.encode.target import rows_of_target, target_columns
from natpick.naming import nearest

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Complete:
    """A table and its target once missing values are heeded.

    Attributes
    ----------
    X, y : those rows that are left.
    kept : marks them among all; None where all are left.
    """

    X: Table | SparseTable
    y: Any
    kept: Mask | None = None

    @property
    def dropped(self) -> int:
        """How many rows are not left."""
        return 0 if self.kept is None else int(np.count_nonzero(~self.kept))

    @property
    def notes(self) -> tuple[str, ...]:
        """How many rows were dropped, if any were."""
        if not self.dropped:
            return ()
        n_rows = self.dropped + self.X.n_rows
        return (f"{self.dropped:,} of {n_rows:,} rows with missing values were dropped.",)


def complete(X: Table | SparseTable, y: Any, missing: str) -> Complete:
    """Return a table and its target with missing values heeded as asked.

    Parameters
    ----------
    X : Table or SparseTable
        The features.
    y : array, series or table
        The target.
    missing : str
        "level" leaves them, to become a level of their column; "error" refuses them; "drop"
        leaves out the rows with a missing value in any feature or in the target.
    """
    if missing not in RULES:
        raise ValueError(
            f"missing={missing!r} is not allowed.{nearest(str(missing), RULES)} Missing values "
            "become a level, an error, or their rows are dropped."
        )
    return RULES[missing](X, y)


def _left(X: Table | SparseTable, y: Any) -> Complete:
    return Complete(X, y)


def _refused(X: Table | SparseTable, y: Any) -> Complete:
    """Refuse the first missing value of the first column that has one."""
    rows = {index: int(gone.argmax()) for index, gone in _gaps(X) if gone.any()}
    if rows:
        first = min(rows)
        others = f", and {len(rows) - 1} other column(s) have some" * (len(rows) > 1)
        raise ValueError(
            f"Column {X.names[first]!r} has a missing value in row {rows[first]}{others}. Fill it "
            "in, or let missing values be a level of their own with missing='level', or drop their "
            "rows with missing='drop'."
        )
    return Complete(X, y)


def _dropped(X: Table | SparseTable, y: Any) -> Complete:
    gone, most, emptiest = np.zeros(X.n_rows, dtype=np.bool_), 0, 0
    for index, gaps in _gaps(X):
        count = int(np.count_nonzero(gaps))
        if count > most:
            most, emptiest = count, index
        gone |= gaps
    for column, _ in target_columns(y, "y"):
        gaps = missing_values(column)
        if len(gaps) != len(gone):  # as the target's own check says best
            return Complete(X, y)
        gone |= gaps
    if gone.all():
        raise ValueError(
            f"missing='drop' leaves no row. Most values are missing in column "
            f"{X.names[emptiest]!r}, {most:,} of {X.n_rows:,}; leave it out, or let missing values "
            "be a level of their own with missing='level'."
        )
    if not gone.any():
        return Complete(X, y)
    return Complete(X.rows(~gone), rows_of_target(y, ~gone), ~gone)


RULES: Mapping[str, Callable[[Table | SparseTable, Any], Complete]] = MappingProxyType(
    {"level": _left, "error": _refused, "drop": _dropped}
)
"""What is done about missing values, by name; the first is the default."""


def missing_values(column: Levels | Numbers) -> Mask:
    """Mark the missing values of a column."""
    if isinstance(column, Levels):
        return np.asarray(column.codes < 0, np.bool_)
    if column.missing is not None:
        return column.missing
    return np.asarray(column.values != column.values, np.bool_)


def _gaps(X: Table | SparseTable) -> Iterator[tuple[int, Mask]]:
    """Yield which values each column lacks, once it is known to hold no infinity."""
    if isinstance(X, SparseTable):
        yield from X.gaps()
        return
    for block in X.blocks():
        if isinstance(block, NumberBlock):
            refuse_infinities(block)
        for index, column in columns_of(block):
            yield index, missing_values(column)
