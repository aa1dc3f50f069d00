"""What chance gives where rows are shares of a whole, and where nothing is counted."""

import math
from itertools import islice, repeat

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chi2, norm
from scipy.stats import t as student

import natpick
from natpick.encode import weights_of
from natpick.row_weights import RowWeights
from natpick.sources import Gaussian, Neighbors
from natpick.sources.blocks import MOST_ROWS, blocks, permuted_within
from natpick.sources.cells import Cells
from natpick.sources.chance import by_permutation, exponential_tail
from natpick.sources.coded_columns import DenseColumns
from natpick.sources.independence import g_test, independence
from natpick.sources.normal_test import ratio_tail
from natpick.sources.share_strata import ShareStrata
from natpick.sources.strata import Strata
from natpick.sources.tallies import Tallies

Numbers = NDArray[np.float64]

NONE = np.array([], dtype=np.int64)


def within(kept: int, tables: int, alpha: float) -> bool:
    """Whether so many of the tables are alpha of them, up to three deviations."""
    return abs(kept - tables * alpha) <= 3 * math.sqrt(tables * alpha * (1 - alpha))


# Rows that are shares of a whole.


def tosses(seed: int, n: int, levels: int = 3) -> tuple[NDArray[np.int64], ...]:
    rng = np.random.default_rng(seed)
    return rng.integers(0, 2, n), rng.integers(0, levels, n), rng.integers(0, 2, n)


def test_shares_that_are_all_alike_are_tested_as_rows() -> None:
    for n in (400, 60):  # by the G-test, and by permutations of the same seed
        s, x, c = tosses(1, n)
        rows = Strata.of_rows(s.astype(np.uint32), x, c)
        shares = ShareStrata.of_rows(s.astype(np.uint32), x, c, weights_of([0.3] * n, n).counted)
        assert (shares.n_rows, shares.n_strata) == (n, 2)
        assert shares.degrees == rows.degrees
        assert shares.g == pytest.approx(rows.g, rel=1e-9)
        assert shares.least_expected == pytest.approx(rows.least_expected, rel=1e-9)
        tests = [independence(of, 0.05, np.random.default_rng(2)) for of in (rows, shares)]
        assert tests[0].permutations == tests[1].permutations
        assert tests[1].p_value == pytest.approx(tests[0].p_value, rel=1e-9)


def test_g_of_shares_is_measured_by_the_mean_and_variance_that_it_has_by_chance() -> None:
    """Its sum of squares varies by the eigenvalues of either margin's covariance matrix.

    D = diag(p)^-1/2 V diag(p)^-1/2, V_kl the sum over rows of w^2 ([row in k] - p_k)
    ([row in l] - p_l) / W, of X times of C over Q / W. A sum with eigenvalues d is about a
    chi-square of (sum d)^2 / sum d^2 degrees, times sum d^2 / sum d.
    """
    rng = np.random.default_rng(3)
    _, x, c = tosses(3, 500, levels=4)
    w = 3.0**c * rng.gamma(2, size=500)
    strata = ShareStrata.of_rows(np.zeros(500, np.uint32), x, c, weights_of(w, 500).counted)

    def eigenvalues(column: NDArray[np.int64]) -> Numbers:
        inside = (column == np.arange(column.max() + 1)[:, np.newaxis]).astype(float)
        p = inside @ w / w.sum()
        apart = (inside - p[:, np.newaxis]) * w / np.sqrt(p)[:, np.newaxis]
        return np.linalg.eigvalsh(apart @ apart.T / w.sum())[1:]

    table = np.zeros((4, 2))
    np.add.at(table, (x, c), w)
    independent = table.sum(1, keepdims=True) * table.sum(0) / table.sum()
    g = 2 * (table * np.log(table / independent)).sum()
    d = np.outer(eigenvalues(x), eigenvalues(c)).ravel() / ((w**2).sum() / w.sum())
    own = d.sum() ** 2 / (d**2).sum()
    expected = chi2.sf(g * own / d.sum(), own)
    assert g_test(strata) == pytest.approx(expected, rel=0.02)  # Wilson and Hilferty's root


