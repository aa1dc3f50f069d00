"""The plug-in terms of weighted rows and of sparse columns, from sums of weights over tables."""

import math
from functools import partial

import numpy as np
from numpy.typing import NDArray

from natpick.row_weights import RowWeights
from natpick.sources.coded_columns import CodedColumns, Labels
from natpick.sources.pairs import one_by_one
from natpick.terms import Indices, PairTerms, SetTerms, Univariate

SATURATED = 2**47
"""Cells of a table beyond which their number makes no difference."""


class Sums:
    """The exact values for the distribution of weighted rows.

    T_A is the sum of w_a ln w_a over the cells of A, in quanta, see :mod:`natpick.information`.
    """

    def __init__(
        self, columns: CodedColumns, target: Labels, weights: RowWeights, n_threads: int
    ) -> None:
        self._columns = columns
        self._target = target
        self._n_classes = int(target.max()) + 1
        self._tally = columns.tally(weights, n_threads)
        everything, none = np.arange(len(columns.n_levels)), np.zeros_like(target)
        self._t_i = self._tally.joint_sums(everything, none, 1)
        self._t_ic = self._tally.joint_sums(everything, target, self._n_classes)
        self._t_c = self._tally.label_sum(target, self._n_classes)

    def univariate(self) -> Univariate:
        """Return H(C) and, for every feature, H(X_i) and MI(C, X_i).

        H(C) = nats(T_n - T_c), H(X_i) = nats(T_n - T_i),
        MI(C, X_i) = information((T_ic - T_i) + (T_n - T_c)).
        """
        t_n = self._tally.total
        cells = _cells(self._columns.n_levels, self._n_classes)
        return Univariate(
            self._entropy(t_n - self._t_c),
            self._tally.nats(t_n - self._t_i),
            self._tally.information((self._t_ic - self._t_i) + (t_n - self._t_c), cells),
        )

    def pair_terms(self, s: int, candidates: Indices, *, with_class: bool) -> PairTerms:
        """Return MI(X_i, X_s) and, if asked for, MI(X_i, X_s | C) and H(X_i, X_s, C).

        MI(X_i, X_s) = information((T_is - T_i) + (T_n - T_s)),
        MI(X_i, X_s | C) = information((T_isc - T_ic) + (T_c - T_sc)),
        H(X_i, X_s, C) = nats(T_n - T_isc).
        """
        t_n, selected = self._tally.total, self._columns.column(s).astype(np.uint32)
        n_s, n_i = int(self._columns.n_levels[s]), self._columns.n_levels[candidates]
        t_is = self._tally.joint_sums(candidates, selected, n_s)
        redundancy = self._tally.information(
            (t_is - self._t_i[candidates]) + (t_n - self._t_i[s]), _cells(n_i, n_s)
        )
        if not with_class:
            unknown = np.full(candidates.shape, np.nan)
            return PairTerms(redundancy, unknown, unknown)
        t_isc = self._tally.joint_sums(candidates, *self._with_class(selected, n_s))
        class_redundancy = self._tally.information(
            (t_isc - self._t_ic[candidates]) + (self._t_c - self._t_ic[s]),
            _cells(n_i, n_s * self._n_classes),
        )
        return PairTerms(redundancy, class_redundancy, self._tally.nats(t_n - t_isc))

    def terms_of_pairs(self, s: Indices, i: Indices, *, with_class: bool) -> PairTerms:
        """Return the terms of each pair ``(s[j], i[j])``."""
        return one_by_one(partial(self.pair_terms, with_class=with_class), s, i)

    def pairs_for_all(self) -> float:
        """Return how many pairs of a feature cost as much as all: no fewer."""
        return float(len(self._columns.n_levels))

    def scan_cost(self, *, with_class: bool) -> float:
        """Return infinity: columns that are counted one at a time are never scanned in vain."""
        del with_class
        return math.inf

    def set_terms(self, given: Labels, candidates: Indices) -> SetTerms:
        """Return H(C | G) and each candidate's H(X_i | G) and MI(C, X_i | G).

        H(C | G) = nats(T_g - T_gc), H(X_i | G) = nats(T_g - T_ig),
        MI(C, X_i | G) = information((T_igc - T_ig) + (T_g - T_gc)).
        """
        n_given = int(given.max()) + 1
        with_class = self._with_class(given, n_given)
        t_g, t_gc = self._tally.label_sum(given, n_given), self._tally.label_sum(*with_class)
        t_ig = self._tally.joint_sums(candidates, given, n_given)
        t_igc = self._tally.joint_sums(candidates, *with_class)
        cells = _cells(self._columns.n_levels[candidates], n_given * self._n_classes)
        entropy = self._tally.nats(t_g - t_ig)
        relevance = self._tally.information((t_igc - t_ig) + (t_g - t_gc), cells)
        return SetTerms(self._entropy(t_g - t_gc), entropy, relevance, entropy == 0)

    def _with_class(self, given: Labels, n_given: int) -> tuple[Labels, int]:
        """Return labels together with the class, renumbered where they would be too many."""
        joint = given.astype(np.uint64) * np.uint64(self._n_classes) + self._target
        if n_given * self._n_classes <= 4 * len(given):
            return joint.astype(np.uint32), n_given * self._n_classes
        used, numbers = np.unique(joint, return_inverse=True)
        return numbers.astype(np.uint32), len(used)

    def _entropy(self, sums: int) -> float:
        return float(self._tally.nats(np.array([sums]))[0])


def _cells(n_levels: Labels, others: int) -> NDArray[np.uint64]:
    """Return how many cells the tables of columns with something of so many levels have."""
    return n_levels.astype(np.uint64) * np.uint64(min(others, SATURATED))
