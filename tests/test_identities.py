"""The identities of Sections 2 and 3, for discrete, continuous and mixed vectors alike.

A Joint has discrete variables. A HalfPlane has continuous ones (X, X-k'Y) and discrete ones
(C, X_disc, Z); its entropies of continuous variables are differential ones, and of both together
h(continuous) + H(discrete | continuous).
"""

import itertools
import math
from typing import Any

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from natpick.sources import HalfPlane, Joint
from natpick.theory import objectives
from strategies import joints

Exact = Joint | HalfPlane
Names = tuple[str, ...]

parameters = st.floats(-3, 3).map(lambda x: 10**x)
sources: st.SearchStrategy[Exact] = st.one_of(
    joints(3), st.builds(HalfPlane, parameters, parameters)
)


@st.composite
def asked(draw: st.DrawFn, groups: int) -> tuple[Exact, list[Names]]:
    """Draw a source and disjoint groups of its variables, none of them empty."""
    source = draw(sources)
    order = draw(st.permutations([*source.names, source.target]))
    ends = st.lists(st.integers(1, len(order)), min_size=groups, max_size=groups, unique=True)
    cuts = [0, *sorted(draw(ends))]
    return source, [tuple(order[a:b]) for a, b in itertools.pairwise(cuts)]


def continuous(source: Exact, names: Names) -> bool:
    return isinstance(source, HalfPlane) and bool({"X", "X-k'Y"} & set(names))


def approx(value: float) -> Any:
    return pytest.approx(value, rel=1e-12, abs=1e-12)


def tmi(source: Exact, x: Names, y: Names, z: Names) -> float:
    """Return TMI(X, Y, Z) = MI(X, Y) - MI(X, Y | Z)."""
    return source.mutual_information(x, y) - source.mutual_information(x, y, given=z)


# Section 2.


@given(asked(2))
def test_entropies_add_up_one_variable_at_a_time(case: tuple[Exact, list[Names]]) -> None:
    """H(X_1, ..., X_n) = H(X_1) + sum H(X_i | X_1, ..., X_{i-1}), in any order, given anything."""
    source, (first, rest) = case
    names = [*first, *rest]
    one_by_one = [source.entropy(name, given=names[:n]) for n, name in enumerate(names)]
    assert source.entropy(names) == approx(math.fsum(one_by_one))
    backwards = [source.entropy(name, given=names[n + 1 :]) for n, name in enumerate(names)]
    assert source.entropy(names) == approx(math.fsum(backwards))


@given(asked(3))
def test_mutual_information_is_four_differences_of_entropies(
    case: tuple[Exact, list[Names]],
) -> None:
    """MI(X, Y) = H(X) - H(X | Y) = H(Y) - H(Y | X) = H(X) + H(Y) - H(X, Y); and given Z."""
    source, (x, y, z) = case
    for given_ in ((), z):
        h_x, h_y = source.entropy(x, given=given_), source.entropy(y, given=given_)
        information = source.mutual_information(x, y, given=given_)
        assert information == approx(h_x - source.entropy(x, given=(*y, *given_)))
        assert information == approx(h_y - source.entropy(y, given=(*x, *given_)))
        assert information == approx(h_x + h_y - source.entropy((*x, *y), given=given_))


@given(asked(3))
def test_mutual_information_is_symmetric_and_never_negative(
    case: tuple[Exact, list[Names]],
) -> None:
    """MI(X, Y | Z) = MI(Y, X | Z) >= 0."""
    source, (x, y, z) = case
    for given_ in ((), z):
        information = source.mutual_information(x, y, given=given_)
        assert information >= 0
        assert information == approx(source.mutual_information(y, x, given=given_))


@given(asked(3))
def test_what_is_known_does_not_raise_an_entropy(case: tuple[Exact, list[Names]]) -> None:
    """H(X | Y, Z) <= H(X | Z), differential entropies too."""
    source, (x, y, z) = case
    assert source.entropy(x, given=(*y, *z)) <= source.entropy(x, given=z) + 1e-12


@given(asked(3))
def test_information_is_at_most_the_entropy_of_a_discrete_side(
    case: tuple[Exact, list[Names]],
) -> None:
    """MI(X, Y | Z) <= H(Y | Z) for discrete Y, whatever X is."""
    source, (x, y, z) = case
    if not continuous(source, y):
        bound = source.entropy(y, given=z)
        assert source.mutual_information(x, y, given=z) <= bound + 1e-12


