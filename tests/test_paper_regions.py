"""The regions of k' in which a method has one order, and where exactly they end."""

import math
from functools import cache
from itertools import pairwise

import mpmath
import pytest

from natpick.theory.publication.curves import Curve, curves
from natpick.theory.publication.entry import Entry
from natpick.theory.publication.region_table import region_table, threshold_table
from natpick.theory.publication.regions import Threshold, thresholds
from natpick.theory.publication.setting import GRID, risk_of_x

X, W, Z, D = "X", "X-k'Y", "Z", "X_disc"
BLIND = ("mifs", "mrmr", "maxmifs")
SAMPLE = (0.01, 0.2, 0.4, 0.56, 0.57, 0.58, 0.9, 1.5, 2.11, 2.12, 5.0, 10.0)


@cache
def found() -> tuple[dict[str, Curve], tuple[Threshold, ...]]:
    over = curves(SAMPLE)
    return over, thresholds(over)


def g(theta: mpmath.mpf) -> mpmath.mpf:
    """MI(C,X) of angle theta: ln 2 - 2 int_0^inf phi(r) h2(Phi(r cot theta)) dr."""

    def loss(r: mpmath.mpf) -> mpmath.mpf:
        q = mpmath.ncdf(-r * abs(mpmath.cot(theta)))
        h2 = -(1 - q) * mpmath.log1p(-q) - (q * mpmath.log(q) if q > 0 else 0)
        return mpmath.npdf(r) * h2

    return mpmath.log(2) - 2 * mpmath.quad(loss, [0, 0.5, 1, 2, 4, 8, 16])


def lead(method: str, border: str, k_prime: mpmath.mpf) -> mpmath.mpf:
    """J(X-k'Y) less that of its rival: at (a)/(b) X_disc given X and Z, at (b)/(c) Z given X.

    With a = arctan k = (pi - b - 1e-6)/2, b = arctan k': MI(C,X-k'Y) = g(a + b),
    MI(X-k'Y,X) = -ln sin b, MI(C,X_disc) = ln 2 - h2(a/pi), MI(X_disc,X) = ln 2, and of Z 0.
    """
    b = mpmath.atan(k_prime)
    a = (mpmath.pi - b - mpmath.mpf("1e-6")) / 2
    q = a / mpmath.pi
    share = 2 if (method, border) == ("mrmr", "(a)/(b)") else 1
    of_w = g(a + b) + mpmath.log(mpmath.sin(b)) / share
    ln2, h2 = mpmath.log(2), -q * mpmath.log(q) - (1 - q) * mpmath.log(1 - q)
    return of_w - (ln2 - h2 - ln2 / share if border == "(a)/(b)" else 0)


@pytest.mark.parametrize(
    ("methods", "border", "near"),
    [
        (("mifs", "maxmifs"), "(a)/(b)", 0.57),
        (("mrmr",), "(a)/(b)", 0.57),
        (BLIND, "(b)/(c)", 2.1),
    ],
)
def test_borders_are_the_roots_of_formulas_at_18_digits(
    methods: tuple[str, ...], border: str, near: float
) -> None:
    """For MIFS and maxMIFS the formulas are the same, as Z adds no redundancy to either."""
    with mpmath.workdps(18):
        root = mpmath.findroot(
            lambda x: lead(methods[0], border, x), (near, near + 0.02), tol=1e-16, verify=False
        )
    ends = {t.method: t.k_prime for t in found()[1] if t.regions == border and t.method in methods}
    assert ends == dict.fromkeys(methods, pytest.approx(float(root), rel=0, abs=2e-12))


def test_borders_are_those_of_the_errata() -> None:
    digits = {(t.method, t.regions): f"{t.k_prime:.11f}" for t in found()[1]}
    assert digits == {
        ("mifs", "(a)/(b)"): "0.57146231283",
        ("mrmr", "(a)/(b)"): "0.56584875107",
        ("maxmifs", "(a)/(b)"): "0.57146231283",
        ("mifs", "(b)/(c)"): "2.11591501854",
        ("mrmr", "(b)/(c)"): "2.11591501854",
        ("maxmifs", "(b)/(c)"): "2.11591501854",
    }


