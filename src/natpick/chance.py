"""How often chance gives as much information as was found: the G-test and permutations."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from natpick.sources.strata import Integers, Strata
from natpick.terms import Floats

LEAST_EXPECTED = 5.0
"""The G-test is used where every cell would count at least so many rows by chance."""

EXCEEDANCES = 20
"""Permutations end once so many of them have told as much as the rows at hand."""

FEW_PERMUTATIONS, MOST_PERMUTATIONS = 1_000, 10_000
"""How many are drawn where the answer is clear, and where it is not."""

_ROUNDING = 1e-12

BATCH_ROWS = 1 << 20
"""Rows that are permuted at once, to bound memory."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A test of MI(C, X | S) = 0.

    Attributes
    ----------
    p_value : how probable at least as much information is where there is none.
    permutations : how many were drawn; 0 for the G-test.
    """

    p_value: float
    permutations: int


def chance(strata: Strata, level: float, rng: np.random.Generator) -> Chance:
    """Test whether a feature tells more of the class, given the strata, than chance would.

    Parameters
    ----------
    strata : Strata
        The rows, counted.
    level : float
        The p-value that matters: permutations end as soon as it is clear which side of it
        theirs is on.
    rng : numpy.random.Generator
        Where permutations come from.

    Notes
    -----
    With nothing to be told, G = 2 n MI(C, X | S) = 2 sum n_sxc ln(n_sxc n_s / (n_sx n_sc))
    follows a chi-square distribution of sum over s of (levels - 1) (classes - 1) degrees of
    freedom, where no cell is to count fewer than five rows by chance. Elsewhere the values of
    X are permuted among the rows of each stratum.

    References
    ----------
    Agresti (2013), Categorical Data Analysis, chapters 3 and 16; Besag and Clifford (1991),
    Sequential Monte Carlo p-values, Biometrika 78.
    """
    if strata.n_sxc.size == 0:
        return Chance(1.0, 0)
    if strata.least_expected >= LEAST_EXPECTED:
        return Chance(g_test(strata), 0)
    return _by_permutation(strata, level, rng)


def g_test(strata: Strata) -> float:
    """Return how probable it is that chance gives as much information: the G-test alone."""
    if strata.n_sxc.size == 0:
        return 1.0
    return _chi_square_tail(_g(strata), strata.degrees)


def best_of(candidates: int, p_value: float) -> float:
    """Return how probable it is that the best of so many tells as much: 1 - (1 - p)**m."""
    return 1.0 if p_value >= 1 else -math.expm1(candidates * math.log1p(-p_value))


def _g(strata: Strata) -> float:
    margins = _m_ln_m(strata.n_s) - _m_ln_m(strata.n_sx) - _m_ln_m(strata.n_sc)
    return max(0.0, 2.0 * (_m_ln_m(strata.n_sxc) + margins))


def _by_permutation(strata: Strata, level: float, rng: np.random.Generator) -> Chance:
    """Return the share of permutations with at least as large a sum of n_sxc ln n_sxc.

    The margins stay, so that sum alone differs. Where too few permutations reach it to tell
    their share, the tail is that of the gamma distribution with their mean and variance
    (Pearson type III), which starts where X and C are independent given S.
    """
    independent = _m_ln_m(strata.n_sx) + _m_ln_m(strata.n_sc) - _m_ln_m(strata.n_s)
    found = _m_ln_m(strata.n_sxc) - independent
    rounding = _ROUNDING * _m_ln_m(strata.n_s)
    drawn = np.empty(0)
    for sums in _permuted(strata, rng):
        drawn = np.concatenate([drawn, sums - independent])
        reached = int(np.count_nonzero(drawn >= found - rounding))
        if reached >= EXCEEDANCES:
            return Chance((reached + 1) / (drawn.size + 1), drawn.size)
        tail = _gamma_tail(found, drawn)
        clear = reached == 0 and drawn.size >= FEW_PERMUTATIONS and tail < level / 100
        if clear or drawn.size >= MOST_PERMUTATIONS:
            break
    return Chance(min(tail, (reached + 1) / (drawn.size + 1)), drawn.size)


def _permuted(strata: Strata, rng: np.random.Generator) -> Iterator[Floats]:
    """Yield sums of n_sxc ln n_sxc with X permuted within strata, in growing batches."""
    label = np.repeat(strata.sc, strata.n_sxc)
    level = np.repeat(strata.level, strata.n_sxc)
    stratum = np.repeat(strata.stratum, strata.n_sxc).astype(np.float64)
    width = int(strata.level.max()) + 1
    cells = (int(strata.sc.max()) + 1) * width
    most = max(1, BATCH_ROWS // max(len(stratum), cells))
    size = min(100, most)
    while True:
        order = np.argsort(stratum + rng.random((size, len(stratum))), axis=1)
        where = np.arange(size)[:, np.newaxis] * cells + label * width + level[order]
        n_sxc = np.bincount(where.ravel(), minlength=size * cells).reshape(size, cells)
        yield np.asarray(_table(len(stratum))[n_sxc].sum(axis=1))
        size = min(2 * size, most)


def _table(n: int) -> Floats:
    """Return m ln m of 0 .. n, with 0 ln 0 = 0."""
    m = np.arange(n + 1, dtype=np.float64)
    return m * np.log(np.maximum(m, 1.0))


def _m_ln_m(counts: Floats | Integers) -> float:
    return math.fsum(counts * np.log(counts))


def _gamma_tail(value: float, drawn: Floats) -> float:
    from scipy.special import gammaincc

    mean, variance = float(drawn.mean()), float(drawn.var())
    if variance == 0:
        return 1.0
    return float(gammaincc(mean**2 / variance, value * mean / variance))


def _chi_square_tail(value: float, degrees: int) -> float:
    """Return Q(d/2, h) with h = value / 2, for whole d a finite sum of h**a exp(-h) / Gamma(a + 1).

    It goes over a = 0, 1, ... below d/2 where d is even, over a = 1/2, 3/2, ... with erfc(sqrt h)
    added where it is odd (Abramowitz and Stegun 1964, 26.4.4 and 26.4.5).
    """
    half, odd = value / 2, degrees % 2
    if half == 0:
        return 1.0
    powers = (a + odd / 2 for a in range(degrees // 2))
    terms = (math.exp(a * math.log(half) - half - math.lgamma(a + 1)) for a in powers)
    return min(1.0, math.fsum(terms) + odd * math.erfc(math.sqrt(half)))
