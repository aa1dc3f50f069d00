"""Values that are told apart but not measured: to codes, in an order free of the rows' order."""

from collections.abc import Sequence
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.encode.columns import LevelColumn, Levels
from natpick.encode.encoding import MISSING, Coded, Codes, Encoding

MAX_LEVELS = 65_535
"""Most levels of a column, the one for missing values included."""


def levels_of(values: Sequence[Any]) -> Levels:
    """Return hashable values of one sortable type as levels in sorted order; None is missing."""
    labels = sorted(set(values) - {None})
    return Levels(places(values, labels), tuple(labels))


def places(values: Sequence[Any], labels: Sequence[Any]) -> NDArray[np.intp]:
    """Return each value's place among the labels, -1 where it is none of them."""
    place = {label: number for number, label in enumerate(labels)}
    return np.fromiter(map(place.get, values, repeat(-1)), np.intp, len(values))


def observed_levels(
    codes: NDArray[np.intp], labels: Sequence[Any], *, ordered: bool = False
) -> Levels:
    """Return levels without the labels that no row has; -1 is missing."""
    present = np.bincount(codes + 1, minlength=len(labels) + 1)[1:] > 0
    dense = np.r_[-1, np.cumsum(present) - 1]
    kept = tuple(label for label, seen in zip(labels, present, strict=True) if seen)
    return Levels(dense[codes + 1], kept, ordered)


def code_levels(column: LevelColumn) -> Coded:
    """Return a column's codes, missing values last."""
    labels, codes = column.levels.labels, column.levels.codes
    missing = bool((codes < 0).any())
    n_levels = len(labels) + missing
    if n_levels > MAX_LEVELS:
        raise ValueError(
            f"Column {column.name!r} has {n_levels:,} levels; at most {MAX_LEVELS:,} are allowed. "
            "Leave the column out if it is an id or free text, or join its rare values."
        )
    if missing:
        codes = np.where(codes < 0, len(labels), codes)
    texts = tuple(label_text(label) for label in labels) + (MISSING,) * missing
    encoding = Encoding(column.name, "levels", n_levels, texts, (), missing)
    return Coded(np.array([column.index]), (encoding,), _narrow(codes, n_levels)[np.newaxis])


def _narrow(codes: NDArray[np.intp], n_levels: int) -> Codes:
    return codes.astype(np.uint8) if n_levels <= 256 else codes.astype(np.uint16)


def label_text(label: object) -> str:
    """Return a level's label as text."""
    return label.decode("utf-8", "backslashreplace") if isinstance(label, bytes) else str(label)
