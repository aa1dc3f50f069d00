"""Neighbors: by the definitions, as scikit-learn has it, and near closed forms."""

import math
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.special import digamma
from sklearn.feature_selection import mutual_info_classif, mutual_info_regression

import natpick
from natpick import CRITERIA, forward
from natpick.information import entropy
from natpick.sources import Gaussian, HalfPlane, Neighbors
from natpick.terms import Want
from strategies import SEEDS

Table = tuple[NDArray[Any], NDArray[Any]]
PAIRWISE = [name for name, row in CRITERIA.items() if row.fold is not None]


def table(seed: int, n: int = 200, *, continuous: bool = False) -> Table:
    """Return four columns that tell of the target and of each other, all values different."""
    rng = np.random.default_rng(seed)
    target = rng.normal(size=n) if continuous else rng.integers(0, 3, n)
    X = rng.normal(size=(n, 4)) + target[:, None] * rng.normal(size=4)
    X[:, 3] += X[:, 0] ** 2
    return X, target


def far(v: NDArray[Any]) -> NDArray[Any]:
    """Return the distances of all rows from each other, on one axis."""
    return np.abs(v[:, None] - v)


def counted(radius: NDArray[Any], *axes: NDArray[Any]) -> NDArray[Any]:
    """Return of each row how many are in its ball: open, or of radius 0 the centre."""
    distance = np.maximum.reduce(axes)
    inside = (distance < radius[:, None]) | (distance == 0)
    return np.array(inside.sum(axis=1))


def radii(k: int, *axes: NDArray[Any]) -> NDArray[Any]:
    """Return the distance of each row from its k-th neighbour."""
    return np.array(np.sort(np.maximum.reduce(axes), axis=1)[:, k])


def kraskov(x: NDArray[Any], y: NDArray[Any], k: int) -> float:
    """Return psi(n) + mean(psi(k~) - psi(n_x) - psi(n_y))."""
    k = min(k, len(x) - 1)
    if k == 0:
        return 0.0
    x, y = far(x), far(y)
    r = radii(k, x, y)
    terms = digamma(counted(r, x, y)) - digamma(counted(r, x)) - digamma(counted(r, y))
    return float(digamma(len(r)) + terms.mean())


def ross(x: NDArray[Any], c: NDArray[Any], k: int) -> float:
    """Return psi(n) + mean(psi(k~) - psi(n_c) - psi(n_x)), classes of one row left out."""
    sizes = np.bincount(c)
    kept = sizes[c] > 1
    x, c, terms = x[kept], c[kept], []
    for label in np.unique(c):
        mine = c == label
        within = far(x[mine])
        r = radii(min(k, mine.sum() - 1), within)
        near = np.abs(x[mine][:, None] - x)
        all_near = ((near < r[:, None]) | (near == 0)).sum(axis=1)
        terms.append(digamma(counted(r, within)) - digamma(mine.sum()) - digamma(all_near))
    return float(digamma(len(x)) + np.concatenate(terms).mean()) if terms else 0.0


def frenzel(x: NDArray[Any], y: NDArray[Any], z: NDArray[Any], k: int) -> float:
    """Return mean(psi(k~) + psi(n_z) - psi(n_xz) - psi(n_yz))."""
    x, y, z = far(x), far(y), far(z)
    r = radii(k, x, y, z)
    both = digamma(counted(r, x, y, z)) + digamma(counted(r, z))
    return float((both - digamma(counted(r, x, z)) - digamma(counted(r, y, z))).mean())


def scaled(v: NDArray[Any]) -> NDArray[Any]:
    spread = np.sort(v).std()
    return v / spread if spread > 0 else v


