"""The information that chance gives: MI of variables that have nothing to do with each other."""

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.intp]

REACH = 12
"""How many standard deviations of a cell's count are summed over; beyond, nothing is left."""


def expected_information(n_x: Counts, n_c: Counts) -> float:
    """Return the mean of the plug-in MI(C, X), in nats, over all orders of the rows of X.

    With levels of a rows and classes of b rows, of n in all,
    E = sum over a, b, k of P(k) k/n ln(n k / (a b)), where k follows the hypergeometric
    distribution of n, a and b. For full tables it is near (|X| - 1) (|C| - 1) / 2n, for a
    column of different values it is H(C).

    References
    ----------
    Vinh, Epps and Bailey (2010), Information theoretic measures for clusterings comparison,
    JMLR 11.
    """
    n = int(n_x.sum())
    expected = 0.0
    for a, levels in zip(*_sizes(n_x), strict=True):
        for b, times in zip(*_sizes(n_c), strict=True):
            expected += levels * times * _cell(a, b, n)
    return expected


def spread(n_x: Counts, n_c: Counts) -> float:
    """Return the standard deviation of the plug-in MI of independent variables, in nats.

    2 n MI is near chi-square, of variance 2 (|X| - 1) (|C| - 1).
    """
    degrees = (np.count_nonzero(n_x) - 1) * (np.count_nonzero(n_c) - 1)
    return float(np.sqrt(degrees / 2) / n_x.sum())


def _sizes(counts: Counts) -> tuple[list[int], list[int]]:
    sizes, times = np.unique(counts[counts > 0], return_counts=True)
    return sizes.tolist(), times.tolist()


def _cell(a: int, b: int, n: int) -> float:
    """Return the mean of k/n ln(n k / (a b)) where a rows of n are drawn and b count."""
    from scipy.special import gammaln

    mean = a * b / n
    reach = REACH * (mean * (n - a) * (n - b) / (n * max(n - 1, 1))) ** 0.5 + REACH
    low, high = max(a + b - n, 1, int(mean - reach)), min(a, b, int(mean + reach))
    k = np.arange(low, high + 1, dtype=np.float64)
    ways = [gammaln(m + 1.0) for m in (k, a - k, b - k, n - a - b + k)]
    all_ways = sum(gammaln(m + 1.0) for m in (a, b, n - a, n - b)) - gammaln(n + 1.0)
    p = np.exp(all_ways - sum(ways))
    return float(np.sum(p * k / n * np.log(n * k / (a * b))))
