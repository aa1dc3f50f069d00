"""The source of encoded data: every term from counts of rows, by the C++ core."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from natpick.coded import Codes
from natpick.naming import positions
from natpick.numbered import checked_names, fixed
from natpick.sources.cells import Cells
from natpick.sources.chance import Chance
from natpick.sources.estimates import ESTIMATES, PLUG_IN, estimates_of
from natpick.sources.independence import independence
from natpick.sources.strata import Strata
from natpick.terms import Indices, PairTerms, SetTerms, Univariate, Want
from natpick.threads import n_threads


class Counts:
    """The empirical distribution of rows of small integer codes.

    Parameters
    ----------
    codes : array of shape (n, p), uint8 or uint16
        The features' codes. Not copied; don't change it while the source is in use.
    target : array of shape (n,), uint32
        The target's codes, all of 0 .. max used.
    names : sequence of str
        The features' names.
    n_jobs : int, optional
        Threads, as in scikit-learn: None is 1, -1 is all. The answer is the same, bit for bit.
    estimator : str
        How counts become information: "plug-in", or with its bias corrected "miller-madow",
        "shrinkage" or "chi-square".

    See Also
    --------
    Counts.from_codes : checks what it is given and takes any labels as a target.

    Notes
    -----
    A plug-in (maximum likelihood) term is the exact value for the empirical distribution:
    MI(X, Y) = sum n_xy / n ln (n n_xy / (n_x n_y)). See :mod:`natpick.information` for the
    arithmetic. It grows with the levels, for chance alone makes them differ. With n rows and
    m_A cells of A that are not empty, the others are

    - miller-madow: H(A) + (m_A - 1) / 2n for every entropy (Miller 1955);
    - shrinkage: the plug-in of counts shrunk towards a uniform table, so far as James and
      Stein's rule says (Hausser and Strimmer 2009, JMLR 10);
    - chi-square: MI less what is expected of independent variables, (m_x - 1) (m_y - 1) / 2n,
      given Z the sum of that over the values of Z; entropies as they are.

    All are at least 0. Whether S determines a feature is asked of the rows, whatever the
    estimator.
    """

    def __init__(
        self,
        codes: Codes,
        target: NDArray[np.uint32],
        names: Sequence[str],
        *,
        n_jobs: int | None = None,
        estimator: str = PLUG_IN,
    ) -> None:
        self.names = fixed(names)
        self.codes = codes
        self._target = target
        make = estimates_of(estimator, ESTIMATES)
        self._estimates = make(codes, target, n_threads(n_jobs))
        self._estimator, self._n_jobs = estimator, n_jobs
        self._univariate = self._estimates.univariate()
        self._cells = Cells.of_none(codes.shape[0])

    @classmethod
    def from_codes(
        cls,
        codes: ArrayLike,
        y: ArrayLike,
        names: Sequence[str] | None = None,
        *,
        n_jobs: int | None = None,
        estimator: str = PLUG_IN,
    ) -> "Counts":
        """Return the source of integer codes as they are, with no binning.

        Parameters
        ----------
        codes : array of shape (n, p)
            Whole numbers from 0 to 65,535. uint8 and uint16 arrays are not copied.
        y : array of shape (n,)
            The target: labels of any one kind.
        names : sequence of str, optional
            The features' names; x0, x1, ... by default.
        n_jobs : int, optional
            Threads, as in scikit-learn.
        estimator : str
            How counts become information, see :class:`Counts`.

        Examples
        --------
        >>> import natpick
        >>> codes = [[0, 0], [0, 1], [1, 0], [1, 1]]
        >>> source = natpick.sources.Counts.from_codes(codes, y=[0, 0, 1, 1])
        >>> source.univariate().relevance.round(6).tolist()
        [0.693147, 0.0]
        """
        table = _checked_codes(np.asarray(codes))
        target = _checked_target(np.asarray(y), len(table))
        checked = checked_names(names, table.shape[1])
        return cls(table, target, checked, n_jobs=n_jobs, estimator=estimator)

    @property
    def n_rows(self) -> int:
        """How many rows are counted."""
        return len(self._target)

    def with_codes(self, codes: Codes, names: Sequence[str]) -> "Counts":
        """Return the source of other features of the same rows."""
        every = checked_names(names, codes.shape[1])
        return Counts(codes, self._target, every, n_jobs=self._n_jobs, estimator=self._estimator)

    def univariate(self) -> Univariate:
        """Return H(C) and, for every feature, H(X_i) and MI(C, X_i)."""
        return self._univariate

    def pair_terms(self, s: int, candidates: Indices, want: Want) -> PairTerms:
        """Return the terms of feature ``s`` with each candidate, as far as they are wanted."""
        return self._estimates.pair_terms(
            s, _contiguous(candidates), with_class=want in _WITH_CLASS
        )

    def terms_of_pairs(self, s: Indices, i: Indices, want: Want) -> PairTerms:
        """Return the terms of each pair ``(s[j], i[j])``, as far as they are wanted."""
        return self._estimates.terms_of_pairs(
            _contiguous(s), _contiguous(i), with_class=want in _WITH_CLASS
        )

    def pairs_for_all(self) -> float:
        """Return how many pairs of a feature, asked for a few at a time, cost as much as all."""
        return self._estimates.pairs_for_all()

    def scan_cost(self, want: Want) -> float:
        """Return about how many nanoseconds the terms of one feature with all others take."""
        return self._estimates.scan_cost(with_class=want in _WITH_CLASS)

    def set_terms(self, selected: Indices, candidates: Indices) -> SetTerms:
        """Return H(C | S) and each candidate's H(X_i | S) and MI(C, X_i | S)."""
        self._cells = self._cells.of(tuple(selected.tolist()), self._column)
        return self._estimates.set_terms(self._cells.ids, _contiguous(candidates))

    def n_cells(self, selected: Indices) -> int:
        """Return into how many cells of the selected the rows fall."""
        self._cells = self._cells.of(tuple(selected.tolist()), self._column)
        return len(self._cells)

    def strata(self, selected: Indices, i: int) -> Strata:
        """Return the counts of feature ``i`` and the class in each cell of the selected."""
        self._cells = self._cells.of(tuple(selected.tolist()), self._column)
        x, c = self.codes[:, i].astype(np.int64), self._target.astype(np.int64)
        return Strata.of_rows(self._cells.ids, x, c)

    def chance(self, selected: Indices, i: int, level: float, rng: np.random.Generator) -> Chance:
        """Test whether feature ``i`` tells more of the class, given the selected, than chance."""
        return independence(self.strata(selected, i), level, rng)

    def minimum_bayes_risk(self, names: str | Sequence[str] = ()) -> float:
        """Return 1 - 1/n sum over s of max over c of n_sc: the least error on these rows."""
        self._cells = self._cells.of(positions(self.names, names), self._column)
        classes = int(self._target.max()) + 1
        ids = self._cells.ids.astype(np.int64) * classes + self._target
        cells, n_sc = np.unique(ids, return_counts=True)
        first = np.flatnonzero(np.diff(cells // classes, prepend=-1))
        return 1.0 - int(np.maximum.reduceat(n_sc, first).sum()) / len(self._target)

    def _column(self, j: int) -> Codes:
        return self.codes[:, j]


def _contiguous(candidates: Indices) -> Indices:
    return np.ascontiguousarray(candidates, dtype=np.int64)


_WITH_CLASS = frozenset(
    want for want in map(Want, range(8)) if want & (Want.CLASS_REDUNDANCY | Want.JOINT_ENTROPY)
)
"""What needs the class to be counted; to look it up is ten times as fast as to work it out."""


def _checked_codes(codes: NDArray[Any]) -> Codes:
    if codes.ndim != 2 or 0 in codes.shape:
        raise ValueError(f"codes have shape {codes.shape}; give a table of rows and columns.")
    if codes.dtype.kind not in "buif":
        raise TypeError(f"codes have dtype {codes.dtype}; give whole numbers from 0 to 65,535.")
    if codes.dtype.kind == "f" and np.isnan(codes).any():
        row, column = np.argwhere(np.isnan(codes))[0]
        raise ValueError(
            f"codes have NaN, first in row {row}, column {column}; "
            "give missing values a code of their own."
        )
    if codes.dtype in (np.uint8, np.uint16):
        return codes
    low, high = codes.min(), codes.max()
    if low < 0 or high > 65_535 or (codes.dtype.kind == "f" and (codes % 1).any()):
        raise ValueError(
            f"codes range from {low} to {high}; they must be whole numbers from 0 to 65,535. "
            "natpick.select encodes any table."
        )
    return codes.astype(np.uint8) if high < 256 else codes.astype(np.uint16)


def _checked_target(y: NDArray[Any], n_rows: int) -> NDArray[np.uint32]:
    if y.ndim != 1 or len(y) != n_rows:
        raise ValueError(
            f"y has shape {y.shape} but codes have {n_rows} rows; give one label a row."
        )
    if y.dtype.kind == "f" and np.isnan(y).any():
        raise ValueError("y has NaN; every row needs a label. Drop the rows without one.")
    try:
        labels, target = _places(y)
    except TypeError as error:
        raise ValueError(
            f"y has labels that cannot be told apart by order ({error}); give labels of one kind, "
            "none of them missing."
        ) from error
    if len(labels) < 2:
        raise ValueError(
            f"y has one class only, {labels.tolist()[0]!r}; nothing can tell rows apart."
        )
    return target.astype(np.uint32)


def _places(y: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the labels in order, and where among them each row's stands."""
    if y.dtype.kind in "iu" and y.size:
        low, high = int(y.min()), int(y.max())
        if high - low < max(256, y.size) and high < 2**63:  # whole numbers need no sorting
            at = np.subtract(y, low, dtype=np.int64)
            present = np.zeros(high - low + 1, dtype=np.bool_)
            present[at] = True
            return np.flatnonzero(present) + low, (np.cumsum(present) - 1)[at]
    return np.unique(y, return_inverse=True)
