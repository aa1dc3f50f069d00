"""The errata of the paper: all 54, and the numbers told of them by routes of their own."""

import math
from functools import cache

import numpy as np
import pytest
from scipy import integrate, stats

from natpick.theory.publication.curves import curves
from natpick.theory.publication.errata.erratum import Erratum, Evidence
from natpick.theory.publication.errata.record import errata
from natpick.theory.publication.region_table import region_table, threshold_table
from natpick.theory.publication.regions import thresholds
from natpick.theory.publication.setting import K_PRIME, plane_at
from natpick.theory.publication.text_table import text_table

SAMPLE = (0.01, 0.56, 0.57, 0.58, 2.11, 2.12, 10.0)
BY_READING = {2, 32, 36, 40, 53}
K, KP = 1.3, 0.7
ANGLE = math.atan(K)
LN2 = math.log(2)


@cache
def found() -> dict[int, Erratum]:
    over = curves(SAMPLE)
    ends = thresholds(over)
    tables = (text_table(plane_at(K_PRIME)), threshold_table(ends), region_table(over, ends))
    return {erratum.wording.number: erratum for erratum in errata(tables)}


def evidence(number: int) -> Evidence:
    return found()[number].evidence[0]


def test_there_are_54_in_order() -> None:
    assert list(found()) == list(range(1, 55))


def test_all_but_five_are_computed() -> None:
    seen = {number: erratum.seen for number, erratum in found().items()}
    assert {number for number, how in seen.items() if how == "by reading"} == BY_READING
    assert set(seen.values()) == {"computed", "by reading"}


@pytest.mark.parametrize("number", sorted(set(range(1, 55)) - BY_READING))
def test_what_is_corrected_is_true_and_what_is_printed_is_not(number: int) -> None:
    pieces = found()[number].evidence
    assert pieces
    assert all(piece.holds for piece in pieces)
    if number != 41:  # its printed limit depends on the variable of integration
        assert any(p.printed is not None for p in pieces) or number == 6


def test_evidence_that_does_not_part_the_two_does_not_hold() -> None:
    assert not Evidence("", 1.0, 1.0, 1.0).holds
    assert not Evidence("", 2.0, 3.0, 1.0).holds
    assert not Evidence("", "a", None, "a").holds
    assert Evidence("", 2.0, 1.0, 1.0 + 1e-12).holds


def test_an_erratum_as_plain_values_has_its_wording_and_its_evidence() -> None:
    plain = found()[23].to_dict()
    assert list(plain) == [
        *("number", "lines", "place", "printed", "correct"),
        *("seen", "evidence"),
    ]
    assert (plain["number"], plain["lines"], plain["seen"]) == (23, "1174", "computed")
    (piece,) = plain["evidence"]
    assert list(piece) == ["what", "printed", "corrected", "true", "holds"]
    assert piece["holds"] is True
    assert found()[2].to_dict()["evidence"] == []


# Truths by routes of their own, and what the printed formulas are known to give.


def cell(v: float, disc: int, c: int) -> float:
    """P(W <= v, D = disc, C = c) in polar coordinates: r <= v / q, or >= if q < 0 and v < 0.

    q(theta) = cos theta - k' sin theta; C = 1 where |theta - a| < pi/2, D = 1 where
    |theta| < pi/2; r^2/2 is exponential.
    """

    def inside(theta: float) -> float:
        q = math.cos(theta) - KP * math.sin(theta)
        tail = math.exp(-0.5 * (v / q) ** 2) if q else 0.0
        if v >= 0:
            return 1 - tail if q > 0 else 1.0
        return tail if q < 0 else 0.0

    half = math.pi / 2
    low, high = {
        (1, 1): (ANGLE - half, half),
        (0, 1): (half, half + ANGLE),
        (1, 0): (-half, ANGLE - half),
        (0, 0): (half + ANGLE, 3 * half),
    }[disc, c]
    turn = half - math.atan(KP)
    points = [x for x in (turn, turn + math.pi, turn - math.pi) if low < x < high]
    whole = integrate.quad(inside, low, high, points=points or None, epsabs=1e-13)[0]
    return whole / (2 * math.pi)


@pytest.mark.parametrize(
    ("number", "v", "name", "printed"),
    [
        (41, 0.6, (1, 1), None),
        (42, -0.6, (1, 1), -0.07000),
        (43, -0.6, (0, 1), 0.62158),
        (44, 0.6, (1, 0), -0.13273),
        (47, 0.6, (0, 0), 0.76191),
    ],
)
def test_probabilities_of_cells_are_those_of_sectors(
    number: int, v: float, name: tuple[int, int], printed: float | None
) -> None:
    piece = evidence(number)
    assert piece.true == pytest.approx(cell(v, *name), rel=0, abs=1e-10)
    assert piece.printed == (None if printed is None else pytest.approx(printed, abs=1e-5))


def test_the_derivative_in_a_cell_is_that_of_its_probability() -> None:
    h = 1e-4
    slope = (cell(0.6 + h, 1, 0) - cell(0.6 - h, 1, 0)) / (2 * h)
    assert evidence(45).true == pytest.approx(slope, abs=1e-6)


