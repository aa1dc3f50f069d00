"""Published selections that others made with other code.

``goldens/feast_breast_cancer.json``: the example of the README of FEAST (C, Brown et al. 2012,
JMLR 13) on scikit-learn's breast cancer data, 569 rows by 30 columns, cut into 5 bins of equal
width. FEAST counts columns from 1, and measures in bits: the order is the same.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer

import natpick
from natpick.sources import Counts

FEAST = json.loads((Path(__file__).parent / "goldens" / "feast_breast_cancer.json").read_text())


@pytest.fixture(scope="module")
def breast_cancer() -> Counts:
    """Return the data by the rule min(floor((x - min) / (max - min) * 5), 4)."""
    X, y = load_breast_cancer(return_X_y=True)
    low, high = X.min(axis=0), X.max(axis=0)
    codes = np.minimum(np.floor((X - low) / (high - low) * 5), 4).astype(np.uint8)
    return Counts.from_codes(codes, y)


@pytest.mark.parametrize("golden", FEAST["lists"], ids=lambda golden: golden["method"])
@pytest.mark.parametrize("lazy", [True, False])
def test_picks_on_the_breast_cancer_data_are_those_feast_publishes(
    breast_cancer: Counts, golden: dict[str, Any], lazy: bool
) -> None:
    row = natpick.criterion(golden["method"], **golden["parameters"])
    k = len(golden["columns"])
    selection = natpick.select(breast_cancer, method=row, n_features=k, lazy=lazy)
    assert [index + 1 for index in selection.indices] == golden["columns"]


def test_the_first_pick_on_the_breast_cancer_data_is_that_of_every_method(
    breast_cancer: Counts,
) -> None:
    """The paper, Section 5.1: at the first step every method scores MI(C, X_i)."""
    comparison = natpick.compare(breast_cancer, n_features=1)
    assert {selection.indices[0] + 1 for selection in comparison.selections.values()} == {28}
