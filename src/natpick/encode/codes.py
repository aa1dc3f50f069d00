"""A table to codes: read block by block, coded, and written to one array."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.encode.bins import Cutter
from natpick.encode.columns import LevelColumn, NumberBlock
from natpick.encode.cut_rules import Demand
from natpick.encode.cutting import Cutting
from natpick.encode.encoding import Coded, Codes, Encoded, Encodings
from natpick.encode.levels import code_levels
from natpick.encode.ranks import cut_ranks, to_be_cut
from natpick.encode.set_aside import nearly_all_different, set_aside
from natpick.encode.table import Table, listed, open_table
from natpick.encode.weights import Weights, masses_of
from natpick.naming import position
from natpick.threads import n_threads


def encode(
    X: Any,
    *,
    target: NDArray[np.uint32] | None = None,
    cutting: Cutting | None = None,
    include: Iterable[str | int] | None = None,
    aside: Iterable[int] | None = None,
    n_jobs: int | None = None,
    weights: Weights | None = None,
) -> Encoded:
    """Return the columns of a table as small integer codes.

    Strings, categories and booleans keep a level for each value, and so do numbers with at
    most ``bins`` distinct values and whole numbers with at most 20. Other numbers are cut into
    bins. Dates, times and durations are numbers of seconds. Missing values are the last level
    of their column. The order of the rows changes nothing.

    Parameters
    ----------
    X : array, sequence of rows, or table of pandas, polars or pyarrow
        At least one row and one column. Infinities are an error.
    target : array of shape (n,), optional
        The target's codes, for rules that look at it.
    cutting : Cutting, optional
        How numbers are cut; by default into bins of equal frequency, as many as the whole part
        of the cube root of n, clipped to 2..10.
    include : iterable of str or int, optional
        Columns that are taken in even if nearly all their labels are different; others of that
        kind, ids and free text, are set aside. By default all are taken in.
    aside : iterable of int, optional
        Which columns of labels are set aside, where that is settled: by all rows of a table of
        which these are a part.
    n_jobs : int, optional
        Threads, as in scikit-learn. The answer is the same.
    weights : Weights, optional
        What each row weighs; all of them count.

    Examples
    --------
    >>> from natpick.encode import encode
    >>> encoded = encode([["red", 1.5], ["blue", 2.5], ["red", None]])
    >>> encoded.codes.tolist()
    [[1, 0], [0, 1], [1, 2]]
    >>> encoded.encodings[1].levels
    ('1.5', '2.5', 'missing')
    """
    table = open_table(X)
    asked = Cutting() if cutting is None else cutting
    n_rows = table.n_rows if weights is None else weights.n_rows
    bins = asked.most_bins(n_rows)
    codes = np.empty((table.n_rows, len(table.names)), dtype=np.uint8, order="F")
    demand = Demand(bins, target, n_threads(n_jobs), n_rows, masses_of(weights))
    cutter = Cutter(asked, asked.edges_of(table.names), demand, codes)
    done = list(_coded(table, cutter, _judged(table.names, bins, include, aside)))
    found_aside = np.concatenate([coded.aside for coded in done])
    return Encoded(
        _filled(codes, done),
        table.names,
        Encodings([(coded.columns, coded.part) for coded in done], len(table.names)),
        asked.told(bins),
        cutting_notes(done, table.names),
        tuple(sorted(found_aside.tolist())),
    )


def _judged(
    names: Sequence[str],
    bins: int,
    include: Iterable[str | int] | None,
    aside: Iterable[int] | None,
) -> Callable[[LevelColumn], bool]:
    """Return what tells whether a column of labels is set aside."""
    if aside is not None:
        settled = frozenset(aside)
        return lambda column: column.index in settled
    if include is None:
        return lambda _column: False
    spared = {position(names, name) for name in include}
    return lambda column: column.index not in spared and nearly_all_different(column.levels, bins)


def _coded(
    table: Table, cutter: Cutter, is_aside: Callable[[LevelColumn], bool]
) -> Iterator[Coded]:
    for block in table.blocks():
        if isinstance(block, NumberBlock):
            yield from cutter.code(block)
        elif block.index in cutter.edges:
            raise ValueError(_NOT_NUMBERS.format(block.name))
        elif to_be_cut(block, cutter.demand.bins):
            yield from cut_ranks(block, cutter)
        elif is_aside(block):
            yield set_aside(block)
        else:
            yield code_levels(block)


_NOT_NUMBERS = "cut has edges for column {!r}, but it holds labels, not numbers; leave it out."


def _filled(codes: NDArray[np.uint8], done: Iterable[Coded]) -> Codes:
    """Return the codes with those of levels put in, all wide if some are."""
    waiting = [(coded.columns, coded.codes) for coded in done if coded.codes is not None]
    filled: Codes = codes
    if any(rows.dtype == np.uint16 for _, rows in waiting):
        filled = codes.astype(np.uint16, order="F")
    for columns, rows in waiting:
        filled.T[columns] = rows
    return filled


def cutting_notes(done: Sequence[Coded], names: Sequence[str]) -> tuple[str, ...]:
    """Return notes on columns that were not cut as asked, each if there are any."""
    kinds = (
        (_UNEVEN, [c.uneven for c in done]),
        (_UNCUT, [c.uncut for c in done]),
        (_ROUNDED, [c.rounded for c in done]),
    )
    found = [(text, sorted(np.concatenate(columns).tolist())) for text, columns in kinds]
    return tuple(
        text.format(listed([names[j] for j in columns])) for text, columns in found if columns
    )


_UNEVEN = (
    "Bins are far from what was asked (empty, half as many, or one with most of the rows) in "
    "these columns: {}. Edges of your own may cut them better."
)

_ROUNDED = (
    "Whole numbers beyond 2^53 are rounded when they are cut, which makes many of them alike in "
    "these columns: {}. Subtract their least value first, or turn them into text if they are names."
)

_UNCUT = "MDLP finds no cut that pays in these columns, each of which is one bin: {}."