@given(asked(2))
def test_a_discrete_vector_shares_its_entropy_with_itself_a_continuous_one_no_end(
    case: tuple[Exact, list[Names]],
) -> None:
    """MI(X, X) = H(X), which the paper leaves undefined for continuous X."""
    source, (x, _) = case
    expected = math.inf if continuous(source, x) else source.entropy(x)
    assert source.mutual_information(x, x) == approx(expected)


# Section 3.


@given(asked(3))
def test_informations_add_up_by_the_chain_rule(case: tuple[Exact, list[Names]]) -> None:
    """MI(X, {Y, Z}) = MI(X, Y) + MI(X, Z | Y) = MI(X, Z) + MI(X, Y | Z)."""
    source, (x, y, z) = case
    together = source.mutual_information(x, (*y, *z))
    for first, then in ((y, z), (z, y)):
        later = source.mutual_information(x, then, given=first)
        assert together == approx(source.mutual_information(x, first) + later)


@given(asked(3))
def test_triple_mutual_information_is_the_same_in_all_six_orders(
    case: tuple[Exact, list[Names]],
) -> None:
    """TMI(X, Y, Z) = MI(X, Y) - MI(X, Y | Z), symmetric; -min MI(., .|.) <= TMI <= min MI."""
    source, groups = case
    value = tmi(source, *groups)
    for order in itertools.permutations(groups):
        assert tmi(source, *order) == approx(value)
        x, y, z = order
        assert value <= source.mutual_information(x, y) + 1e-12
        assert value >= -source.mutual_information(x, y, given=z) - 1e-12


@given(asked(3))
def test_triple_mutual_information_is_the_sum_of_two_less_both_together(
    case: tuple[Exact, list[Names]],
) -> None:
    """TMI(X, Y, Z) = MI(X, Y) + MI(X, Z) - MI(X, {Y, Z})."""
    source, (x, y, z) = case
    apart = source.mutual_information(x, y) + source.mutual_information(x, z)
    assert tmi(source, x, y, z) == approx(apart - source.mutual_information(x, (*y, *z)))


@given(joints(3))
def test_conditional_information_is_the_mean_over_what_is_given(joint: Joint) -> None:
    """MI(C, X | Z) = sum over z of P(Z = z) MI(C, X) of the distribution given Z = z."""
    mean = 0.0
    for z in set(joint.outcomes["x1"]):
        p_z = joint.probabilities[[value == z for value in joint.outcomes["x1"]]].sum()
        mean += p_z * joint.condition({"x1": z}).mutual_information("C", "x0")
    assert joint.mutual_information("C", "x0", given="x1") == approx(mean)


# Section 4.1: the targets are such sums.


@given(asked(2))
def test_the_targets_are_what_their_three_forms_say(case: tuple[Exact, list[Names]]) -> None:
    """OF = MI(C, S with X_i) = H(C) - H(C | X_i, S).

    OF' = H(C | S) - H(C | X_i, S) = MI(C, X_i) - MI(X_i, S) + MI(X_i, S | C).
    """
    source, (_, chosen) = case
    c, features = source.target, tuple(name for name in chosen if name != source.target)
    for s, i in ((s, i) for s in ((), features) for i in source.names if i not in s):
        scores = objectives(source, s, methods=[])[i]
        left = source.entropy(c, given=(*s, i))
        assert scores["target_of"] == approx(source.mutual_information(c, (*s, i)))
        assert scores["target_of"] == approx(source.entropy(c) - left)
        assert scores["target_of_prime"] == approx(source.entropy(c, given=s) - left)
        repeated, kept = (source.mutual_information(i, s, given=g) for g in ((), c))
        alone = source.mutual_information(c, i)
        assert scores["target_of_prime"] == approx(alone - repeated + kept)


@pytest.mark.parametrize("sides", [(False, False), (True, False), (True, True)])
def test_discrete_mixed_and_continuous_groups_are_drawn(sides: tuple[bool, bool]) -> None:
    def wanted(case: tuple[Exact, list[Names]]) -> bool:
        source, (x, y, _) = case
        return sides == (continuous(source, x), continuous(source, y))

    any_such = settings(database=None, phases=[Phase.generate], max_examples=1000)
    assert wanted(find(asked(3), wanted, settings=any_such))