@pytest.mark.parametrize(("number", "printed"), [(27, 0.61540), (28, 0.672118), (29, 0.32766)])
def test_w_given_the_class_is_a_corner_of_a_bivariate_normal_law(
    number: int, printed: float
) -> None:
    """P(W <= u | X + kY >= 0) = 2 P(W <= u, -(X + kY) <= 0), cov(W, X + kY) = 1 - k k'."""
    cross = -(1 - K * KP)
    law = stats.multivariate_normal(cov=[[1 + KP**2, cross], [cross, 1 + K**2]])
    piece = evidence(number)
    assert piece.true == pytest.approx(2 * law.cdf([0.5, 0.0]), abs=1e-7)
    assert piece.printed == pytest.approx(printed, abs=1e-5)


@pytest.mark.parametrize(("number", "side", "printed"), [(33, 1, 0.18768), (34, -1, 0.84546)])
def test_x_and_y_given_the_class_are_halves_of_a_normal_law(
    number: int, side: int, printed: float
) -> None:
    cross = -side * 1.0
    covariance = [[1, 0, cross], [0, 1, cross * K], [cross, cross * K, 1 + K**2]]
    law = stats.multivariate_normal(cov=covariance, allow_singular=True, seed=1)
    piece = evidence(number)
    assert piece.true == pytest.approx(2 * law.cdf([0.4, 0.8, 0.0]), abs=1e-4)
    assert piece.printed == pytest.approx(printed, abs=1e-5)


TOLD: dict[int, tuple[float, float]] = {
    1: (-4.605220, 4.605220),
    10: (2.837869, 7.958805265e-06),
    11: (2.837969, 7.955622274e-06),
    13: (2.151936, 0.685941096),
    14: (-0.377471, 5.298351450),
    15: (-2.148986, 0.688975431),
    21: (LN2, 0.6931392217546803),
    22: (-0.0015, 0.001519700870392),
    23: (0.5, 1.0),
    31: (0.0, 0.6931421138),
    35: (1 / KP, -1 / KP),
    37: (2.00234, 1.78805),
    39: (0.7, 0.49),
    46: (0.411006, 1.0),
    49: (2.974617, 1.0),
    50: (1 / K, 1 / math.sqrt(1 + K**2)),
    51: (math.hypot(1, K), 1.0),
    52: (0.970221, 0.779122),
}


@pytest.mark.parametrize("number", TOLD)
def test_printed_formulas_yield_the_numbers_that_are_told_of_them(number: int) -> None:
    printed, true = TOLD[number]
    piece = evidence(number)
    assert piece.printed == pytest.approx(printed, rel=1e-5, abs=1e-12)
    assert piece.true == pytest.approx(true, rel=1e-5, abs=1e-12)


def test_the_entropy_of_the_appendix_is_as_far_off_as_told() -> None:
    mass, entropy, information = found()[49].evidence
    assert (mass.printed, entropy.printed, information.printed) == pytest.approx(
        (2.974617, 0.748081, 0.6709), abs=5e-5
    )
    assert entropy.true == pytest.approx(0.730005144295, abs=1e-12)
    assert information.true == pytest.approx(0.688975430787, abs=1e-12)


def test_entropies_of_x_and_w_given_the_class_are_those_of_scipys_skew_normal_law() -> None:
    normal = stats.norm.entropy()
    given_x = stats.skewnorm(1 / K).entropy()
    of_x, of_w = found()[24].evidence
    assert of_x.true == pytest.approx(normal - given_x, abs=1e-8)
    assert of_x.printed == pytest.approx(normal + given_x, abs=1e-8)
    wide = math.hypot(1, KP)
    given_w = stats.skewnorm((1 - K * KP) / (K + KP), scale=wide).entropy()
    assert of_w.true == pytest.approx(normal + math.log(wide) - given_w, abs=1e-8)


def test_draws_have_the_correlation_and_the_classes_that_are_told() -> None:
    rng = np.random.default_rng(50)
    x, y = rng.standard_normal((2, 400_000))
    rho = np.corrcoef(x, x + K * y)[0, 1]
    near_1 = np.abs(x - 1) < 0.02
    share = np.mean((x + K * y >= 0)[near_1])
    assert evidence(50).true == pytest.approx(rho, abs=0.005)
    assert evidence(52).true == pytest.approx(share, abs=0.02)


def test_methods_of_one_selected_feature_are_the_targets_and_cife_reaches_both_its_ends() -> None:
    ends = {piece.what.split(",")[0]: piece.true for piece in found()[6].evidence}
    assert [end for what, end in ends.items() if what.startswith("|S| = 1")] == pytest.approx(
        [0, 0, 0, 0], abs=1e-12
    )
    assert ends["least cife"] == pytest.approx(-2 * LN2)
    assert ends["largest cife"] == pytest.approx(3 * LN2)
    assert ends["least mrmr"] == ends["least maxmifs"] == pytest.approx(-LN2)
    assert ends["least mifs there: -H(Xi|C) - (|S| - 1) H(Xi)"] == pytest.approx(-3 * LN2)


def test_orders_of_methods_that_are_only_mentioned() -> None:
    assert evidence(8).true == "X, X_disc, Z, X-k'Y"
    assert evidence(9).true == "X-k'Y/Z/X_disc"
    assert found()[54].evidence[0].true == pytest.approx(1 + math.log(2 * math.pi * 0.01))
    assert found()[20].evidence[0].true == "X, X-k'Y, Z, X_disc"
