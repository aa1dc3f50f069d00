"""Columns of numbers as the C++ core takes them: float32 or float64, NaN where missing."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick._core import gathered, summary
from natpick.encode.columns import LevelColumn, Levels, NumberBlock
from natpick.encode.moments import Measure

Mask = NDArray[np.bool_]
Real = NDArray[Any]

WHOLE_LEVELS = 20
"""Whole numbers with at most this many distinct values are levels, whatever the bins."""

EXACT = 2**53
"""Whole numbers up to here are doubles without rounding."""


@dataclass(frozen=True, slots=True)
class Reals:
    """Columns of numbers, each a row of ``values``, and what is known of each.

    Attributes
    ----------
    columns, names : the columns' places in the table and their names.
    values : float32 or float64 in C order; NaN is missing.
    measure : what the numbers measure.
    whole : whether the numbers are of a type for whole numbers.
    boolean : whether they are booleans.
    n_present : how many are not missing.
    lowest, highest : the least and the largest of them.
    n_distinct : how many distinct ones there are, or just more than were to be listed.
    distinct : these, increasing, a row a column.
    """

    columns: NDArray[np.intp]
    names: tuple[str, ...]
    values: Real
    measure: Measure
    whole: bool
    boolean: bool
    n_present: NDArray[np.uint64]
    lowest: Real
    highest: Real
    n_distinct: NDArray[np.uint32]
    distinct: Real

    @property
    def any_missing(self) -> Mask:
        """Mark the columns with missing values."""
        return np.less(self.n_present, self.values.shape[1])

    def few(self, bins: int) -> Mask:
        """Mark the columns whose values are levels: at most ``bins``, or 20 that are whole."""
        few = np.asarray(self.n_distinct <= bins, np.bool_)
        unsure = np.flatnonzero(~few & (self.n_distinct <= WHOLE_LEVELS))
        limited = self.distinct[unsure, :WHOLE_LEVELS]
        used = np.arange(limited.shape[1]) < self.n_distinct[unsure, np.newaxis]
        few[unsure] = np.all(~used | (np.floor(limited) == limited), axis=1)
        return few

    def take(self, rows: Mask) -> "Reals":
        """Return some of the columns."""
        if rows.all():
            return self
        return replace(
            self,
            columns=self.columns[rows],
            names=tuple(name for name, taken in zip(self.names, rows, strict=True) if taken),
            values=self.values[rows],
            n_present=self.n_present[rows],
            lowest=self.lowest[rows],
            highest=self.highest[rows],
            n_distinct=self.n_distinct[rows],
            distinct=self.distinct[rows],
        )


def reals(block: NumberBlock, bins: int, n_threads: int) -> Reals:
    """Return a block's columns once they are known to hold no infinity."""
    kind = block.values.dtype.kind
    values = _doubles(block, n_threads)
    known = Reals(
        block.columns,
        block.names,
        values,
        block.measure,
        kind in "iu",
        kind == "b",
        *summary(values, max(bins, WHOLE_LEVELS), n_threads),
    )
    _check_finite(known)
    return known


def _doubles(block: NumberBlock, n_threads: int) -> Real:
    """Return a block's numbers, those of at most two bytes and floats of four as float32."""
    dtype = block.values.dtype
    narrow = dtype == np.float32 or dtype.itemsize <= 2
    values = block.values.astype(np.float32 if narrow else np.float64, order="K", copy=False)
    if block.missing is not None and dtype.kind != "f":
        values = np.where(block.missing, values.dtype.type(np.nan), values)
    without_gaps = values.shape[1] < 2 or values.strides[1] == values.itemsize
    return values if without_gaps else gathered(values.T, n_threads)


def refuse_infinities(block: NumberBlock) -> None:
    """Refuse a block of numbers that holds an infinity."""
    infinite = np.isinf(block.values) if block.values.dtype.kind == "f" else np.zeros((1, 0))
    if infinite.any():
        column, row = np.argwhere(infinite)[0].tolist()
        raise ValueError(INFINITY.format(block.names[column], row))


INFINITY = (
    "Input X contains infinity: column {!r}, row {}. Numbers must be finite; replace it, by a "
    "missing value for instance."
)


def _check_finite(known: Reals) -> None:
    infinite = (known.n_present > 0) & (np.isinf(known.lowest) | np.isinf(known.highest))
    if infinite.any():
        first = int(infinite.argmax())
        row = int(np.isinf(known.values[first]).argmax())
        raise ValueError(INFINITY.format(known.names[first], row))


def huge_levels(block: NumberBlock, bins: int) -> Iterator[LevelColumn]:
    """Yield the columns of few whole numbers, some too large for a double, as levels."""
    for row, present, gone in _huge(block):
        labels, places = np.unique(present, return_inverse=True)
        if len(labels) <= max(bins, WHOLE_LEVELS):
            codes = np.full(block.values.shape[1], -1, dtype=np.intp)
            codes[slice(None) if gone is None else ~gone] = places
            yield LevelColumn(
                int(block.columns[row]), block.names[row], Levels(codes, tuple(labels.tolist()))
            )


def rounded_columns(block: NumberBlock) -> NDArray[np.intp]:
    """Return the columns of which half of the whole numbers or more are alike as doubles."""
    alike = [
        block.columns[row]
        for row, present, _ in _huge(block)
        if 2 * len(np.unique(present.astype(np.float64))) <= len(np.unique(present))
    ]
    return np.array(alike, dtype=np.intp)


def _huge(block: NumberBlock) -> Iterator[tuple[int, NDArray[Any], Mask | None]]:
    """Yield the rows of a block with numbers too large for a double: what is there, and gaps."""
    if block.values.dtype.kind not in "iu" or block.values.dtype.itemsize < 8:
        return
    for row, values in enumerate(block.values):
        gone = None if block.missing is None else block.missing[row]
        present = values if gone is None else values[~gone]
        if len(present) and max(-int(present.min()), int(present.max())) > EXACT:
            yield row, present, gone
