"""Gaussian: the information of normal scores, against determinants and against closed forms."""

import math
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.special import ndtri
from scipy.stats import rankdata

import natpick
from natpick import CRITERIA, forward
from natpick.sources import Gaussian, HalfPlane
from natpick.terms import Want
from strategies import SEEDS

Table = tuple[NDArray[Any], NDArray[Any]]


def table(seed: int, n: int = 300, *, continuous: bool = False) -> Table:
    """Return five columns that tell of the target and of each other."""
    rng = np.random.default_rng(seed)
    target = rng.normal(size=n) if continuous else rng.integers(0, 3, n)
    X = rng.normal(size=(n, 5)) * (1 + np.arange(5)) + target[:, None] * rng.normal(size=5)
    X[:, 3] += X[:, 0]
    X[:, 4] = np.where(target > 0, 1, -1) * X[:, 1] + rng.normal(size=n)
    return X, target


def scores(X: NDArray[Any]) -> NDArray[Any]:
    """Return the normal quantiles of rank / (n + 1), in units of their spread without ties."""
    n = len(X)
    all_ranks = ndtri(np.arange(1, n + 1) / (n + 1))
    return ndtri(rankdata(X, axis=0) / (n + 1)) / np.sqrt((all_ranks**2).mean())


def half_log_det(Z: NDArray[Any]) -> float:
    """Return 1/2 ln |Sigma| of columns, 0 of none."""
    if Z.shape[1] == 0:
        return 0.0
    return 0.5 * float(np.linalg.slogdet(np.cov(Z.T, bias=True).reshape(Z.shape[1], -1))[1])


def told(Z: NDArray[Any], target: NDArray[Any], columns: list[int], *, continuous: bool) -> float:
    """Return MI(C, X_columns): h(X) - h(X | C), with normal entropies."""
    A = Z[:, columns]
    if continuous:
        t = scores(target[:, None])
        return half_log_det(A) + half_log_det(t) - half_log_det(np.hstack([A, t]))
    shares = [(target == c).mean() * half_log_det(A[target == c]) for c in np.unique(target)]
    return half_log_det(A) - sum(shares)


@pytest.mark.parametrize("continuous", [False, True])
def test_every_term_is_that_of_the_determinants(continuous: bool) -> None:
    X, target = table(1, continuous=continuous)
    source, Z, everything = Gaussian(X, target), scores(X), np.arange(5)
    mi = {
        (i, s): half_log_det(Z[:, [i]]) + half_log_det(Z[:, [s]]) - half_log_det(Z[:, [i, s]])
        for i in range(5)
        for s in range(5)
        if i != s
    }

    def of(*columns: int) -> float:
        return told(Z, target, list(columns), continuous=continuous)

    assert close(source.univariate().relevance, [of(i) for i in range(5)])
    for s in range(5):
        others = np.delete(everything, s)
        terms = source.pair_terms(s, others, Want.ALL)
        assert close(terms.redundancy, [mi[i, s] for i in others.tolist()])
        chain = [of(i, s) - of(i) - of(s) + mi[i, s] for i in others.tolist()]
        assert close(terms.class_redundancy, chain)
    for selected in ([], [2], [2, 0], [2, 0, 4], [1, 3]):
        terms = source.set_terms(np.array(selected, dtype=np.int64), everything)
        gain = [0.0 if i in selected else of(*selected, i) - of(*selected) for i in range(5)]
        assert close(terms.relevance, gain)
        assert terms.determined.tolist() == [i in selected for i in range(5)]


def close(found: Any, expected: Any) -> bool:
    return np.allclose(found, expected, rtol=0, atol=1e-4)


def half_plane(k: float, k_prime: float, n: int = 100_000) -> Table:
    rng = np.random.default_rng(0)
    x, y, z = rng.normal(size=n), rng.normal(size=n), rng.integers(0, 2, n)
    return np.column_stack([x, x - k_prime * y, z, x >= 0]), (x + k * y >= 0).astype(int)


@pytest.mark.parametrize(("k", "k_prime"), [(1.0, 1.0), (0.5, 2.0), (3.0, 0.5)])
def test_the_half_plane_is_approached_where_the_model_is_right(k: float, k_prime: float) -> None:
    """MI(X, X - k'Y) = 1/2 ln(1 + 1 / k'^2); nothing is told by Z; the rest is bounded."""
    source, exact = Gaussian(*half_plane(k, k_prime)), HalfPlane(k, k_prime)
    pairs = source.pair_terms(0, np.arange(4), Want.ALL)
    assert pairs.redundancy[1] == pytest.approx(0.5 * math.log(1 + k_prime**-2), abs=0.01)
    assert pairs.redundancy[1] == pytest.approx(exact.mutual_information("X", "X-k'Y"), abs=0.01)
    assert pairs.redundancy[2] == pytest.approx(0, abs=1e-3)
    assert pairs.class_redundancy[2] == pytest.approx(0, abs=1e-3)
    found, truth = source.univariate().relevance, exact.univariate().relevance
    assert found[2] == pytest.approx(0, abs=1e-3)
    assert (found[:2] <= truth[:2] + 0.005).all()  # normal scores: a lower bound
    assert (found[:2] >= 0.7 * truth[:2]).all()


