"""Columns of Python objects: what kind of value they hold, and their levels or numbers."""

import datetime
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from enum import Enum, auto
from fractions import Fraction
from types import NoneType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.encode.columns import Column, Numbers
from natpick.encode.levels import levels_of
from natpick.encode.moments import Measure, seconds

MISSING_TYPES = ("NoneType", "NAType", "NaTType")
"""Types whose values are all missing: None, and pandas' NA and NaT."""


class Kind(Enum):
    """The kinds of value a column can hold; one column holds one kind."""

    TEXT = auto()
    BYTES = auto()
    BOOLEAN = auto()
    NUMBER = auto()
    MOMENT = auto()
    DURATION = auto()
    TIME = auto()


TYPES: Mapping[type, Kind] = {
    str: Kind.TEXT,
    bytes: Kind.BYTES,
    bool: Kind.BOOLEAN,
    np.bool_: Kind.BOOLEAN,
    np.timedelta64: Kind.DURATION,  # before np.integer, of which it is one
    int: Kind.NUMBER,
    float: Kind.NUMBER,
    np.integer: Kind.NUMBER,
    np.floating: Kind.NUMBER,
    Decimal: Kind.NUMBER,
    Fraction: Kind.NUMBER,
    datetime.date: Kind.MOMENT,
    np.datetime64: Kind.MOMENT,
    datetime.timedelta: Kind.DURATION,
    datetime.time: Kind.TIME,
}
"""The types understood, with their subclasses; the first that fits counts."""


def cell_column(values: Sequence[Any], name: str) -> Column:
    """Return a column of Python objects as levels or numbers, whichever its values are."""
    types = set(map(type, values))
    if types <= {str, NoneType}:
        return levels_of(values)
    kinds = _kinds(values, types, name)
    missing = np.fromiter(
        (kinds[type(value)] is None or value != value for value in values), np.bool_, len(values)
    )
    held = [value for value, gone in zip(values, missing, strict=True) if not gone]
    kind = _one_kind({type(value) for value in held}, kinds, name)
    if kind in (Kind.TEXT, Kind.BYTES):
        return levels_of([None if m else v for v, m in zip(values, missing, strict=True)])
    numbers = CONVERTERS[kind](held)
    _check_told_apart(held, numbers, name)
    full = np.zeros(len(values), dtype=numbers.dtype)
    full[~missing] = numbers
    if full.dtype.kind in "bi":
        return Numbers(full, missing)
    return Numbers(_nan(full, missing), measure=MEASURES.get(kind, Measure.NUMBER))


MEASURES: Mapping[Kind, Measure] = {
    Kind.MOMENT: Measure.DATE,
    Kind.DURATION: Measure.DURATION,
    Kind.TIME: Measure.TIME,
}
"""What the numbers of a kind measure, where they are not just numbers."""


def _kinds(values: Sequence[Any], types: set[type], name: str) -> dict[type, Kind | None]:
    """Return the kind of each type of the values, None for those that mean missing."""
    kinds: dict[type, Kind | None] = {}
    for cell in types:
        if cell.__name__ in MISSING_TYPES:
            kinds[cell] = None
            continue
        known = kind_of(cell)
        if known is None:
            row = next(row for row, value in enumerate(values) if type(value) is cell)
            raise TypeError(
                f"Column {name!r} holds a value of type {cell.__name__} in row {row}. Each cell of "
                "this argument must be a string, a boolean, a date, a time or a real number; "
                "turn it into one of these."
            )
        kinds[cell] = known
    return kinds


def kind_of(cell: type) -> Kind | None:
    """Return the kind of the values of a type, None if it is none that a column can hold."""
    return next((kind for base, kind in TYPES.items() if issubclass(cell, base)), None)


def _one_kind(types: set[type], kinds: Mapping[type, Kind | None], name: str) -> Kind:
    found = {kinds[cell] for cell in types} - {None}
    if len(found) > 1:
        listed = ", ".join(sorted(cell.__name__ for cell in types))
        raise TypeError(
            f"Column {name!r} mixes values of the types {listed}; a column must hold one kind of "
            "value. Turn them all into strings, or all into numbers."
        )
    return next((kind for kind in found if kind is not None), Kind.NUMBER)


def _check_told_apart(values: Sequence[Any], numbers: NDArray[Any], name: str) -> None:
    """Refuse whole numbers of more than 64 bits of which half or more are alike as doubles."""
    plain = numbers.dtype.kind == "f" and all(isinstance(value, int) for value in values)
    if values and plain and 2 * len(np.unique(numbers)) <= len(set(values)):
        raise ValueError(
            f"Column {name!r} holds whole numbers of more than 64 bits, such as {values[0]}, that "
            "floating-point numbers can't tell apart. Turn them into strings if they are names, or "
            "subtract their least value."
        )


def _nan(numbers: NDArray[Any], missing: NDArray[np.bool_]) -> NDArray[Any]:
    numbers[missing] = np.nan
    return numbers


def _booleans(values: list[Any]) -> NDArray[Any]:
    return np.array(values, dtype=np.bool_)


def _numbers(values: list[Any]) -> NDArray[Any]:
    if values and all(isinstance(value, int | np.integer) for value in values):
        try:
            return np.array(values, dtype=np.int64)
        except OverflowError:
            pass
    return np.array([float(value) for value in values], dtype=np.float64)


def _moments(values: list[Any]) -> NDArray[Any]:
    """Return seconds since 1970 began, of times without a zone as if they were in UTC."""
    naive = [
        value.astimezone(datetime.UTC).replace(tzinfo=None)
        if isinstance(value, datetime.datetime) and value.tzinfo is not None
        else value
        for value in values
    ]
    return seconds(np.array(naive, dtype="datetime64[us]"))


def _durations(values: list[Any]) -> NDArray[Any]:
    return seconds(np.array(values, dtype="timedelta64[us]"))


def _times(values: list[Any]) -> NDArray[Any]:
    """Return seconds since midnight."""
    return np.array(
        [t.hour * 3600 + t.minute * 60 + t.second + t.microsecond / 1e6 for t in values],
        dtype=np.float64,
    )


CONVERTERS: Mapping[Kind, Callable[[list[Any]], NDArray[Any]]] = {
    Kind.BOOLEAN: _booleans,
    Kind.NUMBER: _numbers,
    Kind.MOMENT: _moments,
    Kind.DURATION: _durations,
    Kind.TIME: _times,
}
