"""The half-plane setting to thirty digits, by the integrals of the errata."""

import itertools
import math
from fractions import Fraction
from functools import cache

import mpmath as mp
import pytest

from natpick.sources import HalfPlane

X, W, Z, D, C = "X", "X-k'Y", "Z", "X_disc", "C"
PAPER = (math.tan((math.pi - math.atan(0.01) - 1e-6) / 2), 0.01)
CORNERS = [(1e-3, 1e-3), (1e-3, 1.0), (1e-3, 999.0), (999.0, 1e-3), (1e3, 1e3), (2.0, 0.3), PAPER]


def mp_phi(r):
    return mp.exp(-r * r / 2) / mp.sqrt(2 * mp.pi)


def mp_cdf(r):
    return mp.erfc(-r / mp.sqrt(2)) / 2


def mp_h2(q):
    return -sum(p * mp.log(p) for p in (q, 1 - q) if p > 0)


def twice_from_zero(f, *cots):
    scales = [mp.mpf(1), *(1 / abs(c) for c in cots if abs(c) > 0.05)]
    breaks = {s * mp.mpf(x) for s in scales for x in ("1e-4", "0.05", "0.5", "2", "5", "12")}
    return 2 * mp.quad(lambda r: mp_phi(r) * f(r), [0, *sorted(x for x in breaks if x < 13), 13])


def mp_g(cot):
    return mp.log(2) - twice_from_zero(lambda r: mp_h2(mp_cdf(-abs(cot) * r)), cot)


def mp_c_d_given_w(cot_b, cot_t):
    """2 int phi [-B ln A + (A-B) ln((A-B)/((1-B)A)) - (1-A) ln(1-B)], A=Phi(-r cot t), B of b."""

    def integrand(r):
        low, high = mp_cdf(-r * cot_b), mp_cdf(-r * cot_t)
        between, rest = high - low, mp_cdf(r * cot_t)
        middle = between * mp.log(between / ((1 - low) * high)) if between > 0 else 0
        return -low * mp.log(high) + middle - rest * mp.log(1 - low)

    return twice_from_zero(integrand, cot_b, cot_t)


@cache
def expected_informations(k, k_prime):
    """MI(u, v | given) of all pairs of C, X, W, D with all conditions, to thirty digits."""
    k, k_prime = mp.mpf(k), mp.mpf(k_prime)
    cot_b, cot_t = 1 / k_prime, (1 - k * k_prime) / (k + k_prime)
    ln2, h_cd = mp.log(2), mp_h2(mp.atan(k) / mp.pi)
    c_x, c_w, d_w = mp_g(1 / k), mp_g(cot_t), mp_g(cot_b)
    c_d, x_w = ln2 - h_cd, mp.log(1 + cot_b**2) / 2
    c_d_w = mp_c_d_given_w(cot_b, cot_t)
    x_w_c, d_w_c = x_w + ln2 - c_x - c_w, d_w + c_d_w - c_d
    return {
        (C, X, ()): c_x,
        (C, W, ()): c_w,
        (C, D, ()): c_d,
        (X, W, ()): x_w,
        (X, D, ()): ln2,
        (W, D, ()): d_w,
        (C, D, (W,)): c_d_w,
        (C, X, (W,)): ln2 - c_w,
        (C, W, (X,)): ln2 - c_x,
        (C, X, (D,)): c_x - c_d,
        (C, W, (D,)): c_w + c_d_w - c_d,
        (C, X, (W, D)): ln2 - c_w - c_d_w,
        (X, W, (C,)): x_w_c,
        (X, W, (D,)): x_w - d_w,
        (X, W, (C, D)): x_w_c - d_w_c,
        (X, D, (C,)): h_cd,
        (X, D, (W,)): ln2 - d_w,
        (X, D, (W, C)): ln2 - d_w - c_d_w,
        (W, D, (C,)): d_w_c,
        (W, D, (X,)): mp.mpf(0),
        (C, D, (X,)): mp.mpf(0),
        (C, (W, D), ()): c_w + c_d_w,
        (C, (X, W), ()): ln2,
    }


@pytest.mark.parametrize(("k", "k_prime"), CORNERS)
def test_all_informations_agree_with_thirty_digits(k, k_prime):
    plane = HalfPlane(k, k_prime)
    with mp.workdps(30):
        for (a, b, given), expected in expected_informations(k, k_prime).items():
            error = abs(plane.mutual_information(a, b, given) - expected)
            assert error < 1e-12, (a, b, given)
            assert error <= 1e-9 * expected, (a, b, given)


