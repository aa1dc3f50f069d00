"""The survey that an atlas tells of: methods walked over random distributions of each family."""

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from natpick.criteria import CRITERIA
from natpick.criteria import criterion as criterion_of
from natpick.criterion import Criterion
from natpick.naming import nearest, several
from natpick.terms import Floats
from natpick.theory.ensemble import Ensemble
from natpick.theory.failures.atlas import Atlas
from natpick.theory.failures.departure import Departure, together
from natpick.theory.failures.families import FAMILIES, Family
from natpick.theory.failures.walk import STEPS, departure, ideal_picks

OnBlock = Callable[[str], object]

BLOCK = 500
"""Distributions drawn together, their features in the same order."""


def atlas(
    *,
    size: int = 20_000,
    methods: Iterable[str | Criterion] | None = None,
    families: Iterable[str | Family] | None = None,
    seed: int = 0,
    on_block: OnBlock | None = None,
) -> Atlas:
    """Walk methods beside the ideal search over many random distributions.

    The ideal picks by OF', drops redundant features and stops at a fully relevant one. A
    method's pick is judged given what the method itself picked before, so that one mistake is
    counted once. The terms are exact, so what goes wrong is the method's objective function,
    and nothing is due to estimates.

    Parameters
    ----------
    size : int
        How many distributions of each family.
    methods : names or criteria, optional
        Which methods; all rows of the table by default.
    families : names or families, optional
        Which families of distributions; all of the table of families by default.
    seed : int
        What the distributions are drawn by. Those of a family do not depend on which other
        families there are, and more of them begin with the same.
    on_block : callable, optional
        Called with a family's name after every 500 of its distributions, for progress.

    Returns
    -------
    Atlas

    Examples
    --------
    >>> from natpick import theory
    >>> found = theory.atlas(size=500, methods=["mrmr", "jmi", "cmi"], families=["copies"])
    >>> [round(found.departure(method).wrong_shares[1], 2) for method in found.methods]
    [0.36, 0.0, 0.0]
    """
    _check_whole("size", size, 1)
    _check_whole("seed", seed, 0)
    rows = [criterion_of(m) for m in several(CRITERIA if methods is None else methods)]
    kinds = [family_of(f) for f in several(FAMILIES if families is None else families)]
    _check_names("method", [row.name for row in rows])
    _check_names("family", [family.name for family in kinds])
    found = {family.name: _departures(family, rows, size, seed, on_block) for family in kinds}
    return Atlas(
        seed=int(seed),
        size=int(size),
        families={family.name: family.about for family in kinds},
        departures=tuple(found[f.name][n] for n in range(len(rows)) for f in kinds),
    )


def blocks(size: int) -> int:
    """Return how many blocks the distributions of a family are drawn in."""
    return len(_firsts(size))


def _departures(
    family: Family, rows: Sequence[Criterion], size: int, seed: int, on_block: OnBlock | None
) -> list[Departure]:
    """Return the departure of each method on a family."""
    found = []
    for p in pmfs(family, size, seed):
        ensemble = Ensemble(p)
        ideal = ideal_picks(ensemble)
        found.append([departure(ensemble, family.name, row, ideal) for row in rows])
        if on_block is not None:
            on_block(family.name)
    return [together(family.name, parts) for parts in zip(*found, strict=True)]


def pmfs(family: Family, size: int, seed: int) -> Iterator[Floats]:
    """Yield the distributions of a family, a block at a time, each (B, l_1, ..., l_q, c).

    The features of each block are in an order of its own, for ties go to the lowest.
    """
    for number, first in enumerate(_firsts(size)):
        rng = np.random.default_rng([seed, zlib.crc32(family.name.encode()), number])
        p = np.asarray(family.draw(rng, BLOCK))
        features = p.ndim - 2
        if features < STEPS:
            raise ValueError(
                f"The family {family.name!r} has distributions of {max(0, features)} feature(s); "
                f"{STEPS} picks need at least {STEPS}."
            )
        order = rng.permutation(features) + 1
        yield p.transpose(0, *order, features + 1)[: size - first]


def _firsts(size: int) -> range:
    return range(0, size, BLOCK)


def family_of(name: str | Family) -> Family:
    """Return the family of a name; a family is returned as it is."""
    if isinstance(name, Family):
        return name
    if not isinstance(name, str):
        raise TypeError(f"A family is a name or a Family, not {name!r}.")
    if name not in FAMILIES:
        raise ValueError(f"Unknown family {name!r}.{nearest(name, FAMILIES)}")
    return FAMILIES[name]


def _check_names(kind: str, names: Sequence[str]) -> None:
    if not names:
        raise ValueError(f"No {kind} is named; name at least one, or leave it out for all.")
    if len(set(names)) != len(names):
        raise ValueError(f"A {kind} is given more than once: {', '.join(names)}.")


def _check_whole(name: str, value: int, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise TypeError(f"{name}={value!r} is not allowed; give a whole number from {least} on.")
    if value < least:
        raise ValueError(f"{name}={value} is not allowed; give a whole number from {least} on.")
