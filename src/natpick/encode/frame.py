"""Tables of pandas, polars and pyarrow, read column by column through narwhals."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from natpick.encode.array import array_column, plain_numbers
from natpick.encode.cells import cell_column
from natpick.encode.columns import (
    BLOCK_CELLS,
    Block,
    Column,
    Levels,
    NumberBlock,
    Numbers,
    blocks,
)
from natpick.encode.levels import levels_of, observed_levels, places
from natpick.encode.matrix import LONG_TOGETHER, columns_alike, matrix

FLOATS_ONLY = (nw.Int128, nw.UInt128, nw.Decimal)
"""Numbers that numpy has no type for."""

SHORT = 10_000
"""Up to here it is faster to look each string up than to have the library replace them."""


@dataclass(frozen=True, slots=True)
class FrameTable:
    """A table that is a data frame held in memory."""

    names: tuple[str, ...]
    frame: nw.DataFrame[Any]

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return len(self.frame)

    def rows(self, which: NDArray[np.bool_]) -> "FrameTable":
        """Return some of the rows."""
        return FrameTable(self.names, self.frame.filter(which.tolist()))

    def column(self, j: int) -> Column:
        """Return one of the columns."""
        return series_column(self.frame.get_column(self.frame.columns[j]), self.names[j])

    def blocks(self) -> Iterator[Block]:
        """Yield the columns, numbers in blocks."""
        alike = columns_alike(self.frame)
        together = {j for columns in alike for j in columns}
        alone = (
            (j, series_column(self.frame.get_column(column), self.names[j]))
            for j, column in enumerate(self.frame.columns)
            if j not in together
        )
        yield from blocks(alone, self.names)
        width = max(LONG_TOGETHER, BLOCK_CELLS // self.n_rows)
        for columns in alike:
            for start in range(0, len(columns), width):
                some = columns[start : start + width]
                values = plain_numbers(matrix(self.frame, some))
                yield NumberBlock(np.array(some), tuple(self.names[j] for j in some), values.T)


def series_column(series: nw.Series[Any], name: str) -> Column:
    """Return a series as a column of levels or numbers."""
    dtype = series.dtype
    if dtype.is_float():
        return array_column(series.to_numpy(), name)
    if isinstance(dtype, nw.Categorical | nw.Enum):
        return _categories(series)
    if series.implementation.is_pandas_like() and series.to_native().dtype == object:
        return cell_column(series.to_native().tolist(), name)  # the type is but a guess
    if isinstance(dtype, nw.String):
        return _sorted_levels(series)
    if isinstance(dtype, FLOATS_ONLY):
        return array_column(series.cast(nw.Float64).to_numpy(), name)
    if dtype.is_nested():
        return cell_column(series.to_list(), name)  # which says why it can't be
    if dtype.is_integer() or isinstance(dtype, nw.Boolean):
        return _exact_numbers(series)
    return array_column(series.to_numpy(), name)


def _exact_numbers(series: nw.Series[Any]) -> Column:
    """Return integers or booleans as they are, where numpy would turn them into floats."""
    missing = series.is_null().to_numpy()
    if not missing.any():
        return Numbers(series.to_numpy())
    zero = False if isinstance(series.dtype, nw.Boolean) else 0
    return Numbers(series.fill_null(zero).to_numpy(), missing)


def _categories(series: nw.Series[Any]) -> Levels:
    """Return categories in the order they were declared in, or sorted where none was."""
    native = series.to_native()
    if series.implementation.is_pandas_like() and hasattr(native.dtype, "categories"):
        codes = native.cat.codes.to_numpy().astype(np.intp)
        ordered = bool(native.cat.ordered)
        return observed_levels(codes, native.cat.categories.tolist(), ordered=ordered)
    texts = series.cast(nw.String)
    if isinstance(series.dtype, nw.Enum):
        return _levels(texts, list(series.dtype.categories), ordered=True)
    if series.implementation.is_pyarrow() and native.type.ordered:
        dictionary = native.unify_dictionaries().chunk(0).dictionary
        return _levels(texts, [str(value) for value in dictionary.to_pylist()], ordered=True)
    return _sorted_levels(texts)


def _sorted_levels(texts: nw.Series[Any]) -> Levels:
    """Return strings as levels in sorted order."""
    if len(texts) <= SHORT:
        return levels_of([text if isinstance(text, str) else None for text in texts.to_list()])
    return _levels(texts, sorted(texts.drop_nulls().unique().to_list()))


def _levels(texts: nw.Series[Any], labels: list[str], *, ordered: bool = False) -> Levels:
    """Return strings as levels, coded by their place among the labels."""
    if len(texts) <= SHORT or not labels:
        return observed_levels(places(texts.to_list(), labels), labels, ordered=ordered)
    numbers = list(range(len(labels)))
    codes = texts.replace_strict(labels, numbers, return_dtype=nw.Int64)
    known = codes.fill_null(-1).to_numpy().astype(np.intp)
    return observed_levels(known, labels, ordered=ordered)
