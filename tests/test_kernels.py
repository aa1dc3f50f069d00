"""Every kernel, with every instruction set, counts as numpy does: to the last bit of every term."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from natpick._core import Table, simd
from natpick.information import (
    conditional_entropy,
    conditional_mutual_information,
    entropy,
    mutual_information,
)

Codes = NDArray[Any]

KERNELS = ["histogram", "sorted_rows", "vertical", "planes", "auto"]
SETS = ["portable", "avx2", "avx512"]
RUNNABLE = SETS[: SETS.index(simd()) + 1]
MOST_PACKED = 64
"""Columns of more levels have no strip."""


@dataclass(frozen=True)
class Problem:
    """Columns that depend on each other and on the classes, so that no term is 0 by chance."""

    codes: Codes
    levels: list[int]
    target: NDArray[np.uint32]
    n_classes: int

    @property
    def columns(self) -> list[tuple[Codes, int]]:
        return [(self.codes[:, j], b) for j, b in enumerate(self.levels)]

    def table(self, kernel: str = "auto", threads: int = 1) -> Table:
        levels = np.array(self.levels, dtype=np.uint32)
        return Table(self.codes, levels, self.target, self.n_classes, threads, kernel)


def problem(n: int, levels: list[int], n_classes: int, dtype: str = "uint8") -> Problem:
    rng = np.random.default_rng([n, n_classes, *levels])
    target = rng.integers(0, n_classes, n).astype(np.uint32)
    hidden = target + rng.integers(0, 4, n)
    columns = [(hidden + rng.integers(0, max(1, b // 2), n)) % b for b in levels]
    codes = np.stack(columns, axis=1).astype(dtype)
    return Problem(codes, levels, target, n_classes)


def counted(*columns: tuple[Codes, int]) -> NDArray[np.int64]:
    """Count rows: one axis per (codes, number of levels)."""
    sizes = [size for _, size in columns]
    cells = np.ravel_multi_index([codes.astype(np.int64) for codes, _ in columns], sizes)
    return np.bincount(cells, minlength=int(np.prod(sizes))).reshape(sizes)


def terms_of(table: Table, s: int, given: NDArray[np.uint32], n_given: int) -> list[Any]:
    """Return every term that the table yields, as lists."""
    every = np.arange(len(table.univariate()[1]), dtype=np.int64)
    alone, pairs = table.univariate(), table.pair_terms(s, every, True)
    without_target = table.pair_terms(s, every, False)[:1]
    whole = table.set_terms(given, n_given, every)
    return [np.asarray(x).tolist() for x in (*alone, *pairs, *without_target, *whole)]


def definitions(data: Problem, s: int, given: NDArray[np.uint32], n_given: int) -> list[Any]:
    """Return the same from natpick.information."""
    c, g, x_s = (data.target, data.n_classes), (given, n_given), data.columns[s]
    with_s = [counted(x, x_s, c) for x in data.columns]
    with_g = [counted(c, x, g) for x in data.columns]
    redundancy = [mutual_information(t.sum(axis=2)) for t in with_s]
    return [
        entropy(counted(c)),
        [entropy(counted(x)) for x in data.columns],
        [mutual_information(counted(c, x)) for x in data.columns],
        redundancy,
        [conditional_mutual_information(t) for t in with_s],
        [entropy(t) for t in with_s],
        redundancy,
        conditional_entropy(counted(c, g)),
        [conditional_entropy(t.sum(axis=0)) for t in with_g],
        [conditional_mutual_information(t) for t in with_g],
    ]


def check(data: Problem, kernel: str, threads: int = 1, s: int = 0) -> None:
    given = (np.arange(len(data.codes)) % 5 + 2 * (data.codes[:, 0] % 2)).astype(np.uint32)
    assert terms_of(data.table(kernel, threads), s, given, 7) == definitions(data, s, given, 7)


@pytest.fixture(params=RUNNABLE)
def each_set(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Count with one of the instruction sets that this machine runs."""
    monkeypatch.setenv("NATPICK_SIMD", request.param)
    assert simd() == request.param
    return str(request.param)


@pytest.mark.usefixtures("each_set")
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("n", [1, 2, 15, 16, 17, 63, 64, 65, 239, 241, 1009, 3001])
def test_any_number_of_rows(n: int, kernel: str) -> None:
    check(problem(n, [1, 2, 3, 5, 17], 3), kernel, s=3)


