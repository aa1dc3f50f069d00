"""The figures over k': orders, objective values at the second step, and MBR_2."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from natpick.sources.shared import shared
from natpick.terms import Want
from natpick.theory.publication.orders import picks
from natpick.theory.publication.scoring import scored
from natpick.theory.publication.setting import FEATURES, GRID, X, plane_at, representatives

CANDIDATES: Final = tuple(name for name in FEATURES if name != X)
"""What is left once X is picked, as it always is first."""


@dataclass(frozen=True, slots=True)
class Curve:
    """What a method does as k' grows.

    Attributes
    ----------
    method : its name.
    k_prime : the values of k'.
    orders : the order of all features at each.
    second_step : by candidate, the objective value at the second step, X being selected.
    risk : MBR_2 at each.
    """

    method: str
    k_prime: tuple[float, ...]
    orders: tuple[tuple[str, ...], ...]
    second_step: Mapping[str, tuple[float, ...]]
    risk: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the curve as plain values; orders as runs of k' with one order."""
        return {
            "method": self.method,
            "orders": [
                {"from": first, "to": last, "order": list(order)}
                for first, last, order in self.runs()
            ],
            "second_step": {name: list(values) for name, values in self.second_step.items()},
            "mbr_2": list(self.risk),
        }

    def runs(self) -> list[tuple[float, float, tuple[str, ...]]]:
        """Return the first and the last k' of each stretch with one order, and the order."""
        found: list[tuple[float, float, tuple[str, ...]]] = []
        for k_prime, order in zip(self.k_prime, self.orders, strict=True):
            if found and found[-1][2] == order:
                found[-1] = (found[-1][0], k_prime, order)
            else:
                found.append((k_prime, k_prime, order))
        return found


def curves(
    k_primes: Sequence[float] = GRID, on_k_prime: Callable[[float], object] | None = None
) -> dict[str, Curve]:
    """Return what each of the paper's eight methods does at each k', by name.

    ``on_k_prime`` is told of every k' that is done.
    """
    rows = representatives()
    points: dict[str, list[tuple[tuple[str, ...], dict[str, float], float]]]
    points = {row.name: [] for row in rows}
    for k_prime in k_primes:
        plane = plane_at(k_prime)
        source = shared(plane, Want.REDUNDANCY | Want.CLASS_REDUNDANCY)
        for row in rows:
            found = picks(plane, row, source)
            points[row.name].append((found.names, scored(source, row, [X]), found.risk))
        if on_k_prime is not None:
            on_k_prime(k_prime)
    return {
        method: Curve(
            method,
            tuple(k_primes),
            tuple(order for order, _, _ in at),
            {name: tuple(scores[name] for _, scores, _ in at) for name in CANDIDATES},
            tuple(risk for _, _, risk in at),
        )
        for method, at in points.items()
    }
