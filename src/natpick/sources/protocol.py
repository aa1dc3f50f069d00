"""What an information source is: the protocols that sources satisfy."""

from collections.abc import Sequence
from typing import Protocol, TypeVar, runtime_checkable

import numpy as np

from natpick.coded import Codes
from natpick.listed import Listed
from natpick.sources.chance import Chance
from natpick.sources.independence import Stratified
from natpick.terms import Indices, PairTerms, SetTerms, Univariate, Want


@runtime_checkable
class InformationSource(Protocol):
    """A source of the terms of single features and of pairs of features."""

    @property
    def names(self) -> Sequence[str]:
        """The features' names, in column order."""
        ...

    def univariate(self) -> Univariate:
        """Return H(C) and, for every feature, H(X_i) and MI(C, X_i)."""
        ...

    def pair_terms(self, s: int, candidates: Indices, want: Want) -> PairTerms:
        """Return the terms of feature ``s`` with each candidate, as far as they are wanted."""
        ...


@runtime_checkable
class PairSource(InformationSource, Protocol):
    """A source that is quicker to tell of many pairs at once than of one feature after another."""

    def terms_of_pairs(self, s: Indices, i: Indices, want: Want) -> PairTerms:
        """Return the terms of each pair ``(s[j], i[j])``, as far as they are wanted."""
        ...

    def pairs_for_all(self) -> float:
        """Return how many pairs of a feature, asked for a few at a time, cost as much as all."""
        ...


@runtime_checkable
class RowSource(InformationSource, Protocol):
    """A source that remembers what it tells, and knows some features' terms with all others."""

    def has_row(self, s: int) -> bool:
        """Tell whether the terms of ``s`` with all features are known, or cost little more."""
        ...

    def row(self, s: int, want: Want) -> PairTerms:
        """Return the terms of ``s`` with all features that are open, 0 for itself."""
        ...


@runtime_checkable
class JointSource(InformationSource, Protocol):
    """A source that can also condition on several features at once."""

    def set_terms(self, selected: Indices, candidates: Indices) -> SetTerms:
        """Return H(C | S) and each candidate's H(X_i | S) and MI(C, X_i | S)."""
        ...


C = TypeVar("C", bound=Codes | Listed)


@runtime_checkable
class CodedSource(InformationSource, Protocol[C]):
    """A source that counts codes, so that its features can be taken together."""

    codes: C

    def with_codes(self, codes: C, names: Sequence[str]) -> "CodedSource[C]":
        """Return the source of other features of the same rows."""
        ...


@runtime_checkable
class ChanceSource(InformationSource, Protocol):
    """A source of rows, which can tell what chance would make of them."""

    def chance(self, selected: Indices, i: int, level: float, rng: np.random.Generator) -> Chance:
        """Test whether feature ``i`` tells more of the class, given the selected, than chance.

        Where that takes permutations they come from ``rng``, and end as soon as it is clear on
        which side of ``level`` the p-value is.
        """
        ...


@runtime_checkable
class SampleSource(JointSource, ChanceSource, Protocol):
    """A source whose terms come from counts of rows, so that chance can feign information."""

    @property
    def n_rows(self) -> int:
        """How many rows are counted, or those that are counted are worth."""
        ...

    def n_cells(self, selected: Indices) -> int:
        """Return into how many cells of the selected the rows fall."""
        ...

    def strata(self, selected: Indices, i: int) -> Stratified:
        """Return the counts of feature ``i`` and the class in each cell of the selected."""
        ...
