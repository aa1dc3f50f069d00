"""A row of weight w is w rows, whoever counts it; a row of weight 0 is none."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
import sklearn
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline

import natpick
from commands import run, write
from natpick import ForwardSelector
from natpick.encode import weights_of
from natpick.information import entropy, mutual_information
from natpick.row_weights import RowWeights
from natpick.sources.coded_columns import DenseColumns
from natpick.sources.tallies import Tallies
from natpick.terms import Want

SEEDS = st.integers(0, 2**32 - 1)
EVERY_CORRECTED = pytest.mark.parametrize("estimator", ["miller-madow", "shrinkage", "chi-square"])


def drawn(seed, rows=70, columns=6):
    """Numbers with ties and gaps, a target of three classes, and how often each row counts."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rows, columns)).round(1)
    X[:, :2] = np.trunc(X[:, :2] * 2)
    X[rng.random(X.shape) < 0.05] = np.nan
    y = np.r_[0, 1, 2, rng.integers(0, 3, rows - 3)]
    times = np.r_[1, 2, 1, rng.integers(0, 4, rows - 3)]
    return X, y, times


def told(comparison):
    """What a comparison says but for the words of its rule."""
    return {
        name: (one.steps, one.encodings, one.notes, one.target_entropy, one.relevance)
        for name, one in comparison.selections.items()
    }


@settings(max_examples=20, deadline=None)
@given(seed=SEEDS, cut=st.sampled_from(["frequency", "width", "mdlp", {"x3": [0.0]}]))
def test_every_method_takes_a_row_of_weight_w_for_w_rows_to_the_last_bit(seed, cut):
    X, y, times = drawn(seed)
    repeated = natpick.compare(X.repeat(times, axis=0), y.repeat(times), n_features=4, cut=cut)
    weighted = natpick.compare(X, y, sample_weight=times, n_features=4, cut=cut)
    assert told(weighted) == told(repeated)
    sparse = natpick.compare(sp.csr_array(X), y, sample_weight=times, n_features=4, cut=cut)
    assert sparse == weighted


@pytest.mark.parametrize("bins", ["auto", 4])
@pytest.mark.parametrize("seed", range(4))
def test_a_target_of_numbers_is_cut_by_weight(seed, bins):
    X, _, times = drawn(seed, rows=200)
    y = np.random.default_rng(seed).normal(size=200).round(1)
    asked = {"n_features": 3, "target_bins": bins}
    repeated = natpick.select(X.repeat(times, axis=0), y.repeat(times), **asked)
    weighted = natpick.select(X, y, sample_weight=times, **asked)
    assert (weighted.steps, weighted.encodings) == (repeated.steps, repeated.encodings)
    assert weighted.rule.startswith(repeated.rule)
    assert "the target 'y' was cut into" in weighted.rule


def test_whole_numbers_are_classes_where_copies_make_them_so():
    """22 different numbers in 22 rows look continuous; in 110 rows, five for each, they do not."""
    X, y = np.arange(22)[:, np.newaxis] % 3, np.arange(22)
    with pytest.raises(ValueError, match="y looks continuous"):
        natpick.select(X, y)
    weighted = natpick.select(X, y, sample_weight=np.full(22, 5))
    assert weighted.target_entropy == natpick.select(X.repeat(5, 0), y.repeat(5)).target_entropy


@EVERY_CORRECTED
@settings(max_examples=5, deadline=None)
@given(seed=SEEDS)
def test_corrected_estimates_take_a_row_of_weight_w_for_w_rows_to_the_last_bit(estimator, seed):
    X, y, times = drawn(seed)
    asked = {"n_features": 4, "estimator": estimator}
    repeated = natpick.compare(X.repeat(times, axis=0), y.repeat(times), **asked)
    weighted = natpick.compare(X, y, sample_weight=times, **asked)
    assert told(weighted) == told(repeated)
    assert natpick.compare(sp.csr_array(X), y, sample_weight=times, **asked) == weighted


