"""How counts of rows become information: as they are, or with the plug-in's bias corrected.

The plug-in takes the rows for the whole world. Of b_x and b_y levels that have nothing to do
with each other it still finds about (b_x - 1) (b_y - 1) / 2n nats. The estimators here correct
that, each its own way; the formulas stand in ``cpp/estimates.hpp``. Whichever it is, terms are
at least 0, and an information is at most either of the entropies it is between.
"""

import difflib
import math
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from natpick._core import Estimator, Table
from natpick.coded import Codes, n_levels
from natpick.row_weights import RowWeights
from natpick.sources.coded_columns import CodedColumns, DenseColumns, Labels
from natpick.sources.pairs import one_by_one
from natpick.sources.sums import Sums
from natpick.terms import Indices, PairTerms, SetTerms, Univariate

FEW_LEVELS = 16
"""Up to so many levels rows of bits count faster than histograms."""

ROWS_OF_LOOKING_UP, ROWS_OF_ASKING = 20_000, 10_000_000
"""As long as counting so many rows of a pair it takes to look one up, and to ask for some."""

NS_OF_TELLING = 15.0
"""Nanoseconds it takes to turn a candidate's counts to nats."""


class Estimates(Protocol):
    """The terms of codes with a target, all by one estimator."""

    def univariate(self) -> Univariate:
        """Return H(C) and, for every feature, H(X_i) and MI(C, X_i)."""

    def pair_terms(self, s: int, candidates: Indices, *, with_class: bool) -> PairTerms:
        """Return MI(X_i, X_s) and, if asked for, MI(X_i, X_s | C) and H(X_i, X_s, C)."""

    def terms_of_pairs(self, s: Indices, i: Indices, *, with_class: bool) -> PairTerms:
        """Return the terms of each pair ``(s[j], i[j])``."""

    def pairs_for_all(self) -> float:
        """Return how many pairs of a feature, asked for a few at a time, cost as much as all."""

    def scan_cost(self, *, with_class: bool) -> float:
        """Return about how many nanoseconds the terms of one feature with all others take."""

    def set_terms(self, given: Labels, candidates: Indices) -> SetTerms:
        """Return H(C | G) and each candidate's H(X_i | G) and MI(C, X_i | G)."""


class PlugIn:
    """The exact values for the empirical distribution, counted by the fast kernels."""

    def __init__(self, codes: Codes, target: Labels, n_threads: int) -> None:
        self._codes, self._n_classes = codes, int(target.max()) + 1
        self._table = Table(codes, None, target, self._n_classes, n_threads)

    def univariate(self) -> Univariate:
        """Return H(C) and, for every feature, H(X_i) and MI(C, X_i)."""
        return Univariate(*self._table.univariate())

    def pair_terms(self, s: int, candidates: Indices, *, with_class: bool) -> PairTerms:
        """Return MI(X_i, X_s) and, if asked for, MI(X_i, X_s | C) and H(X_i, X_s, C)."""
        return PairTerms(*self._table.pair_terms(s, candidates, with_class))

    def terms_of_pairs(self, s: Indices, i: Indices, *, with_class: bool) -> PairTerms:
        """Return the terms of each pair ``(s[j], i[j])``."""
        return PairTerms(*self._table.terms_of_pairs(s, i, with_class))

    def pairs_for_all(self) -> float:
        """Return how many pairs of a feature, asked for a few at a time, cost as much as all.

        Columns of few levels are counted many at a time, twice as quickly as one alone; and to
        look a pair up, or to ask for some, costs as much as counting rows of it.
        """
        n, p = map(float, self._codes.shape)
        if np.median(n_levels(self._codes)) > FEW_LEVELS:
            return p
        return p / 2 * n / (n + ROWS_OF_LOOKING_UP) - ROWS_OF_ASKING / n

    def scan_cost(self, *, with_class: bool) -> float:
        """Return about how many nanoseconds the terms of one feature with all others take."""
        n_columns: int = self._codes.shape[1]
        return self._table.scan_cost(with_class) + NS_OF_TELLING * n_columns

    def set_terms(self, given: Labels, candidates: Indices) -> SetTerms:
        """Return H(C | G) and each candidate's H(X_i | G) and MI(C, X_i | G)."""
        terms = self._table.set_terms(given, int(given.max()) + 1, candidates)
        target_entropy, entropy, relevance = terms
        return SetTerms(target_entropy, entropy, relevance, entropy == 0)


