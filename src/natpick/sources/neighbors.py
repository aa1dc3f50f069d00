"""The source of continuous data by its nearest neighbours: information from distances."""

from collections.abc import Sequence
from functools import cached_property
from itertools import repeat

import numpy as np
from numpy.typing import ArrayLike

from natpick._core import Neighbors as Distances
from natpick.sources.blocks import blocks, permuted_within
from natpick.sources.chance import Chance, by_permutation, exponential_tail
from natpick.sources.rows import Rows
from natpick.terms import Floats, Indices, PairTerms, Univariate, Want
from natpick.threads import n_threads

N_NEIGHBORS = 3
"""How many neighbours are looked for where no number is given."""

PERMUTATIONS = (200, 2_000)
"""How many are drawn where it is clear what chance gives, and where it is not."""

PERMUTED_TOGETHER = 20

ROUNDING = 1e-12
"""What rounding can make of an estimate, in nats."""


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

    The order of the rows by a column is kept once it was needed: up to 8 bytes a number, beside
    the 8 of the number itself. Sets of features taken together are refused: in more dimensions
    there are too few rows near each other, estimates fall towards 0, and no distance tells that
    a feature is a function of others.

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
        self._k, self._workers = k, n_threads(n_jobs)
        self._whole, self._within = self._distances(self._columns)

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
        class_redundancy = np.minimum(
            self._given_target(self._whole, self._within, i, selected), most
        )
        joint = alone.target_entropy + (given[i] + given[s]) - class_redundancy
        return PairTerms(redundancy, class_redundancy, joint)

    def chance(self, selected: Indices, i: int, level: float, rng: np.random.Generator) -> Chance:
        """Test whether feature ``i`` tells more of the target, given the selected, than chance.

        The mean over X_s of MI(C, X_i | X_s), or MI(C, X_i) if none is selected, is compared with
        that of X_i permuted among rows that are near each other in all the selected.
        """
        x, block = self._columns[i], blocks(self._columns[selected])
        found = float(self._told(x[np.newaxis], selected)[0]) - ROUNDING
        permuted = permuted_within(block, x, rng, repeat(PERMUTED_TOGETHER))
        told = (self._told(columns, selected) for columns in permuted)
        return by_permutation(found, told, level, exponential_tail, limits=PERMUTATIONS)

    def _told(self, columns: Floats, selected: Indices) -> Floats:
        """Return the mean over X_s of MI(C, X | X_s) of columns X, by the chain rule."""
        whole, within = self._distances(columns)
        told, everything = self._relevance(whole, within, len(columns)), np.arange(len(columns))
        for s in selected.tolist():
            x_s = self._columns[s]
            gained = self._given_target(whole, within, everything, x_s)
            told = told + (gained - whole.pair_information(everything, x_s)) / len(selected)
        return told

    def _distances(self, columns: Floats) -> tuple[Distances, Distances]:
        """Return the distances of columns, among all rows and within classes."""
        ends = np.cumsum(self._rows.class_sizes)
        whole = Distances(columns, ends[-1:], self._k, self._workers)
        return whole, Distances(columns, ends, self._k, self._workers)

    def _relevance(self, whole: Distances, within: Distances, n_columns: int) -> Floats:
        everything = np.arange(n_columns, dtype=np.int64)
        if self._rows.continuous:
            return whole.pair_information(everything, self._target)
        return within.class_information(everything)

    def _given_target(
        self, whole: Distances, within: Distances, candidates: Indices, selected: Floats
    ) -> Floats:
        if self._rows.continuous:
            return whole.given_information(candidates, selected, self._target)
        return within.pair_information(candidates, selected)

    @cached_property
    def _univariate(self) -> Univariate:
        rows = self._rows
        relevance = self._relevance(self._whole, self._within, len(self.names))
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
