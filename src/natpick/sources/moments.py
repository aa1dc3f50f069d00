"""Variances and covariances of normal scores, overall and given the target."""

import math

import numpy as np

from natpick.sources.normal_scores import normal_scores
from natpick.sources.rows import Rows
from natpick.terms import Floats, Indices


class Moments:
    """Second moments of columns, in row 0 over all rows and in the others given the target.

    Given classes there is a row for each of them, of the moments within it. Given a continuous
    target there is one, of what is left of the columns after regression on the target.

    Attributes
    ----------
    variance : shape (1 + groups, p).
    sizes : rows of the data behind each row of moments, shape (1 + groups,).
    """

    def __init__(self, rows: Rows) -> None:
        order = np.argsort(rows.y, kind="stable") if not rows.continuous else slice(None)
        self._scores = normal_scores(np.ascontiguousarray(rows.columns[:, order]))
        self._ends = np.concatenate([[0], np.cumsum(rows.class_sizes)]).tolist()
        self.sizes = np.concatenate([[len(rows.y)], rows.class_sizes]).astype(np.float64)
        self._sums = self._over_groups(self._scores, np.ones_like(self._scores[:1]))
        self._covariances: dict[int, Floats] = {}
        products = self._over_groups(self._scores, self._scores)
        self._with_target: Floats | None = None
        if rows.continuous:
            t = normal_scores(rows.y[np.newaxis])[0]
            n, mean = len(t), t.sum() / len(t)
            spread = math.sqrt(t @ t / n - mean**2)
            self._with_target = (self._scores @ t / n - self._sums[0] / n * mean) / spread
        self.variance = self._given(self._centred(products, self._sums), self._with_target)

    def covariance(self, s: int) -> Floats:
        """Return the covariance of every column with column ``s``, shape (1 + groups, p)."""
        if s not in self._covariances:
            groups = [self._scores[:, a:b] @ self._scores[s, a:b] for a, b in self._groups()]
            products = np.stack([np.sum(groups, axis=0), *groups])
            partner = None if self._with_target is None else self._with_target[[s]]
            centred = self._centred(products, self._sums[:, [s]])
            self._covariances[s] = self._given(centred, partner)
        return self._covariances[s]

    def scores(self, i: Indices) -> Floats:
        """Return the scores of some columns, rows sorted by class, shape (len(i), n)."""
        return self._scores[i]

    def _groups(self) -> list[tuple[int, int]]:
        return list(zip(self._ends[:-1], self._ends[1:], strict=True))

    def _over_groups(self, a: Floats, b: Floats) -> Floats:
        """Return the sums of products of rows, over all columns and over those of each group."""
        groups = [
            np.einsum("ij,ij->i", a[:, lo:hi], np.broadcast_to(b, a.shape)[:, lo:hi])
            for lo, hi in self._groups()
        ]
        return np.stack([np.sum(groups, axis=0), *groups])

    def _centred(self, products: Floats, sums: Floats) -> Floats:
        n = self.sizes[:, np.newaxis]
        centred: Floats = products / n - (self._sums / n) * (sums / n)
        return centred

    def _given(self, moments: Floats, partner: Floats | None) -> Floats:
        """Take from the second row what the target explains, where that is continuous."""
        if self._with_target is not None and partner is not None:
            moments[1] -= self._with_target * partner
        return moments
