"""Ids and free text are set aside, by name and with a warning; rows with gaps as asked."""

import warnings
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn.base import clone

import natpick
from commands import run
from natpick import ForwardSelector, SetAsideWarning
from natpick.duplicates import duplicates
from natpick.encode import encode, encode_sparse
from natpick.encode.cutting import default_bins
from natpick.expected import expected_information
from natpick.information import mutual_information
from natpick.sources import Counts

N = 60
ILL = ["yes" if i % 3 else "no" for i in range(N)]
TABLE = {
    "id": [f"{i * 7919 % 1000:03d}-{i}" for i in range(N)],
    "ward": [("a" if i % 3 else "b") if i % 7 else "c" for i in range(N)],
    "age": [float((i * 37) % 61) + 0.5 * (i % 3) for i in range(N)],
    "ill": ILL,
}
LIBRARIES = [pd.DataFrame, pl.DataFrame, pa.table]


@given(st.lists(st.sampled_from("abcdefghijklmnop") | st.none(), min_size=1, max_size=40))
def test_a_column_is_set_aside_where_more_than_half_of_its_values_occur_once(
    values: list[str | None],
) -> None:
    times = Counter(value for value in values if value is not None)
    once = sum(count == 1 for count in times.values())
    aside = 2 * once > sum(times.values()) and len(times) > default_bins(len(values))
    encoded = encode(pl.DataFrame({"a": pl.Series(values, dtype=pl.String)}), include=())
    assert encoded.set_aside == ((0,) if aside else ())
    assert encode(pl.DataFrame({"a": values}), include=["a"]).set_aside == ()
    assert encode(pl.DataFrame({"a": values})).set_aside == ()


@pytest.mark.parametrize("library", LIBRARIES)
def test_an_id_is_not_picked_and_told_where_it_would_have_been_first(library: Any) -> None:
    with pytest.warns(SetAsideWarning, match="ids or free text: 'id'") as warned:
        selection = natpick.select(library(TABLE), "ill")
    assert warned[0].filename == __file__
    assert (selection.names, selection.set_aside) == (["ward", "age"], ("id",))
    assert selection.notes[0] == str(warned[0].message)
    assert not any(note.startswith("Constant") for note in selection.notes)
    assert "id was set aside" in selection.explain("id").sentence
    assert natpick.Selection.from_json(selection.to_json()) == selection


@pytest.mark.parametrize("asked", [{"include": ["id"]}, {"include": 0}, {"must_keep": ["id"]}])
def test_an_id_is_taken_in_by_name_or_index_or_where_it_must_be_kept(asked: dict[str, Any]) -> None:
    selection = natpick.select(pd.DataFrame(TABLE), "ill", n_features=1, **asked)
    assert (selection.names, selection.set_aside) == (["id"], ())
    assert selection.steps[0].relevance == pytest.approx(selection.target_entropy)
    assert any("so many levels that chance alone" in note for note in selection.notes)


def test_what_was_set_aside_does_not_count_among_the_features_to_pick() -> None:
    frame = pd.DataFrame(TABLE)
    with (
        pytest.warns(SetAsideWarning),
        pytest.raises(ValueError, match=r"n_features=3 but 1 of the features .* aside.* at most 2"),
    ):
        natpick.select(frame, "ill", n_features=3)
    with (
        pytest.warns(SetAsideWarning),
        pytest.raises(ValueError, match=r"All 1 columns of X are constant or were set aside"),
    ):
        natpick.select(frame[["id", "ill"]], "ill")
    start = natpick.select(frame, "ill", n_features=1, include=["id"])
    with (
        pytest.warns(SetAsideWarning),
        pytest.raises(ValueError, match="start has picked 'id', which is set aside here"),
    ):
        natpick.select(frame, "ill", start=start)


def test_more_levels_than_there_are_codes_do_no_harm_to_a_column_set_aside() -> None:
    n = 70_000
    frame = pl.DataFrame({"id": [f"{i}" for i in range(n)], "ill": [i % 2 for i in range(n)]})
    with pytest.raises(ValueError, match="Column 'id' has 70,000 levels; at most 65,535"):
        natpick.select(frame.with_columns(b=pl.col("ill")), "ill", include=["id"])
    with pytest.warns(SetAsideWarning):
        assert natpick.select(frame.with_columns(b=pl.col("ill")), "ill").names == ["b"]


