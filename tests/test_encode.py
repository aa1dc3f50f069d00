import datetime as dt
import json
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from natpick.encode import Cutting, Encoded, Encoding, encode

Floats = NDArray[np.float64]

NUMBERS = st.one_of(
    st.floats(-1e9, 1e9), st.integers(-30, 30).map(float), st.sampled_from([0.0, 0.5, np.nan])
)
BINS = st.integers(2, 40)


@st.composite
def number_tables(draw: st.DrawFn) -> Floats:
    """Draw tables of floats with ties, missing values and columns of few levels."""
    shape = draw(st.tuples(st.integers(1, 60), st.integers(1, 4)))
    return draw(hnp.arrays(np.float64, shape, elements=NUMBERS))


def one(values: Any, bins: int | None = None) -> tuple[list[int], Encoding]:
    """Encode one column."""
    X = np.asarray(values).reshape(-1, 1)
    encoded = encode(X, cutting=Cutting(bins=bins))
    return encoded.codes[:, 0].tolist(), encoded.encodings[0]


def by_definition(x: Floats, bins: int) -> tuple[list[float], bool]:
    """Return the values that end a level or bin, and whether they are levels."""
    present = np.sort(x[~np.isnan(x)])
    distinct = sorted(set(present.tolist()))
    whole = all(value == int(value) for value in distinct)
    if len(distinct) <= bins or (whole and len(distinct) <= 20):
        return distinct, True
    m = len(present)
    at_most = {v: int((present <= v).sum()) for v in distinct}
    quantiles = {
        next(v for v, count in at_most.items() if count * bins >= m * j) for j in range(1, bins)
    }
    return sorted({min(value, distinct[-2]) for value in quantiles}), False


def assert_as_defined(X: NDArray[Any], encoded: Encoded, bins: int) -> None:
    for x, codes, encoding in zip(X.T, encoded.codes.T, encoded.encodings, strict=True):
        ends, levels = by_definition(x.astype(float), bins)
        n_values = len(ends) + (not levels)
        expected = [
            n_values if value != value else sum(end < value for end in ends) for value in x.tolist()
        ]
        missing = bool(np.isnan(x.astype(float)).any())
        assert codes.tolist() == expected
        assert encoding.kind == ("levels" if levels else "bins")
        assert encoding.n_levels == n_values + missing
        assert encoding.missing == missing
        assert encoding.cut_points == (() if levels else tuple(ends))


def test_a_heavy_tie_at_the_top_or_the_bottom_stays_apart_from_the_rest() -> None:
    x = np.r_[np.linspace(0, 0.9, 90), np.ones(910)]
    for column in (x, -x, np.r_[x, np.nan]):
        encoding = encode(column[:, np.newaxis], cutting=Cutting(bins=5)).encodings[0]
        assert (encoding.kind, encoding.n_levels - encoding.missing) == ("bins", 2)
        assert encoding.cut_points == ((0.9,) if column[-1] != -1 else (-1.0,))


@given(number_tables(), BINS)
def test_numbers_are_coded_as_defined(X: Floats, bins: int) -> None:
    assert_as_defined(X, encode(X, cutting=Cutting(bins=bins)), bins)


@pytest.mark.parametrize("bins", [2, 40, 255])
@pytest.mark.parametrize("dtype", [float, np.float32, np.int64, np.uint16])
def test_long_columns_are_coded_as_defined(dtype: type, bins: int) -> None:
    x = np.random.default_rng(bins).gamma(1, 800, size=2500).astype(dtype)
    X = np.column_stack([x, np.minimum(x, np.sort(x)[1000]), np.sort(x), x % 5 + x // 2000])
    assert_as_defined(X, encode(X, cutting=Cutting(bins=bins)), bins)
    for column in np.split(X, 4, axis=1):
        assert_as_defined(column, encode(column, cutting=Cutting(bins=bins)), bins)


@pytest.mark.parametrize("bins", [2, 10, 40])
def test_long_columns_with_gaps_are_coded_as_defined(bins: int) -> None:
    rng = np.random.default_rng(bins)
    x = rng.normal(size=(2500, 1))
    for share in (0.001, 0.5, 0.99):
        gaps = np.where(rng.random(x.shape) < share, np.nan, x)
        encoded = encode(gaps, cutting=Cutting(bins=bins))
        assert_as_defined(gaps, encoded, bins)
        whole = np.floor(gaps * 1000)
        integers = pl.DataFrame({"a": pl.Series(whole[:, 0], nan_to_null=True).cast(pl.Int64)})
        assert_as_defined(whole, encode(integers, cutting=Cutting(bins=bins)), bins)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64, np.float16, np.float32])
