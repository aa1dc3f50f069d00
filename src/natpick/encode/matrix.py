"""Columns of one type in a data frame, read as a matrix: one call for many of them."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from natpick.encode.columns import LONG

LONG_TOGETHER = 8
"""Long columns that are read together, so that threads have one each."""


@dataclass(frozen=True, slots=True)
class Library:
    """How a library's columns are read together.

    Attributes
    ----------
    kinds : what columns must have in common, None for those that are read alone.
    read : some columns that have it in common, a row for each row of the frame.
    holds : whether that takes no copy, as long as the frame was not put together of parts.
    """

    kinds: Callable[[Any], list[Hashable]]
    read: Callable[[Any, Sequence[int]], NDArray[Any]]
    holds: bool = False


def columns_alike(frame: nw.DataFrame[Any]) -> list[list[int]]:
    """Return the columns of each type of numbers that are read as a matrix.

    Long columns are read alone, where they would be copied.
    """
    library = LIBRARIES.get(frame.implementation)
    if library is None or (len(frame) > LONG and not library.holds):
        return []
    alike: dict[Hashable, list[int]] = {}
    for j, kind in enumerate(library.kinds(frame.to_native())):
        if kind is not None:
            alike.setdefault(kind, []).append(j)
    return list(alike.values())


def matrix(frame: nw.DataFrame[Any], columns: Sequence[int]) -> NDArray[Any]:
    """Return some columns of one type."""
    return LIBRARIES[frame.implementation].read(frame.to_native(), columns)


def _slice(columns: Sequence[int]) -> slice | list[int]:
    """Return columns that follow each other as a slice, which takes no copy."""
    follow = columns[-1] - columns[0] == len(columns) - 1
    return slice(columns[0], columns[-1] + 1) if follow else list(columns)


def _pandas_kinds(native: Any) -> list[Hashable]:
    return [t if isinstance(t, np.dtype) and t.kind in "biuf" else None for t in native.dtypes]


def _pandas_matrix(native: Any, columns: Sequence[int]) -> NDArray[Any]:
    values: NDArray[Any] = native.iloc[:, _slice(columns)].to_numpy()
    return values


def _polars_kinds(native: Any) -> list[Hashable]:
    return [t if t.is_float() else None for t in native.dtypes]


def _polars_matrix(native: Any, columns: Sequence[int]) -> NDArray[Any]:
    values: NDArray[Any] = native[:, _slice(columns)].to_numpy(order="fortran")
    return values


def _arrow_kinds(native: Any) -> list[Hashable]:
    from pyarrow.types import is_floating

    return [t if is_floating(t) else None for t in native.schema.types]


def _arrow_matrix(native: Any, columns: Sequence[int]) -> NDArray[Any]:
    return np.stack([native.column(j).to_numpy() for j in columns]).T


LIBRARIES: Mapping[nw.Implementation, Library] = MappingProxyType(
    {
        nw.Implementation.PANDAS: Library(_pandas_kinds, _pandas_matrix, holds=True),
        nw.Implementation.POLARS: Library(_polars_kinds, _polars_matrix),
        nw.Implementation.PYARROW: Library(_arrow_kinds, _arrow_matrix),
    }
)
"""The libraries that can; columns of others are read one by one."""
