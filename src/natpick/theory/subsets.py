"""Entropies of every subset of the variables, for many distributions at once.

A subset is a bit mask: bit i is feature i, and the bit after the last feature is the target.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from natpick.terms import Floats, Indices

MOST_VARIABLES = 12
"""More would need tables of more than 2**12 entropies a distribution."""


@dataclass(frozen=True, slots=True)
class Subsets:
    """Tables with one row a distribution and one column a subset of its variables.

    Attributes
    ----------
    entropy : array of shape (B, 2**(q + 1))
        H of the variables in the subset, in nats; 0 for the empty one.
    cells : array of shape (B, 2**(q + 1))
        How many outcomes of the subset have positive probability: whether one set of
        variables is a function of another is told by these, exactly, and by no threshold.
    risk : array of shape (B, 2**q)
        The minimum Bayes risk 1 - sum over s of max over c of P(C = c, S = s).
    """

    entropy: Floats
    cells: Indices
    risk: Floats


def checked(p: ArrayLike) -> Floats:
    """Return pmfs of shape (B, l_1, ..., l_q, c), every one adding up to 1."""
    pmfs = np.asarray(p, dtype=np.float64)
    if pmfs.ndim < 3 or pmfs.ndim - 1 > MOST_VARIABLES or 0 in pmfs.shape:
        raise ValueError(
            f"p has shape {pmfs.shape}; give (B, l_1, ..., l_q, c) with 1 <= B, at least one "
            f"level of each variable, and from 1 to {MOST_VARIABLES - 1} features."
        )
    if not np.isfinite(pmfs).all() or pmfs.min() < 0:
        bad = pmfs[~(np.isfinite(pmfs) & (pmfs >= 0))][0]
        raise ValueError(f"Probability {bad} is not allowed; each must be finite and >= 0.")
    totals = pmfs.reshape(len(pmfs), -1).sum(axis=1)
    if np.abs(totals - 1).max() > 1e-9:
        worst = int(np.abs(totals - 1).argmax())
        raise ValueError(
            f"The probabilities of distribution {worst} add up to {totals[worst]!r}, not 1; "
            "divide them by their sum."
        )
    normal: Floats = pmfs / totals.reshape(-1, *[1] * (pmfs.ndim - 1))
    return normal


def of_pmfs(p: Floats) -> Subsets:
    """Return the tables of pmfs of shape (B, l_1, ..., l_q, c), target last."""
    variables = p.ndim - 1
    entropy = np.zeros((len(p), 1 << variables))
    cells = np.ones((len(p), 1 << variables), dtype=np.int64)
    risk = np.zeros((len(p), 1 << (variables - 1)))
    target = 1 << (variables - 1)
    for subset, marginal in _marginals(p, (1 << variables) - 1, 0):
        flat = marginal.reshape(len(p), -1)
        entropy[:, subset] = _entropies(flat)
        cells[:, subset] = np.count_nonzero(flat, axis=1)
        if subset & target:
            best = marginal.max(axis=-1).reshape(len(p), -1).sum(axis=1)
            risk[:, subset ^ target] = np.maximum(0.0, 1.0 - best)
    return Subsets(entropy, cells, risk)


def of_atoms(blocks: NDArray[np.uint64]) -> Subsets:
    """Return the tables of distributions over m equiprobable atoms.

    Parameters
    ----------
    blocks : array of shape (B, q + 1, m)
        Each variable is a partition of the atoms, the target last; ``blocks[b, v, a]`` has a
        bit set for every atom in which variable v has the value that it has in atom a.
    """
    n, variables, m = blocks.shape
    entropy = np.zeros((n, 1 << variables))
    cells = np.ones((n, 1 << variables), dtype=np.int64)
    risk = np.zeros((n, 1 << (variables - 1)))
    target = 1 << (variables - 1)
    together = {0: np.full((n, m), (1 << m) - 1, dtype=blocks.dtype)}
    for subset in range(1 << variables):
        if subset:
            last = subset.bit_length() - 1
            together[subset] = together[subset ^ (1 << last)] & blocks[:, last]
        size = np.bitwise_count(together[subset])
        entropy[:, subset] = _block_entropy(m)[size].sum(axis=1)
        cells[:, subset] = np.rint((1.0 / size).sum(axis=1))
    for subset in range(target):
        risk[:, subset] = _risk(together[subset], together[subset | target])
    return Subsets(entropy, cells, risk)


def _marginals(p: Floats, subset: int, first: int) -> Iterator[tuple[int, Floats]]:
    """Yield every marginal once: axes are summed out in increasing order, from the first on."""
    yield subset, p
    kept = [v for v in range(subset.bit_length()) if subset >> v & 1]
    for axis, variable in enumerate(kept, 1):
        if variable >= first:
            yield from _marginals(p.sum(axis=axis), subset ^ (1 << variable), variable + 1)


def _entropies(p: Floats) -> Floats:
    """Return -sum p ln p of each row, with 0 ln 0 = 0, and exactly 0 of a single outcome."""
    logarithms = np.log(p, out=np.zeros_like(p), where=p > 0)
    entropy = -np.einsum("ij,ij->i", p, logarithms)
    return np.where(np.count_nonzero(p, axis=1) == 1, 0.0, np.maximum(0.0, entropy))


def _block_entropy(m: int) -> Floats:
    """Return what an atom in a block of n atoms adds to the entropy: ln(m / n) / m."""
    sizes = np.arange(m + 1)
    sizes[0] = m
    return np.asarray(np.log(m / sizes) / m, dtype=np.float64)


def _risk(features: NDArray[Any], with_target: NDArray[Any]) -> Floats:
    """Return 1 - 1/m sum over blocks of features of the largest part with a single class."""
    m = features.shape[1]
    sizes = np.bitwise_count(with_target).astype(np.int64)
    largest = np.zeros(sizes.shape, dtype=np.int64)
    for atom in range(m):
        beside = (features >> np.uint64(atom) & np.uint64(1)).astype(np.int64)
        np.maximum(largest, beside * sizes[:, [atom]], out=largest)
    guessed = (largest / np.bitwise_count(features)).sum(axis=1)
    return np.asarray(np.maximum(0.0, 1.0 - guessed / m), dtype=np.float64)
