from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from natpick.encode import Cutting, encode, encode_target

LABELS = st.one_of(
    st.lists(st.integers(-3, 3), min_size=2),
    st.lists(st.sampled_from(["a", "b", "nan", ""]), min_size=2),
    st.lists(st.sampled_from([0.5, 1.0, -2.0]), min_size=2),
    st.lists(st.booleans(), min_size=2),
).filter(lambda labels: len(set(labels)) > 1)


@given(LABELS)
def test_codes_are_places_among_the_sorted_labels(labels: list[Any]) -> None:
    target = encode_target(labels, n_rows=len(labels))
    assert target.labels == tuple(sorted(set(labels)))
    assert [target.labels[code] for code in target.codes] == labels
    assert target.codes.dtype == np.uint32


@given(LABELS)
def test_every_container_gives_the_same_target(labels: list[Any]) -> None:
    expected = encode_target(labels, n_rows=len(labels))
    for y in (
        np.array(labels),
        np.array(labels, dtype=object),
        np.array(labels)[:, np.newaxis],
        pd.Series(labels),
        pd.Series(labels, dtype=object),
        pd.DataFrame({"y": labels}),
        pl.Series(labels),
        pl.DataFrame({"y": labels}),
        pa.array(labels),
        pa.chunked_array([labels]),
    ):
        target = encode_target(y, n_rows=len(labels))
        np.testing.assert_array_equal(target.codes, expected.codes)
        assert target.labels == expected.labels
        assert target.name == "y"


@pytest.mark.parametrize(
    "y",
    [
        pd.Series(["v", "u", "v"], dtype="category"),
        pd.Series(pd.Categorical(["v", "u", "v"], categories=["w", "v", "u"])),
        pd.Categorical(["v", "u", "v"]),
        pl.Series(["v", "u", "v"], dtype=pl.Categorical),
        pl.Series(["v", "u", "v"], dtype=pl.Enum(["w", "v", "u"])),
        pa.array(["v", "u", "v"]).dictionary_encode(),
        pa.chunked_array([pa.array(["v", "u", "v"]).dictionary_encode()]),
    ],
)
def test_categories_are_sorted_and_the_unobserved_dropped(y: Any) -> None:
    target = encode_target(y, n_rows=3)
    assert target.labels == ("u", "v")
    assert target.codes.tolist() == [1, 0, 1]


def test_classes_cut_by_pandas_are_labels() -> None:
    y = pd.cut(pd.Series([9.0, 1.5, 2.0]), [0, 2, 9])
    target = encode_target(y, n_rows=3)
    assert target.codes.tolist() == [1, 0, 0]
    assert [str(label) for label in target.labels] == ["(0, 2]", "(2, 9]"]


def test_categories_of_no_common_order_keep_the_declared_one() -> None:
    y = pd.Series(pd.Categorical(["a", 1, "a"], categories=["a", 1]))
    assert encode_target(y, n_rows=3).labels == ("a", 1)
    assert encode_target(y, n_rows=3).codes.tolist() == [0, 1, 0]


def test_a_series_brings_its_own_name() -> None:
    for y in (
        pd.Series([0, 1], name="ill"),
        pl.Series("ill", [0, 1]),
        pd.DataFrame({"ill": [0, 1]}),
    ):
        assert encode_target(y, n_rows=2, name="other").name == "ill"
    for y in (pd.Series([0, 1]), pl.Series([0, 1]), pa.chunked_array([[0, 1]]), [0, 1]):
        assert encode_target(y, n_rows=2, name="other").name == "other"


@pytest.mark.parametrize(
    "y",
    [
        [1.0, np.nan, np.nan],
        ["a", None, np.nan],
        np.array(["a", np.nan, None], dtype=object),
        pd.Series([1, None, None], dtype="Int64"),
        pd.Series(["a", None, None], dtype="category"),
        pd.Series([True, pd.NA, None], dtype="boolean"),
        pl.Series([1, None, None]),
        pl.Series(["a", None, None], dtype=pl.Categorical),
        pa.array(["a", None, None]).dictionary_encode(),
        pa.chunked_array([["a", None], [None]]),
        pd.Series(pd.to_datetime(["2020-01-01", None, None])),
    ],
)
def test_missing_labels_are_an_error_that_counts_them(y: Any) -> None:
    message = "Input y contains NaN. 2 of 3 labels are missing, the first in row 1"
    with pytest.raises(ValueError, match=message):
        encode_target(y, n_rows=3)


