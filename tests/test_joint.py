"""Joint: an exact distribution of named variables, from whatever it is made."""

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from natpick.sources import Joint
from natpick.terms import Want
from strategies import joints, pmfs

LN2, LN3 = math.log(2), math.log(3)
NAMES = ("x0", "x1", "x2", "C")
SOME = st.lists(st.sampled_from(NAMES), max_size=4, unique=True).map(tuple)

# A fair die told by its parity X and by whether it is high, Y; the target is whether it is a six.
DIE = {"X": [1, 0, 1, 0, 1, 0], "Y": [0, 0, 0, 1, 1, 1], "C": [0, 0, 0, 0, 0, 1]}
SIXTHS = [1 / 6] * 6

Law = dict[tuple[int, ...], float]


def approx(value: float) -> Any:
    return pytest.approx(value, rel=0, abs=1e-12)


def law(p: NDArray[Any], names: tuple[str, ...]) -> Law:
    """Return P(names = values) for all values, added up cell by cell."""
    marginal: Law = {}
    for cell in np.ndindex(p.shape):
        values = tuple(cell[NAMES.index(name)] for name in names)
        marginal[values] = marginal.get(values, 0.0) + float(p[cell])
    return {values: q for values, q in marginal.items() if q > 0}


def h(p: NDArray[Any], names: tuple[str, ...]) -> float:
    """Return H = -sum p ln p."""
    return -math.fsum(q * math.log(q) for q in law(p, names).values())


def answers(joint: Joint) -> dict[tuple[str, ...], Any]:
    """Return the entropy of every set of variables: equal for equal distributions."""
    names = sorted((*joint.names, joint.target))
    sets = itertools.chain.from_iterable(
        itertools.combinations(names, size) for size in range(len(names) + 1)
    )
    return {chosen: approx(joint.entropy(chosen)) for chosen in sets}


@given(pmfs(4, levels=3), SOME, SOME)
def test_entropy_is_the_literal_sum(p: NDArray[Any], a: Any, given_: Any) -> None:
    """H(A | B) = H(A, B) - H(B), H = -sum p ln p."""
    joint = Joint.from_array(p, NAMES)
    assert joint.entropy(a, given=given_) == approx(h(p, a + given_) - h(p, given_))


@given(pmfs(4, levels=3), SOME, SOME, SOME)
def test_mutual_information_is_the_literal_sum(p: NDArray[Any], a: Any, b: Any, z: Any) -> None:
    """MI(A, B | Z) = sum p(a, b, z) ln (p(a, b, z) p(z) / (p(a, z) p(b, z)))."""
    joint = Joint.from_array(p, NAMES)
    abz, az, bz, z_ = law(p, a + b + z), law(p, a + z), law(p, b + z), law(p, z)
    k, m = len(a), len(a) + len(b)
    expected = math.fsum(
        q * math.log(q * z_[v[m:]] / (az[v[:k] + v[m:]] * bz[v[k:]])) for v, q in abz.items()
    )
    assert joint.mutual_information(a, b, given=z) == approx(expected)


@given(pmfs(4, levels=3), st.lists(st.sampled_from(NAMES[:3]), unique=True).map(tuple))
def test_minimum_bayes_risk_is_the_literal_sum(p: NDArray[Any], s: tuple[str, ...]) -> None:
    """MBR(C, S) = 1 - sum over s of max over c of P(S = s, C = c)."""
    joint, cells = law(p, (*s, "C")), law(p, s)
    best = math.fsum(max(joint.get((*v, c), 0.0) for c in range(p.shape[3])) for v in cells)
    assert Joint.from_array(p, NAMES).minimum_bayes_risk(s) == approx(1 - best)


def test_values_of_the_die_are_those_worked_out_by_hand() -> None:
    """P(C=1) = 1/6; given X = 0 and Y = 1 a six has probability 1/2, else 0."""
    die = Joint.from_table(DIE, SIXTHS)
    assert die.entropy("C") == approx(math.log(6) - 5 / 6 * math.log(5))
    assert die.entropy("C", given=("X", "Y")) == approx(LN2 / 3)
    assert die.mutual_information("X", "Y") == approx(2 * LN2 - die.entropy(("X", "Y")))
    assert die.entropy(("X", "Y")) == approx(2 * (LN3 / 3) + 2 * (math.log(6) / 6))
    assert die.minimum_bayes_risk() == approx(1 / 6)
    assert die.minimum_bayes_risk(["X", "Y"]) == approx(1 / 6)