@pytest.mark.parametrize("related", ["to nothing", "to the class", "to the feature"])
@pytest.mark.parametrize("n", [25, 400])
def test_under_pure_noise_shares_tell_at_the_promised_rate(related: str, n: int) -> None:
    found = 0
    for seed in range(150):
        rng = np.random.default_rng(seed)
        x, c = rng.integers(0, 3, n), rng.integers(0, 2, n)
        by = {"to nothing": 0 * x, "to the class": c, "to the feature": x}[related]
        weights = weights_of(3.0**by * rng.gamma(2, size=n), n).counted
        strata = ShareStrata.of_rows(np.zeros(n, np.uint32), x, c, weights)
        assert (strata.least_expected >= 5) == (n == 400)
        found += independence(strata, 0.2, rng).p_value <= 0.2
    assert within(found, 150, 0.2)


def test_weights_make_rows_of_no_use_no_more_significant_however_they_are_scaled() -> None:
    _, x, c = tosses(5, 300)
    strata = [
        ShareStrata.of_rows(np.zeros(300, np.uint32), x, c, RowWeights.of(quanta, whole=False))
        for quanta in (np.arange(1, 301, dtype=np.uint64), np.arange(8, 2401, 8, dtype=np.uint64))
    ]
    assert g_test(strata[0]) == pytest.approx(g_test(strata[1]), rel=1e-9)


@pytest.mark.parametrize("method", ["jmi", "mrmr", "cmi"])
def test_weighted_rows_keep_what_is_planted_and_nothing_else(method: str) -> None:
    rng = np.random.default_rng(1)
    coins = rng.integers(0, 2, (3000, 3))
    blurred = np.where(rng.random((3000, 3)) < 0.1, 1 - coins, coins)
    codes = np.column_stack([rng.integers(0, 3, (3000, 12)), blurred])
    selection = natpick.select(
        codes,
        (coins * [1, 2, 4]).sum(axis=1),
        sample_weight=rng.gamma(2, size=3000),
        method=method,
        n_features="auto",
    )
    assert set(selection.indices) == {12, 13, 14}
    assert "adds no more than chance would" in selection.stop_reason


def test_the_summary_doubts_what_weighted_rows_tell_within_noise() -> None:
    rng = np.random.default_rng(0)
    codes, y = rng.integers(0, 3, (200, 6)), rng.integers(0, 2, 200)
    for asked in ({"sample_weight": rng.gamma(2, size=200)}, {"estimator": "chi-square"}):
        selection = natpick.select(codes, y, n_features=2, **asked)
        assert any("Relevance within noise" in remark for remark in selection.summary().remarks)
    codes[:, 0] = y
    weighted = natpick.select(codes, y, n_features=1, sample_weight=rng.gamma(2, size=200))
    assert not any("within noise" in remark for remark in weighted.summary().remarks)


def test_a_sample_is_saturated_by_what_its_rows_are_worth() -> None:
    """100 rows are worth many in 16 cells, but not if one of them has half the weight."""
    rng = np.random.default_rng(2)
    codes, target = rng.integers(0, 4, (100, 3)).astype(np.uint8), rng.integers(0, 2, 100)
    for first, saturated in ((1.0, False), (99.0, True)):
        weights = weights_of([first + 0.5, *[1.5] * 99], 100).counted
        source = Tallies(DenseColumns(codes), target.astype(np.uint32), "abc", weights)
        strata = source.strata(np.array([0, 1]), 2)
        assert strata.n_rows == source.n_rows
        assert strata.saturated == saturated
        assert bool(source.chance(np.array([0, 1]), 2, 0.05, rng).warning) == saturated


# Normal scores.


def test_a_partial_correlation_is_tested_as_a_coefficient_of_regression() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 3)), rng.normal(size=40)
    source = Gaussian(X, y, continuous=True)
    scores = natpick.sources.normal_scores.normal_scores(np.vstack([X.T, y]))
    design = np.column_stack([np.ones(40), *scores[:3]])
    coefficients, rest, *_ = np.linalg.lstsq(design, scores[3], rcond=None)
    variance = rest[0] / (40 - 4) * np.linalg.inv(design.T @ design)[3, 3]
    expected = 2 * student.sf(abs(coefficients[3]) / math.sqrt(variance), 40 - 4)
    found = source.chance(np.array([0, 1]), 2, 0.05, rng)
    assert (found.p_value, found.permutations) == (pytest.approx(expected, rel=1e-9), 0)


