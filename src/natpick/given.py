"""What a user gives: a table with its target, rows with missing values heeded."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.encode import (
    Groups,
    SparseTable,
    Table,
    Weights,
    are_columns,
    check_paired,
    complete,
    is_lazy,
    is_sparse,
    members,
    open_table,
    read_table,
    split_target,
    split_targets,
    weights_of,
)
from natpick.naming import position
from natpick.terms import Indices


@dataclass(frozen=True, slots=True)
class Wanted:
    """The columns that a user names: to be kept, or in a group. They are not set aside."""

    must_keep: tuple[str | int, ...] = ()
    groups: Groups | None = None

    def among(self, names: Sequence[str]) -> tuple[str | int, ...]:
        """Return those that are columns, and not groups."""
        found = members(names, self.groups) if self.groups is not None else {}
        every = (*names, *found)
        for feature in self.must_keep:
            position(every, feature)
        columns = [column for group in found.values() for column in group]
        kept = [
            feature
            for feature in self.must_keep
            if feature not in found and not (isinstance(feature, int) and feature >= len(names))
        ]
        return (*kept, *columns)


@dataclass(frozen=True, slots=True)
class Given:
    """A table and its target.

    Attributes
    ----------
    X, y, name : the features, the target, and its name where it has none of its own.
    wanted : columns asked for by name, which are not set aside.
    weights : what the rows weigh; None where they are alike.
    dropped : how many rows were left out, for missing values or a weight of 0.
    rows : which of the rows given are those of X; None where all are.
    notes : that some were dropped.
    """

    X: Table | SparseTable
    y: Any
    name: str
    wanted: tuple[str | int, ...]
    weights: Weights | None
    dropped: int
    rows: Indices | None
    notes: tuple[str, ...]

    @property
    def data(self) -> Any:
        """The table as it is encoded: a sparse matrix as it is."""
        return self.X.matrix if isinstance(self.X, SparseTable) else self.X


@dataclass(frozen=True, slots=True)
class Parts:
    """A table, its target and what its rows weigh, apart from each other."""

    X: Any
    y: Any
    sample_weight: Any


def parts(X: Any, y: Any, sample_weight: Any) -> Parts:
    """Return what was given, columns of the target and of weights taken out of the table."""
    table, target = _split(read_table(X) if isinstance(X, str | os.PathLike) else X, y)
    check_paired(table, target, "y")
    check_paired(table, sample_weight, "sample_weight")
    if isinstance(sample_weight, str):
        table, sample_weight = split_target(
            table, sample_weight, what="weight", argument="sample_weight"
        )
    return Parts(table, target, sample_weight)


def given(X: Any, y: Any, sample_weight: Any, missing: str, wanted: Wanted) -> Given:
    """Return what was given, once it is known to be a table with a target."""
    apart = parts(X, y, sample_weight)
    table, target, weights = apart.X, apart.y, None
    n_rows = _n_rows(table)
    if apart.sample_weight is not None:
        weights = weights_of(apart.sample_weight, n_rows)
        table, target = weights.rows_of(table), weights.labels_of(target)
    opened = SparseTable(table) if is_sparse(table) else open_table(table)
    heeded = complete(opened, target, missing)
    if weights is not None and heeded.kept is not None:
        weights = weights.among(heeded.kept)
    name = y if isinstance(y, str) else "y"
    return Given(
        heeded.X,
        heeded.y,
        name,
        wanted.among(opened.names),
        weights,
        n_rows - heeded.X.n_rows,
        _left(weights, heeded.kept),
        heeded.notes,
    )


def _left(weights: Weights | None, kept: NDArray[np.bool_] | None) -> Indices | None:
    """Return which rows are left, once those of no weight and those not kept are gone."""
    which = kept if weights is None else weights.kept
    return None if which is None or which.all() else np.flatnonzero(which)


def _split(X: Any, y: Any) -> tuple[Any, Any]:
    """Return the features and the target, which may be columns of the same table."""
    if isinstance(y, str):
        return split_target(X, y)
    return split_targets(X, y) if are_columns(y, X) else (X, y)


def _n_rows(X: Any) -> int:
    if isinstance(X, Mapping) and not is_sparse(X):
        raise TypeError(
            f"X is a {type(X).__name__}; make a table of it, as by pandas.DataFrame(X)."
        )
    if is_lazy(X):
        raise TypeError(f"X is a {type(X).__name__}, which is not in memory; collect it first.")
    shape = getattr(X, "shape", None)
    if is_sparse(X) and len(X.shape) != 2:
        raise ValueError(f"X is a sparse array of shape {X.shape}; give rows and columns.")
    try:
        return int(shape[0]) if shape else len(X)
    except TypeError as error:
        raise TypeError(f"X is a {type(X).__name__}; give a table of rows and columns.") from error
