"""The families of the atlas: one row a kind of distribution, and how one is drawn."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from natpick.terms import Floats

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of distributions.

    Attributes
    ----------
    name, about : what it is called, and what its distributions have in common.
    draw : from a generator of random numbers and n, n pmfs of one shape
        (n, l_1, ..., l_q, c): q >= 3 features and, last, the target.
    """

    name: str
    about: str
    draw: Callable[[Rng, int], Floats]


def _copying(rng: Rng, n: int, levels: int, least: float, most: float) -> Floats:
    """Return P(x | g) of a noisy copy: g itself, but another value with a random probability."""
    noise = rng.uniform(least, most, (n, 1, 1))
    other = (1 - np.eye(levels)) / (levels - 1)
    return np.asarray((1 - noise) * np.eye(levels) + noise * other, dtype=np.float64)


def dense(rng: Rng, n: int) -> Floats:
    """Return pmfs that are Dirichlet(1/4) over all outcomes of (2, 2, 2, 3, 3) and two classes."""
    shape = (2, 2, 2, 3, 3, 2)
    cells = int(np.prod(shape))
    return rng.dirichlet(np.full(cells, 0.25), n).reshape(n, *shape)


def sparse(rng: Rng, n: int) -> Floats:
    """Return pmfs over eight random outcomes of five features and a class, three values each."""
    atoms, levels, variables = 8, 3, 6
    codes = rng.integers(0, levels, (n, atoms, variables))
    cells = codes @ levels ** np.arange(variables - 1, -1, -1)
    p = np.zeros((n, levels**variables))
    np.add.at(p, (np.arange(n)[:, np.newaxis], cells), rng.dirichlet(np.ones(atoms), n))
    return p.reshape(n, *[levels] * variables)


def noisy_xor(rng: Rng, n: int) -> Floats:
    """Return pmfs of C = U xor V, or U xor V xor W, but for noise; besides, weak copies of C, U."""
    chance = rng.uniform(0.2, 0.5, (3, n))
    u, v, w = np.stack([1 - chance, chance], axis=-1)
    a, b, d = np.indices((2, 2, 2))
    xor = np.stack([np.eye(2)[a ^ b], np.eye(2)[a ^ b ^ d]])[rng.integers(0, 2, n)]
    flip = _copying(rng, n, 2, 0.0, 0.2)
    of_c, of_u = _copying(rng, n, 2, 0.2, 0.45), _copying(rng, n, 2, 0.05, 0.3)
    factors = (u, v, w, xor, flip, of_c, of_u)
    return _product("na,nb,nd,nabdx,nxz,nze,naf->nabdefz", *factors)


def chains(rng: Rng, n: int) -> Floats:
    """Return pmfs of X1 -> X2 -> C -> X3 -> X4 and C -> X5 -> X6, three values each."""
    first = rng.dirichlet(np.full(3, 3.0), n)
    links = [_copying(rng, n, 3, 0.1, 0.5) for _ in range(6)]
    return _product("na,nab,nbz,nzd,nde,nzf,nfg->nabdefgz", first, *links)


def copies(rng: Rng, n: int) -> Floats:
    """Return pmfs of a class of X1, X2, X3; besides, X1 recoded, X1 + X2 mod 3 and noisy X2."""
    x1, x2 = rng.dirichlet(np.full(3, 2.0), (2, n))
    x3 = rng.dirichlet(np.full(2, 2.0), n)
    classes = rng.dirichlet(np.full(2, 0.5), (n, 3, 3, 2))
    a, b = np.indices((3, 3))
    recoded, total = np.eye(3)[[2, 0, 1]], np.eye(3)[(a + b) % 3]
    noisy = _copying(rng, n, 3, 0.05, 0.3)
    factors = (x1, x2, x3, classes, recoded, total, noisy)
    return _product("na,nb,nd,nabdz,ae,abf,nbg->nabdefgz", *factors)


def many_levels(rng: Rng, n: int) -> Floats:
    """Return pmfs of a class of X1, X2; besides, many levels that tell of C and X1, C, C and X2."""
    x1, x2 = rng.dirichlet(np.full(2, 2.0), n), rng.dirichlet(np.full(3, 2.0), n)
    classes = rng.dirichlet(np.full(2, 0.5), (n, 2, 3))
    with_x1 = rng.dirichlet(np.full(8, 0.5), (n, 2, 2))
    alone = rng.dirichlet(np.full(10, 1.0), (n, 2))
    with_x2 = rng.dirichlet(np.full(6, 0.5), (n, 3, 2))
    factors = (x1, x2, classes, with_x1, alone, with_x2)
    return _product("na,nb,nabz,nazd,nze,nbzf->nabdefz", *factors)


def _product(axes: str, *factors: Floats) -> Floats:
    """Return the joint probabilities that conditional ones make up."""
    return np.asarray(np.einsum(axes, *factors, optimize="greedy"), dtype=np.float64)


_ROWS = (
    Family(
        "dense",
        "Every outcome is possible: Dirichlet(1/4) over five features of two or three values and "
        "two classes.",
        dense,
    ),
    Family(
        "sparse",
        "Eight random outcomes of five features and a class, three values each: much is a "
        "function of something else.",
        sparse,
    ),
    Family(
        "noisy-xor",
        "The class is the exclusive or of two or three uneven coins but for noise; besides them "
        "a weak copy of the class and a noisy one of a coin.",
        noisy_xor,
    ),
    Family(
        "chains",
        "Markov chains through the class: X1, X2, C, X3, X4 and C, X5, X6, three values each. "
        "Given its neighbour, a feature further off tells nothing.",
        chains,
    ),
    Family(
        "copies",
        "The class depends on three features; besides them there are one of them recoded, a "
        "function of two of them together and a noisy copy of one.",
        copies,
    ),
    Family(
        "many-levels",
        "The class depends on two features of two and three values; besides them there are three "
        "of six to ten that tell of the class and of one of these.",
        many_levels,
    ),
)

FAMILIES: Mapping[str, Family] = MappingProxyType({row.name: row for row in _ROWS})
"""Every family by name."""
