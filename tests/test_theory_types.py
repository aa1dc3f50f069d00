"""The four types of features (Section 4.2) and complementarity (Section 4.3)."""

import itertools
import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from first_principles import C, Counted, distributions, steps
from natpick.sources import Counts, HalfPlane, Joint
from natpick.theory import FeatureType, complementarity, feature_types

IRRELEVANT, REDUNDANT, RELEVANT, FULLY = FeatureType
X, W, Z, D = HalfPlane.names
LN2 = math.log(2)
FAIR = [-1, 1]

Step = tuple[Counted, tuple[str, ...]]

parameters = st.floats(-3, 3).map(lambda x: 10**x)
planes = st.builds(HalfPlane, parameters, parameters)


def example_2() -> Joint:
    """C = (X + Y)**2 of independent X and Y, uniform on {-1, 1}."""
    return Joint.from_function({"X": FAIR, "Y": FAIR}, lambda X, Y: (X + Y) ** 2)


# Exact on distributions.


@given(distributions())
def test_types_are_those_of_the_definition_given_every_set(d: Counted) -> None:
    """MI = 0 told by products of counts, H = 0 by outcomes: no rounding on the other side."""
    joint = d.joint()
    for s in d.sets():
        assert feature_types(joint, s) == d.types(s)


@given(distributions().filter(lambda d: len(d.n(C)) > 1))
def test_on_data_types_are_those_of_the_rows_at_hand(d: Counted) -> None:
    """The plug-in statement: the definition for the distribution that gives each row 1/n."""
    data = d.data()
    for s in d.sets():
        assert feature_types(data, s) == d.types(s)


def has_type(kind: FeatureType, size: int) -> Callable[[Counted], bool]:
    return lambda d: any(kind in d.types(s).values() for s in d.sets() if len(s) == size)


@pytest.mark.parametrize("size", [0, 1, 2])
@pytest.mark.parametrize("kind", FeatureType)
def test_features_of_every_type_are_drawn(kind: FeatureType, size: int) -> None:
    any_such = settings(database=None, phases=[Phase.generate], max_examples=1000)
    found = find(distributions(), has_type(kind, size), settings=any_such)
    assert has_type(kind, size)(found)


@pytest.mark.parametrize("seed", range(20))
def test_the_last_half_of_what_explains_the_class_is_fully_relevant(seed: int) -> None:
    """C = f(X, Y): H(C | X, Y) = 0 whatever the probabilities, few of which can be written."""
    rng = np.random.default_rng(seed)
    p, f = rng.dirichlet(np.ones(24)).reshape(4, 3, 2), np.array([[0, 1, 1], [1, 0, 0]] * 2)
    cells = list(np.ndindex(p.shape))
    x, y, z = (list(values) for values in zip(*cells, strict=True))
    c = [int(f[cell[:2]]) for cell in cells]
    joint = Joint.from_table({"X": x, "Y": y, "Z": z, "C": c}, p.ravel())
    assert joint.entropy("C", given=("X", "Y")) == 0 < joint.entropy("C", given=("X", "Z"))
    assert feature_types(joint, ["X", "Z"]) == {"Y": FULLY}
    assert feature_types(joint, "Y")["X"] == FULLY


def test_what_leaves_next_to_nothing_of_the_class_is_not_fully_relevant() -> None:
    """0 < H(C | X) < 1e-12: the outcome (X, C) = (0, 1) has probability 1e-14."""
    p = [0.5, 0.5 - 1e-14, 1e-14]
    nearly = Joint.from_table({"X": [0, 1, 0], "C": [0, 1, 1]}, p)
    assert 0 < nearly.entropy("C", given="X") < 1e-12
    assert feature_types(nearly) == {"X": RELEVANT}
    plane = HalfPlane(1e-14, 1.0)
    assert 0 < plane.entropy(C, given=X) < 1e-12
    assert feature_types(plane) == {X: RELEVANT, W: RELEVANT, Z: IRRELEVANT, D: RELEVANT}


def test_with_nothing_selected_nothing_is_conditioned_on() -> None:
    """S = {}: MI(C, X_i), H(X_i), H(C) and H(C | X_i)."""
    joint = Joint.from_function(
        {"half": [0, 1], "rest": [0, 1], "coin": [0, 1]},
        lambda half, rest: 2 * half + rest,
        features={"both": lambda half, rest: (half, rest), "same": lambda: 1},
    )
    assert feature_types(joint) == {
        "half": RELEVANT,
        "rest": RELEVANT,
        "coin": IRRELEVANT,
        "both": FULLY,
        "same": REDUNDANT,
    }


