"""Rows that are shares of a whole, by a feature and the class within the cells of S."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from natpick.row_weights import RowWeights
from natpick.sources.chance import orders_within
from natpick.sources.strata import (
    FEWEST_ROWS,
    batch_sizes,
    cells_of,
    least_in,
    saturation,
    stratum_of,
    varies,
)
from natpick.terms import Floats, Indices


@dataclass(frozen=True)
class ShareStrata:
    """The rows of the strata of S in which both a feature X and the class C vary.

    A cell of weights w is worth (sum w)^2 / sum w^2 rows (Kish 1965). With W and Q the sums of w
    and w^2 over a cell and r = Q / W, 2 W MI(C, X) of independent variables is a sum of squares
    of normal variables that varies by d_x d_c / r, r being that of the stratum, where of the levels

    - the d_x add up to R_1 = sum r_x - r, as many as degrees of freedom of r each;
    - their squares to R_2 = sum r_x^2 - 2 sum r_x Q_x / W + r^2,

    and of the classes likewise. So in every stratum it is divided by its mean for each degree of
    freedom, and the sum of all taken for chi-square of as many degrees as its mean and variance
    tell (Satterthwaite), then for chi-square of ``degrees`` at the same normal deviate (Wilson and
    Hilferty 1931).

    Attributes
    ----------
    n_rows : how many rows all rows are worth.
    n_strata : into how many cells of S all rows fall.
    stratum, level, label, weight : of each row, sorted by stratum; the mean weight is 1.

    References
    ----------
    Rao and Scott (1984), On chi-squared tests for multiway contingency tables with cell
    proportions estimated from survey data, Annals of Statistics 12: the second-order correction.
    """

    n_rows: int
    n_strata: int
    stratum: Indices
    level: Indices
    label: Indices
    weight: Floats

    @classmethod
    def of_rows(
        cls, s: NDArray[np.uint32], x: Indices, c: Indices, weights: RowWeights
    ) -> "ShareStrata":
        """Take rows, given the stratum, the level and the label of each, and its weight."""
        cell = s.astype(np.int64)
        rows = np.lexsort((weights.values, c, x, cell))  # whatever order they come in
        rows = rows[(varies(cell, x) & varies(cell, c))[cell[rows]]]
        share = weights.values.astype(np.float64) / float(weights.values.mean())
        stratum = np.unique(cell[rows], return_inverse=True)[1]
        return cls(
            weights.n_rows, int(cell.max()) + 1, stratum, x[rows], c[rows], np.asarray(share[rows])
        )

    @property
    def n_sxc(self) -> Indices:
        """How many rows each cell holds."""
        return np.bincount(cells_of(self.sc, self.level))

    @property
    def saturated(self) -> bool:
        """Whether S has nearly as many cells as the rows are worth rows."""
        return self.n_rows < FEWEST_ROWS * self.n_strata

    @property
    def warning(self) -> str:
        """What to say where the sample is saturated."""
        return saturation(self.n_rows, self.n_strata)

    @cached_property
    def sx(self) -> Indices:
        """Of each row, the number of its cell (s, x)."""
        return cells_of(self.stratum, self.level)

    @cached_property
    def sc(self) -> Indices:
        """Of each row, the number of its cell (s, c)."""
        return cells_of(self.stratum, self.label)

    @property
    def degrees(self) -> int:
        """Sum over s of (levels of X in s - 1) (classes in s - 1)."""
        return int(self._degrees.sum())

    @property
    def least_expected(self) -> float:
        """How many rows the least cell would be worth, were X and C independent."""
        worth = [self._sum(cells, self.weight) / self._ratio(cells) for cells in (self.sx, self.sc)]
        least_x = least_in(stratum_of(self.sx, self.stratum), worth[0])
        least_c = least_in(stratum_of(self.sc, self.stratum), worth[1])
        of_all = self._sum(self.stratum, self.weight) / self._ratio(self.stratum)
        return float((least_x * least_c / of_all).min())

    @property
    def g(self) -> float:
        """What 2 W MI(C, X | S) is on the scale of chi-square of ``degrees``."""
        return float(self._g_of(self.level[np.newaxis])[0])

    @property
    def rounding(self) -> float:
        """What rounding alone can make of g."""
        return 1e-9 * max(1.0, self.g)

    def permuted(self, rng: np.random.Generator) -> Iterator[Floats]:
        """Yield g with X permuted within strata, in growing batches.

        A row keeps its class and its weight. As every g is measured by its own mean and variance,
        permutations tell of chance even where weights go by X (Chung and Romano 2013, Annals of
        Statistics 41).
        """
        n_cells = (int(self.sc.max()) + 1) * (int(self.level.max()) + 1)
        for size in batch_sizes(max(len(self.stratum), n_cells)):
            yield self._g_of(self.level[orders_within(self.stratum, size, rng)])

    @cached_property
    def _degrees(self) -> Indices:
        levels = np.bincount(stratum_of(self.sx, self.stratum))
        labels = np.bincount(stratum_of(self.sc, self.stratum))
        return np.asarray((levels - 1) * (labels - 1))

    def _sum(self, cells: Indices, values: Floats) -> Floats:
        return np.bincount(cells, values).astype(np.float64)

    def _ratio(self, cells: Indices) -> Floats:
        """Return r = Q / W of each cell."""
        return self._sum(cells, self.weight**2) / self._sum(cells, self.weight)

    def _g_of(self, level: Indices) -> Floats:
        """Return g where rows have other levels, given one row of them each, shape (size, rows)."""
        n_s, n_sc = int(self.stratum[-1]) + 1, int(self.sc.max()) + 1
        of_sc, width = stratum_of(self.sc, self.stratum), int(level.max()) + 1
        w_sxc = self._tables(self.sc, n_sc, level, width, self.weight)
        w_sx = self._tables(self.stratum, n_s, level, width, self.weight)
        q_sx = self._tables(self.stratum, n_s, level, width, self.weight**2)
        first = np.flatnonzero(np.diff(of_sc, prepend=-1))
        of_cells = np.add.reduceat(_m_ln_m(w_sxc).sum(axis=2), first, axis=1)
        w_s, w_sc = self._sum(self.stratum, self.weight), self._sum(self.sc, self.weight)
        fixed = _m_ln_m(w_s) - np.add.reduceat(_m_ln_m(w_sc), first)
        g_s = 2.0 * (of_cells - _m_ln_m(w_sx).sum(axis=2) + fixed)
        r = self._ratio(self.stratum)
        r_x = np.divide(q_sx, w_sx, out=np.zeros_like(q_sx), where=w_sx > 0)
        x_1, x_2 = _moments(r_x.sum(axis=2), (r_x**2).sum(axis=2), (r_x * q_sx).sum(axis=2), w_s, r)
        c = self._ratio(self.sc)
        c_q = c * self._sum(self.sc, self.weight**2)
        sums = [np.add.reduceat(part, first) for part in (c, c**2, c_q)]
        c_1, c_2 = _moments(sums[0], sums[1], sums[2], w_s, r)
        each = self._degrees * r / (x_1 * c_1)
        g = (np.maximum(g_s, 0.0) * each).sum(axis=1)
        return _at_the_same_deviate(g, (x_2 * c_2 * (each / r) ** 2).sum(axis=1), self.degrees)

    def _tables(
        self, cells: Indices, n_cells: int, level: Indices, width: int, values: Floats
    ) -> Floats:
        """Return the sums of values by cell and level, shape (size, n_cells, width)."""
        size = len(level)
        table = np.arange(size)[:, np.newaxis] * n_cells + cells
        where = table * width + level
        sums = np.bincount(where.ravel(), np.tile(values, size), size * n_cells * width)
        return sums.astype(np.float64).reshape(size, n_cells, width)


def _moments(
    ratios: Floats, squares: Floats, products: Floats, w_s: Floats, r: Floats
) -> tuple[Floats, Floats]:
    """Return R_1 and R_2 of one side, from sums over its cells in each stratum."""
    return ratios - r, squares - 2 * products / w_s + r**2


def _at_the_same_deviate(g: Floats, squares: Floats, degrees: int) -> Floats:
    """Return what chi-square of ``degrees`` is where g, a sum of mean ``degrees``, is as far out.

    ``squares`` are sums of the squared d, half of the variance of g.
    """
    own = degrees**2 / squares  # degrees of freedom
    deviate = (np.cbrt(g / degrees) - (1 - 2 / (9 * own))) / np.sqrt(2 / (9 * own))
    root = 1 - 2 / (9 * degrees) + deviate * np.sqrt(2 / (9 * degrees))
    same: Floats = degrees * np.maximum(root, 0.0) ** 3
    return same


def _m_ln_m(sums: Floats) -> Floats:
    logs: Floats = sums * np.log(np.where(sums > 0, sums, 1.0))
    return logs
