"""The half-plane setting against the densities, risks and draws of X and W = X - k'Y themselves."""

import itertools
import math

import numpy as np
import pytest

from natpick.sources import HalfPlane, Joint

X, W, Z, D, C = "X", "X-k'Y", "Z", "X_disc", "C"
PAPER = (math.tan((math.pi - math.atan(0.01) - 1e-6) / 2), 0.01)
ORDINARY = [(0.7, 1.3), (1.3, 0.7), (2.0, 3.0), (5.0, 0.1)]

erfc = np.vectorize(math.erfc, otypes=[float])


def cdf(x):
    return 0.5 * erfc(-np.asarray(x) / math.sqrt(2))


def pdf(x, sd=1.0):
    return np.exp(-0.5 * (x / sd) ** 2) / (sd * math.sqrt(2 * math.pi))


def minus_x_ln_x(x):
    return -x * np.log(np.where(x > 0, x, 1.0))


def over_line(values, x):
    return float(np.sum(values) * (x[1] - x[0]))


def skew_normal_entropy(sd, shape):
    """h(V) of V ~ SN(0, sd, shape): f(v) = 2 / sd phi(v / sd) Phi(shape v / sd)."""
    v = np.linspace(-12 * sd, 12 * sd, 60001)
    return over_line(minus_x_ln_x(2 * pdf(v, sd) * cdf(shape * v / sd)), v)


@pytest.mark.parametrize(("k", "k_prime"), [*ORDINARY, PAPER])
def test_entropies_given_class_and_x_disc_are_those_of_skew_normal_laws(k, k_prime):
    plane, sd = HalfPlane(k, k_prime), math.hypot(1, k_prime)
    tables = {
        (X, C): skew_normal_entropy(1, 1 / k),
        (W, C): skew_normal_entropy(sd, (1 - k * k_prime) / (k + k_prime)),
        (W, D): skew_normal_entropy(sd, 1 / k_prime),
    }
    for (feature, given), expected in tables.items():
        assert plane.entropy(feature, given) == pytest.approx(expected, abs=1e-11)
        assert plane.mutual_information(feature, given) == pytest.approx(
            plane.entropy(feature) - expected, abs=1e-11
        )


def cells_given_w(k, k_prime, w):
    """P(C = c, D = d | W = w), shape (2, 2, w): X | W = w is normal; Y = (X - w) / k'.

    C = 1 where X >= k w / (k + k'), D = 1 where X >= 0.
    """
    variance = 1 + k_prime**2
    mean, sd = w / variance, k_prime / math.sqrt(variance)

    def above(x):
        return cdf((mean - x) / sd)

    def below(x):
        return cdf((x - mean) / sd)

    class_line, zero = k * w / (k + k_prime), np.zeros_like(w)
    high, low = np.maximum(class_line, zero), np.minimum(class_line, zero)
    between = np.where(
        low > mean, above(low) - above(high), below(high) - below(low)
    )  # from the tail that is small
    nothing = np.zeros_like(w)
    only_c = np.where(class_line < 0, between, nothing)
    only_d = np.where(class_line > 0, between, nothing)
    return np.array([[below(low), only_d], [only_c, above(high)]])


def densities_of_w(k, k_prime):
    """w, f(w) and f(w, c, d) on a grid that is fine where D or C turns over."""
    sd = math.hypot(1, k_prime)
    w = np.linspace(-12 * sd, 12 * sd, 240001)
    f = pdf(w, sd)
    return w, f, f * cells_given_w(k, k_prime, w)


