"""The forward search: a literal greedy loop, whatever the order of rows and columns."""

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import textbook
from natpick import CRITERIA, Step, forward
from natpick.penalty import Pair, Penalty
from natpick.sources import Counts, Joint
from strategies import Encoded, Pairwise, empirical, encoded, full_of_ties, informative, joints

EVERY_ROW = pytest.mark.parametrize("name", CRITERIA)
TIE = 1e-12


def counts(codes_and_y: Encoded) -> Counts:
    return Counts.from_codes(*codes_and_y)


def approx(value: float) -> object:
    return pytest.approx(value, rel=0, abs=TIE)


def greedy(joint: Joint, name: str) -> list[Step]:
    """Return all picks by the literal rule: the best score, of ties the first column."""
    steps: list[Step] = []
    names, selected = list(joint.names), []
    while len(selected) < len(names):
        still_open = [i for i in names if i not in selected]
        candidates = [i for i in still_open if joint.entropy(i) > 0] or still_open
        scores = {i: textbook.score(name, joint, i, selected, candidates) for i in candidates}
        tied = [i for i in candidates if scores[i] >= max(scores.values()) - TIE]
        best, others = tied[0], [i for i in candidates if i != tied[0]]
        second = [i for i in others if scores[i] >= max(scores[o] for o in others) - TIE][:1]
        steps.append(
            Step(
                index=names.index(best),
                name=best,
                score=scores[best],
                relevance=joint.mutual_information("C", best),
                redundancy=math.nan,
                class_redundancy=math.nan,
                tied=tuple(map(names.index, tied)) if len(tied) > 1 else (),
                runner_up=names.index(second[0]) if second else None,
                runner_up_name=second[0] if second else None,
                margin=max(0.0, scores[best] - scores[second[0]]) if second else None,
                n_candidates=len(candidates),
            )
        )
        selected.append(best)
    return steps


def assert_the_same_picks(found: list[Step], expected: list[Step]) -> None:
    """Compare all but the terms, which the textbook loop does not tell."""
    for step, literal in zip(found, expected, strict=True):
        assert (step.index, step.name, step.tied) == (literal.index, literal.name, literal.tied)
        assert (step.runner_up, step.runner_up_name) == (literal.runner_up, literal.runner_up_name)
        assert step.n_candidates == literal.n_candidates
        assert step.score == approx(literal.score)
        assert step.relevance == approx(literal.relevance)
        assert (step.margin is None) == (literal.margin is None)
        assert step.margin is None or step.margin == approx(literal.margin)


@EVERY_ROW
@settings(max_examples=6)
@given(joint=joints(4))
def test_the_search_is_a_literal_greedy_loop_on_distributions(name: str, joint: Joint) -> None:
    assert_the_same_picks(list(forward(joint, name)), greedy(joint, name))


@EVERY_ROW
@pytest.mark.parametrize("seed", range(4))
def test_the_search_is_a_literal_greedy_loop_on_tables_full_of_ties(name: str, seed: int) -> None:
    table = full_of_ties(seed)
    assert_the_same_picks(list(forward(counts(table), name)), greedy(empirical(*table), name))


@EVERY_ROW
def test_a_shorter_selection_is_the_beginning_of_a_longer_one(name: str) -> None:
    source = counts(full_of_ties(3))
    everything = list(forward(source, name))
    assert [step.index for step in everything] != list(range(8))
    assert sorted(step.index for step in everything) == list(range(8))
    for k in range(8):
        assert list(islice(forward(source, name), k)) == everything[:k]


@EVERY_ROW
@settings(max_examples=12)
@given(table=encoded(), seed=st.integers(0, 99))
def test_the_order_of_rows_changes_nothing_to_the_last_bit(
    name: str, table: Encoded, seed: int
) -> None:
    codes, y = table
    shuffled = np.random.default_rng(seed).permutation(len(y))
    assert list(forward(counts((codes[shuffled], y[shuffled])), name)) == list(
        forward(counts((codes, y)), name)
    )


