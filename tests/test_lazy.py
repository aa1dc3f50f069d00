"""Lazy evaluation: the same steps to the last bit, from fewer pairs of features."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings

from natpick import CRITERIA, Step, criterion, forward
from natpick.sources import Counts
from strategies import Encoded, Watched, empirical, encoded, full_of_ties, informative

LAZY = [name for name, row in CRITERIA.items() if row.lazy is not None]


def steps_of(table: Encoded, name: str, *, lazy: bool, keep: tuple[int, ...] = ()) -> list[Step]:
    return list(forward(Counts.from_codes(*table), name, keep=keep, lazy=lazy))


@pytest.mark.parametrize("name", CRITERIA)
@settings(max_examples=15)
@given(table=encoded(columns=9))
def test_lazy_steps_are_the_eager_ones_on_any_table(name: str, table: Encoded) -> None:
    assert steps_of(table, name, lazy=True) == steps_of(table, name, lazy=False)


@pytest.mark.parametrize("name", LAZY)
def test_lazy_steps_are_the_eager_ones_on_hundreds_of_tables_full_of_ties(name: str) -> None:
    ties = 0
    for seed in range(100):
        table = full_of_ties(seed)
        lazily = steps_of(table, name, lazy=True)
        assert lazily == steps_of(table, name, lazy=False)
        ties += sum(len(step.tied) > 1 for step in lazily)
    assert ties > 100


@pytest.mark.parametrize("name", LAZY)
@pytest.mark.parametrize("beta", [0, 0.3, 2.5])
def test_lazy_steps_are_the_eager_ones_for_any_beta(name: str, beta: float) -> None:
    row = criterion(name, beta=beta) if CRITERIA[name].takes_beta else criterion(name)
    for seed in range(12):
        source = Counts.from_codes(*full_of_ties(seed))
        assert list(forward(source, row)) == list(forward(source, row, lazy=False))


@pytest.mark.parametrize("name", LAZY)
def test_lazy_steps_are_the_eager_ones_on_exact_distributions(name: str) -> None:
    for seed in range(4):
        joint = empirical(*full_of_ties(seed, columns=7))
        assert list(forward(joint, name)) == list(forward(joint, name, lazy=False))


@pytest.mark.parametrize("name", LAZY)
def test_lazy_steps_are_the_eager_ones_with_features_to_keep_and_going_on(name: str) -> None:
    for seed in range(30):
        table, keep = full_of_ties(seed), (seed % 8, (seed + 3) % 8)
        eagerly = steps_of(table, name, lazy=False, keep=keep)
        assert steps_of(table, name, lazy=True, keep=keep) == eagerly
        source, k = Counts.from_codes(*table), 1 + seed % 7
        assert list(forward(source, name, keep=keep, after=eagerly[:k])) == eagerly[k:]


@pytest.mark.parametrize("name", LAZY)
def test_lazy_steps_are_the_eager_ones_where_candidates_come_in_many_batches(name: str) -> None:
    """300 columns, of which 64 are brought up to date at a time."""
    rng = np.random.default_rng(5)
    codes, y = informative(60, 60)
    codes = codes[:, rng.integers(0, 60, 300)]
    source = Counts.from_codes(codes, y)
    lazily = list(islice(forward(source, name), 15))
    assert lazily == list(islice(forward(source, name, lazy=False), 15))


@pytest.mark.parametrize("name", [name for name in LAZY if name != "mim"])
def test_lazy_evaluation_asks_for_fewer_pairs_among_redundant_copies(name: str) -> None:
    """Ten features, each thirty times: a copy of what is selected falls behind at once."""
    codes, y = informative(400, 10)
    copies = np.repeat(codes, 30, axis=1)
    asked = {}
    for lazy in (True, False):
        watched = Watched(Counts.from_codes(copies, y))
        search = forward(watched, name, lazy=lazy)
        for _ in range(8):
            next(search)
        asked[lazy] = watched.asked.total()
    assert asked[True] < asked[False]


def test_rows_that_are_not_bounded_by_fewer_terms_are_never_lazy() -> None:
    """CIFE's, JMI's, CFR's, DCSF's, DMIM's and DISR's partial sums may lie below the full ones."""
    eager = [name for name in CRITERIA if name not in LAZY]
    assert eager == ["cife", "jmi", "cfr", "dcsf", "dmim", "disr", "mifs-nd", "cmi"]
    for name in ("cife", "jmi", "dmim", "disr", "mifs-nd"):
        asked = []
        for lazy in (True, False):
            watched = Watched(Counts.from_codes(*informative(100, 6)))
            list(forward(watched, name, lazy=lazy))
            asked.append(watched.asked)
        assert asked[0] == asked[1]
