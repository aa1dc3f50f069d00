"""Columns of codes in the layout they have, and what adds up weights over tables of them."""

from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from natpick._core import Tally
from natpick.coded import Codes
from natpick.listed import Listed
from natpick.row_weights import RowWeights

Labels = NDArray[np.uint32]


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

    def tally(self, weights: RowWeights, n_threads: int) -> Tally:
        """Return what adds up weights over tables of these columns."""


class SparseColumns:
    """Columns of which only the unusual rows are listed."""

    def __init__(self, listed: Listed) -> None:
        self.codes = listed
        self.n_levels = listed.n_levels
        self.column = listed.column

    def tally(self, weights: RowWeights, n_threads: int) -> Tally:
        """Return what adds up weights over tables of these columns."""
        of, by = self.codes, weights
        columns = (of.starts, of.rows, of.codes, of.usual, of.n_levels)
        return Tally(*columns, by.values, n_threads, by.squares, by.unit)


class DenseColumns:
    """Columns of which every row has its code in an array of shape (n, p)."""

    def __init__(self, codes: Codes) -> None:
        self.codes = codes

    @cached_property
    def n_levels(self) -> Labels:
        """How many codes each column has."""
        return np.asarray(self.codes.max(axis=0).astype(np.uint32) + np.uint32(1))

    def column(self, j: int) -> Codes:
        """Return the code of every row of a column."""
        return self.codes[:, j]

    def tally(self, weights: RowWeights, n_threads: int) -> Tally:
        """Return what adds up weights over tables of these columns."""
        by = weights
        return Tally(self.codes, self.n_levels, by.values, n_threads, by.squares, by.unit)


def coded_columns(codes: Codes | Listed) -> CodedColumns:
    """Return columns of codes in the layout that they have."""
    return SparseColumns(codes) if isinstance(codes, Listed) else DenseColumns(codes)
