"""Evidence for Appendix A.4: the law of X-k'Y in each cell of X_disc and C.

Names of cells give X_disc first. All printed and corrected expressions are those of the
appendix, at k = 1.3, k' = 0.7 and v = 0.6 or -0.6.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from natpick.terms import Floats
from natpick.theory.publication.entropies import Entropies
from natpick.theory.publication.errata.erratum import Evidence
from natpick.theory.publication.quadrature import (
    END,
    density,
    distribution,
    integral,
    log_loss,
    skew_normal,
    skew_normal_below,
)
from natpick.theory.publication.setting import K_PRIME, C, D, W, plane_at

K: Final = 1.3
KP: Final = 0.7
V: Final = 0.6
_STEP: Final = 1e-3


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of the appendix at a v, in its order of integration: y = z, then x = w."""

    v: float

    @property
    def class_line(self) -> float:
        """Return z = -v/(k'+k), where X - k'Y = v meets X + kY = 0."""
        return -self.v / (KP + K)

    @property
    def zero(self) -> float:
        """Return z = -v/k', where X - k'Y = v meets X = 0."""
        return -self.v / KP

    def mass(self, low: float, high: float) -> float:
        """Return the integral of phi(z) Phi(v + k'z) dz from low to high."""

        def f(z: Floats) -> Floats:
            return density(z) * distribution(self.v + KP * z)

        return over(f, low, high)


def over(f: Callable[[Floats], Floats], low: float, high: float) -> float:
    """Return the integral of f from low to high, broken at 0 if that lies between."""
    return integral(f, *sorted({low, high, min(max(0.0, low), high)}))


def below(v: float, disc: int, c: int) -> float:
    """Return P(X-k'Y <= v, X_disc = disc, C = c): the strip of x for every y, by quadrature."""

    def strip(z: Floats) -> Floats:
        high, low = v + KP * z, np.full_like(z, -np.inf)
        for side, edge in ((disc, np.zeros_like(z)), (c, -K * z)):
            low = np.maximum(low, edge) if side else low
            high = high if side else np.minimum(high, edge)
        return density(z) * np.maximum(0.0, distribution(high) - distribution(low))

    limits = Bounds(v)
    return integral(strip, *sorted({-END, limits.zero, limits.class_line, 0.0, END}))


def skewed(x: float) -> float:
    """Return F(x) of SN(0, 1, -k)."""
    return skew_normal_below(x, 1.0, -K)


def phi_big(x: float) -> float:
    """Return Phi(x)."""
    return float(distribution(x))


def both_right() -> Iterator[Evidence]:
    """Cell (1, 1), v >= 0 (line 1459); with the printed limit nothing can be evaluated."""
    at = Bounds(V)

    def first(z: Floats) -> Floats:
        return density(z) * (distribution(V + KP * z) - distribution(-K * z))

    corrected = over(first, at.class_line, 0.0) + at.mass(0.0, END) - 0.25
    yield Evidence("P(W <= 0.6, X_disc = 1, C = 1)", None, corrected, below(V, 1, 1))


def both_left() -> Iterator[Evidence]:
    """Cell (1, 1), v < 0 (line 1469)."""
    at = Bounds(-V)
    mass, tail = at.mass(at.zero, END), phi_big(-V / KP)
    what = "P(W <= -0.6, X_disc = 1, C = 1)"
    yield Evidence(what, mass - tail, mass - tail / 2, below(-V, 1, 1))


def class_only() -> Iterator[Evidence]:
    """Cell (0, 1), v < 0 (line 1514)."""
    at = Bounds(-V)
    sum_ = at.mass(at.class_line, at.zero) + skewed(at.class_line) / 2 + phi_big(-V / KP) / 2
    yield Evidence("P(W <= -0.6, X_disc = 0, C = 1)", sum_, sum_ - 0.5, below(-V, 0, 1))


def disc_only() -> Iterator[Evidence]:
    """Cell (1, 0), v >= 0 (line 1542)."""
    at = Bounds(V)
    rest = at.mass(at.zero, at.class_line) + skewed(0.0) / 2 - skewed(at.class_line) / 2
    printed = rest - phi_big(V / (KP + K)) / 2
    corrected = rest + phi_big(at.zero) / 2 - 0.25
    yield Evidence("P(W <= 0.6, X_disc = 1, C = 0)", printed, corrected, below(V, 1, 0))


