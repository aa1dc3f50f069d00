"""The stability of feature sets, with its confidence interval."""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from natpick.terms import Flags

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """An index of stability, and the ends of its confidence interval of 95 %."""

    index: float
    low: float
    high: float


def nogueira(picked: Flags) -> Estimate | None:
    """Return the stability of M sets of d features, ``picked`` of shape (M, d).

    With z_if whether set i has feature f, p_f the share of sets that have it, k_i the size of
    set i, k their mean and u = k/d (1 - k/d),

        stability = 1 - (1/d) sum_f M/(M-1) p_f (1 - p_f) / u
        phi_i = (1/u) ((1/d) sum_f z_if p_f - k_i k / d**2
                       + stability/2 (2 k k_i / d**2 - k_i/d - k/d + 1))
        variance = 4/M**2 sum_i (phi_i - mean phi)**2

    It is 1 where all sets are the same and 0 on average where they are drawn by chance. None
    where no set has a feature, or every set has all, for there is nothing to vary.

    References
    ----------
    Nogueira, Sechidis and Brown (2018), On the stability of feature selection algorithms,
    JMLR 18(174), Definition 4 and Theorem 7.
    """
    m, d = picked.shape
    z = picked.astype(np.float64)
    p, sizes = z.mean(axis=0), z.sum(axis=1)
    k = float(sizes.mean())
    u = k / d * (1 - k / d)
    if picked.all() or not picked.any():
        return None
    index = 1 - float((m / (m - 1) * p * (1 - p)).mean()) / u
    correction = 2 * k * sizes / d**2 - sizes / d - k / d + 1
    phi = ((z * p).mean(axis=1) - sizes * k / d**2 + index / 2 * correction) / u
    deviation = float(np.sqrt(4 / m**2 * ((phi - phi.mean()) ** 2).sum()))
    reach = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * deviation
    return Estimate(index, index - reach, index + reach)
