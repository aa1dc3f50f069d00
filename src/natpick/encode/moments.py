"""Dates, times and durations as numbers of seconds."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def seconds(values: NDArray[Any]) -> NDArray[np.float64]:
    """Return dates as seconds since 1970 began, durations as seconds; NaT becomes NaN.

    A double holds today's dates to a quarter of a microsecond.
    """
    whole = values.astype(f"{values.dtype.kind}8[s]")
    rest = (values - whole) / np.timedelta64(1, "s")
    return np.where(np.isnat(values), np.nan, whole.astype(np.int64) + rest)
