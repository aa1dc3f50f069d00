"""Dates and ordered categories are cut like numbers, and shown as what they are."""

import datetime as dt
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import natpick
from natpick.encode import Cutting, encode
from natpick.encode.moments import Measure, seconds
from natpick.report.encoding import encoding_section

MOMENTS = st.datetimes(dt.datetime(1900, 1, 1), dt.datetime(2100, 1, 1))
SPANS = st.timedeltas(dt.timedelta(-50_000), dt.timedelta(50_000))


@given(MOMENTS)
def test_a_date_is_shown_as_python_writes_it(moment: dt.datetime) -> None:
    value = seconds(np.array([moment], dtype="datetime64[us]"))[0]
    shown = dt.datetime.fromisoformat(Measure.DATE.text(float(value)))
    assert abs(shown - moment) <= dt.timedelta(microseconds=1)
    whole = moment.replace(microsecond=0)
    text = Measure.DATE.text(seconds(np.array([whole], dtype="datetime64[us]"))[0])
    midnight = whole.time() == dt.time(0)
    assert text == (str(whole.date()) if midnight else str(whole))


@given(SPANS)
def test_a_duration_is_shown_as_days_hours_minutes_and_seconds(span: dt.timedelta) -> None:
    span = dt.timedelta(span.days, span.seconds)
    text = Measure.DURATION.text(span.total_seconds())
    *days, clock = text.removeprefix("-").split(" days")
    read = dt.timedelta(int(days[0]) if days else 0)
    if clock:
        hours, minutes, rest = map(int, clock.split(":"))
        read += dt.timedelta(hours=hours, minutes=minutes, seconds=rest)
    assert (-read if text.startswith("-") else read) == span


@given(st.lists(st.floats(-1e10, 1e10), unique=True, min_size=2))
def test_different_moments_have_different_texts(values: list[float]) -> None:
    for measure in (Measure.DATE, Measure.DURATION):
        exact = {round(value * 1e9) for value in values}
        assert len({measure.text(value) for value in values}) >= len(exact)


N = 200
DAYS = [dt.datetime(2020, 1, 1) + dt.timedelta(days=7 * i, hours=i % 2) for i in range(N)]
STAYS = [dt.timedelta(hours=5 * i) for i in range(N)]
SIZES = [f"size {i:02d}" for i in range(40)][::-1]
ROWS = {"day": DAYS, "stay": STAYS}
LIBRARIES = [pd.DataFrame, pl.DataFrame, pa.table, lambda rows: pd.DataFrame(rows, dtype=object)]


@pytest.mark.parametrize("library", LIBRARIES)
def test_cut_points_of_dates_and_durations_are_dates_and_durations(library: Any) -> None:
    late = [i >= N // 2 for i in range(N)]
    selection = natpick.select(library(ROWS), late, bins=2)
    day, stay = selection.encodings["day"], selection.encodings["stay"]
    assert day.cut_labels == (str(DAYS[N // 2 - 1]),)  # the last of the first half
    assert stay.cut_labels == ("20 days 15:00:00",)  # 99 * 5 hours
    assert "20 days 15:00:00" in encoding_section(selection)
    assert natpick.Selection.from_json(selection.to_json()).encodings == selection.encodings
    again = selection.encode(library(ROWS))
    assert again.tolist() == [[int(x)] * len(selection) for x in late]
    with pytest.raises(ValueError, match="Column 'day' holds numbers, but it was cut as dates"):
        selection.encode(pd.DataFrame({"day": [1.5], "stay": [dt.timedelta(1)]}))


def ordered(library: str, values: list[Any]) -> Any:
    if library == "pandas":
        return pd.DataFrame({"size": pd.Categorical(values, categories=SIZES, ordered=True)})
    if library == "polars":
        return pl.DataFrame({"size": pl.Series(values, dtype=pl.Enum(SIZES))})
    places = [None if value is None else SIZES.index(value) for value in values]
    return pa.table({"size": pa.DictionaryArray.from_arrays(places, SIZES, ordered=True)})


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
@pytest.mark.parametrize("gone", [False, True])
def test_many_ordered_categories_are_cut_by_their_rank(library: str, gone: bool) -> None:
    ranks = np.random.default_rng(0).permutation(np.repeat(np.arange(40), 5))
    values: list[Any] = [SIZES[rank] for rank in ranks]
    numbers = ranks.astype(float)
    if gone:
        values[3], numbers[3] = None, np.nan
    cutting = Cutting(bins=4)
    encoded = encode(ordered(library, values), cutting=cutting)
    expected = encode(numbers[:, np.newaxis], cutting=cutting)
    np.testing.assert_array_equal(encoded.codes, expected.codes)
    encoding, as_numbers = encoded.encodings[0], expected.encodings[0]
    assert encoding.cut_points == as_numbers.cut_points
    assert encoding.cut_labels == tuple(SIZES[int(x)] for x in as_numbers.cut_points)
    assert encoding.missing == gone


def test_ordered_categories_are_coded_again_and_unseen_ones_refused() -> None:
    values = [SIZES[i % 39] for i in range(N)]
    frame = ordered("pandas", values)
    selection = natpick.select(frame, [i % 39 > 20 for i in range(N)])
    codes = encode(frame).codes[:, 0]
    assert selection.encode(frame)[:, 0].tolist() == codes.tolist()
    with pytest.raises(ValueError, match=f"'size' holds '{SIZES[39]}' in row 0, which it did not"):
        selection.encode(ordered("pandas", [SIZES[39]]))


def test_categories_with_no_order_and_few_ordered_ones_are_levels() -> None:
    values = [SIZES[i % 30] for i in range(N)]
    assert encode(pd.DataFrame({"a": pd.Categorical(values)})).encodings[0].kind == "levels"
    few = pd.Categorical([SIZES[i % 20] for i in range(N)], categories=SIZES, ordered=True)
    assert encode(pd.DataFrame({"a": few})).encodings[0].kind == "levels"
