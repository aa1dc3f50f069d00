"""Input that makes no sense gets clear words: what was given, what is allowed, what to do."""

import gzip
import math
import os
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from pyarrow import csv

import natpick
from natpick.sources import Counts
from strategies import informative

CODES, Y = informative(300, 12)
WITH_TARGET = {"kind": Y} | {f"x{i}": CODES[:, i] for i in range(12)}


@pytest.mark.parametrize(
    ("X", "y", "error", "message"),
    [
        (np.empty((0, 3)), [], ValueError, "0 sample|y is empty"),
        (np.empty((4, 0)), [0, 1, 0, 1], ValueError, "0 feature"),
        (pd.DataFrame(), [], ValueError, "0 sample|0 feature|y is empty"),
        (pd.DataFrame({"a": []}), [], ValueError, "0 sample|y is empty"),
        ([[1, 2]], [0], ValueError, "y has one class only, 0; there must be at least two classes"),
        (CODES, np.zeros(300), ValueError, "y has one class only, 0"),
        (np.ones((4, 3)), [0, 1, 0, 1], ValueError, "All 3 columns of X are constant; there is"),
        (CODES, Y[:299], ValueError, "y has 299 values but X has 300 rows; they must be as many"),
        (CODES, np.r_[Y, 1], ValueError, "y has 301 values but X has 300 rows"),
        (CODES, None, TypeError, "y is missing: give the target's values, or the name"),
        (CODES, np.where(Y == 0, np.nan, Y), ValueError, "labels are missing, the first in row"),
        (CODES, np.random.default_rng(0).random(300), ValueError, "y looks continuous"),
        (CODES[:, 0], Y, ValueError, "Expected 2D array, got 1D array"),
        (7, Y, TypeError, "X is a int; give a table of rows and columns"),
        ({"a": Y}, Y, TypeError, "X is a dict; make a table of it, as by pandas.DataFrame"),
        (np.array([[1.0, math.inf], [0, 1]]), [0, 1], ValueError, "infinit"),
        (CODES, "kind", TypeError, "'kind' is a column's name, but X is a ndarray"),
    ],
)
def test_tables_and_targets_that_make_no_sense_are_refused(
    X: Any, y: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        natpick.select(X, y)
    with pytest.raises(error, match=message):
        natpick.compare(X, y)


def test_a_source_has_a_target_of_its_own() -> None:
    source = Counts.from_codes(CODES, Y)
    for given in (natpick.select, natpick.compare):
        with pytest.raises(TypeError, match="Counts has its own target; leave y out"):
            given(source, Y)


@pytest.mark.parametrize(
    ("n_features", "error", "message"),
    [
        (13, ValueError, r"n_features=13 but X has 12 feature\(s\); use at most 12"),
        (0, ValueError, "n_features=0 is not allowed; give a whole number from 1 to 12"),
        (-3, ValueError, "n_features=-3 is not allowed"),
        (2.0, TypeError, r"n_features=2\.0 is not allowed; give a whole number from 1 to 12"),
        (True, TypeError, "n_features=True is not allowed"),
        ("many", TypeError, "n_features='many' is not allowed"),
    ],
)
def test_numbers_of_features_that_make_no_sense_are_refused(
    n_features: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        natpick.select(CODES, Y, n_features=n_features)
    with pytest.raises(error, match=message):
        natpick.compare(CODES, Y, n_features=n_features)


def test_more_features_to_keep_than_asked_for_are_refused() -> None:
    with pytest.raises(ValueError, match="n_features=1 but 2 features must be kept; ask for at"):
        natpick.select(CODES, Y, n_features=1, must_keep=["x0", "x1"])
    with pytest.raises(ValueError, match=r"Unknown feature 'x91'\. Did you mean 'x9'\?"):
        natpick.select(CODES, Y, must_keep=["x91"])


def test_an_unknown_target_column_is_told_the_nearest() -> None:
    for library in (pd.DataFrame, pl.DataFrame, pa.table):
        with pytest.raises(ValueError, match=r"There is no column 'knd'\. Did you mean 'kind'\?"):
            natpick.select(library(WITH_TARGET), "knd")


def test_columns_of_the_same_name_are_refused(tmp_path: Path) -> None:
    twice = pd.DataFrame(CODES[:, :3], columns=["a", "b", "a"])
    arrow = pa.Table.from_arrays([pa.array(column) for column in CODES[:, :3].T], ["a", "b", "a"])
    csv.write_csv(arrow, tmp_path / "twice.csv")
    for table in (twice, arrow, tmp_path / "twice.csv"):
        with pytest.raises(ValueError, match="names must differ, .* more than once: 'a'"):
            natpick.select(table, Y)
        with pytest.raises(ValueError, match="names must differ, .* more than once: 'a'"):
            natpick.select(table, "b")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("t.parquet", b"a,b\n1,2\n", "t.parquet"),
        ("t.parquet", b"", "t.parquet"),
        ("t.csv", b"PAR1\x00\x00\x01\x02PAR1", "t.csv: this is not text"),
        ("t.csv", b"", "t.csv: the file is empty"),
        ("t.csv", b"a,b\n1,2\n3\n", "t.csv"),
        ("t.csv", b"a\xff,b\n1,2\n", "t.csv"),
        ("t.csv.gz", b"a,b\n1,2\n", "t.csv.gz"),
        ("t.csv.gz", gzip.compress(b"a,b\n1,2\n" * 100, mtime=0)[:30], "t.csv.gz"),
        ("t.xlsx", b"PK", "t.xlsx has no ending that is known; a table's file ends in .csv"),
        ("t", b"a,b\n1,2\n", "t has no ending that is known"),
    ],
)
def test_a_file_that_is_not_what_its_name_says_is_refused(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ValueError, match=message):
        natpick.select(tmp_path / name, "b")


def test_a_file_that_cannot_be_read_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(FileNotFoundError, match=r"missing\.csv"):
        natpick.select(tmp_path / "missing.csv", "b")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(OSError, match=r"folder\.csv"):
        natpick.select(tmp_path / "folder.csv", "b")
    (tmp_path / "locked.csv").write_text("a,b\n1,2\n")

    def denied(self: Path, *_args: object, **_options: object) -> None:
        raise PermissionError(13, os.strerror(13), str(self))

    monkeypatch.setattr(Path, "open", denied)
    with pytest.raises(PermissionError, match=r"locked\.csv"):
        natpick.select(tmp_path / "locked.csv", "b")


def test_a_table_without_rows_in_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "header.csv").write_text("a,b\n")
    with pytest.raises(ValueError, match="0 sample|y is empty"):
        natpick.select(tmp_path / "header.csv", "b")
    (tmp_path / "target.csv").write_text("b\n1\n2\n")
    with pytest.raises(ValueError, match="0 feature"):
        natpick.select(tmp_path / "target.csv", "b")


def test_an_unknown_method_is_told_the_nearest_before_anything_is_read() -> None:
    with pytest.raises(ValueError, match=r"Unknown method 'jmii'\. Did you mean 'jmi'\?"):
        natpick.select("missing.csv", "b", method="jmii")


@pytest.mark.parametrize("option", [{"bins": 5}, {"cut": "width"}, {"n_jobs": 2}])
def test_options_for_tables_are_refused_with_a_source(option: dict[str, Any]) -> None:
    source = Counts.from_codes([[0, 1], [1, 0]], [0, 1])
    with pytest.raises(TypeError, match="are for tables; Counts is made with its own"):
        natpick.select(source, **option)
