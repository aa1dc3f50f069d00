"""MDLP against Fayyad and Irani's paper, written out slowly."""

from math import log, log2

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from natpick.encode import cutting, encode

Labels = list[int]


def entropy(labels: Labels) -> float:
    """Ent(S) = -sum over classes of P(C, S) log2 P(C, S), in bits."""
    shares = [labels.count(c) / len(labels) for c in set(labels)]
    return -sum(share * log2(share) for share in shares)


def mdlp(rows: list[tuple[float, int]]) -> list[float]:
    """Every place between different values is tried; the paper's criterion (in bits) decides."""
    rows = sorted(rows)
    values, labels = [v for v, _ in rows], [c for _, c in rows]
    n = len(rows)
    places = [i for i in range(1, n) if values[i - 1] < values[i]]
    if not places:
        return []

    def left_over(i: int) -> float:
        return i / n * entropy(labels[:i]) + (n - i) / n * entropy(labels[i:])

    least = min(map(left_over, places))
    i = next(i for i in places if left_over(i) < least + 1e-9)
    low, high = labels[:i], labels[i:]
    k, k1, k2 = len(set(labels)), len(set(low)), len(set(high))
    gain = entropy(labels) - left_over(i)
    delta = log2(3**k - 2) - (k * entropy(labels) - k1 * entropy(low) - k2 * entropy(high))
    if gain <= (log2(n - 1) + delta) / n + 1e-12:
        return []
    return [*mdlp(rows[:i]), values[i - 1], *mdlp(rows[i:])]


def points(x: NDArray[np.float64], y: NDArray[np.uint32]) -> tuple[float, ...]:
    """Cut one column beside others, after making sure that it is cut at all."""
    X = np.column_stack([x, np.arange(len(x)) + 0.5])
    result = encode(X, target=y, cutting=cutting("mdlp", None))
    assert result.encodings[0].kind == "bins"
    return result.encodings[0].cut_points


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(st.integers(0, 60), st.integers(0, 3), st.integers(0, 9)),
        min_size=60,
        max_size=250,
        unique_by=lambda row: row[0] * 1000 + row[1] * 100 + row[2],
    ),
    st.integers(0, 60),
)
def test_cut_points_are_those_of_the_paper(rows: list[tuple[int, int, int]], at: int) -> None:
    """Classes depend on the value below ``at``; the third number only makes rows differ."""
    labelled = [(v / 8 + 0.01, int(v > at) if noise > 2 else c) for v, c, noise in rows]
    x = np.array([v for v, _ in labelled] + [0.51, 3.51, 7.51])
    y = np.array([c for _, c in labelled] + [0, 1, 2], dtype=np.uint32)
    expected = mdlp(list(zip(x.tolist(), y.tolist(), strict=True)))
    if len(set(x.tolist())) > 7:
        assert points(x, y) == tuple(expected)


def test_many_bands_of_classes_are_all_found() -> None:
    x = np.arange(900) / 7 + 0.01
    y = (np.arange(900) // 100).astype(np.uint32)
    assert points(x, y) == tuple(x[99:-1:100])


def test_rows_without_a_value_count_nowhere() -> None:
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=600), rng.integers(0, 2, 600).astype(np.uint32)
    x[y == 1] += 1
    gaps = np.where(rng.random(600) < 0.3, np.nan, x)
    present = ~np.isnan(gaps)
    assert points(gaps, y) == points(x[present], y[present]) != ()


def test_noise_is_not_cut_and_a_class_of_its_own_half_is_cut_once() -> None:
    rng = np.random.default_rng(1)
    x, noise = rng.normal(size=1000), rng.integers(0, 3, 1000).astype(np.uint32)
    assert points(x, noise) == ()
    assert points(x, (x > 0).astype(np.uint32)) == (x[x <= 0].max(),)


def test_a_cut_is_made_just_if_it_pays_for_its_description() -> None:
    """Two pure halves of m rows each: N gain = 2 m ln 2 must exceed ln(2m - 1) + ln 7 - 2 ln 2."""
    for m in range(1, 12):
        pays = 2 * m * log(2) > log(2 * m - 1) + log(7) - 2 * log(2)
        x, y = np.arange(2 * m) + 0.5, np.repeat(np.arange(2, dtype=np.uint32), m)
        if len(x) > 2:
            assert points(x, y) == ((m - 0.5,) if pays else ())


def test_of_equally_good_cuts_the_lowest_is_made() -> None:
    """Mirror images cost the same: 0..0 1..1 0..0 is cut at its first border first."""
    y = np.repeat([0, 1, 0], 40).astype(np.uint32)
    x = np.arange(120) + 0.5
    assert points(x, y) == (39.5, 79.5)


def test_classes_in_more_bands_than_a_byte_has_codes_give_255_bins() -> None:
    x = np.arange(30_000) + 0.5
    y = (np.arange(30_000) // 100).astype(np.uint32)
    found = points(x, y)
    assert len(found) == 254
    assert set(found) <= set(x[99::100].tolist())
