"""The scores of all candidates as S grows: folded pair by pair, or from the whole of S."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from natpick.criterion import TIE, Criterion, Fold, Penalty, pair
from natpick.sources.protocol import InformationSource, JointSource
from natpick.terms import Floats, Indices, PairTerms, Univariate, Want

LEDGER = Want.REDUNDANCY | Want.CLASS_REDUNDANCY
"""What is told of every pick, whether its criterion weighs it or not."""

BATCH = 64
"""Candidates that lazy evaluation brings up to date first; twice as many each time after."""


class Scores(Protocol):
    """Scores J(X_i) of candidates given the features selected so far."""

    alone: Univariate
    selected: list[int]
    ledger: Want

    def add(self, i: int) -> None:
        """Take a feature into S."""

    def contenders(self, candidates: Indices) -> tuple[Indices, Floats]:
        """Return the candidates that can be the best or its runner-up, and their scores."""

    def score(self, i: int, candidates: Indices, /) -> float:
        """Return the score of one of the candidates."""

    def weighed(self, i: int, ledger: PairTerms, /) -> tuple[float, float]:
        """Return redundancy and class redundancy of a feature as the criterion weighs them."""


def scores_of(source: InformationSource, criterion: Criterion, *, lazy: bool) -> Scores:
    """Return the scores of a criterion, all candidates open and none selected."""
    if criterion.fold is not None:
        return PairwiseScores(source, criterion, criterion.fold, lazy=lazy)
    if not isinstance(source, JointSource):
        raise TypeError(
            f"{criterion.name} conditions on all selected features at once, which "
            f"{type(source).__name__} cannot; choose another method."
        )
    return SetScores(source)


class PairwiseScores:
    """Scores folded from penalties of pairs.

    Each candidate has its own running fold and the number of selected features that are in
    it. Where the criterion says that a fold over fewer features gives an upper bound of the
    score, candidates that cannot win are left behind. Features are always folded in the order
    of selection, so a score does not depend, to the last bit, on when it was computed.

    References
    ----------
    Fleuret (2004), Fast binary feature selection with conditional mutual information, JMLR 5.
    """

    def __init__(
        self, source: InformationSource, criterion: Criterion, fold: Fold, *, lazy: bool
    ) -> None:
        self.alone = source.univariate()
        self.selected: list[int] = []
        self.ledger = LEDGER | criterion.want
        p = len(self.alone.relevance)
        self._source = source
        self._criterion = criterion
        self._fold = fold
        self._lazy = lazy and criterion.lazy is not None
        self._folded = np.full((fold.width, p), fold.identity)
        self._absorbed = np.zeros(p, dtype=np.int64)

    def add(self, i: int) -> None:
        """Take a feature into S."""
        self.selected.append(i)

    def contenders(self, candidates: Indices) -> tuple[Indices, Floats]:
        """Return the candidates that can be the best or its runner-up, and their scores."""
        if self._lazy:
            return self._lazily(candidates)
        self._complete(candidates)
        return candidates, self._scores(candidates)

    def score(self, i: int, candidates: Indices, /) -> float:
        """Return the score of one of the candidates."""
        known = np.array([i]) if self._lazy else candidates
        self._complete(known)
        return float(self._scores(known)[known == i][0])

    def weighed(self, i: int, ledger: PairTerms, /) -> tuple[float, float]:
        """Return redundancy and class redundancy of a feature as the criterion weighs them."""
        if not self.selected:
            return 0.0, 0.0
        parts = self._fold.weighed(self._penalty(np.array([i]), np.array(self.selected), ledger))
        redundancy, class_redundancy = self._criterion.weighed(np.array(parts), len(self.selected))
        return float(redundancy), float(class_redundancy)

    def _scores(self, candidates: Indices) -> Floats:
        relevance = self.alone.relevance[candidates]
        if not self.selected:
            return relevance
        folded = self._fold.value(self._folded[:, candidates])
        penalty = self._criterion.weighed(folded, len(self.selected))
        return self._criterion.combine(relevance, penalty)

    def _lazily(self, candidates: Indices) -> tuple[Indices, Floats]:
        scores = self._scores(candidates)
        size = BATCH
        while True:
            final = self._is_complete(candidates)
            floor = _second(scores[final]) - TIE
            hopeful = ~(scores < floor)  # a score that is not a number is for the search to tell
            pending = np.flatnonzero(hopeful & ~final)
            if pending.size == 0:
                return candidates[hopeful], scores[hopeful]
            batch = pending[_largest(scores[pending], size)]
            self._absorb_next(candidates[batch])
            scores[batch] = self._scores(candidates[batch])
            size *= 2

    def _is_complete(self, candidates: Indices) -> NDArray[np.bool_]:
        if self._criterion.want is Want.NOTHING:
            return np.ones(len(candidates), dtype=np.bool_)
        return np.equal(self._absorbed[candidates], len(self.selected))

    def _complete(self, candidates: Indices) -> None:
        behind = candidates[~self._is_complete(candidates)]
        while behind.size:
            self._absorb_next(behind)
            behind = behind[~self._is_complete(behind)]

    def _absorb_next(self, candidates: Indices) -> None:
        """Fold into each candidate the first selected feature that it lacks."""
        absorbed = self._absorbed[candidates]
        for position in np.unique(absorbed):
            behind = candidates[absorbed == position]
            s = self.selected[position]
            terms = self._source.pair_terms(s, behind, self._criterion.want)
            penalty = self._penalty(behind, np.array([s]), terms)
            for folded, new in zip(self._folded, self._fold.rows(penalty), strict=True):
                folded[behind] = self._fold.ufunc(folded[behind], new)
            self._absorbed[behind] += 1

    def _penalty(self, i: Indices, s: Indices, terms: PairTerms) -> Penalty:
        return self._criterion.penalty(pair(self.alone, i, s, terms))


class SetScores:
    """Scores MI(C, X_i | S), with S taken as a whole: the target objective OF'."""

    def __init__(self, source: JointSource) -> None:
        self.alone = source.univariate()
        self.selected: list[int] = []
        self.ledger = LEDGER
        self._source = source

    def add(self, i: int) -> None:
        """Take a feature into S."""
        self.selected.append(i)

    def contenders(self, candidates: Indices) -> tuple[Indices, Floats]:
        """Return all candidates and their scores."""
        if not self.selected:
            return candidates, self.alone.relevance[candidates]
        return candidates, self._source.set_terms(np.array(self.selected), candidates).relevance

    def score(self, i: int, _candidates: Indices, /) -> float:
        """Return the score of one of the candidates."""
        return float(self.contenders(np.array([i]))[1][0])

    def weighed(self, i: int, _ledger: PairTerms, /) -> tuple[float, float]:
        """Return MI(X_i, S) = H(X_i) - H(X_i | S) and MI(X_i, S | C) of a feature.

        MI(X_i, S | C) = MI(C, X_i | S) - MI(C, X_i) + MI(X_i, S).
        """
        if not self.selected:
            return 0.0, 0.0
        given = self._source.set_terms(np.array(self.selected), np.array([i]))
        redundancy = max(0.0, float(self.alone.entropy[i] - given.entropy[0]))
        gain = float(given.relevance[0] - self.alone.relevance[i])
        return redundancy, max(0.0, redundancy + gain)


def _second(values: Floats) -> float:
    return float(np.partition(values, -2)[-2]) if values.size > 1 else -np.inf


def _largest(values: Floats, k: int) -> Indices:
    return np.argpartition(values, -k)[-k:] if values.size > k else np.arange(values.size)
