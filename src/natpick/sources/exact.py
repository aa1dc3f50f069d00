"""Sources that know the whole distribution, and the terms of the search in what they answer."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from natpick.terms import Floats, Indices, PairTerms, SetTerms, Univariate, Want

Names = str | Sequence[str]


@runtime_checkable
class ExactSource(Protocol):
    """A source that answers for any sets of its variables, the target among them.

    Names are one name or several; a name given twice counts once.
    """

    target: str

    @property
    def names(self) -> Sequence[str]:
        """The features' names, in column order."""
        ...

    def entropy(self, names: Names, given: Names = ()) -> float:
        """Return H(names | given) in nats, differential where a variable is continuous."""
        ...

    def mutual_information(self, a: Names, b: Names, given: Names = ()) -> float:
        """Return MI(a, b | given) in nats."""
        ...

    def determines(self, given: Names, names: Names) -> bool:
        """Return whether ``names`` are a function of ``given``, whatever their values."""
        ...

    def minimum_bayes_risk(self, names: Names = ()) -> float:
        """Return the least error of any rule that guesses the target from the features."""
        ...


def known(asked: Names, variables: Iterable[str]) -> frozenset[str]:
    """Return the names asked for, all of them among the variables."""
    names = (asked,) if isinstance(asked, str) else tuple(asked)
    allowed = list(variables)
    if unknown := [name for name in names if name not in allowed]:
        raise ValueError(f"Unknown variables {unknown}; known are {allowed}.")
    return frozenset(names)


def univariate(source: ExactSource) -> Univariate:
    """Return H(C) and, for every feature, H(X_i) and MI(C, X_i)."""
    return Univariate(
        source.entropy(source.target),
        np.array([source.entropy(i) for i in source.names]),
        np.array([source.mutual_information(source.target, i) for i in source.names]),
    )


def pair_terms(source: ExactSource, s: int, candidates: Indices, want: Want) -> PairTerms:
    """Return the terms of feature ``s`` with each candidate, as far as they are wanted.

    Each pair is asked for in the order of the columns, so that its terms are the same to the
    last bit whichever of the two was selected.
    """
    c = source.target
    pairs = [(source.names[min(s, i)], source.names[max(s, i)]) for i in candidates.tolist()]

    def terms(wanted: Want, term: Callable[[str, str], float]) -> Floats:
        return np.array([term(*pair) if wanted & want else math.nan for pair in pairs])

    return PairTerms(
        terms(Want.REDUNDANCY, source.mutual_information),
        terms(Want.CLASS_REDUNDANCY, lambda a, b: source.mutual_information(a, b, c)),
        terms(Want.JOINT_ENTROPY, lambda a, b: source.entropy((a, b, c))),
    )


def set_terms(source: ExactSource, selected: Indices, candidates: Indices) -> SetTerms:
    """Return H(C | S), and each candidate's H(X_i | S), MI(C, X_i | S), and if S determines it."""
    s = [source.names[i] for i in selected]
    names = [source.names[i] for i in candidates]
    return SetTerms(
        source.entropy(source.target, s),
        np.array([source.entropy(i, s) for i in names]),
        np.array([source.mutual_information(source.target, i, s) for i in names]),
        np.array([source.determines(s, i) for i in names], dtype=np.bool_),
    )
