"""CSV and Parquet files as tables."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Mapping
from gzip import GzipFile
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING

from natpick.encode.table import table_names

if TYPE_CHECKING:
    import pyarrow

HEAD = 4096
"""Bytes looked at to tell text from what is not."""


def read_table(path: str | os.PathLike[str]) -> pyarrow.Table:
    """Return the table in a CSV or Parquet file, known by the file's ending.

    An empty field of a CSV file is a missing value, and so are NA, NaN, null and their like. A
    column without a name, such as the numbers of the rows, is called "column 1" by its place.

    Raises
    ------
    OSError
        If the file is missing, a directory, or not allowed to be read.
    ValueError
        If the ending is unknown, or the file isn't what its ending says.
    ImportError
        If pyarrow is not installed.
    """
    path = Path(path)
    read = _reader(path)
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError(
            'Reading files needs pyarrow, which is not installed: pip install "natpick[files]".'
        ) from error
    with path.open("rb"):
        pass  # Python's own errors say best why a file can't be opened
    try:
        table = read(path)
        table_names(table)
    except (pyarrow.ArrowInvalid, UnicodeDecodeError, EOFError, zlib.error) as error:
        raise ValueError(f"{path} can't be read as {_ending(path)}: {error}") from error
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error
    return table


def _csv(path: Path) -> pyarrow.Table:
    return _separated(path, ",")


def _tsv(path: Path) -> pyarrow.Table:
    return _separated(path, "\t")


def _separated(path: Path, separator: str) -> pyarrow.Table:
    from pyarrow import csv, types

    with _open(path) as file:
        _check_text(file.read(HEAD))
        file.seek(0)
        table = csv.read_csv(
            file,
            parse_options=csv.ParseOptions(delimiter=separator, newlines_in_values=True),
            convert_options=csv.ConvertOptions(strings_can_be_null=True),
        )
    table = table.rename_columns(
        [name or f"column {place}" for place, name in enumerate(table.column_names, start=1)]
    )
    if table.num_columns == 1:
        _check_separated(table.column_names[0], separator)
    for column in table.schema:
        if types.is_binary(column.type):
            raise ValueError(f"column {column.name!r} is not text in UTF-8, as a CSV file must be.")
    return table


def _check_separated(name: str, separator: str) -> None:
    """Refuse a table of one column if its name tells that it is several."""
    other = next((mark for mark in ";\t|," if mark in name), separator)
    if other != separator:
        raise ValueError(
            f"it has one column, {name!r}, as if its fields were separated by {other!r}; a .csv "
            "file has commas, a .tsv file tabs."
        )


def _open(path: Path) -> GzipFile | BufferedReader:
    """Open a file, if it's compressed by Python's reader, which notices a missing end."""
    return GzipFile(path) if path.suffix.lower() == ".gz" else path.open("rb")


def _check_text(head: bytes) -> None:
    if b"\0" in head:
        raise ValueError("this is not text in UTF-8, as a CSV file must be.")
    if not head.strip():
        raise ValueError("the file is empty.")


def _parquet(path: Path) -> pyarrow.Table:
    from pyarrow import parquet

    return parquet.read_table(path)


READERS: Mapping[str, Callable[[Path], pyarrow.Table]] = {
    ".csv": _csv,
    ".csv.gz": _csv,
    ".tsv": _tsv,
    ".parquet": _parquet,
    ".pq": _parquet,
}


def _ending(path: Path) -> str:
    name = path.name.lower()
    return next((ending for ending in READERS if name.endswith(ending)), "")


def _reader(path: Path) -> Callable[[Path], pyarrow.Table]:
    ending = _ending(path)
    if not ending:
        raise ValueError(
            f"{path} has no ending that is known; a table's file ends in {', '.join(READERS)}."
        )
    return READERS[ending]
