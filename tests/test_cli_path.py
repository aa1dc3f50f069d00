"""The command ``natpick path``: the path of a named classifier over a file."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import natpick
from commands import ROWS, run, write
from natpick.cli.models import MODELS, AsNumbers, model
from natpick.cli.path import NAMES


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Return a file with numbers, strings, missing values and a column of nothing."""
    gaps = {"gap": [None if i % 7 == 0 else i % 3 + 0.5 for i in range(40)], "void": [None] * 40}
    return write(tmp_path / "table.parquet", {**gaps, **ROWS})


@pytest.mark.parametrize("name", NAMES[:4])
def test_it_is_the_path_of_the_classifier_so_named(table: Path, name: str) -> None:
    options = ["--methods", "jmi,mim", "-k", 3, "--folds", 4, "--seed", 7, "--bins", 3]
    result = run("path", table, "--target", "class", "--estimator", name, *options, "--json", "-")
    assert result.exit_code == 0
    expected = natpick.path(
        model(name, 7),
        table,
        "class",
        methods=["jmi", "mim"],
        n_features=3,
        cv=4,
        bins=3,
        random_state=7,
    )
    assert natpick.Path.from_json(result.stdout) == expected
    assert expected.mean["jmi"][0] > 0.9


ASKED: list[tuple[list[object], dict[str, Any]]] = [
    (
        ["--cut", "mdlp", "--keep", "part", "--exclude", "gap", "--discard-redundant"],
        {"cut": "mdlp", "must_keep": ["part"], "exclude": ["gap"], "discard_redundant": True},
    ),
    (
        ["--edges", "size=5,30", "--group", "twins=twin_a,twin_b", "--weight", "times"],
        {
            "cut": {"size": (5.0, 30.0)},
            "groups": {"twins": ["twin_a", "twin_b"]},
            "sample_weight": "times",
        },
    ),
    (
        ["--information", "shrinkage", "--include", "id", "--exclude", "void"],
        {"information": "shrinkage", "include": ["id"], "exclude": ["void"]},
    ),
    (["--missing", "drop", "--target-bins", 2], {"missing": "drop", "target_bins": 2}),
]


@pytest.mark.filterwarnings("ignore::natpick.SetAsideWarning")
@pytest.mark.parametrize(("given", "asked"), ASKED, ids=lambda each: " ".join(map(str, each)))
def test_it_takes_the_options_of_select(
    tmp_path: Path, given: list[object], asked: dict[str, Any]
) -> None:
    rows = {"id": [f"n{i}" for i in range(40)], "times": [i % 3 for i in range(40)], **ROWS}
    rows["gap"] = [None if i % 7 == 0 else i % 3 + 0.5 for i in range(40)]
    rows["void"] = [1] * 40
    file = write(tmp_path / "table.parquet", rows)
    target, name = ("size", "linear") if "target_bins" in asked else ("class", "tree")
    options = ["--target", target, "--estimator", name, "--folds", 3, "-k", 3, *given]
    result = run("path", file, *options, "--json", "-")
    assert result.exit_code == 0, result.stderr
    fitted = model(name, 0)
    expected = natpick.path(fitted, file, target, cv=3, n_features=3, **asked)
    assert natpick.Path.from_json(result.stdout) == expected


@pytest.mark.parametrize("name", NAMES[:4])
def test_several_targets_are_predicted_apart_and_all_must_be_right(table: Path, name: str) -> None:
    """One is even or odd, the other below or above 20: both columns tell them."""
    rows = {"a": ROWS["twin_a"], "b": [i // 20 + 0.5 * (i % 4 == 0) for i in range(40)]}
    rows |= {"odd": ROWS["class"], "high": [i >= 20 for i in range(40)], "w": [1, 2] * 20}
    write(table, rows)
    targets = ["--target", "odd", "--target", "high", "--exclude", "w"]
    result = run("path", table, *targets, "--estimator", name, "--json", "-")
    assert result.exit_code == 0, result.stderr
    found = natpick.Path.from_json(result.stdout)
    assert found.mean["jmi"][1] > 0.9
    assert found.mean["jmi"][0] < 0.7
    assert run("path", table, *targets[:4], "--weight", "w", "--estimator", name).exit_code == 0


@pytest.mark.parametrize("name", NAMES[4:])
def test_numbers_are_predicted_by_models_of_numbers(table: Path, name: str) -> None:
    asked = ("--target", "size", "--estimator", name, "--folds", 3, "-k", 2, "--json", "-")
    cut = run("path", table, *asked, "--target-bins", "auto")
    assert natpick.Path.from_json(cut.stdout) == natpick.path(
        model(name, 0), table, "size", target_bins="auto", n_features=2, cv=3
    )
    result = run("path", table, *asked)
    assert result.exit_code == 1
    assert "y looks continuous" in result.stderr


def test_it_draws_the_path(table: Path, tmp_path: Path) -> None:
    drawing = tmp_path / "path.svg"
    result = run("path", table, "--target", "class", "-k", 2, "--figure", drawing)
    assert result.exit_code == 0
    assert drawing.read_text("utf-8").startswith("<?xml")


def test_dates_are_numbers_to_the_models() -> None:
    """(x - 1.5) / 0.5 of two moments a day apart."""
    days = pa.array([0, 86_400_000_000], pa.timestamp("us"))
    seen = pa.table({"day": days})
    assert AsNumbers().fit(seen).transform(seen) == pytest.approx(np.array([[-1], [1]]))


def test_it_prints_the_table_and_writes_json_beside_it(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "path.json"
    result = run(
        "path", table, "--target", "class", "-k", 2, "--scoring", "f1_macro", "--json", out
    )
    assert result.exit_code == 0
    assert result.stdout.startswith("f1_macro of Pipeline(")
    assert "fewest features within one standard error" in result.stdout
    assert json.loads(out.read_text("utf-8"))["scoring"] == "f1_macro"
    assert result.stdout == f"{natpick.Path.from_json(out)}\n"


def test_the_names_are_those_of_the_models() -> None:
    assert tuple(MODELS) == NAMES


def test_any_table_becomes_numbers_by_what_was_seen_in_fit() -> None:
    """(x - 2) / sqrt(2/3) of 1, 2, 3 with the gap at the median 2; a column for each of a and b."""
    seen = pa.table({"x": [1, 2, 3, None], "s": ["a", "b", "a", None]})
    numbers = AsNumbers().fit(seen)
    new = pa.table({"x": [None, 3], "s": ["b", "never seen"]})
    assert numbers.transform(new) == pytest.approx(np.array([[0, 0, 1, 0], [np.sqrt(2), 0, 0, 0]]))


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--estimator", "forest"], 2, "forest"),
        (["--folds", "1"], 2, "2"),
        (["-k", "0"], 2, "1"),
        (["--methods", "jmmi"], 2, "Did you mean 'jmi'?"),
        (["--scoring", "goodness"], 1, "goodness"),
        (["-k", "9"], 1, "n_features=9 but X has 6 feature(s); use at most 6."),
        (["--json", "nowhere/path.json"], 1, "there is no folder"),
    ],
)
def test_what_cannot_be_is_refused(table: Path, options: list[str], code: int, said: str) -> None:
    result = run("path", table, "--target", "class", *options)
    assert result.exit_code == code
    assert said in result.stderr
    assert result.stdout == ""
