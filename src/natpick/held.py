"""Which of the selected features each feature has taken in, and which it is to take in next."""

from typing import Protocol

import numpy as np

from natpick.terms import Flags, Indices

Taken = tuple[Indices, Indices]
"""Positions of selected features, those of one together, and places among the features asked of."""

ROWS = 64
"""Selected features there is room for before more must be made."""


class Held(Protocol):
    """The selected features, by position, that each feature has taken in: ``n[i]`` of them."""

    n: Indices

    def lack(self, features: Indices, position: int) -> Flags:
        """Tell which of the features have not taken in the selected one at that position."""

    def next(self, features: Indices, depths: Indices, n_wanted: int) -> Taken:
        """Return what each takes in next: of those it lacks, at most its depth."""

    def take_by_all(self, position: int) -> Indices | None:
        """Note that all take in the one at that position; return which had not, None for all."""

    def take(self, positions: Indices, i: Indices) -> None:
        """Note that the feature ``i[j]`` has taken in the selected one at ``positions[j]``."""


class OldestFirst:
    """Every feature takes in the selected ones in their order, so the number held tells all."""

    def __init__(self, p: int) -> None:
        self.n = np.zeros(p, dtype=np.int64)

    def lack(self, features: Indices, position: int) -> Flags:
        """Tell which of the features have not taken in the selected one at that position."""
        return np.less_equal(self.n[features], position)

    def next(self, features: Indices, depths: Indices, n_wanted: int) -> Taken:
        """Return what each takes in next: of those it lacks, at most its depth."""
        held = self.n[features]
        lengths = np.minimum(depths, n_wanted - held)
        first = lengths.cumsum() - lengths
        position = np.arange(lengths.sum()) + (held - first).repeat(lengths)
        order = position.astype(np.min_scalar_type(n_wanted)).argsort(kind="stable")
        return position[order], np.arange(len(features)).repeat(lengths)[order]

    def take_by_all(self, position: int) -> Indices | None:
        """Note that all take in the one at that position; return which had not, None for all."""
        lacking = np.equal(self.n, position)
        np.maximum(self.n, position + 1, out=self.n)
        return None if lacking.all() else np.flatnonzero(lacking)

    def take(self, _positions: Indices, i: Indices) -> None:
        """Note that the feature ``i[j]`` has taken in the one at ``_positions[j]``, its next."""
        np.add.at(self.n, i, 1)


class NewestFirst:
    """A feature takes in the selected ones that it lacks from the last one on."""

    def __init__(self, p: int) -> None:
        self.n = np.zeros(p, dtype=np.int64)
        self._holds = np.zeros((ROWS, p), dtype=np.bool_)  # [j, i]: X_i the j-th selected feature

    def lack(self, features: Indices, position: int) -> Flags:
        """Tell which of the features have not taken in the selected one at that position."""
        self._reserve(position + 1)
        lacking: Flags = ~self._holds[position, features]
        return lacking

    def next(self, features: Indices, depths: Indices, n_wanted: int) -> Taken:
        """Return what each takes in next: of those it lacks, at most its depth."""
        self._reserve(n_wanted)
        lacks = ~self._holds[:n_wanted, features]
        rank = np.cumsum(lacks[::-1], axis=0, dtype=np.int32)[::-1]
        positions, places = (lacks & (rank <= depths.astype(np.int32))).nonzero()
        return positions, places

    def take_by_all(self, position: int) -> Indices | None:
        """Note that all take in the one at that position; return which had not, None for all."""
        self._reserve(position + 1)
        lacking = ~self._holds[position]
        self._holds[position] = True
        self.n += lacking
        return None if lacking.all() else np.flatnonzero(lacking)

    def take(self, positions: Indices, i: Indices) -> None:
        """Note that the feature ``i[j]`` has taken in the selected one at ``positions[j]``."""
        self._holds[positions, i] = True
        np.add.at(self.n, i, 1)

    def _reserve(self, n_selected: int) -> None:
        while n_selected > len(self._holds):
            self._holds = np.vstack([self._holds, np.zeros_like(self._holds)])
