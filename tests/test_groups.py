"""What may be picked and as what: features kept, features excluded, columns taken together."""

import json
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from numpy.testing import assert_array_equal

import natpick
from commands import ROWS, run, write
from natpick import CRITERIA, ForwardSelector, Selection
from natpick.combinations import combined
from natpick.encode import encode_sparse
from natpick.information import mutual_information
from natpick.sources import Counts, Gaussian, HalfPlane, Joint
from natpick.sources.estimates import ESTIMATES
from strategies import full_of_ties, informative


def xor() -> tuple[pd.DataFrame, list[int]]:
    """C = a xor b: neither a nor b tells anything alone, both together all; c tells a little."""
    rows = [(a, b, c, a ^ b) for a in (0, 1) for b in (0, 1) for c in (0, 1, 2)]
    table = pd.DataFrame(rows, columns=["a", "b", "c", "y"])
    table.loc[0, "c"] = 3 * table.loc[0, "y"]
    return table[["c", "a", "b"]], table["y"].tolist()


def test_a_group_tells_what_its_columns_tell_together() -> None:
    """MI(C, (a, b)) = H(C) = ln 2, though MI(C, a) = MI(C, b) = 0."""
    X, y = xor()
    selection = natpick.select(X, y, n_features=2, groups={"both": ["a", "b"]})
    assert selection.names == ["both", "c"]
    assert selection.scores[0] == selection.target_entropy == pytest.approx(np.log(2), abs=1e-15)
    assert [selection.features[i] for i in selection.columns[0]] == ["a", "b"]
    assert selection.columns == [(1, 2), (0,)]
    assert selection.features == ("c", "a", "b", "both")
    assert selection.groups == {"both": (1, 2)}


@pytest.mark.parametrize("seed", range(8))
def test_the_terms_of_a_group_are_those_of_the_joint_table(seed: int) -> None:
    """MI(C, (X_0, X_1, X_2)) from the table of counts, every combination a row of its own."""
    codes, y = full_of_ties(seed)
    group = natpick.select(Counts.from_codes(codes, y), n_features=1, groups={"g": [0, 1, 2]})
    n = np.zeros((3, 3, 3, 2), dtype=np.int64)
    np.add.at(n, (codes[:, 0], codes[:, 1], codes[:, 2], y), 1)
    assert group.relevance[-1] == mutual_information(n.reshape(27, 2))


@pytest.mark.parametrize("seed", range(4))
def test_joint_codes_are_dense_and_tell_rows_apart_as_the_columns_do(seed: int) -> None:
    codes, _ = full_of_ties(seed)
    together = combined(codes, {"g": [4, 2]})
    joint = together.codes[:, -1]
    assert_array_equal(together.parts[0][joint], codes[:, [4, 2]])
    assert set(joint.tolist()) == set(range(len(np.unique(codes[:, [4, 2]], axis=0))))
    for a in range(len(codes)):
        same = (codes[:, [4, 2]] == codes[a, [4, 2]]).all(axis=1)
        assert_array_equal(joint == joint[a], same)


