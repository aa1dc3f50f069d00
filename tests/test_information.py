"""Entropy and mutual information: values worked out by hand, and the laws they obey."""

import math
from decimal import Decimal, localcontext
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from natpick.information import (
    conditional_entropy,
    conditional_mutual_information,
    entropy,
    mutual_information,
    triple_mutual_information,
)
from strategies import pmfs, tables

LN2, LN3 = math.log(2), math.log(3)

# P(X=0,Y=0) = 1/2, P(X=0,Y=1) = 1/4, P(X=1,Y=1) = 1/4
COUNTS = np.array([[2, 1], [0, 1]])
XOR = np.array([[[1, 0], [0, 1]], [[0, 1], [1, 0]]])
COPIES = np.array([[[1, 0], [0, 0]], [[0, 0], [0, 1]]])


def approx(value: float) -> Any:
    return pytest.approx(value, rel=0, abs=1e-12)


def cells(table: NDArray[Any]) -> list[tuple[tuple[int, ...], float]]:
    p = table / table.sum()
    return [(cell, float(p[cell])) for cell in np.ndindex(p.shape) if p[cell] > 0]


@pytest.mark.parametrize("table", [COUNTS, COUNTS / 4], ids=["counts", "pmf"])
def test_values_of_two_variables_are_those_worked_out_by_hand(table: NDArray[Any]) -> None:
    h_xy = LN2 / 2 + 2 * math.log(4) / 4  # (1/2) ln 2 + 2 (1/4) ln 4 = (3/2) ln 2
    h_x = 3 / 4 * math.log(4 / 3) + math.log(4) / 4  # of (3/4, 1/4)
    h_y = LN2  # of (1/2, 1/2)
    assert entropy(table) == approx(h_xy)
    assert entropy(table.sum(axis=1)) == approx(h_x)
    assert conditional_entropy(table) == approx(h_xy - h_y)
    assert mutual_information(table) == approx(h_x + h_y - h_xy)
    assert mutual_information(table) == approx(3 / 2 * LN2 - 3 / 4 * LN3)


@pytest.mark.parametrize("table", [XOR, XOR / 4], ids=["counts", "pmf"])
def test_xor_is_all_complementarity(table: NDArray[Any]) -> None:
    """Z = X xor Y: MI(X, Y) = 0, MI(X, Y | Z) = ln 2, TMI = -ln 2."""
    assert mutual_information(table.sum(axis=2)) == 0
    assert conditional_mutual_information(table) == approx(LN2)
    assert triple_mutual_information(table) == approx(-LN2)


@pytest.mark.parametrize("table", [COPIES, COPIES / 2], ids=["counts", "pmf"])
def test_copies_are_all_redundancy(table: NDArray[Any]) -> None:
    """X = Y = Z: MI(X, Y) = ln 2, MI(X, Y | Z) = 0, TMI = ln 2."""
    assert mutual_information(table.sum(axis=2)) == approx(LN2)
    assert conditional_mutual_information(table) == 0
    assert triple_mutual_information(table) == approx(LN2)


@given(st.one_of(tables(2), pmfs(2)))
def test_entropy_is_its_definition(xy: NDArray[Any]) -> None:
    """H(X, Y) = -sum p ln p, 0 ln 0 = 0."""
    assert entropy(xy) == approx(-math.fsum(p * math.log(p) for _, p in cells(xy)))


@given(st.one_of(tables(2), pmfs(2)))
def test_conditional_entropy_is_its_definition(xy: NDArray[Any]) -> None:
    """H(X | Y) = -sum p(x, y) ln (p(x, y) / p(y))."""
    p_y = (xy / xy.sum()).sum(axis=0)
    assert conditional_entropy(xy) == approx(
        -math.fsum(p * math.log(p / p_y[y]) for (_, y), p in cells(xy))
    )


@given(st.one_of(tables(2), pmfs(2)))
def test_mutual_information_is_its_definition(xy: NDArray[Any]) -> None:
    """MI(X, Y) = sum p(x, y) ln (p(x, y) / (p(x) p(y)))."""
    pmf = xy / xy.sum()
    p_x, p_y = pmf.sum(axis=1), pmf.sum(axis=0)
    assert mutual_information(xy) == approx(
        math.fsum(p * math.log(p / (p_x[x] * p_y[y])) for (x, y), p in cells(xy))
    )


@given(st.one_of(tables(3), pmfs(3)))
def test_conditional_mutual_information_is_its_definition(xyz: NDArray[Any]) -> None:
    """MI(X, Y | Z) = sum p(x, y, z) ln (p(x, y, z) p(z) / (p(x, z) p(y, z)))."""
    pmf = xyz / xyz.sum()
    p_xz, p_yz, p_z = pmf.sum(axis=1), pmf.sum(axis=0), pmf.sum(axis=(0, 1))
    assert conditional_mutual_information(xyz) == approx(
        math.fsum(
            p * math.log(p * p_z[z] / (p_xz[x, z] * p_yz[y, z])) for (x, y, z), p in cells(xyz)
        )
    )


