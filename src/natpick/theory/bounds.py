"""The bounds of the target objectives OF and OF' (Theorem 1 of the paper)."""

from dataclasses import dataclass

from natpick.sources.protocol import InformationSource
from natpick.theory.given import Given, Selected, given


@dataclass(frozen=True, slots=True)
class Bounds:
    """What the target objectives of any candidate lie between, in nats."""

    of_lower: float
    of_upper: float
    of_prime_lower: float
    of_prime_upper: float


def bounds(source: InformationSource, selected: Selected = ()) -> Bounds:
    """Return the bounds of OF and OF' of every candidate X_i given the selected features S.

    H(C) - H(C | S) <= OF(X_i) <= H(C) and 0 <= OF'(X_i) <= H(C | S). A fully relevant feature
    attains the upper bounds, irrelevant and redundant ones the lower bounds, and a relevant one
    that is not fully relevant neither (Theorem 3). Once H(C | S) = 0 the bounds coincide. On
    data (Counts) they bound what the rows at hand tell, and may be far from the truth.

    References
    ----------
    Macedo, Oliveira, Pacheco and Valadas (2019), Neurocomputing 325, Theorem 1.

    Examples
    --------
    >>> import natpick
    >>> from natpick import theory
    >>> plane = natpick.sources.HalfPlane(1, 1)
    >>> round(theory.bounds(plane, "X").of_prime_upper, 9)  # H(C | X) = 1/2
    0.5
    >>> theory.bounds(plane, ["X", "X-k'Y"]).of_prime_upper
    0.0
    """
    return bounds_given(given(source, selected))


def bounds_given(step: Given) -> Bounds:
    """Return the bounds of OF and OF' of the candidates of a step."""
    unexplained = step.terms.target_entropy
    return Bounds(
        of_lower=max(0.0, step.target_entropy - unexplained),
        of_upper=step.target_entropy,
        of_prime_lower=0.0,
        of_prime_upper=unexplained,
    )
