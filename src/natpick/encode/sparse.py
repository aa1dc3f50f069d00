"""Sparse matrices to codes, as lists of rows: what is not stored is never looked at.

The codes are those of the same matrix with all its zeros, to the last one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.encode.bins import Cutter, texts_of, uneven
from natpick.encode.codes import cutting_notes
from natpick.encode.columns import BLOCK_CELLS, NumberBlock
from natpick.encode.cut_rules import CUT_RULES, Demand
from natpick.encode.cutting import Cutting
from natpick.encode.encoding import MISSING, Coded, Encoding, Encodings
from natpick.encode.moments import Measure
from natpick.encode.reals import Mask, Real
from natpick.encode.runs import Places, Runs
from natpick.encode.stored import Distinct, Stored, stored
from natpick.encode.weights import Weights, masses_of
from natpick.listed import Listed
from natpick.threads import n_threads


@dataclass(frozen=True, slots=True)
class EncodedLists:
    """A sparse matrix as codes, and how each of its columns came about.

    The attributes are those of :class:`~natpick.encode.Encoded`, but for ``codes``, which are
    lists of rows.
    """

    codes: Listed
    names: tuple[str, ...]
    encodings: Sequence[Encoding]
    rule: str
    notes: tuple[str, ...] = ()
    set_aside: tuple[int, ...] = ()


def encode_sparse(
    X: Any,
    *,
    target: NDArray[np.uint32] | None = None,
    cutting: Cutting | None = None,
    n_jobs: int | None = None,
    weights: Weights | None = None,
) -> EncodedLists:
    """Return the columns of a sparse matrix as small integer codes.

    They are the codes that :func:`natpick.encode.encode` gives the same numbers, zeros among
    them, in time and memory proportional to the numbers stored. Zeros that are stored are
    zeros, and numbers stored for one place add up. Where columns of many values are cut at
    edges or by another rule than equal frequency, some of them at a time are written out.

    Parameters
    ----------
    X : sparse matrix or array of SciPy
        At least one row and one column. NaN is missing; infinities are an error.
    target, cutting, n_jobs, weights
        As for :func:`natpick.encode.encode`.

    Examples
    --------
    >>> import scipy.sparse
    >>> from natpick.encode import encode_sparse
    >>> encoded = encode_sparse(scipy.sparse.csr_array([[0, 5], [2, 0], [0, 5]]))
    >>> encoded.codes.column(1).tolist(), encoded.encodings[1].levels
    ([1, 0, 1], ('0', '5'))
    """
    table = stored(X)
    asked = Cutting() if cutting is None else cutting
    n_rows = table.n_rows if weights is None else weights.n_rows
    bins = asked.most_bins(n_rows)
    demand = Demand(bins, target, n_threads(n_jobs), n_rows, masses_of(weights))
    coding = _Coding(table, asked, demand)
    done = list(coding.code())
    names = table.names
    return EncodedLists(
        coding.listed(),
        names,
        Encodings([(coded.columns, coded.part) for coded in done], len(names)),
        asked.told(bins),
        cutting_notes(done, names),
    )


class _Coding:
    """The codes of the numbers stored and of each column's zeros, as they become known."""

    def __init__(self, table: Stored, cutting: Cutting, demand: Demand) -> None:
        self._table = table
        self._cutting = cutting
        self._demand = demand
        self._edges = cutting.edges_of(table.names)
        self._codes = np.zeros(len(table.data), dtype=np.uint16)
        self._usual = np.zeros(table.n_columns, dtype=np.uint32)
        self._n_levels = np.zeros(table.n_columns, dtype=np.uint32)

    def code(self) -> Iterator[Coded]:
        """Code all columns, and yield what became of them."""
        weights = self._demand.weights
        once = np.ones(self._table.n_rows, dtype=np.int64)
        distinct = Distinct.of(self._table, once if weights is None else weights)
        few, apart = distinct.runs.few(self._demand.bins), self._table.huge
        apart[list(self._edges)] = True
        if self._cutting.rule is not CUT_RULES["frequency"]:
            apart |= ~few
        yield from self._by_distinct(distinct, few, ~apart)
        together = max(1, BLOCK_CELLS // self._table.n_rows)
        columns = np.flatnonzero(apart)
        for first in range(0, len(columns), together):
            yield from self._written_out(columns[first : first + together])

    def listed(self) -> Listed:
        """Return the codes but for the usual ones."""
        table = self._table
        column = table.column
        kept = self._codes != self._usual[column]
        sizes = np.bincount(column[kept], minlength=table.n_columns)
        return Listed(
            table.n_rows,
            np.r_[0, np.cumsum(sizes)],
            table.rows[kept],
            self._codes[kept],
            self._usual,
            self._n_levels,
        )

    def _by_distinct(self, distinct: Distinct, few: Mask, wanted: Mask) -> Iterator[Coded]:
        """Code columns by their distinct values: as levels, or in bins of equal frequency."""
        runs, table = distinct.runs, self._table
        cuts = np.where(few[runs.column], ~runs.tops, runs.frequency_cuts(self._demand.bins))
        gone = distinct.of_stored < 0
        missing = np.bincount(table.column[gone], minlength=table.n_columns) > 0
        n_cuts = np.bincount(runs.column[cuts], minlength=table.n_columns)
        self._n_levels[:] = n_cuts + (runs.sizes > 0) + missing
        of_run = np.r_[runs.below(cuts), 0]
        last = self._n_levels[table.column] - 1
        self._codes[:] = np.where(gone, last, of_run[distinct.of_stored])
        self._usual[:] = of_run[distinct.of_zero]
        if (few & wanted).any():
            yield self._levels(runs, few & wanted, missing)
        if (~few & wanted).any():
            yield self._bins(runs, ~few & wanted, missing)

    def _levels(self, runs: Runs, wanted: Mask, missing: Mask) -> Coded:
        columns, kept = np.flatnonzero(wanted), runs.take(wanted)
        names, kind = [f"x{j}" for j in columns], self._table.data.dtype.kind
        texts = LevelTexts(
            names, kept.starts, kept.values, missing[columns], kind in "iu", kind == "b"
        )
        return Coded(columns, texts)

    def _bins(self, runs: Runs, wanted: Mask, missing: Mask) -> Coded:
        columns, kept, bins = np.flatnonzero(wanted), runs.take(wanted), self._demand.bins
        cuts = kept.frequency_cuts(bins)
        sizes = np.bincount(kept.column[cuts], minlength=len(columns)).astype(np.uint32)
        held = np.bincount(
            kept.column * bins + kept.below(cuts), kept.masses, minlength=len(columns) * bins
        )
        counts = held.reshape(-1, bins).astype(np.uint64)
        texts = BinTexts(
            [f"x{j}" for j in columns],
            np.r_[0, np.cumsum(sizes, dtype=np.int64)],
            kept.values[cuts],
            missing[columns],
        )
        far = uneven(counts, sizes, np.full_like(sizes, bins))
        return Coded(columns, texts, uneven=columns[far])

    def _written_out(self, columns: Places) -> Iterator[Coded]:
        """Code some columns with all their zeros."""
        table = self._table
        codes = np.empty((table.n_rows, len(columns)), dtype=np.uint8, order="F")
        edges = {k: self._edges[j] for k, j in enumerate(columns.tolist()) if j in self._edges}
        cutter = Cutter(self._cutting, edges, self._demand, codes)
        names = tuple(f"x{j}" for j in columns)
        for coded in cutter.code(NumberBlock(np.arange(len(columns)), names, table.dense(columns))):
            if coded.codes is not None:
                codes.T[coded.columns] = coded.codes
            yield Coded(
                columns[coded.columns],
                coded.part,
                uneven=columns[coded.uneven],
                uncut=columns[coded.uncut],
                rounded=columns[coded.rounded],
            )
        for k, j in enumerate(columns.tolist()):
            of_j = slice(table.starts[j], table.starts[j + 1])
            self._codes[of_j] = codes[table.rows[of_j], k]
            zeros = np.setdiff1d(np.arange(table.n_rows), table.rows[of_j])
            self._usual[j] = codes[zeros[0], k] if zeros.size else 0
            self._n_levels[j] = int(codes[:, k].max()) + 1


@dataclass(frozen=True, slots=True)
class LevelTexts:
    """The encodings of columns of levels: the values of each from ``starts`` on."""

    names: Sequence[str]
    starts: Places
    values: Real
    missing: Mask
    whole: bool
    boolean: bool

    def __getitem__(self, row: int) -> Encoding:
        """Return the encoding of the ``row``-th of them."""
        missing = bool(self.missing[row])
        values = self.values[self.starts[row] : self.starts[row + 1]].tolist()
        texts = texts_of(values, Measure.NUMBER, whole=self.whole, boolean=self.boolean)
        levels = (*texts, *[MISSING] * missing)
        return Encoding(self.names[row], "levels", len(levels), levels, (), missing)


@dataclass(frozen=True, slots=True)
class BinTexts:
    """The encodings of columns in bins: the cut points of each from ``starts`` on."""

    names: Sequence[str]
    starts: Places
    points: Real
    missing: Mask

    def __getitem__(self, row: int) -> Encoding:
        """Return the encoding of the ``row``-th of them."""
        missing = bool(self.missing[row])
        points = tuple(self.points[self.starts[row] : self.starts[row + 1]].tolist())
        return Encoding(self.names[row], "bins", len(points) + 1 + missing, (), points, missing)
