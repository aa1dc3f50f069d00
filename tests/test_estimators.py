"""How information is estimated is an option of every way in, under the same names."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray

from commands import run
from natpick import ForwardSelector, Selection, compare, select
from natpick.cli import counting
from natpick.encode import Cutting, encode
from natpick.problem import ESTIMATORS
from natpick.sources import Counts
from natpick.sources.estimates import ESTIMATES

COUNTING = pytest.mark.parametrize("name", ESTIMATES)
EVERY = pytest.mark.parametrize("name", ESTIMATORS)


def table() -> tuple[pd.DataFrame, NDArray[np.int64]]:
    """Return noise of 40 levels, two numbers that tell of the class, and noise again."""
    rng = np.random.default_rng(2)
    y = rng.integers(0, 2, 160)
    a = y + rng.normal(0, 1.2, 160)
    columns = {"many": rng.permutation(160) % 40 / 8, "a": a, "b": a + rng.normal(0, 0.5, 160)}
    return pd.DataFrame(columns | {"c": rng.normal(0, 1, 160)}), y


@COUNTING
def test_a_table_is_selected_from_as_its_codes_are(name: str) -> None:
    X, y = table()
    codes = encode(X, cutting=Cutting(bins=8)).codes
    source = Counts.from_codes(codes, y, names=list(X.columns), estimator=name)
    found = select(X, y, estimator=name, bins=8, n_features=4)
    assert found.steps == select(source, n_features=4).steps
    assert found.estimator == name
    assert (name in found.rule) == (name != "plug-in")


@EVERY
def test_every_way_in_takes_the_estimator_by_the_same_name(name: str, tmp_path: Path) -> None:
    X, y = table()
    expected = select(X, y, estimator=name, n_features=3)
    assert compare(X, y, methods=["jmi"], estimator=name, n_features=3)["jmi"] == expected
    assert ForwardSelector(n_features=3, estimator=name).fit(X, y).selection_ == expected
    file = tmp_path / "table.csv"
    X.assign(y=y).to_csv(file, index=False)
    arguments = ["-k", "3", "--estimator", name, "--json", "-"]
    printed = run("select", str(file), "--target", "y", *arguments)
    assert Selection.from_dict(json.loads(printed.stdout)).names == expected.names
    assert json.loads(printed.stdout)["estimator"] == name


@EVERY
def test_a_result_remembers_its_estimator_and_goes_on_by_no_other(name: str) -> None:
    X, y = table()
    short = select(X, y, estimator=name, n_features=2)
    again = Selection.from_json(short.to_json())
    assert again == short
    longer = select(X, y, estimator=name, n_features=4)
    assert select(X, y, estimator=name, n_features=4, start=again) == longer
    other = "plug-in" if name != "plug-in" else "shrinkage"
    message = f"start was selected with estimator='{name}', not '{other}'"
    with pytest.raises(ValueError, match=message):
        select(X, y, estimator=other, n_features=4, start=short)


def test_the_command_line_knows_every_estimator() -> None:
    assert tuple(ESTIMATORS) == counting.ESTIMATORS


@pytest.mark.parametrize("call", [select, compare])
def test_an_estimator_nobody_knows_is_refused_with_the_nearest(call: Any) -> None:
    with pytest.raises(ValueError, match="Unknown estimator 'shrink'. Did you mean 'shrinkage'"):
        call(*table(), estimator="shrink")


def test_a_source_estimates_in_its_own_way() -> None:
    source = Counts.from_codes([[0], [1]], [0, 1])
    with pytest.raises(TypeError, match="estimator='shrinkage' and n_neighbors=None are for"):
        select(source, estimator="shrinkage")
