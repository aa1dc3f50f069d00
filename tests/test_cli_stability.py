"""The command ``natpick stability``: samples of the rows of a file."""

import json
from pathlib import Path
from typing import Any

import pytest

import natpick
from commands import ROWS, N, row, run, write

TABLE: dict[str, list[Any]] = {
    "id": [f"n{i}" for i in range(N)],
    "noise": [(7 * i * i) % 5 for i in range(N)],
    "times": [i % 3 for i in range(N)],
    **ROWS,
}


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Return a file with an id, numbers, strings and what rows may weigh."""
    return write(tmp_path / "table.parquet", TABLE)


OPTIONS: list[tuple[list[object], dict[str, Any]]] = [
    ([], {}),
    (
        ["--methods", "jmi,mrmr", "-k", 2, "--sample", "half", "--seed", 3],
        {"methods": ["jmi", "mrmr"], "n_features": 2, "sample": "half", "random_state": 3},
    ),
    (["-k", "auto", "--alpha", 0.1], {"n_features": "auto", "alpha": 0.1}),
    (["--stop", "explained", "--cut", "width"], {"stop": "explained", "cut": "width"}),
    (
        ["--keep", "noise", "--exclude", "twin_a", "--weight", "times"],
        {"must_keep": ["noise"], "exclude": ["twin_a"], "sample_weight": "times"},
    ),
    (
        ["--group", "both=part,noise", "--include", "id", "--bins", 3, "-k", 3],
        {"groups": {"both": ["part", "noise"]}, "include": ["id"], "bins": 3, "n_features": 3},
    ),
    (
        ["--edges", "size=5,30", "--missing", "drop", "--discard-redundant", "-k", 2],
        {
            "cut": {"size": (5.0, 30.0)},
            "missing": "drop",
            "discard_redundant": True,
            "n_features": 2,
        },
    ),
    (["--estimator", "shrinkage", "-k", 2], {"estimator": "shrinkage", "n_features": 2}),
]


@pytest.mark.filterwarnings("ignore::natpick.SetAsideWarning")
@pytest.mark.parametrize(("given", "asked"), OPTIONS, ids=lambda each: " ".join(map(str, each)))
def test_it_is_the_stability_of_the_file(
    table: Path, given: list[object], asked: dict[str, Any]
) -> None:
    result = run("stability", table, "--target", "class", "--samples", 5, *given, "--json", "-")
    assert result.exit_code == 0
    expected = natpick.stability(table, "class", n_resamples=5, **asked)
    assert natpick.Stability.from_json(result.stdout) == expected


def test_a_target_of_numbers_is_cut_and_one_of_several_columns_joined(table: Path) -> None:
    asked = ("--exclude", "id", "--samples", 3, "-k", 2, "--json", "-")
    numbers = run("stability", table, "--target", "size", "--target-bins", 3, *asked)
    expected = natpick.stability(
        table, "size", target_bins=3, exclude=["id"], n_resamples=3, n_features=2
    )
    assert natpick.Stability.from_json(numbers.stdout) == expected
    both = run("stability", table, "--target", "class", "--target", "part", *asked)
    expected = natpick.stability(
        table, ["class", "part"], exclude=["id"], n_resamples=3, n_features=2
    )
    assert natpick.Stability.from_json(both.stdout) == expected


def test_it_prints_the_index_and_the_shares_and_writes_json_and_a_figure(
    table: Path, tmp_path: Path
) -> None:
    out, drawing = tmp_path / "stability.json", tmp_path / "stability.svg"
    asked = ("--samples", 4, "-k", 2, "--json", out, "--figure", drawing)
    result = run("stability", table, "--target", "class", *asked)
    assert result.exit_code == 0
    found = natpick.Stability.from_json(out)
    assert result.stdout == f"{found}\n"
    share = found.frequency["jmi"]["twin_a"]
    assert row(result.stdout, "twin_a") == ["twin_a", f"{share:.2f}"]
    assert "Note: Set aside" in result.stdout
    assert json.loads(out.read_text("utf-8"))["sample"] == "bootstrap"
    assert drawing.read_text("utf-8").startswith("<?xml")
    assert result.stderr.split() == ["Wrote", str(drawing), "Wrote", str(out)]


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--samples", "1"], 2, "2"),
        (["--sample", "third"], 2, "third"),
        (["-k", "0"], 2, "give a number from 1 on, or auto"),
        (["--methods", "jmmi"], 2, "Did you mean 'jmi'?"),
        (["--methods", "jmi,igfs"], 2, "jmi, igfs are one"),
        (["--edges", "size=2,1"], 2, "not increasing"),
        (["--jobs", "0"], 2, "number of threads"),
        (["--alpha", "0.1"], 1, "alpha=0.1 is for stop='significance'"),
        (["-k", "9"], 1, "use at most 6"),
        (["--keep", "sise"], 1, "Did you mean 'size'?"),
        (["--json", "nowhere/stability.json"], 1, "there is no folder"),
        (["--figure", "nowhere/stability.svg"], 1, "there is no folder"),
    ],
)
def test_what_cannot_be_is_refused(table: Path, options: list[str], code: int, said: str) -> None:
    result = run("stability", table, "--target", "class", *options)
    assert result.exit_code == code
    assert said in " ".join(result.stderr.split())
    assert result.stdout == ""
