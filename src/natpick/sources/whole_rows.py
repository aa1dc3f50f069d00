"""The terms of some features with all others, remembered."""

import numpy as np

from natpick.terms import Flags, Floats, Indices, PairTerms

AT_FIRST = 32
"""The features that there is room for at first; when more is needed, for twice as many."""


class WholeRows:
    """A row of three times ``p`` numbers for each of some features.

    Terms are symmetric: a row tells of every other feature, whether that has a row or not.
    """

    def __init__(self, p: int) -> None:
        self._n = 0
        self._place = np.full(p, -1)  # of each feature's row
        self._features = np.zeros(AT_FIRST, dtype=np.int64)  # whose rows they are
        self._terms = np.zeros((AT_FIRST, 3, p))

    def has(self, s: int) -> bool:
        """Tell whether a feature has a row."""
        return bool(self._place[s] >= 0)

    def have(self, features: Indices) -> Flags:
        """Tell which of the features have a row."""
        there: Flags = self._place[features] >= 0
        return there

    def of(self, s: int) -> PairTerms:
        """Return the terms of a feature that has a row with all others."""
        return PairTerms(*self._terms[self._place[s]])

    def terms(self, s: Indices, i: Indices | int) -> Floats:
        """Return the terms of each pair ``(s[j], i[j])``, shape (pairs, 3)."""
        found: Floats = self._terms[self._place[s], :, i]
        return found

    def add(self, s: int) -> tuple[Floats, Indices]:
        """Return a new row with what others tell of its feature, all else 0; and whose they are."""
        n = self._n
        if n == len(self._terms):
            self._double()
        features = self._features[:n]
        row: Floats = self._terms[n]
        for told, column in zip(row, self._terms[:n, :, s].T, strict=True):
            told[features] = column
        self._place[s], self._features[n], self._n = n, s, n + 1
        return row, features

    def _double(self) -> None:
        n, width, p = self._terms.shape
        features, terms = np.zeros(2 * n, dtype=np.int64), np.zeros((2 * n, width, p))
        features[:n], terms[:n] = self._features, self._terms
        self._features, self._terms = features, terms
