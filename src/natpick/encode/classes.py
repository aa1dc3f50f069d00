"""One column of the target as classes: its labels in sorted order, or numbers cut into bins."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from natpick._core import equal_frequency
from natpick.encode.columns import Column, Levels, Numbers
from natpick.encode.cutting import DEFAULT, default_bins
from natpick.encode.edges import MOST_BINS
from natpick.encode.runs import Runs
from natpick.encode.weights import Weights, masses_of

Floats = NDArray[np.float64]

CONTINUOUS = 20
"""A target of at most so many distinct numbers has them as classes."""

ROWS_A_CLASS = 5
"""A target of more distinct whole numbers is continuous if it has fewer rows than this for each."""

TargetBins = int | Literal["auto"] | None


@dataclass(frozen=True, slots=True)
class Classes:
    """Codes 0, 1, ..., the label of each, and how numbers were cut, if they were."""

    codes: NDArray[np.intp]
    labels: tuple[Any, ...]
    rule: str = ""


def classes_of(column: Column, bins: TargetBins, weights: Weights | None = None) -> Classes:
    """Return a column's classes; a row of weight w counts as w rows.

    Numbers with more than ``bins`` distinct values are cut into classes of equal frequency, at
    the same quantiles as features are. Without ``bins`` they are refused if they look
    continuous: if there are more than 20 distinct ones, some of them not whole or fewer than
    five rows for each.
    """
    if isinstance(column, Levels):
        return _sorted_levels(column)
    _check_present(column)
    labels = np.unique(column.values)
    n_rows = len(column.values) if weights is None else weights.n_rows
    if bins is not None:
        most = default_bins(n_rows) if bins == "auto" else bins
        if len(labels) > most:
            values = column.values.astype(np.float64)
            return _cut(values, _points(values, most, weights), automatic=bins == "auto")
    elif _look_continuous(labels, n_rows):
        raise ValueError(
            f"y looks continuous: {len(labels):,} distinct numbers in {len(column.values):,} rows. "
            "Cut it into classes of equal frequency with target_bins=5 or 'auto', or take it as "
            "it is with estimator='gaussian' or 'neighbors'. If these numbers are names of "
            "classes, turn them into strings."
        )
    return Classes(np.searchsorted(labels, column.values), tuple(labels.tolist()))


def check_target_bins(bins: object) -> None:
    """Refuse a number of classes that cannot be."""
    whole = isinstance(bins, int | np.integer) and not isinstance(bins, bool)
    if bins not in (None, "auto") and not (whole and 2 <= int(str(bins)) <= MOST_BINS):
        raise ValueError(
            f"target_bins={bins!r} is not allowed; give an integer from 2 to {MOST_BINS}, or "
            "'auto'."
        )


def _look_continuous(labels: NDArray[Any], n_rows: int) -> bool:
    if len(labels) <= CONTINUOUS:
        return False
    parted = labels.dtype.kind == "f" and bool((labels != np.floor(labels)).any())
    return parted or n_rows < ROWS_A_CLASS * len(labels)


def _points(values: Floats, bins: int, weights: Weights | None) -> list[float]:
    """Return where numbers are cut into classes of equal frequency, or of equal weight."""
    column, masses = values[np.newaxis], masses_of(weights)
    if masses is not None:
        runs = Runs.of_columns(column, masses)
        weighted: list[float] = runs.values[runs.frequency_cuts(bins)].tolist()
        return weighted
    points, sizes = equal_frequency(column, bins, 1)
    alike: list[float] = points[0, : sizes[0]].tolist()
    return alike


def _cut(values: Floats, cut_points: list[float], *, automatic: bool) -> Classes:
    ends = [f"{point:.6g}" for point in cut_points]
    labels = (
        f"up to {ends[0]}",
        *(f"{low} to {high}" for low, high in pairwise(ends)),
        f"above {ends[-1]}",
    )
    reason = DEFAULT if automatic else "as asked"
    return Classes(
        np.searchsorted(cut_points, values, side="left"),
        labels,
        f"{len(labels)} classes of equal frequency ({reason}), at {', '.join(ends)}",
    )


def _sorted_levels(levels: Levels) -> Classes:
    """Return levels in the labels' sorted order, or as declared where labels have none."""
    _check_missing(levels.codes < 0)
    try:
        order = sorted(range(len(levels.labels)), key=levels.labels.__getitem__)
    except TypeError:
        return Classes(levels.codes, levels.labels)
    place = np.argsort(order)
    return Classes(place[levels.codes], tuple(levels.labels[code] for code in order))


def _check_present(numbers: Numbers) -> None:
    values = numbers.values
    if values.dtype.kind == "f":
        _check_missing(np.isnan(values))
        _check_finite(values)
    elif numbers.missing is not None:
        _check_missing(numbers.missing)


def _check_missing(missing: NDArray[np.bool_]) -> None:
    if missing.any():
        count = int(np.count_nonzero(missing))
        raise ValueError(
            f"Input y contains NaN. {count} of {len(missing)} labels are missing, the first in "
            f"row {int(missing.argmax())}; drop these rows, with missing='drop' for instance."
        )


def _check_finite(values: NDArray[Any]) -> None:
    infinite = np.isinf(values)
    if infinite.any():
        raise ValueError(
            f"Input y contains infinity or a value too large for {values.dtype!r}. The first is "
            f"in row {int(infinite.argmax())}."
        )