def test_notes_of_many_levels_count_rows_as_they_weigh():
    rng = np.random.default_rng(0)
    table = pd.DataFrame({"town": rng.integers(0, 40, 150).astype(str), "x": rng.normal(size=150)})
    y, times = rng.integers(0, 2, 150), 1 + (rng.random(150) < 0.1)
    again = np.arange(150).repeat(times)
    weighted = natpick.select(table, y, sample_weight=times)
    assert weighted.notes == natpick.select(table.iloc[again], y[again]).notes
    assert any("Of so many levels that chance alone" in note for note in weighted.notes)


@settings(max_examples=20, deadline=None)
@given(seed=SEEDS, power=st.integers(-60, 60))
def test_fractions_scaled_by_a_power_of_two_give_the_same_bits(seed, power):
    X, y, times = drawn(seed)
    weights = times / 3
    one = natpick.compare(X, y, sample_weight=weights, n_features=4)
    assert told(natpick.compare(X, y, sample_weight=weights * 2.0**power, n_features=4)) == told(
        one
    )


@pytest.mark.parametrize("share", [0.1, 1 / 3, 7.77])
def test_only_shares_matter_to_the_terms(share):
    X, y, times = drawn(5)
    whole = natpick.select(X, y, sample_weight=times, bins=3, n_features=4)
    parts = natpick.select(X, y, sample_weight=times * share, bins=3, n_features=4)
    assert parts.indices == whole.indices
    assert_allclose(parts.scores, whole.scores, rtol=0, atol=1e-12)


@settings(max_examples=30, deadline=None)
@given(seed=SEEDS)
def test_terms_are_those_of_the_tables_of_summed_weights(seed):
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 4, (40, 3)).astype(np.uint8)
    y = np.r_[0, 1, rng.integers(0, 2, 38)].astype(np.uint32)
    weights = np.r_[1, 1, rng.integers(0, 2**40, 38)].astype(np.uint64)
    source = Tallies(DenseColumns(codes), y, ["a", "b", "c"], RowWeights.of(weights, whole=False))
    n_xc = np.zeros((4, 2), dtype=np.int64)
    np.add.at(n_xc, (codes[:, 1], y), weights.astype(np.int64))
    assert source.univariate().relevance[1] == mutual_information(n_xc)
    assert source.univariate().target_entropy == entropy(n_xc.sum(axis=0))
    n_xx = np.zeros((4, 4), dtype=np.int64)
    np.add.at(n_xx, (codes[:, 1], codes[:, 2]), weights.astype(np.int64))
    pair = source.pair_terms(2, np.array([1]), Want.ALL)
    assert pair.redundancy[0] == mutual_information(n_xx)
    assert source.minimum_bayes_risk("b") == 1 - int(n_xc.max(axis=1).sum()) / int(weights.sum())


@EVERY_CORRECTED
@settings(max_examples=15, deadline=None)
@given(seed=SEEDS)
def test_shares_that_are_all_alike_are_rows(estimator, seed):
    X, y, _ = drawn(seed)
    asked = {"n_features": 4, "estimator": estimator, "bins": 3, "method": "mrmr", "lazy": False}
    rows = natpick.select(X, y, **asked)
    shares = natpick.select(X, y, sample_weight=np.full(len(y), 0.3), **asked)
    assert_allclose(shares.relevance, rows.relevance, rtol=0, atol=1e-11)
    assert_allclose(shares.scores, rows.scores, rtol=0, atol=1e-11)


