"""Many distributions at once are what each of them is alone: Ensemble equals Joint."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from natpick import CRITERIA, forward
from natpick.sources import Joint
from natpick.terms import Want
from natpick.theory import FeatureType, feature_types, minimum_bayes_risk, objectives
from natpick.theory.ensemble import Ensemble, best_of
from strategies import SEEDS, Table

CODES = list(FeatureType)
Chosen = NDArray[np.int64]


def approx(value: Any) -> Any:
    return pytest.approx(value, rel=1e-12, abs=1e-13)


def drawn(shape: list[int], size: int, *, sparse: bool, seed: int) -> Table:
    """Return pmfs of one shape: few and equal probabilities, or all positive and different."""
    rng = np.random.default_rng(seed)
    cells = math.prod(shape)
    if not sparse:
        return rng.dirichlet(np.ones(cells), size).reshape(size, *shape)
    counts = rng.integers(0, 3, (size, cells)) * (rng.random((size, cells)) < 0.4)
    counts[np.arange(size), rng.integers(0, cells, size)] += 1
    return (counts / counts.sum(axis=1, keepdims=True)).reshape(size, *shape)


batches = st.builds(
    drawn,
    st.lists(st.integers(1, 4), min_size=3, max_size=4),
    st.integers(1, 3),
    sparse=st.booleans(),
    seed=SEEDS,
)
"""Some distributions of two or three features and a target, of up to four levels each."""


@st.composite
def steps(draw: st.DrawFn) -> tuple[Table, Chosen]:
    """Draw distributions, and for each of them features of its own, equally many."""
    p = draw(batches)
    features = p.ndim - 2
    t = draw(st.integers(0, features - 1))
    orders = [draw(st.permutations(range(features))) for _ in p]
    return p, np.array(orders, dtype=np.int64)[:, :t]


def alone(p: Table, chosen: Chosen) -> list[tuple[Joint, list[str]]]:
    """Return each distribution as a source, with the names of its selected features."""
    joints = [Joint.from_array(pmf) for pmf in p]
    return [
        (joint, [joint.names[i] for i in s])
        for joint, s in zip(joints, chosen.tolist(), strict=True)
    ]


@given(batches)
def test_entropies_and_relevances_are_those_of_each_distribution(p: Table) -> None:
    """H(C), H(X_i), MI(C, X_i), and H of any features with and without the target."""
    many = Ensemble(p)
    assert (many.size, many.features) == (len(p), p.ndim - 2)
    for b, joint in enumerate(map(Joint.from_array, p)):
        terms = joint.univariate()
        assert many.target_entropy[b] == approx(terms.target_entropy)
        assert many.feature_entropy[b] == approx(terms.entropy)
        assert many.relevance[b] == approx(terms.relevance)
        last = (joint.names[0], joint.names[-1])
        where = (0, many.features - 1)
        assert many.entropy(where)[b] == approx(joint.entropy(last))
        assert many.entropy(where, with_target=True)[b] == approx(joint.entropy((*last, "C")))


@given(steps())
def test_terms_given_s_are_those_of_each_distribution(step: tuple[Table, Chosen]) -> None:
    """H(C|S), H(X_i|S) and MI(C, X_i|S)."""
    p, chosen = step
    many = Ensemble(p)
    for b, (joint, _) in enumerate(alone(p, chosen)):
        terms = joint.set_terms(chosen[b], np.arange(many.features))
        assert many.target_entropy_given(chosen)[b] == approx(terms.target_entropy)
        assert many.entropy_given(chosen)[b] == approx(terms.entropy)
        assert many.target_of_prime(chosen)[b] == approx(terms.relevance)


@given(steps())
def test_terms_of_pairs_are_those_of_each_distribution(step: tuple[Table, Chosen]) -> None:
    """MI(X_i, X_s), MI(X_i, X_s|C), H(X_i, X_s, C), and of X_s its relevance and entropy."""
    p, chosen = step
    pairs = Ensemble(p).pairs(chosen)
    for b, (joint, s) in enumerate(alone(p, chosen)):
        everyone = joint.univariate()
        for t, x_s in enumerate(chosen[b]):
            terms = joint.pair_terms(int(x_s), np.arange(len(joint.names)), Want.ALL)
            assert pairs.redundancy[b, :, t] == approx(terms.redundancy)
            assert pairs.class_redundancy[b, :, t] == approx(terms.class_redundancy)
            assert pairs.joint_entropy[b, :, t] == approx(terms.joint_entropy)
            assert pairs.selected_relevance[b, 0, t] == approx(everyone.relevance[x_s])
            assert pairs.selected_entropy[b, 0, t] == approx(everyone.entropy[x_s])
        assert pairs.redundancy.shape[2] == len(s)


@given(steps())
def test_every_row_scores_as_on_each_distribution(step: tuple[Table, Chosen]) -> None:
    """And so do the targets OF and OF'; only features that the search would score have one."""
    p, chosen = step
    many = Ensemble(p)
    candidates = many.candidates(chosen)
    scores = {row.name: many.scores(row, chosen) for row in CRITERIA.values()}
    everywhere = {
        "target_of": many.target_of(chosen),
        "target_of_prime": many.target_of_prime(chosen),
    }
    for b, (joint, s) in enumerate(alone(p, chosen)):
        expected = objectives(joint, s)
        for i, name in enumerate(joint.names):
            assert all((values[b, i] > -np.inf) == candidates[b, i] for values in scores.values())
            if candidates[b, i]:
                found = {method: values[b, i] for method, values in (scores | everywhere).items()}
                assert found == approx(expected[name])


