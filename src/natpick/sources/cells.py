"""The joint table of several features, as the cell that each row falls into."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.sources.numbering import numbered

Column = Callable[[int], NDArray[np.unsignedinteger[Any]]]
"""Returns the code of each row of a column, below 2**16."""


class Cells:
    """The cell of the joint table of S that each row falls into, numbered densely."""

    def __init__(self, selected: tuple[int, ...], ids: NDArray[np.uint32]) -> None:
        self.selected = selected
        self.ids = ids

    def __len__(self) -> int:
        return int(self.ids.max()) + 1

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
            n_ids = int(ids.max()) + 1
            if n_ids == len(ids):  # every row is alone already
                break
            codes = column(s)
            n_codes = int(codes.max()) + 1
            keys = ids.astype(np.int64) * n_codes + codes
            ids = numbered(keys, n_ids * n_codes)[1].astype(np.uint32)
        return Cells(selected, ids)
