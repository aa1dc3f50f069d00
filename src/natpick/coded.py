"""Columns of codes, whether every row is written out or only those that are not usual."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.listed import Listed
from natpick.terms import Floats, Indices

Codes = NDArray[np.uint8] | NDArray[np.uint16]
Column = NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.uint32]


def n_rows(codes: Codes | Listed) -> int:
    """Return the number of rows."""
    return codes.n_rows if isinstance(codes, Listed) else len(codes)


def n_written(codes: Codes | Listed) -> int:
    """Return how many rows of a column are written out, on average and rounded up."""
    if isinstance(codes, Listed):
        return -(-len(codes.rows) // max(1, len(codes.usual)))
    return len(codes)


def n_levels(codes: Codes | Listed) -> Indices:
    """Return how many codes each column has."""
    if isinstance(codes, Listed):
        return codes.n_levels.astype(np.int64)
    return np.asarray(codes.max(axis=0).astype(np.int64) + 1)


def column(codes: Codes | Listed, j: int) -> Column:
    """Return the code of every row of a column."""
    return codes.column(j) if isinstance(codes, Listed) else codes[:, j]


def level_sums(codes: Codes | Listed, some: Indices, rows: Floats, width: int) -> NDArray[Any]:
    """Return, for each of some columns and each of ``width`` codes, the sum over its rows."""
    first = np.arange(len(some)) * width
    if not isinstance(codes, Listed):
        cells = codes[:, some].T + first[:, np.newaxis]
        weights = np.tile(rows, len(some))
        return np.bincount(cells.ravel(), weights, len(some) * width).reshape(-1, width)
    sizes = codes.starts[some + 1] - codes.starts[some]
    where = np.arange(sizes.sum()) + np.repeat(codes.starts[some] - np.cumsum(sizes) + sizes, sizes)
    cells = np.repeat(first, sizes) + codes.codes[where]
    flat = np.bincount(cells, rows[codes.rows[where]], len(some) * width)
    sums = flat.reshape(-1, width)
    sums[np.arange(len(some)), codes.usual[some]] = rows.sum() - sums.sum(axis=1)
    return sums


def same(codes: Codes | Listed, i: int, j: int) -> bool:
    """Return whether the levels of two columns correspond one to one: H(X | Y) = H(Y | X) = 0."""
    if isinstance(codes, Listed):
        mine, others = codes.list_of(i), codes.list_of(j)
        if np.array_equal(codes.rows[mine], codes.rows[others]):
            x, y = (
                np.append(codes.codes[part], codes.usual[k]) for part, k in ((mine, i), (others, j))
            )
            return _determines(x, y) and _determines(y, x)
    x, y = column(codes, i), column(codes, j)
    return _determines(x, y) and _determines(y, x)


def _determines(x: Column, y: Column) -> bool:
    """Return whether Y is a function of X: whether any row tells the level of Y in all others."""
    of_x = np.zeros(int(x.max()) + 1, dtype=y.dtype)
    of_x[x] = y
    return bool((of_x[x] == y).all())
