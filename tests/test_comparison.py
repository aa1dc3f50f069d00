"""A Comparison: several methods from one shared set of terms, their ranks and agreement."""

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import natpick
from natpick import CRITERIA, Comparison, criterion
from natpick.sources import Counts
from strategies import Pairwise, Priced, Watched, full_of_ties, informative


def compared(n_features: int = 4) -> Comparison:
    return natpick.compare(*informative(300, 7), n_features=n_features)


def by_hand() -> Comparison:
    """Return three methods' picks a b c, b a d and e f g, spelled out for the ranking."""
    comparison = natpick.compare(*informative(100, 7), methods=["mim", "jmi", "cmim"], n_features=3)
    picks = {"mim": [0, 1, 2], "jmi": [1, 0, 3], "cmim": [4, 5, 6]}
    data = comparison.to_dict()
    for method, indices in picks.items():
        for step, index in zip(data["selections"][method]["steps"], indices, strict=True):
            step |= {"index": index, "name": "abcdefg"[index]}
    return Comparison.from_dict(data)


@pytest.mark.parametrize("name", CRITERIA)
def test_every_method_is_compared_and_picks_what_it_picks_alone(name: str) -> None:
    codes, y = full_of_ties(3)
    comparison = natpick.compare(codes, y, n_features=6)
    assert comparison.methods == list(comparison) == list(CRITERIA)
    assert len(comparison) == len(CRITERIA)
    assert comparison[name] == natpick.select(codes, y, method=name, n_features=6)


@pytest.mark.parametrize("lazy", [True, False])
def test_no_pair_of_features_is_counted_twice_for_all_methods_together(lazy: bool) -> None:
    watched = Watched(Counts.from_codes(*informative(300, 9)))
    comparison = natpick.compare(watched, n_features=6, lazy=lazy)
    assert comparison.methods == list(CRITERIA)
    assert watched.asked.total() > 0
    assert set(watched.asked.values()) == {1}


@pytest.mark.parametrize("name", [name for name, row in CRITERIA.items() if row.fold is not None])
@pytest.mark.parametrize("for_all", [0, 15, 1_000])
def test_what_a_method_picks_does_not_depend_on_what_others_have_asked_for(
    name: str, for_all: int
) -> None:
    """Whether lazy methods ask for all terms of a pick, for some of them, or for some at first."""
    rng = np.random.default_rng(5)
    codes, y = informative(60, 60)
    source = Priced(Counts.from_codes(codes[:, rng.integers(0, 60, 200)], y), for_all)
    for others in (["njmim", "mifs"], ["disr", "cmim"]):
        methods = [name, *(other for other in others if other != name)]
        asked = {"n_features": 12, "exclude": [3, 30], "must_keep": [7]}
        comparison = natpick.compare(source, methods=methods, **asked)
        assert comparison[name].steps == natpick.select(source, method=name, **asked).steps


def test_no_pair_is_counted_again_in_the_other_order() -> None:
    watched = Watched(Counts.from_codes(*informative(300, 30)))
    natpick.compare(watched, methods=["jmi", "cife", "dmim", "disr"], n_features=9)
    pairs = [tuple(sorted(pair)) for pair in watched.asked.elements()]
    assert len(pairs) == len(set(pairs))


def test_accounts_are_kept_by_default_while_those_of_all_methods_together_are_small() -> None:
    """10,000 pairs of a pick and another feature: 10 picks of 400 columns by 2 methods, not 3."""
    codes, y = informative(50, 400)
    for methods, kept in ((["mim", "jmi"], True), (["mim", "jmi", "cmim"], False)):
        comparison = natpick.compare(codes, y, methods=methods, n_features=10)
        assert [comparison[method].account is not None for method in methods] == [kept] * len(
            methods
        )


def test_methods_that_condition_on_the_whole_of_s_are_left_out_where_the_source_cannot() -> None:
    pairwise = Pairwise(Counts.from_codes(*informative(100, 5)))
    comparison = natpick.compare(pairwise, n_features=3)
    assert comparison.methods == [name for name in CRITERIA if name != "cmi"]
    assert set(pairwise.asked.values()) == {1}
    with pytest.raises(TypeError, match="cmi conditions on all selected features at once"):
        natpick.compare(pairwise, methods=["jmi", "cmi"])


def test_features_that_most_methods_picked_come_first_then_those_picked_earliest() -> None:
    """A and b are picked twice, at 1 + 2; c, d by one method at 3; e, f, g at 1, 2, 3."""
    ranking = by_hand().ranking()
    assert ranking == {
        "a": {"mim": 1, "jmi": 2},
        "b": {"mim": 2, "jmi": 1},
        "e": {"cmim": 1},
        "f": {"cmim": 2},
        "c": {"mim": 3},
        "d": {"jmi": 3},
        "g": {"cmim": 3},
    }
    assert list(ranking) == ["a", "b", "e", "f", "c", "d", "g"]


