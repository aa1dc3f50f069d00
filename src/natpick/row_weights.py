"""What rows count as: each so many rows, or a share of a whole."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.uint64]

_ROUNDING = 1e-6
"""Effective sizes that are whole numbers but for this much are those numbers."""


@dataclass(frozen=True, slots=True)
class RowWeights:
    """What rows count as.

    Attributes
    ----------
    values : what each row weighs, as a whole number.
    squares : the squares of these in multiples of ``unit``, where rows are shares of a whole;
        None where each weight is a number of rows, for of w rows each has the square 1.
    unit : a power of two; 1 where there are no squares.
    n_rows : how many rows they are worth.

    Notes
    -----
    Rows of weight w are worth (sum w)^2 / sum w^2 rows that count alike (Kish 1965, Survey
    Sampling): a mean of theirs varies from sample to sample as much as that of so many.
    """

    values: Numbers
    squares: Numbers | None
    unit: float
    n_rows: int

    @classmethod
    def once(cls, n_rows: int) -> "RowWeights":
        """Return the weights of rows that each count once."""
        return cls.of(np.ones(n_rows, dtype=np.uint64), whole=True)

    @classmethod
    def of(cls, values: Numbers, *, whole: bool) -> "RowWeights":
        """Return weights that are numbers of rows where they are whole, otherwise shares."""
        if whole:
            return cls(values, None, 1.0, int(values.sum()))
        squares = values.astype(np.float64) ** 2
        exponent = math.frexp(math.fsum(squares))[1] - 51  # their sum is 2**50 to 2**51 units
        whole_squares = np.rint(np.ldexp(squares, -exponent)).astype(np.uint64)
        worth = int(values.sum()) ** 2 / math.fsum(squares)
        return cls(values, whole_squares, math.ldexp(1.0, exponent), math.floor(worth + _ROUNDING))
