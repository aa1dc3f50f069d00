"""The sources of weighted rows, and of sparse columns: every term from sums of weights."""

from collections.abc import Sequence
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from natpick._core import Tally
from natpick.listed import Listed
from natpick.naming import positions
from natpick.sources.cells import Cells
from natpick.sources.estimates import Codes
from natpick.sources.strata import Strata
from natpick.terms import Indices, PairTerms, SetTerms, Univariate, Want
from natpick.threads import n_threads

Labels = NDArray[np.uint32]
Weights = NDArray[np.uint64]

SATURATED = 2**47
"""Cells of a table beyond which their number makes no difference."""


class CodedColumns(Protocol):
    """Columns of codes in one layout or another."""

    @property
    def codes(self) -> Codes | Listed:
        """The codes."""

    @property
    def n_levels(self) -> Labels:
        """How many codes each column has."""

    def column(self, j: int) -> NDArray[np.unsignedinteger[Any]]:
        """Return the code of every row of a column."""

    def tally(self, weights: Weights, n_threads: int) -> Tally:
        """Return what adds up weights over tables of these columns."""


class SparseColumns:
    """Columns of which only the unusual rows are listed."""

    def __init__(self, listed: Listed) -> None:
        self.codes = listed
        self.n_levels = listed.n_levels
        self.column = listed.column

    def tally(self, weights: Weights, n_threads: int) -> Tally:
        """Return what adds up weights over tables of these columns."""
        of = self.codes
        return Tally(of.starts, of.rows, of.codes, of.usual, of.n_levels, weights, n_threads)


class DenseColumns:
    """Columns of which every row has its code in an array of shape (n, p)."""

    def __init__(self, codes: Codes) -> None:
        self.codes = codes
        self.n_levels = codes.max(axis=0).astype(np.uint32) + np.uint32(1)

    def column(self, j: int) -> Codes:
        """Return the code of every row of a column."""
        return self.codes[:, j]

    def tally(self, weights: Weights, n_threads: int) -> Tally:
        """Return what adds up weights over tables of these columns."""
        return Tally(self.codes, self.n_levels, weights, n_threads)


def coded_columns(codes: Codes | Listed) -> CodedColumns:
    """Return columns of codes in the layout that they have."""
    return SparseColumns(codes) if isinstance(codes, Listed) else DenseColumns(codes)


