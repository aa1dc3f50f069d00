"""Numbers to codes: few distinct values as levels, the others cut into bins.

Bins have equal frequency. Of m values present, the cut point j of k bins is the smallest value
x with at least m j / k values <= x (Hyndman and Fan's definition 1, numpy's "inverted_cdf").
It is a value of the data. The maximum cannot be one, for the bin above it would be empty: the
largest value below it takes its place, so that a heavy tie at the top stays apart from the rest.
Repeated cut points count once. The code of x is the number of cut points below x: equal values
never part.

References
----------
Hyndman and Fan (1996), Sample quantiles in statistical packages, The American Statistician 50.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from natpick.encode.columns import NumberBlock
from natpick.encode.encoding import MISSING, Coded, Encoding
from natpick.encode.order import (
    Mask,
    Numeric,
    Ordered,
    order,
    order_quantiles,
    quantile_positions,
    surely_differ,
)

WHOLE_LEVELS = 20
"""Whole numbers with at most this many distinct values are levels, whatever the bins."""

FEW_POINTS = 32
"""Up to here comparing with every cut point is faster than a binary search."""


def default_bins(n_rows: int, n_classes: int) -> int:
    """Return floor(sqrt(n / (5 classes))), at least 2 and at most 10.

    With b bins a table (X_i, X_s, C) has b**2 classes cells: each gets five rows on average.
    """
    return min(max(math.isqrt(n_rows // (5 * n_classes)), 2), 10)


@dataclass(frozen=True, slots=True)
class LevelRows:
    """Columns whose numbers are levels: a row of ``values`` for each, ``sizes`` of them used."""

    names: tuple[str, ...]
    values: Numeric
    sizes: NDArray[np.intp]
    missing: Mask
    boolean: bool

    def __getitem__(self, row: int) -> Encoding:
        missing = bool(self.missing[row])
        text = _boolean if self.boolean else _number
        levels = tuple(text(value) for value in self.values[row, : self.sizes[row]].tolist())
        levels += (MISSING,) * missing
        return Encoding(self.names[row], "levels", len(levels), levels, (), missing)


@dataclass(frozen=True, slots=True)
class BinRows:
    """Columns cut into bins: a row of ``points`` for each, ``sizes`` of them used."""

    names: tuple[str, ...]
    points: Numeric
    sizes: NDArray[np.intp]
    missing: Mask

    def __getitem__(self, row: int) -> Encoding:
        points = self.points[row, : self.sizes[row]].astype(np.float64)
        missing = bool(self.missing[row])
        n_levels = len(points) + 1 + missing
        return Encoding(self.names[row], "bins", n_levels, (), tuple(points.tolist()), missing)


def code_numbers(block: NumberBlock, bins: int) -> Iterator[Coded]:
    """Yield the codes of a block's columns, those of levels and those of bins apart."""
    if surely_differ(block, max(bins, WHOLE_LEVELS)):
        yield _cut(order_quantiles(block, bins), bins)
        return
    rows = order(block)
    first = rows.first_of_equals()
    few = _few(rows.ordered, first, bins)
    if few.any():
        distinct = first if few.all() else first[few]
        yield _keep(rows.take(few), distinct, boolean=block.values.dtype == np.bool_)
    if not few.all():
        yield _cut(rows.take(~few), bins)


def _few(ordered: Numeric, first: Mask, bins: int) -> Mask:
    """Mark the columns with few enough distinct values, given the first of each run of them."""
    distinct = np.count_nonzero(first, axis=1)
    few: Mask = np.less_equal(distinct, bins)
    unsure = ~few & (distinct <= WHOLE_LEVELS)
    if unsure.any():
        values, _ = _compact(ordered[unsure], first[unsure])
        few[unsure] = (np.floor(values) == values).all(axis=1)
    return few


def _keep(rows: Ordered, first: Mask, *, boolean: bool) -> Coded:
    """Code columns by their distinct values."""
    values, sizes = _compact(rows.ordered, first)
    codes = _coded(rows, values, sizes)
    return Coded(
        rows.columns, codes, LevelRows(rows.names, values, sizes, rows.any_missing, boolean)
    )


def _cut(rows: Ordered, bins: int) -> Coded:
    """Code columns by bins of equal frequency."""
    at = np.take_along_axis(rows.ordered, quantile_positions(rows.present, bins), axis=1)
    top = rows.top
    if (at == top).any():
        at = np.where(at == top, rows.below(top), at)
    if at.dtype.kind != "f" and at.dtype.itemsize == 8:  # cut points are floats: compare as such
        at, top = at.astype(np.float64), top.astype(np.float64)
    kept = at < top
    kept[:, 1:] &= at[:, 1:] != at[:, :-1]
    points, sizes = _compact(at, kept)
    codes = _coded(rows, points, sizes + 1)
    return Coded(rows.columns, codes, BinRows(rows.names, points, sizes, rows.any_missing))


def _compact(values: Numeric, kept: Mask) -> tuple[Numeric, NDArray[np.intp]]:
    """Return each row's kept values at its start, filled up with the largest, and how many."""
    sizes = np.count_nonzero(kept, axis=1).astype(np.intp)
    fill = np.inf if values.dtype.kind == "f" else np.iinfo(values.dtype).max
    compact = np.full((len(values), sizes.max(initial=0)), fill, dtype=values.dtype)
    compact[np.arange(compact.shape[1]) < sizes[:, np.newaxis]] = values[kept]
    return compact, sizes


def _coded(rows: Ordered, points: Numeric, sizes: NDArray[np.intp]) -> NDArray[np.uint8]:
    """Return the number of points below each value, and ``sizes`` for missing values."""
    values = rows.values
    if points.dtype.kind == "f" and values.dtype.kind != "f":
        values = values.astype(np.float64)
    codes = np.zeros(values.shape, dtype=np.uint8)
    if points.shape[1] > FEW_POINTS:
        for row, edges, numbers in zip(codes, points, values, strict=True):
            row[:] = np.searchsorted(edges, numbers, side="left")
    else:
        for point in points.T:
            codes += (values > point[:, np.newaxis]).view(np.uint8)
    if rows.missing is not None:
        np.copyto(codes, sizes[:, np.newaxis].astype(np.uint8), where=rows.missing)
    return codes


def _boolean(value: int) -> str:
    return str(bool(value))


def _number(value: float) -> str:
    """Return a number as text that reads back as the same number, whole ones without a point."""
    whole = isinstance(value, int) or (value.is_integer() and abs(value) < 1e15)
    return str(int(value)) if whole else repr(value)
