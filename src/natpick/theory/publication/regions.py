"""Where in k' the order of a method changes: exactly, by root finding."""

from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, Final

from natpick.criteria import CRITERIA
from natpick.theory.publication.curves import Curve
from natpick.theory.publication.scoring import scored
from natpick.theory.publication.setting import BLIND, plane_at

BORDERS: Final = ("(a)/(b)", "(b)/(c)")
"""Between which of the paper's regions an order changes, as k' grows."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """A value of k' where a method's order changes.

    Attributes
    ----------
    method : the method.
    regions : the paper's names of the regions below and above.
    k_prime : where both candidates score the same, to some 1e-12.
    below, above : the orders on either side.
    """

    method: str
    regions: str
    k_prime: float
    below: tuple[str, ...]
    above: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the threshold as plain values."""
        return asdict(self) | {"below": list(self.below), "above": list(self.above)}


def thresholds(curves: dict[str, Curve]) -> tuple[Threshold, ...]:
    """Return where each method that ignores complementarity changes its order."""
    return tuple(
        Threshold(method, regions, *change)
        for method in BLIND
        for regions, change in zip(BORDERS, order_changes(curves[method]), strict=True)
    )


def order_changes(curve: Curve) -> list[tuple[float, tuple[str, ...], tuple[str, ...]]]:
    """Return every k' where the order changes, with the orders below and above it."""
    runs = curve.runs()
    return [
        (_crossing(curve.method, last, first, below, above), below, above)
        for (_, last, below), (first, _, above) in pairwise(runs)
    ]


def _crossing(
    method: str, low: float, high: float, below: tuple[str, ...], above: tuple[str, ...]
) -> float:
    """Return k' in [low, high] where J(u | S) = J(v | S), u and v the first picks that differ.

    S are the picks before, the same on both sides. The difference of the scores changes its
    sign in the bracket, as the picks do.
    """
    from scipy.optimize import brentq

    first = next(i for i, (u, v) in enumerate(zip(below, above, strict=True)) if u != v)
    selected, u, v = below[:first], below[first], above[first]
    row = CRITERIA[method]

    def lead(k_prime: float) -> float:
        scores = scored(plane_at(k_prime), row, selected)
        return scores[u] - scores[v]

    return float(brentq(lead, low, high, xtol=1e-14, rtol=1e-14))