@EVERY_ROW
@settings(max_examples=12)
@given(table=encoded(), seed=st.integers(0, 99))
def test_the_order_of_columns_matters_only_among_reported_ties(
    name: str, table: Encoded, seed: int
) -> None:
    codes, y = table
    p = codes.shape[1]
    order = np.random.default_rng(seed).permutation(p)
    names = [f"x{j}" for j in range(p)]
    moved = [names[j] for j in order]
    there = forward(Counts.from_codes(codes, y, names), name)
    here = forward(Counts.from_codes(codes[:, order], y, moved), name)
    for one, other in zip(there, here, strict=True):
        assert one.score == approx(other.score)
        assert {names[i] for i in one.tied} == {moved[i] for i in other.tied}
        if one.name != other.name:
            assert {one.name, other.name} <= {names[i] for i in one.tied}
            return
        assert (one.score, one.relevance) == (other.score, other.relevance)
        assert one.with_selected == other.with_selected
        assert (one.margin is None) == (other.margin is None)
        assert one.margin is None or one.margin == approx(other.margin)


def test_columns_without_ties_are_picked_in_any_order_alike() -> None:
    codes, y = informative(400, 7)
    order = np.random.default_rng(1).permutation(7)
    names = np.array([f"x{j}" for j in range(7)])
    for name in CRITERIA:
        there = list(forward(Counts.from_codes(codes, y, names.tolist()), name))
        here = list(forward(Counts.from_codes(codes[:, order], y, names[order].tolist()), name))
        if not any(step.tied for step in there):
            assert [step.name for step in there] == [step.name for step in here]
    assert not any(step.tied for step in forward(counts((codes, y)), "jmi"))


def test_copies_tie_and_the_first_column_is_picked() -> None:
    """MI(C, X1) = MI(C, X0) for a copy, and once X0 is selected CMIM scores X1 MI(C, X1|X0) = 0."""
    codes, y = informative(300, 3)
    source = counts((codes[:, [1, 0, 0, 2, 0]], y))
    first, second, *_ = forward(source, "cmim")
    assert (first.index, first.tied, first.margin) == (1, (1, 2, 4), 0.0)
    assert (first.runner_up, first.runner_up_name) == (2, "x2")
    assert second.index in (0, 3)
    assert [step.score for step in list(forward(source, "cmim"))[3:]] == [0.0, 0.0]


def test_constant_columns_come_last_whatever_the_others_score() -> None:
    codes, y = informative(200, 5)
    codes[:, [0, 3]] = 2
    for name in CRITERIA:
        picked = [step.index for step in forward(counts((codes, y)), name)]
        assert picked[3:] == [0, 3]
    negative = [step.score for step in forward(counts((codes, y)), "mifs")]
    assert min(negative[:3]) < 0


def test_a_constant_column_is_no_runner_up_while_another_is_open() -> None:
    codes, y = informative(200, 3)
    codes[:, 1] = 0
    steps = list(forward(counts((codes, y)), "jmi"))
    assert [step.runner_up for step in steps[1:]] == [None, None]
    assert [step.margin for step in steps[1:]] == [None, None]


@EVERY_ROW
def test_features_to_keep_come_first_in_the_order_asked_for(name: str) -> None:
    source = counts(full_of_ties(2))
    steps = list(forward(source, name, keep=["x6", 3, "x0"]))
    assert [step.index for step in steps[:3]] == [6, 3, 0]
    assert [step.kept for step in steps] == [True] * 3 + [False] * 5
    assert sorted(step.index for step in steps) == list(range(8))
    for step in steps[:3]:
        assert (step.tied, step.runner_up, step.margin) == ((), None, None)


def test_after_features_to_keep_the_search_is_as_if_they_had_been_picked() -> None:
    table = full_of_ties(4)
    joint = empirical(*table)
    kept = ["x5", "x2"]
    third = next(islice(forward(counts(table), "jmi", keep=kept), 2, None))
    varying = [i for i in joint.names if i not in kept and joint.entropy(i) > 0]
    scores = {i: textbook.jmi(joint, i, kept, varying) for i in varying}
    assert third.score == approx(max(scores.values()))
    assert scores[third.name] == approx(max(scores.values()))