def test_agreement_is_the_share_of_picks_in_common() -> None:
    """|A and B| / |A or B|: {a, b, c} and {b, a, d} share 2 of 4, {e, f, g} nothing."""
    assert by_hand().agreement() == {
        "mim": {"mim": 1, "jmi": 2 / 4, "cmim": 0},
        "jmi": {"mim": 2 / 4, "jmi": 1, "cmim": 0},
        "cmim": {"mim": 0, "jmi": 0, "cmim": 1},
    }


def test_a_comparison_survives_json_and_pickling(tmp_path: Path) -> None:
    comparison, path = compared(), tmp_path / "comparison.json"
    text = comparison.to_json(path)
    assert Comparison.from_json(text) == comparison
    assert Comparison.from_dict(comparison.to_dict()) == comparison
    assert pickle.loads(pickle.dumps(comparison)) == comparison
    assert path.read_text(encoding="utf-8") == text
    assert json.loads(text) == comparison.to_dict()
    assert comparison.to_dict()["ranking"] == comparison.ranking()
    assert comparison.to_dict()["agreement"] == comparison.agreement()


def test_a_failure_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "comparison.json"
    path.write_text("old")

    def full(_self: Path, _target: Path) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="no space left"):
        compared().to_json(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_json_of_a_selection_is_refused() -> None:
    text = compared()["jmi"].to_json()
    with pytest.raises(
        ValueError, match="is 'natpick.selection/1', not 'natpick.comparison/1'; give what to_json"
    ):
        Comparison.from_json(text)


@pytest.mark.parametrize(
    ("backend", "kind"), [("pandas", pd.DataFrame), ("polars", pl.DataFrame), ("pyarrow", pa.Table)]
)
def test_the_ranking_is_a_table_of_any_library(backend: Any, kind: type) -> None:
    frame = by_hand().to_frame(backend)
    assert isinstance(frame, kind)
    columns = pa.Table.from_pandas(frame) if kind is pd.DataFrame else pa.table(frame)
    assert columns.to_pydict() == {
        "feature": ["a", "b", "e", "f", "c", "d", "g"],
        "mim": [1, 2, None, None, 3, None, None],
        "jmi": [2, 1, None, None, None, 3, None],
        "cmim": [None, None, 1, 2, None, None, 3],
    }


def test_methods_are_told_apart_by_their_parameters() -> None:
    methods = ["mifs", criterion("mifs", beta=0.7), criterion("mifs-u", beta=2), CRITERIA["jmi"]]
    comparison = natpick.compare(*informative(100, 4), methods=methods, n_features=2)
    assert comparison.methods == ["mifs", "mifs(beta=0.7)", "mifs-u(beta=2)", "jmi"]
    assert comparison["mifs(beta=0.7)"].parameters == {"beta": 0.7}


def test_one_method_may_be_named_without_a_list() -> None:
    assert natpick.compare(*informative(100, 4), methods="JMI").methods == ["jmi"]


def test_methods_that_make_no_comparison_are_refused() -> None:
    table = informative(100, 4)
    with pytest.raises(ValueError, match="methods is empty; name at least one"):
        natpick.compare(*table, methods=[])
    with pytest.raises(ValueError, match="A method is given more than once: jmi, cmim, jmi"):
        natpick.compare(*table, methods=["jmi", "cmim", "igfs"])
    with pytest.raises(ValueError, match=r"Unknown method 'jmii'\. Did you mean 'jmi'\?"):
        natpick.compare(*table, methods=["jmii"])


def test_features_to_keep_are_kept_by_every_method() -> None:
    comparison = natpick.compare(*informative(100, 6), n_features=3, must_keep=iter(["x4", 2]))
    for method in comparison:
        assert comparison[method].names[:2] == ["x4", "x2"]


def test_every_step_of_every_method_is_told_as_it_is_taken() -> None:
    """Those methods come first that need all terms of their picks, which the lazy ones then use."""
    told: list[natpick.Step] = []
    comparison = natpick.compare(*informative(100, 5), n_features=3, on_step=told.append)
    eager = [name for name, row in CRITERIA.items() if row.lazy is None]
    lazy = [name for name, row in CRITERIA.items() if row.lazy is not None]
    assert told == [step for name in (*eager, *lazy) for step in comparison[name].steps]


def test_a_comparison_reads_as_one_line() -> None:
    comparison = natpick.compare(*informative(100, 5), methods=["mim", "jmi"], n_features=3)
    assert repr(comparison) == "<Comparison of 2 methods, 3 features each: mim, jmi>"


def test_an_unknown_method_of_a_comparison_is_no_key() -> None:
    with pytest.raises(KeyError):
        compared()["nothing"]


def test_threads_change_nothing() -> None:
    codes, y = informative(2000, 12)
    one = natpick.compare(codes, y, n_jobs=1)
    assert natpick.compare(np.asfortranarray(codes), y, n_jobs=2) == one