def test_an_unknown_name_in_include_gets_the_nearest() -> None:
    with pytest.raises(ValueError, match="Unknown feature 'wrd'. Did you mean 'ward'"):
        natpick.select(pd.DataFrame(TABLE), "ill", include=["wrd"])


def test_the_estimator_and_compare_set_the_same_aside() -> None:
    frame = pd.DataFrame(TABLE)
    X, y = frame.drop(columns="ill"), frame["ill"]
    with pytest.warns(SetAsideWarning):
        selection = ForwardSelector().fit(X, y).selection_
    with pytest.warns(SetAsideWarning):
        comparison = natpick.compare(X, y, methods=["jmi", "cmim"])
    assert comparison["jmi"] == selection
    assert comparison["cmim"].set_aside == ("id",)
    selector = clone(ForwardSelector(include=["id"], missing="drop")).fit(X, y)
    assert selector.selection_.names[0] == "id"


def test_the_command_tells_in_a_note_what_was_set_aside(tmp_path: Path) -> None:
    pd.DataFrame(TABLE).to_csv(tmp_path / "t.csv", index=False)
    done = run("select", tmp_path / "t.csv", "--target", "ill")
    assert "Note: Set aside" in done.stdout
    assert done.stderr == ""
    done = run("select", tmp_path / "t.csv", "--target", "ill", "--include", "id", "-k", 1)
    assert "Set aside" not in done.stdout


GAPS = {
    "a": [None, "u", "v", "u", "v", "u"],
    "b": [0.5, 1.5, None, 0.5, 1.5, 0.5],
    "ill": ["no", "yes", "yes", "no", None, "yes"],
}


@pytest.mark.parametrize("library", [*LIBRARIES, lambda data: pd.DataFrame(data, dtype=object)])
def test_rows_with_gaps_in_features_or_target_are_dropped_if_asked(library: Any) -> None:
    left = natpick.select(library({"a": ["u"] * 3, "b": [1.5, 0.5, 0.5], "ill": [1, 0, 1]}), "ill")
    selection = natpick.select(library(GAPS), "ill", missing="drop")
    assert selection.relevance == left.relevance
    assert selection.notes[0] == "3 of 6 rows with missing values were dropped."
    assert not selection.encodings["b"].missing


def test_arrays_drop_the_same_rows_as_tables() -> None:
    frame = pd.DataFrame(GAPS)
    y = frame.pop("ill")
    expected = natpick.select(frame, y, missing="drop")
    rows = frame.to_numpy(dtype=object)
    assert natpick.select(rows, y.to_numpy(), missing="drop").relevance == expected.relevance
    assert natpick.select(rows.tolist(), list(y), missing="drop").relevance == expected.relevance


def test_sparse_matrices_drop_rows_and_refuse_gaps_as_arrays_do() -> None:
    X = np.array([[0, 2], [1, 0], [np.nan, 0], [0, 2], [1, 0], [1, 2]])
    y = np.array([0, 1, 0, 0, 1, 1])
    expected = natpick.select(X, y, missing="drop")
    assert natpick.select(csr_array(X), y, missing="drop") == expected
    assert expected.notes[0] == "1 of 6 rows with missing values were dropped."
    for table in (X, csr_array(X)):
        with pytest.raises(ValueError, match="Column 'x0' has a missing value in row 2"):
            natpick.select(table, y, missing="error")
    X[4, 1] = -np.inf
    with pytest.raises(ValueError, match="infinity: column 'x1', row 4"):
        natpick.select(csr_array(X), y, missing="drop")


def test_weights_go_with_the_rows_that_are_left() -> None:
    rng = np.random.default_rng(0)
    X, y, weights = rng.integers(0, 3, (30, 2)) + 0.5, np.arange(30) % 2, np.arange(30) % 4
    X[[3, 4, 9], [0, 1, 0]] = np.nan
    left = ~np.isnan(X).any(axis=1)
    expected = natpick.select(X[left], y[left], sample_weight=weights[left])
    for table in (X, csr_array(X), pd.DataFrame(X, columns=["x0", "x1"])):
        selection = natpick.select(table, y, sample_weight=weights, missing="drop")
        assert selection.relevance == expected.relevance


def test_excluded_ids_are_not_warned_of_and_columns_of_groups_are_taken_in() -> None:
    frame = pd.DataFrame(TABLE)
    selection = natpick.select(frame, "ill", exclude=["id"])
    assert selection.names == ["ward", "age"]
    assert not any("Set aside" in note for note in selection.notes)
    grouped = natpick.select(frame, "ill", groups={"who": ["id", "ward"]}, n_features=1)
    assert (grouped.names, grouped.set_aside) == (["who"], ())


