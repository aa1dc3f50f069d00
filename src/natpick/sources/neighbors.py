"""The source of continuous data by its nearest neighbours: information from distances."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from natpick._core import Neighbors as Distances
from natpick.sources.rows import Rows
from natpick.terms import Floats, Indices, PairTerms, Univariate, Want
from natpick.threads import n_threads

N_NEIGHBORS = 3
"""How many neighbours are looked for where no number is given."""


class Neighbors:
    """Numbers as they are, with a target of classes or of numbers; nothing is assumed or cut.

    Columns are scaled to a variance of 1. How far it is to the k-th nearest neighbour tells how
    densely the rows lie together, and how many more come as near in one column alone tells
    how far that is more than chance.

    Parameters
    ----------
    X : array of shape (n, p)
        Numbers, all finite.
    y : array of shape (n,)
        The target: classes, or numbers.
    names : sequence of str, optional
        The features' names; x0, x1, ... by default.
    n_neighbors : int
        k: more of them vary less from sample to sample and blur more.
    n_jobs : int, optional
        Threads, as in scikit-learn: None is 1, -1 is all. The answer is the same, bit for bit.
    continuous : bool, optional
        Whether the target is continuous. By default it is if it has more than 20 distinct
        numbers.

    Notes
    -----
    MI(C, X_i) is Ross's estimate for classes; MI(X_i, X_s), MI(X_i, X_s | C) within classes and
    MI(C, X_i) for numbers are Kraskov's first; MI(X_i, X_s | C) given numbers is Frenzel and
    Pompe's. Distances are those of the maximum norm.

    Ties need no jitter. A row's ball reaches to its k-th neighbour and is open; where that
    is at distance 0 it is the row itself with all that coincide with it. All counts are of rows
    in the ball, the row included: without ties that is k, and Kraskov's estimate; where all
    neighbours coincide, it is nearly the plug-in's.

    No term is negative. MI(C, X_i) is at most H(C) and H(X_i), and MI(X_i, X_s) at most H(X_i) and
    H(X_s), where the entropies are those of the rows at hand, ln n without ties.

    References
    ----------
    Kraskov, Stoegbauer and Grassberger (2004), Estimating mutual information, Physical Review
    E 69. Ross (2014), Mutual information between discrete and continuous data sets, PLoS ONE 9.
    Frenzel and Pompe (2007), Partial mutual information for coupling analysis of multivariate
    time series, Physical Review Letters 99. On ties: Gao, Kannan, Oh and Viswanath (2017),
    Estimating mutual information for discrete-continuous mixtures, NeurIPS 30.

    Examples
    --------
    >>> import natpick
    >>> from sklearn.datasets import load_wine
    >>> X, y = load_wine(return_X_y=True)
    >>> wine = natpick.sources.Neighbors(X, y)
    >>> natpick.select(wine, method="jmi", n_features=3).names
    ['x6', 'x9', 'x12']
    """

    def __init__(
        self,
        X: ArrayLike,
        y: ArrayLike,
        names: Sequence[str] | None = None,
        *,
        n_neighbors: int = N_NEIGHBORS,
        n_jobs: int | None = None,
        continuous: bool | None = None,
    ) -> None:
        self._rows = rows = Rows.of(X, y, names, continuous)
        self.names = rows.names
        n, k = len(rows.y), _neighbors(n_neighbors, len(rows.y))
        order = np.arange(n) if rows.continuous else np.argsort(rows.y, kind="stable")
        self._columns = np.ascontiguousarray(_scaled(rows.columns)[:, order])
        self._target = _scaled(rows.y[np.newaxis])[0]
        ends = np.cumsum(rows.class_sizes)
        workers = n_threads(n_jobs)
        self._whole = Distances(self._columns, ends[-1:], k, workers)
        self._within = Distances(self._columns, ends, k, workers)

    def univariate(self) -> Univariate:
        """Return H(C) and, for every feature, H(X_i) and MI(C, X_i)."""
        return self._univariate

    def pair_terms(self, s: int, candidates: Indices, want: Want) -> PairTerms:
        """Return the terms of feature ``s`` with each candidate, as far as they are wanted."""
        i = np.ascontiguousarray(candidates, dtype=np.int64)
        alone, selected = self._univariate, self._columns[s]
        unwanted = np.full(len(i), np.nan)
        redundancy = unwanted
        if want & Want.REDUNDANCY:
            most = np.minimum(alone.entropy[i], alone.entropy[s])
            redundancy = np.minimum(self._whole.pair_information(i, selected), most)
        if not want & (Want.CLASS_REDUNDANCY | Want.JOINT_ENTROPY):
            return PairTerms(redundancy, unwanted, unwanted)
        given = alone.entropy - alone.relevance  # H(X_i | C)
        most = np.minimum(given[i], given[s])
        class_redundancy = np.minimum(self._given_target(i, selected), most)
        joint = alone.target_entropy + (given[i] + given[s]) - class_redundancy
        return PairTerms(redundancy, class_redundancy, joint)

    def _given_target(self, candidates: Indices, selected: Floats) -> Floats:
        if self._rows.continuous:
            return self._whole.given_information(candidates, selected, self._target)
        return self._within.pair_information(candidates, selected)

    @cached_property
    def _univariate(self) -> Univariate:
        rows, everything = self._rows, np.arange(len(self.names), dtype=np.int64)
        if rows.continuous:
            relevance = self._whole.pair_information(everything, self._target)
        else:
            relevance = self._within.class_information(everything)
        entropy, bound = rows.entropies(), rows.target_entropy
        return Univariate(bound, entropy, np.minimum(relevance, np.minimum(entropy, bound)))


def _scaled(columns: Floats) -> Floats:
    """Return columns divided by their standard deviations, constants as they are.

    Sorted first, so that the order of the rows changes no bit.
    """
    spread = np.sort(columns, axis=1).std(axis=1, keepdims=True)
    scaled: Floats = columns / np.where(spread > 0, spread, 1.0)
    return scaled


def _neighbors(n_neighbors: int, n_rows: int) -> int:
    whole = isinstance(n_neighbors, int | np.integer) and not isinstance(n_neighbors, bool)
    if not whole or not 1 <= n_neighbors < n_rows:
        raise ValueError(
            f"n_neighbors={n_neighbors!r} is not allowed; of {n_rows} rows, each has from 1 to "
            f"{n_rows - 1} neighbours."
        )
    return int(n_neighbors)