def test_once_the_class_is_explained_no_feature_is_relevant() -> None:
    """H(C | S) > 0 is part of being fully relevant: a second copy of the class is not."""
    joint = Joint.from_function(
        {"X": [0, 1], "coin": [0, 1]}, lambda X: X, features={"again": lambda X: X}
    )
    assert feature_types(joint) == {"X": FULLY, "coin": IRRELEVANT, "again": FULLY}
    assert feature_types(joint, "X") == {"coin": IRRELEVANT, "again": REDUNDANT}


@given(distributions())
def test_a_class_of_one_value_leaves_nothing_to_be_relevant_to(d: Counted) -> None:
    alone = Counted({(*outcome[:-1], 0): n for outcome, n in d.counts.items()})
    for s in alone.sets():
        assert set(feature_types(alone.joint(), s).values()) <= {IRRELEVANT, REDUNDANT}


@given(steps())
def test_which_features_are_named_how_and_in_which_order_makes_no_difference(step: Step) -> None:
    d, s = step
    joint = d.joint()
    expected = feature_types(joint, s)
    assert feature_types(joint, [joint.names.index(i) for i in s]) == expected
    assert feature_types(joint, s[::-1]) == expected
    if len(s) == 1:
        assert feature_types(joint, s[0]) == feature_types(joint, joint.names.index(s[0]))


def test_types_say_which_of_them_tell_something_new() -> None:
    assert [kind for kind in FeatureType if kind.tells] == [RELEVANT, FULLY]
    assert [str(kind) for kind in FeatureType] == [
        "irrelevant",
        "redundant",
        "relevant",
        "fully relevant",
    ]


# The paper's examples and setting.


def test_features_of_example_2_are_irrelevant_and_then_one_is_fully_relevant() -> None:
    assert feature_types(example_2()) == {"X": IRRELEVANT, "Y": IRRELEVANT}
    assert feature_types(example_2(), "X") == {"Y": FULLY}
    assert feature_types(example_2(), "Y") == {"X": FULLY}


def test_at_the_third_step_of_example_3_y_is_fully_relevant_and_z_irrelevant() -> None:
    joint = Joint.from_function(
        {"W": FAIR, "X": FAIR, "Y": FAIR, "Z": FAIR}, lambda X, Y: (X + Y) ** 2
    )
    for s in ((), ("W",), ("W", "Z")):
        assert set(feature_types(joint, s).values()) == {IRRELEVANT}
    assert feature_types(joint, ["W", "X"]) == {"Y": FULLY, "Z": IRRELEVANT}


@given(planes.filter(lambda plane: plane.k * plane.k_prime != 1))
def test_the_setting_has_features_of_every_type_once_x_is_selected(plane: HalfPlane) -> None:
    """Section 6.2: given X, X - k'Y is fully relevant, Z irrelevant, and X_disc redundant."""
    assert feature_types(plane) == {X: RELEVANT, W: RELEVANT, Z: IRRELEVANT, D: RELEVANT}
    assert feature_types(plane, X) == {W: FULLY, Z: IRRELEVANT, D: REDUNDANT}
    assert feature_types(plane, W) == {X: FULLY, Z: IRRELEVANT, D: RELEVANT}
    assert feature_types(plane, [X, W]) == {Z: IRRELEVANT, D: REDUNDANT}


@pytest.mark.parametrize("k", [0.5, 1.0, 4.0])
def test_a_continuous_feature_may_be_irrelevant_until_another_is_selected(k: float) -> None:
    """cov(X + kY, X - k'Y) = 1 - k k' = 0."""
    assert feature_types(HalfPlane(k, 1 / k))[W] == IRRELEVANT
    assert feature_types(HalfPlane(k, 1 / k), X)[W] == FULLY


def test_differential_entropy_below_0_makes_no_feature_redundant() -> None:
    """h(X - k'Y | X) = 1/2 ln(2 pi e k'**2) is 0 at k' = 1/sqrt(2 pi e), and below it negative."""
    for k_prime in (1 / math.sqrt(2 * math.pi * math.e), 0.01):
        plane = HalfPlane(1.0, k_prime)
        assert plane.entropy(W, X) <= 1e-15
        assert feature_types(plane, X)[W] == FULLY


# On data.


def test_hardly_any_feature_is_irrelevant_to_a_sample() -> None:
    """Independent coins, thrown 101 times: no table of counts is quite a product."""
    rng = np.random.default_rng(0)
    data = Counts.from_codes(rng.integers(0, 2, (101, 5)), rng.integers(0, 2, 101))
    assert set(feature_types(data).values()) == {RELEVANT}