@settings(max_examples=30)
@given(batches)
def test_picks_are_those_of_the_search(p: Table) -> None:
    many = Ensemble(p)
    for row in CRITERIA.values():
        picks = many.picks(row, many.features)
        for b, pmf in enumerate(p):
            steps = forward(Joint.from_array(pmf), row)
            assert [step.index for step in steps] == picks[b].tolist()


@given(steps())
def test_types_are_those_of_each_distribution(step: tuple[Table, Chosen]) -> None:
    p, chosen = step
    types = Ensemble(p).types(chosen)
    for b, (joint, s) in enumerate(alone(p, chosen)):
        expected = feature_types(joint, s)
        for i, name in enumerate(joint.names):
            assert CODES[types[b, i]] is expected.get(name, FeatureType.REDUNDANT)


@given(steps())
def test_risks_are_those_of_each_distribution(step: tuple[Table, Chosen]) -> None:
    p, chosen = step
    many = Ensemble(p)
    for b, (joint, s) in enumerate(alone(p, chosen)):
        assert many.bayes_risk(chosen)[b] == approx(minimum_bayes_risk(joint, s))
        with_each = [minimum_bayes_risk(joint, {*s, name}) for name in joint.names]
        assert many.bayes_risk_with(chosen)[b] == approx(with_each)


@given(steps())
def test_some_of_the_distributions_answer_as_they_do_among_all(step: tuple[Table, Chosen]) -> None:
    p, chosen = step
    many, which = Ensemble(p), np.arange(len(p))[::-2]
    some = many.take(which)
    assert some.size == len(which)
    for row in CRITERIA.values():
        expected = many.scores(row, chosen)[which]
        assert np.array_equal(some.scores(row, chosen[which]), expected)
    assert np.array_equal(some.types(chosen[which]), many.types(chosen)[which])
    assert np.array_equal(some.bayes_risk(chosen[which]), many.bayes_risk(chosen)[which])


@given(batches)
def test_features_selected_by_all_are_given_once(p: Table) -> None:
    many = Ensemble(p)
    everyone = np.full((many.size, 1), many.features - 1)
    one = [many.features - 1]
    assert np.array_equal(many.types(one), many.types(everyone))
    assert np.array_equal(many.target_of(one), many.target_of(everyone))
    assert np.array_equal(many.bayes_risk_with(one), many.bayes_risk_with(everyone))


