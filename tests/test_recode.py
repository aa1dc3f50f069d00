"""Other rows get the codes that the rows selected from had, whichever way they come."""

import datetime as dt
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp
from numpy.testing import assert_array_equal

import natpick
from natpick import Selection
from natpick.encode import encode
from natpick.sources import Counts

N = 90
ROWS = {
    "red": [i % 3 == 0 for i in range(N)],
    "size": [(i * 7 % 40) / 8 + 0.01 for i in range(N)],
    "ward": [None if i % 11 == 0 else "abc"[i % 3] for i in range(N)],
    "day": [dt.datetime(2026, 1, 1) + dt.timedelta(hours=9 * i) for i in range(N)],
    "site": [i % 2 for i in range(N)],
}
LATE = [i % 3 == 0 or i > 70 for i in range(N)]
GROUPS = {"both": ["ward", "size"], "three": ["red", "site", "day"]}
LIBRARIES = [
    pd.DataFrame,
    pl.DataFrame,
    pa.table,
    lambda rows: pd.DataFrame(rows, dtype=object),
    lambda rows: pd.DataFrame(rows).to_numpy(dtype=object),
]


def combinations(rows: Any) -> list[int]:
    """Number the rows' combinations by the first column, then by the second, ..."""
    known = sorted(set(map(tuple, rows.tolist())))
    return [known.index(tuple(row)) for row in rows.tolist()]


@pytest.mark.parametrize("library", LIBRARIES)
def test_codes_of_groups_are_the_combinations_of_their_columns_codes(library: Any) -> None:
    selection = natpick.select(
        pl.DataFrame(ROWS), LATE, n_features=2, groups=GROUPS, must_keep=["both", "three"]
    )
    codes = encode(pd.DataFrame(ROWS)).codes
    expected = [combinations(codes[:, [2, 1]]), combinations(codes[:, [0, 4, 3]])]
    again = Selection.from_json(selection.to_json())
    assert again == selection
    for result in (selection, again):
        assert_array_equal(result.encode(library(ROWS)).T, expected)
        some = library({name: cells[20:30] for name, cells in ROWS.items()})
        assert_array_equal(result.encode(some).T, np.array(expected)[:, 20:30])


def gappy() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(5)
    X = rng.normal(size=(200, 6)).round(1)
    X[rng.random(X.shape) < 0.6] = 0
    X[rng.random(X.shape) < 0.02] = np.nan
    return X, (np.nan_to_num(X[:, 1] - X[:, 4]) > 0).astype(int)


@pytest.mark.parametrize("form", ["csr", "csc", "coo"])
def test_sparse_rows_get_the_codes_of_dense_ones(form: str) -> None:
    X, y = gappy()
    asked: dict[str, Any] = {"n_features": 3, "groups": {"g": [1, 4]}, "must_keep": "g"}
    sparse = natpick.select(sp.csr_array(X), y, **asked)
    dense = natpick.select(X, y, **asked)
    assert sparse == dense
    other = sp.csr_array(X[50:80]).asformat(form)
    assert_array_equal(sparse.encode(other), dense.encode(X)[50:80])
    whole = dict(enumerate(encode(X).codes.T))
    for code, pick in zip(dense.encode(X).T, dense.columns, strict=True):
        assert code.tolist() == combinations(np.transpose([whole[j] for j in pick]))


def test_a_file_and_columns_in_any_order_among_others_will_do(tmp_path: Path) -> None:
    table = pl.DataFrame(ROWS)
    selection = natpick.select(table, LATE, n_features=3)
    among = table.with_columns(lists=[[1]] * N).select("lists", *ROWS)
    among.select(among.columns[::-1]).write_parquet(tmp_path / "t.parquet")
    assert_array_equal(selection.encode(tmp_path / "t.parquet"), selection.encode(table))


def test_columns_of_an_array_are_known_by_their_places_whatever_the_table_called_them() -> None:
    X, y = gappy()
    named = natpick.select(pd.DataFrame(X, columns=[*"abcdef"]), y, n_features=3)
    assert_array_equal(named.encode(X), natpick.select(X, y, n_features=3).encode(X))
    for few in (X[:, :5], sp.csr_array(X[:, :5])):
        with pytest.raises(ValueError, match=r"has 5 columns, but the table selected from had 6"):
            named.encode(few)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"ward": "d"},
            r"'ward' holds 'd' in row 0, which it did not .* There are 3: 'a', 'b', 'c'",
        ),
        ({"ward": "a", "size": 4.9}, r"group 'both' holds ward=a, size=3\.\S+ in row 0, a comb"),
        ({"size": None}, "'size' has a missing value in row 0, but had none when it was encoded"),
        ({"day": None}, "'day' has a missing value in row 0, but had none when it was encoded"),
        ({"size": np.inf}, "infinity: column 'size', row 0"),
    ],
)
def test_what_was_not_there_is_named_with_its_row(change: dict[str, Any], message: str) -> None:
    kept = [i for i in range(N) if ROWS["ward"][i] != "a" or ROWS["size"][i] < 3.5]
    rows = {name: [cells[i] for i in kept] for name, cells in ROWS.items()}
    selection = natpick.select(
        pd.DataFrame(rows), [LATE[i] for i in kept], groups=GROUPS, must_keep=["both", "three"]
    )
    new = {name: [cells[1]] for name, cells in ROWS.items()} | {k: [v] for k, v in change.items()}
    with pytest.raises(ValueError, match=message):
        selection.encode(pd.DataFrame(new))


def test_a_result_of_codes_has_nothing_to_encode_by_though_it_has_groups() -> None:
    source = Counts.from_codes([[0, 1], [1, 1], [0, 0]], [0, 1, 0])
    with pytest.raises(ValueError, match="nothing was encoded"):
        natpick.select(source, groups={"g": [0, 1]}, must_keep="g").encode([[0, 1]])