@pytest.mark.usefixtures("each_set")
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize(
    "levels", [[1, 1], [2, 2], [3, 4], [5, 8], [9, 16], [31, 33], [64, 65], [255, 256], [300, 7]]
)
def test_any_number_of_levels(levels: list[int], kernel: str) -> None:
    check(problem(701, levels, 2, "uint16"), kernel, s=1)
    check(problem(701, levels[::-1], 2, "uint16"), kernel, s=1)


@pytest.mark.usefixtures("each_set")
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("n_classes", [1, 2, 7, 100])
def test_any_number_of_classes(n_classes: int, kernel: str) -> None:
    check(problem(1501, [4, 2, 60], n_classes), kernel)


@pytest.mark.usefixtures("each_set")
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("threads", [1, 2, 8])
def test_any_number_of_threads(threads: int, kernel: str) -> None:
    data = problem(811, [2, 5, 10, 3], 2)
    wide = replace(data, codes=np.tile(data.codes, (1, 300)), levels=data.levels * 300)
    given = np.zeros(811, dtype=np.uint32)
    few = definitions(data, 2, given, 1)
    many = [terms * 300 if isinstance(terms, list) else terms for terms in few]
    assert terms_of(wide.table(kernel, threads), 2, given, 1) == many


LAYOUTS = {
    "C order": np.ascontiguousarray,
    "F order": np.asfortranarray,
    "slices": lambda codes: np.repeat(np.repeat(codes, 2, 0), 3, 1)[::2, ::3],
    "reversed": lambda codes: codes[::-1, ::-1].copy()[::-1, ::-1],
}


@pytest.mark.usefixtures("each_set")
@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("levels", [[4] * 37, [2, 5, 3, 64, 130, 9] * 6])
def test_any_layout_of_the_codes(levels: list[int], layout: str, dtype: str) -> None:
    data = problem(331, levels, 2, dtype)
    check(replace(data, codes=LAYOUTS[layout](data.codes)), "vertical", s=2)


@pytest.mark.usefixtures("each_set")
@pytest.mark.parametrize("levels", [2, 5, 16, 20])
def test_columns_of_rows_that_lie_far_apart_are_read_from_strips_as_they_are(levels: int) -> None:
    data = problem(2000, [levels] * 600, 3)
    assert "vertical" in kernels(data, 1)
    by_rows = replace(data, codes=np.ascontiguousarray(data.codes)).table()
    by_columns = replace(data, codes=np.asfortranarray(data.codes)).table()
    s, i = np.arange(600), np.arange(600)[::-1].copy()
    few, all_others = (s, i), (np.repeat(s[::97], 600), np.tile(i, len(s[::97])))
    for pairs in (few, all_others):
        of_rows = by_rows.terms_of_pairs(*pairs, class_redundancy=True)
        of_columns = by_columns.terms_of_pairs(*pairs, class_redundancy=True)
        for read, as_they_are in zip(of_rows, of_columns, strict=True):
            np.testing.assert_array_equal(read, as_they_are)


@pytest.mark.usefixtures("each_set")
@pytest.mark.parametrize("longest", [1, 2, 3, 14, 15, 16, 21, 22])
@pytest.mark.parametrize("n_classes", [1, 4])
def test_strata_of_few_rows(n_classes: int, longest: int) -> None:
    """Up to 15 rows of a stratum, counts are four bits; up to 511 in all they are eight."""
    given = np.repeat(np.arange(6), n_classes * longest)
    data = problem(len(given), [6, 2, 5, 64, 1], n_classes)
    data.codes[:, 0] = given
    data.target[:] = np.arange(len(given)) % n_classes
    labels = given.astype(np.uint32)
    terms = terms_of(data.table("vertical"), 0, labels, 6)
    assert terms == definitions(data, 0, labels, 6)


@pytest.mark.usefixtures("each_set")
@pytest.mark.parametrize("most", [255, 256])
@pytest.mark.parametrize("n", [511, 512])
@pytest.mark.parametrize("n_classes", [1, 3])
def test_counts_of_few_rows_up_to_the_largest(n_classes: int, n: int, most: int) -> None:
    """A g of up to 255 rows is counted in eight bits, one of more, or of 512 rows, is not."""
    data = problem(n, [2, 60, 3, 64, 17], n_classes)
    data.codes[:, 1] = np.where(np.arange(n) < most, 0, 1 + np.arange(n) % 59)
    data.codes[:most, 3] = 63
    labels = data.codes[:, 1].astype(np.uint32)
    terms = terms_of(data.table("vertical"), 1, labels, 60)
    assert terms == definitions(data, 1, labels, 60)


