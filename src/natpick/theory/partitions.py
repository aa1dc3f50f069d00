"""Small distributions, each once: variables as partitions of m equiprobable atoms.

A variable on m atoms is told by which of them it has the same value on, a partition; which
atom is which does not matter. So of all tuples of partitions that permutations of the atoms
take into each other one is enough.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from natpick.terms import Indices

MOST_ATOMS = 7
"""With one more there would be 8! permutations of 4,140 partitions to look at."""


@dataclass(frozen=True, slots=True)
class Partitions:
    """All partitions of m atoms.

    Attributes
    ----------
    labels : array of shape (partitions, m)
        The block of each atom, blocks numbered in the order in which they first appear.
    blocks : array of shape (partitions, m)
        For each atom a bit mask of its block.
    """

    labels: Indices
    blocks: NDArray[np.uint64]


@cache
def partitions(m: int) -> Partitions:
    """Return the partitions of m atoms; there are 1, 2, 5, 15, 52, 203, 877, 4140 of them."""
    labels = np.zeros((1, 1), dtype=np.int64)
    for _ in range(m - 1):
        blocks = labels.max(axis=1) + 1
        again = np.repeat(labels, blocks + 1, axis=0)
        label = np.concatenate([np.arange(n + 1) for n in blocks])
        labels = np.column_stack([again, label])
    same = labels[:, :, np.newaxis] == labels[:, np.newaxis, :]
    bits = np.uint64(1) << np.arange(m, dtype=np.uint64)
    return Partitions(labels, (same * bits).sum(axis=2).astype(np.uint64))


@cache
def symmetries(m: int) -> NDArray[np.int16]:
    """Return to which partition each permutation of the atoms takes each partition."""
    labels = partitions(m).labels
    places = m ** np.arange(m)[::-1]
    known = labels @ places  # in increasing order
    images = np.empty((len(_permutations(m)), len(labels)), dtype=np.int16)
    for row, permutation in zip(images, _permutations(m), strict=True):
        row[:] = np.searchsorted(known, _renumbered(labels[:, permutation]) @ places)
    return images


@dataclass(frozen=True, slots=True)
class Settings:
    """Tuples of partitions: the target, the selected features, then some candidates.

    Attributes
    ----------
    m : the number of atoms.
    chosen : array of shape (B, variables), partitions by number.
    group : array of shape (B,), increasing; equal where target and selected features are.
    """

    m: int
    chosen: Indices
    group: Indices

    @property
    def blocks(self) -> NDArray[np.uint64]:
        """Return the variables as an Ensemble takes them: the target last."""
        return partitions(self.m).blocks[np.roll(self.chosen, -1, axis=1)]


def all_settings(m: int, selected: int, candidates: int, most: int) -> Iterator[Settings]:
    """Yield every setting of m atoms once, up to symmetry, little more than ``most`` at a time.

    With one candidate a group has all of them, and any two of them make a setting.
    """
    rows: list[Indices] = []
    group: list[Indices] = []
    size = 0
    for number, (fixed, fixing) in enumerate(_orbits(symmetries(m), selected + 1)):
        rest = _completed(fixing, candidates)
        rows.append(np.column_stack([np.tile(fixed, (len(rest), 1)), rest]))
        group.append(np.full(len(rest), number))
        size += len(rest)
        if size >= most:
            yield Settings(m, np.concatenate(rows), np.concatenate(group))
            rows, group, size = [], [], 0
    if rows:
        yield Settings(m, np.concatenate(rows), np.concatenate(group))


def drawn_settings(
    m: int, selected: int, candidates: int, size: int, most: int, rng: np.random.Generator
) -> Iterator[Settings]:
    """Yield about ``size`` settings drawn at random, each partition as probable as any other.

    With one candidate a group has all of them.
    """
    n = len(partitions(m).labels)
    every = np.arange(n)[:, np.newaxis]
    while size > 0:
        each = n if candidates == 1 else 1
        groups = max(1, min(size, most) // each)
        fixed = np.repeat(rng.integers(0, n, (groups, selected + 1)), each, axis=0)
        rest = (
            rng.integers(0, n, (groups, candidates)) if each == 1 else np.tile(every, (groups, 1))
        )
        yield Settings(m, np.column_stack([fixed, rest]), np.repeat(np.arange(groups), each))
        size -= groups * each


def _orbits(
    group: NDArray[np.int16], variables: int
) -> Iterator[tuple[tuple[int, ...], NDArray[np.int16]]]:
    """Yield one tuple of partitions of every orbit of the group, and what of it fixes them."""
    if variables == 0:
        yield (), group
        return
    for first in _lowest(group).tolist():
        for rest, left in _orbits(group[group[:, first] == first], variables - 1):
            yield (first, *rest), left


def _completed(group: NDArray[np.int16], variables: int) -> Indices:
    """Return one tuple of partitions of every orbit of the group, shape (orbits, variables)."""
    if variables == 1:
        return _lowest(group)[:, np.newaxis]
    parts = []
    for first in _lowest(group):
        rest = _completed(group[group[:, first] == first], variables - 1)
        parts.append(np.column_stack([np.full(len(rest), first), rest]))
    return np.concatenate(parts)


def _lowest(group: NDArray[np.int16]) -> Indices:
    """Return of each orbit of partitions the lowest."""
    return np.flatnonzero(group.min(axis=0) == np.arange(group.shape[1]))


def _permutations(m: int) -> list[tuple[int, ...]]:
    return list(itertools.permutations(range(m)))


def _renumbered(labels: Indices) -> Indices:
    """Return labels with blocks numbered in the order in which they first appear."""
    numbers = np.full(labels.shape, -1, dtype=np.int64)
    rows = np.arange(len(labels))
    fresh = np.zeros(len(labels), dtype=np.int64)
    out = np.empty_like(labels)
    for atom in range(labels.shape[1]):
        label = labels[:, atom]
        new = numbers[rows, label] < 0
        numbers[rows[new], label[new]] = fresh[new]
        fresh += new
        out[:, atom] = numbers[rows, label]
    return out
