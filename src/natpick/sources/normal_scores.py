"""Columns as normal scores: each value replaced by the normal quantile of its rank."""

import math

import numpy as np
from numpy.typing import NDArray

from natpick.terms import Floats

BLOCK_CELLS = 1 << 18
"""Cells ranked together, to bound memory."""


def normal_scores(columns: Floats) -> Floats:
    """Return the van der Waerden scores of columns, one row each, with exact sums of products.

    The score of a value of rank r among n is the normal quantile of r / (n + 1), equal values
    sharing their average rank. Scores are divided by their root mean square without ties, so
    that squares add up to n at most, and rounded to whole multiples of 2^-b, b the largest with
    n 2^2b <= 2^53. Then every sum of products of two columns is exact in floating point,
    in any order: the same bits on any BLAS and any number of threads.

    References
    ----------
    van der Waerden (1952), Order tests for the two-sample problem and their power,
    Indagationes Mathematicae 14.
    """
    n = columns.shape[1]
    score_of = _scores(n)
    scores = np.empty(columns.shape)
    width = max(1, BLOCK_CELLS // n)
    for start in range(0, len(columns), width):
        block = slice(start, start + width)
        scores[block] = score_of[_doubled_ranks(columns[block]) - 2]
    return scores


def _scores(n: int) -> Floats:
    """Return the scores of ranks 1, 1.5, 2, ..., n."""
    from scipy.special import ndtri

    ranks = np.arange(2, 2 * n + 1) / 2
    half = ndtri(ranks[: n - 1] / (n + 1))
    quantiles = np.concatenate([half, [0.0], -half[::-1]])  # odd about the middle, to the bit
    rms = math.sqrt(float((quantiles[::2] ** 2).mean())) or 1.0
    bits = (53 - math.ceil(math.log2(n + 1))) // 2
    scores: Floats = np.trunc(np.ldexp(quantiles / rms, bits))
    return np.ldexp(scores, -bits)


def _doubled_ranks(columns: Floats) -> NDArray[np.int64]:
    """Return twice the rank of each value in its row, 2 ... 2n; ties share their average."""
    order = np.argsort(columns, axis=1)
    ordered = np.take_along_axis(columns, order, axis=1)
    new = np.ones(columns.shape, dtype=np.bool_)
    np.not_equal(ordered[:, 1:], ordered[:, :-1], out=new[:, 1:])
    ranks = np.tile(2 * np.arange(1, columns.shape[1] + 1), (len(columns), 1))
    tied = ~new.all(axis=1)
    if tied.any():
        ranks[tied] = _shared(new[tied])
    doubled = np.empty_like(ranks)
    np.put_along_axis(doubled, order, ranks, axis=1)
    return doubled


def _shared(new: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return first + last rank of the run that each place is in, given where runs begin."""
    place = np.arange(1, new.shape[1] + 1)
    ends = np.ones_like(new)
    ends[:, :-1] = new[:, 1:]
    first = np.maximum.accumulate(np.where(new, place, 0), axis=1)
    last = np.where(ends, place, place[-1])
    last = np.minimum.accumulate(last[:, ::-1], axis=1)[:, ::-1]
    return first + last