def check_every_term(X: NDArray[Any], y: NDArray[Any], k: int, *, continuous: bool) -> None:
    source = Neighbors(X, y, n_neighbors=k, continuous=continuous)
    alone, columns, t = source.univariate(), [scaled(x.astype(float)) for x in X.T], y
    h = [entropy(np.unique(x, return_counts=True)[1]) for x in X.T]
    h_c = entropy(np.unique(y, return_counts=True)[1])
    assert close(alone.entropy, h)
    assert close(alone.target_entropy, h_c)
    t = scaled(y.astype(float))
    for i, x in enumerate(columns):
        told = kraskov(x, t, k) if continuous else ross(x, y, k)
        assert close(alone.relevance[i], min(max(0, told), h[i], h_c))
    given = np.array(h) - alone.relevance
    for s, selected in enumerate(columns):
        terms = source.pair_terms(s, np.arange(len(columns)), Want.ALL)
        for i, x in enumerate(columns):
            shared = max(0, kraskov(x, selected, k))
            assert close(terms.redundancy[i], min(shared, h[i], h[s]))
            if continuous:
                within = frenzel(x, selected, t, k)
            else:
                parts = [(y == c).mean() * kraskov(x[y == c], selected[y == c], k) for c in set(y)]
                within = sum(parts)
            assert close(terms.class_redundancy[i], min(max(0, within), given[i], given[s]))
            joint = h_c + given[i] + given[s] - terms.class_redundancy[i]
            assert close(terms.joint_entropy[i], joint)


def close(found: Any, expected: Any) -> bool:
    return np.allclose(found, expected, rtol=0, atol=1e-10)


@pytest.mark.parametrize("continuous", [False, True])
@pytest.mark.parametrize("k", [1, 3, 10])
def test_every_term_is_that_of_the_definition(k: int, continuous: bool) -> None:
    check_every_term(*table(1, continuous=continuous), k, continuous=continuous)


@pytest.mark.parametrize("k", [1, 3, 40])
def test_terms_are_those_of_the_definition_whether_rows_lie_close_or_far_apart(k: int) -> None:
    """Of 700 rows some lie millions apart, many are equal, and some are 0 or -0."""
    rng = np.random.default_rng(1)
    wild = rng.normal(size=700) * 10 ** rng.uniform(-3, 6, 700)
    tied = np.round(rng.normal(size=700))
    zeros = np.where(rng.random(700) < 0.5, -0.0, 0.0)
    mixed = np.where(rng.random(700) < 0.5, zeros, rng.normal(size=700))
    y = np.repeat([0, 1, 2, 3], [1, 9, 290, 400])
    check_every_term(np.column_stack([wild, tied, mixed]), rng.permutation(y), k, continuous=False)


@st.composite
def tables(draw: st.DrawFn, rows: int = 40) -> Table:
    """Draw few rows of numbers with copies, constants, steps, lone classes and many ties."""
    rng = np.random.default_rng(draw(SEEDS))
    n = draw(st.integers(5, rows))
    X = rng.normal(size=(n, 6))
    X[:, 1] = X[:, 0]
    X[:, 2] = 4
    X[:, 3] = np.round(X[:, 3])
    X[:, 4] = X[:, 4] > 0
    X[:, 5] = np.where(X[:, 5] > 0, X[:, 5], 0)
    y = rng.integers(0, 3, n)
    y[:2] = 0, 1
    return X[:, rng.permutation(6)], y


@given(table=tables(), continuous=st.booleans(), k=st.integers(1, 4))
def test_every_term_is_that_of_the_definition_whatever_is_tied(
    table: Table, continuous: bool, k: int
) -> None:
    check_every_term(*table, k, continuous=continuous)


