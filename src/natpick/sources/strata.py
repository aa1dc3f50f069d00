"""Rows counted by a feature and the class within each cell of the selected features."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from natpick.terms import Floats

Integers = NDArray[np.int64]

FEWEST_ROWS = 5
"""With fewer rows a cell of S than this, on average, little can be told of what S leaves."""


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
    n_sxc: Integers
    stratum: Integers
    level: Integers
    label: Integers

    @classmethod
    def of_rows(
        cls, s: NDArray[np.uint32], x: Integers, c: Integers, weights: Integers | None = None
    ) -> "Strata":
        """Count rows, given the stratum, the level and the label of each, and its weight."""
        n_levels, n_labels = int(x.max()) + 1, int(c.max()) + 1
        s_and_x = s.astype(np.int64) * n_levels + x
        cells, where = np.unique(s_and_x * n_labels + c, return_inverse=True)
        counts = np.bincount(where, weights).astype(np.int64)
        stratum, level = np.divmod(cells // n_labels, n_levels)
        label = cells % n_labels
        kept = (_varies(stratum, level) & _varies(stratum, label))[stratum]
        return cls(
            n_rows=len(s) if weights is None else int(weights.sum()),
            n_strata=int(s.max()) + 1,
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
        return (
            f"the sample is saturated, its {self.n_rows} rows in {self.n_strata} cells of those "
            "picked, so little can be told from chance"
        )

    @cached_property
    def sx(self) -> Integers:
        """Of each count, the number of its cell (s, x)."""
        return _numbered(self.stratum, self.level)

    @cached_property
    def sc(self) -> Integers:
        """Of each count, the number of its cell (s, c)."""
        return _numbered(self.stratum, self.label)

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
        levels = np.bincount(self._stratum_of(self.sx))
        labels = np.bincount(self._stratum_of(self.sc))
        return int(((levels - 1) * (labels - 1)).sum())

    @property
    def least_expected(self) -> float:
        """The least n_sx n_sc / n_s: what a cell would count, were X and C independent."""
        least_x = np.full(len(self.n_s), np.inf)
        least_c = least_x.copy()
        np.minimum.at(least_x, self._stratum_of(self.sx), self.n_sx)
        np.minimum.at(least_c, self._stratum_of(self.sc), self.n_sc)
        return float((least_x * least_c / self.n_s).min())

    def _stratum_of(self, cells: Integers) -> Integers:
        """Return the stratum of each cell, given the cell of each count."""
        return self.stratum[np.unique(cells, return_index=True)[1]]


def _varies(stratum: Integers, value: Integers) -> NDArray[np.bool_]:
    """Return for each stratum whether more than one value is in it."""
    high = np.zeros(int(stratum.max()) + 1, dtype=np.int64)
    low = np.full_like(high, np.iinfo(np.int64).max)
    np.maximum.at(high, stratum, value)
    np.minimum.at(low, stratum, value)
    return high > low


def _numbered(stratum: Integers, value: Integers) -> Integers:
    if stratum.size == 0:
        return stratum
    width = int(value.max()) + 1
    numbers: Integers = np.unique(stratum * width + value, return_inverse=True)[1]
    return numbers
