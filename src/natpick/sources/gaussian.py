"""The source of continuous data by a Gaussian copula: information from correlations."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from natpick.sources.chance import Chance
from natpick.sources.moments import Moments
from natpick.sources.normal_test import classes_chance, regression_chance
from natpick.sources.rows import Rows
from natpick.terms import Floats, Indices, PairTerms, SetTerms, Univariate, Want

NOTHING_LEFT = 1e-12
"""A variance of scores below this is rounding."""


class Gaussian:
    """Numbers as rows of a Gaussian copula, with a target of classes or of numbers.

    Every column is replaced by the normal scores of its ranks, so only the order of its values
    counts. Scores are taken to be jointly normal, within each class where the target has classes.

    Parameters
    ----------
    X : array of shape (n, p)
        Numbers, all finite.
    y : array of shape (n,)
        The target: classes, or numbers.
    names : sequence of str, optional
        The features' names; x0, x1, ... by default.
    continuous : bool, optional
        Whether the target is continuous. By default it is if it has more than 20 distinct
        numbers.

    Notes
    -----
    With r the correlation of scores, r_c that within class c, v_i the variance of X_i and v_ic
    that within class c, p_c the share of rows:

    - MI(X_i, X_s) = -1/2 ln(1 - r^2);
    - MI(C, X_i) = 1/2 ln v_i - 1/2 sum p_c ln v_ic for classes;
    - MI(X_i, X_s | C) = -1/2 sum p_c ln(1 - r_c^2) for classes, and -1/2 ln(1 - r_is.c^2) with the
      partial correlation for a continuous target, where MI(C, X_i) = -1/2 ln(1 - r_ic^2).

    MI(C, X_i | S) is the same with the variances left by regression on S, so the chain rule
    holds: MI(C, {X_i, X_s}) = MI(C, X_s) + MI(C, X_i | X_s), and that is the sum of both
    relevances less MI(X_i, X_s) plus MI(X_i, X_s | C). No term is negative. A score of normal
    distribution has the largest entropy for its variance, so for classes MI(C, X_i) is, in the
    limit of many rows without ties, a lower bound of the truth.

    n rows can't tell more than ln n nats, nor a class of n_c more than ln n_c: there each logarithm
    ends. H(X_i) and H(C) are those of the rows at hand, ln n without ties, and bound MI(X_i, X_s)
    and MI(C, X_i). Equal values share their average rank. Sums of products of scores are exact,
    so the answer is the same, bit for bit, on any number of threads.

    References
    ----------
    Ince, Giordano, Kayser, Rousselet, Gross and Schyns (2017), A statistical framework for
    neuroimaging data analysis based on mutual information estimated via a Gaussian copula,
    Human Brain Mapping 38.

    Examples
    --------
    >>> import natpick
    >>> from sklearn.datasets import load_wine
    >>> X, y = load_wine(return_X_y=True)
    >>> wine = natpick.sources.Gaussian(X, y)
    >>> natpick.select(wine, method="cmi", n_features=3).names
    ['x6', 'x9', 'x12']
    """

    def __init__(
        self,
        X: ArrayLike,
        y: ArrayLike,
        names: Sequence[str] | None = None,
        *,
        continuous: bool | None = None,
    ) -> None:
        rows = Rows.of(X, y, names, continuous)
        self.names = rows.names
        self._continuous = rows.continuous
        self._moments = Moments(rows)
        self._left = _Left.of(self._moments)
        entropy, bound = rows.entropies(), rows.target_entropy
        relevance = np.minimum(_told(self._left.variance, self._moments), entropy)
        self._univariate = Univariate(bound, entropy, np.minimum(relevance, bound))

    def univariate(self) -> Univariate:
        """Return H(C) and, for every feature, H(X_i) and MI(C, X_i)."""
        return self._univariate

    def pair_terms(self, s: int, candidates: Indices, want: Want) -> PairTerms:
        """Return the terms of feature ``s`` with each candidate, as far as they are wanted."""
        alone, shared = self._univariate, _shared(self._moments, s)[:, candidates]
        entropy, unwanted = alone.entropy[candidates], np.full(len(candidates), np.nan)
        redundancy = np.minimum(shared[0], np.minimum(entropy, alone.entropy[s]))
        if not want & (Want.CLASS_REDUNDANCY | Want.JOINT_ENTROPY):
            return PairTerms(redundancy, unwanted, unwanted)
        given = alone.entropy - alone.relevance  # H(X_i | C)
        most = np.minimum(given[candidates], given[s])
        class_redundancy = np.minimum(_mean(shared[1:], self._moments), most)
        joint = alone.target_entropy + (given[candidates] + given[s]) - class_redundancy
        return PairTerms(redundancy, class_redundancy, joint)

    def set_terms(self, selected: Indices, candidates: Indices) -> SetTerms:
        """Return H(C | S) and each candidate's H(X_i | S) and MI(C, X_i | S).

        A model can't show that the class is a function of S, so H(C | S) is never quite 0.
        """
        self._left = self._left.after(tuple(selected.tolist()), self._moments)
        alone, n = self._univariate, self._moments.sizes[0]
        ratio = self._left.variance[0] / np.maximum(self._moments.variance[0], NOTHING_LEFT)
        determined = ratio <= max(n**-2.0, NOTHING_LEFT)
        entropy = alone.entropy + 0.5 * np.log(np.where(determined, 1.0, ratio))
        entropy = np.where(determined, 0.0, np.maximum(entropy, 0.0))
        relevance = np.where(determined, 0.0, _told(self._left.variance, self._moments))
        relevance = np.minimum(relevance, np.minimum(entropy, alone.target_entropy))
        target_entropy = max(alone.target_entropy - self._left.told, NOTHING_LEFT)
        i = candidates
        return SetTerms(target_entropy, entropy[i], relevance[i], determined[i])

    def chance(self, selected: Indices, i: int, level: float, rng: np.random.Generator) -> Chance:
        """Test whether feature ``i`` tells more of the target, given the selected, than chance.

        A continuous target by the t-test of the partial correlation, classes by the likelihood
        ratio of means, slopes and variances of their own.
        """
        self._left = self._left.after(tuple(selected.tolist()), self._moments)
        left = self._left.variance[:, i]
        if left[0] <= NOTHING_LEFT:
            return Chance(1.0)
        if self._continuous:
            return regression_chance(
                float(left[1] / left[0]), int(self._moments.sizes[0]), selected.size
            )
        scores, given = self._moments.scores(np.array([i]))[0], self._moments.scores(selected)
        return classes_chance(left, scores, given, self._moments.sizes[1:], level, rng)


def _mean(values: Floats, moments: Moments) -> Floats:
    """Return the mean over the groups of the target, weighted by their rows."""
    weights = moments.sizes[1:] / moments.sizes[0]
    mean: Floats = np.sum(weights[:, np.newaxis] * values, axis=0)
    return mean


def _told(variance: Floats, moments: Moments) -> Floats:
    """Return 1/2 ln v - 1/2 sum p_c ln v_c, each ln(v / v_c) from 0 to 2 ln n_c."""
    least = moments.sizes[1:, np.newaxis] ** -2.0
    some = np.maximum(variance[0], NOTHING_LEFT)
    ratio = np.where(variance[0] > NOTHING_LEFT, np.maximum(variance[1:] / some, least), 1.0)
    return np.maximum(_mean(-0.5 * np.log(ratio), moments), 0.0)


def _shared(moments: Moments, s: int) -> Floats:
    """Return -1/2 ln(1 - r^2) overall and within each group, shape (1 + groups, p)."""
    product = moments.variance * moments.variance[:, [s]]
    varies = product > NOTHING_LEFT
    unexplained = product - moments.covariance(s) ** 2
    ratio = np.divide(unexplained, product, out=np.ones_like(product), where=varies)
    shared: Floats = -0.5 * np.log(np.clip(ratio, moments.sizes[:, np.newaxis] ** -2.0, 1.0))
    return shared


@dataclass(frozen=True)
class _Left:
    """What regression on the selected features leaves: columns of Cholesky's factor.

    Attributes
    ----------
    selected : the features, in order.
    factors : of each of them, its column of the factor, shape (1 + groups, p).
    variance : the residual variances, shape (1 + groups, p).
    told : MI(C, S).
    """

    selected: tuple[int, ...]
    factors: tuple[Floats, ...]
    variance: Floats
    told: float

    @classmethod
    def of(cls, moments: Moments) -> "_Left":
        return cls((), (), moments.variance, 0.0)

    def after(self, selected: tuple[int, ...], moments: Moments) -> "_Left":
        """Return what ``selected`` leave, from this where it is a prefix of them."""
        known = len(self.selected)
        if selected[:known] != self.selected:
            return _Left.of(moments).after(selected, moments)
        left = self
        for s in selected[known:]:
            left = left._less(s, moments)
        return left

    def _less(self, s: int, moments: Moments) -> "_Left":
        """Return what is left with one more feature: l_s = (c_s - sum_j l_j l_js) / sqrt(v_s)."""
        covariance = moments.covariance(s)
        for factor in self.factors:
            covariance = covariance - factor * factor[:, [s]]
        pivot = self.variance[:, [s]]
        free = pivot > NOTHING_LEFT
        factor = np.where(free, covariance / np.sqrt(np.where(free, pivot, 1.0)), 0.0)
        variance = np.maximum(self.variance - factor**2, 0.0)
        told = self.told + float(_told(self.variance, moments)[s])
        return _Left((*self.selected, s), (*self.factors, factor), variance, told)
