"""Rows of numbers and their target, as the sources of continuous data take them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from natpick.information import entropy
from natpick.terms import Floats, Indices

MOST_CLASSES = 20
"""A target of numbers with more distinct values than this is continuous, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Columns of finite numbers, and a target that is either classes or such a column.

    Attributes
    ----------
    names : the features' names.
    columns : their numbers, one row a feature, shape (p, n).
    y : the target of each row: a class 0, 1, ..., or a number where it is continuous.
    continuous : whether the target is.
    """

    names: tuple[str, ...]
    columns: Floats
    y: Floats
    continuous: bool

    @classmethod
    def of(
        cls, X: ArrayLike, y: ArrayLike, names: Sequence[str] | None, continuous: bool | None
    ) -> "Rows":
        """Return rows once they are known to be what they must be."""
        table = np.asarray(X)
        if table.ndim != 2 or 0 in table.shape:
            raise ValueError(f"X has shape {table.shape}; give a table of rows and columns.")
        known = tuple(f"x{i}" for i in range(table.shape[1])) if names is None else tuple(names)
        if len(known) != table.shape[1] or len(set(known)) != len(known):
            raise ValueError(
                f"{len(known)} names, {len(set(known))} of them different, were given for "
                f"{table.shape[1]} columns; give each column a name of its own."
            )
        columns = np.ascontiguousarray(_numbers(table, "X").T)
        _check_finite(columns, known)
        target, is_continuous = _target(np.asarray(y), len(table), continuous)
        return cls(known, columns, target, is_continuous)

    @property
    def class_sizes(self) -> Indices:
        """The rows of each class; all rows as one where the target is continuous."""
        if self.continuous:
            return np.array([len(self.y)])
        return np.bincount(self.y.astype(np.int64)).astype(np.int64)

    @property
    def target_entropy(self) -> float:
        """H(C) of the rows at hand: ln n for a continuous target without ties."""
        return entropy(np.unique(self.y, return_counts=True)[1])

    def entropies(self) -> Floats:
        """Return H(X_i) of the rows at hand: ln n for a column without ties, 0 for a constant."""
        n = self.columns.shape[1]
        entropies = np.full(len(self.columns), entropy(np.ones(n, dtype=np.int64)))
        for i, x in enumerate(self.columns):
            ordered = np.sort(x)
            if n > 1 and (ordered[1:] == ordered[:-1]).any():
                entropies[i] = entropy(np.unique(x, return_counts=True)[1])
        return entropies


def _numbers(values: NDArray[Any], what: str) -> Floats:
    if values.dtype.kind not in "buif":
        raise TypeError(f"{what} has dtype {values.dtype}; give numbers.")
    return values.astype(np.float64, copy=False)


def _check_finite(columns: Floats, names: Sequence[str]) -> None:
    finite = np.isfinite(columns)
    if finite.all():
        return
    column = int(np.argmin(finite.all(axis=1)))
    row = int(np.argmin(finite[column]))
    held = "a missing value" if np.isnan(columns[column, row]) else "an infinity"
    raise ValueError(
        f"Column {names[column]!r} has {held} in row {row}; this estimator needs a finite number "
        "in every row. Fill or drop it, or use an estimator that counts, such as 'plug-in'."
    )


def _target(y: NDArray[Any], n_rows: int, continuous: bool | None) -> tuple[Floats, bool]:
    if y.shape != (n_rows,):
        raise ValueError(f"y has shape {y.shape} but X has {n_rows} rows; give one value a row.")
    if y.dtype.kind == "f" and not np.isfinite(y).all():
        row = int(np.argmin(np.isfinite(y)))
        raise ValueError(f"y is {y[row]} in row {row}; every row needs a value. Drop the others.")
    values, codes = np.unique(y, return_inverse=True)
    if len(values) < 2:
        raise ValueError(f"y has one value only, {values[0]!r}; nothing can tell rows apart.")
    if continuous is None:
        continuous = y.dtype.kind in "uif" and len(values) > MOST_CLASSES
    if continuous:
        return _numbers(y, "y"), True
    return codes.astype(np.float64), False
