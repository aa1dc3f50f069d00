"""Columns of codes as lists of rows: only rows whose code is not their column's usual one."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Listed:
    """Columns of small integer codes in memory proportional to the rows listed.

    Attributes
    ----------
    n_rows : how many rows there are.
    starts : where each column's list begins, and after the last where it ends, shape (p + 1,).
    rows : the rows listed, increasing within a column.
    codes : the code of each row listed, never the column's usual one.
    usual : the code of all rows of a column that are not listed, shape (p,).
    n_levels : how many codes each column has, shape (p,).
    """

    n_rows: int
    starts: NDArray[np.int64]
    rows: NDArray[np.uint32]
    codes: NDArray[np.uint16]
    usual: NDArray[np.uint32]
    n_levels: NDArray[np.uint32]

    def list_of(self, j: int) -> slice:
        """Return where a column's list is."""
        return slice(int(self.starts[j]), int(self.starts[j + 1]))

    def column(self, j: int) -> NDArray[np.uint32]:
        """Return the code of every row of a column."""
        codes = np.full(self.n_rows, self.usual[j], dtype=np.uint32)
        codes[self.rows[self.list_of(j)]] = self.codes[self.list_of(j)]
        return codes
