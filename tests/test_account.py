"""The account of a selection: what its picks tell together, and where all others stood."""

import json
import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import natpick
from natpick import CRITERIA, Selection, theory
from natpick.account import Standing
from natpick.information import conditional_entropy, entropy, mutual_information
from natpick.scores import scores_of
from natpick.sources import Counts, HalfPlane, Joint
from strategies import Pairwise, full_of_ties, informative

LN2 = math.log(2)


def coins(**features: object) -> Joint:
    """Return fair coins W, X, Y and C = X + 2 Y, with further features made from them."""
    return Joint.from_function(
        {"W": [0, 1], "X": [0, 1], "Y": [0, 1]}, lambda X, Y: X + 2 * Y, features=features
    )


def test_a_copy_left_out_is_blocked_by_what_it_repeats_and_could_stand_in_for_it() -> None:
    """Z = 1 - X: MI(Z, X) = H(Z) = H(X) = ln 2 and MI(C, Z | X) = 0."""
    why = natpick.select(coins(Z=lambda X: 1 - X), method="cmim", n_features=2).explain("Z")
    assert why.blocked_by == "X"
    assert why.repeats == ("X", pytest.approx(LN2, abs=1e-12))
    assert why.left == pytest.approx(0, abs=1e-12)
    assert why.stands_in_for == ("X", pytest.approx(1, abs=1e-12))
    assert (why.closest_at, why.closest_rank, why.behind) == (1, 1, 0)
    assert why.sentence.endswith(
        "it repeats 0.693 nats of X, and with X known it tells only 0 nats; "
        "it could stand in for X: the two are functions of each other."
    )


def test_a_noisy_copy_shares_less_than_a_copy() -> None:
    """Z = X but once in 20 times: MI(X, Z) / H = 1 - h(1/20) / ln 2 = 0.71, so not a twin."""
    source = coins(Z=lambda X, W: X if W else 1 - X, T=lambda X: 7 * X)
    selection = natpick.select(source, n_features=2)
    assert selection.explain("Z").stands_in_for is None
    assert selection.explain("T").stands_in_for is not None


def test_what_tells_nothing_is_not_blocked_but_lacks_relevance() -> None:
    why = natpick.select(coins(), n_features=2).explain("W")
    assert (why.blocked_by, why.left, why.stands_in_for) == (None, None, None)
    assert why.sentence.endswith("but it tells less than any of them.")


def test_a_method_by_relevance_alone_is_not_said_to_charge_for_copies() -> None:
    why = natpick.select(coins(Z=lambda X: X), method="mim", n_features=2).explain("Z")
    assert (why.blocked_by, why.stands_in_for[0]) == (None, "X")
    assert "the method goes by relevance alone" in why.sentence


@pytest.mark.parametrize("method", CRITERIA)
def test_where_features_stood_is_what_all_scores_say(method: str) -> None:
    """By brute force: at every step all candidates' scores, from full scans."""
    codes, y = informative(200, 12)
    source = Counts.from_codes(codes, y)
    selection = natpick.select(source, method=method, n_features=5)
    best: dict[int, tuple[int, float, int]] = {}
    scores, is_open = scores_of(source, CRITERIA[method], lazy=False), np.ones(12, dtype=bool)
    for n, step in enumerate(selection.steps, 1):
        for i, score in zip(*scores.contenders(is_open), strict=True):
            rank = 1 + sum(other > score + 1e-12 for other in scores.contenders(is_open)[1])
            place = (rank, step.score - score, n)
            best[i] = min(best.get(i, place), place)
        scores.add(step.index)
        is_open[step.index] = False
    assert selection.account is not None
    for i, standing in selection.account.standings.items():
        rank, behind, step_number = best[i]
        assert (standing.rank, standing.step) == (rank, step_number)
        assert standing.behind == pytest.approx(max(0.0, behind), abs=1e-12)


@pytest.mark.parametrize("method", ["jmi", "cmim", "mrmr", "cmi"])
def test_the_nearest_feature_repeats_most_of_what_is_told_as_the_method_weighs_it(
    method: str,
) -> None:
    """max over s of MI(X_i, X_s) - MI(X_i, X_s | C), or of MI(X_i, X_s) where that is charged."""
    codes, y = informative(150, 10)
    selection = natpick.select(Counts.from_codes(codes, y), method=method, n_features=4)
    assert selection.account is not None
    for i, standing in selection.account.standings.items():
        n = np.zeros((5, 5, 3), dtype=np.int64)
        overlaps = []
        for s in selection.indices:
            n[:] = 0
            np.add.at(n, (codes[:, i], codes[:, s], y), 1)
            mi = mutual_information(n.sum(axis=2))
            cmi = sum(n[..., c].sum() / len(y) * mutual_information(n[..., c]) for c in range(3))
            overlaps.append(mi if method == "mrmr" else mi - cmi)
        overlap = standing.redundancy - standing.class_redundancy * (method != "mrmr")
        assert overlap == pytest.approx(max(0.0, *overlaps), abs=1e-12)
        if standing.nearest is not None:
            assert overlaps[selection.indices.index(standing.nearest)] == pytest.approx(overlap)


