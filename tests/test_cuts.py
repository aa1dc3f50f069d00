"""Where numbers are cut: by each rule's definition, at edges of one's own, and on new rows."""

from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

import natpick
from natpick.encode import Cutting, Encoded, cutting, encode
from natpick.encode.cut_rules import CUT_RULES
from natpick.sources import Counts

Floats = NDArray[np.float64]
BINS = st.integers(2, 30)
RULES = sorted(CUT_RULES)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Floats, NDArray[np.uint32]]:
    """Draw a table of numbers with ties, gaps and outliers, and a class for each row."""
    numbers = st.one_of(
        st.floats(-1e9, 1e9),
        st.integers(-40, 40).map(lambda v: v / 4),
        st.sampled_from([0.0, -0.0, 0.3, np.nan, 1e300]),
    )
    shape = draw(st.tuples(st.integers(1, 70), st.integers(1, 3)))
    labels = draw(hnp.arrays(np.uint32, shape[0], elements=st.integers(0, 2)))
    return draw(hnp.arrays(np.float64, shape, elements=numbers)), labels


def encoded(
    X: Any, y: NDArray[np.uint32], cut: Any, bins: int | None = None, n_jobs: int = 1
) -> Encoded:
    """Encode by a rule, with bins where it heeds them."""
    asked = cutting(cut, None if cut == "mdlp" else bins)
    return encode(X, target=y, cutting=asked, n_jobs=n_jobs)


def assert_cut_at(x: Floats, codes: NDArray[Any], points: Any) -> None:
    """The code of a value is the number of cut points below it; of a gap, one more than bins."""
    for value, code in zip(x.tolist(), codes.tolist(), strict=True):
        below = sum(point < value for point in points)
        assert code == (len(points) + 1 if value != value else below)


@given(tables(), BINS)
def test_bins_of_equal_width_are_cut_at_even_steps_and_empty_ones_join_the_next(
    table: tuple[Floats, NDArray[np.uint32]], bins: int
) -> None:
    X, y = table
    result = encoded(X, y, "width", bins)
    for x, codes, encoding in zip(X.T, result.codes.T, result.encodings, strict=True):
        if encoding.kind == "bins":
            low, high = np.nanmin(x), np.nanmax(x)
            even = {low * (1 - j / bins) + high * (j / bins) for j in range(1, bins)}
            present = x[~np.isnan(x)]
            ends = [-np.inf, *sorted(even)]
            full = [
                high
                for low, high in pairwise(ends)
                if ((low < present) & (present <= high)).any() and high < present.max()
            ]
            assert encoding.cut_points == tuple(full)
            assert_cut_at(x, codes, full)


def test_bins_of_equal_width_of_a_uniform_column_are_as_many_as_asked() -> None:
    x = np.arange(1000.0)[:, np.newaxis]
    encoding = encoded(x, np.zeros(1000, np.uint32), "width", 4).encodings[0]
    assert encoding.cut_points == (249.75, 499.5, 749.25)


def test_numbers_that_span_more_than_a_double_are_cut_evenly() -> None:
    x = np.linspace(-1, 1 - 1e-8, 400)[:, np.newaxis] * 1.7e308
    encoding = encoded(x, np.zeros(400, np.uint32), "width", 2).encodings[0]
    assert abs(encoding.cut_points[0]) < 1e301
    halves = encoded(x, np.zeros(400, np.uint32), "frequency", 2)
    assert np.bincount(halves.codes[:, 0]).tolist() == [200, 200]


@pytest.mark.parametrize("rule", RULES)
@given(table=tables(), bins=BINS)
def test_cut_points_increase_and_no_bin_is_empty(
    rule: str, table: tuple[Floats, NDArray[np.uint32]], bins: int
) -> None:
    X, y = table
    result = encoded(X, y, rule, bins)
    for x, codes, encoding in zip(X.T, result.codes.T, result.encodings, strict=True):
        assert sorted(set(codes.tolist())) == list(range(encoding.n_levels))
        assert (np.diff(encoding.cut_points) > 0).all()
        if encoding.kind == "bins":
            assert_cut_at(x, codes, encoding.cut_points)


