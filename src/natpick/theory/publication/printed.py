"""What the paper prints of numbers, orders, drawbacks and thresholds, each with its line."""

from dataclasses import dataclass
from typing import Final

from natpick.criterion import Drawback
from natpick.theory.publication.entry import NEARLY_ZERO, Number
from natpick.theory.publication.setting import D, W, X, Z


@dataclass(frozen=True, slots=True)
class Order:
    """An order of features, those between which a step is open together, and its MBR_2."""

    line: int
    steps: tuple[str, ...]
    risk: str


RELEVANCE: Final = {
    X: Number(1039, NEARLY_ZERO),
    W: Number(1039, NEARLY_ZERO),
    Z: Number(1039, "0"),
    D: Number(1039, NEARLY_ZERO),
}
"""MI with the class (Table 8)."""

REDUNDANCY: Final = {
    (W, X): Number(1053, "4.605"),
    (Z, X): Number(1054, "0"),
    (Z, W): Number(1054, "0"),
    (D, X): Number(1055, "0.693"),
    (D, W): Number(1055, "0.686"),
    (D, Z): Number(1055, "0"),
}
"""MI between features (Table 9)."""

CLASS_REDUNDANCY: Final = {
    (W, X): Number(1069, "5.298"),
    (Z, X): Number(1070, "0"),
    (Z, W): Number(1070, "0"),
    (D, X): Number(1071, "0.693"),
    (D, W): Number(1071, "0.689"),
    (D, Z): Number(1071, "0"),
}
"""MI between features given the class (Table 10)."""

_EITHER = f"{Z}/{D}"

ORDERS: Final = {
    "mim": Order(1018, (X, W, D, Z), "0"),
    "mifs": Order(1019, (X, Z, D, W), "0.498"),
    "mrmr": Order(1020, (X, Z, D, W), "0.498"),
    "maxmifs": Order(1021, (X, Z, D, W), "0.498"),
    "cife": Order(1022, (X, W, D, Z), "0"),
    "jmi": Order(1023, (X, W, D, Z), "0"),
    "cmim": Order(1024, (X, W, _EITHER, _EITHER), "0"),
    "jmim": Order(1025, (X, W, D, Z), "0"),
}
"""Orders and MBR_2 (Table 7)."""

DRAWBACKS: Final = {
    Drawback.REDUNDANCY_IGNORED: (632, ("mim",)),
    Drawback.COMPLEMENTARITY_IGNORED: (634, ("mifs", "mrmr", "maxmifs")),
    Drawback.COMPLEMENTARITY_PENALIZED: (636, ("cmim", "jmim")),
    Drawback.REDUNDANCY_UNDERVALUED: (638, ("mrmr", "maxmifs", "jmi", "cmim", "jmim")),
    Drawback.UNIMPORTANT_TERM: (640, ("jmim",)),
    Drawback.REDUNDANCY_OVERSCALED: (642, ("mifs", "cife")),
}
"""The line and the methods of each drawback (Table 2)."""

REGIONS: Final = {
    "(a)": (975, (X, Z, D, W)),
    "(b)": (975, (X, Z, W, D)),
    "(c)": (984, (X, W, _EITHER, _EITHER)),
}
"""The regions of k', each with its line and the order of the features in it."""

PLACES: Final = ("caption", "text", "picture")
"""Where the paper prints the borders of the regions."""

_SMALL: Final = (Number(975, "0.575"), Number(980, "0.565"), Number(966, "0.565"))

THRESHOLDS: Final = {
    ("mifs", "(a)/(b)"): _SMALL,
    ("mrmr", "(a)/(b)"): (Number(975, "0.565"), Number(980, "0.575"), Number(955, "0.575")),
    ("maxmifs", "(a)/(b)"): _SMALL,
    ("mifs", "(b)/(c)"): (Number(975, "2.115"), Number(982, "2.115"), Number(967, "2.115")),
    ("mrmr", "(b)/(c)"): (Number(975, "2.115"), Number(982, "2.115"), Number(956, "2.115")),
    ("maxmifs", "(b)/(c)"): (Number(975, "2.115"), Number(982, "2.115"), Number(967, "2.115")),
}
"""The borders in k' by method and regions, as printed in each of the places."""
