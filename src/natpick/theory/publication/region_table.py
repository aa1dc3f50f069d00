"""What the paper says of the regions of k' (Section 6.4.1), beside what happens there."""

import math
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from natpick.criteria import CRITERIA
from natpick.theory.publication.curves import CANDIDATES, Curve
from natpick.theory.publication.entry import Entry
from natpick.theory.publication.printed import PLACES, REGIONS, THRESHOLDS
from natpick.theory.publication.regions import Threshold
from natpick.theory.publication.scoring import scored
from natpick.theory.publication.setting import BLIND, K_PRIME, D, W, X, Z, plane_at, risk_of_x
from natpick.theory.publication.table import Table

GRID_CELL: Final = 0.01
"""The paper's step in k': it prints the middle of the cell in which an order changes."""

_ONE_ORDER: Final = "Z and X_disc come in one order only, for every k' there"
_EXCHANGED: Final = "that is where the order changes of {}: the values are exchanged"


def threshold_table(thresholds: Sequence[Threshold]) -> Table:
    """Return the borders of the regions, beside what each place of the paper prints of them."""
    return Table(
        "thresholds",
        "Borders of the regions in k'",
        "Section 6.4.1, lines 955 to 984",
        tuple(entry for threshold in thresholds for entry in _places(threshold)),
        "The paper follows k' in steps of 0.01 and prints the middle of the cell in which the "
        "order changes. It agrees if that is the right cell.",
    )


def _places(threshold: Threshold) -> Iterator[Entry]:
    method, regions, exact = threshold.method, threshold.regions, threshold.k_prime
    u, v = next(
        pair for pair in zip(threshold.below, threshold.above, strict=True) if len({*pair}) > 1
    )
    others = "MIFS and maxMIFS" if method == "mrmr" else "mRMR"
    for place, printed in zip(PLACES, THRESHOLDS[method, regions], strict=True):
        agrees = abs(float(printed.text) - exact) <= GRID_CELL / 2
        yield Entry(
            f"border of {regions} of {method}, in the {place}",
            printed.line,
            f"J({u}) = J({v})",
            exact,
            printed.text,
            agrees,
            reason="" if agrees else _EXCHANGED.format(others),
            erratum=None if agrees else 18,
        )


def region_table(curves: dict[str, Curve], thresholds: Sequence[Threshold]) -> Table:
    """Return the orders and risks of the regions, and what is said of the steps."""
    blind = [curves[method] for method in BLIND]
    return Table(
        "regions",
        "Regions of k': orders, MBR_2 and objective values",
        "Section 6.4.1, lines 947 to 1000",
        (
            *(entry for curve in blind for entry in _orders(curve)),
            *_risks(blind, thresholds),
            _same_values(blind),
            _third_step(),
        ),
        "Over k' = 0.01, 0.02, ... 10, with k = tan((pi - arctan k' - 1e-6)/2).",
    )


def _orders(curve: Curve) -> Iterator[Entry]:
    for (region, (line, order)), (_, _, found) in zip(REGIONS.items(), curve.runs(), strict=True):
        printed, value = ", ".join(order), ", ".join(found)
        agrees = printed == value
        yield Entry(
            f"order of {curve.method} in region {region}",
            line,
            CRITERIA[curve.method].formula,
            value,
            printed,
            agrees,
            reason="" if agrees else _ONE_ORDER,
            erratum=None if agrees else 20,
        )


def _risks(blind: Sequence[Curve], thresholds: Sequence[Threshold]) -> Iterator[Entry]:
    """Yield MBR_2 = MBR(C,{X,Z}) of regions (a) and (b), which falls with k', and of (c)."""
    of_x, of_both = "MBR(C,{X,Z}) = arctan(k)/pi", "MBR(C,{X,X-k'Y})"
    for region, bound in (("(a)", 0.4), ("(b)", 0.3)):
        end = min(t.k_prime for t in thresholds if t.regions.startswith(region))
        least = min(risk for k_prime, risk in _over(blind) if k_prime < end)
        what = f"least MBR_2 in region {region}"
        yield Entry(what, 986, of_x, least, f"above {bound}", least > bound)
    last = max(t.k_prime for t in thresholds)
    largest = max(risk for k_prime, risk in _over(blind) if k_prime > last)
    yield Entry("largest MBR_2 in region (c)", 1000, of_both, largest, "0", largest == 0.0)
    gap = max(abs(risk - risk_of_x(k_prime)) for k_prime, risk in _over(blind) if k_prime < last)
    what = "MBR_2 in regions (a) and (b), largest gap to the formula"
    yield Entry(what, 1000, of_x, gap, "(pi - arctan k' - 1e-6)/(2 pi)", gap <= 1e-9)


def _over(blind: Sequence[Curve]) -> Iterator[tuple[float, float]]:
    for curve in blind:
        yield from zip(curve.k_prime, curve.risk, strict=True)


def _same_values(blind: Sequence[Curve]) -> Entry:
    """At the second step the three methods agree at each candidate; candidates differ."""
    methods = max(_spread(curve.second_step[name] for curve in blind) for name in CANDIDATES)
    apart = _spread(tuple(blind[0].second_step[name]) for name in CANDIDATES)
    return Entry(
        "objective values at the second step",
        947,
        "MI(C,X_i) - MI(X_i,X)",
        f"methods differ by at most {methods:.1e}, candidates by up to {apart:.3f}",
        "the same for all candidates and methods",
        max(methods, apart) <= 1e-12,
        reason="for each candidate the same for the three methods",
        erratum=17,
    )


def _spread(curves: Iterator[tuple[float, ...]]) -> float:
    """Return the largest difference, at any k', between curves."""
    return max(float(np.ptp(values)) for values in zip(*curves, strict=True))


def _third_step() -> Entry:
    second, third = (scored(plane_at(K_PRIME), CRITERIA["mrmr"], s) for s in ([X], [X, Z]))
    changed = ", ".join(f"{name} {second[name]:.6f} to {third[name]:.6f}" for name in (W, D))
    return Entry(
        "mRMR's values from the second to the third step, k' = 0.01",
        980,
        "MI(C,X_i) - 1/2 [MI(X_i,X) + MI(X_i,Z)]",
        changed,
        "only slightly different",
        all(math.isclose(third[name], second[name], rel_tol=0.1) for name in (W, D)),
        reason="the redundancy is halved, as MI(X_i,Z) = 0",
        erratum=19,
    )
