"""A source that remembers the terms of another, so that several methods share them."""

from collections.abc import Sequence

import numpy as np

from natpick.sources.pairs import terms_of_pairs
from natpick.sources.protocol import InformationSource, JointSource
from natpick.terms import Indices, PairTerms, SetTerms, Univariate, Want


class _Row:
    """The terms of one feature s with all others, as far as they are known."""

    def __init__(self, p: int) -> None:
        self.known = np.zeros(p, dtype=np.bool_)
        self.terms = np.empty((3, p))

    def learn(self, i: Indices, terms: PairTerms, run: slice = slice(None)) -> None:
        """Note the terms of the features ``i``, a run of those told."""
        self.known[i] = True
        redundancy, class_redundancy, joint_entropy = self.terms
        redundancy[i] = terms.redundancy[run]
        class_redundancy[i] = terms.class_redundancy[run]
        joint_entropy[i] = terms.joint_entropy[run]


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
        self._rows: dict[int, _Row] = {}

    def univariate(self) -> Univariate:
        """Return H(C) and, for every feature, H(X_i) and MI(C, X_i)."""
        return self._univariate

    def pair_terms(self, s: int, candidates: Indices, want: Want) -> PairTerms:
        """Return the terms of feature ``s`` with each candidate; only new pairs are counted."""
        self._check(want)
        row = self._row_of(s)
        new = candidates[~row.known[candidates]]
        if new.size:
            row.learn(new, self._source.pair_terms(s, new, self._want))
        return PairTerms(*row.terms[:, candidates])

    def terms_of_pairs(self, s: Indices, i: Indices, want: Want) -> PairTerms:
        """Return the terms of each pair ``(s[j], i[j])``; only new pairs are counted."""
        self._check(want)
        if s.size == 0:
            return PairTerms(*np.empty((3, 0)))
        runs = _runs(s)
        new = np.concatenate([~self._row_of(each).known[i[run]] for each, run in runs])
        if new.any():
            i_new = i[new]
            terms = self._terms_of_pairs(s[new], i_new, self._want)
            for each, run in _runs(s[new]):
                self._rows[each].learn(i_new[run], terms, run)
        recalled = [self._rows[each].terms[:, i[run]] for each, run in runs]
        return PairTerms(*np.concatenate(recalled, axis=1))

    def _check(self, want: Want) -> None:
        if want not in self._want:
            raise ValueError(f"{want} was asked for, but only {self._want} is shared.")

    def _row_of(self, s: int) -> _Row:
        """Return the row of ``s``, a new one with what others know of it: terms are symmetric."""
        if s not in self._rows:
            row = self._rows[s] = _Row(len(self.names))
            for i, other in self._rows.items():
                if other.known[s]:
                    row.known[i] = True
                    row.terms[:, i] = other.terms[:, s]
        return self._rows[s]


def _runs(s: Indices) -> list[tuple[int, slice]]:
    """Return the runs of equal ``s``: the value, and where it stands."""
    first = np.flatnonzero(np.diff(s, prepend=s[0] - 1)).tolist()
    ends = [*first[1:], s.size]
    return [(int(s[a]), slice(a, b)) for a, b in zip(first, ends, strict=True)]


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
