"""Columns of numbers to codes: few distinct values as levels, the others cut into bins."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from natpick._core import code
from natpick.encode.columns import NumberBlock
from natpick.encode.cut_rules import Demand, kept, rounded_down
from natpick.encode.cutting import Cutting
from natpick.encode.edges import Edges
from natpick.encode.encoding import MISSING, Coded, Encoding
from natpick.encode.levels import code_levels
from natpick.encode.moments import Measure
from natpick.encode.reals import Mask, Real, Reals, huge_levels, reals, rounded_columns

Counts = NDArray[np.uint64]
Sizes = NDArray[np.uint32]

ONE = np.uint32(1)


@dataclass(frozen=True, slots=True)
class LevelRows:
    """Columns whose numbers are levels: a row of ``values`` for each, ``sizes`` of them used."""

    names: tuple[str, ...]
    values: Real
    sizes: Sizes
    missing: Mask
    measure: Measure
    whole: bool
    boolean: bool

    def __getitem__(self, row: int) -> Encoding:
        missing = bool(self.missing[row])
        values = self.values[row, : self.sizes[row]].tolist()
        texts = texts_of(values, self.measure, whole=self.whole, boolean=self.boolean)
        levels = tuple(texts) + (MISSING,) * missing
        measure = self.measure.value
        return Encoding(self.names[row], "levels", len(levels), levels, (), missing, measure)


@dataclass(frozen=True, slots=True)
class BinRows:
    """Columns cut into bins: a row of ``points`` for each, ``sizes`` of them used."""

    names: tuple[str, ...]
    points: Real
    sizes: Sizes
    missing: Mask
    measure: Measure

    def __getitem__(self, row: int) -> Encoding:
        points = tuple(self.points[row, : self.sizes[row]].astype(np.float64).tolist())
        missing = bool(self.missing[row])
        n_codes, measure = len(points) + 1 + missing, self.measure.value
        return Encoding(self.names[row], "bins", n_codes, (), points, missing, measure)


@dataclass(frozen=True, slots=True)
class Cutter:
    """Writes the codes of numbers.

    Attributes
    ----------
    cutting : what the user asked for.
    edges : the edges of columns that have their own, by index.
    demand : the bins, the target and the threads.
    codes : where the codes go, shape (n, p), Fortran order.
    """

    cutting: Cutting
    edges: Mapping[int, Edges]
    demand: Demand
    codes: NDArray[np.uint8]

    def code(self, block: NumberBlock) -> Iterator[Coded]:
        """Yield what became of a block's columns, and which of them rounding made alike."""
        rounded = rounded_columns(block)
        for coded in self._parts(block):
            alike = np.intersect1d(coded.columns, rounded)
            yield replace(coded, rounded=alike) if alike.size else coded

    def _parts(self, block: NumberBlock) -> Iterator[Coded]:
        """Yield what became of a block's columns: those of levels, of bins, of edges apart."""
        bins = self.demand.bins
        exact = [column for column in huge_levels(block, bins) if column.index not in self.edges]
        numbers = reals(block, bins, self.demand.n_threads)
        own = np.array([j in self.edges for j in numbers.columns.tolist()], dtype=np.bool_)
        rest = ~own & ~np.isin(numbers.columns, [column.index for column in exact])
        few = rest & numbers.few(bins)
        yield from map(code_levels, exact)
        if few.any():
            yield self._keep(numbers.take(few))
        if own.any():
            yield self._cut_at_edges(numbers.take(own))
        if (rest & ~few).any():
            yield self._cut(numbers.take(rest & ~few))

    def _keep(self, numbers: Reals) -> Coded:
        """Code columns by their distinct values."""
        self._write(numbers, numbers.distinct, numbers.n_distinct)
        part = LevelRows(
            numbers.names,
            numbers.distinct,
            numbers.n_distinct,
            numbers.any_missing,
            numbers.measure,
            numbers.whole,
            numbers.boolean,
        )
        return Coded(numbers.columns, part)

    def _cut(self, numbers: Reals) -> Coded:
        """Code columns by bins of the rule, none of them empty."""
        points, sizes = self.cutting.rule.points(numbers, self.demand)
        counts = self._write(numbers, points, sizes + ONE)
        empty = _empty(counts, sizes)
        if empty.any():  # an empty bin joins the one above it
            points, sizes = kept(points, np.isfinite(points) & ~empty[:, : points.shape[1]])
            counts = self._write(numbers, points, sizes + ONE)
        part = BinRows(numbers.names, points, sizes, numbers.any_missing, numbers.measure)
        if self.cutting.rule.supervised:
            return Coded(numbers.columns, part, uncut=numbers.columns[sizes == 0])
        asked = np.full_like(sizes, self.demand.bins)
        return Coded(numbers.columns, part, uneven=numbers.columns[uneven(counts, sizes, asked)])

    def _cut_at_edges(self, numbers: Reals) -> Coded:
        """Code columns by the edges given, whichever bins are empty."""
        edges = [
            self.edges[j].points(name, numbers.measure)
            for j, name in zip(numbers.columns.tolist(), numbers.names, strict=True)
        ]
        sizes = np.array([len(own) for own in edges], dtype=np.uint32)
        exact = np.full((len(edges), int(sizes.max())), np.inf)
        for row, own in zip(exact, edges, strict=True):
            row[: len(own)] = own
        counts = self._write(numbers, rounded_down(exact, numbers.values.dtype), sizes + ONE)
        far = uneven(counts, sizes, sizes + ONE) | _empty(counts, sizes).any(axis=1)
        part = BinRows(numbers.names, exact, sizes, numbers.any_missing, numbers.measure)
        return Coded(numbers.columns, part, uneven=numbers.columns[far])

    def _write(self, numbers: Reals, points: Real, n_codes: Sizes) -> Counts:
        """Write the codes, and return what the rows of each weigh; missing values come last."""
        most = max(int(n_codes.max()) - 1, 0)
        points = np.ascontiguousarray(points[:, :most])
        threads = self.demand.n_threads
        counts = code(numbers.values, points, n_codes, self.codes, numbers.columns, threads)
        weights = self.demand.weights
        if weights is not None:
            for row, j in zip(counts, numbers.columns.tolist(), strict=True):
                row[:] = np.bincount(self.codes[:, j], weights, minlength=len(row))
        return counts


def _empty(counts: Counts, sizes: Sizes) -> Mask:
    """Mark the bins that no row is in."""
    return np.asarray(_used(counts, sizes) & (counts == 0), np.bool_)


def _used(counts: Counts, sizes: Sizes) -> Mask:
    """Mark the codes of bins among those of missing values and of no value at all."""
    return np.arange(counts.shape[1]) <= sizes[:, np.newaxis]


def uneven(counts: Counts, sizes: Sizes, asked: Sizes) -> Mask:
    """Mark columns whose bins are far from what was asked.

    They are if half as many were made at most, or if one holds a share of the rows more than
    halfway from an even share 1 / b to all of them.
    """
    held = np.where(_used(counts, sizes), counts, 0)
    lopsided = held.max(axis=1) > held.sum(axis=1) * (1 + 1 / asked) / 2
    return np.asarray(lopsided | (2 * (sizes + 1) <= asked), np.bool_)


def texts_of(values: Iterable[float], measure: Measure, *, whole: bool, boolean: bool) -> list[str]:
    """Return numbers as texts, each of which is the text of one number only."""
    if boolean:
        return [str(bool(value)) for value in values]
    return [str(int(value)) if whole else measure.text(float(value)) for value in values]
