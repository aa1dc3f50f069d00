"""The paper's tables, orders and values in its setting of k = 199.985 and k' = 0.01."""

import math
from fractions import Fraction

import pytest

import natpick
from natpick.sources import HalfPlane

X, W, Z, D, C = "X", "X-k'Y", "Z", "X_disc", "C"
FEATURES = (X, W, Z, D)
LN2 = math.log(2)
K_PRIME = 0.01
K = math.tan((math.pi - math.atan(K_PRIME) - 1e-6) / 2)
PAPER = HalfPlane(K, K_PRIME)


def h2(q):
    return -q * math.log(q) - (1 - q) * math.log(1 - q)


def test_entropies_are_those_of_the_papers_table():
    entropy = {
        X: 0.5 * math.log(2 * math.pi * math.e),
        W: 0.5 * math.log(2 * math.pi * math.e * (1 + K_PRIME**2)),
        Z: LN2,
        D: LN2,
    }
    alone = PAPER.univariate()
    assert alone.target_entropy == LN2
    assert alone.entropy == pytest.approx([entropy[name] for name in FEATURES], abs=1e-15)
    assert PAPER.entropy((X, W)) == pytest.approx(1 + math.log(2 * math.pi * K_PRIME), abs=1e-14)


def test_informations_are_those_of_the_papers_tables():
    alone = PAPER.univariate()
    assert alone.relevance[:2] == pytest.approx([7.958805265e-06, 7.955622e-06], rel=1e-6)
    a = math.atan(K) / math.pi
    class_table = 2 * LN2 + a * math.log(a / 2) + (1 - a) * math.log(0.5 - a / 2)
    assert alone.relevance[3] == pytest.approx(class_table, abs=1e-15)
    between = {(X, W): 4.605, (X, D): 0.693, (W, D): 0.686, (X, Z): 0, (W, Z): 0, (D, Z): 0}
    within = {(X, W): 5.298, (X, D): 0.693, (W, D): 0.689, (X, Z): 0, (W, Z): 0, (D, Z): 0}
    for pair in between:
        assert round(PAPER.mutual_information(*pair), 3) == between[pair]
        assert round(PAPER.mutual_information(*pair, C), 3) == within[pair]
    assert PAPER.mutual_information(X, D, C) == pytest.approx(h2(a), abs=1e-15)
    assert PAPER.mutual_information(X, W, C) == pytest.approx(5.298351450, abs=1e-9)
    assert PAPER.mutual_information(W, D, C) == pytest.approx(0.688975431, abs=1e-9)
    assert PAPER.entropy(W, (D, C)) == pytest.approx(0.730005144295, abs=1e-12)


ORDERS = {
    "mim": ([X, W, D, Z], 0),
    "mifs": ([X, Z, D, W], 0.498),
    "mrmr": ([X, Z, D, W], 0.498),
    "maxmifs": ([X, Z, D, W], 0.498),
    "cife": ([X, W, D, Z], 0),
    "jmi": ([X, W, D, Z], 0),
    "cmim": ([X, W, Z, D], 0),
    "jmim": ([X, W, D, Z], 0),
    "cmi": ([X, W, Z, D], 0),
}


@pytest.mark.parametrize("method", ORDERS)
def test_orders_and_mbr_2_are_those_of_the_papers_table(method):
    steps = list(natpick.forward(PAPER, method))
    order, risk = ORDERS[method]
    assert [step.name for step in steps] == order
    assert round(PAPER.minimum_bayes_risk([step.name for step in steps[:2]]), 3) == risk
    has_tie = method in ("cmim", "cmi")
    assert [step.tied for step in steps] == [(), (), (2, 3) if has_tie else (), ()]


def test_third_step_values_are_those_of_the_papers_text():
    scores = {m: [s.score for s in natpick.forward(PAPER, m)] for m in ORDERS}
    assert scores["jmi"][2] == pytest.approx(0.001519700870392, abs=1e-14)
    c_d = PAPER.mutual_information(C, D)
    assert scores["cife"][2] == pytest.approx(2 * 0.001519700870392 - c_d, abs=1e-14)
    assert scores["jmim"][2] == pytest.approx(PAPER.mutual_information(C, X), abs=1e-15)
    assert scores["cmi"][1] == pytest.approx(0.6931392217546803, abs=1e-14)
    assert abs(scores["cmim"][2]) < 1e-15


def test_a_difference_of_3e_9_between_x_and_w_is_right():
    # g(theta) = c^2 / pi (1 + O(c^2)) for c = cot theta, here 0.005: so the difference is that
    # of c^2 / pi, where both cotangents are known exactly, within some 1e-4 of itself.
    k, k_prime = Fraction(K), Fraction(K_PRIME)
    c_x, c_w = 1 / k, (1 - k * k_prime) / (k + k_prime)
    expected = float(c_x**2 - c_w**2) / math.pi
    difference = PAPER.mutual_information(C, X) - PAPER.mutual_information(C, W)
    assert difference == pytest.approx(expected, rel=1e-4, abs=0)
    assert 3e-9 < difference < 3.3e-9