class Shares:
    """The distribution of weighted rows, each a share of a whole.

    Parameters
    ----------
    columns : CodedColumns
        The features' codes.
    target : array of shape (n,), uint32
        The target's codes, all of 0 .. max used.
    names : sequence of str
        The features' names.
    weights : array of shape (n,), uint64
        What each row weighs; the sum must be 1 to 2**52.
    n_jobs : int, optional
        Threads, as in scikit-learn. The answer is the same, bit for bit.

    See Also
    --------
    natpick.sources.Tallies : rows that each count a whole number of times.

    Notes
    -----
    The terms are those of :class:`~natpick.sources.Counts`, with the sum of the weights in the
    place of every count: MI(X, Y) = sum w_xy / w ln (w w_xy / (w_x w_y)). T_A below is the sum
    of w_a ln w_a over the cells of A, in quanta, see :mod:`natpick.information`.
    """

    def __init__(
        self,
        columns: CodedColumns,
        target: Labels,
        names: Sequence[str],
        weights: Weights,
        *,
        n_jobs: int | None = None,
    ) -> None:
        self.names = tuple(names)
        self._columns = columns
        self._target = target
        self._weights = weights
        self._n_jobs = n_jobs
        self._n_classes = int(target.max()) + 1
        self._tally = columns.tally(weights, n_threads(n_jobs))
        self._cells = Cells.of_none(len(target))
        everything, none = np.arange(len(self.names)), np.zeros_like(target)
        self._t_i = self._tally.joint_sums(everything, none, 1)
        self._t_ic = self._tally.joint_sums(everything, target, self._n_classes)
        self._t_c = self._tally.label_sum(target, self._n_classes)
        self._univariate = self._alone()

    @property
    def codes(self) -> Codes | Listed:
        """The features' codes."""
        return self._columns.codes

    def with_codes(self, codes: Codes | Listed, names: Sequence[str]) -> Self:
        """Return the source of other features of the same rows."""
        columns = coded_columns(codes)
        return type(self)(columns, self._target, names, self._weights, n_jobs=self._n_jobs)

    def univariate(self) -> Univariate:
        """Return H(C) and, for every feature, H(X_i) and MI(C, X_i)."""
        return self._univariate

    def _alone(self) -> Univariate:
        """Return what is known of each feature alone.

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

    def pair_terms(self, s: int, candidates: Indices, want: Want) -> PairTerms:
        """Return the terms of feature ``s`` with each candidate, as far as they are wanted.

        MI(X_i, X_s) = information((T_is - T_i) + (T_n - T_s)),
        MI(X_i, X_s | C) = information((T_isc - T_ic) + (T_c - T_sc)),
        H(X_i, X_s, C) = nats(T_n - T_isc).
        """
        i = np.ascontiguousarray(candidates, dtype=np.int64)
        t_n, selected = self._tally.total, self._columns.column(s).astype(np.uint32)
        n_s, n_i = int(self._columns.n_levels[s]), self._columns.n_levels[i]
        t_is = self._tally.joint_sums(i, selected, n_s)
        redundancy = self._tally.information(
            (t_is - self._t_i[i]) + (t_n - self._t_i[s]), _cells(n_i, n_s)
        )
        if not want & (Want.CLASS_REDUNDANCY | Want.JOINT_ENTROPY):
            unknown = np.full(i.shape, np.nan)
            return PairTerms(redundancy, unknown, unknown)
        t_isc = self._tally.joint_sums(i, *self._with_class(selected, n_s))
        class_redundancy = self._tally.information(
            (t_isc - self._t_ic[i]) + (self._t_c - self._t_ic[s]),
            _cells(n_i, n_s * self._n_classes),
        )
        return PairTerms(redundancy, class_redundancy, self._tally.nats(t_n - t_isc))

    def set_terms(self, selected: Indices, candidates: Indices) -> SetTerms:
        """Return H(C | S) and each candidate's H(X_i | S) and MI(C, X_i | S).

        H(C | S) = nats(T_s - T_sc), H(X_i | S) = nats(T_s - T_is),
        MI(C, X_i | S) = information((T_isc - T_is) + (T_s - T_sc)).
        """
        i = np.ascontiguousarray(candidates, dtype=np.int64)
        given = self._cells_of(tuple(selected.tolist()))
        n_given = int(given.max()) + 1
        with_class = self._with_class(given, n_given)
        t_s, t_sc = self._tally.label_sum(given, n_given), self._tally.label_sum(*with_class)
        t_is = self._tally.joint_sums(i, given, n_given)
        t_isc = self._tally.joint_sums(i, *with_class)
        cells = _cells(self._columns.n_levels[i], n_given * self._n_classes)
        entropy = self._tally.nats(t_s - t_is)
        relevance = self._tally.information((t_isc - t_is) + (t_s - t_sc), cells)
        return SetTerms(self._entropy(t_s - t_sc), entropy, relevance, entropy == 0)

    def minimum_bayes_risk(self, names: str | Sequence[str] = ()) -> float:
        """Return 1 - 1/w sum over s of max over c of w_sc: the least error on these rows."""
        ids = self._cells_of(positions(self.names, names)).astype(np.int64)
        cells, where = np.unique(ids * self._n_classes + self._target, return_inverse=True)
        w_sc = np.bincount(where, self._weights)
        first = np.flatnonzero(np.diff(cells // self._n_classes, prepend=-1))
        right, all_of_them = np.maximum.reduceat(w_sc, first).sum(), self._weights.sum()
        return 1.0 - int(right) / int(all_of_them)

    def _cells_of(self, selected: tuple[int, ...]) -> Labels:
        self._cells = self._cells.of(selected, self._columns.column)
        return self._cells.ids

    def _with_class(self, given: Labels, n_given: int) -> tuple[Labels, int]:
        """Return labels together with the class, renumbered where they would be too many."""
        joint = given.astype(np.uint64) * np.uint64(self._n_classes) + self._target
        if n_given * self._n_classes <= 4 * len(given):
            return joint.astype(np.uint32), n_given * self._n_classes
        used, numbers = np.unique(joint, return_inverse=True)
        return numbers.astype(np.uint32), len(used)

    def _entropy(self, sums: int) -> float:
        return float(self._tally.nats(np.array([sums]))[0])


class Tallies(Shares):
    """The empirical distribution of rows that each count a whole number of times.

    The parameters are those of :class:`Shares`, each weight the number of times its row counts:
    every term is that of a table with so many copies of the row, to the last bit.
    """

    @property
    def n_rows(self) -> int:
        """How many rows were counted."""
        return int(self._weights.sum())

    def strata(self, selected: Indices, i: int) -> Strata:
        """Return the counts of feature ``i`` and the class in each cell of the selected."""
        ids, x = self._cells_of(tuple(selected.tolist())), self._columns.column(i)
        weights = self._weights.astype(np.int64)
        return Strata.of_rows(ids, x.astype(np.int64), self._target.astype(np.int64), weights)


def _cells(n_levels: Labels, others: int) -> NDArray[np.uint64]:
    """Return how many cells the tables of columns with something of so many levels have."""
    return n_levels.astype(np.uint64) * np.uint64(min(others, SATURATED))
