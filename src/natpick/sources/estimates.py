"""How counts of rows become information: as they are, or with the plug-in's bias corrected.

The plug-in takes the rows for the whole world. Of b_x and b_y levels that have nothing to do
with each other it still finds about (b_x - 1) (b_y - 1) / 2n nats. The estimators here correct
that, each its own way; the formulas stand in ``cpp/estimates.hpp``. Whichever it is, terms are
at least 0, and an information is at most either of the entropies it is between.
"""

import difflib
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from natpick._core import Estimator, Table, estimates
from natpick.sources.pairs import one_by_one
from natpick.terms import Indices, PairTerms, SetTerms, Univariate

Codes = NDArray[np.uint8] | NDArray[np.uint16]
Labels = NDArray[np.uint32]


class Estimates(Protocol):
    """The terms of codes with a target, all by one estimator."""

    def univariate(self) -> Univariate:
        """Return H(C) and, for every feature, H(X_i) and MI(C, X_i)."""

    def pair_terms(self, s: int, candidates: Indices, *, with_class: bool) -> PairTerms:
        """Return MI(X_i, X_s) and, if asked for, MI(X_i, X_s | C) and H(X_i, X_s, C)."""

    def terms_of_pairs(self, s: Indices, i: Indices, *, with_class: bool) -> PairTerms:
        """Return the terms of each pair ``(s[j], i[j])``."""

    def set_terms(self, given: Labels, candidates: Indices) -> SetTerms:
        """Return H(C | G) and each candidate's H(X_i | G) and MI(C, X_i | G)."""


class PlugIn:
    """The exact values for the empirical distribution, counted by the fast kernels."""

    def __init__(self, codes: Codes, target: Labels, n_threads: int) -> None:
        self._table = Table(codes, None, target, int(target.max()) + 1, n_threads)

    def univariate(self) -> Univariate:
        """Return H(C) and, for every feature, H(X_i) and MI(C, X_i)."""
        return Univariate(*self._table.univariate())

    def pair_terms(self, s: int, candidates: Indices, *, with_class: bool) -> PairTerms:
        """Return MI(X_i, X_s) and, if asked for, MI(X_i, X_s | C) and H(X_i, X_s, C)."""
        return PairTerms(*self._table.pair_terms(s, candidates, with_class))

    def terms_of_pairs(self, s: Indices, i: Indices, *, with_class: bool) -> PairTerms:
        """Return the terms of each pair ``(s[j], i[j])``."""
        return PairTerms(*self._table.terms_of_pairs(s, i, with_class))

    def set_terms(self, given: Labels, candidates: Indices) -> SetTerms:
        """Return H(C | G) and each candidate's H(X_i | G) and MI(C, X_i | G)."""
        terms = self._table.set_terms(given, int(given.max()) + 1, candidates)
        target_entropy, entropy, relevance = terms
        return SetTerms(target_entropy, entropy, relevance, entropy == 0)


class Corrected:
    """Estimates that correct the plug-in's bias, from one table a candidate."""

    def __init__(self, codes: Codes, target: Labels, n_threads: int, estimator: Estimator) -> None:
        self._codes = codes
        self._target = target
        self._none = np.zeros_like(target)
        self._n_threads = n_threads
        self._estimator = estimator

    def univariate(self) -> Univariate:
        """Return H(C) and, for every feature, H(X_i) and MI(C, X_i)."""
        everything = np.arange(self._codes.shape[1], dtype=np.int64)
        target_entropy, relevance, entropy, _, _ = self._of(everything, self._target, self._none)
        return Univariate(target_entropy, entropy, relevance)

    def pair_terms(self, s: int, candidates: Indices, *, with_class: bool) -> PairTerms:
        """Return MI(X_i, X_s) and, if asked for, MI(X_i, X_s | C) and H(X_i, X_s, C)."""
        selected = self._codes[:, s].astype(np.uint32)
        _, redundancy, _, _, _ = self._of(candidates, selected, self._none)
        if not with_class:
            unknown = np.full(candidates.shape, np.nan)
            return PairTerms(redundancy, unknown, unknown)
        _, class_redundancy, _, joint, _ = self._of(candidates, selected, self._target)
        return PairTerms(redundancy, class_redundancy, joint)

    def terms_of_pairs(self, s: Indices, i: Indices, *, with_class: bool) -> PairTerms:
        """Return the terms of each pair ``(s[j], i[j])``."""
        return one_by_one(partial(self.pair_terms, with_class=with_class), s, i)

    def set_terms(self, given: Labels, candidates: Indices) -> SetTerms:
        """Return H(C | G) and each candidate's H(X_i | G) and MI(C, X_i | G)."""
        terms = self._of(candidates, self._target, given)
        target_entropy, relevance, entropy, _, determined = terms
        return SetTerms(target_entropy, entropy, relevance, determined.astype(np.bool_))

    def _of(
        self, candidates: Indices, y: Labels, z: Labels
    ) -> tuple[
        float,
        NDArray[np.float64],
        NDArray[np.float64],
        NDArray[np.float64],
        NDArray[np.uint8],
    ]:
        return estimates(self._codes, candidates, y, z, self._estimator, self._n_threads)


ESTIMATES: Mapping[str, Callable[[Codes, Labels, int], Estimates]] = MappingProxyType(
    {
        "plug-in": PlugIn,
        "miller-madow": partial(Corrected, estimator=Estimator.MILLER_MADOW),
        "shrinkage": partial(Corrected, estimator=Estimator.SHRINKAGE),
        "chi-square": partial(Corrected, estimator=Estimator.CHI_SQUARE),
    }
)
"""For each name of an estimator, what makes its estimates of codes, a target and threads."""


def estimates_of(name: str) -> Callable[[Codes, Labels, int], Estimates]:
    """Return what makes the estimates of a name."""
    if name not in ESTIMATES:
        nearest = difflib.get_close_matches(str(name), ESTIMATES, n=1)
        hint = f" Did you mean {nearest[0]!r}?" if nearest else ""
        raise ValueError(
            f"Counts knows no estimator {name!r}.{hint} Known: {', '.join(ESTIMATES)}."
        )
    return ESTIMATES[name]
