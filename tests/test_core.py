"""The C++ core gives, to the last bit, what natpick.information gives for the same counts."""

import gc
import subprocess
import sys
import weakref
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from natpick._core import Table, n_levels
from natpick.information import (
    conditional_entropy,
    conditional_mutual_information,
    entropy,
    mutual_information,
)

Codes = NDArray[Any]


def counted(*columns: tuple[Codes, int]) -> NDArray[np.int64]:
    """Count rows: one axis per (codes, number of levels)."""
    counts = np.zeros([levels for _, levels in columns], dtype=np.int64)
    np.add.at(counts, tuple(codes.astype(np.int64) for codes, _ in columns), 1)
    return counts


def draw(n: int, levels: list[int], dtype: str, seed: int = 0) -> Codes:
    """Draw columns that depend on the one before, so that no information is 0 by chance."""
    rng = np.random.default_rng(seed)
    codes = np.empty((n, len(levels)), dtype=dtype)
    previous = rng.integers(0, 4, n)
    for j, b in enumerate(levels):
        previous = (previous + rng.integers(0, max(1, (3 * b) // 4), n)) % b
        codes[:, j] = previous
    return codes


def target_of(codes: Codes, n_classes: int) -> NDArray[np.uint32]:
    return (codes.sum(axis=1, dtype=np.uint32) % n_classes).astype(np.uint32)


def table_of(
    codes: Codes,
    levels: list[int],
    target: Codes,
    n_classes: int,
    threads: int,
    kernel: str = "auto",
) -> Table:
    return Table(codes, np.array(levels, dtype=np.uint32), target, n_classes, threads, kernel)


def indices(*values: int) -> NDArray[np.int64]:
    return np.array(values, dtype=np.int64)


def check_every_term(
    codes: Codes, levels: list[int], n_classes: int, threads: int, kernel: str = "auto"
) -> None:
    """Compare all terms of all columns with the definitions, exactly."""
    n, p = codes.shape
    target = target_of(codes, n_classes)
    table = table_of(codes, levels, target, n_classes, threads, kernel)
    columns = [(codes[:, i], levels[i]) for i in range(p)]
    c = (target, n_classes)
    everything = np.arange(p, dtype=np.int64)

    h_c, h, relevance = table.univariate()
    assert h_c == entropy(counted(c))
    assert h.tolist() == [entropy(counted(x)) for x in columns]
    assert relevance.tolist() == [mutual_information(counted(c, x)) for x in columns]

    for s in range(p):
        redundancy, class_redundancy, joint = table.pair_terms(s, everything, True)
        tables = [counted(x, columns[s], c) for x in columns]
        assert redundancy.tolist() == [mutual_information(t.sum(axis=2)) for t in tables]
        assert class_redundancy.tolist() == [conditional_mutual_information(t) for t in tables]
        assert joint.tolist() == [entropy(t) for t in tables]

    labels = (np.arange(n) % 5 + 2 * (codes[:, 0] % 2)).astype(np.uint32)
    g = (labels, 7)
    h_c_given, h_given, relevance_given = table.set_terms(labels, 7, everything)
    assert h_c_given == conditional_entropy(counted(c, g))
    assert h_given.tolist() == [conditional_entropy(counted(x, g)) for x in columns]
    assert relevance_given.tolist() == [
        conditional_mutual_information(counted(c, x, g)) for x in columns
    ]


@pytest.mark.parametrize("kernel", ["auto", "histogram", "sorted_rows", "vertical"])
@pytest.mark.parametrize("threads", [1, 2, 8])
@pytest.mark.parametrize("n", [1, 2, 3, 7, 511, 512, 513, 1501])
def test_terms_are_those_of_the_definitions_at_any_number_of_rows(
    n: int, threads: int, kernel: str
) -> None:
    levels = [1, 2, 3, 17, 256]
    check_every_term(draw(n, levels, "uint8"), levels, 3, threads, kernel)


@pytest.mark.parametrize(
    ("levels", "dtype"),
    [
        ([300, 300, 2, 299], "uint16"),  # 300 * 300 * 3 cells: sorted rows
        ([256, 255, 128], "uint8"),
        ([1], "uint16"),
    ],
)
def test_terms_are_those_of_the_definitions_at_any_number_of_levels(
    levels: list[int], dtype: str
) -> None:
    check_every_term(draw(701, levels, dtype), levels, 3, 2)


def test_a_column_of_very_many_levels_is_counted_rightly() -> None:
    levels = [2, 60_000]
    codes = draw(701, levels, "uint16")
    target = target_of(codes, 3)
    table = table_of(codes, levels, target, 3, 1)
    redundancy, class_redundancy, joint = table.pair_terms(0, indices(1), True)
    counts = counted((codes[:, 1], 60_000), (codes[:, 0], 2), (target, 3))
    assert redundancy[0] == mutual_information(counts.sum(axis=2))
    assert class_redundancy[0] == conditional_mutual_information(counts)
    assert joint[0] == entropy(counts)


@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
@pytest.mark.parametrize(
    "view",
    [
        pytest.param(np.ascontiguousarray, id="C order"),
        pytest.param(np.asfortranarray, id="F order"),
        pytest.param(lambda codes: np.repeat(np.repeat(codes, 2, 0), 3, 1)[::2, ::3], id="slices"),
        pytest.param(lambda codes: codes[::-1, ::-1].copy()[::-1, ::-1], id="reversed"),
        pytest.param(lambda codes: codes.T.copy().T, id="transposed"),
    ],
)
def test_the_layout_of_the_codes_does_not_matter(view: Any, dtype: str) -> None:
    levels = [5, 2, 130, 9]
    codes = draw(1025, levels, dtype)
    viewed = view(codes)
    viewed.flags.writeable = False
    assert n_levels(viewed).tolist() == (codes.max(axis=0) + 1).tolist()
    check_every_term(viewed, levels, 4, 2)


def test_threads_give_the_same_bits_when_there_is_work_for_eight() -> None:
    levels = [2 + (37 * j) % 299 for j in range(112)]
    codes = draw(20_001, levels, "uint16")
    target = target_of(codes, 3)
    everything = np.arange(len(levels), dtype=np.int64)
    answers = []
    for threads in (1, 2, 8):
        table = table_of(codes, levels, target, 3, threads)
        given = codes[:, 5].astype(np.uint32)
        answers.append(
            [
                *table.univariate(),
                *table.pair_terms(8, everything, True),
                *table.set_terms(given, levels[5], everything),
            ]
        )
    assert levels[8] * max(levels) * 3 > 4 * 20_001 > levels[8] * 2 * 3  # both ways of counting
    for one, two, eight in zip(*answers, strict=True):
        assert np.array_equal(one, two)
        assert np.array_equal(one, eight)
    for i in (0, 3, 60, 111):
        counts = counted((codes[:, i], levels[i]), (codes[:, 8], levels[8]), (target, 3))
        assert answers[2][4][i] == conditional_mutual_information(counts)


def test_a_column_with_itself_shares_its_entropy() -> None:
    levels = [2, 30, 30, 250]
    codes = draw(3000, levels, "uint8")
    codes[:, 2] = codes[:, 1]
    table = table_of(codes, levels, target_of(codes, 2), 2, 1)
    _, h, _ = table.univariate()
    redundancy, _, _ = table.pair_terms(1, indices(1, 2, 1), True)
    assert redundancy.tolist() == [h[1]] * 3


def test_mutual_information_is_symmetric_and_at_most_either_entropy() -> None:
    levels = [2, 3, 40, 200]
    codes = draw(997, levels, "uint8")
    table = table_of(codes, levels, target_of(codes, 2), 2, 1)
    _, h, _ = table.univariate()
    everything = np.arange(4, dtype=np.int64)
    mi = np.array([table.pair_terms(s, everything, True)[0] for s in range(4)])
    assert np.array_equal(mi, mi.T)
    assert np.all(mi <= np.minimum.outer(h, h))


@pytest.mark.parametrize("times", [1, 3, 1000])
def test_independent_counts_have_no_information(times: int) -> None:
    codes = np.array(
        [(x, y, c) for x in range(7) for y in range(11) for c in range(3) for _ in range(times)],
        dtype=np.uint8,
    )
    table = table_of(codes[:, :2], [7, 11], codes[:, 2].astype(np.uint32), 3, 1)
    redundancy, class_redundancy, _ = table.pair_terms(1, indices(0), True)
    _, _, given_the_other = table.set_terms(codes[:, 1].astype(np.uint32), 11, indices(0))
    assert table.univariate()[2].tolist() == [0.0, 0.0]
    assert redundancy.tolist() == class_redundancy.tolist() == given_the_other.tolist() == [0.0]


@pytest.mark.parametrize("levels", [(2, 2), (60_000, 8), (60_000, 9)])
def test_where_rounding_ends_is_that_of_the_definition(levels: tuple[int, int]) -> None:
    n = 2**20
    codes = np.zeros((n, 2), dtype=np.uint16)
    codes[: n // 2, 0] = 1
    codes[::2, 1] = 1
    codes[0, 1] = 0  # one row away from independence: MI is about 2 / n**2
    table = table_of(codes, list(levels), codes[:, 0].astype(np.uint32), 2, 1)
    counts = counted((codes[:, 0], levels[0]), (codes[:, 1], levels[1]))
    assert table.pair_terms(1, indices(0), False)[0][0] == mutual_information(counts)


def test_without_class_redundancy_the_terms_with_the_target_are_nan() -> None:
    levels = [4, 9, 2]
    codes = draw(100, levels, "uint8")
    table = table_of(codes, levels, target_of(codes, 2), 2, 1)
    everything = np.arange(3, dtype=np.int64)
    redundancy, class_redundancy, joint = table.pair_terms(1, everything, False)
    assert np.array_equal(redundancy, table.pair_terms(1, everything, True)[0])
    assert np.isnan(class_redundancy).all()
    assert np.isnan(joint).all()


def test_how_given_is_numbered_changes_nothing_however_large_the_numbers() -> None:
    levels = [60_000, 50, 2]
    codes = draw(4000, levels, "uint16")
    target = target_of(codes, 3)
    table = table_of(codes, levels, target, 3, 2)
    everything = np.arange(3, dtype=np.int64)
    small = (codes[:, 1] * 2 + codes[:, 2]).astype(np.uint32)
    large = small << 25  # the lower half of every number is 0
    expected = table.set_terms(small, 100, everything)
    for one, other in zip(expected, table.set_terms(large, 2**32 - 1, everything), strict=True):
        assert np.array_equal(one, other)


def test_levels_that_are_not_given_are_observed() -> None:
    codes = draw(1000, [3, 200, 1], "uint8")
    target = target_of(codes, 2)
    observed = table_of(codes, n_levels(codes).tolist(), target, 2, 1)
    table = Table(codes, None, target, 2, 1)
    everything = np.arange(3, dtype=np.int64)
    for one, other in zip(
        table.pair_terms(1, everything, True),
        observed.pair_terms(1, everything, True),
        strict=True,
    ):
        assert one.tolist() == other.tolist()


def test_the_array_of_codes_is_held_not_copied() -> None:
    codes = draw(50, [3, 4], "uint8")
    held = weakref.ref(codes)
    table = table_of(codes, [3, 4], target_of(codes, 2), 2, 1)
    expected = table.pair_terms(0, indices(1), True)[0].tolist()
    del codes
    gc.collect()
    assert held() is not None
    assert table.pair_terms(0, indices(1), True)[0].tolist() == expected
    del table
    assert held() is None


def test_no_columns_and_no_candidates_give_empty_arrays() -> None:
    codes = draw(10, [2], "uint8")
    target = target_of(codes, 2)
    table = table_of(codes[:, :0], [], target, 2, 4)
    assert [terms.shape for terms in table.univariate()[1:]] == [(0,), (0,)]
    table = table_of(codes, [2], target, 2, 4)
    assert [terms.shape for terms in table.pair_terms(0, indices(), True)] == [(0,)] * 3


CODES = np.array([[0, 1], [2, 1], [1, 0]], dtype=np.uint8)
TARGET = np.array([0, 1, 1], dtype=np.uint32)


@pytest.mark.parametrize(
    ("codes", "levels", "target", "n_classes", "threads", "message"),
    [
        (CODES[:0], [3, 2], TARGET[:0], 2, 1, "0 rows"),
        (CODES, [3], TARGET, 2, 1, "1 numbers of levels for 2 columns"),
        (CODES, [3, 1], TARGET, 2, 1, "Column 1 holds code 1, but has only 1 levels"),
        (CODES, [3, 0], TARGET, 2, 1, "Column 1 holds code 1, but has only 0 levels"),
        (CODES, [3, 257], TARGET, 2, 1, "Column 1 has 257 levels"),
        (CODES, [3, 2], TARGET[:2], 2, 1, "target has 2 values for 3 rows"),
        (CODES, [3, 2], TARGET, 1, 1, "target holds 1, but has only 1 levels"),
        (CODES, [3, 2], TARGET, 0, 1, "target has 0 levels"),
        (CODES, [3, 2], TARGET, 2**32, 1, "target has 4294967296 levels"),
        (CODES, [3, 2], TARGET, 2, 0, "n_threads must be at least 1"),
    ],
)
def test_a_table_that_does_not_fit_together_is_refused(
    codes: Codes, levels: list[int], target: Codes, n_classes: int, threads: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        table_of(codes, levels, target, n_classes, threads)


def test_a_kernel_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="There is no kernel abacus"):
        table_of(CODES, [3, 2], TARGET, 2, 1, "abacus")


@pytest.mark.parametrize("dtype", ["int64", "int8", "uint32", "float64", ">u2", "bool"])
def test_codes_of_another_type_are_refused_not_converted(dtype: str) -> None:
    with pytest.raises(TypeError):
        table_of(CODES.astype(dtype), [3, 2], TARGET, 2, 1)
    with pytest.raises(TypeError):
        n_levels(CODES.astype(dtype))


def test_requests_that_do_not_fit_the_table_are_refused() -> None:
    table = table_of(CODES, [3, 2], TARGET, 2, 1)
    for s, candidate in [(-1, 0), (2, 0), (0, -1), (0, 2)]:
        with pytest.raises(ValueError, match="is not one of the 2 columns"):
            table.pair_terms(s, indices(candidate), True)
    with pytest.raises(ValueError, match="is not one of the 2 columns"):
        table.set_terms(TARGET, 2, indices(2))
    with pytest.raises(ValueError, match="given holds 1, but has only 1 levels"):
        table.set_terms(TARGET, 1, indices(0))
    with pytest.raises(ValueError, match="given has 2 values for 3 rows"):
        table.set_terms(TARGET[:2], 2, indices(0))


# One call that would take minutes; the signal is raised from another thread while it runs.
INTERRUPTED = """
import signal, sys, threading
import numpy as np
from natpick._core import Table

n = 4_000_000
zeros = np.zeros((n, 1), dtype=np.uint8)
levels, target, threads = np.ones(1, np.uint32), np.zeros(n, np.uint32), int(sys.argv[1])
table = Table(zeros, levels, target, 1, threads, "histogram")
threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
try:
    table.pair_terms(0, np.zeros(100_000, dtype=np.int64), True)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_ends_a_long_call(threads: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, threads],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == "interrupted\n"
