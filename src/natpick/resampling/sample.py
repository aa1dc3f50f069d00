"""Rows of a table with their target, taken by index."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.encode import encode_target, measure_target, read_table, split_target, table_names
from natpick.encode.array import as_array
from natpick.encode.table import as_frame, open_table
from natpick.sources import InformationSource
from natpick.sources.estimates import ESTIMATES
from natpick.terms import Indices


@dataclass(frozen=True, slots=True)
class Sample:
    """A table and its target, whose rows can be drawn.

    Attributes
    ----------
    table : the table as it was given.
    target : its rows' labels or numbers.
    strata : the class of each row; all 0 where the target is continuous.
    continuous : whether it is.
    """

    table: Any
    target: NDArray[Any]
    strata: Indices
    continuous: bool

    @classmethod
    def of(cls, X: Any, y: Any, estimator: str) -> "Sample":
        """Return the rows of what :func:`natpick.select` takes, read for an estimator."""
        if isinstance(X, InformationSource):
            raise TypeError(
                f"X is a {type(X).__name__}, whose rows cannot be drawn; give the table itself."
            )
        if y is None:
            raise TypeError(
                "y is missing: give the target's values, or the name of its column in X."
            )
        table = read_table(X) if isinstance(X, str | os.PathLike) else X
        name = y if isinstance(y, str) else "y"
        if isinstance(y, str):
            table, y = split_target(table, y)
        n_rows = open_table(table).n_rows
        whole = table if as_frame(table) is not None else as_array(table, "X")
        if estimator not in ESTIMATES:
            values, continuous = measure_target(y, n_rows=n_rows, name=name)
            if continuous:
                return cls(whole, values, np.zeros(n_rows, dtype=np.int64), continuous)
        classes = encode_target(y, n_rows=n_rows, name=name)
        labels = np.asarray(classes.labels)[classes.codes]
        return cls(whole, labels, classes.codes.astype(np.int64), continuous=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the table's columns."""
        return table_names(self.table)

    def __len__(self) -> int:
        return len(self.target)

    def take(self, rows: Indices) -> tuple[Any, NDArray[Any]]:
        """Return some of the rows, all columns, and their target."""
        frame = as_frame(self.table)
        table = self.table[rows] if frame is None else frame[rows].to_native()
        return table, self.target[rows]

    def columns(self, columns: Sequence[int]) -> "Sample":
        """Return all rows of some of the columns."""
        frame = as_frame(self.table)
        chosen = list(columns)
        table = self.table[:, chosen] if frame is None else frame[:, chosen].to_native()
        return Sample(table, self.target, self.strata, self.continuous)
