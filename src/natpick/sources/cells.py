"""The joint table of several features, as the cell that each row falls into."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Column = Callable[[int], NDArray[np.unsignedinteger[Any]]]
"""Returns the code of each row of a column, below 2**16."""


class Cells:
    """The cell of the joint table of S that each row falls into, numbered densely."""

    def __init__(self, selected: tuple[int, ...], ids: NDArray[np.uint32]) -> None:
        self.selected = selected
        self.ids = ids

    @classmethod
    def of_none(cls, n_rows: int) -> "Cells":
        """Return the one cell there is of no feature."""
        return cls((), np.zeros(n_rows, dtype=np.uint32))

    def of(self, selected: tuple[int, ...], column: Column) -> "Cells":
        """Return the cells of ``selected``, from these where they are a prefix of it."""
        known = len(self.selected)
        if selected[:known] != self.selected:
            return Cells((), np.zeros_like(self.ids)).of(selected, column)
        ids = self.ids
        for s in selected[known:]:
            joint = ids.astype(np.uint64) << np.uint64(16) | column(s)
            ids = np.unique(joint, return_inverse=True)[1].astype(np.uint32)
        return Cells(selected, ids)
