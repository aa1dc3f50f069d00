import datetime as dt
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse

from natpick.encode import encode, split_target, table_names


@pytest.mark.parametrize(
    "table",
    [
        pd.DataFrame([[1, 2, 3]], columns=["a", "b", "a"]),
        pd.DataFrame([[1, 2, 3]], columns=["1", 1, "b"]).rename(columns={"1": "a", 1: "a"}),
        pa.table([[1], [2]], names=["a", "a"]),
    ],
)
def test_repeated_names_are_an_error_that_names_them(table: Any) -> None:
    with pytest.raises(ValueError, match="occur more than once: 'a'"):
        encode(table)
    with pytest.raises(ValueError, match="occur more than once: 'a'"):
        table_names(table)


def test_names_that_are_the_same_as_text_are_an_error() -> None:
    with pytest.raises(ValueError, match="occur more than once: '1'"):
        encode(pd.DataFrame([[1, 2]], columns=["1", 1]))


@pytest.mark.parametrize(
    ("X", "message"),
    [
        (np.zeros((0, 3)), r"0 sample\(s\) \(shape=\(0, 3\)\) while a minimum of 1 is required"),
        (np.zeros((3, 0)), r"0 feature\(s\) \(shape=\(3, 0\)\) while a minimum of 1 is required"),
        (pd.DataFrame({"a": []}), r"0 sample\(s\)"),
        (pd.DataFrame(index=[1, 2]), r"0 feature\(s\) \(shape=\(2, 0\)\)"),
        (pl.DataFrame(), r"0 sample\(s\)"),
        (pa.table({"a": pa.array([], pa.string())}), r"0 sample\(s\)"),
        ([[]], r"0 feature\(s\)"),
        (np.zeros(3), r"Expected 2D array, got 1D array.*Reshape your data"),
        ([1, 2], "Reshape your data"),
        (pd.Series([1]), "Reshape your data"),
        (pl.Series([1]), "Reshape your data"),
        (pa.chunked_array([[1]]), "Reshape your data"),
        (5, "Expected 2D array, got scalar array"),
        ("table.csv", "X is a str"),
        ({"a": [1]}, "X is a dict"),
        (np.zeros((2, 2, 2)), "Found array with dim 3"),
        ([[1, 2], [3]], "X has rows of different lengths"),
        (np.array([[1j]]), "Complex data not supported"),
    ],
)
def test_what_is_not_a_table_of_rows_and_columns_is_a_value_error(X: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        encode(X)


@pytest.mark.parametrize(
    ("X", "message"),
    [
        (sparse.csr_matrix(np.eye(2)), r"sparse.*pass X.toarray\(\)"),
        (sparse.coo_array(np.eye(2)), r"sparse.*pass X.toarray\(\)"),
        (pl.DataFrame({"a": [1]}).lazy(), "LazyFrame.*collect it first"),
        (np.zeros((2, 1), dtype=[("a", int)]), "structured array"),
        (np.array([[1], ["a"]], dtype=object), "Column 'x0' mixes values of the types int, str"),
        (np.array([[1], [True]], dtype=object), "Column 'x0' mixes values of the types bool, int"),
        (pd.DataFrame({"k": [1.5, None, "a"]}, dtype=object), "Column 'k' mixes .* float, str"),
        (pd.DataFrame({"k": ["a"] * 500 + [1]}, dtype=object), "Column 'k' mixes .* int, str"),
        (pd.DataFrame({"k": [dt.date(2020, 1, 1), dt.timedelta(1)]}), "Column 'k' mixes"),
        (np.array([["a"], [{}]], dtype=object), "'x0' holds a value of type dict in row 1"),
        (np.array([[{}]], dtype=object), "argument must be .* string.* number"),
        (pd.DataFrame({"k": [None, [1]]}), "Column 'k' holds a value of type list in row 1"),
        (pl.DataFrame({"k": [[1], [2]]}), "Column 'k' holds a value of type list in row 0"),
        (pl.DataFrame({"k": pl.Series([[1, 2]], dtype=pl.Array(pl.Int64, 2))}), "of type list"),
        (pa.table({"k": [[1], [2]]}), "Column 'k' holds a value of type list in row 0"),
        (pl.DataFrame({"k": [{"a": 1}]}), "Column 'k' holds a value of type dict in row 0"),
        (pd.DataFrame({"k": pd.period_range("2020", periods=2, freq="M")}), "'k' .* type Period"),
    ],
)
def test_values_that_cannot_be_coded_are_a_type_error(X: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        encode(X)


@pytest.mark.parametrize("infinity", [np.inf, -np.inf])
@pytest.mark.parametrize("rows", [4, 3000])
def test_infinities_are_an_error_that_names_column_and_row(infinity: float, rows: int) -> None:
    X = np.random.default_rng(0).normal(size=(rows, 3))
    X[2, 1], X[0, 1] = infinity, np.nan
    tables = [
        X,
        X.astype(np.float32),
        X.astype(object),
        X[:, [0, 1]],
        pd.DataFrame(X, columns=["x0", "x1", "x2"]),
        pl.DataFrame(X, schema=["x0", "x1", "x2"]),
        pa.table(list(X.T), names=["x0", "x1", "x2"]),
    ]
    for table in tables:
        with pytest.raises(ValueError, match="Input X contains infinity: column 'x1', row 2"):
            encode(table)


def test_an_unknown_target_gets_the_nearest_name_and_a_list() -> None:
    table = pl.DataFrame({"length": [1], "species": [2]})
    with pytest.raises(ValueError, match="no column 'specie'. Did you mean 'species'.*'length'"):
        split_target(table, "specie")
    many = pa.table([[1]] * 13, names=[f"c{j}" for j in range(13)])
    with pytest.raises(ValueError, match="no column 'zzz'. The table has 'c0', .*'c9' and 3 more"):
        split_target(many, "zzz")


@pytest.mark.parametrize("X", [np.zeros((2, 2)), [[1, 2]]])
def test_what_has_no_names_has_no_target_to_split_off(X: Any) -> None:
    with pytest.raises(TypeError, match="'x0' is a column's name, but X is a .*no column names"):
        split_target(X, "x0")