@pytest.mark.usefixtures("each_set")
@pytest.mark.parametrize("kernel", KERNELS)
def test_columns_that_all_hold_one_code(kernel: str) -> None:
    data = problem(500, [3, 3, 3], 2)
    codes = np.full_like(data.codes, 2)
    codes[:, 1] = 0
    check(replace(data, codes=codes), kernel)


@pytest.mark.usefixtures("each_set")
@pytest.mark.parametrize("threads", [1, 8])  # 8 are more than strips: blocks are parted
def test_rows_in_several_blocks_and_more_than_16_bits_count(threads: int) -> None:
    n = 140_001
    data = problem(n, [7, 2] + [16] * 8, 2)
    data.codes[: n // 2, 1] = 1  # more than 65,535 rows of one stratum
    wide = replace(data, codes=np.tile(data.codes, (1, 52)), levels=data.levels * 52)
    every = np.arange(520, dtype=np.int64)
    for s in (0, 1):
        terms = wide.table("vertical", threads).pair_terms(s, every, True)
        tables = [counted(x, data.columns[s], (data.target, 2)) for x in data.columns]
        assert terms[0].tolist() == [mutual_information(t.sum(axis=2)) for t in tables] * 52
        assert terms[1].tolist() == [conditional_mutual_information(t) for t in tables] * 52


@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_all_kernels_agree_whatever_the_shape(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 400))
    levels = data.draw(st.lists(st.integers(1, 300), min_size=1, max_size=12))
    n_classes = data.draw(st.integers(1, 100))
    n_given = data.draw(st.integers(1, 50))
    drawn = problem(n, levels, n_classes, "uint16")
    labels = np.random.default_rng(n).integers(0, n_given, n).astype(np.uint32)
    answers = [terms_of(drawn.table(kernel, 2), 0, labels, n_given) for kernel in KERNELS]
    assert all(answer == answers[0] for answer in answers)


def kernels(data: Problem, n_given: int, candidates: int | None = None) -> set[str]:
    count = len(data.levels) if candidates is None else candidates
    return set(data.table().kernels(np.arange(count, dtype=np.int64), n_given, True))


def test_the_planner_counts_whole_tables_of_few_levels_in_strips() -> None:
    assert kernels(problem(2000, [5] * 600, 2), 5) == {"vertical"}


def test_the_planner_counts_a_few_candidates_one_by_one() -> None:
    assert kernels(problem(2000, [5] * 600, 2), 5, candidates=3) == {"histogram"}


def test_the_planner_counts_more_levels_than_strips_hold_in_histograms() -> None:
    data = problem(2000, [5] * 600 + [MOST_PACKED + 1], 2)
    every = np.arange(601, dtype=np.int64)
    planned = data.table().kernels(every, 5, True)
    assert planned == ["vertical"] * 600 + ["histogram"]


def test_the_planner_counts_tables_of_more_cells_than_rows_allow_by_sorted_rows() -> None:
    assert kernels(problem(2000, [40] * 300, 2), 2000) == {"sorted_rows"}


def test_the_planner_sorts_rows_where_most_are_alone_in_their_given() -> None:
    assert kernels(problem(2000, [2] * 3, 2), 1001) == {"sorted_rows"}
    assert kernels(problem(2000, [2] * 3, 2), 1000) == {"histogram"}


def alone_in_given(n: int, share: float) -> NDArray[np.uint32]:
    """Number given so that about that share of the rows have one that no other row has."""
    labels = np.arange(n) % max(1, round(n * share))
    return np.unique(labels, return_inverse=True)[1].astype(np.uint32)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("share", [0.0, 0.4, 0.7, 0.99, 1.0])
def test_rows_alone_in_their_given_count_for_entropies_as_any_other(
    kernel: str, share: float
) -> None:
    data = problem(60, [2, 5], 3)
    given = alone_in_given(60, share)
    n_given = int(given.max()) + 1
    assert terms_of(data.table(kernel), 0, given, n_given) == definitions(data, 0, given, n_given)


