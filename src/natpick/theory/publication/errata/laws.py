"""Evidence for Appendices A.1, A.2, A.4 and B: laws, densities and moments."""

import math
from collections.abc import Iterator
from typing import Final

import numpy as np

from natpick.sources import HalfPlane
from natpick.terms import Floats
from natpick.theory.publication.entropies import Entropies
from natpick.theory.publication.errata.cells import KP, K, below, phi_big
from natpick.theory.publication.errata.erratum import Evidence
from natpick.theory.publication.quadrature import (
    END,
    density,
    distribution,
    expectation,
    integral,
    skew_normal,
    skew_normal_below,
)
from natpick.theory.publication.setting import K_PRIME, C, D, W, X, plane_at

_U: Final = 0.5
_POINT: Final = (0.4, 0.8)
_DEVIATION: Final = math.hypot(1.0, KP)
_PLANE: Final = HalfPlane(K, KP)


def joint_density() -> Iterator[Evidence]:
    """Evaluate int int exp(-c (x^2+y^2)) / (2 pi), the square of an integral over one variable."""

    def mass(c: float) -> float:
        side = integral(lambda x: np.exp(-c * x * x), -END, 0.0, END)
        return side**2 / (2 * math.pi)

    yield Evidence("mass of the density of (X,Y)", mass(1.0), mass(0.5), 1.0)


def definition() -> Iterator[Evidence]:
    """E ln(f(x,w) / (f(x) f(w))), f(x,w) = phi(x) phi(y)/k'; the paper's k' = 0.01."""
    s = math.hypot(1.0, K_PRIME)

    def log_ratio(x: Floats, y: Floats) -> Floats:
        w = x - K_PRIME * y
        ratio: Floats = 0.5 * (w / s) ** 2 - 0.5 * y**2 + math.log(s / K_PRIME)
        return ratio

    value = expectation(log_ratio)
    true = plane_at(K_PRIME).mutual_information(X, W)
    yield Evidence("MI(X,X-k'Y), k' = 0.01", -value, value, true)


def information_as_entropies() -> Iterator[Evidence]:
    """Add int f ln f, which is -h(Xi|C) (line 1206)."""
    h = Entropies(K, KP)
    for name, alone, within in ((X, h.of_x, h.of_x_given_c), (W, h.of_w, h.of_w_given_c)):
        true = _PLANE.mutual_information(C, name)
        yield Evidence(f"MI({name},C)", alone + within, alone - within, true)


def inverse() -> Iterator[Evidence]:
    """(X,Y) = (1,2) becomes (z,w) = (3.6,-0.4), and must come back."""
    z, w = 1 + K * 2, 1 - KP * 2
    printed = (K * z + KP * w) / (K + KP), (w - z) / (K + KP)
    corrected = (KP * z + K * w) / (K + KP), (z - w) / (K + KP)
    shown = [f"({x:.12g}, {y:.12g})" for x, y in (printed, corrected)]
    yield Evidence("inverse at (3.6, -0.4)", shown[0], shown[1], "(1, 2)")


def exponent() -> Iterator[Evidence]:
    """Compare the exponents with -(x^2+y^2)/2 (lines 1241 to 1247).

    As the inverse exchanges them, z is x - k'y and w is x + ky.
    """
    z, w, s = -1.0, 0.5, 1 + KP**2
    cross = (w - z * (1 - K * KP) / s) ** 2
    printed = -0.5 * (K**2 + 1) * z**2 / (K + KP) ** 2 - 0.5 * s * cross
    printed += z**2 * ((1 + K**2) * s - (1 - K * KP) ** 2) / s
    corrected = -0.5 * (s * cross / (K + KP) ** 2 + z**2 / s)
    x, y = np.linalg.solve(np.array([[1.0, -KP], [1.0, K]]), np.array([z, w]))
    yield Evidence("exponent at z = -1, w = 0.5", printed, corrected, float(-(x**2 + y**2) / 2))


def _given_class(u: float, c: int) -> float:
    """Return P(X-k'Y <= u | C = c) by quadrature over y."""
    return 2 * (below(u, 0, c) + below(u, 1, c))


def _law(shape: float) -> float:
    return skew_normal_below(_U, _DEVIATION, shape)


def argument() -> Iterator[Evidence]:
    """Take (1-kk')/(k+k') for the shape of X-k'Y | C = 1 (lines 1247 and 1252)."""
    printed, corrected = (_law((1 - K * KP) / d) for d in (K - KP, K + KP))
    yield Evidence("P(X-k'Y <= 0.5 | C = 1)", printed, corrected, _given_class(_U, 1))


def half() -> Iterator[Evidence]:
    """Take z < 0, which is C = 0, of the shape -(1-kk')/(k+k') (line 1268)."""
    shape = (1 - K * KP) / (K + KP)
    yield Evidence("P(X-k'Y <= 0.5 | C = 1)", _law(-shape), _law(shape), _given_class(_U, 1))


def numerator() -> Iterator[Evidence]:
    """Take (1+kk') over (k-k') as line 1274 does."""
    printed, corrected = _law((1 + K * KP) / (K - KP)), _law((1 - K * KP) / (K + KP))
    yield Evidence("P(X-k'Y <= 0.5 | C = 1)", printed, corrected, _given_class(_U, 1))


def rotation() -> Iterator[Evidence]:
    """Turn the normal (1,k') of the line of C_k' into that of X_disc, (1,0) (line 1334)."""
    b = math.atan2(KP, 1.0)
    printed, corrected = math.degrees(b) + KP, math.degrees(b - math.atan(KP))
    yield Evidence(
        "degrees from the normal of C_k', rotated, to that of X_disc", printed, corrected, 0.0
    )