def test_terms_of_many_rows_with_ties_are_those_of_the_definition() -> None:
    """1,000 rows are many strips of the plane, and a column of two values is in all of them."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=1_000)
    X = np.column_stack([x, x > 0, np.round(3 * x), rng.integers(0, 3, 1_000)])
    check_every_term(X, (x + rng.normal(size=1_000) > 0).astype(int), 3, continuous=False)


@pytest.mark.parametrize("k", [1, 3, 7])
def test_terms_without_ties_are_those_of_scikit_learn(k: int) -> None:
    """It adds noise of 1e-10 where this does not; the neighbours are the same."""
    X, y = table(2)
    told = mutual_info_classif(X, y, discrete_features=False, n_neighbors=k, random_state=0)
    assert close(Neighbors(X, y, n_neighbors=k).univariate().relevance, told)
    for s in range(4):
        shared = mutual_info_regression(X, X[:, s], n_neighbors=k, random_state=0)
        others = np.delete(np.arange(4), s)
        terms = Neighbors(X, y, n_neighbors=k).pair_terms(s, others, Want.REDUNDANCY)
        assert close(terms.redundancy, shared[others])
    X, t = table(2, continuous=True)
    told = mutual_info_regression(X, t, n_neighbors=k, random_state=0)
    assert close(Neighbors(X, t, n_neighbors=k).univariate().relevance, told)


@pytest.mark.parametrize("rho", [0.0, 0.5, 0.9])
def test_normal_variables_share_what_their_correlation_says(rho: float) -> None:
    """MI = -1/2 ln(1 - rho^2); given the other of them, a third tells what is left."""
    rng = np.random.default_rng(0)
    a, b, c = rng.normal(size=(3, 5_000))
    x = rho * a + math.sqrt(1 - rho**2) * b
    source = Neighbors(np.c_[a, x], a + c)
    terms = source.pair_terms(0, np.array([1]), Want.ALL)
    assert terms.redundancy[0] == pytest.approx(-0.5 * math.log(1 - rho**2), abs=0.03)
    r_ac, r_xc = math.sqrt(0.5), rho * math.sqrt(0.5)
    partial = (rho - r_ac * r_xc) / math.sqrt((1 - r_ac**2) * (1 - r_xc**2))
    truth = -0.5 * math.log(1 - partial**2)
    assert terms.class_redundancy[0] == pytest.approx(truth, abs=0.1)


@pytest.mark.parametrize(("k", "k_prime"), [(1.0, 1.0), (0.5, 2.0)])
def test_the_half_plane_is_approached_where_the_gaussian_is_not(k: float, k_prime: float) -> None:
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 8_000))
    X, target = np.c_[x, x - k_prime * y], (x + k * y >= 0).astype(int)
    exact = HalfPlane(k, k_prime)
    truth = exact.pair_terms(0, np.array([1]), Want.ALL)
    found = Neighbors(X, target).pair_terms(0, np.array([1]), Want.ALL)
    assert found.redundancy == pytest.approx(truth.redundancy, abs=0.03)
    assert found.class_redundancy == pytest.approx(truth.class_redundancy, abs=0.05)
    relevance = Neighbors(X, target).univariate().relevance
    assert relevance == pytest.approx(exact.univariate().relevance[:2], abs=0.03)
    normal = Gaussian(X, target).pair_terms(0, np.array([1]), Want.ALL)
    off = abs(normal.class_redundancy - truth.class_redundancy)
    assert off > 2 * abs(found.class_redundancy - truth.class_redundancy)


def test_a_ring_is_seen() -> None:
    """Both coordinates of a ring are uncorrelated, yet one leaves two places to the other."""
    angle = np.random.default_rng(0).uniform(0, 2 * math.pi, 1_000)
    X, y = np.c_[np.cos(angle), np.sin(angle)], np.arange(1_000) % 2
    others = np.array([1])
    assert Neighbors(X, y).pair_terms(0, others, Want.ALL).redundancy[0] > 1
    assert Gaussian(X, y).pair_terms(0, others, Want.ALL).redundancy[0] < 0.01


@given(table=tables(), continuous=st.booleans())
def test_no_term_is_negative_nor_more_than_an_entropy_it_is_between(
    table: Table, continuous: bool
) -> None:
    source, everything = Neighbors(*table, continuous=continuous), np.arange(6)
    alone = source.univariate()
    assert (alone.relevance >= 0).all()
    assert (alone.relevance <= np.minimum(alone.entropy, alone.target_entropy)).all()
    for s in range(6):
        terms = source.pair_terms(s, everything, Want.ALL)
        assert (terms.redundancy >= 0).all()
        assert (terms.redundancy <= np.minimum(alone.entropy, alone.entropy[s])).all()
        assert (terms.class_redundancy >= 0).all()
        assert (terms.joint_entropy >= alone.target_entropy - 1e-12).all()


def test_constants_tell_nothing_exactly_and_come_last() -> None:
    X, y = table(3)
    X[:, 0] = 7
    for target in (y, X[:, 1] + y):
        source = Neighbors(X, target)
        terms = source.pair_terms(0, np.arange(4), Want.ALL)
        assert source.univariate().relevance[0] == source.univariate().entropy[0] == 0
        assert terms.redundancy.tolist() == terms.class_redundancy.tolist() == [0] * 4
        assert [step.index for step in forward(source, "jmi")][-1] == 0


@settings(max_examples=5)
@given(table=tables(), continuous=st.booleans())
@pytest.mark.parametrize("row", PAIRWISE)
def test_every_method_is_lazily_what_it_is_eagerly(
    row: str, table: Table, continuous: bool
) -> None:
    source = Neighbors(*table, continuous=continuous)
    lazily = list(forward(source, row))
    assert lazily == list(forward(source, row, lazy=False))
    assert np.isfinite([step.score for step in lazily]).all()


@pytest.mark.parametrize("continuous", [False, True])
def test_threads_and_the_order_of_rows_and_columns_change_no_bit(continuous: bool) -> None:
    X, y = table(4, continuous=continuous)
    rng = np.random.default_rng(0)
    rows, columns = rng.permutation(len(X)), rng.permutation(4)
    plain = Neighbors(X, y)
    expected = [plain.pair_terms(s, np.arange(4), Want.ALL) for s in range(4)]
    for threads in (1, 2, 8):
        other = Neighbors(X[rows][:, columns], y[rows], n_jobs=threads)
        assert np.array_equal(other.univariate().relevance, plain.univariate().relevance[columns])
        for terms in ("redundancy", "class_redundancy", "joint_entropy"):
            square = np.array([getattr(row, terms) for row in expected])
            assert np.array_equal(square, square.T)
            for s in range(4):
                found = getattr(other.pair_terms(s, np.arange(4), Want.ALL), terms)
                assert np.array_equal(found, square[columns[s]][columns])


def test_terms_that_were_not_wanted_are_not_a_number() -> None:
    source, i = Neighbors(*table(0)), np.array([1, 2])
    only = source.pair_terms(0, i, Want.REDUNDANCY)
    assert np.isnan([only.class_redundancy, only.joint_entropy]).all()
    assert np.isnan(source.pair_terms(0, i, Want.CLASS_REDUNDANCY).redundancy).all()


def test_a_table_is_selected_from_with_as_many_neighbours_as_asked_for() -> None:
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.uniform(-1, 1, (500, 3)), columns=["noise", "even", "odd"])
    y = X["even"] ** 2 + 0.2 * X["odd"]
    found = natpick.select(X, y, estimator="neighbors", n_features=2)
    assert found.names == ["even", "odd"]
    assert "n_neighbors=3, for a continuous target" in found.rule
    wider = natpick.select(X, y, estimator="neighbors", n_neighbors=9, n_features=2)
    expected = Neighbors(X, y, n_neighbors=9).univariate().relevance
    assert np.array_equal(wider.relevance, expected)
    selector = natpick.ForwardSelector(n_features=2, estimator="neighbors", n_neighbors=9)
    assert selector.fit(X, y).selection_ == wider


@pytest.mark.parametrize("k", [0, 4, 2.5, True])
def test_a_number_of_neighbours_there_cannot_be_is_refused(k: Any) -> None:
    with pytest.raises(ValueError, match="n_neighbors=.* of 4 rows, each has from 1 to 3"):
        Neighbors([[1], [2], [3], [4]], [0, 1, 0, 1], n_neighbors=k)


@pytest.mark.parametrize("estimator", ["plug-in", "shrinkage", "gaussian"])
def test_neighbours_are_for_one_estimator_only(estimator: str) -> None:
    with pytest.raises(TypeError, match="n_neighbors=5"):
        natpick.select(*table(0), estimator=estimator, n_neighbors=5)


def test_what_neighbours_cannot_do_is_refused() -> None:
    X, y = table(0)
    with pytest.raises(TypeError, match="bins=4 has no meaning with estimator='neighbors'"):
        natpick.select(X, y, estimator="neighbors", bins=4)
    with pytest.raises(TypeError, match="cmi conditions on all .* which Neighbors cannot"):
        natpick.select(X, y, estimator="neighbors", method="cmi")
    with pytest.raises(ValueError, match="'b' has a missing value in row 1; this estimator needs"):
        natpick.select(pd.DataFrame({"b": [1, None, 2]}), [0, 1, 0], estimator="neighbors")
