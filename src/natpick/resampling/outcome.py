"""What a model is to predict of each row: the target as it was given, not as it is counted."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.encode import TargetBins, encode_target, measure_target
from natpick.encode.columns import Column, Levels
from natpick.encode.target import target_columns
from natpick.sources.estimates import ESTIMATES
from natpick.terms import Indices


@dataclass(frozen=True, slots=True)
class Outcome:
    """The target of a model.

    Attributes
    ----------
    values : labels or numbers, of shape (n,), or (n, columns) where they are several.
    classes : the class that each row counts as; all 0 where nothing is counted.
    labels : the label of each class.
    continuous : whether the values are numbers that are cut into classes, or measured.
    """

    values: NDArray[Any]
    classes: Indices
    labels: tuple[object, ...]
    continuous: bool

    @classmethod
    def of(cls, y: Any, n_rows: int, estimator: str, target_bins: TargetBins) -> "Outcome":
        """Return what a model is to predict, where information is estimated so."""
        columns = [_values(column) for column, _ in target_columns(y, "y")]
        values = columns[0] if len(columns) == 1 else _stacked(columns)
        if estimator not in ESTIMATES and measure_target(y, n_rows=n_rows)[1]:
            return cls(values, np.zeros(n_rows, dtype=np.int64), (), continuous=True)
        target = encode_target(y, n_rows=n_rows, bins=target_bins)
        is_cut = target.rule != ""
        return cls(values, target.codes.astype(np.int64), target.labels, continuous=is_cut)

    @property
    def n_columns(self) -> int:
        """How many columns a model is to predict."""
        return 1 if self.values.ndim == 1 else self.values.shape[1]


def _values(column: Column) -> NDArray[Any]:
    if isinstance(column, Levels):
        return np.asarray(column.labels)[column.codes]
    return column.values


def _stacked(columns: list[NDArray[Any]]) -> NDArray[Any]:
    """Return several columns as one array, of texts if not all are numbers."""
    if all(column.dtype.kind in "biuf" for column in columns):
        return np.column_stack(columns)
    return np.column_stack([column.astype(str) for column in columns])
