"""Rows counted by a feature and the class within each cell of the selected features."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from natpick.sources.chance import orders_within
from natpick.sources.numbering import numbered
from natpick.terms import Floats, Indices

FEWEST_ROWS = 5
"""With fewer rows a cell of S than this, on average, little can be told of what S leaves."""

BATCH_ROWS = 1 << 20
"""Rows that are permuted at once, to bound memory."""


@dataclass(frozen=True)
class Strata:
    """The counts n_sxc of a feature X and the class C in the strata of S, cell by cell.

    Only cells that rows fall into are there, and only strata in which both X and C vary: in
    the others n_sxc follows from the margins, so they can tell nothing of X and C.

    Attributes
    ----------
    n_rows : how many rows there are, in these strata and elsewhere.
    n_strata : into how many cells of S all rows fall.
    n_sxc : the counts.
    stratum, level, label : of each count, its stratum s, feature value x and class c. Within
        the whole table levels and labels are numbered from 0; strata are numbered here.
    """

    n_rows: int
    n_strata: int
    n_sxc: Indices
    stratum: Indices
    level: Indices
    label: Indices

    @classmethod
    def of_rows(
        cls, s: NDArray[np.uint32], x: Indices, c: Indices, weights: Indices | None = None
    ) -> "Strata":
        """Count rows, given the stratum, the level and the label of each, and its weight."""
        n_levels, n_labels = int(x.max()) + 1, int(c.max()) + 1
        n_strata = int(s.max()) + 1
        keys = (s.astype(np.int64) * n_levels + x) * n_labels + c
        cells, where = numbered(keys, n_strata * n_levels * n_labels)
        counts = np.bincount(where, weights).astype(np.int64)
        stratum, level = np.divmod(cells // n_labels, n_levels)
        label = cells % n_labels
        kept = (varies(stratum, level) & varies(stratum, label))[stratum]
        return cls(
            n_rows=len(s) if weights is None else int(weights.sum()),
            n_strata=n_strata,
            n_sxc=counts[kept],
            stratum=np.unique(stratum[kept], return_inverse=True)[1],
            level=level[kept],
            label=label[kept],
        )

    @property
    def saturated(self) -> bool:
        """Whether S has nearly as many cells as there are rows."""
        return self.n_rows < FEWEST_ROWS * self.n_strata

    @property
    def warning(self) -> str:
        """What to say where the sample is saturated."""
        return saturation(self.n_rows, self.n_strata)

    @cached_property
    def sx(self) -> Indices:
        """Of each count, the number of its cell (s, x)."""
        return cells_of(self.stratum, self.level)

    @cached_property
    def sc(self) -> Indices:
        """Of each count, the number of its cell (s, c)."""
        return cells_of(self.stratum, self.label)

    @property
    def n_s(self) -> Floats:
        """The rows of each stratum."""
        return np.bincount(self.stratum, self.n_sxc).astype(np.float64)

    @property
    def n_sx(self) -> Floats:
        """The rows of each cell (s, x)."""
        return np.bincount(self.sx, self.n_sxc).astype(np.float64)

    @property
    def n_sc(self) -> Floats:
        """The rows of each cell (s, c)."""
        return np.bincount(self.sc, self.n_sxc).astype(np.float64)

    @property
    def degrees(self) -> int:
        """Sum over s of (levels of X in s - 1) (classes in s - 1)."""
        levels = np.bincount(stratum_of(self.sx, self.stratum))
        labels = np.bincount(stratum_of(self.sc, self.stratum))
        return int(((levels - 1) * (labels - 1)).sum())

    @property
    def least_expected(self) -> float:
        """The least n_sx n_sc / n_s: what a cell would count, were X and C independent."""
        least_x = least_in(stratum_of(self.sx, self.stratum), self.n_sx)
        least_c = least_in(stratum_of(self.sc, self.stratum), self.n_sc)
        return float((least_x * least_c / self.n_s).min())

    @property
    def g(self) -> float:
        """G = 2 n MI(C, X | S) = 2 sum n_sxc ln(n_sxc n_s / (n_sx n_sc))."""
        margins = _m_ln_m(self.n_s) - _m_ln_m(self.n_sx) - _m_ln_m(self.n_sc)
        return max(0.0, 2.0 * (_m_ln_m(self.n_sxc) + margins))

    @property
    def rounding(self) -> float:
        """What rounding alone can make of g."""
        return 2e-12 * _m_ln_m(self.n_s)

    def permuted(self, rng: np.random.Generator) -> Iterator[Floats]:
        """Yield g with X permuted within strata, in growing batches.

        The margins stay, so the sum of n_sxc ln n_sxc alone differs.
        """
        margins = _m_ln_m(self.n_s) - _m_ln_m(self.n_sx) - _m_ln_m(self.n_sc)
        label = np.repeat(self.sc, self.n_sxc)
        level = np.repeat(self.level, self.n_sxc)
        stratum = np.repeat(self.stratum, self.n_sxc)
        width = int(self.level.max()) + 1
        cells = (int(self.sc.max()) + 1) * width
        m_ln_m = _table(len(stratum))
        for size in batch_sizes(max(len(stratum), cells)):
            x = level[orders_within(stratum, size, rng)]
            where = np.arange(size)[:, np.newaxis] * cells + label * width + x
            n_sxc = np.bincount(where.ravel(), minlength=size * cells).reshape(size, cells)
            yield 2.0 * (m_ln_m[n_sxc].sum(axis=1) + margins)


def saturation(n_rows: int, n_cells: int) -> str:
    """Return what to say where S has nearly as many cells as there are rows."""
    return (
        f"the sample is saturated, its {n_rows} rows in {n_cells} cells of those picked, so little "
        "can be told from chance"
    )


def batch_sizes(n_cells: int) -> Iterator[int]:
    """Yield how many permutations of so many rows or cells to make at a time: 100, 200, ..."""
    most = max(1, BATCH_ROWS // n_cells)
    size = min(100, most)
    while True:
        yield size
        size = min(2 * size, most)


def varies(stratum: Indices, value: Indices) -> NDArray[np.bool_]:
    """Return for each stratum whether more than one value is in it."""
    high = np.zeros(int(stratum.max()) + 1, dtype=np.int64)
    low = np.full_like(high, np.iinfo(np.int64).max)
    np.maximum.at(high, stratum, value)
    np.minimum.at(low, stratum, value)
    return high > low


def cells_of(stratum: Indices, value: Indices) -> Indices:
    """Return the number of the cell (stratum, value) of each of both, cells in that order."""
    if stratum.size == 0:
        return stratum
    width = int(value.max()) + 1
    return numbered(stratum * width + value, (int(stratum.max()) + 1) * width)[1]


def stratum_of(cells: Indices, stratum: Indices) -> Indices:
    """Return the stratum of each cell, given the cell and the stratum of rows or counts."""
    return stratum[np.unique(cells, return_index=True)[1]]


def least_in(stratum: Indices, values: Floats) -> Floats:
    """Return the least value in each stratum."""
    least = np.full(int(stratum.max()) + 1, np.inf)
    np.minimum.at(least, stratum, values)
    return least


def _table(n: int) -> Floats:
    """Return m ln m of 0 .. n, with 0 ln 0 = 0."""
    m = np.arange(n + 1, dtype=np.float64)
    return m * np.log(np.maximum(m, 1.0))


def _m_ln_m(counts: Floats | Indices) -> float:
    return math.fsum(counts * np.log(counts))
