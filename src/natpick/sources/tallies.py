"""The sources of weighted rows, and of sparse columns."""

from collections.abc import Sequence
from typing import Self

import numpy as np

from natpick.coded import Codes
from natpick.listed import Listed
from natpick.naming import positions
from natpick.row_weights import RowWeights
from natpick.sources.cells import Cells
from natpick.sources.chance import Chance
from natpick.sources.coded_columns import CodedColumns, Labels, coded_columns
from natpick.sources.estimates import PLUG_IN, TALLIED, estimates_of
from natpick.sources.independence import Stratified, independence
from natpick.sources.share_strata import ShareStrata
from natpick.sources.strata import Strata
from natpick.terms import Indices, PairTerms, SetTerms, Univariate, Want
from natpick.threads import n_threads


class Tallies:
    """The distribution of weighted rows: each counts so many times, or is a share of a whole.

    Parameters
    ----------
    columns : CodedColumns
        The features' codes.
    target : array of shape (n,), uint32
        The target's codes, all of 0 .. max used.
    names : sequence of str
        The features' names.
    weights : RowWeights
        What each row weighs; the sum must be 1 to 2**52. Where it is the number of times the row
        counts, every term is that of a table with so many copies of it, to the last bit.
    n_jobs : int, optional
        Threads, as in scikit-learn. The answer is the same, bit for bit.
    estimator : str
        How weights become information, see :class:`~natpick.sources.Counts`.

    Notes
    -----
    The terms are those of :class:`~natpick.sources.Counts`, with the sum of the weights in the
    place of every count: MI(X, Y) = sum w_xy / w ln (w w_xy / (w_x w_y)). Corrections of the bias
    take each cell for as many rows as its weights are worth, (sum w)^2 / sum w^2.
    """

    def __init__(
        self,
        columns: CodedColumns,
        target: Labels,
        names: Sequence[str],
        weights: RowWeights,
        *,
        n_jobs: int | None = None,
        estimator: str = PLUG_IN,
    ) -> None:
        self.names = tuple(names)
        self._columns = columns
        self._target = target
        self._weights = weights
        self._n_jobs, self._estimator = n_jobs, estimator
        make = estimates_of(estimator, TALLIED)
        self._estimates = make(columns, target, weights, n_threads(n_jobs))
        self._univariate = self._estimates.univariate()
        self._cells = Cells.of_none(len(target))

    @property
    def n_rows(self) -> int:
        """How many rows are counted, or those that are counted are worth."""
        return self._weights.n_rows

    @property
    def codes(self) -> Codes | Listed:
        """The features' codes."""
        return self._columns.codes

    def with_codes(self, codes: Codes | Listed, names: Sequence[str]) -> Self:
        """Return the source of other features of the same rows."""
        columns, target, weights = coded_columns(codes), self._target, self._weights
        n_jobs, estimator = self._n_jobs, self._estimator
        return type(self)(columns, target, names, weights, n_jobs=n_jobs, estimator=estimator)

    def univariate(self) -> Univariate:
        """Return H(C) and, for every feature, H(X_i) and MI(C, X_i)."""
        return self._univariate

    def pair_terms(self, s: int, candidates: Indices, want: Want) -> PairTerms:
        """Return the terms of feature ``s`` with each candidate, as far as they are wanted."""
        with_class = bool(want & (Want.CLASS_REDUNDANCY | Want.JOINT_ENTROPY))
        i = np.ascontiguousarray(candidates, dtype=np.int64)
        return self._estimates.pair_terms(s, i, with_class=with_class)

    def set_terms(self, selected: Indices, candidates: Indices) -> SetTerms:
        """Return H(C | S) and each candidate's H(X_i | S) and MI(C, X_i | S)."""
        i = np.ascontiguousarray(candidates, dtype=np.int64)
        return self._estimates.set_terms(self._cells_of(tuple(selected.tolist())), i)

    def n_cells(self, selected: Indices) -> int:
        """Return into how many cells of the selected the rows fall."""
        return int(self._cells_of(tuple(selected.tolist())).max()) + 1

    def strata(self, selected: Indices, i: int) -> Stratified:
        """Return the counts of feature ``i`` and the class in each cell of the selected."""
        ids, weights = self._cells_of(tuple(selected.tolist())), self._weights
        x, c = self._columns.column(i).astype(np.int64), self._target.astype(np.int64)
        if weights.squares is not None:
            return ShareStrata.of_rows(ids, x, c, weights)
        return Strata.of_rows(ids, x, c, weights.values.astype(np.int64))

    def chance(self, selected: Indices, i: int, level: float, rng: np.random.Generator) -> Chance:
        """Test whether feature ``i`` tells more of the class, given the selected, than chance."""
        return independence(self.strata(selected, i), level, rng)

    def minimum_bayes_risk(self, names: str | Sequence[str] = ()) -> float:
        """Return 1 - 1/w sum over s of max over c of w_sc: the least error on these rows."""
        ids = self._cells_of(positions(self.names, names)).astype(np.int64)
        classes, weights = int(self._target.max()) + 1, self._weights.values
        cells, where = np.unique(ids * classes + self._target, return_inverse=True)
        w_sc = np.bincount(where, weights)
        first = np.flatnonzero(np.diff(cells // classes, prepend=-1))
        right, all_of_them = np.maximum.reduceat(w_sc, first).sum(), weights.sum()
        return 1.0 - int(right) / int(all_of_them)

    def _cells_of(self, selected: tuple[int, ...]) -> Labels:
        self._cells = self._cells.of(selected, self._columns.column)
        return self._cells.ids