def expected_entropies(k, k_prime):
    """H of every set of C, X, W, D, Z: h(continuous) + H(discrete | continuous)."""
    told = expected_informations(k, k_prime)
    ln2, h_x = mp.log(2), mp.log(2 * mp.pi * mp.e) / 2
    h_w = h_x + mp.log(1 + mp.mpf(k_prime) ** 2) / 2
    c_x = h_x + ln2 - told[C, X, ()]
    d_w = h_w + ln2 - told[W, D, ()]
    table = {
        (): mp.mpf(0),
        (C,): ln2,
        (D,): ln2,
        (C, D): 2 * ln2 - told[C, D, ()],
        (X,): h_x,
        (X, D): h_x,
        (X, C): c_x,
        (X, D, C): c_x,
        (W,): h_w,
        (W, C): h_w + ln2 - told[C, W, ()],
        (W, D): d_w,
        (W, D, C): d_w + ln2 - told[C, (W, D), ()],
    }
    h_xw = 2 * h_x + mp.log(k_prime)
    table |= {(X, W, *rest): h_xw for rest in ((), (C,), (D,), (C, D))}
    table |= {(*names, Z): h + ln2 for names, h in table.items()}
    return {frozenset(names): h for names, h in table.items()}


@pytest.mark.parametrize(("k", "k_prime"), CORNERS)
def test_all_entropies_agree_with_thirty_digits(k, k_prime):
    plane, continuous = HalfPlane(k, k_prime), {X, W}
    with mp.workdps(30):
        table = expected_entropies(k, k_prime)
        assert len(table) == 32
        for a, s in itertools.product(table, repeat=2):
            found = plane.entropy(tuple(a), tuple(s))
            if math.isinf(found):
                assert any(plane.determines(tuple(s), v) for v in a & continuous)
                continue
            expected = table[a | s] - table[s]
            assert abs(found - expected) < 1e-12, (a, s)
            if not a & continuous:
                assert abs(found - expected) <= 1e-9 * abs(expected), (a, s)


def mp_least_error(cot_b, cot_t):
    """2 int phi min(1-A, A-B): two integrals, parted where the two are the same."""

    def between(r):
        return (mp.erf(-r * cot_t / mp.sqrt(2)) + mp.erf(r * cot_b / mp.sqrt(2))) / 2

    def above(r):
        return mp_cdf(r * cot_t)

    turn = mp.findroot(lambda r: between(r) - above(r), (0, 40), solver="anderson", tol=1e-28)
    ends = [x * min(turn, mp.mpf(15)) for x in (0, mp.mpf("0.1"), mp.mpf("0.5"), 1)]
    before = mp.quad(lambda r: mp_phi(r) * between(r), ends)
    after = [turn, *(turn + x / (1 + abs(cot_t)) for x in (1, 3, 8, 20))]
    return 2 * (before + mp.quad(lambda r: mp_phi(r) * above(r), after))


def expected_risk(k, k_prime, names):
    """The minimum Bayes risk by the angles a = arctan k, t = a + arctan k'."""
    k, k_prime = mp.mpf(k), mp.mpf(k_prime)
    a, t = mp.atan(k), mp.atan(k) + mp.atan(k_prime)
    if {X, W} <= names:
        return mp.mpf(0)
    if X in names or names & {W, D} == {D} or (names >= {W, D} and t <= mp.pi / 2):
        return a / mp.pi
    if names >= {W, D}:
        return mp_least_error(1 / k_prime, (1 - k * k_prime) / (k + k_prime))
    return min(t, mp.pi - t) / mp.pi if W in names else mp.mpf(1) / 2


@pytest.mark.parametrize(("k", "k_prime"), [*CORNERS, (3.0, 2.0), (50.0, 40.0), (0.02, 60.0)])
def test_minimum_bayes_risks_of_all_fifteen_subsets_agree_with_thirty_digits(k, k_prime):
    plane = HalfPlane(k, k_prime)
    with mp.workdps(30):
        for n in range(5):
            for names in itertools.combinations((X, W, Z, D), n):
                expected = expected_risk(k, k_prime, set(names))
                error = abs(plane.minimum_bayes_risk(names) - expected)
                assert error < 1e-12, names
                assert error <= 1e-9 * expected, names


@pytest.mark.parametrize(
    ("k", "k_prime"), [(700.0, 1.000000001 / 700), (3.0, 1 / 3), (0.1, 10.001)]
)
def test_information_of_a_nearly_independent_feature_keeps_its_digits(k, k_prime):
    # g(theta) = c^2 / pi (1 + O(c^2)) for c = cot theta: ln 2 - h2(Phi(x)) = x^2 / pi + O(x^4).
    c = float((1 - Fraction(k) * Fraction(k_prime)) / (Fraction(k) + Fraction(k_prime)))
    assert HalfPlane(k, k_prime).mutual_information(C, W) == pytest.approx(
        c * c / math.pi, rel=max(1e-12, c * c), abs=0
    )


def test_information_at_an_angle_of_pi_over_4_is_ln_2_less_a_half():
    plane = HalfPlane(1.0, 1.0)
    assert plane.mutual_information(C, X) == pytest.approx(math.log(2) - 0.5, abs=1e-15)
    assert plane.mutual_information(D, W) == pytest.approx(math.log(2) - 0.5, abs=1e-15)