def terms_of_shares(estimator, x, y, z, w):
    """MI(X, Y | Z) and H(X | Z), with what a cell k of weights w varies by written out.

    p_k = W_k / W; V_k = sum over rows of w^2 ([row in k] - p_k)^2 / W^2.
    """
    n = w.sum() ** 2 / (w**2).sum()

    def cells(*columns):
        ids = np.unique(np.column_stack(columns), axis=0, return_inverse=True)[1].ravel()
        p = np.bincount(ids, w) / w.sum()
        inside = ids == np.arange(ids.max() + 1)[:, np.newaxis]
        return p, (w**2 * (inside - p[:, np.newaxis]) ** 2).sum(axis=1) / w.sum() ** 2

    def h(*columns):
        p, v = cells(*columns)
        return -(p * np.log(p)).sum() + ((v / p).sum() / 2 if estimator == "miller-madow" else 0)

    def levels(column):
        return len(np.unique(column))

    if estimator == "shrinkage":
        shape = levels(x), levels(y), levels(z)
        table = np.zeros(shape)
        np.add.at(table, tuple(np.unique(c, return_inverse=True)[1] for c in (x, y, z)), w)
        table /= w.sum()
        v = cells(x, y, z)[1]
        apart = ((1 / table.size - table) ** 2).sum()
        intensity = min(1, n / (n - 1) * v.sum() / apart)
        q = intensity / table.size + (1 - intensity) * table
        parts = [-(m * np.log(m)).sum() for m in (q.sum(1), q.sum(0), q, q.sum((0, 1)))]
        return parts[0] + parts[1] - parts[2] - parts[3]
    information = h(x, z) + h(y, z) - h(x, y, z) - h(z)
    if estimator == "chi-square":  # sum over z of (A_x - a)(A_y - a) / a / 2W, A of w^2 / w
        for value in np.unique(z):
            own = z == value

            def a(column, own=own):
                of = np.unique(column[own], return_inverse=True)[1]
                return (np.bincount(of, w[own] ** 2) / np.bincount(of, w[own])).sum()

            whole = a(z)
            information -= (a(x) - whole) * (a(y) - whole) / whole / (2 * w.sum())
    return max(0.0, information)


@EVERY_CORRECTED
@settings(max_examples=15, deadline=None)
@given(seed=SEEDS)
def test_corrected_terms_of_shares_are_those_of_the_definition(estimator, seed):
    rng = np.random.default_rng(seed)
    codes, y = rng.integers(0, 3, (60, 3)).astype(np.uint8), rng.integers(0, 3, 60)
    w = rng.gamma(2, size=60) * (1 + y)
    by, none = weights_of(w, 60).counted, np.zeros(60)
    target, names = y.astype(np.uint32), ["a", "b", "c"]
    source = Tallies(DenseColumns(codes), target, names, by, estimator=estimator)
    alone, pairs = source.univariate(), source.pair_terms(2, np.arange(2), Want.ALL)
    given = source.set_terms(np.array([2]), np.arange(2))
    for i in range(2):
        x, s = codes[:, i], codes[:, 2]
        for found, expected in (
            (alone.relevance[i], (x, y, none)),
            (pairs.redundancy[i], (x, s, none)),
            (pairs.class_redundancy[i], (x, s, y)),
            (given.relevance[i], (x, y, s)),
        ):
            assert_allclose(found, terms_of_shares(estimator, *expected, w), rtol=0, atol=1e-11)


@pytest.mark.parametrize("related", ["to nothing", "to one of the two"])
def test_what_weights_vary_by_is_corrected_for(related):
    """Of independent variables the plug-in tells as much as is taken, whatever weights go by."""
    rng, plug_in, taken, others = np.random.default_rng(1), [], [], np.arange(1, 31)
    for _ in range(12):
        x, y = rng.integers(0, 4, (300, 32)), rng.integers(0, 2, 300)
        by = x[:, {"to nothing": 31, "to one of the two": 0}[related]]
        weights = weights_of(5.0**by * rng.gamma(4, size=300), 300).counted
        columns, names = DenseColumns(x.astype(np.uint8)), [f"x{i}" for i in range(32)]
        found = [
            Tallies(columns, y.astype(np.uint32), names, weights, estimator=estimator)
            for estimator in ("plug-in", "chi-square")
        ]
        pairs = (source.pair_terms(0, others, Want.REDUNDANCY) for source in found)
        before, after = (terms.redundancy for terms in pairs)
        plug_in.extend(before)
        taken.extend((before - after)[after > 0])
    assert np.mean(taken) == pytest.approx(np.mean(plug_in), rel=0.1)