class Corrected:
    """Estimates that correct the plug-in's bias, from one table a candidate."""

    def __init__(
        self,
        columns: CodedColumns,
        target: Labels,
        weights: RowWeights,
        n_threads: int,
        *,
        estimator: Estimator,
    ) -> None:
        self._columns = columns
        self._tally = columns.tally(weights, n_threads)
        self._class = (target, int(target.max()) + 1)
        self._none = (np.zeros_like(target), 1)
        self._estimator = estimator

    def univariate(self) -> Univariate:
        """Return H(C) and, for every feature, H(X_i) and MI(C, X_i)."""
        everything = np.arange(len(self._columns.n_levels), dtype=np.int64)
        target_entropy, relevance, entropy, _, _ = self._of(everything, self._class, self._none)
        return Univariate(target_entropy, entropy, relevance)

    def pair_terms(self, s: int, candidates: Indices, *, with_class: bool) -> PairTerms:
        """Return MI(X_i, X_s) and, if asked for, MI(X_i, X_s | C) and H(X_i, X_s, C)."""
        selected = self._columns.column(s).astype(np.uint32), int(self._columns.n_levels[s])
        _, redundancy, _, _, _ = self._of(candidates, selected, self._none)
        if not with_class:
            unknown = np.full(candidates.shape, np.nan)
            return PairTerms(redundancy, unknown, unknown)
        _, class_redundancy, _, joint, _ = self._of(candidates, selected, self._class)
        return PairTerms(redundancy, class_redundancy, joint)

    def terms_of_pairs(self, s: Indices, i: Indices, *, with_class: bool) -> PairTerms:
        """Return the terms of each pair ``(s[j], i[j])``."""
        return one_by_one(partial(self.pair_terms, with_class=with_class), s, i)

    def pairs_for_all(self) -> float:
        """Return how many pairs of a feature cost as much as all: no fewer."""
        return float(len(self._columns.n_levels))

    def scan_cost(self, *, with_class: bool) -> float:
        """Return infinity: tables of one candidate at a time are never scanned in vain."""
        del with_class
        return math.inf

    def set_terms(self, given: Labels, candidates: Indices) -> SetTerms:
        """Return H(C | G) and each candidate's H(X_i | G) and MI(C, X_i | G)."""
        terms = self._of(candidates, self._class, (given, int(given.max()) + 1))
        target_entropy, relevance, entropy, _, determined = terms
        return SetTerms(target_entropy, entropy, relevance, determined.astype(np.bool_))

    def _of(
        self, candidates: Indices, y: tuple[Labels, int], z: tuple[Labels, int]
    ) -> tuple[
        float,
        NDArray[np.float64],
        NDArray[np.float64],
        NDArray[np.float64],
        NDArray[np.uint8],
    ]:
        return self._tally.estimates(candidates, *y, *z, self._estimator)


PLUG_IN = "plug-in"
"""The estimator where none is asked for: rows are counted and taken for the whole world."""

Tallied = Callable[[CodedColumns, Labels, RowWeights, int], Estimates]
"""Makes the estimates of columns, a target, the rows' weights and so many threads."""

TALLIED: Mapping[str, Tallied] = MappingProxyType(
    {
        PLUG_IN: Sums,
        "miller-madow": partial(Corrected, estimator=Estimator.MILLER_MADOW),
        "shrinkage": partial(Corrected, estimator=Estimator.SHRINKAGE),
        "chi-square": partial(Corrected, estimator=Estimator.CHI_SQUARE),
    }
)
"""For each name of an estimator, what makes its estimates of weighted rows."""


def _once(make: Tallied, codes: Codes, target: Labels, n_threads: int) -> Estimates:
    return make(DenseColumns(codes), target, RowWeights.once(len(target)), n_threads)


ESTIMATES: Mapping[str, Callable[[Codes, Labels, int], Estimates]] = MappingProxyType(
    {name: partial(_once, make) for name, make in TALLIED.items()} | {PLUG_IN: PlugIn}
)
"""For each name of an estimator, what makes its estimates of codes, a target and threads."""

Make = TypeVar("Make")


def estimates_of(name: str, known: Mapping[str, Make]) -> Make:
    """Return what makes the estimates of a name."""
    if name not in known:
        nearest = difflib.get_close_matches(str(name), known, n=1)
        hint = f" Did you mean {nearest[0]!r}?" if nearest else ""
        raise ValueError(f"Counts knows no estimator {name!r}.{hint} Known: {', '.join(known)}.")
    return known[name]