# Equiprobable atoms.


@st.composite
def atoms(draw: st.DrawFn) -> NDArray[np.int64]:
    """Draw the value of each atom in three features and last in the target."""
    m = draw(st.integers(1, 7))
    value = st.integers(0, 3)
    columns = [draw(st.lists(value, min_size=m, max_size=m)) for _ in range(4)]
    return np.array(columns, dtype=np.int64)


@settings(max_examples=30)
@given(atoms())
def test_partitions_of_equal_atoms_are_the_distribution_they_stand_for(
    codes: NDArray[np.int64],
) -> None:
    m = codes.shape[1]
    outcomes = dict(zip(["x0", "x1", "x2", "C"], codes.tolist(), strict=True))
    joint = Joint.from_table(outcomes, np.full(m, 1 / m))
    same = codes[:, :, np.newaxis] == codes[:, np.newaxis, :]
    blocks = (same * (np.uint64(1) << np.arange(m, dtype=np.uint64))).sum(axis=2)
    one = Ensemble.of_atoms(blocks.astype(np.uint64)[np.newaxis])
    for s in ([], [0], [1, 2]):
        names = [joint.names[i] for i in s]
        assert one.target_entropy_given(s)[0] == approx(joint.entropy("C", given=names))
        assert one.bayes_risk(s)[0] == approx(joint.minimum_bayes_risk(names))
        expected = objectives(joint, names)
        types = feature_types(joint, names)
        for i in np.flatnonzero(one.candidates(s)[0]):
            name = joint.names[i]
            assert CODES[one.types(s)[0, i]] is types[name]
            assert one.target_of_prime(s)[0, i] == approx(expected[name]["target_of_prime"])
            for row in CRITERIA.values():
                assert one.scores(row, s)[0, i] == approx(expected[name][row.name])


# Edges.


def test_ties_go_to_the_lowest_feature() -> None:
    assert best_of(np.array([[1.0, 1 + 1e-13], [1.0, 1 + 1e-11]])).tolist() == [0, 1]


def test_a_constant_feature_is_scored_only_when_nothing_else_is_left() -> None:
    """x0 is constant: the candidates are x1, and then x0."""
    many = Ensemble(np.full((1, 1, 2, 2), 1 / 4))
    assert many.candidates([]).tolist() == [[False, True]]
    assert many.candidates([1]).tolist() == [[True, False]]
    assert many.picks(CRITERIA["jmi"], 2).tolist() == [[1, 0]]


@pytest.mark.parametrize(
    ("p", "message"),
    [
        (np.full((2, 2), 1 / 2), r"p has shape \(2, 2\); give \(B, l_1, ..., l_q, c\)"),
        (np.zeros((0, 2, 2)), r"p has shape \(0, 2, 2\)"),
        (np.ones([1] * 14), "from 1 to 11 features"),
        ([[[0.5, 0.75], [-0.25, 0.0]]], "Probability -0.25 is not allowed"),
        ([[[0.5, math.nan], [0.5, 0.0]]], "Probability nan is not allowed"),
        ([[[1.0, 0.0]], [[0.5, 0.25]]], "distribution 1 add up to .*0.75.*, not 1"),
    ],
)
def test_what_is_no_distribution_is_refused(p: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Ensemble(p)


@pytest.mark.parametrize(
    ("selected", "error", "message"),
    [
        ([2], ValueError, "must be from 0 to 1"),
        ([-1], ValueError, "must be from 0 to 1"),
        ([0, 0], ValueError, "selected twice"),
        ([0.0], TypeError, "whole numbers, not float64"),
    ],
)
def test_features_that_cannot_be_selected_are_refused(
    selected: Any, error: type[Exception], message: str
) -> None:
    many = Ensemble(np.full((1, 2, 2, 2), 1 / 8))
    with pytest.raises(error, match=message):
        many.types(selected)
