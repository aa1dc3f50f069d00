import datetime as dt
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from natpick.encode import Cutting, Encoded, encode, split_target, table_names


class ArrowStream:
    """A table of no library we know that can be read as an Arrow stream."""

    def __init__(self, table: pa.Table) -> None:
        self._table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)


def codes(table: Any) -> list[list[int]]:
    return coded(table).codes.tolist()


def levels(table: Any) -> list[tuple[str, ...]]:
    return [encoding.levels for encoding in coded(table).encodings]


def coded(table: Any) -> Encoded:
    return encode(table)


def test_objects_and_lists_keep_strings_numbers_and_missing_values_apart() -> None:
    encoded = encode([["a", 1], [None, 2.5], ["b", float("nan")]])
    assert encoded.codes.tolist() == [[0, 0], [2, 1], [1, 2]]
    assert [e.levels for e in encoded.encodings] == [("a", "b", "missing"), ("1", "2.5", "missing")]


@pytest.mark.parametrize("gone", [None, float("nan"), pd.NA, pd.NaT, np.datetime64("NaT", "ns")])
def test_every_spelling_of_missing_is_the_last_level(gone: Any) -> None:
    X = np.array([["b"], [gone], ["a"]], dtype=object)
    assert encode(X).encodings[0].levels == ("a", "b", "missing")
    assert encode(X).codes[:, 0].tolist() == [1, 2, 0]
    assert encode(pd.DataFrame(X)).codes[:, 0].tolist() == [1, 2, 0]


def test_a_column_with_nothing_in_it_has_the_missing_level_alone() -> None:
    for column in ([None, None], [np.nan, np.nan], [pd.NA, None]):
        X = np.array(column, dtype=object).reshape(-1, 1)
        for table in (X, pd.DataFrame(X), pl.DataFrame({"a": [None, None]})):
            encoded = encode(table)
            assert encoded.codes.tolist() == [[0], [0]]
            assert encoded.encodings[0].levels == ("missing",)
    text = pl.DataFrame({"a": pl.Series([None, None], dtype=pl.String)})
    assert encode(text).encodings[0].levels == ("missing",)


def test_masked_cells_of_an_array_are_missing() -> None:
    X = np.ma.masked_array([[1, 2], [3, 4]], mask=[[False, True], [False, False]])
    assert encode(X).codes.tolist() == [[0, 1], [1, 0]]


def test_categories_keep_their_declared_order_and_drop_the_unobserved() -> None:
    order = ["low", "never", "middle", "high"]
    values = ["high", "low", None, "middle"]
    arrow = pa.DictionaryArray.from_arrays([3, 0, None, 2], order, ordered=True)
    tables = [
        pd.DataFrame({"a": pd.Categorical(values, categories=order)}),
        pd.DataFrame({"a": pd.Categorical(values, categories=order, ordered=True)}),
        pl.DataFrame({"a": pl.Series(values, dtype=pl.Enum(order))}),
        pa.table({"a": pa.chunked_array([arrow.slice(0, 1), arrow.slice(1)])}),
    ]
    for table in tables:
        encoded = encode(table)
        assert encoded.codes[:, 0].tolist() == [2, 0, 3, 1]
        assert encoded.encodings[0].levels == ("low", "middle", "high", "missing")


def test_categories_with_no_declared_order_are_sorted() -> None:
    values = ["b", "a", None, "b"]
    arrow = pa.chunked_array([pa.array(values).dictionary_encode()])
    tables = [
        pd.DataFrame({"a": pd.Categorical(values)}),
        pl.DataFrame({"a": pl.Series(values, dtype=pl.Categorical)}),
        pa.table({"a": arrow}),
    ]
    for table in tables:
        assert encode(table).codes[:, 0].tolist() == [1, 0, 2, 1]


