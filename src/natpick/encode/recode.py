"""New rows to the codes that known encodings give them."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.encode.array import ArrayTable
from natpick.encode.bins import texts_of
from natpick.encode.columns import Levels, Numbers, columns_of
from natpick.encode.complete import missing_values
from natpick.encode.encoding import Codes, Encoding
from natpick.encode.levels import label_text, places
from natpick.encode.table import open_table
from natpick.naming import nearest

Places = NDArray[np.intp]


def recode(X: Any, encodings: Sequence[Encoding], n_columns: int) -> Codes:
    """Return the codes that encodings give to the rows of a table.

    Parameters
    ----------
    X : array, sequence of rows, or table of pandas, polars or pyarrow
        A table that has the encodings' columns, by name; others don't matter.
    encodings : sequence of Encoding
        How each column of the result is coded.
    n_columns : int
        How many columns the table had that they are of; an array must have as many.

    Returns
    -------
    array of shape (n, number of encodings), uint8 or uint16, in the order of the encodings.
    """
    table = open_table(X)
    if isinstance(table, ArrayTable) and len(table.names) != n_columns:
        raise ValueError(
            f"The array has {len(table.names)} columns, but the one selected from had {n_columns}; "
            "give all of them, for they are known by their places."
        )
    place = {encoding.name: number for number, encoding in enumerate(encodings)}
    for name in place:
        if name not in table.names:
            raise ValueError(f"The table has no column {name!r}.{nearest(name, table.names)}")
    wide = any(encoding.n_levels > 256 for encoding in encodings)
    dtype = np.uint16 if wide else np.uint8
    codes = np.empty((table.n_rows, len(encodings)), dtype=dtype, order="F")
    for block in table.blocks():
        for index, column in columns_of(block):
            name = table.names[index]
            if name in place:
                codes[:, place[name]] = _codes(column, encodings[place[name]])
    return codes


def _codes(column: Numbers | Levels, encoding: Encoding) -> Places:
    """Return a column's codes, missing values last where the encoding knows of any."""
    if encoding.levels:
        places = _of_levels(column, encoding)
        codes = _binned(places, encoding) if encoding.kind == "bins" else places
    elif isinstance(column, Numbers) and column.measure.value == encoding.measure:
        codes = np.searchsorted(encoding.cut_points, column.values.astype(np.float64), side="left")
        codes[missing_values(column)] = -1
    else:
        raise ValueError(
            f"Column {encoding.name!r} holds {_held(column)}, but it was cut as "
            f"{encoding.measure}s; give {encoding.measure}s."
        )
    missing = codes < 0
    if missing.any() and not encoding.missing:
        raise ValueError(
            f"Column {encoding.name!r} has a missing value in row {int(missing.argmax())}, but had "
            "none when it was encoded: there is no code for it. Fill it in, or drop the row."
        )
    return np.where(missing, encoding.n_levels - 1, codes)


def _of_levels(column: Numbers | Levels, encoding: Encoding) -> Places:
    """Return the place of each value among the encoding's levels, -1 where it is missing."""
    named = encoding.missing and encoding.kind == "levels"
    known = encoding.levels[:-1] if named else encoding.levels
    codes, texts = _texts(column)
    place = places(texts, known)
    unseen = [text for text, code in zip(texts, place.tolist(), strict=True) if code < 0]
    if unseen:
        raise ValueError(
            f"Column {encoding.name!r} holds {unseen[0]!r}, which it did not when it was encoded: "
            f"there is no code for it.{nearest(unseen[0], known)}"
        )
    known_places: Places = np.append(place, -1)[codes]
    return known_places


def _binned(ranks: Places, encoding: Encoding) -> Places:
    """Return the bins of ordered categories, -1 where they are missing."""
    bins = np.searchsorted(encoding.cut_points, ranks, side="left")
    return np.where(ranks < 0, -1, bins)


def _held(column: Numbers | Levels) -> str:
    if isinstance(column, Numbers):
        return f"{column.measure.value}s"
    return f"labels such as {column.labels[:1]}"


def _texts(column: Numbers | Levels) -> tuple[Places, list[str]]:
    """Return each value's place among the distinct ones, -1 if missing, and these as text."""
    if isinstance(column, Levels):
        return column.codes, [label_text(label) for label in column.labels]
    missing, kind = missing_values(column), column.values.dtype.kind
    distinct, where = np.unique(column.values[~missing], return_inverse=True)
    codes = np.full(len(missing), -1, dtype=np.intp)
    codes[~missing] = where
    values = distinct.tolist()
    texts = texts_of(values, column.measure, whole=kind in "iu", boolean=kind == "b")
    return codes, texts
