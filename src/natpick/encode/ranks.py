"""Ordered categories that are too many to be levels: cut like numbers, by their ranks."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from natpick.encode.bins import Cutter
from natpick.encode.columns import LevelColumn, NumberBlock
from natpick.encode.encoding import Coded, Encoding, Part
from natpick.encode.levels import label_text
from natpick.encode.reals import WHOLE_LEVELS


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A column whose ranks were cut, and the categories in order."""

    ranks: Part
    labels: tuple[str, ...]

    def __getitem__(self, row: int) -> Encoding:
        return replace(self.ranks[row], levels=self.labels)


def to_be_cut(column: LevelColumn, bins: int) -> bool:
    """Return whether a column's categories have an order and are too many to be levels."""
    return column.levels.ordered and len(column.levels.labels) > max(bins, WHOLE_LEVELS)


def cut_ranks(column: LevelColumn, cutter: Cutter) -> Iterator[Coded]:
    """Yield a column of ordered categories cut by the ranks 0, 1, ... of those that occur."""
    ranks = column.levels.codes
    missing = (ranks < 0)[np.newaxis]
    block = NumberBlock(np.array([column.index]), (column.name,), ranks[np.newaxis], missing)
    labels = tuple(map(label_text, column.levels.labels))
    for coded in cutter.code(block):
        yield replace(coded, part=RankedRow(coded.part, labels))