def test_a_table_a_function_and_an_array_of_the_same_distribution_agree() -> None:
    """C = (X + Y)**2 of fair X and Y in {-1, 1} is 4, 0, 0, 4."""
    by_table = Joint.from_table(
        {"X": [-1, -1, 1, 1], "Y": [-1, 1, -1, 1], "C": [4, 0, 0, 4]}, [1 / 4] * 4
    )
    by_function = Joint.from_function({"X": [-1, 1], "Y": [-1, 1]}, lambda X, Y: (X + Y) ** 2)
    p = np.zeros((2, 2, 2))
    p[0, 0, 1] = p[0, 1, 0] = p[1, 0, 0] = p[1, 1, 1] = 1 / 4
    by_array = Joint.from_array(p, ["X", "Y", "C"])
    for joint in (by_table, by_function, by_array):
        assert joint.names == ("X", "Y")
        assert joint.target == "C"
        assert answers(joint) == answers(by_table)


def test_a_function_may_have_weighted_variables_and_derived_features() -> None:
    """X is 1 with probability 1/4, F = not X, C = X and Y with fair Y: P(C = 1) = 1/8."""
    joint = Joint.from_function(
        {"X": [0, 1], "Y": [0, 1]},
        lambda X, Y: X and Y,
        probabilities={"X": [3 / 4, 1 / 4]},
        features={"F": lambda X: 1 - X},
        target_name="T",
    )
    assert joint.names == ("X", "Y", "F")
    assert joint.target == "T"
    assert joint.entropy("X") == approx(math.log(4) - 3 / 4 * LN3)
    assert joint.entropy("F", given="X") == 0
    assert joint.minimum_bayes_risk() == approx(1 / 8)


@pytest.mark.parametrize("table", [pd.DataFrame, pl.DataFrame, pa.table])
def test_outcomes_may_be_a_table_of_any_library(table: Callable[[Any], Any]) -> None:
    assert answers(Joint.from_table(table(DIE), SIXTHS)) == answers(Joint.from_table(DIE, SIXTHS))


def test_outcomes_that_occur_twice_are_added_up_and_impossible_ones_are_dropped() -> None:
    twice = {name: values * 2 + [7] for name, values in DIE.items()}
    joint = Joint.from_table(twice, [1 / 12] * 12 + [0])
    assert len(joint.probabilities) == 5
    assert joint.probabilities.sum() == approx(1)
    assert answers(joint) == answers(Joint.from_table(DIE, SIXTHS))


def test_values_may_be_anything_that_can_be_told_apart() -> None:
    joint = Joint.from_table(
        {"X": ["a", None, ("b", 1), 2.5], "C": [True, False, True, False]}, [1 / 4] * 4
    )
    assert joint.entropy("X") == approx(2 * LN2)
    assert joint.mutual_information("C", "X") == approx(LN2)


def test_any_axis_of_an_array_can_be_the_target() -> None:
    p = np.array([[1 / 2, 1 / 4], [0, 1 / 4]])
    joint = Joint.from_array(p, ["T", "X"], target="T")
    assert joint.names == ("X",)
    assert joint.entropy("T") == approx(math.log(4) - 3 / 4 * LN3)
    assert Joint.from_array(p).names == ("x0",)


@given(joints(3))
def test_a_marginal_answers_as_the_whole_does(joint: Joint) -> None:
    """Summing over x1 leaves P(x0, x2, C) as it was."""
    marginal = joint.marginal(["x2", "x0"])
    assert marginal.names == ("x0", "x2")
    assert answers(marginal) == {
        names: value for names, value in answers(joint).items() if "x1" not in names
    }


@given(pmfs(4, levels=3))
def test_conditioning_on_a_value_divides_by_its_probability(p: NDArray[Any]) -> None:
    """P(x1, x2, C | x0 = v) = P(v, x1, x2, C) / P(x0 = v)."""
    joint = Joint.from_array(p, NAMES)
    for v in np.flatnonzero(p.sum(axis=(1, 2, 3)) > 0).tolist():
        given_v = Joint.from_array(p[v] / p[v].sum(), NAMES[1:])
        assert answers(joint.condition({"x0": v})) == answers(given_v)


