"""The command ``natpick path``: the path of a named classifier over a file."""

import json
from pathlib import Path

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


@pytest.mark.parametrize("name", NAMES)
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