@pytest.mark.parametrize("n", [90, 2000])
def test_all_types_of_number_are_coded_alike(dtype: type, n: int) -> None:
    X = np.random.default_rng(n).integers(0, [3, 20, 21, 120], size=(n, 4))
    expected = encode(X.astype(float), cutting=Cutting(bins=7))
    encoded = encode(X.astype(dtype), cutting=Cutting(bins=7))
    np.testing.assert_array_equal(encoded.codes, expected.codes)
    assert list(encoded.encodings) == list(expected.encodings)


@given(number_tables(), BINS)
def test_every_code_below_n_levels_is_used_and_no_other(X: Floats, bins: int) -> None:
    encoded = encode(X, cutting=Cutting(bins=bins))
    for codes, encoding in zip(encoded.codes.T, encoded.encodings, strict=True):
        assert sorted(set(codes.tolist())) == list(range(encoding.n_levels))


@given(number_tables(), BINS)
def test_codes_grow_with_numbers_and_ties_share_a_code(X: Floats, bins: int) -> None:
    for x, codes in zip(X.T, encode(X, cutting=Cutting(bins=bins)).codes.T, strict=True):
        pairs = [(v, c) for v, c in zip(x, codes.tolist(), strict=True) if not np.isnan(v)]
        assert all(c <= d for v, c in pairs for w, d in pairs if v <= w)


@given(number_tables(), BINS)
def test_cut_points_reproduce_the_codes(X: Floats, bins: int) -> None:
    encoded = encode(X, cutting=Cutting(bins=bins))
    for x, codes, encoding in zip(X.T, encoded.codes.T, encoded.encodings, strict=True):
        if encoding.kind == "bins":
            present = ~np.isnan(x)
            again = np.searchsorted(encoding.cut_points, x[present], side="left")
            np.testing.assert_array_equal(codes[present], again)


@given(number_tables(), BINS)
def test_a_column_is_coded_alone_as_among_others(X: Floats, bins: int) -> None:
    encoded = encode(X, cutting=Cutting(bins=bins))
    for j in range(X.shape[1]):
        alone = encode(X[:, [j]], cutting=Cutting(bins=bins))
        np.testing.assert_array_equal(encoded.codes[:, [j]], alone.codes)


@given(number_tables())
def test_pandas_polars_pyarrow_and_numpy_give_the_same_codes(X: Floats) -> None:
    values: dict[str, list[Any]] = {
        f"f{j}": [None if np.isnan(v) else float(v) for v in x] for j, x in enumerate(X.T)
    }
    values["whole"] = [None if np.isnan(v) else int(v) for v in X[:, 0]]
    values["text"] = [None if np.isnan(v) else f"t{v:.0f}" for v in X[:, 0]]
    values["flag"] = [None if np.isnan(v) else v > 0 for v in X[:, 0]]
    values["day"] = [
        None if np.isnan(v) else dt.datetime(2000, 1, 1) + dt.timedelta(seconds=int(v))
        for v in X[:, 0]
    ]
    rows = np.empty((len(X), len(values)), dtype=object)
    rows[:] = list(zip(*values.values(), strict=True))
    tables = [pd.DataFrame(values), pl.DataFrame(values, strict=False), pa.table(values)]
    expected = encode(rows, cutting=Cutting(bins=4))
    for table in [*tables, rows.tolist()]:
        encoded = encode(table, cutting=Cutting(bins=4))
        np.testing.assert_array_equal(encoded.codes, expected.codes)
        for encoding, known in zip(encoded.encodings, expected.encodings, strict=True):
            assert encoding.to_dict() | {"name": ""} == known.to_dict() | {"name": ""}


def test_default_bins_are_the_cube_root_of_rows_from_2_to_10() -> None:
    rng = np.random.default_rng(0)
    for n, bins in [(7, 2), (26, 2), (27, 3), (63, 3), (64, 4), (999, 9), (1000, 10), (5000, 10)]:
        encoded = encode(rng.normal(size=(n, 1)))
        assert encoded.encodings[0].n_levels == bins
        assert f"cut into {bins} bins" in encoded.rule


def test_the_rule_says_what_was_asked() -> None:
    X = np.arange(6.0).reshape(-1, 1)
    assert encode(X, cutting=Cutting(bins=4)).rule == (
        "numbers with more than 4 distinct values (whole numbers: more than 20) are cut into 4 "
        "bins of equal frequency (as asked)"
    )
    assert "(the cube root of n, clipped to 2..10)" in encode(X).rule
    assert "whole numbers" not in encode(X, cutting=Cutting(bins=20)).rule