def test_frequencies_of_a_sample_come_near_the_probabilities() -> None:
    """n(atom) / n is within 5 standard deviations, sqrt(p (1 - p) / n), of p."""
    die, n = Joint.from_table(DIE, SIXTHS), 90_000
    rows = die.sample(n, seed=3)
    assert set(rows) == {"X", "Y", "C"}
    for cell, p in {(1, 0, 0): 2 / 6, (0, 0, 0): 1 / 6, (1, 1, 0): 1 / 6, (0, 1, 1): 1 / 6}.items():
        drawn = np.mean((rows["X"] == cell[0]) & (rows["Y"] == cell[1]) & (rows["C"] == cell[2]))
        assert abs(drawn - p) < 5 * math.sqrt(p * (1 - p) / n)


def test_a_sample_depends_on_the_seed_and_on_nothing_else() -> None:
    die = Joint.from_table(DIE, SIXTHS)
    first, again, other = (die.sample(50, seed=seed)["X"].tolist() for seed in (1, 1, 2))
    assert first == again
    assert first != other


@given(joints(3))
def test_what_is_determined_has_an_entropy_of_exactly_0(joint: Joint) -> None:
    """H(A | A, B) = 0, and MI(A, A) = H(A): no tolerance."""
    assert joint.entropy("x0", given=("x1", "x0")) == 0
    assert joint.entropy(()) == 0
    assert joint.mutual_information("x0", "x0") == joint.entropy("x0")
    assert joint.mutual_information("x0", ("x1", "C"), given="x0") == 0


@given(pmfs(4, levels=3), SOME, SOME, SOME)
def test_mutual_information_never_exceeds_either_entropy(
    p: NDArray[Any], a: Any, b: Any, z: Any
) -> None:
    """0 <= MI(A, B | Z) <= min(H(A | Z), H(B | Z)): no tolerance."""
    joint = Joint.from_array(p, NAMES)
    shared = joint.mutual_information(a, b, given=z)
    assert 0 <= shared <= min(joint.entropy(a, given=z), joint.entropy(b, given=z))


@given(st.lists(st.integers(1, 999), min_size=1, max_size=5))
def test_a_function_of_a_variable_has_an_entropy_of_exactly_0_given_it(weights: list[int]) -> None:
    """H(f(X) | X) = 0 whatever the probabilities: no tolerance."""
    p = np.array(weights) / sum(weights)
    x = list(range(len(weights)))
    joint = Joint.from_table({"X": x, "F": [v % 2 for v in x], "C": [v // 2 for v in x]}, p)
    assert joint.entropy(("F", "C"), given="X") == 0
    assert joint.entropy("C", given=("X", "F")) == 0


@given(pmfs(1, levels=9), pmfs(1, levels=9))
def test_independent_variables_share_exactly_nothing(x: NDArray[Any], c: NDArray[Any]) -> None:
    """p(x, c) = p(x) p(c): MI(X, C) = 0, no tolerance."""
    joint = Joint.from_array(np.multiply.outer(x, c))
    assert joint.mutual_information("x0", "C") == 0


@given(joints(3))
def test_terms_are_what_the_questions_give(joint: Joint) -> None:
    """The arrays that a search reads hold H, MI(., .), MI(., . | C), H(., ., C), MI(., . | S)."""
    alone = joint.univariate()
    assert alone.target_entropy == joint.entropy("C")
    assert alone.entropy.tolist() == [joint.entropy(i) for i in joint.names]
    assert alone.relevance.tolist() == [joint.mutual_information("C", i) for i in joint.names]
    pair = joint.pair_terms(2, np.array([1, 0]), Want.ALL)
    assert pair.redundancy.tolist() == [joint.mutual_information(i, "x2") for i in ("x1", "x0")]
    assert pair.class_redundancy.tolist() == [
        joint.mutual_information(i, "x2", given="C") for i in ("x1", "x0")
    ]
    assert pair.joint_entropy.tolist() == [joint.entropy((i, "x2", "C")) for i in ("x1", "x0")]
    whole = joint.set_terms(np.array([2, 0]), np.array([1]))
    assert whole.target_entropy == joint.entropy("C", given=("x0", "x2"))
    assert whole.entropy.tolist() == [joint.entropy("x1", given=("x0", "x2"))]
    assert whole.relevance.tolist() == [joint.mutual_information("C", "x1", given=("x0", "x2"))]
