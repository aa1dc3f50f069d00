"""Distinct values of many columns at once, with what each weighs, and the cuts between them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from natpick.encode.reals import WHOLE_LEVELS, Mask, Real

Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Runs:
    """The distinct values of columns, a run of equal values each, in order.

    Attributes
    ----------
    starts : where each column's runs begin, and after the last where they end, shape (p + 1,).
    values : the value of each run, increasing within a column.
    masses : what its rows weigh together, at least 1.
    """

    starts: Places
    values: Real
    masses: Places

    @classmethod
    def of_columns(cls, columns: Real, weights: Places) -> "Runs":
        """Return the distinct values of columns, a row for each, without those missing."""
        values, masses = [columns[:0, 0]], [weights[:0]]
        for column in columns:
            present = ~np.isnan(column)
            distinct, where = np.unique(column[present] + 0, return_inverse=True)  # no -0.0
            values.append(distinct)
            masses.append(np.bincount(where, weights[present]).astype(np.int64))
        starts = np.cumsum([len(distinct) for distinct in values])
        return cls(starts, np.concatenate(values), np.concatenate(masses))

    @property
    def sizes(self) -> Places:
        """How many distinct values each column has."""
        return np.diff(self.starts)

    @property
    def column(self) -> Places:
        """The column of each run."""
        return np.repeat(np.arange(len(self.starts) - 1), self.sizes)

    @property
    def rank(self) -> Places:
        """The place of each run among those of its column."""
        return np.arange(len(self.values)) - self.starts[self.column]

    @property
    def tops(self) -> Mask:
        """Mark the largest value of each column."""
        tops = np.zeros(len(self.values), dtype=np.bool_)
        tops[self.starts[1:][self.sizes > 0] - 1] = True
        return tops

    def take(self, columns: Mask) -> "Runs":
        """Return the runs of some of the columns."""
        kept = columns[self.column]
        starts = np.r_[0, np.cumsum(self.sizes[columns])]
        return Runs(starts, self.values[kept], self.masses[kept])

    def few(self, bins: int) -> Mask:
        """Mark the columns whose values are levels: at most ``bins``, or 20 that are whole."""
        broken = self.column[np.floor(self.values) != self.values]
        whole = np.bincount(broken, minlength=len(self.sizes)) == 0
        return np.asarray((self.sizes <= bins) | (whole & (self.sizes <= WHOLE_LEVELS)), np.bool_)

    def frequency_cuts(self, bins: int) -> Mask:
        """Mark the runs that bins of equal frequency end with.

        Of total mass m, cut point j is the first value up to which there is at least m j / bins
        (:func:`natpick.encode.cut_rules.frequency`): of j = 1 .. bins - 1, a run reaches the
        first floor(bins mass / m), mass being that up to it. Where the largest value would be
        a cut point, the one below it is.
        """
        column, up_to = self.column, np.cumsum(self.masses)
        before = np.r_[0, up_to][self.starts]
        total = np.diff(before)[column]
        reached = (up_to - before[column]) * bins // total
        earlier = np.r_[0, reached[:-1]] * (self.rank > 0)
        cuts = (reached > earlier) & ~self.tops
        tops = np.flatnonzero(self.tops & (earlier < bins - 1) & (self.rank > 0))
        cuts[tops - 1] = True
        return np.asarray(cuts, np.bool_)

    def below(self, cuts: Mask) -> Places:
        """Return for each run how many cut points of its column are below it: its code."""
        before: Places = np.cumsum(cuts) - cuts
        return np.asarray(before - np.r_[before, 0][self.starts[:-1]][self.column])