def disc_only_derivative() -> Iterator[Evidence]:
    """Cell (1, 0), v >= 0 (line 1548): int phi phi and the terms at the limits.

    Those of the integral are -f/(2(k+k')) at -v/(k'+k), f of SN(0,1,-k), and phi(v/k')/(2k');
    F yields +f/(2(k+k')). What is left besides comes from the term in Phi.
    """
    f = Entropies(K, KP)
    point = np.array([V])
    to_line, to_zero = f.mass_below(point, -point / (KP + K)), f.mass_below(point, -point / KP)
    whole = float((to_line - to_zero)[0])
    at_zero = float(density(point / KP)[0]) / (2 * KP)
    at_line = float(density(point / (KP + K))[0]) / (2 * (KP + K))
    true = _derivative(lambda v: below(v, 1, 0), V)
    what = "d/dv P(W <= v, X_disc = 1, C = 0) at 0.6"
    yield Evidence(what, whole + at_zero + at_line, whole + at_zero - at_zero, true)


def _derivative(f: Callable[[float], float], x: float) -> float:
    """Return f'(x) by six points around x, to some 1e-10."""
    h = _STEP * 10
    parts = ((1, 45.0), (2, -9.0), (3, 1.0))
    return sum(w * (f(x + n * h) - f(x - n * h)) for n, w in parts) / (60 * h)


def disc_only_density() -> Iterator[Evidence]:
    """Cell (1, 0), the mirror image of (0, 1) (line 1558): a density has mass 1."""
    f = Entropies(K, KP)
    mass = integral(f.only_class_positive, -END * f.deviation, 0.0)
    a = math.atan(K)
    printed, corrected = (2 * math.pi / part * mass for part in (math.pi - a, a))
    yield Evidence("mass of the density given X_disc = 1, C = 0", printed, corrected, 1.0)


def neither_right() -> Iterator[Evidence]:
    """Cell (0, 0), v >= 0 (line 1581)."""
    at = Bounds(V)
    rest = 0.75 - skewed(0.0) / 2 - phi_big(at.zero) / 2
    printed, corrected = (rest + at.mass(-END, end) for end in (-at.zero, at.zero))
    yield Evidence("P(W <= 0.6, X_disc = 0, C = 0)", printed, corrected, below(V, 0, 0))


def neither_left_derivative() -> Iterator[Evidence]:
    """Cell (0, 0), v < 0 (line 1588): the derivative of -F(-v/(k'+k))/2, F of SN(0,1,-k)."""
    at = Bounds(-V)
    f = float(skew_normal(np.array([at.class_line]), 1.0, -K)[0]) / 2
    true = _derivative(lambda v: -skewed(Bounds(v).class_line) / 2, -V)
    what = "d/dv of -F(-v/(k'+k))/2 at -0.6"
    yield Evidence(what, f * -V / (KP + K), f / (KP + K), true)


def giant_entropy() -> Iterator[Evidence]:
    """Equation giantentropy at the paper's k and k' (line 1608): the cell (0, 0)."""
    plane = plane_at(K_PRIME)
    h = Entropies(plane.k, plane.k_prime)
    end = END * h.deviation
    share = (math.pi - math.atan(plane.k)) / (2 * math.pi)

    def printed(v: Floats) -> Floats:
        limit = np.where(v < 0, v / (plane.k_prime + plane.k), v / plane.k_prime)
        return h.mass_below(v, limit) / share

    def corrected(v: Floats) -> Floats:
        return h.both_positive(-v) / share

    mass, right = (integral(f, -end, 0.0, end) for f in (printed, corrected))
    yield Evidence("mass of the density given X_disc = 0, C = 0", mass, right, 1.0)
    loss, less = (integral(partial(_loss, f), -end, 0.0, end) for f in (printed, corrected))
    true, entropy = plane.entropy(W, (D, C)), h.of_w_given_c_d
    as_printed = entropy + share * (loss - less)
    yield Evidence("h(X-k'Y|X_disc,C)", as_printed, entropy, true)
    told, tells = h.of_w_given_c - as_printed, h.of_w_given_c - entropy
    true = plane.mutual_information(W, D, C)
    yield Evidence("MI(X-k'Y,X_disc|C) from it", told, tells, true)


def _loss(f: Callable[[Floats], Floats], v: Floats) -> Floats:
    return log_loss(f(v))
