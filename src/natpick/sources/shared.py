"""A source that remembers the terms of another, so that several methods share them."""

from collections.abc import Sequence

import numpy as np

from natpick.sources.pairs import terms_of_pairs
from natpick.sources.protocol import InformationSource, JointSource
from natpick.terms import Indices, PairTerms, SetTerms, Univariate, Want

ROWS = 16
"""Features for whose terms there is room at first; twice as many whenever it is full."""


class Shared:
    """Ask ``source`` for the terms of a pair once, whoever wants them.

    Parameters
    ----------
    source : InformationSource
        The source that yields the terms.
    want : Want
        What to ask for whenever anything is asked: the union of what the methods want.

    Notes
    -----
    Keeps three rows of p numbers for every feature s ever asked about: O(k p) for selections
    of k features, never p by p.
    """

    def __init__(self, source: InformationSource, want: Want = Want.ALL) -> None:
        self.names: Sequence[str] = source.names
        self._source = source
        self._want = want
        self._univariate = source.univariate()
        self._terms_of_pairs = terms_of_pairs(source)
        p = len(self.names)
        self._asked: list[int] = []  # features s asked about, each with a row of its own below
        self._row = np.full(p, -1, dtype=np.int64)
        self._known = np.zeros((ROWS, p), dtype=np.bool_)
        self._terms = np.empty((3, ROWS, p))

    def univariate(self) -> Univariate:
        """Return H(C) and, for every feature, H(X_i) and MI(C, X_i)."""
        return self._univariate

    def pair_terms(self, s: int, candidates: Indices, want: Want) -> PairTerms:
        """Return the terms of feature ``s`` with each candidate; only new pairs are counted."""
        self._check(want)
        row = self._row_of(s)
        new = candidates[~self._known[row, candidates]]
        if new.size:
            self._learn(row, new, self._source.pair_terms(s, new, self._want))
        return self._recall(row, candidates)

    def terms_of_pairs(self, s: Indices, i: Indices, want: Want) -> PairTerms:
        """Return the terms of each pair ``(s[j], i[j])``; only new pairs are counted."""
        self._check(want)
        for each in np.unique(s).tolist():
            self._row_of(each)
        row = self._row[s]
        new = ~self._known[row, i]
        if new.any():
            terms = self._terms_of_pairs(s[new], i[new], self._want)
            self._learn(row[new], i[new], terms)
        return self._recall(row, i)

    def _check(self, want: Want) -> None:
        if want not in self._want:
            raise ValueError(f"{want} was asked for, but only {self._want} is shared.")

    def _row_of(self, s: int) -> int:
        """Return the row of ``s``, a new one with what others know of it: terms are symmetric."""
        if self._row[s] < 0:
            if len(self._asked) == len(self._known):
                self._known = np.concatenate([self._known, np.zeros_like(self._known)])
                self._terms = np.concatenate([self._terms, np.empty_like(self._terms)], axis=1)
            others, row = np.array(self._asked, dtype=np.int64), len(self._asked)
            known = self._known[:row, s]
            self._known[row, others[known]] = True
            self._terms[:, row, others[known]] = self._terms[:, :row, s][:, known]
            self._asked.append(s)
            self._row[s] = row
        return int(self._row[s])

    def _learn(self, row: int | Indices, i: Indices, terms: PairTerms) -> None:
        self._known[row, i] = True
        redundancy, class_redundancy, joint_entropy = self._terms
        redundancy[row, i] = terms.redundancy
        class_redundancy[row, i] = terms.class_redundancy
        joint_entropy[row, i] = terms.joint_entropy

    def _recall(self, row: int | Indices, i: Indices) -> PairTerms:
        return PairTerms(*(known[row, i] for known in self._terms))


class SharedJoint(Shared):
    """A shared source that can also condition on several features at once."""

    def __init__(self, source: JointSource, want: Want = Want.ALL) -> None:
        super().__init__(source, want)
        self._joint = source

    def set_terms(self, selected: Indices, candidates: Indices) -> SetTerms:
        """Return H(C | S) and each candidate's H(X_i | S) and MI(C, X_i | S)."""
        return self._joint.set_terms(selected, candidates)


def shared(source: InformationSource, want: Want) -> Shared:
    """Return a source that asks another for each pair once, and can do what the other can."""
    return SharedJoint(source, want) if isinstance(source, JointSource) else Shared(source, want)
