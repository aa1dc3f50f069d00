"""Counts.from_codes: what it takes, and what it refuses with a reason."""

import math
from typing import Any

import numpy as np
import pytest

from natpick.sources import Counts
from natpick.terms import Want
from strategies import informative

LN2, LN3 = math.log(2), math.log(3)
CODES, Y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 1, 1]


def approx(value: Any) -> Any:
    return pytest.approx(value, rel=0, abs=1e-15)


def test_terms_of_four_rows_are_those_worked_out_by_hand() -> None:
    """X0 = C, X1 independent of both: H = ln 2 each, MI(C, X0) = ln 2, MI(X0, X1 | C) = 0."""
    source = Counts.from_codes(CODES, Y)
    alone = source.univariate()
    assert alone.target_entropy == approx(LN2)
    assert alone.entropy.tolist() == approx([LN2, LN2])
    assert alone.relevance.tolist() == [approx(LN2), 0]
    pair = source.pair_terms(0, np.array([0, 1]), Want.ALL)
    assert pair.redundancy.tolist() == [approx(LN2), 0]
    assert pair.class_redundancy.tolist() == [0, 0]
    assert pair.joint_entropy.tolist() == approx([LN2, 2 * LN2])


def test_terms_of_a_set_are_those_worked_out_by_hand() -> None:
    """C = X0 xor X1: H(C | X0) = ln 2, MI(C, X1 | X0) = ln 2, and nothing is left given both."""
    source = Counts.from_codes(CODES, [0, 1, 1, 0])
    one, both = (source.set_terms(np.arange(k), np.arange(2)) for k in (1, 2))
    assert one.target_entropy == approx(LN2)
    assert one.entropy.tolist() == [0, approx(LN2)]
    assert one.relevance.tolist() == [0, approx(LN2)]
    assert (both.target_entropy, both.entropy.tolist(), both.relevance.tolist()) == (
        0,
        [0, 0],
        [0, 0],
    )


def test_terms_of_pairs_that_were_not_wanted_are_not_a_number() -> None:
    terms = Counts.from_codes(CODES, Y).pair_terms(0, np.array([1]), Want.REDUNDANCY)
    assert terms.redundancy.tolist() == [0]
    assert np.isnan([terms.class_redundancy, terms.joint_entropy]).all()


def test_a_single_row_value_pair_of_every_level_is_told_apart() -> None:
    """Three rows, each of its own level: H = ln 3, all of it shared."""
    source = Counts.from_codes([[5, 0], [9, 65_535], [7, 256]], ["a", "b", "c"])
    assert source.univariate().relevance.tolist() == approx([LN3, LN3])
    assert source.pair_terms(0, np.array([1]), Want.ALL).redundancy.tolist() == approx([LN3])


def test_features_have_the_names_given_or_their_place() -> None:
    assert Counts.from_codes(CODES, Y).names == ("x0", "x1")
    assert Counts.from_codes(CODES, Y, ["a", "b"]).names == ("a", "b")


def test_more_sets_than_16_bits_can_number_are_told_apart() -> None:
    """70,000 rows that three columns tell apart pairwise: H(C | S) = 0."""
    n = 70_000
    rows = np.arange(n)
    codes = np.column_stack([rows % 256, rows // 256, rows % 7]).astype(np.uint16)
    source = Counts.from_codes(codes, rows % 2)
    terms = source.set_terms(np.array([2, 0, 1]), np.array([0]))
    assert (terms.target_entropy, terms.entropy[0], terms.relevance[0]) == (0, 0, 0)


@pytest.mark.parametrize("n_jobs", [None, 1, 2, 64, -1, -2, -1000, np.int64(2)])
def test_any_number_of_threads_will_do(n_jobs: Any) -> None:
    codes, y = informative(100, 4)
    relevance = Counts.from_codes(codes, y, n_jobs=n_jobs).univariate().relevance
    assert np.array_equal(relevance, Counts.from_codes(codes, y).univariate().relevance)


@pytest.mark.parametrize("n_jobs", [0, 1.5, "2", True])
def test_a_number_of_threads_that_is_none_is_refused(n_jobs: Any) -> None:
    with pytest.raises(ValueError, match="n_jobs=.* is not allowed; give None, -1 or a number"):
        Counts.from_codes(CODES, Y, n_jobs=n_jobs)


@pytest.mark.parametrize(
    ("codes", "y", "error", "message"),
    [
        ([], [], ValueError, r"shape \(0,\); give a table of rows and columns"),
        (np.zeros((0, 3)), [], ValueError, r"shape \(0, 3\)"),
        (np.zeros((3, 0)), [0, 1, 0], ValueError, r"shape \(3, 0\)"),
        ([0, 1], [0, 1], ValueError, r"shape \(2,\)"),
        ([["a"], ["b"]], [0, 1], TypeError, "dtype <U1; give whole numbers from 0 to 65,535"),
        ([[None], [1]], [0, 1], TypeError, "dtype object"),
        ([[0], [-1]], [0, 1], ValueError, "range from -1 to 0; they must be whole numbers"),
        ([[0], [65_536]], [0, 1], ValueError, "range from 0 to 65536"),
        ([[0], [0.5]], [0, 1], ValueError, "range from 0.0 to 0.5; they must be whole numbers"),
        ([[0], [math.inf]], [0, 1], ValueError, "range from 0.0 to inf"),
        ([[0, 1], [0, math.nan]], [0, 1], ValueError, "NaN, first in row 1, column 1"),
        (CODES, Y[:3], ValueError, r"y has shape \(3,\) but codes have 4 rows"),
        (CODES, [[0], [0], [1], [1]], ValueError, r"y has shape \(4, 1\) but codes have 4 rows"),
        (CODES, [0, 0, 0, 0], ValueError, "one class only, .*0.*; nothing can tell rows apart"),
        ([[1, 2]], [0], ValueError, "one class only"),
        (CODES, [0, 1, math.nan, 1], ValueError, "y has NaN; every row needs a label"),
        (CODES, [0, 1, None, 1], ValueError, "y has "),
        (CODES, ["a", "b", None, "a"], ValueError, "y has "),
    ],
)
def test_codes_and_targets_that_make_no_sense_are_refused(
    codes: Any, y: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        Counts.from_codes(codes, y)


@pytest.mark.parametrize("names", [["a"], ["a", "b", "c"], ["a", "a"]])
def test_names_that_do_not_fit_the_columns_are_refused(names: list[str]) -> None:
    with pytest.raises(ValueError, match="for 2 columns; give each column a name of its own"):
        Counts.from_codes(CODES, Y, names)