def test_a_gap_is_an_error_that_names_column_and_row_if_asked() -> None:
    frame = pd.DataFrame(GAPS).dropna(subset="ill")
    with pytest.raises(ValueError, match=r"'a' has a missing value in row 0, and 1 other column"):
        natpick.select(frame, "ill", missing="error")
    with pytest.raises(ValueError, match=r"'b' has a missing value in row 2\. Fill it in"):
        natpick.select(frame[["b", "ill"]], "ill", missing="error")
    whole = frame.dropna()
    assert natpick.select(whole, "ill", missing="error") == natpick.select(whole, "ill")


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16, object])
@pytest.mark.parametrize("missing", ["level", "error", "drop"])
def test_infinities_are_an_error_whatever_becomes_of_gaps(dtype: Any, missing: str) -> None:
    X = np.array([[0.5, np.nan], [1.5, 2.5], [0.5, np.inf], [1.5, 2.5]]).astype(dtype)
    for table in (X, pd.DataFrame(X, columns=["x0", "x1"])):
        with pytest.raises(ValueError, match="Input X contains infinity: column 'x1', row 2"):
            natpick.select(table, [0, 1, 0, 1], missing=missing)


def test_infinities_in_nullable_columns_are_an_error() -> None:
    values = [0.5, None, float("inf")]
    for table in (
        pd.DataFrame({"a": pd.array(values, dtype="Float64")}),
        pd.DataFrame({"a": pd.array(values, dtype="float32[pyarrow]")}),
        pl.DataFrame({"a": pl.Series(values, dtype=pl.Float32)}),
        pa.table({"a": pa.array(values, pa.float32())}),
    ):
        with pytest.raises(ValueError, match="contains infinity: column 'a', row 2"):
            natpick.select(table, [0, 1, 0])


def test_nothing_left_and_one_class_left_are_told() -> None:
    frame = pd.DataFrame(GAPS)
    with pytest.raises(ValueError, match=r"leaves no row.* column 'c', 6 of 6"):
        natpick.select(frame.assign(c=None), "ill", missing="drop")
    frame.loc[3, "b"] = None
    with pytest.raises(
        ValueError, match="one class only once 4 rows are left out, for miss.*, 'yes'"
    ):
        natpick.select(frame, "ill", missing="drop")
    with pytest.raises(ValueError, match=r"missing='dop' is not allowed\. Did you mean 'drop'"):
        natpick.select(frame, "ill", missing="dop")
    with pytest.raises(ValueError, match="y has 2 values but X has 6 rows"):
        natpick.select(frame[["a"]], [0, 1], missing="drop")


def test_estimators_that_measure_drop_rows_too() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(80, 3)), rng.normal(size=80)
    X[3, 1] = y[7] = np.nan
    left = np.delete(np.arange(80), [3, 7])
    for estimator in ("gaussian", "neighbors"):
        selection = natpick.select(X, y, estimator=estimator, missing="drop")
        assert selection.steps == natpick.select(X[left], y[left], estimator=estimator).steps
        assert selection.notes[0].startswith("2 of 80 rows")
        with pytest.raises(TypeError, match="include and target_bins have no meaning"):
            natpick.select(X, y, estimator=estimator, target_bins=3, missing="drop")


