"""Columns of numbers in order: each column's values sorted, missing ones last."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.encode.columns import NumberBlock

Numeric = NDArray[Any]
Mask = NDArray[np.bool_]

SAMPLE = 1024
"""Values looked at first: if these differ enough, a column need not be sorted whole."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """Columns of numbers, a row for each, as they are and in order.

    Attributes
    ----------
    columns, names : the columns' places in the table and their names.
    values : their values; anything where ``missing``.
    missing : marks missing values; None if there are none.
    ordered : the values in order, the missing ones last.
    present : how many values of each column are not missing.
    """

    columns: NDArray[np.intp]
    names: tuple[str, ...]
    values: Numeric
    missing: Mask | None
    ordered: Numeric
    present: NDArray[np.intp]

    @property
    def any_missing(self) -> Mask:
        """Mark the columns with missing values."""
        return np.less(self.present, self.values.shape[1])

    @property
    def top(self) -> Numeric:
        """The largest value of each column, as a column."""
        last = np.maximum(self.present - 1, 0)[:, np.newaxis]
        return np.take_along_axis(self.ordered, last, axis=1)

    def below(self, top: Numeric) -> Numeric:
        """Return the largest value of each column below ``top``, or ``top`` if there is none."""
        lower = self.values < top
        if self.missing is not None:
            lower &= ~self.missing
        least = -np.inf if self.values.dtype.kind == "f" else np.iinfo(self.values.dtype).min
        largest = np.where(lower, self.values, self.values.dtype.type(least)).max(axis=1)
        return np.where(lower.any(axis=1), largest, top[:, 0])[:, np.newaxis]

    def first_of_equals(self) -> Mask:
        """Mark the first of each run of equal values, none among the missing ones."""
        first = np.ones(self.ordered.shape, dtype=np.bool_)
        np.not_equal(self.ordered[:, 1:], self.ordered[:, :-1], out=first[:, 1:])
        if self.missing is not None:
            first &= np.arange(self.values.shape[1]) < self.present[:, np.newaxis]
        return first

    def take(self, rows: Mask) -> "Ordered":
        """Return some of the columns."""
        if rows.all():
            return self
        return Ordered(
            self.columns[rows],
            tuple(name for name, taken in zip(self.names, rows, strict=True) if taken),
            self.values[rows],
            None if self.missing is None else self.missing[rows],
            self.ordered[rows],
            self.present[rows],
        )


def quantile_positions(present: NDArray[np.intp], bins: int) -> NDArray[np.intp]:
    """Return the places ceil(m j / bins) - 1 of the cut points j among m values in order."""
    places: NDArray[np.intp] = -(-present[:, np.newaxis] * np.arange(1, bins) // bins) - 1
    return np.maximum(places, 0)


def order(block: NumberBlock) -> Ordered:
    """Return columns in order."""
    values, missing, filled = _present(block)
    kind: Any = "stable" if values.dtype.itemsize == 1 else "quicksort"  # stable: radix sort
    return _finite(block, values, missing, np.sort(filled, axis=1, kind=kind))


def order_quantiles(block: NumberBlock, bins: int) -> Ordered:
    """Return columns of which only the ends and the cut points are in their ordered places."""
    values, missing, filled = _present(block)
    present = _count(values, missing)
    ends = np.c_[np.zeros_like(present), np.maximum(present - 1, 0)]
    places = np.unique(np.c_[ends, quantile_positions(present, bins)])
    return _finite(block, values, missing, np.partition(filled, places, axis=1))


def surely_differ(block: NumberBlock, limit: int) -> bool:
    """Whether the block is one long column with more than ``limit`` distinct values at a look."""
    rows, length = block.values.shape
    if rows > 1 or length < SAMPLE:
        return False
    sample = np.unique(block.values[0, :: length // SAMPLE])
    return len(sample) > limit + 1  # one of them may stand for missing values


def _present(block: NumberBlock) -> tuple[Numeric, Mask | None, Numeric]:
    """Return a block's values, which are missing, and the values with the missing ones largest."""
    values = block.values.view(np.uint8) if block.values.dtype == np.bool_ else block.values
    if values.dtype.kind == "f":
        nan = np.isnan(values)
        return values, nan if nan.any() else None, values  # NaN is sorted last
    if block.missing is None:
        return values, None, values
    return values, block.missing, np.where(block.missing, np.iinfo(values.dtype).max, values)


def _count(values: Numeric, missing: Mask | None) -> NDArray[np.intp]:
    present = np.full(len(values), values.shape[1], dtype=np.intp)
    return present if missing is None else present - np.count_nonzero(missing, axis=1)


def _finite(block: NumberBlock, values: Numeric, missing: Mask | None, ordered: Numeric) -> Ordered:
    """Return columns in order once they are known to hold no infinity."""
    result = Ordered(block.columns, block.names, values, missing, ordered, _count(values, missing))
    infinite = np.isinf(ordered[:, 0]) | np.isinf(result.top[:, 0])
    if infinite.any():
        first = int(infinite.argmax())
        row = int(np.isinf(values[first]).argmax())
        raise ValueError(
            f"Input X contains infinity: column {block.names[first]!r}, row {row}. Numbers must "
            "be finite; replace it, by a missing value for instance."
        )
    return result