@EVERY_ROW
@pytest.mark.parametrize("lazy", [True, False])
def test_a_search_goes_on_exactly_where_another_ended(name: str, lazy: bool) -> None:
    source = counts(full_of_ties(7))
    everything = list(forward(source, name, keep=["x4"], lazy=lazy))
    for k in range(9):
        after = everything[:k]
        assert list(forward(source, name, keep=["x4"], after=after, lazy=lazy)) == everything[k:]


def test_margins_are_score_less_runner_up_and_at_least_0() -> None:
    steps = list(forward(counts(informative(250, 6)), "mrmr"))
    joint = empirical(*informative(250, 6))
    for k, step in enumerate(steps[:-1]):
        selected = [before.name for before in steps[:k]]
        runner_up = textbook.score("mrmr", joint, step.runner_up_name, selected, [])
        assert step.margin == approx(step.score - runner_up)
        assert step.margin >= 0
    assert (steps[-1].runner_up, steps[-1].runner_up_name, steps[-1].margin) == (None, None, None)


def test_one_feature_is_picked_alone() -> None:
    (step,) = forward(counts((np.array([[0], [1]]), np.array([0, 1]))), "jmi")
    assert (step.index, step.score, step.tied, step.runner_up) == (0, math.log(2), (), None)


def _not_a_number(pair: Pair) -> Penalty:
    none = np.zeros_like(pair.redundancy)
    return Penalty(np.where(pair.relevance > 0.01, pair.redundancy, np.nan), none, none)


def _unasked(pair: Pair) -> Penalty:
    none = np.zeros_like(pair.redundancy)
    return Penalty(pair.redundancy, pair.class_redundancy, none)


@pytest.mark.parametrize("lazy", [True, False])
@pytest.mark.parametrize("penalty", [_not_a_number, _unasked])
def test_a_score_that_is_not_a_number_is_refused(
    penalty: Callable[[Pair], Penalty], lazy: bool
) -> None:
    row = replace(CRITERIA["mifs"], name="own", penalty=penalty)
    codes, y = informative(300, 4)
    codes[:, 3] = np.arange(300) % 2  # tells next to nothing of y
    source = counts((codes, y))
    with pytest.raises(ValueError, match=r"The score of 'x[123]' is not a number"):
        list(islice(forward(source, row, lazy=lazy), 2))
    with pytest.raises(ValueError, match=r"The score of 'x3' is not a number"):
        list(islice(forward(source, row, keep=["x0", "x3"], lazy=lazy), 2))


def test_features_to_keep_are_checked() -> None:
    source = Counts.from_codes(*informative(50, 3), ["age", "height", "weight"])
    with pytest.raises(ValueError, match=r"Unknown feature 'hight'\. Did you mean 'height'\?"):
        forward(source, "jmi", keep=["hight"])
    with pytest.raises(ValueError, match="There are 3: 'age', 'height', 'weight'"):
        forward(source, "jmi", keep=["xyzzy"])
    with pytest.raises(ValueError, match="Feature 3 is out of range; indices go from 0 to 2"):
        forward(source, "jmi", keep=[3])
    with pytest.raises(ValueError, match="Feature -1 is out of range"):
        forward(source, "jmi", keep=[-1])
    with pytest.raises(ValueError, match="given more than once"):
        forward(source, "jmi", keep=["age", 0])
    with pytest.raises(TypeError, match=r"a name or an index, not 1\.5"):
        forward(source, "jmi", keep=[1.5])


def test_a_source_that_cannot_condition_is_told_so_by_name() -> None:
    with pytest.raises(TypeError, match="cmi conditions on all selected features at once, which"):
        forward(Pairwise(counts(full_of_ties(0))), "cmi")
