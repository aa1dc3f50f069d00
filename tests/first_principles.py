"""The paper's definitions in whole numbers: which feature is of which type, and what is drawn.

A distribution is a list of outcomes, each with a count; probabilities are counts over their
sum. Whether variables determine each other is read off the outcomes, and whether they are
independent off products of counts, so that nothing here is ever rounded.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st

from natpick.sources import Counts, Joint
from natpick.theory import FeatureType
from strategies import tables

Outcome = tuple[int, ...]
Names = Sequence[str]
C = "C"


@dataclass(frozen=True)
class Counted:
    """Outcomes of features x0, x1, ... and last of C, each with a positive count."""

    counts: dict[Outcome, int]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(f"x{i}" for i in range(len(next(iter(self.counts))) - 1))

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def joint(self) -> Joint:
        """Return the distribution, each outcome with its count over their sum."""
        columns = zip(*self.counts, strict=True)
        outcomes = dict(zip((*self.names, C), map(list, columns), strict=True))
        return Joint.from_table(outcomes, np.array(list(self.counts.values())) / self.total)

    def data(self) -> Counts:
        """Return the rows, each outcome as often as its count: two classes or more."""
        rows = np.repeat(list(self.counts), list(self.counts.values()), axis=0)
        return Counts.from_codes(rows[:, :-1], rows[:, -1])

    def n(self, *names: str) -> Counter[Outcome]:
        """Return how often each value of some variables, all together, occurs."""
        axes = [-1 if name == C else self.names.index(name) for name in names]
        marginal: Counter[Outcome] = Counter()
        for outcome, count in self.counts.items():
            marginal[tuple(outcome[axis] for axis in axes)] += count
        return marginal

    def p(self, *names: str) -> dict[Outcome, Fraction]:
        """Return the probability of each value of some variables, all together."""
        return {value: Fraction(n, self.total) for value, n in self.n(*names).items()}

    def determines(self, given: Names, name: str) -> bool:
        """Return whether no value of ``given`` occurs with two values of ``name``."""
        return len(self.n(*given)) == len(self.n(*given, name))

    def independent(self, a: str, b: str, given: Names) -> bool:
        """Return whether P(a, b, g) P(g) = P(a, g) P(b, g) for all values."""
        g, ag, bg = self.n(*given), self.n(a, *given), self.n(b, *given)
        abg = self.n(a, b, *given)
        return all(
            abg[v, w, *s] * g[s] == n * ag_n
            for (v, *sa), ag_n in ag.items()
            for (w, *sb), n in bg.items()
            if (s := tuple(sa)) == tuple(sb)
        )

    def type_of(self, i: str, s: Names) -> FeatureType:
        """Return the type of a candidate by the definition of Section 4.2."""
        if self.determines(s, i):
            return FeatureType.REDUNDANT
        if self.independent(C, i, s):
            return FeatureType.IRRELEVANT
        if self.determines((*s, i), C) and not self.determines(s, C):
            return FeatureType.FULLY_RELEVANT
        return FeatureType.RELEVANT

    def types(self, s: Names) -> dict[str, FeatureType]:
        """Return the type of every candidate given the features in S."""
        return {i: self.type_of(i, s) for i in self.names if i not in s}

    def sets(self) -> Iterator[tuple[str, ...]]:
        """Yield every set S that leaves a candidate."""
        for size in range(len(self.names)):
            yield from itertools.combinations(self.names, size)


Maker = Callable[[int, int, int], int]
MAKERS: dict[str, Maker] = {
    "u": lambda u, _v, _w: u,
    "v": lambda _u, v, _w: v,
    "w": lambda _u, _v, w: w,
    "u recoded": lambda u, _v, _w: 3 - u,
    "u merged": lambda u, _v, _w: u // 2,
    "parity": lambda u, v, _w: (u + v) % 2,
    "sum": lambda u, v, _w: (u + v) % 4,
    "pair": lambda u, v, _w: 2 * (u % 2) + v % 2,
    "all": lambda u, v, w: (u + v + w) % 4,
    "constant": lambda _u, _v, _w: 0,
}
"""Functions of three hidden variables, each of up to four levels."""


@st.composite
def hidden(draw: st.DrawFn, largest: int = 5) -> np.ndarray[Any, Any]:
    """Draw counts of (u, v, w): independent of each other, or w of the others, or neither."""
    kind = draw(st.sampled_from(["independent", "w apart", "any"]))
    if kind == "any":
        return draw(tables(3, largest))
    uv = draw(tables(2, largest))
    if kind == "independent":
        uv = np.multiply.outer(uv.sum(axis=1), uv.sum(axis=0))
    return np.multiply.outer(uv, draw(tables(1, largest)))


@st.composite
def made(draw: st.DrawFn, features: int = 4) -> Counted:
    """Draw three features or more and a class, all of them functions of hidden variables."""
    maker = st.sampled_from(list(MAKERS))
    chosen = [*draw(st.lists(maker, min_size=3, max_size=features)), draw(maker)]
    table = draw(hidden())
    counts: Counter[Outcome] = Counter()
    for cell, n in np.ndenumerate(table):
        if n:
            counts[tuple(MAKERS[name](*cell) for name in chosen)] += int(n)
    return Counted(dict(counts))


@st.composite
def loose(draw: st.DrawFn, features: int = 3) -> Counted:
    """Draw any counts of three features and a class, each of up to four levels."""
    table = draw(tables(features + 1))
    return Counted({cell: int(n) for cell, n in np.ndenumerate(table) if n})


def distributions() -> st.SearchStrategy[Counted]:
    """Draw distributions of three or four features: with functions among them, or any."""
    return st.one_of(made(), made(), loose())


def steps() -> st.SearchStrategy[tuple[Counted, tuple[str, ...]]]:
    """Draw a distribution and features selected so far, one candidate left at least."""
    return distributions().flatmap(
        lambda d: st.tuples(
            st.just(d), st.lists(st.sampled_from(d.names), unique=True, max_size=len(d.names) - 1)
        ).map(lambda pair: (pair[0], tuple(pair[1])))
    )
