"""Every source that counts the same rows, or holds their distribution, gives the same terms."""

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

from natpick import CRITERIA, forward, sources
from natpick.information import mutual_information
from natpick.sources import Counts, InformationSource, Joint, JointSource, Shared
from natpick.sources.pairs import terms_of_pairs
from natpick.terms import Want
from strategies import (
    Encoded,
    Pairwise,
    Priced,
    Watched,
    empirical,
    encoded,
    full_of_ties,
    informative,
)

SOURCES: dict[str, Callable[[NDArray[Any], NDArray[Any]], InformationSource]] = {
    "Counts": Counts.from_codes,
    "Joint": empirical,
    "Shared": lambda codes, y: Shared(Counts.from_codes(codes, y)),
}
"""How to make each source of natpick.sources from rows of codes."""

EVERY_SOURCE = pytest.mark.parametrize("name", SOURCES)
EVERY_OTHER = pytest.mark.parametrize("name", [name for name in SOURCES if name != "Joint"])
EVERY_ROW = pytest.mark.parametrize("row", [n for n, row in CRITERIA.items() if row.fold])


def close(found: Any, expected: Any) -> bool:
    return np.allclose(found, expected, rtol=0, atol=1e-12)


def test_every_source_takes_part() -> None:
    classes = {name for name in sources.__all__ if hasattr(getattr(sources, name), "univariate")}
    protocols = {"InformationSource", "JointSource", "ExactSource", "SampleSource"}
    protocols |= {"ChanceSource"}
    not_counted = {"Gaussian", "HalfPlane", "Neighbors"}  # which have tests of their own
    assert set(SOURCES) == classes - protocols - not_counted


@EVERY_SOURCE
def test_a_source_is_known_by_what_it_can_do(name: str) -> None:
    source = SOURCES[name](*full_of_ties(0))
    assert isinstance(source, InformationSource)
    assert isinstance(source, JointSource) == hasattr(source, "set_terms")
    assert list(source.names) == [f"x{i}" for i in range(8)]


@EVERY_OTHER
@settings(max_examples=25)
@given(table=encoded())
def test_terms_of_single_features_are_those_of_the_distribution(name: str, table: Encoded) -> None:
    """H(C), H(X_i) and MI(C, X_i) of the pmf that gives each row 1/n."""
    found, exact = SOURCES[name](*table).univariate(), empirical(*table).univariate()
    assert close(found.target_entropy, exact.target_entropy)
    assert close(found.entropy, exact.entropy)
    assert close(found.relevance, exact.relevance)


@EVERY_OTHER
@settings(max_examples=25)
@given(table=encoded())
def test_terms_of_pairs_are_those_of_the_distribution(name: str, table: Encoded) -> None:
    """MI(X_i, X_s), MI(X_i, X_s | C) and H(X_i, X_s, C), whatever else is asked for."""
    source, joint = SOURCES[name](*table), empirical(*table)
    everything = np.arange(table[0].shape[1])
    for s in everything.tolist():
        exact = joint.pair_terms(s, everything, Want.ALL)
        all_three = source.pair_terms(s, everything[::-1], Want.ALL)
        assert close(all_three.redundancy[::-1], exact.redundancy)
        assert close(all_three.class_redundancy[::-1], exact.class_redundancy)
        assert close(all_three.joint_entropy[::-1], exact.joint_entropy)
        one = source.pair_terms(s, everything[:1], Want.REDUNDANCY)
        assert close(one.redundancy, exact.redundancy[:1])


@EVERY_SOURCE
def test_no_candidates_get_no_terms(name: str) -> None:
    none = np.array([], dtype=np.int64)
    terms = SOURCES[name](*full_of_ties(0)).pair_terms(2, none, Want.ALL)
    assert terms.redundancy.shape == terms.class_redundancy.shape == terms.joint_entropy.shape
    assert terms.redundancy.shape == (0,)


