"""Sparse matrices give what the same numbers give with all their zeros, and stay sparse."""

import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

import natpick
from natpick import ForwardSelector
from natpick.encode import encode, encode_sparse
from natpick.encode.cutting import cutting
from natpick.row_weights import RowWeights
from natpick.sources import Counts
from natpick.sources.coded_columns import SparseColumns
from natpick.sources.tallies import Tallies
from natpick.terms import Want

RULES = ["frequency", "width", "mdlp", {"x0": [-0.5, 0.5], "x1": [0.0]}]


def drawn(seed, rows=80, columns=7):
    """Numbers with ties, many of them zeros, some missing, and a target of three classes."""
    rng = np.random.default_rng(seed)
    X = rng.normal(scale=3, size=(rows, columns)).round(rng.integers(0, 3, columns).max())
    X[rng.random(X.shape) < rng.random(columns)] = 0
    X[:, -2] = np.trunc(X[:, -2])
    X[rng.random(X.shape) < 0.03] = np.nan
    return X, np.r_[0, 1, 2, rng.integers(0, 3, rows - 3)]


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), rule=st.sampled_from(RULES))
def test_every_method_selects_the_same_of_a_sparse_matrix(seed, rule):
    X, y = drawn(seed)
    dense = natpick.compare(X, y, cut=rule, n_features=4)
    assert natpick.compare(sp.csr_array(X), y, cut=rule, n_features=4) == dense


@pytest.mark.parametrize("estimator", ["miller-madow", "shrinkage", "chi-square"])
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_corrected_estimates_of_a_sparse_matrix_are_those_of_its_zeros_written_out(estimator, seed):
    X, y = drawn(seed)
    weights = np.random.default_rng(seed).gamma(2, size=len(y))
    for asked in ({}, {"sample_weight": weights}):
        dense = natpick.compare(X, y, n_features=4, estimator=estimator, **asked)
        sparse = natpick.compare(sp.csr_array(X), y, n_features=4, estimator=estimator, **asked)
        assert sparse == dense


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("seed", range(3))
def test_codes_are_those_of_the_matrix_with_its_zeros(seed, rule):
    X, y = drawn(seed)
    asked = cutting(rule, None)
    target = y.astype(np.uint32)
    dense = encode(X, target=target, cutting=asked)
    sparse = encode_sparse(sp.csc_array(X), target=target, cutting=asked)
    columns = [sparse.codes.column(j) for j in range(X.shape[1])]
    assert_array_equal(np.transpose(columns), dense.codes)
    assert list(sparse.encodings) == list(dense.encodings)
    assert (sparse.rule, sparse.notes) == (dense.rule, dense.notes)


@pytest.mark.parametrize("n_jobs", [1, 2, 8])
def test_terms_are_those_of_counts_to_the_last_bit(n_jobs):
    X, y = drawn(11, rows=300, columns=100)
    sparse, dense = encode_sparse(sp.csr_array(X)), encode(X)
    columns, target = SparseColumns(sparse.codes), y.astype(np.uint32)
    listed = Tallies(columns, target, sparse.names, RowWeights.once(300), n_jobs=n_jobs)
    counts = Counts.from_codes(dense.codes, y)
    everything, s = np.arange(100), np.array([3, 50, 7])
    assert listed.univariate().target_entropy == counts.univariate().target_entropy
    assert_array_equal(listed.univariate().entropy, counts.univariate().entropy)
    assert_array_equal(listed.univariate().relevance, counts.univariate().relevance)
    for want in (Want.REDUNDANCY, Want.ALL):
        mine, theirs = (source.pair_terms(3, everything, want) for source in (listed, counts))
        assert_array_equal(mine.redundancy, theirs.redundancy)
        assert_array_equal(mine.class_redundancy, theirs.class_redundancy)
        assert_array_equal(mine.joint_entropy, theirs.joint_entropy)
    for selected in (s[:0], s[:1], s):
        given_s, theirs = (source.set_terms(selected, everything) for source in (listed, counts))
        assert given_s.target_entropy == theirs.target_entropy
        assert_array_equal(given_s.entropy, theirs.entropy)
        assert_array_equal(given_s.relevance, theirs.relevance)
        assert_array_equal(given_s.determined, theirs.determined)
    assert_array_equal(listed.strata(s, 9).n_sxc, counts.strata(s, 9).n_sxc)
    assert listed.strata(s, 9).saturated == counts.strata(s, 9).saturated
    assert listed.minimum_bayes_risk(["x3", "x7"]) == counts.minimum_bayes_risk(["x3", "x7"])


def test_tables_of_more_cells_than_fit_are_counted_all_the_same():
    rng = np.random.default_rng(0)
    X = rng.integers(0, 256, (3000, 6)) * (rng.random((3000, 6)) < 0.7)
    y = rng.integers(0, 40, 3000)
    for estimator in ("plug-in", "shrinkage"):
        asked = {"bins": 255, "n_features": 3, "method": "cmi", "estimator": estimator}
        assert natpick.select(sp.csr_array(X), y, **asked) == natpick.select(X, y, **asked)


def test_heavy_ties_at_zero_leave_quantiles_of_all_values():
    rng = np.random.default_rng(5)
    x = np.where(rng.random(1000) < 0.55, 0.0, rng.normal(size=1000))
    encoded = encode_sparse(sp.csc_array(x[:, np.newaxis]), cutting=cutting("frequency", 8))
    shares = np.arange(1, 8) / 8
    expected = np.unique(np.quantile(x, shares, method="inverted_cdf"))
    assert encoded.encodings[0].cut_points == tuple(expected)
    assert 0.0 in encoded.encodings[0].cut_points


