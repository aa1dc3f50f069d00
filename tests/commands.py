"""The command line as a user runs it, and a small table whose information is known."""

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
from click.testing import CliRunner, Result
from pyarrow import csv, parquet

from natpick.cli import main

N = 40

ROWS: dict[str, list[Any]] = {
    "twin_a": ["p" if i % 2 else "q" for i in range(N)],
    "part": [i % 2 if i >= 10 else 1 - i % 2 for i in range(N)],
    "size": [i + 0.5 for i in range(N)],
    "twin_b": ["r" if i % 2 else "s" for i in range(N)],
    "class": ["yes" if i % 2 else "no" for i in range(N)],
}


def write(path: Path, rows: dict[str, list[Any]]) -> Path:
    table = pa.table(rows)
    if path.suffix == ".csv":
        csv.write_csv(table, path)
    else:
        parquet.write_table(table, path)
    return path


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args])


def in_process(*args: object, **environment: str) -> subprocess.CompletedProcess[bytes]:
    code = "from natpick.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, args)],
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )


def row(output: str, *begin: str) -> list[str]:
    """The words of the one line that begins so."""
    lines = [line.split() for line in output.splitlines()]
    (found,) = [words for words in lines if tuple(words[: len(begin)]) == begin]
    return found


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True
