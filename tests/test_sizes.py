"""Memory: the codes, a few numbers a row, and a few numbers a column and pick; never p by p."""

import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator

import numpy as np
import pytest

import natpick
from natpick.sources import Counts
from strategies import Encoded, informative

K = 5
NUMBERS = 8
"""Numbers of 8 bytes that a row may take, and a column and pick: labels; terms and scores."""


def bound(n: int, p: int, methods: int = 1) -> int:
    """Return bytes: the codes twice, O(n) and O(p k) numbers, and a megabyte for the rest."""
    return 2 * n * p + 8 * NUMBERS * (n + p * K * methods) + 2**20


def peak_of(work: Callable[[], object]) -> int:
    """Return the largest number of bytes that numpy and Python held at once."""
    before, _ = tracemalloc.get_traced_memory()
    tracemalloc.reset_peak()
    work()
    _, peak = tracemalloc.get_traced_memory()
    return peak - before


@pytest.fixture(autouse=True)
def _traced() -> Iterator[None]:
    natpick.select(*informative(20, 3))  # imports are no part of what is measured
    tracemalloc.start()
    yield
    tracemalloc.stop()


def wide() -> Encoded:
    rng = np.random.default_rng(0)
    return rng.integers(0, 4, (100, 20_000), dtype=np.uint8), np.arange(100) % 2


def tall() -> Encoded:
    rng = np.random.default_rng(0)
    return rng.integers(0, 4, (200_000, 50), dtype=np.uint8), np.arange(200_000) % 2


@pytest.mark.parametrize("method", ["jmi", "cmim", "cmi"])
def test_20000_columns_are_selected_from_without_a_matrix_of_columns_by_columns(
    method: str,
) -> None:
    codes, y = wide()
    assert bound(100, 20_000) < 20_000**2 / 8
    assert peak_of(lambda: natpick.select(codes, y, method=method, n_features=K)) < bound(
        100, 20_000
    )


@pytest.mark.parametrize("method", ["jmi", "cmim", "cmi"])
def test_200000_rows_are_selected_from_with_a_few_numbers_a_row(method: str) -> None:
    codes, y = tall()
    assert peak_of(lambda: natpick.select(codes, y, method=method, n_features=K)) < bound(
        200_000, 50
    )


def test_a_source_of_fitting_codes_adds_no_copy_of_them() -> None:
    codes, y = tall()
    used = peak_of(lambda: natpick.select(Counts.from_codes(codes, y), n_features=K))
    assert used < bound(200_000, 50) - 2 * codes.nbytes


def test_methods_compared_share_rows_of_terms_never_a_matrix() -> None:
    codes, y = wide()
    methods = ["jmi", "mrmr", "cmim", "jmim"]
    used = peak_of(lambda: natpick.compare(codes, y, methods=methods, n_features=K))
    assert used < bound(100, 20_000, len(methods)) < 20_000**2 / 4


# The C++ core's own memory, which only the operating system knows: the peak before and after.
RESIDENT = """
import resource, sys
import numpy as np
import natpick
from natpick._core import Table

unit = 1 if sys.platform == "darwin" else 1024

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit

n, p = int(sys.argv[1]), int(sys.argv[2])
codes = np.random.default_rng(0).integers(0, 4, (p, n), dtype=np.uint8).T
y = np.arange(n) % 2
natpick.select(codes[:50, :3], y[:50])
before = peak()
"""

COMPARE = """
natpick.compare(codes, y, methods=["jmi", "cmim"], n_features=5, n_jobs=2)
print(peak() - before)
"""

BOTH_PACKED = """
table = Table(codes, None, y.astype(np.uint32), 2, 2)
columns = np.arange(p)
ways = set(table.kernels(columns, 1, True))
for first in range(0, p, 8):
    ways |= set(table.pair_kernels(first, columns[first : first + 8], True))
    table.pair_terms(first, columns[first : first + 8], True)
print(peak() - before, *ways)
"""

ALLOCATOR = 2**24
"""What malloc keeps of its own, and two threads' stacks."""


def printed(work: str, n: int, p: int) -> list[str]:
    pytest.importorskip("resource")
    done = subprocess.run(
        [sys.executable, "-c", RESIDENT + work, str(n), str(p)],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


@pytest.mark.parametrize(("n", "p"), [(100, 20_000), (200_000, 50)])
def test_the_core_needs_no_more_either(n: int, p: int) -> None:
    assert int(printed(COMPARE, n, p)[0]) < bound(n, p, 2) + ALLOCATOR


def test_strips_and_planes_of_all_columns_hold_two_bits_each_of_a_code_of_four_levels() -> None:
    n, p = 200_000, 512
    used, *ways = printed(BOTH_PACKED, n, p)
    assert set(ways) == {"vertical", "planes"}
    packed = n * p * (2 + 2) // 8
    assert int(used) < packed + 8 * NUMBERS * (n + p) + ALLOCATOR < n * p


SCATTERED = """
given = np.random.default_rng(0).integers(0, 2**32 - 1, n, dtype=np.uint32)
Table(codes, None, y.astype(np.uint32), 2, 1).set_terms(given, 2**32 - 1, np.arange(p))
print(peak() - before)
"""


def test_a_set_of_features_that_tells_rows_apart_by_4_billion_numbers_takes_a_few_a_row() -> None:
    n, p = 10_000, 20
    assert int(printed(SCATTERED, n, p)[0]) < bound(n, p) + ALLOCATOR