def test_text_in_long_tables_is_coded_as_in_short_ones() -> None:
    n = 10_001
    text = [None if i % 7 == 0 else f"{i % 5}-" for i in range(n)]
    places = [[5, 5] if i % 7 == 0 else [i % 5, 4 - i % 5] for i in range(n)]
    order = [f"{4 - i}-" for i in range(5)]
    arrow = pa.DictionaryArray.from_arrays(
        [None if t is None else order.index(t) for t in text], order, ordered=True
    )
    tables = [
        pd.DataFrame({"a": text, "b": pd.Categorical(text, categories=order)}),
        pd.DataFrame({"a": pd.array(text, dtype="string"), "b": pd.Categorical(text, order)}),
        pl.DataFrame({"a": text, "b": pl.Series(text, dtype=pl.Enum(order))}),
        pl.DataFrame({"a": pl.Series(text, dtype=pl.Categorical), "b": text}).with_columns(
            pl.col("b").cast(pl.Enum(order))
        ),
        pa.table({"a": text, "b": arrow}),
        pa.table({"a": pa.array(text).dictionary_encode(), "b": arrow}),
    ]
    for table in tables:
        assert codes(table) == places
        assert levels(table) == [("0-", "1-", "2-", "3-", "4-", "missing"), (*order, "missing")]


def test_categories_of_numbers_and_intervals_are_levels() -> None:
    numbers = pd.Series(pd.Categorical([10, 5, 10], categories=[10, 5]))
    cut = pd.cut(pd.Series([1.5, 9.0, 2.0]), [0, 2, 9])
    encoded = encode(pd.DataFrame({"a": numbers, "b": cut}))
    assert encoded.codes.tolist() == [[0, 0], [1, 1], [0, 0]]
    assert [e.levels for e in encoded.encodings] == [("10", "5"), ("(0, 2]", "(2, 9]")]


def test_dates_times_and_durations_are_numbers_shown_as_what_they_are() -> None:
    day, noon = dt.date(1970, 1, 2), dt.datetime(1970, 1, 1, 12)
    values = {
        "date": [day, None],
        "stamp": [noon, None],
        "time": [dt.time(1, 0, 0, 500_000), None],
        "span": [dt.timedelta(minutes=1), None],
    }
    texts = ["1970-01-02", "1970-01-01 12:00:00", "01:00:00.5", "00:01:00"]
    for table in (pl.DataFrame(values), pa.table(values), pd.DataFrame(values, dtype=object)):
        encoded = encode(table)
        assert [e.levels[0] for e in encoded.encodings] == texts
        assert [e.measure for e in encoded.encodings] == ["date", "date", "time", "duration"]
        assert encoded.codes.tolist() == [[0] * 4, [1] * 4]
    months = np.array([["1970-02"], ["NaT"]], dtype="datetime64[M]")
    assert encode(months).encodings[0].levels == ("1970-02-01", "missing")


def test_times_with_a_zone_are_the_instants_they_mean() -> None:
    zone = dt.timezone(dt.timedelta(hours=1))
    stamps = [dt.datetime(1970, 1, 1, 1, tzinfo=zone), dt.datetime(1970, 1, 1, 1, tzinfo=dt.UTC)]
    for table in (pd.DataFrame({"a": stamps}, dtype=object), pl.DataFrame({"a": stamps[:1]})):
        assert encode(table).encodings[0].levels[0] == "1970-01-01"


def test_many_different_dates_are_cut() -> None:
    frame = pd.DataFrame({"a": pd.date_range("2020-01-01", periods=100)})
    encoding = encode(frame, cutting=Cutting(bins=2)).encodings[0]
    assert encoding.cut_points == (pd.Timestamp("2020-02-19").timestamp(),)
    assert encoding.cut_labels == ("2020-02-19",)


def test_decimals_are_numbers() -> None:
    values = [Decimal("1.5"), None, Decimal("2")]
    arrow = pa.table({"a": values})
    for table in (pl.DataFrame({"a": values}), arrow, pd.DataFrame({"a": values}, dtype=object)):
        assert encode(table).encodings[0].levels == ("1.5", "2", "missing")


def test_whole_numbers_of_any_width_are_numbers() -> None:
    frame = pl.DataFrame({"a": pl.Series([1, None, 3], dtype=pl.Int128)})
    assert encode(frame).encodings[0].levels == ("1", "3", "missing")
    assert codes(np.array([[2**70], [1]], dtype=object)) == [[1], [0]]
    assert codes(np.array([[2**63], [2**64 - 1]], dtype=np.uint64)) == [[0], [1]]


