"""A table to codes: read block by block, coded, and written to one array."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.encode.bins import WHOLE_LEVELS, code_numbers, default_bins
from natpick.encode.columns import NumberBlock
from natpick.encode.encoding import Coded, Codes, Encoded, Encodings, Part
from natpick.encode.levels import code_levels
from natpick.encode.table import Table, open_table


def encode(X: Any, *, n_classes: int, bins: int | None = None) -> Encoded:
    """Return the columns of a table as small integer codes.

    Strings, categories and booleans keep a level for each value, and so do numbers with at
    most ``bins`` distinct values and whole numbers with at most 20. Other numbers are cut into
    at most ``bins`` bins of equal frequency. Dates, times and durations are numbers of seconds.
    Missing values are the last level of their column. The order of the rows changes nothing.

    Parameters
    ----------
    X : array, sequence of rows, or table of pandas, polars or pyarrow
        At least one row and one column. Infinities are an error.
    n_classes : int
        How many classes the target has.
    bins : int from 2 to 255, optional
        The most bins of a column. By default floor(sqrt(n / (5 n_classes))) clipped to 2..10.

    Examples
    --------
    >>> from natpick.encode import encode
    >>> encoded = encode([["red", 1.5], ["blue", 2.5], ["red", None]], n_classes=2)
    >>> encoded.codes.tolist()
    [[1, 0], [0, 1], [1, 2]]
    >>> encoded.encodings[1].levels
    ('1.5', '2.5', 'missing')
    """
    table = open_table(X)
    most = _most_bins(bins, table.n_rows, n_classes)
    codes = np.empty((table.n_rows, len(table.names)), dtype=np.uint8, order="F")
    filled: Codes = codes
    parts: list[tuple[NDArray[np.intp], Part]] = []
    for coded in _coded(table, most):
        if coded.codes.dtype == np.uint16 and filled.dtype == np.uint8:
            filled = filled.astype(np.uint16, order="F")
        filled.T[coded.columns] = coded.codes
        parts.append((coded.columns, coded.part))
    return Encoded(
        filled, table.names, Encodings(parts, len(table.names)), _rule(most, asked=bins is not None)
    )


def _coded(table: Table, bins: int) -> Iterator[Coded]:
    for block in table.blocks():
        if isinstance(block, NumberBlock):
            yield from code_numbers(block, bins)
        else:
            yield code_levels(block)


def _most_bins(bins: int | None, n_rows: int, n_classes: int) -> int:
    if n_classes < 1:
        raise ValueError(f"n_classes is {n_classes}; it must be at least 1.")
    if bins is None:
        return default_bins(n_rows, n_classes)
    whole = isinstance(bins, int | np.integer) and not isinstance(bins, bool)
    if not whole or not 2 <= bins <= 255:
        raise ValueError(f"bins is {bins!r}; it must be an integer from 2 to 255, or None.")
    return int(bins)


def _rule(bins: int, *, asked: bool) -> str:
    whole = f" (whole numbers: more than {WHOLE_LEVELS})" * (bins < WHOLE_LEVELS)
    reason = "as asked" if asked else "sqrt(n / (5 classes)) clipped to 2..10"
    return (
        f"numbers with more than {bins} distinct values{whole} are cut into {bins} bins of equal "
        f"frequency ({reason})"
    )
