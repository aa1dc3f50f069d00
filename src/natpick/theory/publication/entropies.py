"""Differential entropies of the setting by quadrature of the paper's own densities."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from natpick.terms import Floats
from natpick.theory.publication.quadrature import (
    END,
    density,
    distribution,
    integral,
    log_loss,
    skew_normal_entropy,
)


@dataclass(frozen=True)
class Entropies:
    """h(. | .) of X and W = X - k'Y given the class C and D = X_disc, in the paper's way."""

    k: float
    k_prime: float

    @property
    def deviation(self) -> float:
        """Return the standard deviation of W, sqrt(1 + k'^2)."""
        return math.hypot(1.0, self.k_prime)

    @property
    def shape(self) -> float:
        """Return the shape of W given C = 1, (1 - k k') / (k + k')."""
        return (1.0 - self.k * self.k_prime) / (self.k + self.k_prime)

    @property
    def of_x(self) -> float:
        """Return h(X) = ln(2 pi e) / 2."""
        return 0.5 * math.log(2.0 * math.pi * math.e)

    @property
    def of_w(self) -> float:
        """Return h(W) = ln(2 pi e (1 + k'^2)) / 2."""
        return self.of_x + math.log(self.deviation)

    @cached_property
    def of_x_given_c(self) -> float:
        """Return h(X | C), X | C = 1 ~ SN(0, 1, 1/k) and X | C = 0 its mirror image."""
        return skew_normal_entropy(1.0, 1.0 / self.k)

    @cached_property
    def of_w_given_c(self) -> float:
        """Return h(W | C), W | C = 1 ~ SN(0, sqrt(1 + k'^2), (1 - k k') / (k + k'))."""
        return skew_normal_entropy(self.deviation, self.shape)

    @cached_property
    def of_w_given_d_scaled(self) -> float:
        """Return h(X | C_k'), X | C_k' = 1 ~ SN(0, 1, 1/k'): h(W | D) less ln sqrt(1 + k'^2)."""
        return skew_normal_entropy(1.0, 1.0 / self.k_prime)

    @property
    def of_x_w_given_c(self) -> float:
        """Return h(X, W | C) = 1 + ln pi + ln k' (line 1442)."""
        return 1.0 + math.log(math.pi) + math.log(self.k_prime)

    @cached_property
    def of_w_given_c_d(self) -> float:
        """Return h(W | D, C) by equation giantentropy (line 1615), its limits corrected.

        Y integrates out of zeta(z, v) = phi(v + k'z) phi(z) in closed form, see
        :meth:`mass_below`. By symmetry (0,0) mirrors (1,1) and (1,0) mirrors (0,1).
        """
        a, half = math.atan(self.k), 0.5 * math.pi
        same, other = (math.pi - a) / (4 * half), a / (4 * half)
        end = END * self.deviation

        def agree(v: Floats) -> Floats:
            return log_loss(self.both_positive(v) / same)

        def differ(v: Floats) -> Floats:
            return log_loss(self.only_class_positive(v) / other)

        return 2 * same * integral(agree, -end, 0.0, end) + 2 * other * integral(differ, -end, 0.0)

    def mass_below(self, v: Floats, z: Floats) -> Floats:
        """Return the integral of zeta(u, v) du from -inf to z.

        phi(v + k'u) phi(u) = phi(v / s) / s * s phi(s (u + k'v / s^2)), s = sqrt(1 + k'^2).
        """
        s = self.deviation
        return density(v, s) * distribution(s * (z + self.k_prime * v / s**2))

    def mass_above(self, v: Floats, z: Floats) -> Floats:
        """Return the integral of zeta(u, v) du from z to inf."""
        s = self.deviation
        return density(v, s) * distribution(-s * (z + self.k_prime * v / s**2))

    def both_positive(self, v: Floats) -> Floats:
        """Return f(W = v, D = 1, C = 1) = int from max(-v/k', -v/(k+k')) to inf (line 1501)."""
        return self.mass_above(v, np.maximum(-v / self.k_prime, -v / (self.k + self.k_prime)))

    def only_class_positive(self, v: Floats) -> Floats:
        """Return f(W = v, D = 0, C = 1) = int from -v/(k+k') to -v/k', v < 0 (line 1533)."""
        low, high = -v / (self.k + self.k_prime), -v / self.k_prime
        from_above = self.mass_above(v, low) - self.mass_above(v, high)
        from_below = self.mass_below(v, high) - self.mass_below(v, low)
        return np.where(v < 0, np.where(low > 0, from_above, from_below), 0.0)
