"""Columns that hold the same as another one, but for the names of their levels."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.coded import Codes, level_sums, n_levels, n_rows, n_written, same
from natpick.listed import Listed
from natpick.terms import Indices, Univariate

Prints = NDArray[np.uint64]

CELLS = 1 << 16
"""Codes that are looked at together, to bound memory."""


def duplicates(codes: Codes | Listed, alone: Univariate) -> Iterator[tuple[int, int]]:
    """Yield every column that tells rows apart just as an earlier one does, and the first such.

    Such columns have the same H(X_i) and MI(C, X_i), to the last bit. Of those that have, the
    columns with the same print are compared row by row.
    """
    alike = _sharing(np.flatnonzero(alone.entropy > 0), alone.entropy, alone.relevance)
    prints = np.zeros(len(alone.entropy), dtype=np.uint64)
    prints[alike] = _prints(codes, alike)
    found: list[tuple[int, int]] = []
    for twins in _groups(alike, prints, alone.entropy, alone.relevance):
        firsts: list[int] = []
        for i in twins:
            first = next((j for j in firsts if same(codes, i, j)), None)
            if first is None:
                firsts.append(i)
            else:
                found.append((i, first))
    yield from sorted(found)


def _sharing(columns: Indices, *keys: NDArray[Any]) -> Indices:
    """Return the columns that share all keys with another one."""
    ordered, lengths = _in_order(columns, *keys)
    return np.sort(ordered[np.repeat(lengths > 1, lengths)])


def _groups(columns: Indices, *keys: NDArray[Any]) -> Iterator[list[int]]:
    """Yield the columns with equal keys, two or more of them in increasing order."""
    ordered, lengths = _in_order(columns, *keys)
    ends = np.cumsum(lengths)
    several = lengths > 1
    for end, length in zip(ends[several].tolist(), lengths[several].tolist(), strict=True):
        yield ordered[end - length : end].tolist()


def _in_order(columns: Indices, *keys: NDArray[Any]) -> tuple[Indices, Indices]:
    """Return the columns with equal keys next to each other, and how many have each."""
    own = [key[columns] for key in keys]
    order = np.lexsort((columns, *own))
    first = np.ones(len(order), dtype=np.bool_)
    first[1:] = False
    for key in own:
        first[1:] |= key[order[1:]] != key[order[:-1]]
    starts = np.flatnonzero(first)
    return columns[order], np.diff(starts, append=len(order))


def _prints(codes: Codes | Listed, columns: Indices) -> Prints:
    """Return a number for each column that stays the same when its levels are renamed.

    Every row has a random number. A level has the sum of its rows', mixed, and a column has
    the sum of its levels'; all sums wrap around.
    """
    n, width = n_rows(codes), int(n_levels(codes).max())
    rows = np.random.default_rng(0).integers(1, (1 << 52) // n, n).astype(np.float64)
    prints = np.empty(len(columns), dtype=np.uint64)
    step = max(1, CELLS // max(n_written(codes), width))
    for start in range(0, len(columns), step):
        sums = level_sums(codes, columns[start : start + step], rows, width)
        prints[start : start + step] = _mixed(sums).sum(axis=1, dtype=np.uint64)
    return prints


def _mixed(sums: NDArray[Any]) -> Prints:
    """Return numbers that look random, and 0 for 0 (Steele, Lea and Flood 2014, SplitMix)."""
    z = sums.astype(np.uint64)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