@pytest.mark.parametrize("rho", [0.0, 0.3, 0.8, -0.95])
def test_a_normal_target_is_told_of_as_the_correlation_says(rho: float) -> None:
    """MI = -1/2 ln(1 - rho^2), whatever increasing functions are applied."""
    rng = np.random.default_rng(0)
    t, noise = rng.normal(size=(2, 50_000))
    x = rho * t + math.sqrt(1 - rho**2) * noise
    relevance = Gaussian(np.exp(x)[:, None], t**3).univariate().relevance
    assert relevance[0] == pytest.approx(-0.5 * math.log(1 - rho**2), abs=0.015)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Draw few rows of numbers with copies, reversals, constants, steps and ties."""
    rng = np.random.default_rng(draw(SEEDS))
    n = draw(st.integers(2, 30))
    X = rng.normal(size=(n, 6))
    X[:, 1] = X[:, 0] ** 3
    X[:, 2] = -X[:, 0]
    X[:, 3] = 4
    X[:, 4] = np.round(X[:, 4])
    y = rng.normal(size=n) if draw(st.booleans()) else rng.integers(0, 3, n)
    y[:2] = 0, 1
    return X[:, rng.permutation(6)], y


@given(table=tables(), continuous=st.booleans())
def test_no_term_is_negative_nor_more_than_an_entropy_it_is_between(
    table: Table, continuous: bool
) -> None:
    source, everything = Gaussian(*table, continuous=continuous), np.arange(6)
    alone = source.univariate()
    assert (alone.relevance >= 0).all()
    assert (alone.relevance <= np.minimum(alone.entropy, alone.target_entropy)).all()
    for s in range(6):
        terms = source.pair_terms(s, everything, Want.ALL)
        assert (terms.redundancy >= 0).all()
        assert (terms.redundancy <= np.minimum(alone.entropy, alone.entropy[s])).all()
        assert (terms.class_redundancy >= 0).all()
        assert (terms.joint_entropy >= alone.target_entropy - 1e-12).all()
        given = source.set_terms(everything[: s + 1], everything)
        assert given.target_entropy > 0
        assert (given.relevance >= 0).all()
        assert (given.relevance <= given.entropy).all()


@settings(max_examples=10)
@given(table=tables(), continuous=st.booleans())
@pytest.mark.parametrize("row", CRITERIA)
def test_every_method_is_lazily_what_it_is_eagerly(
    row: str, table: Table, continuous: bool
) -> None:
    lazily = list(forward(Gaussian(*table, continuous=continuous), row))
    assert lazily == list(forward(Gaussian(*table, continuous=continuous), row, lazy=False))
    assert np.isfinite([step.score for step in lazily]).all()


@pytest.mark.parametrize("continuous", [False, True])
def test_only_the_order_of_values_counts_and_none_of_rows_and_columns(continuous: bool) -> None:
    """The same bits: sums of products of scores are exact."""
    X, target = table(2, continuous=continuous)
    rng = np.random.default_rng(0)
    rows, columns = rng.permutation(len(X)), rng.permutation(5)
    plain = Gaussian(X, target)
    other = Gaussian(np.exp(X / 9)[rows][:, columns], target[rows])
    assert np.array_equal(other.univariate().relevance, plain.univariate().relevance[columns])
    square = [plain.pair_terms(s, np.arange(5), Want.ALL) for s in range(5)]
    for terms in ("redundancy", "class_redundancy", "joint_entropy"):
        values = np.array([getattr(row, terms) for row in square])
        assert np.array_equal(values, values.T)
        for s in range(5):
            found = other.pair_terms(s, np.arange(5), Want.ALL)
            assert np.array_equal(getattr(found, terms), values[columns[s]][columns])


def test_a_copy_shares_all_that_rows_can_tell_and_is_a_function() -> None:
    """ln n nats of 300 different values, ln n - H(C) within the classes."""
    X, target = table(3)
    X[:, 1] = np.exp(X[:, 0])
    X[:, 2] = -X[:, 0]
    source = Gaussian(X, target)
    terms = source.pair_terms(0, np.array([1, 2]), Want.ALL)
    assert terms.redundancy.tolist() == pytest.approx([math.log(300)] * 2)
    within = math.log(300) - source.univariate().target_entropy
    assert terms.class_redundancy.tolist() == pytest.approx([within] * 2)
    chosen = natpick.select(source, must_keep=[0], n_features=3, discard_redundant=True)
    assert chosen.steps[0].discarded == (1, 2)


def test_constants_tell_nothing_and_come_last() -> None:
    X, target = table(4)
    X[:, 0] = 7
    source = Gaussian(X, target)
    assert source.univariate().entropy[0] == source.univariate().relevance[0] == 0
    assert [step.index for step in forward(source, "jmi")][-1] == 0


def test_few_rows_of_a_class_feign_no_more_than_they_can_tell() -> None:
    """A class of one row has no variance: it tells nothing, and not everything."""
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1, 2], [1, 100, 100])
    relevance = Gaussian(rng.normal(size=(201, 50)), y).univariate().relevance
    assert relevance.max() < 0.1


def test_features_that_act_together_are_found() -> None:
    """The class is whether X0 and X1 have the same sign: X1 says all, given X0."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(2_000, 30))
    source = Gaussian(X, X[:, 3] * X[:, 17] > 0)
    for method in ("jmi", "cmi", "dmim"):
        picked = natpick.select(source, method=method, n_features=2, must_keep=[3]).indices
        assert picked == [3, 17]


