"""Whether a feature tells more of the class, given strata, than chance would."""

import math
from collections.abc import Iterator
from typing import Protocol

import numpy as np

from natpick.sources.chance import Chance, by_permutation, gamma_tail
from natpick.terms import Floats, Indices

LEAST_EXPECTED = 5.0
"""The G-test is used where every cell would count at least so many rows by chance."""


class Stratified(Protocol):
    """Rows by a feature X and the class C, in the strata of S in which both vary."""

    @property
    def n_rows(self) -> int:
        """How many rows all rows are worth, in these strata and elsewhere."""

    @property
    def n_strata(self) -> int:
        """Into how many cells of S all rows fall."""

    @property
    def saturated(self) -> bool:
        """Whether these are nearly as many as the rows."""

    @property
    def warning(self) -> str:
        """What to say where they are."""

    @property
    def n_sxc(self) -> Indices:
        """How many rows each cell counts."""

    @property
    def degrees(self) -> int:
        """The degrees of freedom of ``g``."""

    @property
    def least_expected(self) -> float:
        """How many rows the least cell would count, were X and C independent."""

    @property
    def g(self) -> float:
        """How far X and C are from independence given S; near chi-square where they are."""

    @property
    def rounding(self) -> float:
        """What rounding alone can make of ``g``."""

    def permuted(self, rng: np.random.Generator) -> Iterator[Floats]:
        """Yield ``g`` with X permuted within strata, in batches."""


def independence(strata: Stratified, level: float, rng: np.random.Generator) -> Chance:
    """Test whether a feature tells more of the class, given the strata, than chance would.

    Parameters
    ----------
    strata : Strata or ShareStrata
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
    X are permuted among the rows of each stratum; beyond the permutations the tail is that of
    the gamma distribution with their mean and variance.

    References
    ----------
    Agresti (2013), Categorical Data Analysis, chapters 3 and 16.
    """
    warning = strata.warning if strata.saturated else ""
    if strata.n_sxc.size == 0 or strata.least_expected >= LEAST_EXPECTED:
        return Chance(g_test(strata), warning=warning)
    found = strata.g - strata.rounding
    tested = by_permutation(found, strata.permuted(rng), level, gamma_tail)
    return Chance(tested.p_value, tested.permutations, warning)


def g_test(strata: Stratified) -> float:
    """Return how probable it is that chance gives as much information: the G-test alone."""
    if strata.n_sxc.size == 0:
        return 1.0
    return _chi_square_tail(strata.g, strata.degrees)


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
