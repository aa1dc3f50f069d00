"""Integrals of the normal law, by routes other than those of the library's closed forms."""

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Final

import numpy as np

from natpick.terms import Floats

END: Final = 12.0
"""Beyond twelve standard deviations lies less than 1e-32 of a normal law."""

_PANEL: Final = np.polynomial.legendre.leggauss(40)
_PANELS: Final = 24
_HERMITE: Final = np.polynomial.hermite_e.hermegauss(60)


def density(x: Floats, deviation: float = 1.0) -> Floats:
    """Return phi(x / deviation) / deviation."""
    values: Floats = np.exp(-0.5 * (x / deviation) ** 2) / (deviation * math.sqrt(2.0 * math.pi))
    return values


def distribution(x: Floats | float) -> Floats:
    """Return Phi(x)."""
    from scipy.special import ndtr

    values: Floats = ndtr(np.asarray(x, dtype=np.float64))
    return values


def log_loss(f: Floats) -> Floats:
    """Return -f ln f, 0 where f is 0."""
    values: Floats = -f * np.log(np.where(f > 0, f, 1.0))
    return values


def integral(f: Callable[[Floats], Floats], *breaks: float) -> float:
    """Return the integral of f from the first to the last break, f being smooth between them.

    Gauss and Legendre's rule on panels that grow by 1.6 away from the break nearest to zero,
    where f may turn over quickly.
    """
    nodes, weights = _PANEL
    total = 0.0
    for low, high in pairwise(breaks):
        edges = _graded(low, high)
        for left, right in pairwise(edges):
            half = 0.5 * (right - left)
            total += half * float(weights @ f(left + half * (1.0 + nodes)))
    return total


def _graded(low: float, high: float) -> list[float]:
    """Return edges of panels from low to high, the narrowest at the end nearest to zero."""
    shares = np.concatenate([[0.0], 1.6 ** -np.arange(_PANELS - 1.0, -1.0, -1.0)])
    if abs(low) <= abs(high):
        edges = low + (high - low) * shares
    else:
        edges = (high + (low - high) * shares)[::-1]
    return [float(edge) for edge in edges]


def expectation(f: Callable[[Floats, Floats], Floats]) -> float:
    """Return E f(X, Y) of independent standard normal X and Y, exactly if f is a polynomial."""
    nodes, weights = _HERMITE
    x, y = np.meshgrid(nodes, nodes, indexing="ij")
    return float(weights @ f(x, y) @ weights) / (2.0 * math.pi)


def skew_normal(x: Floats, deviation: float, shape: float) -> Floats:
    """Return f(x) = 2 / sd phi(x / sd) Phi(shape x / sd) of SN(0, sd, shape) (line 857)."""
    return 2.0 * density(x, deviation) * distribution(shape * x / deviation)


def skew_normal_below(x: float, deviation: float, shape: float) -> float:
    """Return the distribution function of SN(0, sd, shape) at x."""

    def f(u: Floats) -> Floats:
        return skew_normal(u, deviation, shape)

    whole = integral(f, -END * deviation, 0.0)
    return whole + (integral(f, 0.0, x) if x >= 0 else -integral(f, x, 0.0))


def skew_normal_entropy(deviation: float, shape: float) -> float:
    """Return h = -integral of f ln f, f the density of SN(0, sd, shape)."""

    def loss(x: Floats) -> Floats:
        return log_loss(skew_normal(x, deviation, shape))

    return integral(loss, -END * deviation, 0.0, END * deviation)