@pytest.mark.parametrize("rule", RULES)
@given(table=tables(), bins=BINS, random=st.randoms(use_true_random=False))
def test_permuting_rows_permutes_codes(
    rule: str, table: tuple[Floats, NDArray[np.uint32]], bins: int, random: Any
) -> None:
    X, y = table
    rows = list(range(len(X)))
    random.shuffle(rows)
    result, permuted = encoded(X, y, rule, bins), encoded(X[rows], y[rows], rule, bins)
    np.testing.assert_array_equal(permuted.codes, result.codes[rows])
    assert list(permuted.encodings) == list(result.encodings)


@pytest.mark.parametrize("rule", ["frequency", "mdlp"])
@given(table=tables(), bins=BINS)
def test_what_keeps_the_order_of_numbers_keeps_their_codes(
    rule: str, table: tuple[Floats, NDArray[np.uint32]], bins: int
) -> None:
    """Whole numbers are kept from being levels by the half that ranks are shifted by."""
    X, y = table
    order = np.full(X.shape, np.nan)
    for j, x in enumerate(X.T):
        present = ~np.isnan(x)
        order[present, j] = np.unique(x[present], return_inverse=True)[1] + 0.5
    shifted = np.where(np.isnan(order), np.nan, 3 * order**3 + 0.25)
    np.testing.assert_array_equal(
        encoded(order, y, rule, bins).codes, encoded(shifted, y, rule, bins).codes
    )


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64, np.uint16])
def test_threads_and_the_order_of_cells_in_memory_change_nothing(rule: str, dtype: type) -> None:
    rng = np.random.default_rng(0)
    X = rng.gamma(1, 900, size=(3000, 37)).astype(dtype)
    X[:, ::5] = np.minimum(X[:, ::5], 200)
    y = (X[:, 1] > 500).astype(np.uint32) + rng.integers(2, size=3000, dtype=np.uint32)
    expected = encoded(X, y, rule)
    for table in (X, np.asfortranarray(X), X[::-1][::-1], pl.DataFrame(np.asfortranarray(X))):
        for n_jobs in (1, 2, 8):
            result = encoded(table, y, rule, n_jobs=n_jobs)
            np.testing.assert_array_equal(result.codes, expected.codes)
            assert [e.cut_points for e in result.encodings] == [
                e.cut_points for e in expected.encodings
            ]


