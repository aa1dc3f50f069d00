"""The integrals of the half-plane setting, each free of cancellation.

All of them are about a standard normal vector of the plane: its projection r on one direction
and its signs along others. Given r, the sign along a direction at angle theta from that of the
projection is positive with probability Phi(r cot theta), so a direction enters by its cotangent
alone. phi and Phi are the standard normal density and distribution function, h2(q) =
-q ln q - (1 - q) ln(1 - q) is the binary entropy in nats.

Integrals over an analytic function that dies out at both ends are sums over equidistant points
(the trapezoidal rule), whose error falls exponentially in 1 / step; the steps here leave about
1e-17.

References
----------
Trefethen and Weideman (2014), The exponentially convergent trapezoidal rule, SIAM Review 56.
"""

import math
from collections.abc import Callable
from typing import Final

import numpy as np

from natpick.terms import Floats

LN2: Final = math.log(2.0)
_ROOT2: Final = math.sqrt(2.0)
_TINY: Final = np.finfo(np.float64).tiny

END: Final = 10.0
"""Beyond ten standard deviations lies less than 1e-22 of a normal distribution."""

STEP: Final = 0.25
"""Of sums over r: the nearest singularity, a zero of Phi, is 2.8 off the real line."""

LOG_STEP: Final = 0.1
"""Of sums over ln r: the nearest singularities are at arguments near pi / 4."""

LOG_DEPTH: Final = 20.0
"""How far below the smallest scale sums over ln r begin: exp(-20) squared is 4e-18."""

BISECTIONS: Final = 60
"""Halvings that bring ten standard deviations down to rounding."""


def _each(function: Callable[[float], float], x: Floats) -> Floats:
    return np.fromiter(map(function, x.tolist()), dtype=np.float64, count=x.size)


def _density(x: Floats) -> Floats:
    """Return phi(x)."""
    density: Floats = np.exp(-0.5 * x * x) / math.sqrt(2.0 * math.pi)
    return density


def entropy_of_share(q: Floats) -> Floats:
    """Return h2(q) for 0 <= q <= 1/2, to full relative precision however small q is."""
    entropy: Floats = -q * np.log(np.maximum(q, _TINY)) - (1.0 - q) * np.log1p(-q)
    return entropy


def lack_of_entropy(x: Floats) -> Floats:
    """Return ln 2 - h2((1 - x) / 2) for 0 <= x <= 1/2, to full relative precision.

    It is x artanh(x) + ln(1 - x^2) / 2, which begins as x^2 / 2.
    """
    lack: Floats = x * np.arctanh(x) + 0.5 * np.log1p(-x * x)
    return lack


_R: Final = STEP * np.arange(1.0, END / STEP + 1.0)
_PHI_R: Final = _density(_R)
_H2_R: Final = entropy_of_share(0.5 * _each(math.erfc, _R / _ROOT2))
_SINH: Final = 0.5 * math.pi * np.sinh(STEP / 4.0 * np.arange(-51.0, 52.0))
_NODES: Final = np.tanh(_SINH)
_WEIGHTS: Final = STEP / 4.0 * np.sqrt(0.25 * math.pi**2 + _SINH**2) / np.cosh(_SINH) ** 2


def sign_information(cot: float) -> float:
    """Return g(theta) = MI(projection, sign) at an angle theta, by its cotangent.

    g(theta) = ln 2 - E[h2(Phi(r cot theta))] = E[ln 2 - h2((1 + erf(r |cot theta| / sqrt 2)) / 2)]
    where r is standard normal. It is even in cot theta: g(theta) = g(pi - theta).
    """
    c = abs(cot)
    if c > 1.0:
        return LN2 - sign_entropy(c)
    x = _each(math.erf, _R * (c / _ROOT2))
    q = 0.5 * _each(math.erfc, _R * (c / _ROOT2))
    lack = np.where(x < 0.5, lack_of_entropy(np.minimum(x, 0.5)), LN2 - entropy_of_share(q))
    return float(2.0 * STEP * (_PHI_R @ lack))


def sign_entropy(cot: float) -> float:
    """Return H(sign | projection) = E[h2(Phi(r cot theta))] = ln 2 - g(theta).

    With s = r c, c = |cot theta|, it is 1/c times the integral of phi(s / c) h2(Phi(s)) over
    the real line, where h2(Phi(s)) is known once and for all.
    """
    c = abs(cot)
    if c <= 1.0:
        return LN2 - sign_information(c)
    at_zero = LN2 / math.sqrt(2.0 * math.pi)
    return float(STEP / c * (at_zero + 2.0 * (_density(_R / c) @ _H2_R)))


def second_sign_entropy(first_cot: float, second_cot: float) -> float:
    """Return H(second sign | projection, first sign), the first at the smaller angle.

    For r > 0 the signs are (-, -) with probability B = Phi(-r first_cot), (+, -) with A - B,
    A = Phi(-r second_cot), and (+, +) with 1 - A; they are never (-, +). So the entropy is

        2 integral_0^inf phi(r) (1 - B) h2((A - B) / (1 - B)) dr,

    which behaves as r ln r at 0: the sum is over ln r.
    """
    deepest = -LOG_DEPTH - math.log(max(1.0, abs(first_cot), abs(second_cot)))
    r = np.exp(np.arange(math.log(END), deepest, -LOG_STEP))
    first, second = first_cot * r / _ROOT2, second_cot * r / _ROOT2
    between = 0.5 * (_each(math.erf, first) - _each(math.erf, second))
    above = 0.5 * _each(math.erfc, -second)
    either = np.maximum(between + above, _TINY)
    entropy = either * entropy_of_share(np.minimum(between, above) / either)
    return float(2.0 * LOG_STEP * ((r * _density(r)) @ entropy))


def least_error(first_cot: float, second_cot: float) -> float:
    """Return the least error of guessing the second sign from projection and first sign.

    The first angle is acute. With A and B as in :func:`second_sign_entropy` and alpha =
    -second_cot > 0 (an obtuse second angle), for r > 0 the error is

        2 integral_0^inf phi(r) min(A - B, 1 - A) dr.

    A - B grows from 0 and 1 - A falls from 1/2; where they meet, the guess turns over. A
    second angle that is not obtuse has A - B <= 1 - A throughout: the projection does not
    help, and the error is that of the first sign alone, (theta_2 - theta_1) / pi.
    """
    alpha, beta = -second_cot / _ROOT2, first_cot / _ROOT2
    turn = _turn(alpha, beta)
    last = turn + END / math.hypot(1.0, second_cot)
    r, weights = _tanh_sinh(0.0, turn)
    between = _each(math.erf, alpha * r) + _each(math.erf, beta * r)
    below = float((weights * _density(r)) @ between)
    r, weights = _tanh_sinh(turn, last)
    return below + float((weights * _density(r)) @ _each(math.erfc, alpha * r))


def _turn(alpha: float, beta: float) -> float:
    """Return the r, at most END, where 2 erf(alpha r) + erf(beta r) = 1."""
    low, high = 0.0, min(END, 1.0 / alpha)
    for _ in range(BISECTIONS):
        r = 0.5 * (low + high)
        if 2.0 * math.erf(alpha * r) + math.erf(beta * r) < 1.0:
            low = r
        else:
            high = r
    return 0.5 * (low + high)


def _tanh_sinh(low: float, high: float) -> tuple[Floats, Floats]:
    """Return nodes and weights on an interval: equidistant u, x = tanh(pi / 2 sinh u)."""
    half = 0.5 * (high - low)
    return low + half * (1.0 + _NODES), half * _WEIGHTS
