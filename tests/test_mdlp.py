"""MDLP against Fayyad and Irani's paper, written out slowly."""

from math import log, log2

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from natpick.encode import Weights, cutting, encode, weights_of

Rows = list[tuple[float, int, float]]
"""The value, the class and the weight of each row."""


def mass(rows: Rows) -> float:
    return sum(weight for _, _, weight in rows)


def entropy(rows: Rows) -> float:
    """Ent(S) = -sum over classes of P(C, S) log2 P(C, S), in bits."""
    classes = {c for _, c, _ in rows}
    shares = [mass([row for row in rows if row[1] == c]) / mass(rows) for c in classes]
    return -sum(share * log2(share) for share in shares)


def mdlp(rows: Rows, worth: float = 1.0) -> list[float]:
    """Every place between different values is tried; the paper's criterion (in bits) decides.

    A weight of 1 is worth so many rows; N is what all of S are worth, but at least 2.
    """
    rows = sorted(rows)
    values, total = [row[0] for row in rows], mass(rows)
    places = [i for i in range(1, len(rows)) if values[i - 1] < values[i]]
    if not places:
        return []

    def left_over(i: int) -> float:
        low, high = rows[:i], rows[i:]
        return mass(low) / total * entropy(low) + mass(high) / total * entropy(high)

    least = min(map(left_over, places))
    i = next(i for i in places if left_over(i) < least + 1e-9)
    low, high = rows[:i], rows[i:]
    k, k1, k2 = (len({c for _, c, _ in part}) for part in (rows, low, high))
    gain, n = entropy(rows) - left_over(i), worth * total
    delta = log2(3**k - 2) - (k * entropy(rows) - k1 * entropy(low) - k2 * entropy(high))
    if gain <= (log2(max(n, 2) - 1) + delta) / n + 1e-12:
        return []
    return [*mdlp(rows[:i], worth), values[i - 1], *mdlp(rows[i:], worth)]


def points(
    x: NDArray[np.float64], y: NDArray[np.uint32], weights: Weights | None = None
) -> tuple[float, ...]:
    """Cut one column beside others, after making sure that it is cut at all."""
    X = np.column_stack([x, np.arange(len(x)) + 0.5])
    result = encode(X, target=y, cutting=cutting("mdlp", None), weights=weights)
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
    expected = mdlp([(v, c, 1.0) for v, c in zip(x.tolist(), y.tolist(), strict=True)])
    if len(set(x.tolist())) > 7:
        assert points(x, y) == tuple(expected)


def banded(seed: int, rows: int = 300) -> tuple[NDArray[np.float64], NDArray[np.uint32]]:
    """Numbers with ties, and three classes that depend on them here and there."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=rows).round(rng.integers(1, 3)) + 0.005
    y = np.where(rng.random(rows) < 0.6, (np.abs(x) > 0.7) + (x > 1.2), rng.integers(0, 3, rows))
    return x, y.astype(np.uint32)


@pytest.mark.parametrize("seed", range(6))
def test_a_row_of_weight_w_is_cut_as_w_rows(seed: int) -> None:
    x, y = banded(seed)
    times = np.random.default_rng(seed).integers(1, 5, len(x))
    weighted = points(x, y, weights_of(times, len(x)))
    assert weighted == points(x.repeat(times), y.repeat(times)) != ()


@pytest.mark.parametrize("scale", [1, 0.15, 0.012])
@pytest.mark.parametrize("seed", range(3))
def test_rows_of_other_weights_are_worth_their_share_of_the_effective_size(
    seed: int, scale: float
) -> None:
    """N = (sum w)^2 / sum w^2 of all rows, rounded down; few heavy rows make it small."""
    x, y = banded(seed)
    w = np.random.default_rng(seed).random(len(x)) + 0.1
    w[: int(scale * 20)] /= scale
    worth = float(np.floor(w.sum() ** 2 / (w**2).sum())) / w.sum()
    expected = mdlp(list(zip(x.tolist(), y.tolist(), w.tolist(), strict=True)), worth)
    assert points(x, y, weights_of(w, len(x))) == tuple(expected)


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
