"""The laws that entropy and mutual information obey, on tables of counts and on probabilities."""

import itertools
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


def approx(value: float) -> Any:
    return pytest.approx(value, rel=0, abs=1e-12)


@given(st.one_of(tables(3), pmfs(3)))
def test_nothing_but_the_triple_information_is_negative(xyz: NDArray[Any]) -> None:
    """H >= 0, H(X | Y) >= 0, MI >= 0, MI(X, Y | Z) >= 0."""
    xy = xyz.sum(axis=2)
    assert entropy(xyz) >= 0
    assert conditional_entropy(xy) >= 0
    assert mutual_information(xy) >= 0
    assert conditional_mutual_information(xyz) >= 0


@given(tables(3))
def test_mutual_information_of_counts_is_symmetric_to_the_last_bit(xyz: NDArray[Any]) -> None:
    """MI(X, Y) = MI(Y, X) and MI(X, Y | Z) = MI(Y, X | Z)."""
    xy = xyz.sum(axis=2)
    assert mutual_information(xy) == mutual_information(xy.T)
    assert conditional_mutual_information(xyz) == conditional_mutual_information(
        xyz.transpose(1, 0, 2)
    )


@given(pmfs(2))
def test_mutual_information_of_a_pmf_is_symmetric(xy: NDArray[Any]) -> None:
    """MI(X, Y) = MI(Y, X)."""
    assert mutual_information(xy) == approx(mutual_information(xy.T))


@given(st.one_of(tables(3), pmfs(3)))
def test_triple_mutual_information_is_symmetric_in_its_three_variables(xyz: NDArray[Any]) -> None:
    """TMI(X, Y, Z) is the same in all six orders."""
    for order in itertools.permutations(range(3)):
        assert triple_mutual_information(xyz.transpose(order)) == approx(
            triple_mutual_information(xyz)
        )


@given(st.one_of(tables(2), pmfs(2)))
def test_entropies_add_up_by_the_chain_rule(xy: NDArray[Any]) -> None:
    """H(X, Y) = H(Y) + H(X | Y)."""
    assert entropy(xy) == approx(entropy(xy.sum(axis=0)) + conditional_entropy(xy))


@given(st.one_of(tables(3), pmfs(3)))
def test_informations_add_up_by_the_chain_rule(xyz: NDArray[Any]) -> None:
    """MI({X, Z}, Y) = MI(Z, Y) + MI(X, Y | Z)."""
    x, y, z = xyz.shape
    together = xyz.transpose(0, 2, 1).reshape(x * z, y)
    assert mutual_information(together) == approx(
        mutual_information(xyz.sum(axis=0).T) + conditional_mutual_information(xyz)
    )


@given(st.one_of(tables(2), pmfs(2)))
def test_conditioning_cannot_raise_entropy(xy: NDArray[Any]) -> None:
    """H(X | Y) = H(X) - MI(X, Y) <= H(X)."""
    h_x = entropy(xy.sum(axis=1))
    assert conditional_entropy(xy) <= h_x + 1e-12
    assert conditional_entropy(xy) == approx(h_x - mutual_information(xy))


@given(st.one_of(tables(3), pmfs(3)))
def test_mutual_information_never_exceeds_either_entropy(xyz: NDArray[Any]) -> None:
    """MI(X, Y) <= min(H(X), H(Y)), MI(X, Y | Z) <= min(H(X | Z), H(Y | Z)): no tolerance."""
    xy = xyz.sum(axis=2)
    assert mutual_information(xy) <= min(entropy(xy.sum(axis=1)), entropy(xy.sum(axis=0)))
    assert conditional_mutual_information(xyz) <= min(
        conditional_entropy(xyz.sum(axis=1)), conditional_entropy(xyz.sum(axis=0))
    )


@given(tables(1, largest=10**9))
def test_counts_share_all_their_entropy_with_themselves(x: NDArray[Any]) -> None:
    """MI(X, X) = H(X): no tolerance."""
    assert mutual_information(np.diag(x)) == entropy(x)


@given(tables(1, largest=1000), tables(1, largest=1000), tables(1, largest=1000))
def test_independent_counts_share_exactly_nothing(
    x: NDArray[Any], y: NDArray[Any], z: NDArray[Any]
) -> None:
    """n(x, y, z) = n(x) n(y) n(z): MI = MI(., . | Z) = TMI = 0, no tolerance."""
    xyz = np.einsum("i,j,k->ijk", x, y, z)
    assert mutual_information(np.multiply.outer(x, y)) == 0
    assert conditional_mutual_information(xyz) == 0
    assert triple_mutual_information(xyz) == 0


@given(pmfs(1), pmfs(1))
def test_independent_probabilities_share_exactly_nothing(x: NDArray[Any], y: NDArray[Any]) -> None:
    """p(x, y) = p(x) p(y): MI = 0, no tolerance."""
    assert mutual_information(np.multiply.outer(x, y)) == 0


@given(st.one_of(tables(2), pmfs(2)), st.data())
def test_merging_levels_cannot_add_information(xy: NDArray[Any], data: st.DataObject) -> None:
    """MI(f(X), Y) <= MI(X, Y), the data processing inequality."""
    f = data.draw(st.lists(st.integers(0, 2), min_size=len(xy), max_size=len(xy)))
    merged = np.zeros((3, xy.shape[1]), dtype=xy.dtype)
    np.add.at(merged, f, xy)
    assert mutual_information(merged) <= mutual_information(xy) + 1e-12


@given(tables(3, largest=1000))
def test_counts_and_their_pmf_agree(xyz: NDArray[Any]) -> None:
    """p = n(x, y, z) / n gives what the counts give."""
    pmf = xyz / xyz.sum()
    assert entropy(xyz) == approx(entropy(pmf))
    assert conditional_mutual_information(xyz) == approx(conditional_mutual_information(pmf))
    assert triple_mutual_information(xyz) == approx(triple_mutual_information(pmf))


@given(tables(3), st.integers(2, 10**6))
def test_counting_every_row_several_times_changes_nothing(xyz: NDArray[Any], times: int) -> None:
    """H and MI depend on n(x, y, z) / n only."""
    assert entropy(xyz * times) == approx(entropy(xyz))
    assert conditional_mutual_information(xyz * times) == approx(
        conditional_mutual_information(xyz)
    )
