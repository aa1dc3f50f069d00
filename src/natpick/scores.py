"""The scores of all candidates as S grows: folded pair by pair, or from the whole of S."""

from typing import Protocol

import numpy as np

from natpick.criterion import Criterion
from natpick.eager import EagerScores
from natpick.folded import Folded
from natpick.lazy import LazyScores
from natpick.sources.protocol import InformationSource, JointSource
from natpick.terms import Flags, Floats, Indices, PairTerms, Univariate, Want

LEDGER = Want.REDUNDANCY | Want.CLASS_REDUNDANCY
"""What is told of every pick, whether its criterion weighs it or not."""


class Scores(Protocol):
    """Scores J(X_i) of candidates given the features selected so far."""

    alone: Univariate
    selected: list[int]
    ledger: Want

    def add(self, i: int) -> None:
        """Take a feature into S."""

    def contenders(self, is_candidate: Flags) -> tuple[Indices, Floats]:
        """Return the candidates that can be the best or its runner-up, and their scores."""

    def score(self, i: int, is_candidate: Flags, /) -> float:
        """Return the score of one of the candidates."""

    def weighed(self, i: int, ledger: PairTerms, /) -> tuple[float, float]:
        """Return redundancy and class redundancy of a feature as the criterion weighs them."""


def scores_of(source: InformationSource, criterion: Criterion, *, lazy: bool) -> Scores:
    """Return the scores of a criterion, all candidates open and none selected."""
    if criterion.fold is not None:
        kind = LazyScores if lazy and criterion.lazy is not None else EagerScores
        return kind(Folded(source, criterion, criterion.fold), LEDGER | criterion.want)
    if not isinstance(source, JointSource):
        raise TypeError(
            f"{criterion.name} conditions on all selected features at once, which "
            f"{type(source).__name__} cannot; choose another method."
        )
    return SetScores(source)


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

    def contenders(self, is_candidate: Flags) -> tuple[Indices, Floats]:
        """Return all candidates and their scores."""
        candidates = np.flatnonzero(is_candidate)
        if not self.selected:
            return candidates, self.alone.relevance[candidates]
        return candidates, self._source.set_terms(np.array(self.selected), candidates).relevance

    def score(self, i: int, _is_candidate: Flags, /) -> float:
        """Return the score of one of the candidates."""
        only = np.arange(len(self.alone.relevance)) == i
        return float(self.contenders(only)[1][0])

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
