"""The paper's distributional setting in closed form: a class that is a half of the plane."""

import math
from collections.abc import Iterable, Mapping
from functools import cached_property
from numbers import Real
from typing import Final

from natpick.sources import exact
from natpick.sources.exact import Names
from natpick.sources.half_plane_integrals import LN2
from natpick.sources.half_plane_terms import H_NORMAL, HalfPlaneTerms
from natpick.terms import Indices, PairTerms, SetTerms, Univariate, Want

C: Final = "C"
X: Final = "X"
W: Final = "X-k'Y"
Z: Final = "Z"
D: Final = "X_disc"

_ORDER: Final = (X, W, C, D, Z)
_CONTINUOUS: Final = frozenset((X, W))


class HalfPlane:
    """The class C = 1 if X + kY >= 0 and 0 otherwise, X and Y independent standard normal.

    The features are X, X - k'Y, a fair coin Z independent of X and Y, and X_disc = 1 if
    X >= 0 and 0 otherwise. X and X - k'Y together yield Y, and so C; X yields X_disc; Z says
    nothing about anything. Every entropy and mutual information, given anything, is exact to
    1e-12 absolutely and to 1e-9 relatively (an entropy that changes its sign: absolutely) for
    k and k' from 1e-3 to 1e3, and those that are 0 are exactly 0.

    Parameters
    ----------
    k : float
        Y's part in the class: positive and finite. The class and X_disc differ with
        probability arctan(k) / pi.
    k_prime : float
        Y's part in X - k'Y: positive and finite.

    Attributes
    ----------
    names : "X", "X-k'Y", "Z", "X_disc"
    target : "C"

    Notes
    -----
    X and X - k'Y are continuous. Their entropies are differential, may be negative, and say
    nothing about whether a feature varies: ask :meth:`determines`. Of discrete and continuous
    variables together, the entropy is h(continuous) + H(discrete | continuous). A continuous
    variable given itself has entropy -inf, and infinite mutual information with itself; the
    paper leaves both undefined.

    References
    ----------
    Macedo, Oliveira, Pacheco and Valadas (2019), Theoretical foundations of forward feature
    selection methods based on mutual information, Neurocomputing 325, Section 6.

    Examples
    --------
    >>> import natpick
    >>> plane = natpick.sources.HalfPlane(1.0, 1.0)
    >>> round(plane.mutual_information("C", "X"), 9)  # ln 2 - 1/2
    0.193147181
    >>> plane.entropy("C", given=("X", "X-k'Y"))
    0.0
    """

    names = (X, W, Z, D)
    target = C

    def __init__(self, k: float, k_prime: float) -> None:
        self.k = _positive("k", k)
        self.k_prime = _positive("k_prime", k_prime)
        self._terms = HalfPlaneTerms(self.k, self.k_prime)

    def __repr__(self) -> str:
        return f"HalfPlane(k={self.k!r}, k_prime={self.k_prime!r})"

    def entropy(self, names: Names, given: Names = ()) -> float:
        """Return H(names | given) in nats: the chain rule, continuous variables first.

        It is 0 where ``given`` determines discrete ``names``, and -inf where it determines a
        continuous one.
        """
        asked, before = _known(names), _known(given)
        total = 0.0
        for v in _ordered(asked):
            total += self._entropy(v, before)
            before |= {v}
        return total

    def mutual_information(self, a: Names, b: Names, given: Names = ()) -> float:
        """Return MI(a, b | given) in nats, each of them one name or several.

        What a and b share adds its own entropy, which is infinite if it is continuous. The
        rest is the sum over pairs by the chain rule, of which no term is negative.
        """
        before = _known(given)
        x, y = _known(a), _known(b)
        shared = x & y - before
        if shared & _CONTINUOUS:
            return math.inf
        total = self.entropy(tuple(shared), tuple(before))
        before |= shared
        for u in _ordered(x - before):
            within = before
            for v in _ordered(y - before):
                total += self._information(u, v, within)
                within |= {v}
            before |= {u}
        return total

    def determines(self, given: Names, names: Names) -> bool:
        """Return whether ``names`` are a function of ``given``, in the paper H(names | given) = 0.

        For a discrete variable its entropy given these is 0, for a continuous one -inf.
        """
        return _known(names) <= _determined(_known(given))

    def minimum_bayes_risk(self, names: Names = ()) -> float:
        """Return the least probability of guessing C wrong from some of the features.

        0 by X and X - k'Y; a / pi by X or X_disc; min(t, pi - t) / pi by X - k'Y; by X - k'Y
        and X_disc a / pi if t <= pi / 2 and otherwise an integral; 1/2 by nothing or Z; where
        a = arctan k and t = a + arctan k'.
        """
        features = _known(names)
        if C in features:
            raise ValueError(f"{C!r} is the target; name features: {list(self.names)}.")
        given = _determined(features)
        if C in given:
            return 0.0
        if X in given:
            return self._terms.error_of_d
        if W in given:
            return self._terms.error_of_w_d if D in given else self._terms.error_of_w
        return self._terms.error_of_d if D in given else 0.5

    def univariate(self) -> Univariate:
        """Return H(C) and, for every feature, H(X_i) and MI(C, X_i)."""
        return exact.univariate(self)

    def pair_terms(self, s: int, candidates: Indices, want: Want) -> PairTerms:
        """Return the terms of feature ``s`` with each candidate, as far as they are wanted."""
        return exact.pair_terms(self, s, candidates, want)

    def set_terms(self, selected: Indices, candidates: Indices) -> SetTerms:
        """Return H(C | S), and for each candidate H(X_i | S), MI(C, X_i | S), if S yields it."""
        return exact.set_terms(self, selected, candidates)

    def _entropy(self, v: str, given: frozenset[str]) -> float:
        """Return H(v | given) of a single variable.

        For a continuous one, h(v | given) = h(v | continuous) - MI(v, discrete | continuous),
        where continuous and discrete are the parts of ``given``.
        """
        if v in _determined(given):
            return -math.inf if v in _CONTINUOUS else 0.0
        if v == Z:
            return LN2
        if v not in _CONTINUOUS:
            return self._discrete_entropy[v, _determined(given) - {Z}]
        continuous = given & _CONTINUOUS
        shared = self.mutual_information(v, tuple(given - continuous), tuple(continuous))
        return self._differential_entropy[v, continuous] - shared

    def _information(self, u: str, v: str, given: frozenset[str]) -> float:
        """Return MI(u, v | given) of two different variables; H(v | given) if u determines v."""
        fixed = _determined(given) - {Z}
        if u in fixed or v in fixed or Z in (u, v):
            return 0.0
        for one, other in ((u, v), (v, u)):
            if one in _determined(fixed | {other}):
                return self._entropy(one, fixed)
        return max(0.0, self._pair_information[frozenset((u, v)), fixed])

    @cached_property
    def _discrete_entropy(self) -> Mapping[tuple[str, frozenset[str]], float]:
        """Return H(C | .) and H(D | .) wherever they are not 0, Z left out of the condition."""
        terms = self._terms
        return {
            (C, frozenset()): LN2,
            (C, frozenset({D})): terms.h_c_given_d,
            (C, frozenset({X, D})): terms.h_c_given_x,
            (C, frozenset({W})): terms.h_c_given_w,
            (C, frozenset({W, D})): terms.h_c_given_w_d,
            (D, frozenset()): LN2,
            (D, frozenset({C})): terms.h_c_given_d,
            (D, frozenset({W})): terms.h_d_given_w,
            (D, frozenset({W, C})): terms.h_d_given_w_c,
        }

    @cached_property
    def _differential_entropy(self) -> Mapping[tuple[str, frozenset[str]], float]:
        """Return h(X | .) and h(W | .) given continuous variables."""
        terms = self._terms
        return {
            (X, frozenset()): H_NORMAL,
            (X, frozenset({W})): terms.h_x_given_w,
            (W, frozenset()): terms.h_w,
            (W, frozenset({X})): terms.h_w_given_x,
        }

    @cached_property
    def _pair_information(self) -> Mapping[tuple[frozenset[str], frozenset[str]], float]:
        """Return MI of two variables of which neither determines the other, given others."""
        terms = self._terms
        return {
            (frozenset({C, D}), frozenset()): terms.c_d,
            (frozenset({C, D}), frozenset({W})): terms.c_d_given_w,
            (frozenset({C, X}), frozenset()): terms.c_x,
            (frozenset({C, X}), frozenset({D})): terms.c_x_given_d,
            (frozenset({C, W}), frozenset()): terms.c_w,
            (frozenset({C, W}), frozenset({D})): terms.c_w_given_d,
            (frozenset({D, W}), frozenset()): terms.d_w,
            (frozenset({D, W}), frozenset({C})): terms.d_w_given_c,
            (frozenset({X, W}), frozenset()): terms.x_w,
            (frozenset({X, W}), frozenset({C})): terms.x_w_given_c,
            (frozenset({X, W}), frozenset({D})): terms.x_w_given_d,
            (frozenset({X, W}), frozenset({C, D})): terms.x_w_given_c_d,
        }


def _positive(name: str, value: float) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name}={value!r} is not allowed; give a number, positive and finite.")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not 0 < number < math.inf:
        raise ValueError(f"{name}={value!r} is not allowed; it must be positive and finite.")
    return number


def _known(names: Names) -> frozenset[str]:
    return exact.known(names, (C, X, W, Z, D))


def _ordered(names: Iterable[str]) -> list[str]:
    return sorted(names, key=_ORDER.index)


def _determined(given: frozenset[str]) -> frozenset[str]:
    """Return ``given`` and all that is a function of it."""
    if given >= _CONTINUOUS:
        return given | {C, D}
    return given | {D} if X in given else given