@pytest.mark.parametrize("bins", [2, 3, 10, 100, 255])
@pytest.mark.parametrize("n", [511, 513, 4096, 70_001])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_quantiles_found_by_counting_are_those_of_sorting(n: int, bins: int, dtype: type) -> None:
    """Of m numbers the j-th cut point is in place ceil(m j / bins) of their order."""
    rng = np.random.default_rng(n + bins)
    x = rng.normal(size=n)
    gaps = np.where(rng.random(n) < 0.3, np.nan, x)
    columns = [x, np.exp(8 * x), 1e6 + x, np.r_[x[:-1], 1e30], np.round(x, 1) + 0.05, gaps]
    X = np.column_stack([*columns, np.minimum(x, 0.3), np.maximum(x, -0.2)]).astype(dtype)
    result = encoded(X, np.zeros(n, np.uint32), "frequency", bins)
    for column, encoding in zip(X.T, result.encodings, strict=True):
        present = np.sort(column[~np.isnan(column)])
        distinct = np.unique(present)
        places = [-(-len(present) * j // bins) - 1 for j in range(1, bins)]
        points = np.unique(np.minimum(present[places], distinct[-2]))
        if len(distinct) > bins:
            assert encoding.cut_points == tuple(points.astype(float).tolist())


def test_edges_cut_their_column_alone_each_edge_the_upper_end_of_its_bin() -> None:
    table = pd.DataFrame({"age": [17, 18, 19, 40, 65, 66], "dose": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]})
    y = np.array([0, 1, 0, 1, 0, 1], dtype=np.uint32)
    result = encoded(table, y, {"age": [18, 40, 65]}, bins=3)
    assert result.codes[:, 0].tolist() == [0, 0, 1, 1, 2, 3]
    assert result.encodings[0].cut_points == (18, 40, 65)
    assert result.codes[:, 1].tolist() == [0, 0, 1, 1, 2, 2]
    assert result.rule.endswith("(as asked); 1 column(s) at the edges given")


def test_codes_of_edges_do_not_depend_on_the_rows_that_are_there() -> None:
    x, y = np.array([[0.5], [3.5], [np.nan]]), np.array([0, 1, 0], dtype=np.uint32)
    result = encoded(x, y, {"x0": [1, 2, 3]})
    assert result.codes[:, 0].tolist() == [0, 3, 4]
    assert result.encodings[0].n_levels == 5
    assert "empty" in result.notes[0]
    assert "'x0'" in result.notes[0]


def test_an_edge_between_two_floats_of_four_bytes_parts_them() -> None:
    x = np.array([[0.1], [np.nextafter(np.float32(0.1), np.float32(1))]], dtype=np.float32)
    edge = float(x[0, 0]) + 1e-12
    assert float(x[0, 0]) < edge < float(x[1, 0])
    assert encoded(x, np.zeros(2, np.uint32), {"x0": [edge]}).codes[:, 0].tolist() == [0, 1]


@pytest.mark.parametrize(
    ("cut", "bins", "error", "message"),
    [
        ("widht", None, ValueError, "cut='widht' is no rule. Did you mean 'width'?"),
        (7, None, TypeError, "cut=7 is not allowed; give 'frequency', 'width', 'mdlp', or a map"),
        ("mdlp", 5, ValueError, "bins=5 can't be heeded: cut='mdlp' finds the number of bins"),
        ({"a": []}, None, ValueError, "Column 'a' has 0 edges; give 1 to 254"),
        ({"a": [1, 1]}, None, ValueError, "edges of column 'a' are not increasing: 1 is followed"),
        ({"a": [2, 1]}, None, ValueError, "2 is followed by 1. Give each edge once, in increasing"),
        ({"a": [0, np.inf]}, None, ValueError, "edges of column 'a' hold inf; edges must be finit"),
        ({"a": [np.nan]}, None, ValueError, "edges of column 'a' hold nan"),
        ({"a": "1,2"}, None, TypeError, "edges of column 'a' are '1,2'; give a list of increasing"),
        ({"a": ["1"]}, None, TypeError, r"edges of column 'a' are \['1'\]; give a list"),
        ({"a": 3}, None, TypeError, "edges of column 'a' are 3; give a list"),
        ({"b": range(300)}, None, ValueError, "Column 'b' has 300 edges; give 1 to 254 of them"),
        ({"dosis": [1]}, None, ValueError, "edges for column 'dosis', which is not in X. Did you "),
        ({"ward": [1]}, None, ValueError, "edges for column 'ward', but it holds labels, not num"),
    ],
)
def test_a_cutting_that_makes_no_sense_is_refused_in_words_that_name_the_column(
    cut: Any, bins: int | None, error: type[Exception], message: str
) -> None:
    table = pd.DataFrame({"dose": [0.1, 0.2, 0.3], "ward": ["a", "b", "a"]})
    for given_to in (natpick.select, natpick.compare):
        with pytest.raises(error, match=message.replace("?", r"\?")):
            given_to(table, [0, 1, 0], cut=cut, bins=bins)


def test_mdlp_without_a_target_is_an_error() -> None:
    with pytest.raises(ValueError, match="cut='mdlp' looks at the target, but none is given"):
        encode(np.arange(9.0)[:, np.newaxis] / 7, cutting=Cutting(CUT_RULES["mdlp"]))


def test_bins_far_from_what_was_asked_are_named_once_and_not_more_than_ten() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1000, 14))
    X[:, :12] = np.where(rng.random((1000, 12)) < 0.9, 0, X[:, :12])
    y = (X[:, 13] > 0).astype(np.uint32)
    for rule in ("frequency", "width"):
        notes = encoded(X, y, rule, 5).notes
        assert len(notes) == 1
        assert "'x0', 'x1'" in notes[0]
        assert "'x9' and 2 more" in notes[0]
    assert encoded(X[:, 12:], y, "frequency", 5).notes == ()
    assert natpick.select(X, y, bins=5).notes[0] == encoded(X, y, "frequency", 5).notes[0]


