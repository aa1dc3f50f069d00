"""The six workloads of the benchmarks, from a seed.

Classes are balanced. A latent signal, the class with noise, runs through the table: a tenth of
the features carry it with noise of their own, a tenth are noisy copies of those, and the rest
are irrelevant. Every feature is cut into levels of equal frequency; in E one value in twenty
is 1, the others are 0.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint8]
Values = NDArray[np.float32]

SMALLEST = 100
"""What is left, at least, of the side that is scaled."""

SAMPLE = 10_000
"""Values that a feature's cut points are taken from."""


@dataclass(frozen=True, slots=True)
class Workload:
    """A table's size, and how many features are picked from it."""

    name: str
    n_rows: int
    n_columns: int
    n_levels: int
    n_classes: int
    n_features: int
    share_of_ones: float | None = None

    def __str__(self) -> str:
        ones = "" if self.share_of_ones is None else f" ({self.share_of_ones:.0%} ones)"
        return (
            f"{self.name}: n={self.n_rows:,} p={self.n_columns:,} b={self.n_levels}{ones} "
            f"c={self.n_classes} k={self.n_features}"
        )

    def scaled(self, factor: float) -> "Workload":
        """Return the workload with its longer side times ``factor``."""
        if self.n_rows >= self.n_columns:
            return replace(self, n_rows=max(SMALLEST, round(self.n_rows * factor)))
        return replace(self, n_columns=max(SMALLEST, round(self.n_columns * factor)))

    def make(self, seed: int) -> tuple[Codes, Codes]:
        """Return codes of shape (n_rows, n_columns), in column order, and classes."""
        rng = np.random.default_rng(seed)
        classes = (np.arange(self.n_rows) % self.n_classes).astype(np.uint8)
        rng.shuffle(classes)
        columns = np.empty((self.n_columns, self.n_rows), dtype=np.uint8)
        places = rng.permutation(self.n_columns)
        for j, values in zip(places, self._features(classes, rng), strict=True):
            columns[j] = np.searchsorted(self._cut_points(values), values)
        return columns.T, classes

    def _features(self, classes: Codes, rng: np.random.Generator) -> Iterator[Values]:
        """Yield the features that carry the signal, then their copies, then the others."""
        n_carriers = max(1, self.n_columns // 10)
        signal = classes + self._noise(rng)
        seeds = rng.integers(2**63, size=n_carriers)
        for seed in seeds:
            yield self._carrier(signal, seed)
        for seed in seeds:
            yield self._carrier(signal, seed) + np.float32(0.5) * self._noise(rng)
        for _ in range(self.n_columns - 2 * n_carriers):
            yield self._noise(rng)

    def _carrier(self, signal: Values, seed: int) -> Values:
        """Return the signal with noise of its own, the same whenever the seed is."""
        rng = np.random.default_rng(seed)
        return signal + np.float32(rng.uniform(1, 8)) * self._noise(rng)

    def _noise(self, rng: np.random.Generator) -> Values:
        return rng.standard_normal(self.n_rows, dtype=np.float32)

    def _cut_points(self, values: Values) -> Values:
        if self.share_of_ones is not None:
            return np.quantile(values[:SAMPLE], [1 - self.share_of_ones])
        return np.quantile(values[:SAMPLE], np.arange(1, self.n_levels) / self.n_levels)


WORKLOADS = (
    Workload("A", 10_000, 1_000, 5, 2, 50),
    Workload("B", 100_000, 1_000, 10, 2, 50),
    Workload("C", 1_000_000, 200, 10, 5, 20),
    Workload("D", 100, 20_000, 5, 4, 50),
    Workload("E", 20_000, 5_000, 2, 2, 50, share_of_ones=0.05),
    Workload("F", 100_000, 1_000, 64, 10, 20),
)

SMALL = Workload("S", 2_000, 200, 5, 2, 10)
"""A table that programs written in Python alone get done with."""