@pytest.mark.parametrize("library", LIBRARIES)
def test_several_columns_are_one_target_by_name_or_as_a_table(library: Any) -> None:
    data = {**TABLE, "grade": [i % 4 // 2 for i in range(N)]}
    del data["id"]
    X = library({name: data[name] for name in ("ward", "age")})
    y = library({name: data[name] for name in ("ill", "grade")})
    joined = [f"{a}{b}" for a, b in zip(data["ill"], data["grade"], strict=True)]
    expected = natpick.select(X, joined)
    assert natpick.select(X, y) == expected
    assert natpick.select(library(data), ["ill", "grade"]) == expected
    assert ForwardSelector().fit(X, y).selection_ == expected
    with pytest.raises(ValueError, match="no column 'grad'. Did you mean 'grade'"):
        natpick.select(library(data), ["ill", "grad"])
    with pytest.raises(ValueError, match="target's column 'ill' is given twice"):
        natpick.select(library(data), ["ill", "ill"])


def test_a_command_joins_targets_and_cuts_a_target_of_numbers(tmp_path: Path) -> None:
    pd.DataFrame(TABLE).drop(columns="id").to_csv(tmp_path / "t.csv", index=False)
    done = run("select", tmp_path / "t.csv", "--target", "age", "--target-bins", 3)
    assert "the target 'age' was cut into 3 classes" in done.stdout
    both = run(
        *("compare", tmp_path / "t.csv", "--target", "age", "--target", "ill"),
        *("--methods", "jmi,cmim", "--target-bins", "auto", "--missing", "drop"),
    )
    assert "for 'age' and 'ill' in t.csv" in both.stdout


def test_a_target_of_numbers_is_cut_in_every_interface() -> None:
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(200, 3)), rng.normal(size=200)
    by_hand = np.searchsorted(np.sort(y)[[66, 133]], y)  # the largest of the first 67 and 134
    selection = natpick.select(X, y, target_bins=3)
    assert selection.steps == natpick.select(X, by_hand).steps
    assert natpick.compare(X, y, methods=["jmi"], target_bins=3)["jmi"] == selection
    assert ForwardSelector(target_bins=3).fit(X, y).selection_ == selection


@st.composite
def tables_with_copies(draw: st.DrawFn) -> np.ndarray[Any, Any]:
    """Draw codes of which some columns are others with their levels renamed."""
    n, p = draw(st.integers(2, 12)), draw(st.integers(1, 4))
    codes = np.array(
        draw(st.lists(st.lists(st.integers(0, 2), min_size=p, max_size=p), min_size=n, max_size=n))
    )
    names = np.array(draw(st.lists(st.permutations(range(3)), min_size=p, max_size=p)))
    renamed = np.take_along_axis(names, codes.T, axis=1).T
    return np.hstack([codes, renamed]).astype(np.uint8)


@given(tables_with_copies(), st.sampled_from(["plug-in", "miller-madow", "chi-square"]))
def test_duplicates_are_the_columns_that_some_renaming_of_levels_makes_equal(
    codes: Any, estimator: str
) -> None:
    def equal(x: Any, y: Any) -> bool:
        return any((np.array(names)[x] == y).all() for names in permutations(range(3)))

    columns = [j for j, x in enumerate(codes.T) if len(set(x.tolist())) > 1]
    expected = {}
    for j in columns:
        first = next(i for i in columns if equal(codes[:, i], codes[:, j]))
        if first != j:
            expected[j] = first
    y = np.arange(len(codes)) % 2
    alone = Counts.from_codes(codes, y, estimator=estimator).univariate()
    assert dict(duplicates(codes, alone)) == expected
    assert dict(duplicates(encode_sparse(csr_array(codes)).codes, alone)) == expected


def test_expected_information_is_the_mean_over_all_orders_of_the_rows() -> None:
    x, c = np.array([0, 0, 1, 2, 2, 2]), np.array([0, 0, 0, 1, 1, 2])
    tables = []
    for order in permutations(range(6)):
        table = np.zeros((3, 3), dtype=int)
        np.add.at(table, (x[list(order)], c), 1)
        tables.append(mutual_information(table))
    expected = expected_information(np.bincount(x), np.bincount(c))
    assert expected == pytest.approx(np.mean(tables))


def test_expected_information_of_different_values_is_all_and_of_full_tables_is_chi_squares() -> (
    None
):
    n_c = np.array([300, 700])
    h = -(0.3 * np.log(0.3) + 0.7 * np.log(0.7))
    assert expected_information(np.ones(1000, dtype=int), n_c) == pytest.approx(h)
    full = expected_information(np.full(5, 20_000), np.array([40_000, 60_000]))
    assert full == pytest.approx(4 * 1 / (2 * 100_000), rel=1e-3)


def test_columns_that_tell_no_more_than_chance_are_noted_and_no_others() -> None:
    rng = np.random.default_rng(0)
    y = np.arange(2000) % 2
    codes = np.column_stack([rng.integers(0, 100, 2000), rng.integers(0, 50, 2000) * 2 + y])
    frame = pd.DataFrame(codes, columns=["noise", "true"]).astype(str)
    (note,) = natpick.select(frame, y).notes
    assert "chance alone" in note
    assert "'noise'" in note
    assert "'true'" not in note
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert natpick.select(frame, y, estimator="chi-square").notes == ()