@pytest.mark.parametrize(("k", "k_prime"), [*ORDINARY, PAPER])
def test_terms_of_w_given_class_and_x_disc_are_those_of_its_conditional_densities(k, k_prime):
    plane = HalfPlane(k, k_prime)
    w, f, cells = densities_of_w(k, k_prime)

    def joint_entropy(densities):
        return sum(over_line(minus_x_ln_x(density), w) for density in densities)

    h_w, h_wc, h_wd = joint_entropy([f]), joint_entropy(cells.sum(1)), joint_entropy(cells.sum(0))
    h_wcd = joint_entropy(cells.reshape(4, -1))
    h_cd = plane.entropy((C, D))
    assert plane.entropy((C, W, D)) == pytest.approx(h_wcd, abs=1e-6)
    assert plane.entropy(W, (C, D)) == pytest.approx(h_wcd - h_cd, abs=1e-6)
    assert plane.entropy(C, (W, D)) == pytest.approx(h_wcd - h_wd, abs=1e-6)
    assert plane.entropy(D, (W, C)) == pytest.approx(h_wcd - h_wc, abs=1e-6)
    assert plane.mutual_information(W, D, C) == pytest.approx(
        h_wc + h_cd - math.log(2) - h_wcd, abs=1e-6
    )
    assert plane.mutual_information(C, D, W) == pytest.approx(h_wc + h_wd - h_w - h_wcd, abs=1e-6)


def over_sector(f, low, high):
    """The integral of f(x, y) over the angles from low to high, by Gauss and Legendre."""
    nodes, weights = np.polynomial.legendre.leggauss(120)
    r, angle = 5.5 * (1 + nodes), low + (high - low) * 0.5 * (1 + nodes)
    x, y = np.outer(r, np.cos(angle)), np.outer(r, np.sin(angle))
    return 5.5 * (high - low) * 0.5 * float(weights * r @ f(x, y) @ weights)


@pytest.mark.parametrize(("k", "k_prime"), ORDINARY)
def test_informations_of_x_and_w_given_others_are_those_of_double_integrals(k, k_prime):
    # MI(X, W | G) = sum_g int int f(x, w, g) ln(f(x, w, g) P(g) / (f(x, g) f(w, g))) over the
    # half x >= 0 twice, or the half C = 1 twice: the other half is its mirror image.
    a = math.atan(k)
    plane, sd = HalfPlane(k, k_prime), math.hypot(1, k_prime)

    def integrand(p, given_x, given_w):
        def f(x, y):
            w = x - k_prime * y
            xy, fx, fw = pdf(x) * pdf(y), pdf(x) * given_x(x), pdf(w, sd) * given_w(w)
            return xy * np.log(xy / k_prime * p / (fx * fw))

        return f

    def cell(c, d):
        def given_w(w):
            return np.maximum(cells_given_w(k, k_prime, w.ravel())[c, d], 1e-300).reshape(w.shape)

        return given_w

    def c_is_1(x):
        return cdf(x / k)

    always, edge = np.ones_like, math.pi / 2
    w_is_0 = edge - math.atan(k_prime)
    w_if_c = integrand(0.5, c_is_1, lambda w: cdf(w / sd * (1 - k * k_prime) / (k + k_prime)))
    w_if_d = integrand(0.5, always, lambda w: cdf(w / sd / k_prime))
    both = integrand((math.pi - a) / (2 * math.pi), c_is_1, cell(1, 1))
    d_alone = integrand(a / (2 * math.pi), lambda x: cdf(-x / k), cell(0, 1))
    given = {
        (C,): over_sector(w_if_c, a - edge, a + edge),
        (D,): over_sector(w_if_d, -edge, edge),
        (C, D): over_sector(both, a - edge, w_is_0)
        + over_sector(both, w_is_0, edge)
        + over_sector(d_alone, -edge, a - edge),
    }
    for names, half in given.items():
        assert plane.mutual_information(X, W, names) == pytest.approx(2 * half, abs=1e-7)


