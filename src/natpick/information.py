"""Entropy and mutual information of tables: the executable definitions, in nats.

A table is an array with one axis per variable. Integer entries are counts, and then every
result is that of the empirical distribution; floating-point entries are probabilities.
Logarithms are natural and 0 ln 0 = 0 throughout.

Counts are measured in fixed point. A count m contributes ``m ln m``, held as a whole number
of quanta 2**-k, with k so large that ``n ln n`` still fits in 62 bits. Sums of quanta are
exact in any order, so every kernel, thread count and engine that counts the same rows gets
the same last bit, and two laws hold without tolerance: MI(X, Y) <= min(H(X), H(Y)), with
equality for Y = X, and MI(X, Y) = 0 for independent counts. The C++ core does the very same
arithmetic (``cpp/information.hpp``); this file is its oracle.

References
----------
Cover and Thomas (2006), Elements of Information Theory, chapter 2.
"""

import math
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Table = NDArray[Any]

ROUNDING_QUANTA = 4096
"""What the logarithms' own rounding, 2**-52 of 2**62 quanta, can add up to in four sums."""

ROUNDING_NATS = 1e-14
"""Below this a mutual information computed from floating-point probabilities is noise."""


class Measure(Protocol):
    """How a table's entries become sums of m ln m, and such sums become nats."""

    def total(self) -> float:
        """Return m ln m of the whole."""

    def sum(self, table: Table) -> float:
        """Return the sum of m ln m over the cells of a table or marginal."""

    def nats(self, value: float) -> float:
        """Return a difference of sums as an entropy, at least 0."""

    def information(self, value: float, cells: int, /) -> float:
        """Return a difference of sums as a mutual information, 0 where it is only rounding."""


@dataclass(frozen=True, slots=True)
class Quanta:
    """Exact sums of n ln n for integer counts that add up to ``n``."""

    n: int

    @property
    def exponent(self) -> int:
        """Return k: the largest with 2**k n ln n < 2**62."""
        return 62 - math.frexp(self.n * math.log(self.n))[1] if self.n > 1 else 0

    def units(self, m: int) -> int:
        """Return m ln m in quanta of 2**-k."""
        return round(math.ldexp(m * math.log(m), self.exponent)) if m > 1 else 0

    def total(self) -> int:
        """Return n ln n in quanta."""
        return self.units(self.n)

    def sum(self, table: Table) -> int:
        """Return the sum of m ln m over the cells, in quanta."""
        counts, times = np.unique(table, return_counts=True)
        return sum(self.units(m) * t for m, t in zip(counts.tolist(), times.tolist(), strict=True))

    def nats(self, value: float) -> float:
        """Return quanta as nats: value / (n 2**k)."""
        return float(value) / math.ldexp(self.n, self.exponent)

    def information(self, value: float, cells: int, /) -> float:
        """Return quanta as nats, 0 where the roundings in ``cells`` cells could add up to it.

        Only counts of 2 and more are rounded, by half a quantum: in four tables of n rows,
        and of so many cells, that is at most min(cells, n) quanta.
        """
        return self.nats(value) if value > ROUNDING_QUANTA + min(cells, self.n) else 0.0


@dataclass(frozen=True, slots=True)
class Probability:
    """Sums of p ln p for probabilities."""

    def total(self) -> float:
        """Return 1 ln 1."""
        return 0.0

    def sum(self, table: Table) -> float:
        """Return the sum of p ln p over the cells."""
        p = np.asarray(table, dtype=np.float64).ravel()
        p = p[p > 0]
        return float(np.sum(p * np.log(p)))

    def nats(self, value: float) -> float:
        """Return the value, which is in nats already, without a rounding below 0."""
        return max(0.0, value)

    def information(self, value: float, _cells: int, /) -> float:
        """Return the value, 0 where it is only rounding."""
        return value if value > ROUNDING_NATS else 0.0


def measure(table: Table) -> Measure:
    """Return the measure of a table: exact for counts, floating-point for probabilities."""
    if table.size == 0 or not table.any():
        raise ValueError(f"The table of shape {table.shape} is empty; give at least one count.")
    if np.min(table) < 0:
        raise ValueError(f"The table has a negative entry, {np.min(table)}; entries must be >= 0.")
    if np.issubdtype(table.dtype, np.integer) or table.dtype == np.bool_:
        return Quanta(int(table.sum()))
    total = float(table.sum())
    if not math.isclose(total, 1.0, rel_tol=0.0, abs_tol=1e-9):
        raise ValueError(
            f"The probabilities add up to {total!r}, not 1; divide them by their sum, "
            "or give counts as integers."
        )
    return Probability()


def entropy(table: Table) -> float:
    """Return H = -sum p ln p of all the table's variables taken together."""
    m = measure(table)
    return m.nats(m.total() - m.sum(table))


def conditional_entropy(xy: Table) -> float:
    """Return H(X | Y) = H(X, Y) - H(Y) of a table with axes (x, y)."""
    m = measure(_with_axes(xy, 2))
    return m.nats(m.sum(xy.sum(axis=0)) - m.sum(xy))


def mutual_information(xy: Table) -> float:
    """Return MI(X, Y) = sum p(x, y) ln (p(x, y) / (p(x) p(y))) of a table with axes (x, y)."""
    m = measure(_with_axes(xy, 2))
    x, y = xy.sum(axis=1), xy.sum(axis=0)
    value = (m.sum(xy) - m.sum(x)) + (m.total() - m.sum(y))
    return min(m.information(value, xy.size), entropy(x), entropy(y))


def conditional_mutual_information(xyz: Table) -> float:
    """Return MI(X, Y | Z) = H(X | Z) + H(Y | Z) - H(X, Y | Z) of a table with axes (x, y, z)."""
    m = measure(_with_axes(xyz, 3))
    xz, yz, z = xyz.sum(axis=1), xyz.sum(axis=0), xyz.sum(axis=(0, 1))
    value = (m.sum(xyz) - m.sum(xz)) + (m.sum(z) - m.sum(yz))
    bound = min(conditional_entropy(xz), conditional_entropy(yz))
    return min(m.information(value, xyz.size), bound)


def triple_mutual_information(xyz: Table) -> float:
    """Return TMI(X, Y, Z) = MI(X, Y) - MI(X, Y | Z), symmetric in X, Y, Z and of either sign."""
    return mutual_information(xyz.sum(axis=2)) - conditional_mutual_information(xyz)


def _with_axes(table: Table, axes: int) -> Table:
    if table.ndim != axes:
        raise ValueError(f"The table has {table.ndim} axes; this needs {axes}, one a variable.")
    return table
