"""A source that remembers the terms of another, so that several methods share them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from natpick.sources.protocol import InformationSource, JointSource
from natpick.terms import Floats, Indices, PairTerms, SetTerms, Univariate, Want


@dataclass(frozen=True, slots=True)
class _Row:
    """The terms of one feature s with all others, as far as they are known."""

    known: NDArray[np.bool_]
    redundancy: Floats
    class_redundancy: Floats
    joint_entropy: Floats

    @classmethod
    def unknown(cls, p: int) -> "_Row":
        return cls(np.zeros(p, dtype=np.bool_), np.empty(p), np.empty(p), np.empty(p))

    def learn(self, i: Indices, terms: PairTerms) -> None:
        self.known[i] = True
        self.redundancy[i] = terms.redundancy
        self.class_redundancy[i] = terms.class_redundancy
        self.joint_entropy[i] = terms.joint_entropy

    def recall(self, i: Indices) -> PairTerms:
        return PairTerms(self.redundancy[i], self.class_redundancy[i], self.joint_entropy[i])


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
        self._rows: dict[int, _Row] = {}

    def univariate(self) -> Univariate:
        """Return H(C) and, for every feature, H(X_i) and MI(C, X_i)."""
        return self._univariate

    def pair_terms(self, s: int, candidates: Indices, want: Want) -> PairTerms:
        """Return the terms of feature ``s`` with each candidate; only new pairs are counted."""
        if want not in self._want:
            raise ValueError(f"{want} was asked for, but only {self._want} is shared.")
        row = self._row(s)
        new = candidates[~row.known[candidates]]
        if new.size:
            row.learn(new, self._source.pair_terms(s, new, self._want))
        return row.recall(candidates)

    def _row(self, s: int) -> _Row:
        """Return the row of ``s`` with all that other rows know of it: terms are symmetric."""
        if s not in self._rows:
            self._rows[s] = _Row.unknown(len(self.names))
        row = self._rows[s]
        for i, other in self._rows.items():
            if other.known[s] and not row.known[i]:
                row.learn(np.array([i]), other.recall(np.array([s])))
        return row


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
