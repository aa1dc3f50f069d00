"""Examples 1 to 3 of the paper, number by number.

Macedo, Oliveira, Pacheco and Valadas, Theoretical foundations of forward feature selection
methods based on mutual information: ``ex:normal``, ``ex:complementarity`` and
``ex:problemCMIM``.
"""

import math
from itertools import islice

import numpy as np
import pytest

from natpick import CRITERIA, forward
from natpick.sources import HalfPlane, Joint

LN2 = math.log(2)
FAIR = [-1, 1]


def approx(value: float) -> object:
    return pytest.approx(value, rel=0, abs=1e-12)


def example_2() -> Joint:
    """C = (X + Y)**2 of independent X, Y, uniform on {-1, 1}."""
    return Joint.from_function({"X": FAIR, "Y": FAIR}, lambda X, Y: (X + Y) ** 2)


def example_3() -> Joint:
    """As Example 2, with W and Z independent of all else."""
    return Joint.from_function(
        {"W": FAIR, "X": FAIR, "Y": FAIR, "Z": FAIR}, lambda X, Y: (X + Y) ** 2
    )


@pytest.mark.parametrize("k_prime", [0.01, 0.3, 1.0, 25.0])
def test_normal_vectors_have_the_entropy_of_example_1(k_prime: float) -> None:
    """1/2 ln((2 pi e)^n |Sigma|), here of X, X - k'Y and both: X, Y are N(0, 1)."""
    plane = HalfPlane(1.0, k_prime)
    sigma = np.array([[1.0, 1.0], [1.0, 1 + k_prime**2]])
    for names, rows in (("X", [0]), ("X-k'Y", [1]), (("X", "X-k'Y"), [0, 1])):
        determinant = np.linalg.det(sigma[np.ix_(rows, rows)])
        expected = 0.5 * math.log((2 * math.pi * math.e) ** len(rows) * determinant)
        assert plane.entropy(names) == pytest.approx(expected, abs=1e-9)


def test_a_normal_entropy_is_negative_for_small_variances_as_in_example_1() -> None:
    """X - k'Y given X has the variance k'^2: its entropy is 0 where that is 1 / (2 pi e)."""
    border = 1 / math.sqrt(2 * math.pi * math.e)
    h = [HalfPlane(1.0, k).entropy("X-k'Y", given="X") for k in (border / 9, border, 9 * border)]
    assert h == [approx(-math.log(9)), approx(0), approx(math.log(9))]


def test_x_y_and_the_class_of_example_2_have_an_entropy_of_ln_2() -> None:
    joint = example_2()
    assert [joint.entropy(name) for name in ("X", "Y", "C")] == [approx(LN2)] * 3


def test_both_features_of_example_2_are_irrelevant_at_first() -> None:
    """MI(C, X) = MI(C, Y) = 0 and H(X), H(Y) > 0."""
    joint = example_2()
    assert [joint.mutual_information("C", name) for name in ("X", "Y")] == [0, 0]


def test_y_of_example_2_becomes_fully_relevant_once_x_is_selected() -> None:
    """MI(C, Y | X) = ln 2, H(C | X, Y) = 0, H(C | X) = ln 2."""
    joint = example_2()
    assert joint.mutual_information("C", "Y", given="X") == approx(LN2)
    assert joint.entropy("C", given=("X", "Y")) == 0
    assert joint.entropy("C", given="X") == approx(LN2)


@pytest.mark.parametrize("method", ["cife", "jmi", "cmim", "jmim", "cmi"])
def test_methods_that_count_complementarity_see_it_in_example_2(method: str) -> None:
    """With one feature selected all of them score MI(C, Y | X) = ln 2."""
    first, second = forward(example_2(), method)
    assert (first.name, first.score, second.name) == ("X", 0, "Y")
    assert second.score == approx(LN2)


@pytest.mark.parametrize("method", ["mim", "mifs", "mrmr", "maxmifs"])
def test_methods_that_ignore_complementarity_do_not_see_it_in_example_2(method: str) -> None:
    _, second = forward(example_2(), method)
    assert second.score == 0


@pytest.mark.parametrize("method", list(CRITERIA))
def test_all_features_of_example_3_tie_at_the_first_step_and_w_is_selected(method: str) -> None:
    first = next(forward(example_3(), method))
    assert (first.name, first.score, first.tied) == ("W", 0, (0, 1, 2, 3))


def test_all_features_of_example_3_tie_at_the_second_step_of_cmim_and_x_is_selected() -> None:
    second = next(islice(forward(example_3(), "cmim"), 1, None))
    assert (second.name, second.score, second.tied) == ("X", 0, (1, 2, 3))


def test_cmim_cannot_tell_y_from_z_at_the_third_step_of_example_3() -> None:
    """J(Y) = -max{TMI(C, Y, W), TMI(C, Y, X)} = -max{0, -ln 2} = 0 = J(Z)."""
    joint, third = example_3(), next(islice(forward(example_3(), "cmim"), 2, None))
    tmi = [
        joint.mutual_information("Y", s) - joint.mutual_information("Y", s, given="C")
        for s in ("W", "X")
    ]
    assert tmi == [0, approx(-LN2)]
    assert (third.score, third.tied, third.margin) == (0, (2, 3), 0)
    assert (third.name, third.runner_up_name) == ("Y", "Z")


def test_the_target_does_tell_y_from_z_at_the_third_step_of_example_3() -> None:
    """OF'(Y) = MI(C, Y | W, X) = ln 2 and OF'(Z) = 0."""
    joint, third = example_3(), next(islice(forward(example_3(), "cmi"), 2, None))
    assert joint.mutual_information("C", "Y", given=("W", "X")) == approx(LN2)
    assert joint.mutual_information("C", "Z", given=("W", "X")) == 0
    assert (third.name, third.tied) == ("Y", ())
    assert third.score == approx(LN2)
    assert third.margin == approx(LN2)


def test_jmi_tells_y_from_z_by_half_of_what_y_adds_in_example_3() -> None:
    """J(Y) = (MI(C, Y | W) + MI(C, Y | X)) / 2 = ln 2 / 2 and J(Z) = 0."""
    third = next(islice(forward(example_3(), "jmi"), 2, None))
    assert (third.name, third.tied) == ("Y", ())
    assert third.score == approx(LN2 / 2)
    assert third.margin == approx(LN2 / 2)


def test_the_order_of_columns_decides_what_cmim_takes_in_example_3() -> None:
    """With Z before Y the same tie takes the irrelevant Z."""
    joint = Joint.from_function(
        {"W": FAIR, "X": FAIR, "Z": FAIR, "Y": FAIR}, lambda X, Y: (X + Y) ** 2
    )
    assert [step.name for step in islice(forward(joint, "cmim"), 3)] == ["W", "X", "Z"]
    assert [step.name for step in islice(forward(joint, "cmi"), 3)] == ["W", "X", "Y"]