def test_numbers_with_more_than_20_values_are_a_continuous_target() -> None:
    rng = np.random.default_rng(0)
    X, counts = rng.normal(size=(200, 2)), np.arange(200) % 21
    assert Gaussian(X, counts).univariate().target_entropy == pytest.approx(3.04, abs=0.01)
    numbers, classes = Gaussian(X, counts), Gaussian(X, counts, continuous=False)
    assert numbers.univariate().relevance.max() < 0.1 < classes.univariate().relevance.max()
    assert np.array_equal(
        Gaussian(X, counts % 20).univariate().relevance,
        Gaussian(X, counts % 20, continuous=False).univariate().relevance,
    )


def test_a_table_with_a_continuous_target_is_selected_from() -> None:
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(400, 3)), columns=["noise", "strong", "weak"])
    y = X["strong"] + 0.5 * X["weak"] + rng.normal(size=400) / 3
    found = natpick.select(X, y, estimator="gaussian", n_features=2)
    assert found.names == ["strong", "weak"]
    assert "for a continuous target" in found.rule
    selector = natpick.ForwardSelector(n_features=2, estimator="gaussian").fit(X, y)
    assert selector.get_feature_names_out().tolist() == ["strong", "weak"]
    with pytest.raises(ValueError, match="y looks continuous"):
        natpick.select(X, y)


def frame(**columns: Any) -> pd.DataFrame:
    return pd.DataFrame({"a": [1.0, 2.0, 3.0, 4.0]} | columns)


@pytest.mark.parametrize(
    ("X", "y", "error", "message"),
    [
        (frame(b=[1, None, 2, 3]), [0, 1, 0, 1], ValueError, "'b' has a missing value in row 1"),
        (frame(b=[1, 2, 3, np.inf]), [0, 1, 0, 1], ValueError, "'b' has an infinity in row 3"),
        (
            frame(b=["u", "v", "u", "v"], c=[1, 2, 3, 4], d=["w"] * 4),
            [0, 1, 0, 1],
            TypeError,
            "These columns are not numbers: 'b', 'd'.",
        ),
        (frame(), [0, 1, 0], ValueError, "y has 3 values but X has 4 rows"),
        (frame(), [1, 1, 1, 1], ValueError, "y has one class only"),
    ],
)
def test_what_cannot_be_measured_is_refused_by_name(
    X: pd.DataFrame, y: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        natpick.select(X, y, estimator="gaussian")


@pytest.mark.parametrize(
    ("X", "y", "error", "message"),
    [
        ([1, 2], [0, 1], ValueError, r"shape \(2,\); give a table"),
        ([["a"], ["b"]], [0, 1], TypeError, "X has dtype <U1; give numbers"),
        ([[1], [2]], [0], ValueError, r"y has shape \(1,\) but X has 2 rows"),
        ([[1], [2]], [0.0, math.nan], ValueError, "y is nan in row 1"),
        ([[1], [2]], [3, 3], ValueError, "y has one value only"),
    ],
)
def test_rows_that_will_not_do_are_refused(
    X: Any, y: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        Gaussian(X, y)


def test_names_must_differ_and_be_as_many_as_the_columns() -> None:
    with pytest.raises(ValueError, match="2 names, 1 of them different, were given for 2 columns"):
        Gaussian([[1, 2], [2, 1]], [0, 1], names=["a", "a"])


def test_nothing_is_cut_into_bins() -> None:
    X, y = table(0)
    with pytest.raises(TypeError, match="bins=3 and n_neighbors=None have no meaning"):
        natpick.select(X, y, estimator="gaussian", bins=3)
