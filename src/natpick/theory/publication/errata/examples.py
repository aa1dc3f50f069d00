"""Evidence by small distributions: what is said of stopping, types, bounds and drawbacks."""

import math
from collections.abc import Iterator
from typing import Final

from natpick.sources import HalfPlane, Joint
from natpick.theory.feature_types import FeatureType, feature_types
from natpick.theory.objectives import TARGET_OF, TARGET_OF_PRIME, objectives
from natpick.theory.publication.errata.erratum import Evidence
from natpick.theory.publication.setting import FEATURES, C, D, W, X, Z

_LN2: Final = math.log(2.0)
_BIT: Final = (0, 1)
_PLANES: Final = (HalfPlane(1.3, 0.7), HalfPlane(0.4, 2.5))
_COPIES: Final = 3
_XI: Final = [0, 0, 1, 1]
"""The candidate in four equally likely outcomes; its partner B is 0, 1, 0, 1 there."""


def stopping() -> Iterator[Evidence]:
    """F = {Z}: H(C|S) = H(C|S,F) with S empty, but the class is not explained."""
    left, after = _PLANES[0].entropy(C), _PLANES[0].entropy(C, Z)
    yield Evidence("H(C|S) - H(C|S,F), S = {}, F = {Z}", None, 0.0, left - after)
    yield Evidence("H(C|S), 0 were the condition the stronger", 0.0, _LN2, left)


def no_relevance() -> Iterator[Evidence]:
    """X_disc given X has MI(C,X_disc|X) = 0, which is >= 0, and is redundant."""
    plane = _PLANES[0]
    kind = str(feature_types(plane, X)[D])
    yield Evidence("MI(C,X_disc|X)", None, 0.0, plane.mutual_information(C, D, X))
    yield Evidence("type of X_disc given X", str(FeatureType.RELEVANT), None, kind)


def nothing_left() -> Iterator[Evidence]:
    """S = {X, X-k'Y} explains the class: the bounds of OF' are both 0."""
    plane = _PLANES[0]
    scores, types = objectives(plane, [X, W], methods=[]), feature_types(plane, [X, W])
    largest = plane.entropy(C, (X, W))
    reach = [name for name in scores if scores[name][TARGET_OF_PRIME] == largest]
    shown = ", ".join(f"{name} ({types[name]})" for name in reach)
    yield Evidence("H(C|S), S = {X, X-k'Y}", None, 0.0, largest)
    yield Evidence("candidates at the maximum of OF'", "fully relevant ones only", None, shown)


def bounds() -> Iterator[Evidence]:
    """Where |S| = 1 methods are the targets; with more, the ends of their ranges."""
    gaps = {"cife": 0.0, "jmi": 0.0, "cmim": 0.0, "jmim": 0.0}
    for plane in _PLANES:
        for s in FEATURES:
            for scores in objectives(plane, s, methods=gaps).values():
                for method in gaps:
                    target = TARGET_OF if method == "jmim" else TARGET_OF_PRIME
                    gaps[method] = max(gaps[method], abs(scores[method] - scores[target]))
    for method, gap in gaps.items():
        target = "OF" if method == "jmim" else "OF'"
        yield Evidence(f"|S| = 1: {method} less {target}, largest of all features", None, 0.0, gap)
    yield from _ranges()


def _ranges() -> Iterator[Evidence]:
    """Xi, its partner B and S, three copies of one, are fair coins: every entropy is ln 2."""
    free = _scores(_XI, [0, 1, 0, 1])
    for method in ("mrmr", "maxmifs"):
        what = f"least {method}, S three copies of Xi, C independent of it: -H(Xi|C)"
        yield Evidence(what, None, -_LN2, free[method])
    what = "least mifs there: -H(Xi|C) - (|S| - 1) H(Xi)"
    yield Evidence(what, None, -_COPIES * _LN2, free["mifs"])
    what = "least cife, S three copies of Xi = C: (1 - |S|) H(C)"
    yield Evidence(what, None, (1 - _COPIES) * _LN2, _scores(_XI, _XI)["cife"])
    what = "largest cife, S three copies of B, C = Xi xor B: |S| H(C)"
    yield Evidence(what, None, _COPIES * _LN2, _scores([0, 1, 0, 1], [0, 1, 1, 0])["cife"])


def _scores(copied: list[int], target: list[int]) -> dict[str, float]:
    """Return every method's score of Xi given three copies of a coin."""
    copies = {f"S{n}": copied for n in range(_COPIES)}
    joint = Joint.from_table({"Xi": _XI, **copies, C: target}, [0.25] * 4)
    return objectives(joint, list(copies))["Xi"]


def undervalued() -> Iterator[Evidence]:
    """X3 = X1 xor X2: of either alone it is independent, of both a function."""
    joint = Joint.from_function({"X1": _BIT, "X2": _BIT}, target=lambda X1, X2: X1 ^ X2)
    alone = sum(joint.mutual_information("C", s) for s in ("X1", "X2"))
    together = joint.mutual_information("C", ("X1", "X2"))
    yield Evidence("sum_s MI(X3,Xs), S = {X1, X2}, X3 = X1 xor X2", None, 0.0, alone)
    yield Evidence("MI(X3,S), which the sum is said not to fall below", alone, _LN2, together)
