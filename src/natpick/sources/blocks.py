"""Blocks of rows that are near each other in all selected features, to permute within."""

from collections.abc import Iterable, Iterator

import numpy as np

from natpick.sources.chance import orders_within
from natpick.terms import Flags, Floats, Indices

MOST_ROWS = 10
"""A block of more rows than this is divided, unless they coincide."""


def blocks(columns: Floats) -> Indices:
    """Return the block of each row, numbered from 0, given columns of shape (k, n).

    As in a k-d tree the rows of a block are divided at the median of the column that is widest
    in it, until they are few or coincide: then a block is a cell of S, where S is discrete.
    Permutations within blocks are of rows that are about alike in S (Kim, Neykov,
    Balakrishnan and Wasserman 2022, Local permutation tests for conditional independence,
    Annals of Statistics 50).
    """
    block = np.zeros(columns.shape[1], dtype=np.int64)
    waiting, found = [np.arange(columns.shape[1])], 0
    while waiting:
        rows = waiting.pop()
        parts = _divided(columns[:, rows]) if len(columns) and len(rows) > MOST_ROWS else None
        if parts is None:
            block[rows], found = found, found + 1
        else:
            waiting += [rows[parts], rows[~parts]]
    return block


def permuted_within(
    block: Indices, x: Floats, rng: np.random.Generator, sizes: Iterable[int]
) -> Iterator[Floats]:
    """Yield so many permutations of a column within blocks at a time, each of shape (size, n)."""
    rows = np.argsort(block, kind="stable")
    for size in sizes:
        columns = np.empty((size, len(x)))
        columns[:, rows] = x[rows[orders_within(block[rows], size, rng)]]
        yield columns


def _divided(columns: Floats) -> Flags | None:
    """Return which rows are below the middle of the widest column; None where all coincide."""
    widest = int(np.argmax(np.ptp(columns, axis=1)))
    x = columns[widest]
    median = float(np.median(x))
    below: Flags
    for below in (x < median, x <= median):
        if below.any() and not below.all():
            return below
    return None
