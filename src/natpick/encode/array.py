"""Numpy arrays as tables and as columns."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.encode.cells import cell_column
from natpick.encode.columns import BLOCK_CELLS, Block, Column, NumberBlock, Numbers, blocks
from natpick.encode.moments import Measure, seconds

CACHE_LINE = 64
"""Bytes that are read at once: a block holds the columns that share them in a row."""


@dataclass(frozen=True, slots=True)
class ArrayTable:
    """A table that is a two-dimensional array."""

    names: tuple[str, ...]
    values: NDArray[Any]

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return len(self.values)

    def rows(self, which: NDArray[np.bool_]) -> "ArrayTable":
        """Return some of the rows."""
        return ArrayTable(self.names, self.values[which])

    def column(self, j: int) -> Column:
        """Return one of the columns."""
        return array_column(self.values[:, j], self.names[j])

    def blocks(self) -> Iterator[Block]:
        """Yield the columns, numbers in blocks."""
        if self.values.dtype.kind not in "biuf":
            columns = map(self.column, range(len(self.names)))
            yield from blocks(enumerate(columns), self.names)
            return
        n_together = CACHE_LINE // max(self.values.dtype.itemsize, 4)
        width = max(n_together, BLOCK_CELLS // self.n_rows)
        for start in range(0, len(self.names), width):
            stop = min(start + width, len(self.names))
            values = plain_numbers(self.values[:, start:stop])
            yield NumberBlock(np.arange(start, stop), self.names[start:stop], values.T)


def array_column(values: NDArray[Any], name: str) -> Column:
    """Return a one-dimensional array as a column of levels or numbers."""
    if values.dtype.kind in "biuf":
        return Numbers(np.ascontiguousarray(plain_numbers(values)))
    if values.dtype.kind in "mM":
        measure = Measure.DATE if values.dtype.kind == "M" else Measure.DURATION
        return Numbers(seconds(values), measure=measure)
    return cell_column(values.tolist(), name)


def plain_numbers(values: NDArray[Any]) -> NDArray[Any]:
    """Return numbers in the machine's byte order, floats as float32 or float64."""
    if values.dtype.kind == "f" and values.dtype.itemsize not in (4, 8):
        return values.astype(np.float32 if values.dtype.itemsize == 2 else np.float64)
    return values.astype(values.dtype.newbyteorder("="), copy=False)


def as_array(data: Any, name: str) -> NDArray[Any]:
    """Return nested sequences or anything array-like as an array that holds what they held.

    Numpy turns numbers among strings into strings, and None into "None"; these stay objects.
    """
    if hasattr(data, "to_pylist"):  # an Arrow array
        data = data.to_pylist()
    try:
        array = np.asarray(data)
    except ValueError as error:
        raise ValueError(f"{name} has rows of different lengths ({error}).") from error
    if isinstance(data, np.ma.MaskedArray) and np.ma.is_masked(data):
        array = np.array(data, dtype=object)
        array[np.ma.getmaskarray(data)] = None
    if array.dtype.kind in "US" and not isinstance(data, np.ndarray):
        array = np.asarray(data, dtype=object)
    if array.dtype.kind == "c":
        raise ValueError(f"Complex data not supported: {name} holds complex numbers.")
    if array.dtype.kind == "V":
        raise TypeError(f"{name} is a structured array; pass a table, or an array of one type.")
    return array
