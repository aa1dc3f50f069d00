"""The target: labels of any one kind to codes 0, 1, ... in sorted order."""

from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from natpick.encode.array import array_column, as_array
from natpick.encode.columns import Column, Levels, Numbers
from natpick.encode.frame import series_column

CONTINUOUS = 20
"""A target of numbers that are not whole has at most this many classes."""


@dataclass(frozen=True, slots=True)
class Target:
    """The target's codes, the label that each code stands for, and its name."""

    codes: NDArray[np.uint32]
    labels: tuple[object, ...]
    name: str


def encode_target(y: Any, *, n_rows: int, name: str = "y") -> Target:
    """Return the labels of ``n_rows`` rows as codes, in the labels' sorted order.

    Parameters
    ----------
    y : array, sequence, or series of pandas, polars or pyarrow
        Strings, booleans, integers, categories or whole floats, at least two different ones.
        A table of one column will do.
    n_rows : int
        The number of labels there must be.
    name : str
        The target's name where ``y`` has none of its own.

    Examples
    --------
    >>> from natpick.encode import encode_target
    >>> target = encode_target(["ill", "well", "ill"], n_rows=3)
    >>> target.codes.tolist(), target.labels
    ([0, 1, 0], ('ill', 'well'))
    """
    if y is None:
        raise ValueError("natpick requires y to be passed, but the target y is None.")
    column, name = target_column(y, name)
    length = len(column.codes if isinstance(column, Levels) else column.values)
    if length != n_rows:
        raise ValueError(f"y has {length} values but X has {n_rows} rows; they must be as many.")
    if length == 0:
        raise ValueError("y is empty; there must be labels of at least two classes.")
    codes, labels = _labelled(column)
    if len(labels) < 2:
        raise ValueError(
            f"y has one class only, {labels[0]!r}; there must be at least two classes to tell "
            "apart."
        )
    return Target(codes.astype(np.uint32), labels, name)


def target_column(y: Any, name: str) -> tuple[Column, str]:
    """Return the target as a column, and its name."""
    data = (
        y
        if isinstance(y, np.ndarray)
        else nw.from_native(y, eager_only=True, allow_series=True, pass_through=True)
    )
    if isinstance(data, nw.DataFrame):
        _check_width(data.shape)
        data = data.get_column(data.columns[0])
    if isinstance(data, nw.Series):
        own = data.name
        return series_column(data, name), name if own in (None, "") else str(own)
    array = as_array(y, "y")
    _check_width(array.shape)
    return array_column(array.ravel(), name), name


def _check_width(shape: tuple[int, ...]) -> None:
    if len(shape) == 0:
        raise ValueError("y is a single value; it must be an array with one label a row.")
    if len(shape) > 2 or (len(shape) == 2 and shape[1] != 1):
        raise ValueError(
            f"y should be a 1d array, got an array of shape {shape} instead; pass one column."
        )


def _labelled(column: Column) -> tuple[NDArray[np.intp], tuple[Any, ...]]:
    return _sorted_levels(column) if isinstance(column, Levels) else _sorted_numbers(column)


def _sorted_levels(levels: Levels) -> tuple[NDArray[np.intp], tuple[Any, ...]]:
    """Return levels in the labels' sorted order, or as declared where labels have none."""
    _check_missing(levels.codes < 0)
    try:
        order = sorted(range(len(levels.labels)), key=levels.labels.__getitem__)
    except TypeError:
        return levels.codes, levels.labels
    place = np.argsort(order)
    return place[levels.codes], tuple(levels.labels[code] for code in order)


def _sorted_numbers(numbers: Numbers) -> tuple[NDArray[np.intp], tuple[Any, ...]]:
    values = numbers.values
    if values.dtype.kind == "f":
        _check_missing(np.isnan(values))
        _check_finite(values)
    elif numbers.missing is not None:
        _check_missing(numbers.missing)
    labels = np.unique(values)
    if len(labels) > CONTINUOUS and values.dtype.kind == "f" and (labels != np.floor(labels)).any():
        raise ValueError(
            f"y looks continuous: {len(labels):,} distinct numbers that are not all whole. Cut it "
            "into classes first, with numpy.digitize or pandas.qcut for instance, or take it as it "
            "is with estimator='gaussian' or 'neighbors'."
        )
    return np.searchsorted(labels, values), tuple(labels.tolist())


def _check_missing(missing: NDArray[np.bool_]) -> None:
    if missing.any():
        count = int(np.count_nonzero(missing))
        raise ValueError(
            f"Input y contains NaN. {count} of {len(missing)} labels are missing, the first in "
            f"row {int(missing.argmax())}; drop these rows."
        )


def _check_finite(values: NDArray[Any]) -> None:
    infinite = np.isinf(values)
    if infinite.any():
        raise ValueError(
            f"Input y contains infinity or a value too large for {values.dtype!r}. The first is "
            f"in row {int(infinite.argmax())}."
        )
