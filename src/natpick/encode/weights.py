"""What rows weigh, as whole numbers: a row of weight w counts as w rows."""

import math
from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from natpick.encode.array import as_array
from natpick.encode.cells import cell_column
from natpick.encode.columns import Numbers
from natpick.encode.moments import Measure
from natpick.encode.stored import is_sparse
from natpick.encode.table import as_frame
from natpick.row_weights import RowWeights

MOST = 2**52
"""The largest sum of weights that are counted as they are."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the rows that count.

    Attributes
    ----------
    kept : marks the rows that count: those whose weight is not 0.
    quanta : what each of these weighs, as a whole number.
    whole : whether these are the weights themselves, the number of times each row counts.
    """

    kept: NDArray[np.bool_]
    quanta: NDArray[np.uint64]
    whole: bool

    @property
    def counted(self) -> RowWeights:
        """What the rows that count do count as."""
        return RowWeights.of(self.quanta, whole=self.whole)

    @property
    def n_rows(self) -> int:
        """How many rows they are worth, for the number of bins: see :class:`RowWeights`."""
        return self.counted.n_rows

    @property
    def told(self) -> str:
        """What is told of them beside a result."""
        n = len(self.kept)
        counted = f"{len(self.quanta)} of {n} rows count" if not self.kept.all() else f"{n} rows"
        worth = "rows" if self.whole else "equally weighted rows"
        return f"; weighted, {counted} as {self.n_rows} {worth}"

    def among(self, kept: NDArray[np.bool_]) -> "Weights":
        """Return the weights where only some of the rows that count are kept."""
        places = self.kept.copy()
        places[self.kept] = kept
        return Weights(places, self.quanta[kept], self.whole)

    def rows_of(self, X: Any) -> Any:
        """Return the rows that count of a table, an array or a sparse matrix."""
        if self.kept.all():
            return X
        if is_sparse(X):
            return X.tocsr()[np.flatnonzero(self.kept)]
        frame = as_frame(X)
        if frame is not None:
            return frame.filter(self.kept.tolist()).to_native()
        return as_array(X, "X")[self.kept]

    def labels_of(self, y: Any) -> Any:
        """Return the labels of the rows that count."""
        if self.kept.all() or (hasattr(y, "__len__") and len(y) != len(self.kept)):
            return y  # a wrong number of labels is told where they are coded
        data: Any = (
            y
            if isinstance(y, np.ndarray)
            else nw.from_native(y, eager_only=True, allow_series=True, pass_through=True)
        )
        if isinstance(data, nw.Series | nw.DataFrame):
            return data.filter(self.kept.tolist()).to_native()
        return as_array(data, "y")[self.kept]


def weights_of(sample_weight: Any, n_rows: int) -> Weights:
    """Return what rows weigh.

    Whole numbers are what they are. Others become whole numbers of quanta: they are multiplied
    by the power of two that brings their sum to between 2**50 and 2**51, and rounded.

    Parameters
    ----------
    sample_weight : array or series of shape (n_rows,)
        Numbers of at least 0, not all of them 0.
    n_rows : int
        The number of rows.

    Examples
    --------
    >>> from natpick.encode import weights_of
    >>> weights = weights_of([2, 0, 1], n_rows=3)
    >>> weights.quanta.tolist(), weights.kept.tolist()
    ([2, 1], [True, False, True])
    """
    given = _checked(sample_weight, n_rows)
    whole = bool((given == np.floor(given)).all()) and math.fsum(given) <= MOST
    if not whole:
        given = np.ldexp(given, -math.frexp(given.max())[1])  # so that no sum overflows
        given = np.rint(np.ldexp(given, 51 - math.frexp(math.fsum(given))[1]))
    kept = given > 0
    return Weights(kept, given[kept].astype(np.uint64), whole)


def masses_of(weights: Weights | None) -> NDArray[np.int64] | None:
    """Return what rows weigh as signed numbers, for sums; None where all are alike."""
    return None if weights is None else weights.quanta.astype(np.int64)


def _numbers(array: NDArray[Any]) -> NDArray[Any]:
    """Return weights as numbers of numpy, where they are numbers of Python too."""
    if array.dtype == object and array.ndim == 1:
        column = cell_column(array.tolist(), "sample_weight")
        if isinstance(column, Numbers) and column.measure is Measure.NUMBER:
            gone = column.missing
            return column.values if gone is None else np.where(gone, np.nan, column.values)
    if array.dtype.kind not in "biuf":
        raise TypeError(
            f"sample_weight holds {array.dtype}; give a number for each row, or the name of the "
            "column that has them."
        )
    return array


def _checked(sample_weight: Any, n_rows: int) -> NDArray[np.float64]:
    array = _numbers(as_array(sample_weight, "sample_weight"))
    if array.shape != (n_rows,):
        raise ValueError(
            f"sample_weight.shape == {array.shape}, expected {(n_rows,)}: X has {n_rows} rows; "
            "give one weight a row."
        )
    weights = array.astype(np.float64)
    for wrong, what in ((~np.isfinite(weights), "not a finite number"), (weights < 0, "negative")):
        if wrong.any():
            row = int(wrong.argmax())
            raise ValueError(
                f"sample_weight is {weights[row]} in row {row}, which is {what}; give numbers of "
                "at least 0, and 0 to rows that are not to count."
            )
    if not weights.any():
        raise ValueError("All weights in sample_weight are zero; some row must count.")
    return weights