@pytest.mark.parametrize("kind", ["csr", "csc", "coo", "lil", "dok", "dia", "bsr"])
@pytest.mark.parametrize("dtype", [np.bool_, np.int8, np.uint16, np.int64, np.float32, np.float64])
def test_any_format_and_type_of_number_is_taken(kind, dtype):
    rng = np.random.default_rng(2)
    X = rng.integers(0, 40, (60, 4)).astype(dtype) * (rng.random((60, 4)) < 0.4)
    y = rng.integers(0, 2, 60)
    expected = natpick.select(X, y)
    for matrix in (getattr(sp, f"{kind}_array")(X), getattr(sp, f"{kind}_matrix")(X)):
        assert natpick.select(matrix, y) == expected


def test_zeros_stored_and_places_stored_twice_are_what_they_mean():
    rows, columns = [0, 0, 1, 2, 3, 3], [0, 0, 1, 0, 1, 1]
    X = sp.coo_array(([1, 2, 0, 5, 4, -4], (rows, columns)), shape=(4, 2)).tocsr()
    X = sp.csr_array((np.r_[X.data, 0], np.r_[X.indices, 1], np.r_[0, 1, 2, 3, len(X.data) + 1]))
    stored = X.data.copy()
    encoded = encode_sparse(X)
    assert [e.levels for e in encoded.encodings] == [("0", "3", "5"), ("0",)]
    assert_array_equal(encoded.codes.column(0), [1, 0, 2, 0])
    assert_array_equal(X.data, stored)  # the caller's matrix stays as it was


def test_whole_numbers_that_no_double_holds_stay_apart():
    X = np.array([[2**60, 1], [2**60 + 1, 0], [0, 1], [2**60, 2]])
    encoded = encode_sparse(sp.csr_array(X))
    assert encoded.encodings[0].levels == ("0", str(2**60), str(2**60 + 1))
    assert_array_equal(encoded.codes.column(0), encode(X).codes[:, 0])


def test_columns_of_nothing_but_missing_values_or_without_a_zero_are_coded_as_ever():
    X = np.array([[np.nan, 1.5, 2, 0], [np.nan, 2.5, np.nan, 0], [np.nan, 1.5, 2, 0]])
    sparse, dense = encode_sparse(sp.csr_array(X)), encode(X)
    assert list(sparse.encodings) == list(dense.encodings)
    assert_array_equal([sparse.codes.column(j) for j in range(4)], dense.codes.T)


@pytest.mark.parametrize("estimator", ["plug-in", "chi-square"])
def test_memory_is_proportional_to_what_is_stored(estimator):
    rng = np.random.default_rng(0)
    n, p, stored = 5_000, 20_000, 100_000  # 100 MB of codes with the zeros, one byte each
    where = (rng.integers(0, n, stored), rng.integers(0, p, stored))
    X = sp.csr_array((rng.integers(1, 100, stored), where), shape=(n, p))
    y = rng.integers(0, 2, n)
    tracemalloc.start()
    natpick.select(X, y, n_features=3, estimator=estimator)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 250 * (stored + n + p)


def test_the_estimator_takes_text_as_it_is_counted_and_keeps_it_sparse():
    texts = ["good film", "bad film", "good good plot", "bad bad cast", "a good cast", "a bad plot"]
    y = [1, 0, 1, 0, 1, 0]
    X = CountVectorizer().fit_transform(texts)
    selector = ForwardSelector("cmim", n_features=2).fit(X, y)
    out = selector.transform(X)
    assert sp.issparse(out)
    assert_array_equal(out.toarray(), X.toarray()[:, selector.support_])
    dense = ForwardSelector("cmim", n_features=2).fit(X.toarray(), y)
    assert selector.selection_ == dense.selection_
    model = make_pipeline(CountVectorizer(), ForwardSelector(n_features=4), MultinomialNB())
    assert_array_equal(model.fit(texts, y).predict(texts), y)


def test_significance_stops_at_the_same_feature():
    rng = np.random.default_rng(1)
    X = (rng.random((400, 30)) < 0.1).astype(float)
    y = X[:, 3].astype(int) | (rng.random(400) < 0.1)
    asked = {"n_features": "auto", "random_state": 3}
    assert natpick.select(sp.csr_array(X), y, **asked) == natpick.select(X, y, **asked)


@pytest.mark.parametrize(
    ("X", "asked", "message"),
    [
        (sp.csr_array([[0, np.inf], [1, 0]]), {}, "infinity: column 'x1', row 0"),
        (sp.csr_array([[0, 1j], [1, 0]]), {}, "Complex data not supported"),
        (sp.coo_array(np.eye(2)[0]), {}, r"sparse array of shape \(2,\); give rows and columns"),
        (sp.csr_array((2, 0)), {}, r"0 feature\(s\) \(shape=\(2, 0\)\)"),
        (sp.csr_array(np.eye(2)), {"estimator": "gaussian"}, r"pass X.toarray\(\)"),
        (sp.csr_array(np.eye(3)), {}, "y has 2 values but X has 3 rows"),
        (sp.csr_array(np.zeros((2, 3))), {}, "All 3 columns of X are constant"),
    ],
)
def test_what_cannot_be_taken_is_refused_with_the_way_out(X, asked, message):
    with pytest.raises((TypeError, ValueError), match=message):
        natpick.select(X, [0, 1], **asked)
