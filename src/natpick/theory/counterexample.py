"""The smallest distribution of which a claim fails, found by trying all of them."""

from collections.abc import Iterator

import numpy as np

from natpick.criterion import TIE, difference, reward
from natpick.sources import Joint
from natpick.terms import Floats, Indices
from natpick.theory.claims import Claim
from natpick.theory.ensemble import Ensemble
from natpick.theory.partitions import (
    MOST_ATOMS,
    Settings,
    all_settings,
    drawn_settings,
    partitions,
)
from natpick.theory.refutation import Refutation, Unrefuted, refutation

MOST_DRAWN_ATOMS = 8
BATCH = 1 << 16
"""Distributions looked at together: their tables take some 20 MB."""


def counterexample(
    claim: Claim, *, atoms: int = 5, drawn: int = 200_000, seed: int = 0
) -> Refutation | Unrefuted:
    """Return the smallest distribution of which a claim fails, by number of equal atoms.

    All distributions over 1, 2, ... equiprobable atoms are tried, each once up to symmetry;
    where the claim fails of several of the smallest, it is the one where it fails by most. If
    it fails of none, larger ones are drawn at random.

    Parameters
    ----------
    claim : Claim
        What is claimed of a method: :meth:`Claim.order` or :meth:`Claim.bound`.
    atoms : int
        Up to how many atoms all distributions are tried, 7 at most. With two features selected
        6 take some ten seconds, and 7 much longer.
    drawn : int
        How many distributions of more atoms, up to 8, are drawn if none of those will do; 0 to
        draw none.
    seed : int
        The seed of the draws.

    Returns
    -------
    Refutation or Unrefuted
        The distribution and what is what in it, or, if there is none, where it was looked for;
        an Unrefuted is false in a condition.

    Examples
    --------
    >>> from natpick import theory
    >>> found = theory.counterexample(theory.Claim.order("mim", selected=1))
    >>> print(found.sentence)
    Given x0, mim scores x1, which is redundant, 0.693 and x2, which is fully relevant, 0.216.
    >>> found.atoms, found.smallest
    (4, True)
    """
    _check(claim, atoms, drawn, seed)
    searched = 0
    for m in range(1, atoms + 1):
        for size in claim.sizes:
            settings = all_settings(m, size, _candidates(claim), BATCH)
            best, n = _worst(claim, size, settings)
            searched += n
            if best is not None:
                return _told(claim, m, size, best, searched, smallest=True)
    rng = np.random.default_rng(seed)
    beyond = range(atoms + 1, MOST_DRAWN_ATOMS + 1)
    share = drawn // max(1, len(beyond) * len(claim.sizes))
    n_drawn = 0
    for m in beyond if share else ():
        for size in claim.sizes:
            settings = drawn_settings(m, size, _candidates(claim), share, BATCH, rng)
            best, n = _worst(claim, size, settings)
            n_drawn += n
            if best is not None:
                return _told(claim, m, size, best, searched + n_drawn, smallest=False)
    return Unrefuted(claim.statement, atoms, searched, n_drawn, seed)


def _candidates(claim: Claim) -> int:
    """Return how many candidates a setting has: two where their scores depend on each other."""
    return 1 if claim.method.combine in (difference, reward) else 2


def _worst(claim: Claim, size: int, settings: Iterator[Settings]) -> tuple[Indices | None, int]:
    """Return the variables of which the claim fails by most, if any, and how many were tried."""
    worst, most, searched = None, TIE, 0
    for some in settings:
        searched += len(some.group)
        chosen, breach = _failures(claim, size, some)
        if breach.max(initial=-np.inf) > most + TIE:
            first = int(np.flatnonzero(breach >= breach.max() - TIE)[0])
            worst, most = chosen[first], float(breach[first])
    return worst, searched


def _failures(claim: Claim, size: int, some: Settings) -> tuple[Indices, Floats]:
    """Return target, selected features and candidates in their roles, and by how much it fails.

    Where scores do not depend on other candidates, those of most merit are found apart.
    """
    many, s = Ensemble.of_atoms(some.blocks), np.arange(size)
    fixed = some.chosen[:, : size + 1]
    if _candidates(claim) > 1:
        merits = [role(many, claim.method, s, size + r) for r, role in enumerate(claim.roles)]
        return some.chosen, np.sum(merits, axis=0)
    starts = np.flatnonzero(np.diff(some.group, prepend=-1))
    taken, breach = [fixed[starts]], np.zeros(len(starts))
    for role in claim.roles:
        merit = role(many, claim.method, s, size)
        best = np.array([part.argmax() for part in np.split(merit, starts[1:])]) + starts
        taken.append(some.chosen[best, size + 1 :])
        breach += merit[best]
    return np.column_stack(taken), breach


def _told(
    claim: Claim, m: int, size: int, chosen: Indices, searched: int, *, smallest: bool
) -> Refutation:
    values = partitions(m).labels[chosen].tolist()
    names = ["C", *(f"x{i}" for i in range(len(values) - 1))]
    outcomes = dict(zip([*names[1:], "C"], [*values[1:], values[0]], strict=True))
    joint = Joint.from_table(outcomes, np.full(m, 1 / m))
    return refutation(claim, m, joint, names[1 : size + 1], searched, smallest=smallest)


def _check(claim: Claim, atoms: int, drawn: int, seed: int) -> None:
    if not isinstance(claim, Claim):
        raise TypeError(
            f"claim={claim!r} is not allowed; make one with Claim.order or Claim.bound."
        )
    for name, value, most in (
        ("atoms", atoms, MOST_ATOMS),
        ("drawn", drawn, None),
        ("seed", seed, None),
    ):
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"{name}={value!r} is not allowed; give a whole number.")
        if value < 0 or (most is not None and value > most):
            allowed = "0 or more" if most is None else f"0 to {most}"
            raise ValueError(f"{name}={value} is not allowed; give {allowed}.")
