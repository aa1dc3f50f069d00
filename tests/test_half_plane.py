"""The half-plane setting as a source: laws, exact zeros and ties, the protocols, bad input."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import natpick
from natpick.sources import HalfPlane, InformationSource, JointSource
from natpick.terms import Want

X, W, Z, D, C = "X", "X-k'Y", "Z", "X_disc", "C"
FEATURES = (X, W, Z, D)
LN2 = math.log(2)
PLANE = HalfPlane(3.0, 0.2)

SETS = [s for n in range(6) for s in itertools.combinations((C, *FEATURES), n)]
parameters = st.floats(-3, 3).map(lambda x: 10**x)
planes = st.builds(HalfPlane, parameters, parameters)
sets = st.sampled_from(SETS)


def h2(q):
    return -q * math.log(q) - (1 - q) * math.log(1 - q)


# Laws.


@given(planes, sets, sets, sets)
def test_entropies_obey_the_chain_rule(plane, a, b, s):
    joint = plane.entropy({*a, *b}, s)
    if math.isfinite(joint):
        rest = tuple(set(b) - set(a))
        chained = plane.entropy(a, s) + plane.entropy(rest, (*s, *a))
        assert joint == pytest.approx(chained, abs=1e-13, rel=1e-13)


@given(planes, sets, sets, sets)
def test_mutual_information_is_what_knowing_b_takes_from_the_entropy_of_a(plane, a, b, s):
    before, after = plane.entropy(a, s), plane.entropy(a, (*s, *b))
    if math.isfinite(before):
        assert plane.mutual_information(a, b, s) == pytest.approx(before - after, abs=1e-13)


@given(planes, sets, sets, sets, sets)
def test_mutual_informations_obey_the_chain_rule(plane, a, b, c, s):
    both = plane.mutual_information(a, (*b, *c), s)
    one_by_one = plane.mutual_information(a, b, s) + plane.mutual_information(a, c, (*s, *b))
    assert both == pytest.approx(one_by_one, abs=1e-13)


@given(planes, sets, sets, sets)
def test_mutual_information_is_symmetric_and_never_negative(plane, a, b, s):
    information = plane.mutual_information(a, b, s)
    assert information >= 0
    assert plane.mutual_information(b, a, s) == pytest.approx(information, abs=1e-14)


@given(planes, sets, sets)
def test_information_about_the_class_is_at_most_its_entropy(plane, a, s):
    assert plane.mutual_information(C, a, s) <= plane.entropy(C, s) + 1e-15


@given(planes, sets)
def test_x_disc_says_at_most_as_much_as_x(plane, s):
    assert plane.mutual_information(C, D, s) <= plane.mutual_information(C, X, s) + 1e-15
    assert plane.mutual_information(W, D, s) <= plane.mutual_information(W, X, s) + 1e-15


@given(planes, sets.filter(lambda s: C not in s), st.sampled_from(FEATURES))
def test_minimum_bayes_risk_falls_with_more_features_and_keeps_fanos_bounds(plane, s, more):
    # H(C | S) / (2 ln 2) >= MBR and h2(MBR) >= H(C | S) for two classes.
    risk, left = plane.minimum_bayes_risk(s), plane.entropy(C, s)
    assert 0 <= plane.minimum_bayes_risk((*s, more)) <= risk + 1e-15
    assert risk <= left / (2 * LN2) + 1e-15
    if risk > 0:
        assert left <= h2(risk) + 1e-15


@given(planes, sets, st.sampled_from((C, *FEATURES)))
def test_what_is_determined_has_no_entropy_left(plane, s, name):
    nothing_left = -math.inf if name in (X, W) else 0.0
    assert plane.determines(s, name) == (plane.entropy(name, s) == nothing_left)
    if plane.determines(s, name):
        for other in set(SETS[-1]) - {name}:
            assert plane.mutual_information(name, other, s) == 0.0


# Exact zeros, infinities and ties.


def test_which_variables_are_functions_of_which():
    determined = {(X,): {X, D}, (W,): {W}, (D, C): {D, C}, (X, W): {X, W, D, C}, (C, X): {C, X, D}}
    for s, yields in determined.items():
        assert {v for v in (C, *FEATURES) if PLANE.determines(s, v)} == yields
    assert PLANE.determines((X, W, Z), (C, D, Z))
    assert not PLANE.determines((X, W), (C, Z))


def test_a_continuous_variable_given_itself_is_infinitely_certain():
    assert PLANE.entropy(X, X) == PLANE.entropy((X, D), (X, W)) == -math.inf
    assert PLANE.mutual_information(X, X) == PLANE.mutual_information((X, C), (W, X)) == math.inf
    assert PLANE.mutual_information(X, X, X) == 0.0
    assert PLANE.entropy((X, X)) == PLANE.entropy(X)


@given(planes, sets)
def test_z_says_nothing_and_x_disc_nothing_that_x_did_not(plane, s):
    rest = tuple(set(SETS[-1]) - {Z})
    assert plane.mutual_information(Z, rest, s) == 0.0
    assert plane.mutual_information(rest, D, (*s, X)) == 0.0
    assert plane.entropy(C, (*s, X, W)) == 0.0


@pytest.mark.parametrize("k", [0.5, 1.0, 4.0])
def test_w_at_right_angles_to_the_class_line_says_nothing_alone(k):
    # cov(X + kY, X - k'Y) = 1 - k k' = 0.
    assert HalfPlane(k, 1 / k).mutual_information(C, W) == 0.0
    assert HalfPlane(k, 1 / k).mutual_information(C, (W, X)) == pytest.approx(LN2, abs=1e-15)


@given(planes)
def test_cmim_of_x_disc_after_x_is_zero_to_rounding(plane):
    # MI(C,D) - MI(D,X) + MI(D,X|C) = (ln 2 - h2(a/pi)) - ln 2 + h2(a/pi).
    information = plane.mutual_information
    score = information(C, D) - information(D, X) + information(D, X, C)
    assert abs(score) < 1e-15


def test_mirrored_features_tie_to_the_last_bit():
    # W at the angle pi - a from the class: cot t = -1/k, from k' = 2 k / (k^2 - 1).
    plane = HalfPlane(3.0, 0.75)
    assert plane.mutual_information(C, W) == plane.mutual_information(C, X)
    assert next(natpick.forward(plane, "mim")).tied == (0, 1)


def test_the_ideal_search_discards_x_disc_once_x_is_selected():
    steps = list(natpick.forward(PLANE, "cmi", discard_redundant=True))
    assert [step.name for step in steps] == [X, W, Z]
    assert [step.discarded for step in steps] == [(3,), (), ()]


# The protocols.


def test_it_is_a_source_that_conditions_on_sets():
    assert isinstance(PLANE, InformationSource)
    assert isinstance(PLANE, JointSource)
    assert (PLANE.names, PLANE.target) == (FEATURES, C)
    assert repr(HalfPlane(2, 0.5)) == "HalfPlane(k=2.0, k_prime=0.5)"


def test_pair_terms_are_the_informations_and_only_those_wanted():
    candidates = np.array([1, 2, 3])
    terms = PLANE.pair_terms(0, candidates, Want.ALL)
    names = [FEATURES[i] for i in candidates]
    assert terms.redundancy.tolist() == [PLANE.mutual_information(i, X) for i in names]
    assert terms.class_redundancy.tolist() == [PLANE.mutual_information(i, X, C) for i in names]
    assert terms.joint_entropy.tolist() == [PLANE.entropy((i, X, C)) for i in names]
    unwanted = PLANE.pair_terms(0, candidates, Want.REDUNDANCY)
    assert unwanted.redundancy.tolist() == terms.redundancy.tolist()
    assert np.isnan([unwanted.class_redundancy, unwanted.joint_entropy]).all()


@pytest.mark.parametrize("n", range(5))
def test_set_terms_are_the_terms_given_every_subset(n):
    for s in itertools.combinations(range(4), n):
        names = [FEATURES[i] for i in s]
        terms = PLANE.set_terms(np.array(s, dtype=np.int64), np.arange(4))
        assert terms.target_entropy == PLANE.entropy(C, names)
        assert terms.entropy.tolist() == [PLANE.entropy(i, names) for i in FEATURES]
        informations = [PLANE.mutual_information(C, i, names) for i in FEATURES]
        assert terms.relevance.tolist() == informations
        assert terms.determined.tolist() == [PLANE.determines(names, i) for i in FEATURES]


# Bad input.


@pytest.mark.parametrize("bad", [0, -1.0, math.inf, -math.inf, math.nan, 10**400])
def test_parameters_that_are_not_positive_and_finite_are_refused(bad):
    with pytest.raises(ValueError, match=r"k=.* is not allowed; it must be positive and finite"):
        HalfPlane(bad, 1.0)
    with pytest.raises(ValueError, match=r"k_prime=.* is not allowed"):
        HalfPlane(1.0, bad)


@pytest.mark.parametrize("bad", ["1", None, True, 1j, [1.0]])
def test_parameters_that_are_not_numbers_are_refused(bad):
    with pytest.raises(TypeError, match=r"k=.* is not allowed; give a number"):
        HalfPlane(bad, 1.0)


@pytest.mark.parametrize("number", [2, np.float32(2), np.int64(2), Fraction(2)])
def test_any_real_number_is_a_parameter(number):
    plane = HalfPlane(number, number)
    assert plane.mutual_information(C, X) == HalfPlane(2.0, 2.0).mutual_information(C, X)


def test_unknown_names_are_refused_wherever_they_are_given():
    for ask in (
        lambda: PLANE.entropy("Y"),
        lambda: PLANE.entropy(X, ("Y",)),
        lambda: PLANE.mutual_information(C, (X, "Y")),
        lambda: PLANE.mutual_information(C, X, "Y"),
        lambda: PLANE.minimum_bayes_risk(("Y",)),
        lambda: PLANE.determines("Y", X),
    ):
        with pytest.raises(ValueError, match=r"Unknown variables \['Y'\]; known are \['C', 'X'"):
            ask()


def test_the_target_is_no_feature_to_guess_it_from():
    with pytest.raises(ValueError, match="'C' is the target; name features"):
        PLANE.minimum_bayes_risk((X, C))


@settings(max_examples=50)
@example(15.0, 18.0, (C, Z, D))
@given(st.floats(-320, 308), st.floats(-320, 308), sets)
def test_parameters_of_any_size_give_finite_terms(k, k_prime, s):
    plane = HalfPlane(10**k, 10**k_prime)
    assert 0 <= plane.minimum_bayes_risk((W, D)) <= 0.5
    for a, b in itertools.combinations(SETS[-1], 2):
        assert 0 <= plane.mutual_information(a, b, s) < math.inf
        assert math.isfinite(plane.entropy((a, b)))
