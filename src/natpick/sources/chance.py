"""How often chance gives as much as was found: permutations, as many as it takes to tell."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from natpick.terms import Floats, Indices

EXCEEDANCES = 20
"""Permutations end once so many of them have told as much as the rows at hand."""

FEW_PERMUTATIONS, MOST_PERMUTATIONS = 1_000, 10_000
"""How many are drawn where the answer is clear, and where it is not."""

Tail = Callable[[float, Floats], float]
"""Returns how probable so much or more is, given what was drawn."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A test of MI(C, X | S) = 0.

    Attributes
    ----------
    p_value : how probable at least as much information is where there is none.
    permutations : how many were drawn; 0 where the distribution is known.
    warning : why little could be told, if that is so.
    """

    p_value: float
    permutations: int = 0
    warning: str = ""


def best_of(candidates: int, p_value: float) -> float:
    """Return how probable it is that the best of so many tells as much: 1 - (1 - p)**m."""
    return 1.0 if p_value >= 1 else -math.expm1(candidates * math.log1p(-p_value))


def by_permutation(
    found: float,
    batches: Iterator[Floats],
    level: float,
    tail: Tail,
    limits: tuple[int, int] = (FEW_PERMUTATIONS, MOST_PERMUTATIONS),
) -> Chance:
    """Return the share of permutations that give as much as was found, or more.

    Parameters
    ----------
    found : float
        What was found, but for rounding, so that a permutation that gives it reaches it.
    batches : iterator of arrays
        What permutations give, without end.
    level : float
        The p-value that matters: permutations end as soon as it is clear which side of it
        theirs is on.
    tail : Tail
        What to take where too few permutations reach what was found to tell their share.
    limits : tuple of int
        How many are drawn where the answer is clear, and where it is not.

    References
    ----------
    Besag and Clifford (1991), Sequential Monte Carlo p-values, Biometrika 78.
    """
    few, most = limits
    drawn = np.empty(0)
    for batch in batches:
        drawn = np.concatenate([drawn, batch])
        reached = int(np.count_nonzero(drawn >= found))
        if reached >= EXCEEDANCES:
            return Chance((reached + 1) / (drawn.size + 1), drawn.size)
        beyond = tail(found, drawn)
        clear = reached == 0 and drawn.size >= few and beyond < level / 100
        if clear or drawn.size >= most:
            break
    return Chance(min(beyond, (reached + 1) / (drawn.size + 1)), drawn.size)


def gamma_tail(value: float, drawn: Floats) -> float:
    """Return the tail of the gamma distribution with the mean and variance of what was drawn.

    For what starts at 0 where there is nothing to be told (Pearson type III).
    """
    from scipy.special import gammaincc

    mean, variance = float(drawn.mean()), float(drawn.var())
    if variance == 0:
        return 1.0
    return float(gammaincc(mean**2 / variance, max(0.0, value) * mean / variance))


def exponential_tail(value: float, drawn: Floats) -> float:
    """Return the tail that falls on from the highest tenth as that does, exponentially.

    It is too long for what falls faster, such as a normal distribution, so the p-value is none
    too small (Knijnenburg, Wessels, Reinders and Shmulevich 2009, Bioinformatics 25).
    """
    threshold = float(np.quantile(drawn, 0.9))
    above = drawn[drawn > threshold]
    if value <= threshold or above.size == 0:
        return float(np.count_nonzero(drawn >= value) + 1) / (drawn.size + 1)
    excess = float(above.mean()) - threshold
    return above.size / drawn.size * math.exp(-(value - threshold) / excess)


def orders_within(stratum: Indices, size: int, rng: np.random.Generator) -> Indices:
    """Return orders of rows, shape (size, rows), each a permutation within the strata.

    Strata are numbered from 0, and rows are sorted by them.
    """
    keys = stratum.astype(np.float64) + rng.random((size, len(stratum)))
    return np.argsort(keys, axis=1)