@pytest.mark.parametrize(
    ("y", "message"),
    [
        ([0.0, 1.0, np.inf], r"Input y contains infinity or a value too large.* row 2"),
        ([0.0, -np.inf, 1.0], r"Input y contains infinity.* row 1"),
        ([0, 1], "y has 2 values but X has 3 rows"),
        ([0, 1, 1, 0], "y has 4 values but X has 3 rows"),
        ([4, 4, 4], "y has one class only, 4;"),
        (["a", "a", "a"], "y has one class only, 'a';"),
        (None, "requires y to be passed, but the target y is None"),
        (5, "y is a int, a single value"),
        ("abc", "y is a str, a single value"),
        (np.zeros((3, 2)), r"y has one class only, \(0.0, 0.0\);"),
        (np.zeros((3, 0)), r"y has shape \(3, 0\); give one label a row, or several columns"),
        (pd.DataFrame(index=[1, 2, 3]), r"y has shape \(3, 0\); give one label a row"),
        (np.zeros((3, 1, 1)), r"y has shape \(3, 1, 1\); give one label a row"),
        ([[1], [2], [3, 4]], "y has rows of different lengths"),
    ],
)
def test_what_is_no_target_is_a_value_error(y: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        encode_target(y, n_rows=3)


def test_an_empty_target_is_an_error() -> None:
    with pytest.raises(ValueError, match="y is empty"):
        encode_target([], n_rows=0)


def test_labels_of_mixed_types_are_an_error() -> None:
    with pytest.raises(TypeError, match="'y' mixes values of the types int, str"):
        encode_target([1, "a", 2], n_rows=3)


def test_many_numbers_look_continuous_if_some_are_not_whole_or_rows_are_few() -> None:
    y = np.arange(21) / 2
    assert len(encode_target(y[:20], n_rows=20).labels) == 20
    whole = np.tile(y * 2, 5)
    assert len(encode_target(whole, n_rows=105).labels) == 21
    for looks in (y, whole[:-1], whole[:-1].astype(int)):
        with pytest.raises(ValueError, match="y looks continuous: 21 distinct .*target_bins=5"):
            encode_target(looks, n_rows=len(looks))
    assert len(encode_target(y.astype(str), n_rows=21).labels) == 21


def test_several_columns_are_joined_to_one_class_for_each_combination_that_occurs() -> None:
    ill, grade = ["no", "yes", "yes", "no", "yes"], [0, 2, 0, 0, 2]
    frames = [library({"ill": ill, "grade": grade}) for library in (pd.DataFrame, pl.DataFrame)]
    for y in (*frames, pa.table({"ill": ill, "grade": grade})):
        target = encode_target(y, n_rows=5)
        assert target.codes.tolist() == [0, 2, 1, 0, 2]
        assert target.labels == (("no", 0), ("yes", 0), ("yes", 2))
        assert target.name == "ill, grade"
    array = encode_target([[1, 0], [0, 1], [1, 0]], n_rows=3)
    assert (array.codes.tolist(), array.labels) == ([1, 0, 1], ((0, 1), (1, 0)))
    assert array.name == "y0, y1"


@given(st.lists(st.sampled_from([0.0, 0.5, 1.5, 7.0, 7.25, 30.0]), min_size=2), st.integers(2, 6))
def test_target_bins_cut_as_features_are_cut(values: list[float], bins: int) -> None:
    distinct = sorted(set(values))
    if len(distinct) < 2:
        return
    target = encode_target(values, n_rows=len(values), bins=bins)
    if len(distinct) <= bins:
        assert target.labels == tuple(distinct)
        assert target.rule == ""
        return
    feature = encode(np.array(values)[:, np.newaxis] + 0.25, cutting=Cutting(bins=bins))
    assert target.codes.tolist() == feature.codes[:, 0].tolist()


def test_the_classes_of_a_cut_target_are_told() -> None:
    y = pd.Series(np.arange(1000) / 8, name="dose")
    target = encode_target(y, n_rows=1000, bins=4)
    assert np.bincount(target.codes).tolist() == [250] * 4
    ends = [249 / 8, 499 / 8, 749 / 8]  # the largest of the first 250, 500 and 750
    assert target.labels[0] == f"up to {ends[0]:g}"
    assert target.labels[-1] == f"above {ends[2]:g}"
    assert target.rule == (
        "the target 'dose' was cut into 4 classes of equal frequency (as asked), at "
        + ", ".join(f"{end:g}" for end in ends)
    )
    automatic = encode_target(y, n_rows=1000, bins="auto")
    assert len(automatic.labels) == 10  # the cube root of 1000
    assert "(the cube root of n, clipped to 2..10)" in automatic.rule


@pytest.mark.parametrize("bins", [0, 1, 256, 2.0, True, "many"])
def test_target_bins_that_make_no_sense_are_refused(bins: Any) -> None:
    with pytest.raises(ValueError, match="target_bins=.* give an integer from 2 to 255, or 'auto'"):
        encode_target([0, 1], n_rows=2, bins=bins)


def test_labels_are_not_cut() -> None:
    with pytest.raises(ValueError, match="target_bins=3 cuts numbers, but y holds labels"):
        encode_target(["a", "b"], n_rows=2, bins=3)
    both = pd.DataFrame({"a": ["u", "v"] * 50, "b": np.arange(100) / 4})
    assert len(encode_target(both, n_rows=100, bins=2).labels) == 4