@pytest.mark.parametrize(("sizes", "given"), [((8, 12), 0), ((10, 10, 15), 4), ((40, 400), 2)])
def test_a_likelihood_ratio_is_tested_by_its_own_distribution(
    sizes: tuple[int, ...], given: int
) -> None:
    """-sum n_c ln((R_c / n_c) / (R / n)), R_c of chi-square with n_c - 1 - k degrees each."""
    rng, n_c = np.random.default_rng(1), np.array(sizes, dtype=np.float64)
    squares = rng.chisquare(n_c - 1 - given, size=(200_000, len(sizes)))
    rest = rng.chisquare((len(sizes) - 1) * (given + 1), size=200_000)
    whole = (squares.sum(axis=1) + rest) / n_c.sum()
    drawn = -(n_c * np.log(squares / n_c / whole[:, np.newaxis])).sum(axis=1)
    for share in (0.5, 0.2, 0.05, 0.001):
        at = float(np.quantile(drawn, 1 - share))
        assert ratio_tail(at, n_c, given) == pytest.approx(share, rel=0.25)


def test_of_many_rows_a_likelihood_ratio_is_chi_square() -> None:
    """(classes - 1)(k + 2) degrees: a mean, k slopes and a variance of each class."""
    sizes = np.array([40_000.0, 60_000.0, 50_000.0])
    for value in (9.0, 20.0, 45.0):
        assert ratio_tail(value, sizes, 3) == pytest.approx(chi2.sf(value, 2 * 5), rel=0.01)


def numbers(seed: int, n: int, p: int, kind: str) -> tuple[Numbers, Numbers]:
    """Return noise, every other column of few levels, and a target that it tells nothing of."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    X[:, ::2] = rng.integers(0, 3, (n, (p + 1) // 2))
    return X, rng.integers(0, 3, n) if kind == "classes" else rng.normal(size=n)


@pytest.mark.parametrize("kind", ["classes", "numbers"])
def test_under_pure_noise_the_copula_keeps_nothing_at_about_the_promised_rate(kind: str) -> None:
    kept = sum(
        len(natpick.select(Gaussian(*numbers(seed, 60, 8, kind)), stop="significance", alpha=0.2))
        > 0
        for seed in range(120)
    )
    assert within(kept, 120, 0.2)


@pytest.mark.parametrize("kind", ["classes", "numbers"])
def test_given_noise_the_copula_finds_more_at_the_promised_rate(kind: str) -> None:
    found = 0
    for seed in range(150):
        source = Gaussian(*numbers(seed, 50, 5, kind))
        rng = np.random.default_rng(seed)
        found += source.chance(np.array([0, 1, 2]), 3 + seed % 2, 0.2, rng).p_value <= 0.2
    assert within(found, 150, 0.2)


def signal(seed: int, n: int, kind: str) -> tuple[Numbers, Numbers]:
    """Return three numbers that tell of the target, each on its own, among noise."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 11))
    told = X[:, 8:] @ [1.0, 1.2, 1.4] + 0.5 * rng.normal(size=n)
    return X, told > 0 if kind == "classes" else told


@pytest.mark.parametrize("method", sorted({*natpick.CRITERIA} - {"mifs-nd"}))  # which goes by ranks
@pytest.mark.parametrize("kind", ["classes", "numbers"])
def test_the_copula_keeps_what_is_planted_and_nothing_else(method: str, kind: str) -> None:
    X, y = signal(1, 500, kind)
    selection = natpick.select(Gaussian(X, y), method=method, n_features="auto", alpha=0.01)
    assert set(selection.indices) == {8, 9, 10}
    assert "adds no more than chance would" in selection.stop_reason


def test_classes_of_a_few_rows_change_nothing_of_the_rate() -> None:
    """A class of three rows, and three features given: no regression within it leaves anything."""
    found = 0
    for seed in range(120):
        rng = np.random.default_rng(seed)
        source = Gaussian(rng.normal(size=(40, 4)), (np.arange(40) < 3) + 2 * (np.arange(40) > 20))
        found += source.chance(np.array([0, 1, 2]), 3, 0.2, rng).p_value <= 0.2
    assert within(found, 120, 0.2)


@pytest.mark.parametrize("target", [[0, 0, 1, 1, 1], [0.1, 0.3, 0.2, 0.5, 0.4]])
def test_as_many_features_as_rows_leave_nothing_to_be_told_from_chance(target: list[float]) -> None:
    X = np.random.default_rng(0).normal(size=(5, 4))
    source = Gaussian(X, target, continuous=0.1 in target)
    asked = {"must_keep": [0, 1, 2], "n_features": "auto", "method": "mim"}
    selection = natpick.select(source, **asked)
    assert selection.indices == [0, 1, 2]
    assert "5 rows are too few for a regression on 3 features" in selection.stop_reason


