"""Rows of a table with their target and weights, taken by index."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np

from natpick.encode import is_sparse
from natpick.encode.array import as_array
from natpick.encode.table import as_frame
from natpick.given import Parts
from natpick.sources import InformationSource
from natpick.terms import Floats, Indices


@dataclass(frozen=True, slots=True)
class Sample:
    """The rows of a table that count, to be drawn.

    Attributes
    ----------
    table, y : those rows of the table and of the target.
    weights : what each weighs; None where all are alike.
    numbers : for each row of the table given, its number among those that count; -1 for others.
    """

    table: Any
    y: Any
    weights: Floats | None
    numbers: Indices

    @classmethod
    def of(cls, given: Parts, rows: Indices | None) -> "Sample":
        """Return the rows of what was given, or some of them."""
        table, y = _table(given.X), _target(given.y)
        weights = None
        if given.sample_weight is not None:
            weights = as_array(given.sample_weight, "sample_weight").astype(np.float64)
        numbers = np.arange(table.shape[0])
        whole = cls(table, y, weights, numbers)
        if rows is None:
            return whole
        numbers = np.full(len(numbers), -1)
        numbers[rows] = np.arange(len(rows))
        return cls(*whole.take(rows), numbers)

    def __len__(self) -> int:
        return int(self.table.shape[0])

    def take(self, rows: Indices) -> tuple[Any, Any, Floats | None]:
        """Return some of the rows: their table, their target and what they weigh."""
        weights = None if self.weights is None else self.weights[rows]
        return taken(self.table, rows), taken(self.y, rows), weights

    def columns(self, columns: Sequence[int]) -> Any:
        """Return all rows of some of the columns."""
        frame = as_frame(self.table)
        chosen = list(columns)
        return self.table[:, chosen] if frame is None else frame[:, chosen].to_native()


def taken(data: Any, rows: Indices) -> Any:
    """Return some of the rows of a table, a series, an array or a sparse matrix."""
    held = nw.from_native(data, eager_only=True, allow_series=True, pass_through=True)
    if isinstance(held, nw.DataFrame | nw.Series):
        return held[rows].to_native()
    return data[rows]


def check_rows(X: Any, y: Any) -> None:
    """Raise an error unless there are rows to be drawn, with a target."""
    if isinstance(X, InformationSource):
        raise TypeError(
            f"X is a {type(X).__name__}, whose rows cannot be drawn; give the table itself."
        )
    if y is None:
        raise TypeError("y is missing: give the target's values, or the name of its column in X.")


def _table(X: Any) -> Any:
    """Return a table as something whose rows and columns can be taken by index."""
    if is_sparse(X):
        return X.tocsr()
    frame = as_frame(X)
    return as_array(X, "X") if frame is None else frame.to_native()


def _target(y: Any) -> Any:
    held = nw.from_native(y, eager_only=True, allow_series=True, pass_through=True)
    return y if isinstance(held, nw.DataFrame | nw.Series) else as_array(y, "y")
