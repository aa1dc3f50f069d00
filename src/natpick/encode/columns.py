"""Columns as they are read: numbers still to be cut, or levels; and blocks of numbers."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.encode.moments import Measure

BLOCK_CELLS = 1 << 20
"""Cells coded together: some thousand short columns at once, a long column by itself."""

LONG = BLOCK_CELLS // 8
"""Rows from which on it costs more to put columns together than it saves."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """A column of numbers or booleans; NaN is missing, and so is what ``missing`` marks."""

    values: NDArray[Any]
    missing: NDArray[np.bool_] | None = None
    measure: Measure = Measure.NUMBER


@dataclass(frozen=True, slots=True)
class Levels:
    """A column of codes with one label for each, all of them observed; -1 is missing.

    ``ordered`` says whether the labels' order means something.
    """

    codes: NDArray[np.intp]
    labels: tuple[Any, ...]
    ordered: bool = False


Column = Numbers | Levels


@dataclass(frozen=True, slots=True)
class NumberBlock:
    """Several columns of numbers of one dtype and measure, each a row of ``values``."""

    columns: NDArray[np.intp]
    names: tuple[str, ...]
    values: NDArray[Any]
    missing: NDArray[np.bool_] | None = None
    measure: Measure = Measure.NUMBER


@dataclass(frozen=True, slots=True)
class LevelColumn:
    """One column of levels and its place in the table."""

    index: int
    name: str
    levels: Levels


Block = NumberBlock | LevelColumn


def columns_of(block: Block) -> Iterator[tuple[int, Column]]:
    """Yield the columns of a block, each with its place in the table."""
    if isinstance(block, LevelColumn):
        yield block.index, block.levels
        return
    for row, index in enumerate(block.columns.tolist()):
        missing = None if block.missing is None else block.missing[row]
        yield index, Numbers(block.values[row], missing, block.measure)


def blocks(columns: Iterable[tuple[int, Column]], names: Sequence[str]) -> Iterator[Block]:
    """Yield columns and their places as blocks: numbers of one dtype together, levels alone."""
    waiting: dict[tuple[np.dtype[Any], Measure], list[tuple[int, Numbers]]] = {}
    for index, column in columns:
        if isinstance(column, Levels):
            yield LevelColumn(index, names[index], column)
            continue
        kind = (column.values.dtype, column.measure)
        alike = waiting.setdefault(kind, [])
        alike.append((index, column))
        if len(alike) * len(column.values) >= BLOCK_CELLS or len(column.values) > LONG:
            yield _stacked(waiting.pop(kind), names)
    for alike in waiting.values():
        yield _stacked(alike, names)


def _stacked(alike: list[tuple[int, Numbers]], names: Sequence[str]) -> NumberBlock:
    columns = np.array([index for index, _ in alike], dtype=np.intp)
    numbers = [number for _, number in alike]
    missing = None
    if any(number.missing is not None for number in numbers):
        none = np.zeros(len(numbers[0].values), dtype=np.bool_)
        missing = _rows([none if n.missing is None else n.missing for n in numbers])
    values = _rows([number.values for number in numbers])
    named = tuple(names[i] for i in columns)
    return NumberBlock(columns, named, values, missing, numbers[0].measure)


def _rows(arrays: list[NDArray[Any]]) -> NDArray[Any]:
    return arrays[0][np.newaxis] if len(arrays) == 1 else np.stack(arrays)
