"""Edges of one's own are told in what the column holds: numbers, dates, times or durations."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone

import natpick
from commands import run
from natpick import ForwardSelector, Selection
from natpick.encode import cutting, encode
from natpick.encode.edges import Edges
from natpick.encode.moments import Measure

N = 60
ROWS: dict[str, list[Any]] = {
    "day": [dt.datetime(2026, 1, 1) + dt.timedelta(hours=12 * i) for i in range(N)],
    "stay": [dt.timedelta(hours=7 * i - 30) for i in range(N)],
    "hour": [dt.time(i * 7 % 24, i % 60) for i in range(N)],
    "dose": [i / 7 for i in range(N)],
}
LATE = [i >= 33 for i in range(N)]
LIBRARIES = [
    pd.DataFrame,
    pl.DataFrame,
    pa.table,
    lambda rows: pd.DataFrame(rows, dtype=object),
]
DAYS = (dt.date(2026, 1, 10), dt.datetime(2026, 1, 20, 12))
STAYS = (dt.timedelta(0), dt.timedelta(days=2, hours=12, minutes=30))
HOURS = (dt.time(8, 30), dt.time(17))
WAYS: list[dict[str, Any]] = [
    {"day": DAYS, "stay": STAYS, "hour": HOURS},
    {
        "day": ["2026-01-10", "2026-01-20 12:00"],
        "stay": ["00:00:00", "2 days 12:30:00"],
        "hour": ["08:30", "17:00:00"],
    },
    {
        "day": ["20260110", "2026-01-20T13:00:00+01:00"],
        "stay": ["PT0S", "P2DT12H30M"],
        "hour": ["08:30:00.000", dt.time(17)],
    },
    {
        "day": np.array(DAYS, dtype="datetime64[h]"),
        "stay": np.array(STAYS, dtype="timedelta64[m]"),
        "hour": HOURS,
    },
    {"day": pd.DatetimeIndex(DAYS), "stay": pd.Series(STAYS), "hour": pd.Series(HOURS)},
]


@pytest.mark.parametrize("cut", WAYS)
@pytest.mark.parametrize("library", LIBRARIES)
def test_edges_may_be_what_the_column_holds_or_its_text(library: Any, cut: Any) -> None:
    """The code of x is the number of edges below x."""
    encoded = encode(library(ROWS), cutting=cutting(cut, None))
    for j, (name, edges) in enumerate({"day": DAYS, "stay": STAYS, "hour": HOURS}.items()):
        ends = [dt.datetime.combine(e, dt.time()) if type(e) is dt.date else e for e in edges]
        assert encoded.codes[:, j].tolist() == [sum(e < x for e in ends) for x in ROWS[name]]
    shown = [encoding.cut_labels for encoding in list(encoded.encodings)[:3]]
    assert shown == [
        ("2026-01-10", "2026-01-20 12:00:00"),
        ("00:00:00", "2 days 12:30:00"),
        ("08:30:00", "17:00:00"),
    ]


def test_they_are_dates_in_the_result_and_in_the_result_that_was_saved() -> None:
    table, asked = pl.DataFrame(ROWS), {"cut": WAYS[1], "must_keep": ["day"]}
    selection = natpick.select(table, LATE, **asked)
    document = json.loads(selection.to_json())
    assert document["encodings"]["day"]["cut_labels"] == ["2026-01-10", "2026-01-20 12:00:00"]
    again = Selection.from_json(selection.to_json())
    assert again == selection
    assert again.encodings["day"].cut_labels == selection.encodings["day"].cut_labels
    assert (again.encode(table) == selection.encode(table)).all()
    fitted = clone(ForwardSelector(**asked)).fit(table, LATE)
    assert fitted.selection_ == selection


@given(
    st.sampled_from([Measure.DATE, Measure.DURATION]),
    st.integers(-(10**10), 10**10),
    st.integers(0, 999),
)
def test_the_text_of_a_cut_point_is_read_as_that_point(
    measure: Measure, whole: int, thousandths: int
) -> None:
    point = whole + thousandths / 1000
    edges = Edges.of("x", [measure.text(point)])
    assert edges.points("x", measure) == pytest.approx((point,), abs=2e-6)


def test_the_rule_of_all_other_columns_is_given_beside_the_edges() -> None:
    table = pd.DataFrame(ROWS | {"more": [(i * 11 % 60) / 3 for i in range(N)]})
    y = np.array(LATE, dtype=np.uint32)
    for rule in ("width", "mdlp", "frequency"):
        cut = {"day": ["2026-01-15"], "*": rule}
        mixed = encode(table, target=y, cutting=cutting(cut, None)).encodings
        alone = encode(table, target=y, cutting=cutting(rule, None)).encodings
        assert mixed[0].cut_labels == ("2026-01-15",)
        assert list(mixed)[1:] == list(alone)[1:]
    with pytest.raises(ValueError, match="bins=4 can't be heeded: cut='mdlp'"):
        cutting({"day": ["2026-01-15"], "*": "mdlp"}, 4)


def test_the_command_takes_dates_and_a_rule_for_the_others(tmp_path: Path) -> None:
    table = pd.DataFrame({k: ROWS[k] for k in ("day", "dose")} | {"late": LATE})
    table.to_csv(tmp_path / "t.csv", index=False)
    asked = ("select", tmp_path / "t.csv", "--target", "late", "--json", "-")
    done = run(*asked, "--edges", "day=2026-01-10, 2026-01-20T12:00", "--cut", "mdlp")
    found = json.loads(done.stdout)["encodings"]
    assert found["day"]["cut_labels"] == ["2026-01-10", "2026-01-20 12:00:00"]
    assert found["dose"]["cut_points"] == [32 / 7]
    done = run(*asked, "--edges", "day=2026")
    assert done.exit_code == 1
    assert "Column 'day' holds dates, but its edges are 2026" in done.stderr
    done = run(*asked, "--edges", "day=2026-02-01,2026-01-01")
    assert done.exit_code == 2
    assert "2026-02-01 is followed by 2026-01-01" in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("cut", "error", "message"),
    [
        ({"day": [5, 6]}, TypeError, "'day' holds dates, but its edges are 5, 6; give dates, such"),
        ({"dose": DAYS}, TypeError, "'dose' holds numbers, but its edges are 2026-01-10, 2026-01-"),
        ({"stay": ["2026-01-10"]}, TypeError, "'stay' holds durations.* give durations, such as "),
        ({"hour": [dt.timedelta(1)]}, TypeError, "'hour' holds times.* such as '08:30'"),
        ({"day": ["10.01.2026"]}, TypeError, r"edges of column 'day' are \['10.01.2026'\]; give"),
        ({"day": [dt.date(2026, 1, 1), 5]}, TypeError, "edges of column 'day' are .* dates, such "),
        ({"day": [None]}, TypeError, r"edges of column 'day' are \[None\]"),
        ({"day": [np.datetime64("NaT")]}, ValueError, "'day' hold nan; edges must be finite"),
        ({"stay": ["2 days", "1 days"]}, ValueError, "2 days is followed by 1 days"),
        ({"dose": [True]}, TypeError, r"edges of column 'dose' are \[True\]"),
        ({"dose": [1], "*": "widht"}, ValueError, "'widht' is no rule. Did you mean 'width'"),
        ({"*": [1]}, ValueError, r"\[1\] is no rule.* the rule of all others under '\*'"),
    ],
)
def test_edges_of_another_kind_are_refused_with_the_columns_name(
    cut: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        natpick.select(pd.DataFrame(ROWS), LATE, cut=cut)


def test_a_sparse_column_has_numbers_for_edges() -> None:
    X = sp.csr_array(np.eye(4))
    with pytest.raises(TypeError, match="'x1' holds numbers, but its edges are 2026-01-10"):
        natpick.select(X, [0, 1, 0, 1], cut={"x1": ["2026-01-10"]})
