"""The paper's choice of k and k' in its distributional setting (Section 6.4)."""

import math
from typing import Final

from natpick.criteria import CRITERIA
from natpick.criterion import Criterion
from natpick.sources import HalfPlane

REFERENCE: Final = (
    "Macedo, Oliveira, Pacheco and Valadas (2019), Theoretical foundations of forward feature "
    "selection methods based on mutual information, Neurocomputing 325"
)

C: Final = "C"
X: Final = "X"
W: Final = "X-k'Y"
Z: Final = "Z"
D: Final = "X_disc"

FEATURES: Final = (X, W, Z, D)

K_PRIME: Final = 0.01
"""The first value of the paper's grid, where not to pick X - k'Y second is worst (line 1006)."""

MARGIN: Final = 1e-6
"""How far, in radians, k stays below where X and X - k'Y tell as much of the class."""

GRID: Final = tuple(n / 100 for n in range(1, 1001))
"""k' = 0.01, 0.02, ... 10, the step of the paper (line 947)."""

BLIND: Final = ("mifs", "mrmr", "maxmifs")
"""The methods that ignore complementarity, whose orders the paper follows over k'."""


def largest_k(k_prime: float) -> float:
    """Return k = tan((pi - arctan k' - 1e-6) / 2), as the paper chooses it for a k' (line 937)."""
    return math.tan((math.pi - math.atan(k_prime) - MARGIN) / 2)


def plane_at(k_prime: float) -> HalfPlane:
    """Return the setting at a k', with the largest k that lets X be picked first."""
    return HalfPlane(largest_k(k_prime), k_prime)


def risk_of_x(k_prime: float) -> float:
    """Return MBR(C,{X}) = arctan(k)/pi = (pi - arctan k' - 1e-6)/(2 pi) at a k' (line 1000)."""
    return (math.pi - math.atan(k_prime) - MARGIN) / (2 * math.pi)


def representatives() -> tuple[Criterion, ...]:
    """Return the eight methods of the paper's Table 1."""
    return tuple(row for row in CRITERIA.values() if row.representative)


def beyond() -> tuple[Criterion, ...]:
    """Return the rows of the table of criteria that the paper does not follow."""
    return tuple(row for row in CRITERIA.values() if not row.representative)