@pytest.mark.parametrize("n_jobs", [1, 2, 8])
def test_threads_change_no_bit(n_jobs):
    X, y, times = drawn(3, rows=300, columns=90)
    asked = {"sample_weight": times / 7, "n_features": 5}
    assert natpick.select(X, y, n_jobs=n_jobs, **asked) == natpick.select(X, y, **asked)


def test_rows_of_weight_zero_count_neither_as_levels_nor_for_cut_points_nor_as_classes():
    X = pd.DataFrame({"a": ["x", "y", "x", "odd"], "b": [1.5, 2.5, 3.5, np.inf]})
    y = pd.Series(["no", "yes", "no", None])
    selection = natpick.select(X, y, sample_weight=[1, 1, 1, 0])
    assert selection.encodings["a"].levels == ("x", "y")
    assert selection == natpick.select(X, y, sample_weight=[1.0, 1.0, 1.0, 0.0])


def test_cut_points_are_weighted_quantiles():
    rng = np.random.default_rng(0)
    x, weights = rng.normal(size=200), rng.random(200)
    y = (x > 0).astype(int)
    cuts = natpick.select(x[:, np.newaxis], y, sample_weight=weights, bins=5).encodings["x0"]
    shares = np.arange(1, 5) / 5
    expected = np.quantile(x, shares, method="inverted_cdf", weights=weights)
    assert cuts.cut_points == tuple(expected)


@pytest.mark.parametrize("library", ["pandas", "polars", "numpy", "sparse", "csr_matrix"])
def test_any_table_is_weighted_alike(library):
    X, y, times = drawn(9)
    names = [f"x{j}" for j in range(X.shape[1])]
    tables = {
        "pandas": pd.DataFrame(X, columns=names),
        "polars": pl.DataFrame(X, schema=names),
        "numpy": X.tolist(),
        "sparse": sp.coo_array(X),
        "csr_matrix": sp.csr_matrix(X),
    }
    expected = natpick.select(X, y, sample_weight=times)
    assert natpick.select(tables[library], y, sample_weight=pd.Series(times)) == expected
    assert natpick.select(tables[library], pl.Series(y), sample_weight=times) == expected


def test_a_column_of_the_table_can_tell_the_weights():
    X, y, times = drawn(4)
    table = pd.DataFrame(X).add_prefix("x").assign(w=times, y=y)
    expected = natpick.select(X, y, sample_weight=times)
    assert natpick.select(table, "y", sample_weight="w") == expected


def test_the_command_takes_weights_from_a_column(tmp_path):
    rows = {"a": [0, 0, 1, 1, 1], "b": [0, 1, 0, 1, 1], "w": [2, 1, 0, 1, 3], "y": [0, 1, 0, 1, 0]}
    file = write(tmp_path / "table.csv", rows)
    asked = ("--target", "y", "--weight", "w", "-k", 1)
    chosen = natpick.select(pd.DataFrame(rows), "y", sample_weight="w", n_features=1)
    result = run("select", file, *asked, "--json", "-")
    assert natpick.Selection.from_json(result.stdout) == chosen
    assert run("compare", file, *asked, "--methods", "jmi,cmim").exit_code == 0
    failed = run("select", file, "--target", "y", "--weight", "v")
    assert failed.exit_code == 1
    assert "There is no column 'v'" in failed.stderr


def test_significance_takes_whole_weights_for_rows():
    X, y, times = drawn(2, rows=200)
    X[:, 2] = y
    asked = {"n_features": "auto", "random_state": 1}
    repeated = natpick.select(X.repeat(times, axis=0), y.repeat(times), **asked)
    weighted = natpick.select(X, y, sample_weight=times, **asked)
    assert (weighted.steps, weighted.stop_reason) == (repeated.steps, repeated.stop_reason)
    explained = natpick.select(X, y, sample_weight=times / 3, stop="explained")
    assert explained.names == ["x2"]


