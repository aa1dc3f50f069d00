"""Dates, times and durations as numbers of seconds, and these as text again."""

from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

DAY = 86_400


class Measure(Enum):
    """What the numbers of a column measure."""

    NUMBER = "number"
    DATE = "date"
    TIME = "time"
    DURATION = "duration"

    def text(self, value: float) -> str:
        """Return a number as users write it: seconds as a date, a time or a duration."""
        return TEXTS[self](value)


def seconds(values: NDArray[Any]) -> NDArray[np.float64]:
    """Return dates as seconds since 1970 began, durations as seconds; NaT becomes NaN.

    A double holds today's dates to a quarter of a microsecond.
    """
    whole = values.astype(f"{values.dtype.kind}8[s]")
    rest = (values - whole) / np.timedelta64(1, "s")
    return np.where(np.isnat(values), np.nan, whole.astype(np.int64) + rest)


def _date(value: float) -> str:
    days, rest = divmod(value, DAY)
    day = str(np.datetime64(int(days), "D"))
    return f"{day} {_time(rest)}" if rest else day


def _time(value: float) -> str:
    """Return seconds since midnight, with as many decimals as tell them apart."""
    whole, part = divmod(value, 1)
    digits = next((d for d in range(9) if whole + round(part, d) == value), 9)
    minutes, rest = divmod(int(whole), 60)
    decimals = f"{part:.{digits}f}"[1:] if digits else ""
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{rest:02d}{decimals}"


def _duration(value: float) -> str:
    days, rest = divmod(abs(value), DAY)
    parts = ([f"{int(days)} days"] if days else []) + ([_time(rest)] if rest or not days else [])
    return "-" * (value < 0) + " ".join(parts)


def _number(value: float) -> str:
    whole = value.is_integer() and abs(value) < 1e15
    return str(int(value)) if whole else repr(value)


TEXTS: Mapping[Measure, Callable[[float], str]] = MappingProxyType(
    {
        Measure.NUMBER: _number,
        Measure.DATE: _date,
        Measure.TIME: _time,
        Measure.DURATION: _duration,
    }
)