@pytest.mark.parametrize("bins", [1, 256, 0, -3, 2.5, "5", True])
def test_bins_out_of_range_are_an_error(bins: Any) -> None:
    with pytest.raises(ValueError, match=r"bins is .*; it must be an integer from 2 to 255"):
        encode(np.zeros((3, 1)), cutting=Cutting(bins=bins))


def test_levels_of_numbers_are_named_by_their_text() -> None:
    assert one([3.0, -1.0, 3.0, np.nan], bins=2) == (
        [1, 0, 1, 2],
        Encoding("x0", "levels", 3, ("-1", "3", "missing"), (), True),
    )
    assert one([0.1, 1e300], bins=2)[1].levels == ("0.1", "1e+300")
    assert one([True, False])[1].levels == ("False", "True")


def test_whole_numbers_that_a_float_cannot_tell_apart_are_still_levels() -> None:
    big = 2**60
    assert one(np.array([big + 1, big]))[0] == [1, 0]
    frame = pd.DataFrame({"a": pd.array([big + 1, None, big], dtype="Int64")})
    assert encode(frame).encodings[0].levels == (str(big), str(big + 1), "missing")


def test_bins_of_huge_whole_numbers_are_told_by_their_cut_points() -> None:
    x = 2**60 + np.arange(500) * 40
    codes, encoding = one(x, bins=5)
    again = np.searchsorted(encoding.cut_points, x.astype(float), side="left")
    assert codes == again.tolist()
    assert sorted(set(codes)) == [0, 1, 2, 3, 4]


def test_strings_are_sorted_so_that_row_order_does_not_matter() -> None:
    codes, encoding = one(np.array(["b", "a", "c", "a"]))
    assert codes == [1, 0, 2, 0]
    assert encoding.levels == ("a", "b", "c")


def test_codes_are_narrow_until_a_column_needs_more_than_256() -> None:
    text = np.array([f"{i:05d}" for i in range(257)])
    narrow = encode(np.column_stack([text[:256], text[:256]]))
    wide = encode(pd.DataFrame({"a": np.arange(257) % 3, "b": text}))
    assert narrow.codes.dtype == np.uint8
    assert wide.codes.dtype == np.uint16
    assert wide.codes.tolist() == [[i % 3, i] for i in range(257)]
    assert narrow.codes.flags.f_contiguous
    assert wide.codes.flags.f_contiguous


def test_more_than_65535_levels_are_an_error_that_names_the_column() -> None:
    text = [f"{i}" for i in range(65_536)]
    assert encode(pl.DataFrame({"a": text[:-1]})).encodings[0].n_levels == 65_535
    with pytest.raises(ValueError, match="Column 'id' has 65,536 levels; at most 65,535"):
        encode(pl.DataFrame({"id": text}))
    with pytest.raises(ValueError, match="Column 'id' has 65,536 levels"):
        encode(pl.DataFrame({"id": [*text[:-1], None]}))


def test_255_bins_and_a_missing_level_fit_in_a_byte() -> None:
    codes, encoding = one(np.r_[np.arange(1000) / 7, np.nan], bins=255)
    assert encoding.n_levels == 256
    assert max(codes) == codes[-1] == 255


def test_encodings_are_a_sequence_in_column_order() -> None:
    table = pl.DataFrame({"a": ["x", "y"], "b": [1.5, 2.5], "c": [True, True], "d": [7, 8]})
    encodings = encode(table).encodings
    assert [e.name for e in encodings] == ["a", "b", "c", "d"]
    assert len(encodings) == 4
    assert encodings[-1] == encodings[3]
    assert encodings[1:3] == (encodings[1], encodings[2])
    with pytest.raises(IndexError):
        encodings[4]


def test_many_columns_of_alternating_types_stay_in_their_places() -> None:
    names = [f"c{j}" for j in range(40)]
    columns = [[j % 3, 1.5, "a"][j % 3 :][:1] * 2 for j in range(40)]
    columns = [[c[0], c[0] if j % 2 else None] for j, c in enumerate(columns)]
    encoded = encode(pl.DataFrame(dict(zip(names, columns, strict=True))))
    for j, encoding in enumerate(encoded.encodings):
        assert encoding.name == names[j]
        assert encoding.missing == (j % 2 == 0)
        assert encoded.codes[1, j] == (j % 2 == 0)


@pytest.mark.parametrize("kind", ["levels", "bins"])
def test_an_encoding_survives_json(kind: str) -> None:
    encoding = one([0.1, 0.2, np.nan, 0.7], bins=2 if kind == "bins" else 3)[1]
    assert encoding.kind == kind
    assert Encoding.from_dict(json.loads(json.dumps(encoding.to_dict()))) == encoding
