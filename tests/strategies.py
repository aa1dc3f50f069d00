"""What the tests draw: tables of counts, distributions, encoded tables; and a watched source."""

from collections import Counter
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from natpick.sources import Counts, Joint
from natpick.terms import Indices, PairTerms, SetTerms, Univariate, Want

Table = NDArray[Any]
Encoded = tuple[NDArray[np.uint8], NDArray[np.int64]]
SEEDS = st.integers(0, 2**32 - 1)


def tables(axes: int, largest: int = 6, levels: int = 4) -> st.SearchStrategy[Table]:
    """Draw counts with that many axes, at least one of them positive."""
    shape = st.tuples(*[st.integers(1, levels)] * axes)
    counts = hnp.arrays(np.int64, shape, elements=st.integers(0, largest))
    return counts.filter(lambda table: table.any())


def pmfs(axes: int, levels: int = 4) -> st.SearchStrategy[Table]:
    """Draw probabilities with that many axes: few and equal ones, or all positive and different."""
    sparse = tables(axes, 10_000, levels).map(lambda counts: counts / counts.sum())
    return st.one_of(sparse, st.builds(_dense, st.just(axes), st.just(levels), SEEDS))


def _dense(axes: int, levels: int, seed: int) -> Table:
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.ones(levels**axes))
    return p.reshape([levels] * axes) / p.sum()


def joints(features: int, levels: int = 3) -> st.SearchStrategy[Joint]:
    """Draw distributions of that many features x0, x1, ... and a target C."""
    return pmfs(features + 1, levels).map(Joint.from_array)


@st.composite
def encoded(draw: st.DrawFn, columns: int = 6, rows: int = 24) -> Encoded:
    """Draw codes and a target of two classes or more: few levels, copies, constants, ties."""
    n = draw(st.integers(2, rows))
    column = hnp.arrays(np.uint8, n, elements=st.integers(0, 2))
    distinct = draw(st.lists(column, min_size=1, max_size=columns))
    taken = draw(st.lists(st.integers(0, len(distinct) - 1), min_size=1, max_size=columns))
    y = draw(hnp.arrays(np.int64, n, elements=st.integers(0, 2)))
    y[:2] = 0, 1
    return np.column_stack([distinct[j] for j in taken]), y


def full_of_ties(seed: int, columns: int = 8) -> Encoded:
    """Return a small table with copies, recoded copies, a constant and an XOR among its columns."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 25))
    codes = rng.integers(0, rng.integers(2, 4, columns), (n, columns)).astype(np.uint8)
    codes[:, 1] = codes[:, 0]
    codes[:, 2] = 2 - codes[:, 0]
    codes[:, 3] = 1
    codes[:, 5] = (codes[:, 4] ^ codes[:, 6]) % 2
    y = (codes[:, 0] + codes[:, 4] + rng.integers(0, 2, n)).astype(np.int64) % 2
    y[:2] = 0, 1
    return codes[:, rng.permutation(columns)], y


def informative(n: int, p: int, seed: int = 0) -> Encoded:
    """Return a table whose columns carry a target, each with noise of its own: no ties."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, n)
    noise = rng.integers(0, 5, (n, p)) * (rng.random((n, p)) < np.linspace(0.3, 0.9, p))
    codes = (y[:, np.newaxis] + noise + noise[:, [0]]) % 5
    return codes.astype(np.uint8), y


def empirical(codes: Table, y: Table) -> Joint:
    """Return the exact distribution of a row drawn from the table: probability 1/n each."""
    n, p = codes.shape
    outcomes = {f"x{i}": codes[:, i].tolist() for i in range(p)} | {"C": y.tolist()}
    return Joint.from_table(outcomes, np.full(n, 1 / n))


class Pairwise:
    """A source that can't condition on several features, and notes the pairs it is asked for."""

    def __init__(self, source: Counts | Joint) -> None:
        self.names = source.names
        self.source = source
        self.asked: Counter[tuple[int, int]] = Counter()

    def univariate(self) -> Univariate:
        return self.source.univariate()

    def pair_terms(self, s: int, candidates: Indices, want: Want) -> PairTerms:
        self.asked.update((s, i) for i in candidates.tolist())
        return self.source.pair_terms(s, candidates, want)


class Watched(Pairwise):
    """A source that can condition, and notes the pairs it is asked for."""

    def set_terms(self, selected: Indices, candidates: Indices) -> SetTerms:
        return self.source.set_terms(selected, candidates)


class Priced(Pairwise):
    """A source that is asked for many pairs at once, and says how many of a feature cost as all."""

    def __init__(self, source: Counts, for_all: float) -> None:
        super().__init__(source)
        self._terms_of_pairs = source.terms_of_pairs
        self._for_all = for_all

    def terms_of_pairs(self, s: Indices, i: Indices, want: Want) -> PairTerms:
        self.asked.update(zip(s.tolist(), i.tolist(), strict=True))
        return self._terms_of_pairs(s, i, want)

    def pairs_for_all(self) -> float:
        return self._for_all
