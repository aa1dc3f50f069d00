"""What a reader should know of columns before trusting a result: copies, and too many levels."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from natpick.coded import Column, column, n_levels
from natpick.duplicates import duplicates
from natpick.encode import Encoded, EncodedLists
from natpick.expected import expected_information, spread
from natpick.terms import Univariate

SHOWN = 10
"""How many columns a note names before it only counts them."""

MANY = 20
"""Labels of more levels than this are many, whatever the rows."""

FEW_ROWS = 5
"""So are they where there are fewer rows than this for each."""

DEVIATIONS = 2
"""Information within so many standard deviations of what chance gives may be chance."""


def column_notes(
    encoded: Encoded | EncodedLists,
    target: NDArray[np.uint32],
    alone: Univariate,
    *,
    corrected: bool,
    times: NDArray[np.int64] | None = None,
) -> Iterator[str]:
    """Yield notes on columns that copy others or the target, and on those of too many levels.

    Parameters
    ----------
    encoded : Encoded or EncodedLists
        The table.
    target : array of shape (n,)
        The target's codes.
    alone : Univariate
        What each column tells alone.
    corrected : bool
        Whether what they tell is corrected for what chance gives, or not of so many rows.
    times : array of shape (n,), optional
        How many times each row counts; once by default.
    """
    copies = [
        f"{encoded.names[i]!r} (of {encoded.names[j]!r})"
        for i, j in duplicates(encoded.codes, alone)
    ]
    if copies:
        yield f"Duplicates, equal in all rows but for the names of levels: {_listed(copies)}."
    if corrected:
        return
    yield from _on_target(encoded, target, alone)
    by_chance = [
        f"{encoded.names[j]!r} ({alone.relevance[j]:.3g} nats, {expected:.3g} by chance)"
        for j, expected in _many_levels(encoded, target, alone, times)
    ]
    if by_chance:
        yield (
            "Of so many levels that chance alone would tell as much of the target: "
            f"{_listed(by_chance)}. An estimator such as 'chi-square' takes that off."
        )


def _on_target(
    encoded: Encoded | EncodedLists, target: NDArray[np.uint32], alone: Univariate
) -> Iterator[str]:
    """Yield a note on a target whose labels occur once, and on what is the target itself."""
    n_c = np.bincount(target)
    once = np.count_nonzero(n_c == 1)
    if len(n_c) > MANY and 2 * once > len(target):
        yield (
            f"Of {len(target):,} rows {once:,} have a label of the target that no other row has; "
            "what tells such labels apart here tells nothing in new rows."
        )
    h_c = alone.target_entropy
    same = np.flatnonzero((alone.relevance == h_c) & (alone.entropy == h_c))
    if same.size:
        names = _listed([repr(encoded.names[j]) for j in same.tolist()])
        yield (
            f"The same as the target in all rows, but for the names of levels: {names}. Exclude "
            "what is not known before the target is."
        )


def _many_levels(
    encoded: Encoded | EncodedLists,
    target: NDArray[np.uint32],
    alone: Univariate,
    times: NDArray[np.int64] | None,
) -> Iterator[tuple[int, float]]:
    """Yield columns of many levels with no more than chance gives, and how much that is."""
    n_c = _counts(target, times)
    enough = min(MANY, int(n_c.sum()) // FEW_ROWS)
    for j in np.flatnonzero((n_levels(encoded.codes) > enough) & (alone.relevance > 0)).tolist():
        if encoded.encodings[j].kind != "levels":
            continue
        n_x = _counts(column(encoded.codes, j), times)
        expected = expected_information(n_x, n_c)
        if alone.relevance[j] <= expected + DEVIATIONS * spread(n_x, n_c):
            yield j, expected


def _counts(codes: Column, times: NDArray[np.int64] | None) -> NDArray[np.intp]:
    """Return how many rows have each code, every row so many times."""
    return np.bincount(codes, times).astype(np.intp)


def _listed(items: list[str]) -> str:
    more = f" and {len(items) - SHOWN} more" * (len(items) > SHOWN)
    return f"{', '.join(items[:SHOWN])}{more}"
