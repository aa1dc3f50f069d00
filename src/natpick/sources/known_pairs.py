"""The terms of single pairs of features, remembered."""

import numpy as np
from numpy.typing import NDArray

from natpick.terms import Floats, Indices, PairTerms

AT_FIRST = 32
"""The features, and the pairs, that there is room for at first; then for twice as many."""


class KnownPairs:
    """Some pairs of features with their terms, each pair in one place of a list.

    For each feature s that was first of a pair, of p features, it is noted where the terms with
    every other stand, 0 for nowhere.
    """

    def __init__(self, p: int) -> None:
        self._n_pairs = 1
        self._line = np.full(p, -1)
        self._features: list[int] = []  # whose lines they are
        self._where = np.zeros((AT_FIRST, p), dtype=np.int32)
        self._terms = np.zeros((AT_FIRST, 3))

    def places(self, s: Indices, i: Indices) -> NDArray[np.int32]:
        """Return where the terms of each pair ``(s[j], i[j])`` stand, 0 for nowhere."""
        of_s, of_i = self._line[s], self._line[i]
        there = np.where(of_s >= 0, self._where[of_s, i], 0)
        return np.where((there == 0) & (of_i >= 0), self._where[of_i, s], there)

    def at(self, places: NDArray[np.int32]) -> Floats:
        """Return the terms that stand at places, shape (places, 3)."""
        return self._terms[places]

    def of(self, s: int) -> tuple[Indices, Floats]:
        """Return the features of pairs with ``s``, whichever came first; the terms, (3, n)."""
        places = self._where[: len(self._features), s]
        met = places.nonzero()[0]
        features, places = np.array(self._features, dtype=np.int64)[met], places[met]
        if self._line[s] >= 0:
            line = self._where[self._line[s]]
            follow = line.nonzero()[0]
            features, places = np.append(features, follow), np.append(places, line[follow])
        return features, self._terms[places].T

    def learn(self, s: Indices, i: Indices, terms: PairTerms) -> NDArray[np.int32]:
        """Note the terms of pairs that are not known, none of them twice; return their places."""
        for each in dict.fromkeys(s.tolist()):
            if self._line[each] < 0:
                self._reserve_line()
                self._line[each] = len(self._features)
                self._features.append(each)
        first, last = self._n_pairs, self._n_pairs + len(s)
        while last > len(self._terms):
            self._terms = np.concatenate([self._terms, np.zeros_like(self._terms)])
        told = (terms.redundancy, terms.class_redundancy, terms.joint_entropy)
        for column, each in zip(self._terms[first:last].T, told, strict=True):
            column[:] = each
        places = np.arange(first, last, dtype=np.int32)
        self._where[self._line[s], i] = places
        self._n_pairs = last
        return places

    def _reserve_line(self) -> None:
        if len(self._features) == len(self._where):
            self._where = np.concatenate([self._where, np.zeros_like(self._where)])