def test_tables_of_other_libraries_are_read_as_arrow_streams() -> None:
    table = pa.table({"a": ["y", "x"], "b": [1.5, 0.5]})
    for stream in (ArrowStream(table), table.to_batches()[0]):
        assert codes(stream) == [[1, 1], [0, 0]]
        assert table_names(stream) == ("a", "b")


def test_rows_may_have_any_index() -> None:
    frame = pd.DataFrame({"a": ["y", None, "x"], "b": [1, 2, 1]}, index=[7, 7, 7])
    assert codes(frame) == [[1, 0], [2, 1], [0, 0]]


def test_numpy_arrays_of_text_in_any_form_are_levels() -> None:
    text = np.array([["b"], ["a"]])
    for X in (text, text.astype("S"), text.astype(object), text.astype(np.dtypes.StringDType())):
        assert codes(X) == [[1], [0]]
        assert levels(X) == [("a", "b")]


def test_numbers_in_any_byte_order_and_memory_order_give_the_same_codes() -> None:
    X = np.random.default_rng(0).normal(size=(50, 3))
    expected = codes(X)
    for same in (np.asfortranarray(X), X.astype(">f8"), X.astype(np.longdouble), X[::-1][::-1]):
        assert codes(same) == expected


def test_names_are_text_and_those_of_an_array_are_numbered() -> None:
    assert table_names(np.zeros((2, 3))) == ("x0", "x1", "x2")
    assert table_names([[1, 2]]) == ("x0", "x1")
    assert table_names(pd.DataFrame([[1, 2]], columns=[5, "a"])) == ("5", "a")
    assert table_names(pl.DataFrame({"b": [1], "a": [2]})) == ("b", "a")
    assert coded(pd.DataFrame([[1, 2]], columns=[5, "a"])).names == ("5", "a")


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame, pa.table])
def test_a_target_is_split_off_by_its_name(library: Any) -> None:
    table = library({"a": [1, 2], "class": ["u", "v"], "b": [3, 4]})
    rest, target = split_target(table, "class")
    assert type(rest) is type(table)
    assert table_names(rest) == ("a", "b")
    assert table_names(table) == ("a", "class", "b")
    assert list(np.asarray(target)) == ["u", "v"]


def test_a_target_column_may_have_a_name_that_is_no_text() -> None:
    rest, target = split_target(pd.DataFrame([[1, 2]], columns=[0, 1]), "1")
    assert table_names(rest) == ("0",)
    assert target.tolist() == [2]


def mixed(n: int) -> dict[str, Any]:
    """Return columns of several types in turn, some with gaps; each type more than once."""
    rng = np.random.default_rng(n)
    columns: dict[str, Any] = {}
    for turn in range(3):
        columns[f"double {turn}"] = rng.normal(size=n)
        columns[f"float {turn}"] = rng.normal(size=n).astype(np.float32)
        columns[f"text {turn}"] = rng.choice(["a", "b"], n).tolist()
        columns[f"whole {turn}"] = rng.integers(0, 900, n)
        columns[f"gaps {turn}"] = np.where(rng.random(n) < 0.2, np.nan, rng.normal(size=n))
        columns[f"flag {turn}"] = rng.random(n) < 0.5
    return columns


@pytest.mark.parametrize("n", [1, 60, 40_000])
def test_columns_read_together_are_coded_as_each_alone(n: int) -> None:
    columns = mixed(n)
    alone = [encode(pd.DataFrame({name: column})) for name, column in columns.items()]
    nulls = {
        name: pa.array(column, from_pandas=name.startswith("gaps"))
        for name, column in columns.items()
    }
    arrow = pa.table(nulls)
    assert arrow["gaps 1"].null_count > 0 or n == 1
    frame = pd.DataFrame(columns)
    inserted = frame[["double 0"]].copy()
    for name in frame.columns[1:]:
        inserted[name] = frame[name]
    for table in (frame, inserted, pl.DataFrame(arrow), arrow, frame.convert_dtypes()):
        encoded = encode(table, n_jobs=2)
        assert encoded.names == tuple(columns)
        for j, expected in enumerate(alone):
            np.testing.assert_array_equal(encoded.codes[:, j], expected.codes[:, 0])
            assert encoded.encodings[j].cut_points == expected.encodings[0].cut_points