@given(st.one_of(tables(3), pmfs(3)))
def test_triple_mutual_information_is_its_definition(xyz: NDArray[Any]) -> None:
    """TMI = sum p(x, y, z) ln (p(x, y) p(y, z) p(x, z) / (p(x, y, z) p(x) p(y) p(z)))."""
    pmf = xyz / xyz.sum()
    p_xy, p_xz, p_yz = pmf.sum(axis=2), pmf.sum(axis=1), pmf.sum(axis=0)
    p_x, p_y, p_z = p_xy.sum(axis=1), p_xy.sum(axis=0), p_xz.sum(axis=0)
    assert triple_mutual_information(xyz) == approx(
        math.fsum(
            p * math.log(p_xy[x, y] * p_yz[y, z] * p_xz[x, z] / (p * p_x[x] * p_y[y] * p_z[z]))
            for (x, y, z), p in cells(xyz)
        )
    )


def at_sixty_digits(xy: NDArray[Any]) -> tuple[Decimal, Decimal]:
    """Return H(X, Y) = ln n - (sum m ln m) / n and MI(X, Y), summed in the same way."""

    def m_ln_m(table: NDArray[Any]) -> Decimal:
        counts = [Decimal(m) for m in table.ravel().tolist() if m]
        return sum((m * m.ln() for m in counts), Decimal(0))

    with localcontext(prec=60):
        total, cells, x, y = (m_ln_m(t) for t in (xy.sum(), xy, xy.sum(axis=1), xy.sum(axis=0)))
        n = int(xy.sum())
        return (total - cells) / n, (cells - x - y + total) / n


@given(tables(2, largest=10**12))
def test_fixed_point_is_right_to_the_last_bits_of_ln_n(xy: NDArray[Any]) -> None:
    """Both terms agree with 60 digits to 32 * 2**-53 ln n.

    Each m ln m is rounded twice to 53 bits. A sum of them is at most n ln n, so it is off by at
    most 2 * 2**-53 n ln n, and four of them divided by n by 8 * 2**-53 ln n. Up to
    4096 + 16 quanta, each at most 2**-61 n ln n, a mutual information is taken for 0: another
    17 * 2**-53 ln n.
    """
    h, mi = at_sixty_digits(xy)
    last_bits = 32 * 2**-53 * max(math.log(xy.sum()), 1)
    assert abs(Decimal(entropy(xy)) - h) <= last_bits
    assert abs(Decimal(mutual_information(xy)) - mi) <= last_bits


def test_one_row_off_independence_among_a_hundred_thousand_still_tells() -> None:
    """MI of the counts (m + 1, m; m, m), n = 4 m + 1, is 1 / (2 n**2) at first order, and no 0.

    Every cell is 1/4 off its expectation of about n/4, and MI is (1/n) sum d**2 / (2 e).
    """
    m = 25_000
    n = 4 * m + 1
    mi = mutual_information(np.array([[m + 1, m], [m, m]]))
    assert mi == pytest.approx(1 / (2 * n**2), rel=0.01)


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int32", "uint64"])
def test_counts_of_any_integer_type_are_the_same(dtype: str) -> None:
    table = XOR.astype(dtype)
    assert conditional_mutual_information(table) == conditional_mutual_information(XOR)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (np.zeros((2, 2), dtype=np.int64), r"shape \(2, 2\) is empty"),
        (np.zeros((0, 2), dtype=np.int64), r"shape \(0, 2\) is empty"),
        (np.zeros((2, 2)), "is empty"),
        (np.array([[1, -1], [1, 1]]), "negative entry, -1"),
        (np.array([[0.5, -0.5], [0.5, 0.5]]), "negative entry, -0.5"),
        (np.array([[0.5, 0.4]]), "add up to 0.9, not 1"),
        (np.array([[0.5, math.nan]]), "add up to nan, not 1"),
    ],
)
def test_a_table_that_is_no_distribution_is_refused(table: NDArray[Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        entropy(table)
    with pytest.raises(ValueError, match=message):
        mutual_information(table)


def test_the_number_of_axes_is_checked() -> None:
    with pytest.raises(ValueError, match="3 axes; this needs 2"):
        mutual_information(XOR)
    with pytest.raises(ValueError, match="1 axes; this needs 2"):
        conditional_entropy(np.array([1, 2]))
    with pytest.raises(ValueError, match="2 axes; this needs 3"):
        conditional_mutual_information(COUNTS)
