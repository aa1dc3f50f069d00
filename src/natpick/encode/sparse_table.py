"""A sparse matrix as a table of which missing values are known."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.encode.columns import Numbers
from natpick.encode.reals import INFINITY


@dataclass(frozen=True, slots=True)
class SparseTable:
    """A sparse matrix of SciPy whose columns are x0, x1, ..."""

    matrix: Any

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names."""
        return tuple(f"x{j}" for j in range(self.matrix.shape[1]))

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return int(self.matrix.shape[0])

    def rows(self, which: NDArray[np.bool_]) -> "SparseTable":
        """Return some of the rows."""
        return SparseTable(self.matrix.tocsr()[np.flatnonzero(which)])

    def column(self, j: int) -> Numbers:
        """Return one of the columns, its zeros written out."""
        return Numbers(self.matrix.tocsc()[:, [j]].toarray().ravel())

    def gaps(self) -> Iterator[tuple[int, NDArray[np.bool_]]]:
        """Yield the columns that lack values, and which; infinities are an error."""
        held = self.matrix.tocoo()
        if held.data.dtype.kind != "f":
            return
        infinite = np.isinf(held.data)
        if infinite.any():
            first = int(infinite.argmax())
            raise ValueError(INFINITY.format(f"x{held.col[first]}", held.row[first]))
        missing = np.isnan(held.data)
        for j in np.unique(held.col[missing]).tolist():
            gone = np.zeros(self.n_rows, dtype=np.bool_)
            gone[held.row[missing & (held.col == j)]] = True
            yield int(j), gone
