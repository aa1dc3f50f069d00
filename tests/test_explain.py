"""Explanations: why a feature was picked or left out, in numbers and in one sentence."""

import math
from dataclasses import replace

import numpy as np
import pytest

import natpick
from natpick import CRITERIA, Selection, Step
from natpick.explain import explain
from natpick.explanation import Record
from natpick.sources import Joint

LN2 = math.log(2)


def coins(**features: object) -> Joint:
    """Return fair coins W, X, Y and C = X + 2 Y, with further features made from them."""
    return Joint.from_function(
        {"W": [0, 1], "X": [0, 1], "Y": [0, 1]}, lambda X, Y: X + 2 * Y, features=features
    )


def xor() -> Selection:
    """C = X xor Y: nothing alone, everything together."""
    joint = Joint.from_function(
        {"W": [0, 1], "X": [0, 1], "Y": [0, 1]}, lambda X, Y: X ^ Y, features={"V": lambda X: -X}
    )
    return natpick.select(joint, method="jmi", n_features=3, must_keep=["X"])


def test_a_pick_is_explained_by_its_relevance_and_its_rivals() -> None:
    """X and Y tell ln 2 each, W nothing: the first of the two is X, Y its runner-up."""
    why = natpick.select(coins(), n_features=1).explain("X")
    assert (why.feature, why.picked_at, why.relevance_rank) == ("X", 1, 1)
    assert why.relevance == pytest.approx(LN2, abs=1e-12)
    assert (why.repeats, why.adds_with) == (None, None)
    assert (why.runner_up, why.margin, why.tied) == ("Y", 0.0, ("Y",))
    assert str(why) == why.sentence
    assert why.sentence == (
        "X was picked at step 1: alone it tells 0.693 nats about the target; "
        "its score ties with that of Y, and the first column was taken."
    )


def test_a_feature_left_out_is_explained_by_its_rank_and_when_it_was_close() -> None:
    selection = natpick.select(coins(), n_features=1)
    why = selection.explain("Y")
    assert (why.picked_at, why.relevance_rank, why.runner_up_at) == (None, 1, (1,))
    assert (why.runner_up, why.margin, why.tied, why.repeats, why.adds_with) == (
        (None, None, (), None, None)
    )
    assert why.sentence == (
        "Y was left out: alone it tells 0.693 nats about the target, place 1 of 3 by relevance; "
        "its score tied with that of the pick of step 1, an earlier column."
    )
    assert selection.explain(0).sentence == (
        "W was left out: alone it tells 0 nats about the target, place 3 of 3 by relevance; "
        "it came closest at step 1, 0.693 behind; "
        "no feature picked repeats most of what it tells, but it tells less than any of them."
    )


def test_a_copy_is_told_what_it_repeats() -> None:
    """Z = X: MI(Z, X) = ln 2 of MI(C, Z) = ln 2, and MIFS charges for it in full."""
    selection = natpick.select(coins(Z=lambda X: X), method="mifs", n_features=4)
    assert selection.names == ["X", "Y", "W", "Z"]
    why = selection.explain("Z")
    assert why.repeats == ("X", pytest.approx(LN2, abs=1e-12))
    assert why.adds_with is None
    assert "it repeats 0.693 nats of X" in why.sentence


def test_complementary_features_are_told_what_they_add_together() -> None:
    """MI(C, Y) = 0 but MI(C, Y | X) = ln 2: the gain MI(X, Y | C) - MI(X, Y) is ln 2."""
    why = xor().explain("Y")
    assert why.picked_at == 2
    assert why.adds_with == ("X", pytest.approx(LN2, abs=1e-12))
    assert why.repeats is None
    assert why.sentence == (
        "Y was picked at step 2: alone it tells 0 nats about the target and "
        "with X it tells 0.693 nats more than the two apart; next best was W, 0.693 behind."
    )


def test_a_feature_that_was_kept_is_told_so() -> None:
    why = xor().explain("X")
    assert why.picked_at == 1
    assert why.sentence == (
        "X was kept as asked at step 1: alone it tells 0 nats about the target."
    )


def test_of_several_partners_the_largest_is_told() -> None:
    """Terms with the first and the second feature selected: (MI, MI | C) by hand."""
    step = Step(
        index=2,
        name="c",
        score=0.1,
        relevance=0.5,
        redundancy=0.0,
        class_redundancy=0.0,
        with_selected=((0.1, 0.4), (0.3, 0.35)),
        runner_up=3,
        runner_up_name="d",
        margin=0.0123456,
    )
    before = [
        replace(step, index=i, name="ab"[i], with_selected=(), runner_up=None) for i in (0, 1)
    ]
    record = Record([*before, step], ["a", "b", "c", "d"], [0.5, 0.9, 0.5, 0.1])
    why = explain(record, "c")
    assert why.repeats == ("b", 0.3)
    assert why.adds_with == ("a", pytest.approx(0.4 - 0.1))
    assert why.relevance_rank == 2
    assert why.sentence.endswith("; next best was d, 0.0123 behind.")
    assert explain(record, "d").runner_up_at == (3,)


@pytest.mark.parametrize("method", CRITERIA)
def test_every_feature_can_be_explained_after_every_method(method: str) -> None:
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 3, (40, 6)), rng.integers(0, 2, 40)
    selection = natpick.select(X, y, method=method, n_features=4)
    for i, name in enumerate(selection.features):
        by_name, by_index = selection.explain(name), selection.explain(i)
        assert by_name == by_index
        assert by_name.sentence.startswith(f"{name} was ")
        assert (by_name.picked_at is None) == (name not in selection.names)


def test_many_ties_are_counted_not_listed() -> None:
    codes = np.tile([[0], [0], [1], [1]], 9)
    sentence = natpick.select(codes, [0, 0, 1, 1], n_features=1).explain("x0").sentence
    assert "its score ties with that of x1, x2, x3 and 5 more, and the first" in sentence


def test_an_unknown_feature_is_told_the_nearest() -> None:
    selection = natpick.select(coins(Weight=lambda X: X), n_features=1)
    with pytest.raises(ValueError, match=r"Unknown feature 'weight'\. Did you mean 'Weight'\?"):
        selection.explain("weight")
    with pytest.raises(ValueError, match="Feature 4 is out of range; indices go from 0 to 3"):
        selection.explain(4)