def disc_given_class() -> Iterator[Evidence]:
    """MI(X,X_disc|C) = h2(arctan(k)/pi) (line 1343), at the paper's k."""
    plane = plane_at(K_PRIME)
    q = math.atan(plane.k) / math.pi
    binary = -q * math.log(q) - (1 - q) * math.log(1 - q)
    yield Evidence("MI(X,X_disc|C), k' = 0.01", 0.0, binary, plane.mutual_information(X, D, C))


def _edges() -> tuple[float, float, float, float, float]:
    x, y = _POINT

    def skewed(u: float) -> float:
        return skew_normal_below(u, 1.0, -1.0 / K)

    return phi_big(x), phi_big(y), phi_big(-K * y), skewed(x), skewed(-K * y)


def _quadrant(c: int) -> float:
    """Return P(X <= 0.4, Y <= 0.8 | C = c), over y."""
    x, y = _POINT

    def strip(v: Floats) -> Floats:
        edge = distribution(np.minimum(x, -K * v))
        return density(v) * (distribution(x) - edge if c else edge)

    return 2 * integral(strip, -END, -x / K, 0.0, y)


def distribution_given_one() -> Iterator[Evidence]:
    """F of (X,Y) given C = 1 at (0.4, 0.8), F of SN(0,1,-1/k) (line 1364)."""
    of_x, of_y, edge, f, f_edge = _edges()
    printed = 2 * of_y * of_x - f
    corrected = 2 * of_y * (of_x - edge) - (f - f_edge)
    yield Evidence("P(X <= 0.4, Y <= 0.8 | C = 1)", printed, corrected, _quadrant(1))


def distribution_given_zero() -> Iterator[Evidence]:
    """F of (X,Y) given C = 0 at (0.4, 0.8) (line 1389)."""
    _, of_y, edge, f, f_edge = _edges()
    corrected = 2 * of_y * edge + f - f_edge
    yield Evidence("P(X <= 0.4, Y <= 0.8 | C = 0)", f, corrected, _quadrant(0))


def jacobian() -> Iterator[Evidence]:
    """(z,w) to (z, (z-w)/k') (line 1402)."""
    matrix = np.array([[1.0, 0.0], [1 / KP, -1 / KP]])
    yield Evidence("determinant at k' = 0.7", 1 / KP, -1 / KP, float(np.linalg.det(matrix)))


def _loss(u: Floats, v: Floats, square: float) -> Floats:
    """Return ln(pi k') + (square u^2 - 2uv + v^2) / (2 k'^2)."""
    quadratic: Floats = (square * u**2 - 2 * u * v + v**2) / (2 * KP**2)
    return math.log(math.pi * KP) + quadratic


def log_density() -> Iterator[Evidence]:
    """-E ln f(u,v|C), u = x and v = x - k'y (line 1435)."""
    printed, corrected = _mean_loss(1 + KP), _mean_loss(1 + KP**2)
    yield Evidence("h(X,X-k'Y|C), k' = 0.7", printed, corrected, _PLANE.entropy((X, W), C))


def _mean_loss(square: float) -> float:
    return expectation(lambda x, y: _loss(x, x - KP * y, square))


def mean_of_log_density() -> Iterator[Evidence]:
    """Under phi(u) phi(v) u and v would be independent (line 1440)."""
    square = 1 + KP**2
    printed = expectation(lambda x, y: _loss(x, y, square))
    true = _PLANE.entropy((X, W), C)
    yield Evidence("h(X,X-k'Y|C), k' = 0.7", printed, _mean_loss(square), true)


def variance() -> Iterator[Evidence]:
    """Take the second parameter of v given u (line 1442) for a variance, as in line 1416."""
    true = expectation(lambda x, y: ((x - KP * y) - x) ** 2)
    yield Evidence("var(X-k'Y|X), k' = 0.7", KP, KP**2, true)


def correlation() -> Iterator[Evidence]:
    """Correlate X with X+kY (line 1634)."""
    yield Evidence("correlation of X and X+kY", 1 / K, 1 / math.hypot(1, K), _rho())


def _rho() -> float:
    product = expectation(lambda x, y: x * (x + K * y))
    return product / math.sqrt(expectation(lambda x, y: (x + K * y) ** 2 + 0 * y))


def density_of_x() -> Iterator[Evidence]:
    """Integrate the density of X given C = 1 (line 1632)."""
    wide = math.hypot(1.0, K)

    def as_printed(x: Floats) -> Floats:
        return 2 * wide * density(x, wide) * distribution(x / K)

    printed = integral(as_printed, -END * wide, 0.0, END * wide)
    corrected = integral(lambda x: skew_normal(x, 1.0, 1 / K), -END, 0.0, END)
    yield Evidence("mass of the density of X given C = 1", printed, corrected, 1.0)


def classifier() -> Iterator[Evidence]:
    """P(C = 1 | X = x) = Phi(rho x / sqrt(1 - rho^2)) (line 1634), rho of X and X+kY."""
    printed, corrected = phi_big(1 / (K * (1 - 1 / K**2))), phi_big(1 / K)
    rho = _rho()
    true = phi_big(rho / math.sqrt(1 - rho**2))
    yield Evidence("P(C = 1 | X = 1)", printed, corrected, true)
    small = 0.5
    flipped, right = phi_big(1 / (small * (1 - 1 / small**2))), phi_big(1 / small)
    shown = ["1" if p >= 0.5 else "0" for p in (flipped, right)]
    yield Evidence("class guessed at X = 1 where k = 0.5", shown[0], shown[1], "1")