def test_with_many_features_selected_all_are_redundant_on_a_sample() -> None:
    """Once no two rows agree in all of S, S yields everything."""
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 4, (30, 12))
    assert len(np.unique(codes[:, :8], axis=0)) == 30
    data = Counts.from_codes(codes, rng.integers(0, 2, 30))
    assert set(feature_types(data, range(8)).values()) == {REDUNDANT}


def test_types_of_data_say_that_they_are_of_the_rows_at_hand() -> None:
    """And that S has nearly as many cells as there are rows: 16 / 4 < 5, but not 16 / 2.

    They are a dict all the same, and those of a distribution have nothing to add.
    """
    codes = np.array(list(itertools.product((0, 1), repeat=4)), dtype=np.uint8)
    data = Counts.from_codes(codes, codes[:, 0] & codes[:, 1])
    of_one, of_two = feature_types(data, "x0"), feature_types(data, ["x0", "x2"])
    said = "Types are those of the 16 rows at hand, plug-in statements"
    assert of_one.note.startswith(said)
    assert of_one == {"x1": FULLY, "x2": IRRELEVANT, "x3": IRRELEVANT}
    assert repr(of_one) == f"{dict(of_one)!r}\n{of_one.note}"
    assert "saturated" not in of_one.note
    assert of_two.note.startswith(f"{of_one.note} Here the sample is saturated, its 16 rows in 4 ")
    exact = feature_types(example_2(), "X")
    assert (exact.note, repr(exact)) == ("", repr({"Y": FULLY}))


# Complementarity.


@given(steps())
def test_complementarity_is_all_that_it_is_said_to_be(step: Step) -> None:
    """-TMI(C, X_i, S), in each of the forms of Section 4.3.

    MI(X_i, S | C) - MI(X_i, S) = MI({X_i} and S, C) - MI(X_i, C) - MI(S, C)
    """
    d, s = step
    joint = d.joint()
    mi = joint.mutual_information
    for i, gain in complementarity(joint, s).items():
        assert gain == pytest.approx(mi(i, s, given=C) - mi(i, s), abs=1e-12)
        together = mi((i, *s), C)
        assert gain == pytest.approx(together - mi(i, C) - mi(s, C), abs=1e-12)


@given(planes, st.sampled_from([s for n in range(4) for s in itertools.combinations(range(4), n)]))
def test_complementarity_of_continuous_features_is_the_same(
    plane: HalfPlane, s: tuple[int, ...]
) -> None:
    names = [plane.names[i] for i in s]
    for i, gain in complementarity(plane, s).items():
        tmi = plane.mutual_information(i, names) - plane.mutual_information(i, names, C)
        assert gain == pytest.approx(-tmi, abs=1e-12)


@given(steps())
def test_complementary_features_are_relevant(step: Step) -> None:
    """MI(C, X_i | S) = MI(C, X_i) - TMI > 0 where TMI < 0, whatever X_i repeats of S."""
    d, s = step
    gains = complementarity(d.joint(), s)
    for i, kind in feature_types(d.joint(), s).items():
        if gains[i] > 1e-12:
            assert kind.tells


def test_complementarity_of_example_2_is_ln_2() -> None:
    """MI(Y, X | C) - MI(Y, X) = ln 2 - 0."""
    assert complementarity(example_2()) == {"X": 0.0, "Y": 0.0}
    assert complementarity(example_2(), "X")["Y"] == pytest.approx(LN2, abs=1e-15)


def test_a_feature_may_repeat_what_is_selected_and_yet_be_complementary() -> None:
    """X is fair, Y is X but for one time in four, C = X xor Y.

    MI(X, Y) = ln 2 - h2(1/4) > 0, and MI(X, Y | C) = ln 2: correlation is no redundancy.
    """
    joint = Joint.from_function(
        {"X": [0, 1], "flip": [0, 1]},
        lambda flip: flip,
        probabilities={"flip": [3 / 4, 1 / 4]},
        features={"Y": lambda X, flip: X ^ flip},
    ).marginal(["X", "Y"])
    h2 = math.log(4) - 3 / 4 * math.log(3)
    assert joint.mutual_information("X", "Y") == pytest.approx(LN2 - h2, abs=1e-15)
    assert complementarity(joint, "X")["Y"] == pytest.approx(h2, abs=1e-15)
    assert feature_types(joint, "X") == {"Y": FULLY}


def test_a_copy_is_the_opposite_of_complementary() -> None:
    """TMI(C, X_i, X) = MI(C, X) where X_i is a copy of X."""
    copies = Joint.from_function(
        {"X": [0, 1], "noise": [0, 1]}, lambda X, noise: X & noise, features={"copy": lambda X: X}
    )
    assert complementarity(copies, "X")["copy"] == -copies.mutual_information("C", "X")