def with_gaps(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Numbers, most of them zeros and some missing; x5 is never zero. And three classes."""
    rng = np.random.default_rng(seed)
    X = rng.normal(scale=2, size=(60, 6)).round(1)
    X[rng.random(X.shape) < rng.random(6)] = 0
    X[rng.random(X.shape) < 0.05] = np.nan
    X[:, 5] = rng.integers(1, 4, 60)
    return X, np.r_[0, 1, 2, rng.integers(0, 3, 57)]


@pytest.mark.parametrize("groups", [{"g": [0, 3], "h": ["x5", "x2", "x1"]}, {"g": [5]}])
@pytest.mark.parametrize("seed", range(4))
def test_groups_of_sparse_columns_are_those_of_dense_ones(
    seed: int, groups: dict[str, list[int]]
) -> None:
    X, y = with_gaps(seed)
    asked: dict[str, Any] = {"groups": groups, "n_features": 3}
    dense = natpick.compare(X, y, **asked)
    assert natpick.compare(sp.csr_array(X), y, **asked) == dense


@pytest.mark.parametrize("seed", range(4))
def test_groups_of_weighted_rows_are_those_of_repeated_rows(seed: int) -> None:
    X, y = with_gaps(seed)
    times = np.r_[1, 1, 1, np.random.default_rng(seed).integers(0, 4, 57)]
    asked: dict[str, Any] = {"groups": {"g": [0, 3], "h": [5, 2, 1]}, "n_features": 3}
    repeated = natpick.compare(X.repeat(times, axis=0), y.repeat(times), **asked)
    for table in (X, sp.csr_array(X)):
        weighted = natpick.compare(table, y, sample_weight=times, **asked)
        for name, one in repeated.selections.items():
            other = weighted.selections[name]
            assert (other.steps, other.relevance, other.encodings) == (
                one.steps,
                one.relevance,
                one.encodings,
            )


def test_memory_of_a_sparse_group_is_in_proportion_to_what_its_columns_store() -> None:
    rng = np.random.default_rng(0)
    n, p, stored = 5_000, 20_000, 100_000
    where = (rng.integers(0, n, stored), rng.integers(0, p, stored))
    X = sp.csr_array((np.ones(stored), where), shape=(n, p))
    listed = encode_sparse(X).codes
    groups = {f"g{j}": [j, j + 1, j + 2] for j in range(0, 18_000, 3)}  # 30 MB with the zeros
    tracemalloc.start()
    combined(listed, groups)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100 * (stored + p) + 2_000 * len(groups)


@pytest.mark.parametrize("method", CRITERIA)
def test_a_group_is_selected_as_a_column_of_its_joint_codes_would_be(method: str) -> None:
    codes, y = informative(300, 6)
    joint = (5 * codes[:, 1] + codes[:, 3])[:, np.newaxis].astype(np.uint8)
    by_hand = Counts.from_codes(np.hstack([codes, joint]), y)
    expected = [s.name for s in natpick.forward(by_hand, method, exclude=[1, 3])]
    found = natpick.select(
        Counts.from_codes(codes, y), method=method, groups={"x6": ["x1", 3]}, n_features=5
    )
    assert found.names == expected


@pytest.mark.parametrize("method", CRITERIA)
@pytest.mark.parametrize("lazy", [True, False])
def test_excluding_features_picks_as_if_they_were_not_there(method: str, lazy: bool) -> None:
    codes, y = full_of_ties(3)
    kept = [0, 2, 3, 5, 7]
    names = [f"x{i}" for i in range(8)]
    without = Counts.from_codes(codes[:, kept], y, [names[i] for i in kept])
    expected = [s.name for s in natpick.forward(without, method)]
    source = Counts.from_codes(codes, y)
    assert [s.name for s in natpick.forward(source, method, exclude=[1, "x4", 6], lazy=lazy)] == (
        expected
    )


def test_features_are_excluded_from_any_source() -> None:
    joint = Joint.from_function({"X": [0, 1], "Y": [0, 1]}, target=lambda X, Y: X + 2 * Y)
    selection = natpick.select(joint, exclude="X")
    assert (selection.names, selection.excluded) == (["Y"], (0,))
    assert selection.stop_reason == "1 of 1 features were asked for"
    assert natpick.select(HalfPlane(1, 1), exclude=["Z"], n_features=2).excluded == (2,)


def test_kept_excluded_and_grouped_features_survive_json_and_go_on(tmp_path: Path) -> None:
    X, y = xor()
    asked: dict[str, Any] = {"groups": {"both": ["a", "b"]}, "must_keep": ["c"], "exclude": []}
    short = natpick.select(X, y, n_features=1, **asked)
    assert Selection.from_json(short.to_json(tmp_path / "s.json")) == short
    longer = natpick.select(X, y, n_features=2, start=short, **asked)
    assert longer == natpick.select(X, y, n_features=2, **asked)
    assert longer.names == ["c", "both"]
    with pytest.raises(ValueError, match="Go on with the same table and groups"):
        natpick.select(X, y, n_features=2, start=short)


def test_the_levels_of_a_group_are_told() -> None:
    X = pd.DataFrame({"red": [1, 0, 0, 1], "size": [0.5, 1.5, 2.5, None]})
    selection = natpick.select(X, [0, 0, 1, 1], bins=2, groups={"both": ["red", "size"]})
    encoding = selection.encodings["both"]
    assert (encoding.kind, encoding.n_levels) == ("joint", 4)
    assert encoding.levels[-1] == "red=1, size=missing"
    assert all(level.startswith(("red=0, size=", "red=1, size=")) for level in encoding.levels)
    assert "size=" in encoding.levels[0]
    assert "missing" not in encoding.levels[0]


def test_every_method_compared_has_the_same_candidates() -> None:
    X, y = xor()
    comparison = natpick.compare(X, y, groups={"both": [1, 2]}, exclude="c", n_features=1)
    assert {tuple(s.names) for s in comparison.selections.values()} == {("both",)}


def test_the_selector_keeps_all_columns_of_a_group() -> None:
    X, y = xor()
    selector = ForwardSelector(n_features=1, groups={"both": ("a", "b")}, exclude=["c"]).fit(X, y)
    assert list(selector.get_feature_names_out()) == ["a", "b"]
    assert_array_equal(selector.transform(X), X[["a", "b"]])
    assert selector.ranking_.tolist() == [1, 2]
    assert selector.scores_.tolist() == [selector.selection_.scores[0]] * 2


def test_the_command_takes_groups_and_exclusions(tmp_path: Path) -> None:
    file = write(tmp_path / "t.csv", ROWS)
    asked = ("--exclude", "twin_a", "--group", "pair=twin_b,part", "-k", 2, "--json", "-")
    done = run("select", file, "--target", "class", *asked)
    selection = json.loads(done.stdout)
    assert [step["name"] for step in selection["steps"]] == ["pair", "size"]
    assert run("compare", file, "--target", "class", *asked).exit_code == 0
    for wrong in ("pair", "=a", "pair="):
        assert run("select", file, "--target", "class", "--group", wrong).exit_code == 2
    twice = ("--group", "g=part", "--group", "g=size")
    assert "given twice" in run("select", file, "--target", "class", *twice).stderr


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"exclude": ["d"]}, r"Unknown feature 'd'.* There are 3: 'c', 'a', 'b'\."),
        ({"exclude": ["c"], "must_keep": ["c"]}, "'c' is both in must_keep and in exclude"),
        ({"exclude": [0, 1, 2]}, "exclude names all 3 features"),
        ({"groups": {"g": ["a", "C"]}}, "Group 'g': Unknown feature 'C'. There are 3: 'c'"),
        ({"groups": {"g": ["a", "a"]}}, "Group 'g': A feature is given more than once"),
        ({"groups": {"g": []}}, "'g' has no columns; name at least one"),
        ({"groups": {"a": ["b", "c"]}}, "'a' has the name of a column; give it another"),
        ({"groups": {"g": ["a"], "h": ["b", "a"]}}, "'a' is in two groups, 'g' and 'h'"),
        ({"groups": {"g": ["a"]}, "exclude": "a"}, "'a' in exclude is a column of the group 'g'"),
        ({"groups": {"g": ["a"]}, "must_keep": 1}, "'a' in must_keep is a column of the group"),
        ({"n_features": 3, "exclude": "a"}, "n_features=3 but X has 2 feature"),
    ],
)
def test_what_cannot_be_is_said_and_how_to_mend_it(asked: dict[str, Any], message: str) -> None:
    X, y = xor()
    with pytest.raises(ValueError, match=message):
        natpick.select(X, y, **asked)
    if "n_features" not in asked:
        with pytest.raises(ValueError, match=message):
            natpick.compare(X, y, **asked)


@pytest.mark.parametrize("groups", [[["a", "b"]], {1: ["a"]}, [], {"g": [1.5]}])
def test_groups_of_another_type_are_an_error(groups: Any) -> None:
    X, y = xor()
    with pytest.raises(TypeError, match=r"groups is a list|name of a group is 1|Group 'g': "):
        natpick.select(X, y, groups=groups)


def test_only_counts_can_be_joined() -> None:
    rng = np.random.default_rng(0)
    source = Gaussian(rng.normal(size=(30, 2)), rng.integers(0, 2, 30))
    with pytest.raises(TypeError, match="groups are counted together.* Gaussian cannot"):
        natpick.select(source, groups={"g": [0, 1]})


def test_a_group_of_too_many_combinations_is_named() -> None:
    wide = np.arange(70_000)
    codes = np.column_stack([wide % 1000, wide // 1000]).astype(np.uint16)
    with pytest.raises(ValueError, match="'g' has 70,000 combinations of its 2 columns' values"):
        natpick.select(Counts.from_codes(codes, wide % 2), groups={"g": [0, 1]})


@pytest.mark.parametrize("estimator", ESTIMATES)
def test_groups_are_estimated_alike_however_rows_come(estimator: str) -> None:
    X, y = with_gaps(1)
    times = np.r_[1, 1, 1, np.random.default_rng(1).integers(0, 4, 57)]
    asked: dict[str, Any] = {"groups": {"g": [0, 3]}, "n_features": 3, "estimator": estimator}
    repeated = natpick.select(X.repeat(times, axis=0), y.repeat(times), **asked)
    for table in (X, sp.csr_array(X)):
        weighted = natpick.select(table, y, sample_weight=times, **asked)
        assert (weighted.steps, weighted.relevance) == (repeated.steps, repeated.relevance)
