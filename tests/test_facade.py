"""select and compare: the same picks from anything a table can be, and clear words otherwise."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from pyarrow import csv, parquet

import natpick
from natpick import CRITERIA, Selection
from natpick.sources import Counts, Joint
from strategies import full_of_ties, informative

CODES, Y = informative(300, 12)
COLUMNS = {f"x{i}": CODES[:, i] for i in range(12)}
WITH_TARGET = {"x0": CODES[:, 0], "kind": Y} | COLUMNS

MEASURED = np.random.default_rng(0).normal(size=(300, 3)) + CODES[:, :3]


def expected(**options: Any) -> Selection:
    return natpick.select(Counts.from_codes(CODES, Y), n_features=5, **options)


@pytest.mark.parametrize(
    "make",
    [
        lambda: CODES,
        lambda: CODES.astype(np.int64),
        lambda: np.asfortranarray(CODES),
        lambda: CODES.tolist(),
        lambda: pd.DataFrame(COLUMNS),
        lambda: pl.DataFrame(COLUMNS),
        lambda: pa.table(COLUMNS),
    ],
    ids=["numpy", "int64", "Fortran", "lists", "pandas", "polars", "pyarrow"],
)
@pytest.mark.parametrize("method", ["jmi", "cmim", "cmi"])
def test_tables_of_any_library_give_the_steps_of_the_source(
    make: Callable[[], Any], method: str
) -> None:
    selection = natpick.select(make(), Y, method=method, n_features=5)
    assert selection.steps == expected(method=method).steps
    assert selection.features == tuple(COLUMNS)
    assert selection.relevance == expected(method=method).relevance
    assert selection.notes == expected(method=method).notes


@pytest.mark.parametrize(
    "make",
    [
        lambda: Y,
        lambda: Y.tolist(),
        lambda: np.array(["no", "maybe", "yes"])[Y],
        lambda: pd.Series(np.array(["no", "maybe", "yes"])[Y], dtype="category"),
        lambda: pl.Series(Y),
        lambda: pa.array(Y),
        lambda: Y[:, np.newaxis].astype(float),
    ],
    ids=["numpy", "list", "strings", "categories", "polars", "pyarrow", "column"],
)
def test_labels_of_any_kind_give_the_same_steps(make: Callable[[], Any]) -> None:
    assert natpick.select(CODES, make(), n_features=5).steps == expected().steps


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame, pa.table])
def test_the_target_may_be_a_column_of_the_table(library: Callable[[Any], Any]) -> None:
    selection = natpick.select(library(WITH_TARGET), "kind", n_features=5)
    assert selection.features == tuple(COLUMNS)
    assert selection.steps == expected().steps


def test_the_target_may_be_a_column_of_a_file(tmp_path: Path) -> None:
    table, files = pa.table(WITH_TARGET), [tmp_path / f"t{end}" for end in (".csv", ".parquet")]
    csv.write_csv(table, files[0])
    parquet.write_table(table, files[1])
    for file in files:
        for path in (file, str(file)):
            assert natpick.select(path, "kind", n_features=5).steps == expected().steps
    comparison = natpick.compare(files[1], "kind", methods=["jmi"], n_features=5)
    assert comparison["jmi"].steps == expected().steps


def test_a_file_may_hold_the_features_alone(tmp_path: Path) -> None:
    csv.write_csv(pa.table(COLUMNS), tmp_path / "features.csv")
    assert natpick.select(tmp_path / "features.csv", Y, n_features=5).steps == expected().steps


def test_the_table_is_left_as_it_was() -> None:
    frame, codes = pd.DataFrame(WITH_TARGET), CODES.copy()
    natpick.select(frame, "kind")
    natpick.select(codes, Y)
    assert frame.equals(pd.DataFrame(WITH_TARGET))
    assert np.array_equal(codes, CODES)


@pytest.mark.parametrize("method", CRITERIA)
def test_threads_and_laziness_change_nothing(method: str) -> None:
    one = natpick.select(CODES, Y, method=method)
    assert natpick.select(CODES, Y, method=method, n_jobs=2, lazy=False) == one


def test_ten_features_are_picked_or_all_of_a_narrower_table() -> None:
    assert len(natpick.select(CODES, Y)) == 10
    assert len(natpick.select(CODES[:, :4], Y)) == 4
    assert len(natpick.select(CODES, Y, must_keep=range(11))) == 11
    assert {len(s) for s in natpick.compare(CODES, Y).selections.values()} == {10}


def test_a_number_of_features_may_be_any_whole_number_up_to_all() -> None:
    for n in (1, 12, np.int64(3), np.uint8(3)):
        selection = natpick.select(CODES, Y, n_features=n)
        assert len(selection) == n
        assert selection.stop_reason == f"{n} of 12 features were asked for"


def test_features_to_keep_come_first_and_count() -> None:
    selection = natpick.select(pd.DataFrame(COLUMNS), Y, n_features=4, must_keep=["x9", 3])
    assert selection.names[:2] == ["x9", "x3"]
    assert len(selection) == 4
    assert [step.kept for step in selection.steps] == [True, True, False, False]
    assert natpick.select(CODES, Y, n_features=4, must_keep=iter(["x9", "x3"])).steps == (
        selection.steps
    )
    assert natpick.select(CODES, Y, n_features=2, must_keep="x9").names[0] == "x9"


@pytest.mark.parametrize("method", CRITERIA)
def test_a_selection_extended_equals_the_long_one(method: str) -> None:
    codes, y = full_of_ties(11)
    whole = natpick.select(codes, y, method=method, n_features=8, must_keep=["x5"])
    for k in (1, 4, 8):
        start = natpick.select(codes, y, method=method, n_features=k, must_keep=["x5"])
        start = Selection.from_json(start.to_json())
        again = natpick.select(codes, y, method=method, n_features=8, must_keep=["x5"], start=start)
        assert again == whole
        shorter = natpick.select(codes, y, method=method, n_features=1, start=start)
        assert shorter.steps == whole.steps[:1]


def test_what_must_be_kept_is_never_left_out_for_want_of_room_after_a_start() -> None:
    start = natpick.select(CODES, Y, n_features=3)
    (other, *_) = set(range(12)) - set(start.indices)
    longer = natpick.select(CODES, Y, n_features=4, must_keep=[other], start=start)
    assert longer.indices == [*start.indices, other]
    with pytest.raises(ValueError, match="start has 3 features, and 1 more must be kept; ask for"):
        natpick.select(CODES, Y, n_features=3, must_keep=[other], start=start)


def test_a_selection_is_not_extended_by_another_method_or_table() -> None:
    start = natpick.select(CODES, Y, method="jmi", n_features=2)
    with pytest.raises(ValueError, match=r"start was selected by jmi {}, not by cmim {}; go on"):
        natpick.select(CODES, Y, method="cmim", start=start)
    half = natpick.select(CODES, Y, method=natpick.criterion("mifs", beta=0.5), n_features=2)
    with pytest.raises(ValueError, match=r"by mifs {'beta': 0.5}, not by mifs {'beta': 1.0}"):
        natpick.select(CODES, Y, method="mifs", start=half)
    for other in (CODES[:, :7], pd.DataFrame(COLUMNS)[list(COLUMNS)[::-1]]):
        with pytest.raises(
            ValueError, match="start was selected from 12 features that are not the"
        ):
            natpick.select(other, Y, start=start)


Y_OTHER = np.r_[1 - Y[:1], Y[1:]]


@pytest.mark.parametrize(
    ("X", "y", "asked", "message"),
    [
        (MEASURED, Y, {"bins": 3}, "There: .* cut into 6 bins .* Here: .* 3 bins .*the same cut,"),
        (MEASURED, Y, {"cut": "width"}, "There: .*of equal frequency .* Here: .* of equal width"),
        (MEASURED, Y, {"sample_weight": Y + 1}, "Here: .*weighted, 300 rows as .*sample_weight"),
        (-MEASURED, Y, {}, "start has '.*' cut at .*, but here it is cut at .*the same rows, cut"),
        (MEASURED, Y_OTHER, {}, r"other rows or codes: H\(C\) was .* nats there, and is .* here"),
        (
            MEASURED[:, :2],
            Y,
            {},
            "in name or order; not here: 'x2'. Go on with the same table and groups",
        ),
    ],
)
def test_a_selection_is_not_extended_where_the_table_was_taken_otherwise(
    X: Any, y: Any, asked: dict[str, Any], message: str
) -> None:
    start = natpick.select(MEASURED, Y, n_features=1)
    assert natpick.select(MEASURED, Y, n_features=2, start=start).steps[:1] == start.steps
    with pytest.raises(ValueError, match=message):
        natpick.select(X, y, n_features=2, start=start, **asked)


@pytest.mark.parametrize("start", ["picks.json", ["x0"], {"names": ["x0"]}])
def test_what_is_no_selection_is_no_start(start: Any) -> None:
    with pytest.raises(TypeError, match="start is a .*; give a Selection, such as"):
        natpick.select(CODES, Y, start=start)


@pytest.mark.parametrize("random_state", [None, -1, 1.5, True, "0"])
def test_a_seed_is_a_whole_number(random_state: Any) -> None:
    for ask in (
        lambda: natpick.select(CODES, Y, n_features="auto", random_state=random_state),
        lambda: natpick.stability(CODES, Y, n_resamples=2, random_state=random_state),
    ):
        with pytest.raises(ValueError, match="random_state=.* is not allowed; give a whole number"):
            ask()


def test_a_selection_is_not_extended_by_other_edges_or_neighbours() -> None:
    first, other = ({f"x{j}": [edge] for j in range(3)} for edge in (0.0, 0.1))
    X = MEASURED[:, :3]
    start = natpick.select(X, Y, n_features=1, cut=first)
    with pytest.raises(ValueError, match=r"' cut at 0, but here it is cut at 0.1. Go on"):
        natpick.select(X, Y, cut=other, start=start)
    unpicked = {name: other[name] if name not in start.names else first[name] for name in first}
    with pytest.raises(ValueError, match=r"or codes: MI\(C, 'x\d'\) was"):
        natpick.select(X, Y, cut=unpicked, start=start)
    start = natpick.select(X, Y, n_features=1, estimator="neighbors", n_neighbors=2)
    with pytest.raises(ValueError, match=r"There: .*n_neighbors=2.* Here: .*n_neighbors=3"):
        natpick.select(X, Y, estimator="neighbors", start=start)


def test_every_step_is_told_as_it_is_taken() -> None:
    told: list[natpick.Step] = []
    selection = natpick.select(CODES, Y, n_features=4, must_keep=["x7"], on_step=told.append)
    assert tuple(told) == selection.steps
    told.clear()
    longer = natpick.select(CODES, Y, n_features=6, start=selection, on_step=told.append)
    assert tuple(told) == longer.steps[4:]


def test_numbers_are_cut_into_bins_of_equal_frequency_that_are_told() -> None:
    """The cube root of 300 is 6.7: 6 bins of a sixth of the rows each, so five cut points."""
    selection = natpick.select(MEASURED, Y)
    assert "cut into 6 bins of equal frequency" in selection.rule
    for i, name in zip(selection.indices, selection.names, strict=True):
        encoding = selection.encodings[name]
        assert (encoding.kind, encoding.n_levels) == ("bins", 6)
        below = [(MEASURED[:, i] <= point).mean() for point in encoding.cut_points]
        assert below == [j / 6 for j in range(1, 6)]


def test_the_number_of_bins_may_be_asked_for() -> None:
    selection = natpick.select(MEASURED, Y, bins=4)
    assert {encoding.n_levels for encoding in selection.encodings.values()} == {4}
    assert "4 bins" in selection.rule
    with pytest.raises(ValueError, match="bins is 1; it must be an integer from 2 to 255"):
        natpick.select(MEASURED, Y, bins=1)


def test_picks_on_bins_are_those_on_the_codes_the_cut_points_give() -> None:
    selection = natpick.select(MEASURED, Y)
    codes = np.column_stack(
        [np.searchsorted(selection.encodings[f"x{i}"].cut_points, MEASURED[:, i]) for i in range(3)]
    )
    assert natpick.select(Counts.from_codes(codes, Y)).steps == selection.steps


def test_a_source_has_no_encodings_to_tell() -> None:
    selection = expected()
    assert (selection.rule, selection.encodings) == ("", {})


def test_constant_columns_and_ties_are_noted() -> None:
    codes = np.column_stack([CODES[:, 0], CODES[:, 0], np.zeros(300)])
    assert natpick.select(codes, Y, n_features=2).notes == (
        "Duplicates, equal in all rows but for the names of levels: 'x1' (of 'x0').",
        "Equal scores at step 1: the first of the columns was picked. "
        "Another order of the columns could give another selection.",
        "Constant, and picked only when nothing else is left: x2.",
    )


def test_a_table_where_nothing_carries_information_says_so() -> None:
    """All 2 x 2 x 2 combinations once: every MI is exactly 0."""
    rows = np.array([[a, b, c] for a in (0, 1) for b in (0, 1) for c in (0, 1)])
    selection = natpick.select(rows[:, :2], rows[:, 2])
    assert selection.scores == [0, 0]
    assert selection.notes[0] == (
        "No feature tells anything about the target alone: every MI(C, X_i) is 0. "
        "Nor do any two of the features picked: this result is no better than chance."
    )


def test_features_that_tell_only_together_are_not_taken_for_chance() -> None:
    joint = Joint.from_function({"X": [0, 1], "Y": [0, 1]}, lambda X, Y: X ^ Y)
    assert natpick.select(joint).notes[0].endswith("Some of the features picked do so together.")
    assert not any("No feature tells" in note for note in natpick.select(CODES, Y).notes)
