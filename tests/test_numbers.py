"""The core's passes over numbers: what numpy defines, on any machine and number of threads."""

import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import starmap
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from natpick._core import code, equal_frequency, mdlp, simd, summary

SETS = ["portable", "avx2", "avx512"]
LIMIT = 20
Numbers = NDArray[Any]


@pytest.fixture(params=SETS)
def instructions(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run with an instruction set, if the machine has it."""
    monkeypatch.delenv("NATPICK_SIMD", raising=False)
    name = str(request.param)
    if SETS.index(name) > SETS.index(simd()):
        pytest.skip(f"this machine has no {name}")
    monkeypatch.setenv("NATPICK_SIMD", name)


def shapes_of_columns(n: int, rng: np.random.Generator) -> dict[str, Numbers]:
    """Return columns that a sample misleads, buckets of equal width fail, or ties fill."""
    z = rng.normal(size=n)
    wide = np.where(z < 0, -1.0, 1.0) * np.exp(np.minimum(30 * np.abs(z), 80))
    return {
        "normal": z,
        "heavy tail": np.exp(8 * z),
        "two heavy tails": wide,
        "negative": -np.exp(8 * z),
        "whole range": np.where(rng.random(n) < 0.5, -1.0, 1.0) * rng.random(n) * 3e38,
        "tiny": rng.integers(-9, 9, n) * 1e-45,
        "tied": np.maximum(z, 0),
        "nearly tied": np.where(rng.random(n) < 0.0999, z, 0.25),
        "two values": np.where(rng.random(n) < 0.3, -0.0, 5.5),
        "many ties": np.round(z, 1),
        "outlier": np.r_[z[1:], 1e30],
        "sorted": np.sort(z),
        "gaps": np.where(rng.random(n) < 0.4, np.nan, z),
        "nearly all gaps": np.where(np.arange(n) % 977 == 5, z, np.nan),
        "only gaps": np.full(n, np.nan),
        "constant": np.full(n, -0.0),
    }


def points_of(column: Numbers, bins: int) -> list[float]:
    """Return the values in the places ceil(m j / bins), the largest giving way to the one below."""
    present = np.sort(column[~np.isnan(column)])
    distinct = np.unique(present)
    if len(distinct) < 2:
        return []
    places = [-(-len(present) * j // bins) - 1 for j in range(1, bins)]
    return np.unique(np.minimum(present[places], distinct[-2])).tolist()


@pytest.mark.usefixtures("instructions")
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("n", "bins"), [(1, 2), (9, 4), (300, 5), (2100, 40), (140_001, 10)])
def test_numbers_are_summed_up_cut_and_coded_as_numpy_defines_it(
    n: int, bins: int, dtype: type
) -> None:
    rng = np.random.default_rng(n)
    columns = shapes_of_columns(n, rng)
    X = np.array(list(columns.values())).astype(dtype)
    n_present, lowest, highest, n_distinct, distinct = summary(X, LIMIT, 2)
    points, sizes = equal_frequency(X, bins, 1)
    again, _ = equal_frequency(X, bins, 2)
    codes = np.full(X.T.shape, 255, dtype=np.uint8, order="F")
    counts = code(X, points, sizes + np.uint32(1), codes, np.arange(len(X)), 2)
    np.testing.assert_array_equal(points, again)
    for j, (shape, x) in enumerate(zip(columns, X, strict=True)):
        present = x[~np.isnan(x)]
        assert n_present[j] == len(present), shape
        assert lowest[j] == present.min(initial=np.inf), shape
        assert highest[j] == present.max(initial=-np.inf), shape
        values = np.unique(present)
        assert n_distinct[j] == min(len(values), LIMIT + 1), shape
        if len(values) <= LIMIT:
            assert distinct[j, : len(values)].tolist() == values.tolist(), shape
        cuts = points_of(x, bins)
        assert points[j, : sizes[j]].tolist() == cuts, shape
        assert not np.signbit(points[j][points[j] == 0]).any(), shape
        expected = np.searchsorted(np.array(cuts, dtype), x)
        expected[np.isnan(x)] = len(cuts) + 1
        np.testing.assert_array_equal(codes[:, j], expected, shape)
        np.testing.assert_array_equal(
            counts[j], np.bincount(expected, minlength=counts.shape[1]), shape
        )


@given(
    x=hnp.arrays(
        np.float64,
        st.integers(513, 5000),
        elements=st.one_of(st.floats(allow_infinity=False), st.integers(-3, 3).map(float)),
        fill=st.floats(-1, 1),
    ),
    bins=st.integers(2, 255),
)
def test_cut_points_are_places_in_the_order_whatever_the_numbers(x: Numbers, bins: int) -> None:
    for numbers in (x, np.resize(x, 4 * len(x))):
        points, sizes = equal_frequency(numbers[np.newaxis], bins, 1)
        assert points[0, : sizes[0]].tolist() == points_of(numbers, bins)


@pytest.mark.parametrize("n_threads", [1, 2, 3])
def test_threads_that_share_one_long_column_change_nothing(n_threads: int) -> None:
    rng = np.random.default_rng(0)
    x = np.round(rng.normal(size=400_000), 3)
    x[rng.random(len(x)) < 0.01] = np.nan
    points, sizes = equal_frequency(x[np.newaxis], 16, n_threads)
    assert points[0, : sizes[0]].tolist() == points_of(x, 16)
    whole = np.floor(x[np.newaxis] / 2)
    *_, n_distinct, distinct = summary(whole, LIMIT, n_threads)
    values = np.unique(whole[~np.isnan(whole)])
    assert distinct[0, : n_distinct[0]].tolist() == values.tolist()


def test_a_value_that_comes_late_is_found_among_few() -> None:
    for late in (0, 255, 256, 257, 4999):
        x = np.arange(5000.0) % 3
        x[late] = 7.5
        assert summary(x[np.newaxis], LIMIT, 1)[4][0, :4].tolist() == [0, 1, 2, 7.5]


def test_rows_of_numbers_may_lie_apart_but_have_no_gaps_themselves() -> None:
    X = np.arange(24.0).reshape(4, 6)
    np.testing.assert_array_equal(summary(X[::-2], 6, 1)[4], X[::-2])
    with pytest.raises(TypeError, match="each row of numbers must have no gaps"):
        summary(X[:, ::2], 6, 1)


class StopError(Exception):
    """What the handler of the signal raises."""


@pytest.fixture
def signal_during_the_next_call() -> Iterator[Callable[[], None]]:
    """Raise a signal from a thread that gets its turn only when the main one lets Python go."""
    turn = threading.Lock()
    turn.acquire()

    def stop(*_: object) -> None:
        raise StopError

    def ask() -> None:
        with turn:
            signal.raise_signal(signal.SIGINT)

    before, interval = signal.signal(signal.SIGINT, stop), sys.getswitchinterval()
    sys.setswitchinterval(1000)
    thread = threading.Thread(target=ask)
    thread.start()
    yield turn.release
    thread.join()
    sys.setswitchinterval(interval)
    signal.signal(signal.SIGINT, before)


X = np.random.default_rng(0).normal(size=(1, 200_000))
ONE = np.zeros((X.shape[1], 1), dtype=np.uint8, order="F")
MANY = np.broadcast_to(X, (40_000, X.shape[1]))
FEW = MANY[:200]
PLACES = np.zeros(len(MANY), dtype=np.int64)
LONG: dict[str, Callable[[int], object]] = {
    "summary": lambda n_threads: partial(summary, MANY, LIMIT, n_threads),
    "equal_frequency": lambda n_threads: partial(equal_frequency, MANY, 10, n_threads),
    "code": lambda n_threads: partial(
        code, MANY, np.zeros((len(MANY), 9)), PLACES.astype(np.uint32) + 10, ONE, PLACES, n_threads
    ),
    "mdlp": lambda n_threads: partial(mdlp, FEW, (X[0] > 0).astype(np.uint32), n_threads),
}
"""Calls that take seconds: the same column again and again."""


@pytest.mark.parametrize("n_threads", [1, 2])
@pytest.mark.parametrize("name", LONG)
def test_a_poll_that_raises_ends_a_pass_over_numbers(
    name: str, n_threads: int, signal_during_the_next_call: Callable[[], None]
) -> None:
    """A call that returned before Python looks for signals has left its result in the deque."""
    call: Any = LONG[name](n_threads)
    results: deque[object] = deque()
    signal_during_the_next_call()
    with pytest.raises(StopError):
        results.extend(starmap(call, [()]))
    assert not results
