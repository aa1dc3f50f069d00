"""New rows to the codes that known encodings give them."""

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.combinations import numbered
from natpick.encode.array import ArrayTable
from natpick.encode.bins import texts_of
from natpick.encode.columns import Levels, Numbers
from natpick.encode.complete import missing_values
from natpick.encode.encoding import Codes, Encoding
from natpick.encode.files import read_table
from natpick.encode.levels import label_text, places
from natpick.encode.reals import INFINITY
from natpick.encode.sparse_table import SparseTable
from natpick.encode.stored import is_sparse
from natpick.encode.table import Table, open_table
from natpick.naming import nearest

Places = NDArray[np.intp]


def recode(X: Any, encodings: Sequence[Encoding], features: Sequence[str]) -> Codes:
    """Return the codes that encodings give to the rows of a table.

    Parameters
    ----------
    X : array, sequence of rows, sparse matrix, table of pandas, polars or pyarrow, or path
        A table that has the encodings' columns, by name; others don't matter.
    encodings : sequence of Encoding
        How each column of the result is coded.
    features : sequence of str
        The names of all columns that the table had that they are of; an array or a sparse matrix
        has them in this order.

    Returns
    -------
    array of shape (n, number of encodings), uint8 or uint16, in the order of the encodings.
    """
    table = _opened(X)
    names = table.names
    if isinstance(table, ArrayTable | SparseTable):
        names = _by_place(features, len(names))
    wide = any(encoding.n_levels > 256 for encoding in encodings)
    dtype = np.uint16 if wide else np.uint8
    codes = np.empty((table.n_rows, len(encodings)), dtype=dtype, order="F")
    for place, encoding in enumerate(encodings):
        codes[:, place] = (_together if encoding.parts else _alone)(table, names, encoding)
    return codes


def _opened(X: Any) -> Table | SparseTable:
    if is_sparse(X):
        return SparseTable(X.tocsc())
    return open_table(read_table(X) if isinstance(X, str | os.PathLike) else X)


def _by_place(features: Sequence[str], n_columns: int) -> tuple[str, ...]:
    if n_columns != len(features):
        raise ValueError(
            f"The array has {n_columns} columns, but the table selected from had {len(features)}; "
            "give all of them, for they are known by their places."
        )
    return tuple(features)


def _together(table: Table | SparseTable, names: Sequence[str], encoding: Encoding) -> Places:
    """Return the codes of columns taken together, each a combination that was there before."""
    parts = [_alone(table, names, part) for part in encoding.parts]
    known = np.array(encoding.combinations, dtype=np.uint16)
    both = (np.r_[old, new.astype(np.uint16)] for old, new in zip(known.T, parts, strict=True))
    joint, combinations = numbered(len(known) + table.n_rows, both)
    code = np.full(len(combinations), -1, dtype=np.intp)
    code[joint[: len(known)]] = np.arange(len(known))
    codes: Places = code[joint[len(known) :]]
    if (codes < 0).any():
        row = int((codes < 0).argmax())
        held = ", ".join(
            f"{part.name}={part.code_labels[own[row]]}"
            for part, own in zip(encoding.parts, parts, strict=True)
        )
        raise ValueError(
            f"The group {encoding.name!r} holds {held} in row {row}, a combination which no row "
            "had when it was encoded: there is no code for it. Leave the row out."
        )
    return codes


def _alone(table: Table | SparseTable, names: Sequence[str], encoding: Encoding) -> Places:
    if encoding.name not in names:
        raise ValueError(
            f"The table has no column {encoding.name!r}.{nearest(encoding.name, names)}"
        )
    return _codes(table.column(names.index(encoding.name)), encoding)


def _codes(column: Numbers | Levels, encoding: Encoding) -> Places:
    """Return a column's codes, missing values last where the encoding knows of any."""
    _check_finite(column, encoding.name)
    if isinstance(column, Levels) and not column.labels:
        codes = column.codes  # all are missing, of whatever kind
    elif encoding.levels:
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
    unseen = np.flatnonzero(place < 0)
    if unseen.size:
        text, row = texts[unseen[0]], int((codes == unseen[0]).argmax())
        raise ValueError(
            f"Column {encoding.name!r} holds {text!r} in row {row}, which it did not when it was "
            f"encoded: there is no code for it.{nearest(text, known)}"
        )
    known_places: Places = np.append(place, -1)[codes]
    return known_places


def _binned(ranks: Places, encoding: Encoding) -> Places:
    """Return the bins of ordered categories, -1 where they are missing."""
    bins = np.searchsorted(encoding.cut_points, ranks, side="left")
    return np.where(ranks < 0, -1, bins)


def _check_finite(column: Numbers | Levels, name: str) -> None:
    if isinstance(column, Numbers) and column.values.dtype.kind == "f":
        infinite = np.isinf(column.values)
        if infinite.any():
            raise ValueError(INFINITY.format(name, int(infinite.argmax())))


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