@pytest.mark.parametrize("make", [Counts.from_codes, empirical])
@settings(max_examples=25)
@given(table=encoded())
def test_terms_of_sets_are_those_of_the_definition(make: Any, table: Encoded) -> None:
    """H(C | S), H(X_i | S) and MI(C, X_i | S), S growing, shrinking, and changing altogether."""
    source, joint = make(*table), empirical(*table)
    everything = np.arange(table[0].shape[1])
    names = np.array(joint.names)
    sets = (everything[:k] for k in (0, 2, len(everything)))
    for selected in (*sets, everything[::-1][:2], everything, everything[-1:], everything[:1]):
        s, terms = names[selected].tolist(), source.set_terms(selected, everything)
        assert close(terms.target_entropy, joint.entropy("C", given=s))
        assert close(terms.entropy, [joint.entropy(i, given=s) for i in names])
        assert close(terms.relevance, [joint.mutual_information("C", i, given=s) for i in names])


@EVERY_OTHER
@EVERY_ROW
@settings(max_examples=5)
@given(table=encoded())
def test_searches_pick_the_same_features_at_the_same_scores(
    name: str, row: str, table: Encoded
) -> None:
    check_the_same_search(SOURCES[name](*table), empirical(*table), row)


@pytest.mark.parametrize("row", CRITERIA)
def test_searches_agree_on_tables_full_of_ties(row: str) -> None:
    """Where the rounding of the two differs, neither a pick nor a term may change with it."""
    for seed in (*range(8), 30, 144, 148):
        table = full_of_ties(seed, columns=7)
        check_the_same_search(Counts.from_codes(*table), empirical(*table), row)


@settings(max_examples=25)
@given(table=encoded())
def test_searches_by_the_target_itself_pick_the_same_features(table: Encoded) -> None:
    check_the_same_search(Counts.from_codes(*table), empirical(*table), "cmi")


def check_the_same_search(source: InformationSource, joint: Joint, row: str) -> None:
    for found, exact in zip(forward(source, row), forward(joint, row), strict=True):
        assert (found.index, found.name, found.tied) == (exact.index, exact.name, exact.tied)
        assert close(found.score, exact.score)
        assert close(found.relevance, exact.relevance)
        assert close(
            [found.redundancy, found.class_redundancy], [exact.redundancy, exact.class_redundancy]
        )
        assert close(np.ravel(found.with_selected), np.ravel(exact.with_selected))


@EVERY_OTHER
@EVERY_ROW
def test_searches_agree_on_a_table_of_some_size(name: str, row: str) -> None:
    table = informative(200, 7)
    check_the_same_search(SOURCES[name](*table), empirical(*table), row)


def bits(source: Counts) -> list[bytes]:
    """Return every term of a source, to the last bit."""
    everything = np.arange(len(source.names))
    alone = source.univariate()
    pairs = [source.pair_terms(s, everything, Want.ALL) for s in everything.tolist()]
    whole = source.set_terms(everything[:3], everything)
    return [
        np.float64(alone.target_entropy).tobytes(),
        alone.entropy.tobytes(),
        alone.relevance.tobytes(),
        *(p.redundancy.tobytes() for p in pairs),
        *(p.class_redundancy.tobytes() for p in pairs),
        *(p.joint_entropy.tobytes() for p in pairs),
        np.float64(whole.target_entropy).tobytes(),
        whole.entropy.tobytes(),
        whole.relevance.tobytes(),
    ]


def test_1_2_and_8_threads_give_the_same_bits() -> None:
    """40,000 rows by 60 columns: work enough for eight threads."""
    codes, y = informative(40_000, 60)
    one, two, eight = (Counts.from_codes(codes, y, n_jobs=threads) for threads in (1, 2, 8))
    assert bits(one) == bits(two) == bits(eight)
    for row in ("jmi", "cmim", "cmi"):
        steps = [[*zip(range(6), forward(s, row), strict=False)] for s in (one, two, eight)]
        assert steps[0] == steps[1] == steps[2]


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "int64", "float32", "bool"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_layout_and_type_of_the_codes_change_no_bit(dtype: str, order: Any) -> None:
    codes, y = informative(700, 9)
    codes = codes % 2 if dtype == "bool" else codes
    expected = bits(Counts.from_codes(codes, y))
    assert bits(Counts.from_codes(np.asarray(codes, dtype=dtype, order=order), y)) == expected
    every_other = np.repeat(codes, 2, axis=0).astype(dtype)[::2]
    assert bits(Counts.from_codes(every_other, y)) == expected