# Neighbours.


@pytest.mark.parametrize("kind", ["classes", "numbers"])
def test_under_pure_noise_neighbours_keep_nothing_at_about_the_promised_rate(kind: str) -> None:
    kept = sum(
        len(natpick.select(Neighbors(*numbers(seed, 40, 5, kind)), stop="significance", alpha=0.2))
        > 0
        for seed in range(80)
    )
    assert within(kept, 80, 0.2)


@pytest.mark.parametrize("kind", ["classes", "numbers"])
def test_given_noise_neighbours_find_more_at_the_promised_rate(kind: str) -> None:
    found = 0
    for seed in range(80):
        source, rng = Neighbors(*numbers(seed, 50, 4, kind)), np.random.default_rng(seed)
        found += source.chance(np.array([0, 1]), 2 + seed % 2, 0.2, rng).p_value <= 0.2
    assert within(found, 80, 0.2)


def test_what_repeats_the_selected_adds_nothing_to_neighbours() -> None:
    """X = X_s and a little noise, X_s told of: alone significant, given X_s not."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 200)
    first = rng.normal(size=200) + 2 * y
    source = Neighbors(np.column_stack([first, first + 0.5 * rng.normal(size=200)]), y)
    assert source.chance(NONE, 1, 0.05, rng).p_value < 0.001
    assert source.chance(np.array([0]), 1, 0.05, rng).p_value > 0.05


@pytest.mark.parametrize("method", ["mim", "jmi", "cmim", "mrmr"])
def test_neighbours_keep_a_ring_that_is_planted_and_nothing_else(method: str) -> None:
    rng = np.random.default_rng(1)
    angle = rng.uniform(0, 2 * np.pi, 300)
    X = rng.normal(size=(300, 5))
    X[:, 3] = np.cos(angle) + 0.1 * rng.normal(size=300)
    source = Neighbors(X, np.sin(angle))
    selection = natpick.select(source, method=method, n_features="auto")
    assert selection.indices == [3]
    assert natpick.select(source, method=method, n_features="auto") == selection


# Blocks and permutations.


def test_blocks_are_cells_where_rows_coincide_and_small_where_they_do_not() -> None:
    rng = np.random.default_rng(0)
    discrete = rng.integers(0, 3, (2, 200)).astype(np.float64)
    cells = np.unique(discrete, axis=1, return_inverse=True)[1].ravel()
    found = blocks(discrete)
    assert len({*zip(cells.tolist(), found.tolist(), strict=True)}) == len({*found.tolist()}) == 9
    sizes = np.bincount(blocks(rng.normal(size=(3, 200))))
    assert sizes.min() >= MOST_ROWS // 2
    assert sizes.max() <= MOST_ROWS
    assert blocks(np.empty((0, 50))).tolist() == [0] * 50


def test_values_stay_in_their_blocks() -> None:
    rng = np.random.default_rng(0)
    block = rng.integers(0, 4, 60)
    (columns,) = islice(permuted_within(block, 10.0 * block, rng, repeat(7)), 1)
    assert columns.shape == (7, 60)
    assert (columns == 10.0 * block).all()


def test_the_tail_beyond_all_permutations_is_none_too_short() -> None:
    rng = np.random.default_rng(0)
    drawn = rng.normal(size=1000)
    for value in (3.5, 5.0):
        assert norm.sf(value) < exponential_tail(value, drawn) < 0.02
    assert exponential_tail(8.0, drawn) < 1e-5
    test = by_permutation(8.0, iter(np.split(drawn, 10)), 0.05, exponential_tail, (200, 500))
    assert (test.p_value < 1e-4, test.permutations) == (True, 200)


# Cells of the selected.


@pytest.mark.parametrize("levels", [2, 40, 60_000])
def test_cells_are_numbered_in_the_order_of_their_codes(levels: int) -> None:
    """As the distinct rows of the selected columns are, whether or not they were sorted for it."""
    rng = np.random.default_rng(0)
    codes = rng.integers(0, levels, (200, 4)).astype(np.uint16)
    cells = Cells.of_none(200)
    for k in range(1, 5):
        cells = cells.of(tuple(range(k)), lambda j: codes[:, j])
        rows, ids = np.unique(codes[:, :k], axis=0, return_inverse=True)
        assert np.array_equal(cells.ids, ids.ravel())
        assert len(cells) == len(rows)
