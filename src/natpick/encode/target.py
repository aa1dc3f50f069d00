"""The target: labels of one column, or of several joined, to codes 0, 1, ... in sorted order."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from natpick.encode.array import array_column, as_array
from natpick.encode.classes import Classes, TargetBins, check_target_bins, classes_of
from natpick.encode.columns import Column, Levels
from natpick.encode.frame import series_column
from natpick.encode.stored import is_sparse
from natpick.encode.table import is_lazy
from natpick.encode.weights import Weights


@dataclass(frozen=True, slots=True)
class Target:
    """The target's codes, the label of each, its name, and how numbers were cut, if they were.

    Of a target of several columns, a label is the tuple of theirs.
    """

    codes: NDArray[np.uint32]
    labels: tuple[object, ...]
    name: str
    rule: str = ""


def encode_target(
    y: Any,
    *,
    n_rows: int,
    name: str = "y",
    bins: TargetBins = None,
    dropped: int = 0,
    weights: Weights | None = None,
) -> Target:
    """Return the labels of ``n_rows`` rows as codes, in the labels' sorted order.

    Parameters
    ----------
    y : array, sequence, series or table of pandas, polars or pyarrow
        Strings, booleans, integers, categories or whole floats, at least two different ones.
        Several columns are joined: a class is a combination of labels that occurs.
    n_rows : int
        The number of labels there must be.
    name : str
        The target's name where ``y`` has none of its own.
    bins : int or "auto", optional
        Into how many classes of equal frequency numbers are cut.
    dropped : int
        How many rows were left out before, to be told where one class is left.
    weights : Weights, optional
        What each row weighs.

    Examples
    --------
    >>> from natpick.encode import encode_target
    >>> target = encode_target(["ill", "well", "ill"], n_rows=3)
    >>> target.codes.tolist(), target.labels
    ([0, 1, 0], ('ill', 'well'))
    """
    check_target_bins(bins)
    if y is None:
        raise ValueError("natpick requires y to be passed, but the target y is None.")
    columns = target_columns(y, name)
    _check_length(columns[0][0], n_rows)
    if bins is not None and all(isinstance(column, Levels) for column, _ in columns):
        raise ValueError(f"target_bins={bins!r} cuts numbers, but y holds labels; leave it out.")
    parts = [(own, classes_of(column, bins, weights)) for column, own in columns]
    joined = parts[0][1] if len(parts) == 1 else _joined([part for _, part in parts])
    if len(joined.labels) < 2:
        after = f" once {dropped:,} rows are left out, for missing values or a weight of 0"
        after *= dropped > 0
        raise ValueError(
            f"y has one class only{after}, {joined.labels[0]!r}; there must be at least two "
            "classes to tell apart."
        )
    rule = "; ".join(f"the target {own!r} was cut into {p.rule}" for own, p in parts if p.rule)
    names = ", ".join(own for own, _ in parts)
    return Target(joined.codes.astype(np.uint32), joined.labels, names, rule)


def _joined(parts: Sequence[Classes]) -> Classes:
    """Return the combinations of labels that occur, in the order of the labels."""
    rows, codes = np.unique(
        np.column_stack([part.codes for part in parts]), axis=0, return_inverse=True
    )
    labels = (
        tuple(part.labels[code] for part, code in zip(parts, row, strict=True))
        for row in rows.tolist()
    )
    return Classes(codes.reshape(-1), tuple(labels))


def target_columns(y: Any, name: str) -> list[tuple[Column, str]]:
    """Return the columns of the target, each with its name."""
    data = _native(y)
    if isinstance(data, nw.DataFrame):
        _check_shape(data.shape)
        own_names = [name] if data.columns == [""] else [str(own) for own in data.columns]
        return [
            (series_column(data.get_column(column), own), own)
            for column, own in zip(data.columns, own_names, strict=True)
        ]
    if isinstance(data, nw.Series):
        own = data.name
        return [(series_column(data, name), name if own in (None, "") else str(own))]
    if is_sparse(y):
        raise TypeError(f"y is a {type(y).__name__}, which is sparse; pass y.toarray().")
    array = as_array(y, "y")
    if array.ndim == 0:
        raise ValueError(
            f"y is a {type(y).__name__}, a single value; give an array with one label a row, or "
            "the name of a column of X, which is text."
        )
    _check_shape(array.shape)
    if array.ndim == 1 or array.shape[1] == 1:
        return [(array_column(array.ravel(), name), name)]
    names = [f"{name}{j}" for j in range(array.shape[1])]
    return [(array_column(array[:, j], own), own) for j, own in enumerate(names)]


def rows_of_target(y: Any, which: NDArray[np.bool_]) -> Any:
    """Return some of the target's rows."""
    data = _native(y)
    if isinstance(data, nw.DataFrame | nw.Series):
        return data.filter(which.tolist()).to_native()
    return as_array(y, "y")[which]


def _native(y: Any) -> Any:
    """Return a series or table of whichever library, or else what was given."""
    if isinstance(y, np.ndarray):
        return y
    if is_lazy(y):
        raise TypeError(f"y is a {type(y).__name__}, which is not in memory; collect it first.")
    return nw.from_native(y, eager_only=True, allow_series=True, pass_through=True)


def _check_shape(shape: tuple[int, ...]) -> None:
    if len(shape) > 2 or 0 in shape[1:]:
        raise ValueError(
            f"y has shape {shape}; give one label a row, or several columns of labels."
        )


def _check_length(column: Column, n_rows: int) -> None:
    length = len(column.codes if isinstance(column, Levels) else column.values)
    if length != n_rows:
        raise ValueError(f"y has {length} values but X has {n_rows} rows; they must be as many.")
    if length == 0:
        raise ValueError("y is empty; there must be labels of at least two classes.")