@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_codes_of_a_fitting_type_are_not_copied(dtype: str, order: Any) -> None:
    """What becomes of the array becomes of the terms."""
    codes, y = informative(50, 2)
    array = np.array(codes, dtype=dtype, order=order)
    source = Counts.from_codes(array, y)
    array[:, 1] = array[:, 0]
    terms = source.pair_terms(0, np.array([1]), Want.REDUNDANCY)
    assert terms.redundancy[0] > mutual_information(counted(codes))


def counted(codes: NDArray[Any]) -> NDArray[Any]:
    """Return n(x0, x1)."""
    counts = np.zeros((5, 5), dtype=np.int64)
    np.add.at(counts, tuple(codes.T.astype(np.int64)), 1)
    return counts


def test_codes_need_not_be_dense_nor_labels_numbers() -> None:
    """Any names of the levels will do: only which rows are alike counts."""
    codes, y = informative(200, 4)
    spread = np.array([7, 65_535, 0, 300, 12])[codes]
    for labels in (y * 1000 - 5, np.array(["b", "a", "c"])[y], y == 1, y + 0.5):
        plain = Counts.from_codes(codes, np.unique(labels, return_inverse=True)[1])
        assert bits(Counts.from_codes(spread, labels)) == bits(plain)


@pytest.mark.parametrize(
    ("dtype", "labels"),
    [
        ("int8", [-128, 127, 5]),
        ("uint8", [255, 0, 9]),
        ("int64", [-(2**63), 2**63 - 1, 0]),
        ("uint64", [2**64 - 1, 2**64 - 2, 2**64 - 200]),
        ("int32", [-2, 40, 1]),
    ],
)
def test_labels_that_are_whole_numbers_may_be_any(dtype: str, labels: list[int]) -> None:
    codes, y = informative(200, 4)
    named = np.array(labels, dtype=dtype)[y % 3]
    plain = Counts.from_codes(codes, np.array(["c", "b", "a"])[y % 3])
    assert bits(Counts.from_codes(codes, named)) == bits(plain)


def test_shared_terms_are_those_of_the_source_bit_for_bit() -> None:
    source = Counts.from_codes(*informative(300, 6))
    shared, everything = Shared(source), np.arange(6)
    shared.pair_terms(4, np.array([1, 5]), Want.REDUNDANCY)
    for want in (Want.ALL, Want.CLASS_REDUNDANCY, Want.NOTHING):
        found, there = (
            shared.pair_terms(4, everything, want),
            source.pair_terms(4, everything, Want.ALL),
        )
        assert np.array_equal(found.redundancy, there.redundancy)
        assert np.array_equal(found.class_redundancy, there.class_redundancy)
        assert np.array_equal(found.joint_entropy, there.joint_entropy)


def test_a_shared_row_has_the_terms_with_all_open_features_and_asks_for_those_not_known() -> None:
    watched = Watched(Counts.from_codes(*informative(200, 40)))
    shared, everything = Shared(watched, closed=[8, 9]), np.arange(40)
    shared.terms_of_pairs(np.array([4, 4, 7]), np.array([6, 7, 4]), Want.ALL)
    for s in (4, 7, 5, 4):
        row, there = shared.row(s, Want.ALL), watched.source.pair_terms(s, everything, Want.ALL)
        told = np.setdiff1d(everything, [s, 8, 9])
        for found, term in zip(dataclasses.astuple(row), dataclasses.astuple(there), strict=True):
            assert np.array_equal(found[told], term[told])
            assert not found[[s, 8, 9]].any()
    asked = [frozenset(pair) for pair in watched.asked.elements()]
    of_three = {frozenset((s, i)) for s in (4, 5, 7) for i in range(40) if i not in (s, 8, 9)}
    assert set(asked) == of_three
    assert len(asked) == len(of_three) + 1  # (4, 7) and (7, 4), which were asked for in one call