def test_whole_weights_are_themselves_and_others_sum_to_about_two_to_the_51():
    assert weights_of([3, 0, 2.0, True], 4).quanta.tolist() == [3, 2, 1]
    fractions = weights_of([0.5, 0.25, 1e-300, 0.0], 4)
    assert fractions.quanta.tolist() == [2**51 * 2 // 4, 2**51 // 4]
    assert not fractions.whole
    assert fractions.n_rows == 1  # 0.75**2 / (0.5**2 + 0.25**2) = 1.8
    large = weights_of([1e300, 1e300], 2)
    assert not large.whole
    assert large.n_rows == 2
    assert 2**50 <= int(large.quanta.sum()) <= 2**51


@pytest.mark.parametrize(
    ("weights", "error", "message"),
    [
        ([1, -1, 1, 1], ValueError, "-1.0 in row 1, which is negative"),
        ([1, 1, np.nan, 1], ValueError, "nan in row 2, which is not a finite number"),
        ([1, 1, np.inf, 1], ValueError, "inf in row 2, which is not a finite number"),
        ([0, 0, 0, 0], ValueError, "All weights in sample_weight are zero"),
        ([1, 1, 1], ValueError, "X has 4 rows; give one weight a row"),
        ([[1, 1, 1, 1]], ValueError, "X has 4 rows; give one weight a row"),
        (["a", "b", "c", "d"], TypeError, "give a number for each row"),
        ([1, 1, 0, 0], ValueError, "one class only"),
        ("w", TypeError, "The weight 'w' is a column's name"),
    ],
)
def test_weights_that_make_no_sense_are_refused(weights, error, message):
    with pytest.raises(error, match=message):
        natpick.select(np.eye(4), [0, 0, 1, 1], sample_weight=weights)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"estimator": "gaussian"}, "can't heed sample_weight"),
        ({"estimator": "neighbors"}, "can't heed sample_weight"),
    ],
)
def test_what_cannot_heed_weights_says_so(asked, message):
    X, y, times = drawn(0)
    with pytest.raises((TypeError, ValueError), match=message):
        natpick.select(np.nan_to_num(X), y, sample_weight=times, **asked)


def test_a_source_has_weights_of_its_own():
    source = natpick.sources.Counts.from_codes([[0, 1], [1, 0]], [0, 1])
    with pytest.raises(TypeError, match="sample_weight is for tables"):
        natpick.select(source, sample_weight=[1, 1])


def test_the_estimator_takes_weights_by_routing_in_a_pipeline_and_a_grid():
    X, y, times = drawn(1, rows=150)
    X = np.nan_to_num(X)
    with sklearn.config_context(enable_metadata_routing=True):
        selector = ForwardSelector(n_features=2).set_fit_request(sample_weight=True)
        classifier = LogisticRegression().set_fit_request(sample_weight=True)
        classifier.set_score_request(sample_weight=True)
        model = make_pipeline(selector, classifier).fit(X, y, sample_weight=times)
        assert model[0].selection_ == natpick.select(X, y, sample_weight=times, n_features=2)
        scorer = {"forwardselector__n_features": [1, 3]}
        grid = GridSearchCV(model, scorer, cv=3).fit(X, y, sample_weight=times)
        best = grid.best_estimator_[0]
        k = grid.best_params_["forwardselector__n_features"]
        assert best.selection_ == natpick.select(X, y, sample_weight=times, n_features=k)


def test_the_estimator_counts_repeated_rows_as_weights():
    X, y, times = drawn(6)
    weighted = ForwardSelector(n_features=3).fit(X, y, sample_weight=times)
    repeated = ForwardSelector(n_features=3).fit(X.repeat(times, axis=0), y.repeat(times))
    assert_array_equal(weighted.ranking_, repeated.ranking_)
    assert_array_equal(weighted.scores_, repeated.scores_)


def test_the_rule_tells_what_the_rows_count_as():
    X, y, times = drawn(6)
    kept, n = int(np.count_nonzero(times)), int(times.sum())
    rule = natpick.select(X, y, sample_weight=times).rule
    assert rule.endswith(f"; weighted, {kept} of 70 rows count as {n} rows")
    assert "equally weighted rows" in natpick.select(X, y, sample_weight=times / 3).rule
