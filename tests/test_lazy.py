"""Lazy evaluation: the same steps to the last bit, from fewer pairs of features."""

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings

import natpick
from natpick import CRITERIA, Step, criterion, forward
from natpick.criterion import MAX, Criterion
from natpick.sources import Counts
from natpick.terms import Indices, PairTerms, Want
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
def test_lazy_steps_are_the_eager_ones_where_most_candidates_are_passed_over(name: str) -> None:
    """300 columns, so that leaders, favourites and the crowd are different ones; and copies."""
    rng = np.random.default_rng(5)
    codes, y = informative(60, 60)
    codes = codes[:, rng.integers(0, 60, 300)]
    source = Counts.from_codes(codes, y)
    lazily = list(islice(forward(source, name), 40))
    assert lazily == list(islice(forward(source, name, lazy=False), 40))


def signal_and_noise(n: int = 300, p: int = 400) -> Encoded:
    """Return a table in which a tenth of the columns carries the target and the rest is noise."""
    rng = np.random.default_rng(8)
    y = rng.integers(0, 2, n)
    strength = np.where(np.arange(p) % 10 == 0, rng.uniform(0.3, 1.5, p), 0)
    values = y[:, np.newaxis] * strength + rng.normal(size=(n, p))
    return np.digitize(values, [-0.5, 0.3, 1.0]).astype(np.uint8), y


def pairs_asked(table: Encoded, row: Criterion, *, lazy: bool = True, k: int = 15) -> int:
    watched = Watched(Counts.from_codes(*table))
    list(islice(forward(watched, row, lazy=lazy), k))
    assert set(watched.asked.values()) <= {1, 2}  # the pick's own terms are asked for again
    return watched.asked.total()


@pytest.mark.parametrize(
    ("name", "share"),
    [
        ("mim", 0.02),
        ("mrmr", 0.12),
        ("maxmifs", 0.12),
        ("cmim", 0.2),
        ("cmim-fleuret", 0.12),
        ("jmim", 0.2),
        ("icap", 0.12),
        ("mifs-u", 0.12),
        ("nmifs", 0.12),
        ("njmim", 0.2),
    ],
)
def test_lazy_evaluation_asks_for_a_fraction_of_the_pairs(name: str, share: float) -> None:
    table, row = signal_and_noise(), criterion(name)
    everything = pairs_asked(table, row, lazy=False)
    assert everything >= (row.want is not Want.NOTHING) * (14 * 400 - sum(range(15)))
    assert pairs_asked(table, row) < share * 14 * 400


@pytest.mark.parametrize("name", ["jmim", "njmim"])
def test_a_maximum_takes_the_newest_features_first_and_asks_for_fewer_pairs(name: str) -> None:
    """In JMIM the penalty has -MI(C, X_s), so the least relevant X_s, the newest, cost most."""
    table, newest_first = signal_and_noise(), criterion(name)
    oldest_first = replace(newest_first, fold=replace(MAX, any_order=False))
    source = Counts.from_codes(*table)
    assert list(islice(forward(source, newest_first), 30)) == list(
        islice(forward(source, oldest_first), 30)
    )
    assert pairs_asked(table, newest_first, k=30) < pairs_asked(table, oldest_first, k=30)


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


@pytest.mark.parametrize("name", LAZY)
def test_select_gives_the_lazy_steps_where_it_scans_small_tables_whole(name: str) -> None:
    for seed in range(5):
        source = Counts.from_codes(*full_of_ties(seed))
        lazily = tuple(islice(forward(source, name), 5))
        assert natpick.select(source, method=name, n_features=5).steps == lazily


class Counted(Counts):
    """Counts that tell whether pairs were chosen."""

    chosen = 0

    def terms_of_pairs(self, s: Indices, i: Indices, want: Want) -> PairTerms:
        self.chosen += 1
        return super().terms_of_pairs(s, i, want)


@pytest.mark.parametrize(
    ("n", "p", "levels", "classes", "method", "estimator", "scans"),
    [
        (2000, 200, 5, 2, "cmim", "plug-in", True),
        (2000, 200, 5, 2, "mrmr", "plug-in", True),
        (100, 1500, 5, 4, "cmim", "plug-in", True),
        (100, 20_000, 5, 4, "cmim", "plug-in", False),
        (100, 20_000, 5, 4, "mrmr", "plug-in", False),
        (10_000, 600, 5, 2, "cmim", "plug-in", False),
        (10_000, 600, 5, 2, "mrmr", "plug-in", True),
        (10_000, 600, 40, 2, "mrmr", "plug-in", False),
        (2000, 200, 5, 50, "cmim", "plug-in", False),
        (2000, 200, 5, 2, "cmim", "miller-madow", False),
    ],
)
def test_tables_that_are_scanned_sooner_than_pairs_are_chosen_are_scanned(
    n: int, p: int, levels: int, classes: int, method: str, estimator: str, scans: bool
) -> None:
    rng = np.random.default_rng(0)
    codes = rng.integers(0, levels, (n, p), dtype=np.uint8)
    source = Counted.from_codes(codes, np.arange(n) % classes, estimator=estimator)
    assert isinstance(source, Counted)
    picked = natpick.select(source, method=method, n_features=3, explain=False)
    assert (source.chosen == 0) == scans
    assert picked.steps == tuple(islice(forward(source, method), 3))
