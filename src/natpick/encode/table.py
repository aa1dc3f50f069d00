"""Any table as named columns, read block by block."""

import difflib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Protocol

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from natpick.encode.array import ArrayTable, as_array
from natpick.encode.columns import Block, Column
from natpick.encode.frame import FrameTable

LISTED = 10
"""Names that a message lists at most."""


class Table(Protocol):
    """Columns with names that can be read block by block."""

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names, all different."""

    @property
    def n_rows(self) -> int:
        """The number of rows."""

    def rows(self, which: NDArray[np.bool_]) -> "Table":
        """Return some of the rows."""

    def column(self, j: int) -> Column:
        """Return one of the columns."""

    def blocks(self) -> Iterator[Block]:
        """Yield all columns, each once, in any order."""


def open_table(X: Any) -> Table:
    """Return a table of at least one row and one column; one that is open, as it is."""
    if isinstance(X, ArrayTable | FrameTable):
        return X
    frame = as_frame(X)
    table: Table
    if frame is not None:
        table = FrameTable(_names(frame.columns), frame)
    else:
        array = _matrix(X)
        table = ArrayTable(tuple(f"x{j}" for j in range(array.shape[1])), array)
    shape = (table.n_rows, len(table.names))
    for count, what in zip(shape, ("sample(s)", "feature(s)"), strict=True):
        if count == 0:
            raise ValueError(
                f"Found array with 0 {what} (shape={shape}) while a minimum of 1 is required."
            )
    return table


def table_names(X: Any) -> tuple[str, ...]:
    """Return the names of a table's columns; those of an array are x0, x1, ..."""
    frame = as_frame(X)
    if frame is not None:
        return _names(frame.columns)
    return tuple(f"x{j}" for j in range(_matrix(X).shape[1]))


def split_target(
    X: Any, column: str, *, what: str = "target", argument: str = "y"
) -> tuple[Any, Any]:
    """Return a table without one of its columns, and that column: the target, or another.

    Both are of the library the table is of.
    """
    frame = _named(X, column, what, argument)
    own_name = _own_name(frame, column)
    return frame.drop(own_name).to_native(), frame.get_column(own_name).to_native()


def split_targets(X: Any, columns: Sequence[str]) -> tuple[Any, Any]:
    """Return a table without some of its columns, and a table of these."""
    repeated = [column for column, count in Counter(columns).items() if count > 1]
    if repeated:
        raise ValueError(f"The target's column {repeated[0]!r} is given twice; give it once.")
    frame = _named(X, columns[0], "target", "y")
    own_names = [_own_name(frame, column) for column in columns]
    return frame.drop(own_names).to_native(), frame.select(own_names).to_native()


def _named(X: Any, column: str, what: str, argument: str) -> nw.DataFrame[Any]:
    frame = as_frame(X)
    if frame is None:
        raise TypeError(
            f"The {what} {column!r} is a column's name, but X is a {type(X).__name__}, which has "
            f"no column names. Pass {argument} as an array, or X as a pandas, polars or pyarrow "
            "table."
        )
    return frame


def _own_name(frame: nw.DataFrame[Any], column: str) -> str:
    """Return a column's name as the table has it, which need not be text."""
    names = _names(frame.columns)
    if column not in names:
        raise ValueError(_unknown(column, names))
    return frame.columns[names.index(column)]


def are_columns(y: Any, X: Any) -> bool:
    """Return whether y is a list of several columns of a table, by name.

    Texts for each row are labels. Too few of them, all different, are names, if mistyped ones.
    """
    if not isinstance(y, list | tuple) or not y or not all(isinstance(name, str) for name in y):
        return False
    frame = as_frame(X)
    if frame is None or len(y) == len(frame):
        return False
    mistyped = len({*y}) == len(y) <= len(frame) // 2
    return mistyped or not {*y}.isdisjoint(_names(frame.columns))


def is_lazy(X: Any) -> bool:
    """Return whether X is a query of which the rows are not in memory."""
    try:
        return isinstance(nw.from_native(X, allow_series=True, pass_through=True), nw.LazyFrame)
    except nw.exceptions.DuplicateError:  # which is told of where the names are read
        return False


def as_frame(X: Any) -> nw.DataFrame[Any] | None:
    """Return a data frame of whichever library, or None for what is not one."""
    if isinstance(X, np.ndarray):
        return None
    try:
        frame = nw.from_native(X, allow_series=True, pass_through=True)
    except nw.exceptions.DuplicateError:
        names = getattr(X, "column_names", None)
        _names(X.columns if names is None else names)
        raise
    if isinstance(frame, nw.Series):
        raise ValueError(_NOT_2D.format("1D", "one column"))
    if isinstance(frame, nw.DataFrame):
        return frame
    if isinstance(frame, nw.LazyFrame):
        raise TypeError(f"X is a {type(X).__name__}, which is not in memory; collect it first.")
    if hasattr(X, "__arrow_c_stream__"):
        return _arrow_frame(X)
    return None


_NOT_2D = (
    "Expected 2D array, got {} array instead: X is {}. Reshape your data either using "
    "array.reshape(-1, 1) if your data has a single feature or array.reshape(1, -1) if it "
    "contains a single sample."
)


def _matrix(X: Any) -> np.ndarray[Any, Any]:
    """Return an array of two dimensions."""
    if hasattr(X, "toarray") and hasattr(X, "nnz"):
        raise TypeError(
            f"X is a sparse matrix ({type(X).__name__}), but this needs its zeros written out; "
            "pass X.toarray()."
        )
    array = as_array(X, "X")
    if array.ndim == 0:
        raise ValueError(_NOT_2D.format("scalar", f"a {type(X).__name__}"))
    if array.ndim == 1 and array.size and isinstance(array[0], Mapping):
        raise TypeError("X is a list of mappings; make a table of it, as by pandas.DataFrame(X).")
    if array.ndim == 1:
        raise ValueError(_NOT_2D.format("1D", f"of shape {array.shape}"))
    if array.ndim > 2:
        raise ValueError(f"Found array with dim {array.ndim}, while dim <= 2 is required.")
    return array


def _names(columns: Sequence[object]) -> tuple[str, ...]:
    names = tuple(map(str, columns))
    if len(set(names)) == len(names):
        return names
    repeated = [name for name, count in Counter(names).items() if count > 1]
    raise ValueError(
        f"Column names must differ, but these occur more than once: {listed(repeated)}. "
        "Rename or drop the columns."
    )


def listed(names: Sequence[str]) -> str:
    """Return the first names in quotes, and how many more there are."""
    more = f" and {len(names) - LISTED} more" * (len(names) > LISTED)
    return ", ".join(repr(name) for name in names[:LISTED]) + more


def _unknown(column: str, names: Sequence[str]) -> str:
    nearest = difflib.get_close_matches(column, names, n=1)
    guess = f" Did you mean {nearest[0]!r}?" if nearest else ""
    return f"There is no column {column!r}.{guess} The table has {listed(names)}."


def _arrow_frame(stream: Any) -> nw.DataFrame[Any]:
    """Return an Arrow stream as a data frame of whichever library is there."""
    for library in (nw.Implementation.PYARROW, nw.Implementation.POLARS, nw.Implementation.PANDAS):
        if find_spec(str(library)):
            return nw.from_arrow(stream, backend=library)
    raise ImportError("This table needs pyarrow to be read: pip install pyarrow.")
