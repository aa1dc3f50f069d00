"""Which bounds of the targets a method keeps, and which it loses (Section 5.2, with its errata)."""

import json
from math import log
from typing import Any

import pytest
from hypothesis import given, settings

import textbook
from natpick import CRITERIA, criterion
from natpick.criterion import TIE, Bound, Target
from natpick.sources import Joint
from natpick.theory import Claim, Refutation, counterexample
from strategies import joints

LN2 = log(2)
EACH = [
    (name, bound, size)
    for name, row in CRITERIA.items()
    for bound in Bound
    for size in (1, 2)
    if bound.target is row.target
]


def is_kept(name: str, bound: Bound, size: int) -> bool:
    row = CRITERIA[name]
    return bound in (row.bounds_of_one if size == 1 else row.bounds)


KEPT = [case for case in EACH if is_kept(*case)]
LOST = [case for case in EACH if not is_kept(*case)]


def approx(value: float) -> Any:
    return pytest.approx(value, rel=0, abs=1e-12)


def limit(joint: Joint, bound: Bound, s: list[str]) -> float:
    """Return the bound by Theorem 1."""
    h, left = joint.entropy("C"), joint.entropy("C", given=s)
    return {
        Bound.LOWER_OF: h - left,
        Bound.LOWER_OF_PRIME: 0.0,
        Bound.UPPER_OF_PRIME: left,
        Bound.UPPER_OF: h,
    }[bound]


def excess(joint: Joint, bound: Bound, s: list[str], score: float) -> float:
    beyond = score - limit(joint, bound, s)
    return -beyond if bound in (Bound.LOWER_OF, Bound.LOWER_OF_PRIME) else beyond


@pytest.mark.parametrize(("name", "bound", "size"), LOST)
def test_a_bound_that_a_row_does_not_declare_is_lost(name: str, bound: Bound, size: int) -> None:
    """By the textbook's formula, on the smallest distribution there is."""
    found = counterexample(Claim.bound(name, bound, selected=size), atoms=4, drawn=0)
    assert isinstance(found, Refutation)
    data = json.loads(found.to_json())
    told, s = data["distribution"], data["selected"]
    joint = Joint.from_table(told["outcomes"], told["probabilities"], told["target"])
    candidates = [candidate["name"] for candidate in data["candidates"]]
    score = textbook.score(name, joint, candidates[0], s, candidates)
    assert len(s) == size
    assert excess(joint, bound, s, score) > TIE


@pytest.mark.parametrize(("name", "bound", "size"), KEPT)
def test_a_bound_that_a_row_declares_has_no_small_counterexample(
    name: str, bound: Bound, size: int
) -> None:
    """That it holds of random distributions is a law of test_criteria.py."""
    assert not counterexample(Claim.bound(name, bound, selected=size), atoms=4, drawn=0)


def test_what_the_paper_says_of_bounds_is_what_the_rows_say() -> None:
    """Section 5.2: MIM, JMI, CMIM keep the lower bound, JMIM the upper one, the rest none.

    Erratum 6: with one feature selected only lower bounds are lost, but by MIM.
    """
    keeping = {name: row.bounds for name, row in CRITERIA.items() if row.representative}
    low, high = frozenset({Bound.LOWER_OF_PRIME}), frozenset({Bound.UPPER_OF})
    assert {name for name, kept in keeping.items() if kept == low} == {"mim", "jmi", "cmim"}
    assert {name for name, kept in keeping.items() if kept == high} == {"jmim"}
    assert {name for name, kept in keeping.items() if not kept} == {
        *("mifs", "mrmr", "maxmifs", "cife")
    }
    upper = {Target.OF: Bound.UPPER_OF, Target.OF_PRIME: Bound.UPPER_OF_PRIME}
    for name in keeping:
        row = CRITERIA[name]
        assert (upper[row.target] in row.bounds_of_one) is (name != "mim")


@pytest.mark.parametrize("name", CRITERIA)
def test_a_bound_kept_always_is_kept_of_one_and_is_one_of_the_target(name: str) -> None:
    row = CRITERIA[name]
    assert row.bounds <= row.bounds_of_one
    assert all(bound.target is row.target for bound in row.bounds_of_one)


@pytest.mark.parametrize("beta", [0.0, 0.5, 1.0, 2.0])
def test_mifs_keeps_the_upper_bound_of_one_from_beta_1_on(beta: float) -> None:
    """MI(C,Xi) - beta MI(Xi,Xs) <= MI(C,Xi|Xs) for beta >= 1; below, Xs = Xi = C breaks it."""
    row = criterion("mifs", beta=beta)
    claim = Claim.bound(row, Bound.UPPER_OF_PRIME, selected=1)
    kept = not counterexample(claim, atoms=4, drawn=0)
    assert kept is (Bound.UPPER_OF_PRIME in row.bounds_of_one) is (beta >= 1)


@settings(max_examples=40)
@given(joints(4))
def test_erratum_6_how_far_below_0_scores_can_fall(joint: Joint) -> None:
    """mRMR, maxMIFS >= -H(Xi|C), MIFS >= -H(Xi|C) - (|S|-1) H(Xi), |CIFE| within |S| H(C).

    (1 - |S|) H(C) <= CIFE <= |S| H(C).
    """
    s, i = ["x0", "x1", "x2"], "x3"
    left, h = joint.entropy(i, given="C"), joint.entropy("C")
    score = {name: textbook.score(name, joint, i, s, [i]) for name in CRITERIA}
    assert min(score["mrmr"], score["maxmifs"]) >= -left - TIE
    assert score["mifs"] >= -left - 2 * joint.entropy(i) - TIE
    assert -2 * h - TIE <= score["cife"] <= 3 * h + TIE


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_erratum_6_the_limits_of_cife_are_attained_so_it_is_unbounded_in_s(size: int) -> None:
    """Copies of C score ln 2 - |S| ln 2; given copies of X, the Y of C = X xor Y |S| ln 2."""
    copies = [f"s{n}" for n in range(size)]
    coin = [0, 1]
    same = Joint.from_table(dict.fromkeys((*copies, "i", "C"), coin), [0.5, 0.5])
    assert textbook.score("cife", same, "i", copies, ["i"]) == approx((1 - size) * LN2)
    x, y = [0, 0, 1, 1], [0, 1, 0, 1]
    outcomes = {**dict.fromkeys(copies, x), "i": y, "C": [a ^ b for a, b in zip(x, y, strict=True)]}
    xor = Joint.from_table(outcomes, [0.25] * 4)
    assert textbook.score("cife", xor, "i", copies, ["i"]) == approx(size * LN2)


def test_erratum_5_once_the_target_is_explained_every_candidate_attains_both_bounds() -> None:
    """H(C|S) = 0: OF' = 0 = H(C|S) of a coin that has nothing to do with C, and of a copy."""
    joint = Joint.from_table(
        {"x0": [0, 0, 1, 1], "x1": [0, 1, 0, 1], "x2": [0, 0, 1, 1], "C": [0, 0, 1, 1]}, [0.25] * 4
    )
    for i in ("x1", "x2"):
        assert limit(joint, Bound.UPPER_OF_PRIME, ["x0"]) == 0
        assert joint.mutual_information("C", i, given="x0") == 0
