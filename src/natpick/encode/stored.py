"""Sparse matrices as the numbers they store, column by column; all others are zeros."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.encode.reals import EXACT, Mask, Real
from natpick.encode.runs import Places, Runs


@dataclass(frozen=True, slots=True)
class Stored:
    """The numbers of a matrix that are not zero.

    Attributes
    ----------
    n_rows : the number of rows of the matrix.
    starts : where each column's numbers begin, and after the last where they end.
    rows : the row of each number, increasing within a column.
    data : the numbers; NaN is missing.
    """

    n_rows: int
    starts: Places
    rows: NDArray[np.uint32]
    data: NDArray[Any]

    @property
    def n_columns(self) -> int:
        """The number of columns of the matrix."""
        return len(self.starts) - 1

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names."""
        return tuple(f"x{j}" for j in range(self.n_columns))

    @property
    def column(self) -> Places:
        """The column of each number."""
        return np.repeat(np.arange(self.n_columns), np.diff(self.starts))

    @property
    def reals(self) -> Real:
        """The numbers as float32 where they are that or of at most two bytes, else as float64."""
        narrow = self.data.dtype == np.float32 or self.data.dtype.itemsize <= 2
        return self.data.astype(np.float32 if narrow else np.float64, copy=False)

    @property
    def huge(self) -> Mask:
        """Mark the columns with whole numbers that are no doubles."""
        if self.data.dtype.kind not in "iu" or self.data.dtype.itemsize < 8:
            return np.zeros(self.n_columns, dtype=np.bool_)
        far = (self.data > EXACT) | (self.data < -min(EXACT, np.iinfo(self.data.dtype).max))
        return np.asarray(np.bincount(self.column[far], minlength=self.n_columns) > 0, np.bool_)

    def dense(self, columns: Places) -> NDArray[Any]:
        """Return some columns with all their zeros, each a row."""
        values = np.zeros((len(columns), self.n_rows), dtype=self.data.dtype)
        for row, j in zip(values, columns.tolist(), strict=True):
            of_j = slice(self.starts[j], self.starts[j + 1])
            row[self.rows[of_j]] = self.data[of_j]
        return values


@dataclass(frozen=True, slots=True)
class Distinct:
    """The distinct values of a sparse matrix.

    Attributes
    ----------
    runs : the values, a zero among them wherever there is one.
    of_stored : the run of each number stored, -1 where it is missing.
    of_zero : the run of each column's zeros, -1 where it has none.
    """

    runs: Runs
    of_stored: Places
    of_zero: Places

    @classmethod
    def of(cls, table: Stored, weights: Places) -> "Distinct":
        """Return the distinct values of a matrix whose rows have weights."""
        values, column, masses = table.reals, table.column, weights[table.rows]
        present = np.flatnonzero(~np.isnan(values))
        order = present[np.lexsort((values[present], column[present]))]
        in_order, of_column = values[order], column[order]
        differs = (np.diff(in_order) != 0) | (np.diff(of_column) != 0)
        first = np.flatnonzero(np.r_[len(order) > 0, differs][: len(order)])
        without_zeros = np.bincount(column, masses, minlength=table.n_columns).astype(np.int64)
        zeros = np.flatnonzero(without_zeros < weights.sum())
        all_columns = np.r_[of_column[first], zeros]
        all_values = np.r_[in_order[first], np.zeros(len(zeros), dtype=values.dtype)]
        all_masses = np.r_[
            np.add.reduceat(masses[order], first) if len(first) else masses[:0],
            weights.sum() - without_zeros[zeros],
        ]
        sort = np.lexsort((all_values, all_columns))
        place = np.empty_like(sort)
        place[sort] = np.arange(len(sort))
        starts = np.searchsorted(all_columns[sort], np.arange(table.n_columns + 1))
        of_stored = np.full(len(values), -1, dtype=np.int64)
        of_stored[order] = np.repeat(place[: len(first)], np.diff(np.r_[first, len(order)]))
        of_zero = np.full(table.n_columns, -1, dtype=np.int64)
        of_zero[zeros] = place[len(first) :]
        return cls(Runs(starts, all_values[sort], all_masses[sort]), of_stored, of_zero)


def is_sparse(X: Any) -> bool:
    """Return whether X is a sparse matrix or array of SciPy."""
    return hasattr(X, "tocsc") and hasattr(X, "nnz")


def stored(X: Any) -> Stored:
    """Return what a sparse matrix stores: each place once, and no zeros."""
    shape = tuple(X.shape)
    if len(shape) != 2:
        raise ValueError(f"X is a sparse array of shape {shape}; give rows and columns.")
    for count, what in zip(shape, ("sample(s)", "feature(s)"), strict=True):
        if count == 0:
            raise ValueError(
                f"Found array with 0 {what} (shape={shape}) while a minimum of 1 is required."
            )
    if X.dtype.kind == "c":
        raise ValueError("Complex data not supported: X holds complex numbers.")
    if X.dtype.kind not in "biuf":
        raise TypeError(f"X is a sparse matrix of {X.dtype}; give numbers or booleans.")
    matrix = X.tocsc(copy=True)
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    starts, rows = matrix.indptr.astype(np.int64), matrix.indices.astype(np.uint32)
    table = Stored(shape[0], starts, rows, _plain(matrix.data))
    _check_finite(table)
    return table


def _plain(data: NDArray[Any]) -> NDArray[Any]:
    wide = data.dtype.kind == "f" and data.dtype.itemsize > 8
    return data.astype(np.float64) if wide else data


def _check_finite(table: Stored) -> None:
    infinite = np.isinf(table.data)
    if infinite.any():
        first = int(infinite.argmax())
        raise ValueError(
            f"Input X contains infinity: column {f'x{table.column[first]}'!r}, row "
            f"{table.rows[first]}. Numbers must be finite; replace it, by a missing value for "
            "instance."
        )