def test_a_row_is_worth_having_once_as_many_pairs_were_asked_for_as_cost_no_less() -> None:
    source = Counts.from_codes(*informative(100, 40))
    shared = Shared(Priced(source, 9))
    for first in (0, 4, 4):  # terms that are known cost nothing
        shared.terms_of_pairs(np.full(8, 20), np.arange(first, first + 8), Want.ALL)
        assert shared.has_row(20) == (first > 0)
    assert not shared.has_row(3)
    assert Shared(Priced(source, 0)).has_row(3)
    assert not Shared(Pairwise(source)).has_row(3)


def test_all_pairs_of_a_feature_cost_less_than_half_of_them_where_levels_are_few() -> None:
    codes, y = informative(30_000, 5)
    wide = np.broadcast_to(codes[:, :1], (30_000, 3_000))
    assert 0 < Counts.from_codes(wide, y).pairs_for_all() < 3_000 / 2
    assert Counts.from_codes(wide[:100], y[:100]).pairs_for_all() < 0
    assert Counts.from_codes(np.arange(100)[:, np.newaxis] + [0, 0], y[:100]).pairs_for_all() == 2
    corrected = Counts.from_codes(codes[:100], y[:100], estimator="shrinkage")
    assert corrected.pairs_for_all() == 5


@EVERY_SOURCE
@pytest.mark.parametrize("want", [Want.REDUNDANCY, Want.ALL])
def test_terms_of_many_pairs_are_those_of_one_feature_after_the_other(
    name: str, want: Want
) -> None:
    source = SOURCES[name](*full_of_ties(2))
    s, i = np.array([3, 3, 0, 7, 7, 7, 3, 0]), np.array([1, 3, 5, 0, 3, 4, 2, 7])
    together = terms_of_pairs(source)(s, i, want)
    for j in range(len(s)):
        alone = source.pair_terms(int(s[j]), i[[j]], want)
        assert np.array_equal(together.redundancy[[j]], alone.redundancy)
        if want is Want.ALL:
            assert np.array_equal(together.class_redundancy[[j]], alone.class_redundancy)
            assert np.array_equal(together.joint_entropy[[j]], alone.joint_entropy)


def test_shared_terms_of_pairs_are_asked_for_once_and_remembered_for_any_number_of_features() -> (
    None
):
    watched = Watched(Counts.from_codes(*informative(200, 40)))
    shared, everything = Shared(watched), np.arange(40)
    for s in range(40):
        some = everything[s % 3 :: 3]
        shared.terms_of_pairs(np.full(len(some), s), some, Want.ALL)
    for s in range(40):
        found = shared.pair_terms(s, everything, Want.ALL)
        there = watched.source.pair_terms(s, everything, Want.ALL)
        assert np.array_equal(found.redundancy, there.redundancy)
        assert np.array_equal(found.class_redundancy, there.class_redundancy)
        assert np.array_equal(found.joint_entropy, there.joint_entropy)
    assert set(watched.asked.values()) == {1}
    assert watched.asked.total() < 40 * 40  # terms are symmetric


def test_terms_that_are_not_shared_cannot_be_asked_for() -> None:
    shared = Shared(Counts.from_codes(*full_of_ties(0)), Want.REDUNDANCY)
    with pytest.raises(
        ValueError, match=r"CLASS_REDUNDANCY.* was asked for, but only .*REDUNDANCY"
    ):
        shared.pair_terms(0, np.array([1]), Want.CLASS_REDUNDANCY)