def test_orders_on_either_side_are_those_of_the_regions() -> None:
    for threshold in found()[1]:
        low, high = threshold.regions.split("/")
        orders = {"(a)": (X, Z, D, W), "(b)": (X, Z, W, D), "(c)": (X, W, Z, D)}
        assert (threshold.below, threshold.above) == (orders[low], orders[high])
        plain = threshold.to_dict()
        assert plain["below"] == list(threshold.below)
        assert plain["k_prime"] == threshold.k_prime


def test_the_grid_is_the_papers() -> None:
    assert len(GRID) == 1000
    assert [GRID[0], GRID[1], GRID[-1]] == [0.01, 0.02, 10.0]
    assert all(round(b - a, 9) == 0.01 for a, b in pairwise(GRID))


@pytest.mark.parametrize("method", BLIND)
def test_second_step_values_are_relevance_less_redundancy(method: str) -> None:
    """J(X_i) = MI(C,X_i) - MI(X_i,X), with W, D and Z as in ``lead``."""
    curve = found()[0][method]
    for n, k_prime in enumerate(SAMPLE):
        b = math.atan(k_prime)
        a = (math.pi - b - 1e-6) / 2
        q = a / math.pi
        of_d = q * math.log(q) + (1 - q) * math.log(1 - q)
        of_w = float(g(mpmath.mpf(a + b))) + math.log(math.sin(b))
        assert curve.second_step[Z][n] == 0
        assert curve.second_step[D][n] == pytest.approx(of_d, rel=0, abs=1e-12)
        assert curve.second_step[W][n] == pytest.approx(of_w, rel=0, abs=1e-11)


def test_mbr_2_is_that_of_x_until_the_methods_pick_x_minus_k_prime_y_second() -> None:
    over, borders = found()
    for curve in over.values():
        last = max(t.k_prime for t in borders) if curve.method in BLIND else 0.0
        for k_prime, risk in zip(curve.k_prime, curve.risk, strict=True):
            expected = (math.pi - math.atan(k_prime) - 1e-6) / (2 * math.pi)
            if k_prime < last:
                assert risk == pytest.approx(expected, rel=0, abs=1e-12)
                assert risk_of_x(k_prime) == expected
            else:
                assert risk == 0


def test_every_k_prime_is_told_of() -> None:
    told: list[float] = []
    assert set(curves((0.01, 3.0), told.append)) == set(found()[0])
    assert told == [0.01, 3.0]


def marks(entries: tuple[Entry, ...]) -> dict[str, tuple[bool | None, int | None]]:
    return {entry.quantity: (entry.agrees, entry.erratum) for entry in entries}


def test_only_the_caption_has_the_borders_right() -> None:
    table = threshold_table(found()[1])
    expected: dict[str, tuple[bool, int | None]] = {}
    for method in BLIND:
        for border in ("(a)/(b)", "(b)/(c)"):
            for place in ("caption", "text", "picture"):
                right = place == "caption" or border == "(b)/(c)"
                mark = (True, None) if right else (False, 18)
                expected[f"border of {border} of {method}, in the {place}"] = mark
    assert marks(table.entries) == expected
    for entry in table.entries:
        cell = (math.floor(100 * float(entry.value)) + 0.5) / 100
        assert entry.agrees == math.isclose(cell, float(entry.printed or "nan"), abs_tol=1e-9)


def test_what_is_said_of_the_regions_is_right_but_for_three_errata() -> None:
    table = region_table(*found())
    different = {
        what: erratum for what, (agrees, erratum) in marks(table.entries).items() if not agrees
    }
    assert different == {
        **{f"order of {method} in region (c)": 20 for method in BLIND},
        "objective values at the second step": 17,
        "mRMR's values from the second to the third step, k' = 0.01": 19,
    }
    values = {entry.quantity: entry.value for entry in table.entries}
    assert values["least MBR_2 in region (a)"] == pytest.approx(risk_of_x(0.56), abs=1e-12)
    assert values["least MBR_2 in region (b)"] == pytest.approx(risk_of_x(2.11), abs=1e-12)
    assert values["order of mrmr in region (c)"] == f"{X}, {W}, {Z}, {D}"
    halved = values["mRMR's values from the second to the third step, k' = 0.01"]
    assert halved == f"{W} -4.605212 to -2.302602, {D} -0.693142 to -0.346569"
