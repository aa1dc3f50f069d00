"""Rows are paired by place; what pairs them otherwise, or cannot be rows, is told."""

from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp

import natpick

N = 40
X = pd.DataFrame({"a": np.arange(N) % 4, "b": np.arange(N) % 5}, index=np.arange(N) + 100)
Y = pd.Series((np.arange(N) % 4 > 1).astype(int), index=X.index)


@pytest.mark.parametrize("what", ["y", "sample_weight"])
def test_the_same_rows_in_another_order_are_refused(what: str) -> None:
    turned = {"y": Y, "sample_weight": Y + 1} | {what: Y[::-1] + (what != "y")}
    message = f"X and {what} have the same rows in another order: row 0 is 100 in X and 139 in"
    for function in (natpick.select, natpick.compare):
        with pytest.raises(ValueError, match=message):
            function(X, **turned)


@pytest.mark.parametrize(
    "y",
    [Y.to_numpy(), Y.reset_index(drop=True), Y.set_axis([*"ab"] * 20), Y.tolist(), pl.Series(Y)],
)
def test_rows_with_other_labels_or_none_are_paired_by_place(y: Any) -> None:
    assert natpick.select(X, y).steps == natpick.select(X, Y).steps


def test_labels_of_rows_that_repeat_say_nothing_of_their_order() -> None:
    twice, again = X.set_axis([*range(20)] * 2), Y.set_axis([*range(20)[::-1]] * 2)
    assert natpick.select(twice, again).steps == natpick.select(X, Y).steps


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (sp.csr_array(Y.to_numpy()[:, np.newaxis]), r"y is a csr_array.* pass y.toarray\(\)"),
        (pl.LazyFrame({"y": Y.tolist()}), "y is a LazyFrame, which is not in memory; collect it"),
        (iter(Y), "y is a .*, a single value; give an array with one label a row"),
        (1, "y is a int, a single value; .* or the name of a column of X, which is text"),
        (["aa", "bb"], "There is no column 'aa'. Did you mean 'a'"),
        (["a", "bb"], "There is no column 'bb'. Did you mean 'b'"),
        (["u", "v"] * 3, "y has 6 values but X has 40 rows"),
    ],
)
def test_what_is_no_target_is_told_by_what_it_is(y: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        natpick.select(X, y)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (pl.LazyFrame({"a": X["a"].tolist()}), "X is a LazyFrame, which is not in memory; collect"),
        ([{"a": 1}] * N, r"X is a list of mappings; make a table of it, as by pandas.DataFrame"),
    ],
)
def test_what_is_no_table_is_told_by_what_it_is(table: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        natpick.select(table, Y)


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame, pa.table])
def test_weights_may_be_numbers_of_any_kind(library: Any) -> None:
    times = [Decimal(1 + i % 3) for i in range(N)]
    table = library({"a": X["a"].tolist(), "b": X["b"].tolist(), "w": times})
    expected = natpick.select(X, Y, sample_weight=np.array(times, dtype=float))
    assert natpick.select(table, Y.tolist(), sample_weight="w") == expected


def test_one_class_left_by_weights_is_told_so() -> None:
    with pytest.raises(ValueError, match="once 20 rows are left out, for .* a weight of 0, 1; "):
        natpick.select(X, Y, sample_weight=Y)


def test_a_group_is_suggested_where_its_name_is_mistyped() -> None:
    with pytest.raises(ValueError, match="Unknown feature 'boht'. Did you mean 'both'?"):
        natpick.select(X, Y, groups={"both": ["a", "b"]}, must_keep="boht")


def test_a_copy_of_the_target_is_named_in_a_note() -> None:
    selection = natpick.select(X.assign(outcome=np.where(Y, "ill", "well")), Y)
    (note,) = (note for note in selection.notes if "same as the target" in note)
    assert "names of levels: 'outcome'. Exclude" in note
    assert not any("same as the target" in note for note in natpick.select(X, Y).notes)


def test_a_target_of_names_is_noted() -> None:
    names = [f"P{i}" for i in range(N)]
    (note, *_) = natpick.select(X, names).notes
    assert note.startswith("Of 40 rows 40 have a label of the target that no other row has")


@pytest.mark.parametrize("sparse", [False, True])
def test_whole_numbers_that_rounding_makes_alike_are_noted(sparse: bool) -> None:
    """Doubles near 2^62 are 1024 apart."""
    near = 2**62 + np.arange(N, dtype=np.int64)[:, np.newaxis]
    far = 2**62 + 2048 * np.arange(N, dtype=np.int64)[:, np.newaxis]
    table = np.hstack([near, far, far - 2**62])
    picks = natpick.select(sp.csr_array(table) if sparse else table, Y.to_numpy(), n_features=3)
    (note,) = (note for note in picks.notes if note.startswith("Whole numbers beyond 2^53"))
    assert "in these columns: 'x0'. Subtract their least value first" in note


def test_whole_numbers_of_more_than_64_bits_must_differ_as_doubles() -> None:
    with pytest.raises(ValueError, match=f"'c' holds whole numbers of .*, such as {2**70}, that"):
        natpick.select(pd.DataFrame({"c": [2**70 + i % 3 for i in range(N)]}), Y.to_numpy())
    wide = natpick.select(pd.DataFrame({"c": [2 ** (64 + i % 3) for i in range(N)]}), Y.to_numpy())
    assert wide.encodings["c"].n_levels == 3
