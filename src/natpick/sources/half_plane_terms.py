"""The terms of the half-plane setting of which all others are sums.

Write W = X - k'Y and D = X_disc, a = arctan k, b = arctan k', t = a + b. In the plane of (X, Y)
the directions of W, X (and D) and C lie at the angles 0, b and t from that of W, so
:func:`sign_information` g and :func:`second_sign_entropy` F of ``half_plane_integrals`` yield

    MI(C,X) = g(a)   MI(C,W) = g(t)   MI(D,W) = g(b)   H(C|W,D) = F(b,t)
    H(D|W,C) = F(pi-t, pi-b)   (the reflection of the plane that swaps C and D)
    MI(X,W) = -ln sin b   H(C|D) = H(D|C) = h2(a/pi)

and the rest are sums and differences, of which none loses more than four of sixteen digits for
k and k' from 1e-3 to 1e3.

References
----------
Macedo, Oliveira, Pacheco and Valadas (2019), Theoretical foundations of forward feature
selection methods based on mutual information, Neurocomputing 325, Section 6; the integrals are
not the paper's, whose Tables 4 to 6 are tested against them.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

import numpy as np

from natpick.sources.half_plane_integrals import (
    LN2,
    entropy_of_share,
    lack_of_entropy,
    least_error,
    second_sign_entropy,
    sign_entropy,
    sign_information,
)

H_NORMAL: Final = 0.5 * math.log(2.0 * math.pi * math.e)
"""h(X) of a standard normal X."""

_LARGEST: Final = 1e300
"""A cotangent that is infinite to every integral, and whose multiples do not overflow."""


@dataclass(frozen=True)
class HalfPlaneTerms:
    """Entropies and informations of C, X, W = X - k'Y and D = X_disc, each computed once.

    Names read ``c_w_given_d`` for MI(C, W | D), ``h_c_given_w_d`` for H(C | W, D).
    """

    k: float
    k_prime: float

    @cached_property
    def cot_t(self) -> float:
        """Return cot t = (1 - k k') / (k + k'), exactly rounded; it is 0 only if k k' = 1."""
        k, k_prime, largest = Fraction(self.k), Fraction(self.k_prime), Fraction(_LARGEST)
        cot = (1 - k * k_prime) / (k + k_prime)
        return float(max(-largest, min(largest, cot)))

    @cached_property
    def cot_a(self) -> float:
        """Return cot a = 1 / k."""
        return min(1.0 / self.k, _LARGEST)

    @cached_property
    def cot_b(self) -> float:
        """Return cot b = 1 / k'."""
        return min(1.0 / self.k_prime, _LARGEST)

    @cached_property
    def h_c_given_d(self) -> float:
        """Return H(C | D) = H(D | C) = h2(a / pi): C and D differ with probability a / pi."""
        return float(entropy_of_share(np.array(math.atan(self.k) / math.pi)))

    @cached_property
    def c_d(self) -> float:
        """Return MI(C, D) = ln 2 - h2(a / pi), where 1 - 2 a / pi = 2 arctan(1 / k) / pi."""
        if self.k < 1.0:
            return LN2 - self.h_c_given_d
        return float(lack_of_entropy(np.array(2.0 * math.atan(self.cot_a) / math.pi)))

    @cached_property
    def c_x(self) -> float:
        """Return MI(C, X) = g(a)."""
        return sign_information(self.cot_a)

    @cached_property
    def c_w(self) -> float:
        """Return MI(C, W) = g(t)."""
        return sign_information(self.cot_t)

    @cached_property
    def d_w(self) -> float:
        """Return MI(D, W) = g(b)."""
        return sign_information(self.cot_b)

    @cached_property
    def h_c_given_x(self) -> float:
        """Return H(C | X) = ln 2 - g(a)."""
        return sign_entropy(self.cot_a)

    @cached_property
    def h_c_given_w(self) -> float:
        """Return H(C | W) = ln 2 - g(t)."""
        return sign_entropy(self.cot_t)

    @cached_property
    def h_d_given_w(self) -> float:
        """Return H(D | W) = ln 2 - g(b)."""
        return sign_entropy(self.cot_b)

    @cached_property
    def h_c_given_w_d(self) -> float:
        """Return H(C | W, D) = F(b, t)."""
        return second_sign_entropy(self.cot_b, self.cot_t)

    @cached_property
    def h_d_given_w_c(self) -> float:
        """Return H(D | W, C) = F(pi - t, pi - b)."""
        return second_sign_entropy(-self.cot_t, -self.cot_b)

    @cached_property
    def h_w(self) -> float:
        """Return h(W) = h(X) + ln(1 + k'^2) / 2."""
        return H_NORMAL + math.log(math.hypot(1.0, self.k_prime))

    @cached_property
    def h_w_given_x(self) -> float:
        """Return h(W | X) = h(k'Y) = h(X) + ln k'."""
        return H_NORMAL + math.log(self.k_prime)

    @cached_property
    def h_x_given_w(self) -> float:
        """Return h(X | W) = h(X) - MI(X, W)."""
        return H_NORMAL - self.x_w

    @cached_property
    def c_x_given_d(self) -> float:
        """Return MI(C, X | D) = MI(C, X) - MI(C, D), as X yields D."""
        return self.c_x - self.c_d

    @cached_property
    def c_d_given_w(self) -> float:
        """Return MI(C, D | W) = H(C | W) - H(C | W, D)."""
        return self.h_c_given_w - self.h_c_given_w_d

    @cached_property
    def c_w_given_d(self) -> float:
        """Return MI(C, W | D) = H(C | D) - H(C | W, D)."""
        return self.h_c_given_d - self.h_c_given_w_d

    @cached_property
    def d_w_given_c(self) -> float:
        """Return MI(D, W | C) = H(D | C) - H(D | W, C)."""
        return self.h_c_given_d - self.h_d_given_w_c

    @cached_property
    def x_w(self) -> float:
        """Return MI(X, W) = -ln sin b = ln(1 + 1 / k'^2) / 2."""
        cot = self.cot_b
        return 0.5 * math.log1p(cot * cot) if cot < 1.0 else math.log(math.hypot(1.0, cot))

    @cached_property
    def x_w_given_c(self) -> float:
        """Return MI(X, W | C) = MI(X, W) + H(C | X) - MI(C, W), as X and W yield C."""
        return self.x_w + self.h_c_given_x - self.c_w

    @cached_property
    def x_w_given_d(self) -> float:
        """Return MI(X, W | D) = MI(X, W) - MI(D, W), as X yields D."""
        return self.x_w - self.d_w

    @cached_property
    def x_w_given_c_d(self) -> float:
        """Return MI(X, W | C, D) = MI(X, W | C) - MI(D, W | C), as X yields D."""
        return self.x_w_given_c - self.d_w_given_c

    @cached_property
    def error_of_d(self) -> float:
        """Return the minimum Bayes risk of C by D, or by X, which does no better: a / pi."""
        return math.atan(self.k) / math.pi

    @cached_property
    def error_of_w(self) -> float:
        """Return the minimum Bayes risk of C by W: min(t, pi - t) / pi."""
        return math.atan2(1.0, abs(self.cot_t)) / math.pi

    @cached_property
    def error_of_w_d(self) -> float:
        """Return the minimum Bayes risk of C by W and D: a / pi, or less if t > pi / 2."""
        if self.cot_t >= 0.0:
            return self.error_of_d
        return least_error(self.cot_b, self.cot_t)
