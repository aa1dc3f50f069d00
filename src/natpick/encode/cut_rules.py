"""The table of cutting rules: where numbers that are too many to be levels are cut.

A cut point is the upper end of its bin: the code of x is the number of cut points below x, so
that equal values never part.

References
----------
Hyndman and Fan (1996), Sample quantiles in statistical packages, The American Statistician 50.
Fayyad and Irani (1993), Multi-interval discretization of continuous-valued attributes for
classification learning, IJCAI.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick._core import equal_frequency
from natpick._core import mdlp as mdlp_points
from natpick.encode.reals import Real, Reals
from natpick.encode.runs import Places, Runs

Points = tuple[Real, NDArray[np.uint32]]
"""A row of increasing cut points for each column, and how many of them are used."""


@dataclass(frozen=True, slots=True)
class Demand:
    """How many bins are asked for, the class of each row, the threads, and what rows weigh.

    ``n_rows`` is how many rows they are worth together.
    """

    bins: int
    target: NDArray[np.uint32] | None
    n_threads: int
    n_rows: int
    weights: Places | None = None


@dataclass(frozen=True, slots=True)
class CutRule:
    """A row of the table.

    Attributes
    ----------
    name : what users call the rule.
    bins_of : what it cuts numbers into, as words.
    points : where it cuts columns.
    supervised : whether it looks at the target and finds the number of bins itself.
    """

    name: str
    bins_of: str
    points: Callable[[Reals, Demand], Points]
    supervised: bool = False


def frequency(numbers: Reals, demand: Demand) -> Points:
    """Cut m values at the smallest x with at least m j / b values <= x, j = 1 .. b - 1.

    This is Hyndman and Fan's definition 1, numpy's "inverted_cdf". The maximum cannot be a cut
    point, for the bin above it would be empty: the largest value below it takes its place, so
    that a heavy tie at the top stays apart from the rest. Repeated points count once.
    """
    if demand.weights is None:
        return equal_frequency(numbers.values, demand.bins, demand.n_threads)
    runs = Runs.of_columns(numbers.values, demand.weights)
    cuts = runs.frequency_cuts(demand.bins)
    sizes = np.bincount(runs.column[cuts], minlength=len(runs.sizes))
    points = np.full((len(sizes), sizes.max(initial=0)), np.inf, dtype=runs.values.dtype)
    points[np.arange(points.shape[1]) < sizes[:, np.newaxis]] = runs.values[cuts]
    return points, sizes.astype(np.uint32)


def width(numbers: Reals, demand: Demand) -> Points:
    """Cut at min + (max - min) j / b, j = 1 .. b - 1, rounded down to the column's type."""
    share = np.arange(1, demand.bins) / demand.bins
    low, high = (end.astype(np.float64)[:, np.newaxis] for end in (numbers.lowest, numbers.highest))
    exact = np.maximum.accumulate(low * (1 - share) + high * share, axis=1)
    points = rounded_down(exact, numbers.values.dtype)
    return kept(points, (low <= points) & (points < high))


def mdlp(numbers: Reals, demand: Demand) -> Points:
    """Cut where the class entropy falls most, again and again, as long as it pays.

    A set of N rows is cut if N gain > ln(N - 1) + ln(3^k - 2) - (k H - k_1 H_1 - k_2 H_2), in
    nats, k being the number of classes in the set and its halves, H their class entropies. Of
    rows with weights, N is how many rows the set's are worth, at least 2: n w / W of all n.
    """
    if demand.target is None:
        raise ValueError("cut='mdlp' looks at the target, but none is given.")
    weights = None if demand.weights is None else demand.weights.astype(np.uint64)
    n_rows = float(demand.n_rows)
    return mdlp_points(numbers.values, demand.target, demand.n_threads, weights, n_rows)


def rounded_down(points: NDArray[np.float64], dtype: np.dtype[Any]) -> Real:
    """Return the largest numbers of a type up to some: x > p just if x > the rounded p."""
    with np.errstate(over="ignore"):
        nearest = points.astype(dtype)
    return np.where(nearest > points, np.nextafter(nearest, dtype.type(-np.inf)), nearest)


def kept(points: Real, keep: NDArray[np.bool_]) -> Points:
    """Return some of the points, each once."""
    keep = keep.copy()
    keep[:, 1:] &= points[:, 1:] != points[:, :-1]
    sizes = np.count_nonzero(keep, axis=1)
    compact = np.full((len(points), sizes.max(initial=0)), np.inf, dtype=points.dtype)
    compact[np.arange(compact.shape[1]) < sizes[:, np.newaxis]] = points[keep]
    return compact, sizes.astype(np.uint32)


CUT_RULES: Mapping[str, CutRule] = MappingProxyType(
    {
        rule.name: rule
        for rule in (
            CutRule("frequency", "bins of equal frequency", frequency),
            CutRule("width", "bins of equal width", width),
            CutRule("mdlp", "bins by Fayyad and Irani's MDLP", mdlp, supervised=True),
        )
    }
)
"""The rules by name; the first is the default."""
