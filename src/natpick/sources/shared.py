"""A source that remembers the terms of another, so that several methods share them."""

from collections.abc import Sequence

import numpy as np

from natpick.sources.known_pairs import KnownPairs
from natpick.sources.pairs import terms_of_pairs
from natpick.sources.protocol import InformationSource, JointSource, PairSource
from natpick.sources.whole_rows import WholeRows
from natpick.terms import Floats, Indices, PairTerms, SetTerms, Univariate, Want


class Shared:
    """Ask ``source`` for the terms of a pair once, whoever wants them.

    Parameters
    ----------
    source : InformationSource
        The source that yields the terms.
    want : Want
        What to ask for whenever anything is asked: the union of what the methods want.
    closed : sequence of int
        Features that no method picks, so that rows need not know of them.

    Notes
    -----
    Keeps a row of three times p numbers for every feature s ever asked about, O(k p) for a
    selection of k features, and never p by p: as many rows as the methods pick different
    features, and room for at most as many again.
    """

    def __init__(
        self, source: InformationSource, want: Want = Want.ALL, closed: Sequence[int] = ()
    ) -> None:
        self.names: Sequence[str] = source.names
        self._source = source
        self._want = want
        self._univariate = source.univariate()
        self._terms_of_pairs = terms_of_pairs(source)
        self._rows = WholeRows(len(source.names))
        self._pairs = KnownPairs(len(source.names))
        self._is_open = np.ones(len(source.names), dtype=np.bool_)
        self._is_open[list(closed)] = False
        self._asked = np.zeros(len(source.names))
        self._enough = (
            source.pairs_for_all() if isinstance(source, PairSource) else len(source.names)
        )

    def univariate(self) -> Univariate:
        """Return H(C) and, for every feature, H(X_i) and MI(C, X_i)."""
        return self._univariate

    def shares(self, want: Want) -> bool:
        """Tell whether all that is wanted is asked for."""
        return want in self._want

    def pairs_for_all(self) -> float:
        """Return how many pairs of a feature, asked for a few at a time, cost as much as all."""
        return self._enough

    def has_row(self, s: int) -> bool:
        """Tell whether the terms of ``s`` with all features are known, or cost little more."""
        return self._rows.has(s) or bool(self._asked[s] >= self._enough)

    def row(self, s: int, want: Want) -> PairTerms:
        """Return the terms of ``s`` with all features that are open, 0 for itself."""
        self._check(want)
        if not self._rows.has(s):
            self._complete(s)
        return self._rows.of(s)

    def _complete(self, s: int) -> None:
        """Ask for what is not known of a feature and all others."""
        is_new = self._is_open.copy()
        known, told = self._pairs.of(s)
        row, features = self._rows.add(s)
        row[:, known] = told
        is_new[known] = is_new[features] = is_new[s] = False
        new = is_new.nonzero()[0]
        if new.size:
            terms = self._source.pair_terms(s, new, self._want)
            row[0][new] = terms.redundancy
            row[1][new] = terms.class_redundancy
            row[2][new] = terms.joint_entropy

    def pair_terms(self, s: int, candidates: Indices, want: Want) -> PairTerms:
        """Return the terms of feature ``s`` with each candidate; only new pairs are counted."""
        self._check(want)
        if self._is_open[s] and not self._rows.has(s):
            if self._rows.have(candidates).all():
                return PairTerms(*self._rows.terms(candidates, s).T)
            if len(candidates) >= self._enough:
                self._complete(s)
        return self.terms_of_pairs(np.full(candidates.shape, s), candidates, want)

    def terms_of_pairs(self, s: Indices, i: Indices, want: Want) -> PairTerms:
        """Return the terms of each pair ``(s[j], i[j])``; only new pairs are counted."""
        self._check(want)
        terms = np.empty((len(s), 3))
        of_s = self._rows.have(s) & (s != i) & self._is_open[i]
        of_i = self._rows.have(i) & (s != i) & self._is_open[s] & ~of_s
        terms[of_s] = self._rows.terms(s[of_s], i[of_s])
        terms[of_i] = self._rows.terms(i[of_i], s[of_i])
        rest = (~(of_s | of_i)).nonzero()[0]
        if rest.size:
            terms[rest] = self._single(s[rest], i[rest])
        return PairTerms(*terms.T)

    def _single(self, s: Indices, i: Indices) -> Floats:
        """Return the terms of pairs that no row tells, shape (pairs, 3)."""
        places = self._pairs.places(s, i)
        new = (places == 0).nonzero()[0]
        if new.size:
            s_new, i_new = s[new], i[new]
            told = self._terms_of_pairs(s_new, i_new, self._want)
            places[new] = self._pairs.learn(s_new, i_new, told)
            np.add.at(self._asked, s_new, 1)
        return self._pairs.at(places)

    def _check(self, want: Want) -> None:
        if want not in self._want:
            raise ValueError(f"{want} was asked for, but only {self._want} is shared.")


class SharedJoint(Shared):
    """A shared source that can also condition on several features at once."""

    def __init__(
        self, source: JointSource, want: Want = Want.ALL, closed: Sequence[int] = ()
    ) -> None:
        super().__init__(source, want, closed)
        self._joint = source

    def set_terms(self, selected: Indices, candidates: Indices) -> SetTerms:
        """Return H(C | S) and each candidate's H(X_i | S) and MI(C, X_i | S)."""
        return self._joint.set_terms(selected, candidates)


def shared(source: InformationSource, want: Want, closed: Sequence[int] = ()) -> Shared:
    """Return a source that asks another for each pair once, and can do what the other can."""
    if isinstance(source, Shared) and source.shares(want):
        return source
    if isinstance(source, JointSource):
        return SharedJoint(source, want, closed)
    return Shared(source, want, closed)