def test_the_planner_keeps_counts_with_the_classes_smaller_than_the_codes() -> None:
    assert kernels(problem(2000, [5] * 600, 400), 3) == {"histogram"}


def pair_kernels(data: Problem, *candidates: int, s: int = 0) -> list[str]:
    return list(data.table().pair_kernels(s, np.array(candidates, dtype=np.int64), True))


def test_the_planner_counts_a_few_pairs_of_few_levels_by_planes() -> None:
    assert pair_kernels(problem(2000, [5] * 600, 2), 1, 2, 599) == ["planes"] * 3
    assert pair_kernels(problem(120, [5] * 3, 2), 1, 2) == ["planes"] * 2


def test_the_planner_counts_pairs_in_histograms_where_tables_have_many_cells_for_few_rows() -> None:
    assert pair_kernels(problem(600, [12] * 3, 4), 1, 2) == ["histogram"] * 2
    assert pair_kernels(problem(500, [12] * 3, 4), 1, 2) == ["planes"] * 2  # one for each level


def test_the_planner_counts_a_column_with_all_others_in_strips() -> None:
    assert set(pair_kernels(problem(20_000, [5] * 600, 2), *range(600))) == {"vertical"}


def test_the_planner_counts_pairs_of_more_levels_than_planes_hold_in_histograms() -> None:
    data = problem(2000, [5, 16, 17, 2], 2)
    assert pair_kernels(data, 1, 2, 3) == ["planes", "histogram", "planes"]
    assert pair_kernels(data, 0, 1, s=2) == ["histogram"] * 2


def test_the_planner_counts_pairs_in_histograms_where_classes_have_few_rows() -> None:
    assert pair_kernels(problem(160, [3] * 3, 10), 1, 2) == ["planes"] * 2
    assert pair_kernels(problem(159, [3] * 3, 10), 1, 2) == ["histogram"] * 2


@pytest.mark.usefixtures("each_set")
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("with_class", [True, False])
def test_pairs_of_many_columns_are_counted_as_those_of_one_after_the_other(
    kernel: str, with_class: bool
) -> None:
    """Classes of 64 words and more are padded; 17 and 40 levels have no planes."""
    data = problem(9000, [5, 2, 1, 16, 17, 7, 40, 5], 2)
    rng = np.random.default_rng(3)
    s, i = np.sort(rng.integers(0, 8, 60)), rng.integers(0, 8, 60)
    table = data.table(kernel, 2)
    found = table.terms_of_pairs(s, i, with_class)
    for j in range(60):
        x, x_s = data.columns[i[j]], data.columns[s[j]]
        assert found[0][j] == mutual_information(counted(x, x_s))
        if with_class:
            counts = counted(x, x_s, (data.target, data.n_classes))
            assert found[1][j] == conditional_mutual_information(counts)
            assert found[2][j] == entropy(counts)


@pytest.mark.usefixtures("each_set")
@pytest.mark.parametrize("n_classes", [2, 16, 17])
@pytest.mark.parametrize("mixed", [True, False])
def test_planes_may_end_where_their_words_do(n_classes: int, mixed: bool) -> None:
    """From 17 classes on, rows are sorted one by one; before, 64 at a time."""
    data = problem(576 * n_classes, [16, 5, 3], n_classes)
    target = np.repeat(np.arange(n_classes, dtype=np.uint32), 576)
    data = replace(data, target=np.random.default_rng(0).permutation(target) if mixed else target)
    table = data.table("planes")
    for s, i in [(0, 1), (2, 0)]:
        found = table.terms_of_pairs(np.array([s]), np.array([i]), True)
        counts = counted(data.columns[i], data.columns[s], (data.target, n_classes))
        assert found[0][0] == mutual_information(counts.sum(axis=2))
        assert found[1][0] == conditional_mutual_information(counts)


def test_pairs_need_two_columns_each_that_the_table_has() -> None:
    table = problem(50, [3, 3], 2).table()
    one, two = np.array([0], dtype=np.int64), np.array([0, 1], dtype=np.int64)
    with pytest.raises(ValueError, match="1 selected columns for 2 candidates"):
        table.terms_of_pairs(one, two, True)
    with pytest.raises(ValueError, match="Column 2 is not one of the 2 columns"):
        table.terms_of_pairs(one + 2, one, True)