def test_columns_that_mdlp_leaves_in_one_bin_are_named() -> None:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(500, 3))
    y = (X[:, 1] > 0).astype(int)
    selection = natpick.select(X, y, cut="mdlp")
    assert selection.names[0] == "x1"
    assert selection.notes[0].endswith("each of which is one bin: 'x0', 'x2'.")
    with pytest.raises(ValueError, match=r"constant; there is nothing to pick\. MDLP finds no cut"):
        natpick.select(X[:, [0, 2]], y, cut="mdlp")


@pytest.mark.parametrize("cut", [*RULES, {"x2": [-1, 0, 1]}])
def test_a_saved_result_gives_other_rows_the_codes_that_its_own_rows_had(
    cut: Any, tmp_path: Any
) -> None:
    rng = np.random.default_rng(2)
    X = rng.normal(size=(400, 4))
    X[rng.random(X.shape) < 0.1] = np.nan
    X[:, 3] = rng.integers(0, 5, 400)
    y = np.nan_to_num(X[:, 1] + X[:, 2] > 0).astype(np.uint32)
    natpick.select(X, y, cut=cut).to_json(tmp_path / "picks.json")
    selection = natpick.Selection.from_json(tmp_path / "picks.json")
    codes = encode(X, target=y, cutting=cutting(cut, None)).codes
    again = selection.encode(X)
    np.testing.assert_array_equal(again, codes[:, selection.indices])
    half = pd.DataFrame(X[:200], columns=["x0", "x1", "x2", "x3"])[["x3", "x1", "x0", "x2"]]
    np.testing.assert_array_equal(selection.encode(half), again[:200])


def test_labels_are_coded_again_as_they_were_and_what_was_not_there_is_an_error() -> None:
    table = pd.DataFrame({"ward": ["b", "a", "b", None], "on": [True, False, True, False]})
    selection = natpick.select(table, [0, 1, 0, 1], n_features=2)
    assert {
        n: c.tolist() for n, c in zip(selection.names, selection.encode(table).T, strict=True)
    } == {
        "ward": [1, 0, 1, 2],
        "on": [1, 0, 1, 0],
    }
    for new, message in (
        ({"ward": ["c"], "on": [True]}, "Column 'ward' holds 'c' in row 0, which it did"),
        ({"ward": ["a"], "on": [None]}, "Column 'on' has a missing value in row 0, but had none"),
        ({"wards": ["a"], "on": [True]}, "no column 'ward'. Did you mean 'wards'"),
    ):
        with pytest.raises(ValueError, match=message):
            selection.encode(pd.DataFrame(new))


def test_other_rows_must_be_of_the_same_kind() -> None:
    X = np.random.default_rng(3).normal(size=(50, 3))
    y = (X[:, 0] > 0).astype(int)
    selection = natpick.select(X, y, n_features=2)
    with pytest.raises(ValueError, match="The array has 2 columns, but the table"):
        selection.encode(X[:, :2])
    with pytest.raises(ValueError, match="Column 'x0' holds labels such as"):
        selection.encode(pd.DataFrame({name: ["a"] for name in ("x0", "x1", "x2")}))
    of_source = natpick.select(Counts.from_codes((X > 0).astype(int), y), n_features=2)
    with pytest.raises(ValueError, match="of codes or of a source: nothing was encoded"):
        of_source.encode(X)