@pytest.mark.parametrize("seed", range(6))
def test_types_are_those_of_the_theory_and_information_that_of_the_joint_table(seed: int) -> None:
    codes, y = full_of_ties(seed)
    source = Counts.from_codes(codes, y)
    selection = natpick.select(source, n_features=4)
    assert selection.account is not None
    cells = np.zeros(len(y), dtype=np.int64)
    for n, (step, together) in enumerate(
        zip(selection.steps, selection.account.together, strict=True)
    ):
        types = theory.feature_types(source, selection.indices[:n])
        assert together.feature_type == types[step.name]
        assert selection.explain(step.name).feature_type == together.feature_type
        cells = np.unique(cells * 256 + codes[:, step.index], return_inverse=True)[1]
        table = np.zeros((cells.max() + 1, 2), dtype=np.int64)
        np.add.at(table, (cells, y), 1)
        assert together.left == pytest.approx(conditional_entropy(table.T), abs=1e-12)
        assert together.cells == len(table)


def test_an_exact_source_has_no_cells_and_no_chance() -> None:
    selection = natpick.select(coins(), n_features=2)
    assert selection.account is not None
    assert selection.account.n_rows is None
    first, second = selection.account.together
    assert (first.cells, first.p_value, first.feature_type) == (None, None, "relevant")
    assert (second.left, second.feature_type) == (pytest.approx(0, abs=1e-12), "fully relevant")


def test_a_source_that_cannot_condition_still_tells_where_features_stood() -> None:
    codes, y = full_of_ties(1)
    selection = natpick.select(Pairwise(Counts.from_codes(codes, y)), n_features=3)
    assert selection.account is not None
    assert selection.account.together == ()
    assert len(selection.account.standings) == 5
    assert "the source can't condition on all of S" in str(selection.summary())


def test_the_half_plane_is_explained_too() -> None:
    selection = natpick.select(HalfPlane(1, 1), method="cmim", n_features=2)
    assert Selection.from_json(selection.to_json()) == selection
    assert all(selection.explain(name).sentence for name in selection.features)


@pytest.mark.parametrize("method", CRITERIA)
def test_the_search_is_the_same_whether_explained_or_not(method: str) -> None:
    codes, y = full_of_ties(5)
    asked = natpick.select(Counts.from_codes(codes, y), method=method, n_features=4, explain=True)
    not_asked = natpick.select(codes, y, method=method, n_features=4, explain=False)
    assert not_asked.account is None
    assert asked.steps == not_asked.steps
    assert asked.account == natpick.select(codes, y, method=method, n_features=4).account
    assert Selection.from_json(asked.to_json()) == asked


@pytest.mark.parametrize("method", ["jmi", "cife", "disr", "mrmr", "cmim"])
def test_an_eager_search_and_its_account_ask_for_a_pair_once(method: str) -> None:
    source = Pairwise(Counts.from_codes(*informative(100, 12)))
    lazy = CRITERIA[method].lazy is None
    natpick.select(source, method=method, n_features=5, explain=True, lazy=lazy)
    pairs = Counter()
    for (s, i), times in source.asked.items():
        pairs[frozenset((s, i))] += times * (s != i)
    assert max(pairs.values()) == 1
    assert sum(pairs.values()) == 5 * 12 - 5 - math.comb(5, 2)  # each pick with all others


def test_the_account_of_a_large_table_is_kept_where_it_is_asked_for() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 2, (20, 5_001)).astype(np.uint8), rng.integers(0, 2, 20)
    unasked, asked = (natpick.select(X, y, n_features=2, explain=e) for e in (None, True))
    assert unasked.account is None
    last = unasked.features[-1]
    assert "select with explain=True to be told what it repeats" in unasked.explain(last).sentence
    assert "not asked for; select with explain=True" in str(unasked.summary())
    assert asked.explain(last).closest_at is not None
    plain = json.loads(asked.to_json())["account"]["standings"]
    assert {len(column) for column in plain.values()} == {4_999}
    assert set(plain) == {"index", *Standing.__slots__}


