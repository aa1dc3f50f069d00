"""A Selection: what was picked, saved and read back without loss."""

import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import natpick
from natpick import CRITERIA, Selection
from natpick.sources import Counts
from strategies import full_of_ties, informative


def selected(method: str = "jmi", n_features: int = 5) -> Selection:
    """Return a selection that has ties, margins, constants, cut points and levels to tell of."""
    codes, y = informative(300, 5)
    rng = np.random.default_rng(0)
    X = pd.DataFrame(codes / 4 + rng.random((300, 5)), columns=[f"m{i}" for i in range(5)])
    X["colour"] = np.array(["red", "green", "blü"])[codes[:, 0] % 3]
    X["copy"] = X["m0"]
    X["fixed"] = 1
    X.loc[3, "m1"] = np.nan
    return natpick.select(X, y, method=method, n_features=n_features)


def test_picks_are_told_in_the_order_they_were_made() -> None:
    selection = selected()
    assert selection.names == [selection.features[i] for i in selection.indices]
    assert selection.names == [step.name for step in selection.steps]
    assert selection.scores == [step.score for step in selection.steps]
    assert len(selection) == 5
    assert selection.method == "jmi"
    assert selection.stop_reason == "5 of 8 features were asked for"


def test_what_cannot_be_exceeded_is_told_with_the_relevance_of_every_feature() -> None:
    """MI(C, X_i) <= H(C)."""
    selection = selected()
    codes, y = informative(300, 5)
    assert len(selection.relevance) == len(selection.features) == 8
    assert selection.target_entropy == Counts.from_codes(codes, y).univariate().target_entropy
    assert max(selection.relevance) <= selection.target_entropy
    for step in selection.steps:
        assert step.relevance == selection.relevance[step.index]


def test_how_numbers_were_cut_is_told_for_every_pick() -> None:
    selection = selected(n_features=8)
    assert set(selection.encodings) == set(selection.names)
    assert "bins of equal frequency" in selection.rule
    assert len(selection.encodings["m0"].cut_points) == selection.encodings["m0"].n_levels - 1
    assert selection.encodings["colour"].levels == ("blü", "green", "red")
    assert selection.encodings["m1"].missing
    assert set(selected(n_features=2).encodings) == set(selected(n_features=2).names)


@pytest.mark.parametrize("method", CRITERIA)
def test_a_selection_survives_json(method: str) -> None:
    selection = selected(method)
    assert Selection.from_json(selection.to_json()) == selection
    assert Selection.from_dict(selection.to_dict()) == selection


def test_a_selection_with_a_parameter_of_its_own_survives_json() -> None:
    codes, y = full_of_ties(2)
    row = natpick.criterion("mifs", beta=0.25)
    selection = natpick.select(Counts.from_codes(codes, y), method=row, must_keep=["x7"])
    assert selection.parameters == {"beta": 0.25}
    assert any(step.tied for step in selection.steps)
    assert selection.steps[0].kept
    assert Selection.from_json(selection.to_json()) == selection


def test_a_selection_survives_pickling() -> None:
    selection = selected()
    assert pickle.loads(pickle.dumps(selection)) == selection


def test_a_selection_holds_no_data() -> None:
    """3,000 rows more make a selection not one byte larger than the digits of its numbers."""
    sizes = []
    for n in (500, 5_000):
        codes, y = informative(n, 5)
        sizes.append(len(pickle.dumps(natpick.select(codes, y))))
    assert abs(sizes[1] - sizes[0]) < 500


def test_plain_data_is_all_that_is_written() -> None:
    def plain(value: Any) -> bool:
        if isinstance(value, dict):
            return all(type(key) is str and plain(item) for key, item in value.items())
        if isinstance(value, list):
            return all(map(plain, value))
        return value is None or type(value) in (str, int, float, bool)

    data = selected().to_dict()
    assert plain(data)
    assert data["form"] == "natpick.selection/1"
    assert json.loads(selected().to_json()) == data


def test_json_is_written_to_a_file_as_it_is_returned(tmp_path: Path) -> None:
    selection, path = selected(), tmp_path / "selection.json"
    text = selection.to_json(path)
    assert path.read_text(encoding="utf-8") == text
    assert "blü" in text
    selection.to_json(str(path))
    assert path.read_text(encoding="utf-8") == text
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "selection.json"
    path.write_text("old")

    def full(_self: Path, _target: Path) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="no space left"):
        selected().to_json(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_json_cannot_say_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    selection = replace(selected(), target_entropy=float("nan"))
    with pytest.raises(ValueError, match="not JSON compliant"):
        selection.to_json(tmp_path / "selection.json")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_told() -> None:
    with pytest.raises(FileNotFoundError):
        selected().to_json("/nowhere/at/all/selection.json")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"form": "natpick.comparison/1"}', "natpick.comparison/1"),
        ('{"form": "natpick.selection/2"}', "natpick.selection/2"),
        ("{}", "None"),
        ("[1, 2]", "list"),
    ],
)
def test_json_of_another_form_is_refused(text: str, found: str) -> None:
    with pytest.raises(ValueError, match=f"This JSON is .*{found}.*not 'natpick.selection/1'"):
        Selection.from_json(text)


def test_text_that_is_no_json_is_refused() -> None:
    with pytest.raises(ValueError, match="Expecting property name"):
        Selection.from_json("{no JSON")


def test_a_file_is_read_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "selection.json"
    selected().to_json(path)
    assert Selection.from_json(path) == Selection.from_json(str(path)) == selected()
    with pytest.raises(FileNotFoundError):
        Selection.from_json(tmp_path / "another.json")


@pytest.mark.parametrize(
    ("backend", "kind"), [("pandas", pd.DataFrame), ("polars", pl.DataFrame), ("pyarrow", pa.Table)]
)
def test_the_ledger_is_a_table_of_any_library(backend: Any, kind: type) -> None:
    selection = selected()
    frame = selection.to_frame(backend)
    assert isinstance(frame, kind)
    assert pa.table(frame).to_pydict() == selection.ledger()
    assert list(selection.ledger()) == [
        "step",
        "index",
        "feature",
        "score",
        "relevance",
        "redundancy",
        "class_redundancy",
        "margin",
        "runner_up",
        "n_tied",
    ]
    assert selection.ledger()["step"] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_a_ledger_without_runner_up_is_a_table_too(backend: Any) -> None:
    """One column: nothing is behind it."""
    selection = natpick.select(np.array([[0], [1], [0]]), [0, 1, 1])
    frame = pa.table(selection.to_frame(backend)).to_pydict()
    assert frame["margin"] == [None]
    assert frame["runner_up"] == [None]


def test_a_selection_reads_as_one_line() -> None:
    names = selected(n_features=2).names
    assert repr(selected(n_features=2)) == f"<Selection by jmi: 2 of 8: {', '.join(names)}>"
    names = selected(n_features=8).names
    assert (
        repr(selected(n_features=8)) == f"<Selection by jmi: 8 of 8: {', '.join(names[:5])}, ...>"
    )


def test_a_selection_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        selected().method = "mim"