@pytest.mark.parametrize(("k", "k_prime"), [*ORDINARY, (1.0, 1.0), (50.0, 40.0), PAPER])
def test_minimum_bayes_risk_of_all_subsets_is_one_less_the_mass_of_the_likeliest_class(k, k_prime):
    plane = HalfPlane(k, k_prime)
    w, _, cells = densities_of_w(k, k_prime)
    x = np.linspace(-12, 12, 240001)
    joint_x = pdf(x) * np.array([cdf(-x / k), cdf(x / k)])
    p_11 = over_line(np.where(x > 0, joint_x[1], 0.0) + 0.5 * (x == 0) * joint_x[1], x)
    by_x = 1 - over_line(joint_x.max(axis=0), x)
    by_w = 1 - over_line(cells.sum(axis=1).max(axis=0), w)
    by_w_d = 1 - over_line(cells.max(axis=0).sum(axis=0), w)
    by_d = 1 - 2 * max(p_11, 0.5 - p_11)
    literal = {
        (): 0.5,
        (X,): by_x,
        (W,): by_w,
        (D,): by_d,
        (X, D): by_x,
        (W, D): by_w_d,
        (X, W): 0.0,
        (X, W, D): 0.0,
    }
    for names, expected in literal.items():
        assert plane.minimum_bayes_risk(names) == pytest.approx(expected, abs=1e-7)
        assert plane.minimum_bayes_risk((*names, Z)) == plane.minimum_bayes_risk(names)


def simulated(k, k_prime, n=200_000):
    rng = np.random.default_rng(20)
    x, y = rng.standard_normal((2, n))
    return x, x - k_prime * y, (x >= 0).astype(int), (x + k * y >= 0).astype(int)


@pytest.mark.parametrize(("k", "k_prime"), [*ORDINARY, (50.0, 40.0)])
def test_bayes_classifiers_err_in_simulation_as_often_as_their_risk_says(k, k_prime):
    x, w, d, c = simulated(k, k_prime)
    cells = cells_given_w(k, k_prime, w)
    guesses = {
        (X,): x >= 0,
        (W,): cells[1].sum(axis=0) > cells[0].sum(axis=0),
        (D,): d == 1,
        (W, D): np.where(d == 1, cells[1, 1] > cells[0, 1], cells[1, 0] > cells[0, 0]),
        (X, W): x + k / k_prime * (x - w) >= 0,
    }
    for names, guess in guesses.items():
        share = float(np.mean(guess != (c == 1)))
        assert share == pytest.approx(HalfPlane(k, k_prime).minimum_bayes_risk(names), abs=0.005)


def discretised(k, k_prime, n, bins):
    """X and Y at n quantiles each, W in bins of equal frequency: a pmf of n^2 atoms."""
    grid = np.linspace(-8, 8, 100_001)
    quantiles = np.interp((np.arange(n) + 0.5) / n, cdf(grid), grid)
    x, y = (v.ravel() for v in np.meshgrid(quantiles, quantiles, indexing="ij"))
    w = x - k_prime * y
    cuts = np.quantile(w, np.arange(1, bins) / bins)
    columns = {
        X: np.searchsorted(quantiles[:: n // bins], x, side="right"),
        W: np.searchsorted(cuts, w),
        D: x >= 0,
        C: x + k * y >= 0,
    }
    p = np.full(n * n, 1.0 / n**2)
    return Joint.from_table({name: v.tolist() for name, v in columns.items()}, p, C)


@pytest.mark.parametrize(("k", "k_prime"), [(0.7, 1.3), (2.0, 3.0)])
def test_a_fine_discretisation_comes_close_to_the_closed_forms(k, k_prime):
    plane = HalfPlane(k, k_prime)
    coarse, fine = discretised(k, k_prime, 40, 8), discretised(k, k_prime, 240, 60)
    asked = [(C, X, ()), (C, W, ()), (W, D, ()), (C, D, W), (W, D, C), (C, W, D), (C, X, D)]
    for a, b, given in asked:
        exact = plane.mutual_information(a, b, given)
        assert fine.mutual_information(a, b, given) == pytest.approx(exact, abs=0.01)
    gaps = [
        abs(source.mutual_information(a, b, given) - plane.mutual_information(a, b, given))
        for source, (a, b, given) in itertools.product((coarse, fine), asked)
    ]
    assert sum(gaps[len(asked) :]) < 0.2 * sum(gaps[: len(asked)])
    for names in ((X,), (W,), (D,), (W, D)):
        assert fine.minimum_bayes_risk(names) == pytest.approx(
            plane.minimum_bayes_risk(names), abs=0.01
        )