def test_features_not_to_be_picked_are_said_to_be_so() -> None:
    codes, y = full_of_ties(2)
    source = Counts.from_codes(codes, y)
    selection = natpick.select(source, exclude=[0], groups={"g": [1, 2]}, n_features=2)
    assert selection.explain(0).sentence.startswith("x0 was excluded as asked: alone it tells")
    assert selection.explain(1).sentence.startswith("x1 was taken as part of g: alone it tells")
    assert selection.explain(0).closest_at is None
    redundant = natpick.select(source, method="cmi", discard_redundant=True, n_features=2)
    dropped = next(i for step in redundant.steps for i in step.discarded)
    assert " was dropped at step " in redundant.explain(dropped).sentence


def noise(n: int = 200, p: int = 5) -> Selection:
    """Features that tell nothing, and one that tells all but a tenth."""
    rng = np.random.default_rng(1)
    X, y = rng.integers(0, 2, (n, p)), rng.integers(0, 2, n)
    X[:, 2] = y ^ (rng.random(n) < 0.1)
    return natpick.select(X.astype(np.uint8), y, n_features=3)


def test_a_summary_tells_step_by_step_what_is_told_and_what_is_left() -> None:
    selection = noise()
    summary = selection.summary()
    for line, step in zip(summary.lines, selection.steps, strict=True):
        assert (line.feature, line.score, line.relevance) == (step.name, step.score, step.relevance)
        assert line.told + line.left == pytest.approx(selection.target_entropy, abs=1e-12)
    assert summary.lines[0].told == pytest.approx(summary.lines[0].relevance, abs=1e-12)
    assert summary.to_dict()["lines"][1]["step"] == 2
    assert json.loads(json.dumps(summary.to_dict()))["remarks"] == list(summary.remarks)
    text = str(summary).splitlines()
    assert text[2].split() == [
        *("step", "feature", "score", "relevance", "MI(C,S)", "H(C|S)", "cells", "type"),
    ]
    assert text[3].split()[:2] == ["1", "x2"]


def test_relevance_within_noise_is_doubted_and_no_other() -> None:
    """The G-test of a 2 x 2 table by hand: P(chi2_1 > g) = erfc(sqrt(g / 2)), best of 5, 4, 3."""
    selection = noise()
    lines = selection.summary().lines
    for n, line in enumerate(lines):
        p = math.erfc(math.sqrt(2 * 200 * line.relevance / 2))
        assert line.p_value == pytest.approx(1 - (1 - p) ** (5 - n), rel=1e-9)
    (doubt,) = [r for r in selection.summary().remarks if r.startswith("Relevance within noise")]
    assert "x2" not in doubt
    assert all(line.feature in doubt for line in lines[1:])


def test_a_saturated_sample_is_said_once() -> None:
    codes, y = informative(60, 6)
    remarks = natpick.select(codes, y, n_features=4).summary().remarks
    (said,) = [remark for remark in remarks if "is saturated" in remark]
    lines = natpick.select(codes, y, n_features=4).summary().lines
    first = next(line for line in lines if 5 * line.cells > 60)
    assert f"From step {first.step} on" in said
    assert f"60 rows in {first.cells} cells" in said


def test_a_pick_for_repeating_nobody_is_told() -> None:
    """Of A, two copies of A and a weak B, mRMR takes B second: A's copies cost all they tell."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 400)
    a = y ^ (rng.random(400) < 0.1)
    b = np.where(rng.random(400) < 0.2, y, rng.integers(0, 2, 400))
    X = np.column_stack([a, a, b]).astype(np.uint8)
    selection = natpick.select(X, y, method="mrmr", n_features=2)
    assert selection.names == ["x0", "x2"]
    (told,) = [r for r in selection.summary().remarks if r.startswith("Picked mostly")]
    assert told.startswith("Picked mostly because it repeats nobody: x2 at step 2 (")
    assert not any("Picked mostly" in r for r in noise().summary().remarks)


def test_scores_that_rise_are_explained_once_and_by_step() -> None:
    xor = Joint.from_function({"W": [0, 1], "X": [0, 1], "Y": [0, 1]}, target=lambda X, Y: X ^ Y)
    remarks = natpick.select(xor, n_features=3).summary().remarks
    (rises,) = [remark for remark in remarks if "scores need not fall" in remark]
    assert rises.startswith("The score rises at step 3:")
    falling = natpick.select(coins(), method="mim", n_features=3).summary().remarks
    assert not any("need not fall" in remark for remark in falling)


def test_an_empty_selection_has_a_summary() -> None:
    empty = replace(noise(), steps=(), account=None)
    assert empty.summary().lines == ()
    assert str(empty.summary())


def test_entropy_of_a_pick_that_tells_all_leaves_nothing() -> None:
    """With X = C: MI(C, S) = H(C) = ln 2, from the first step on."""
    y = np.array([0, 1] * 10)
    line = natpick.select(y[:, np.newaxis], y).summary().lines[0]
    assert (line.told, line.left) == (entropy(np.array([10, 10])), 0)
    assert line.feature_type == "fully relevant"
