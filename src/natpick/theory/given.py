"""A step of a search as theory sees it: S is selected, all other features are candidates."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from natpick.criterion import TIE
from natpick.naming import positions, several
from natpick.sources.exact import ExactSource
from natpick.sources.protocol import InformationSource, JointSource
from natpick.terms import Indices, SetTerms

Selected = str | int | Sequence[str | int]
"""Features by name or index, one or several."""


class NamedSource(Protocol):
    """A source that knows its features by name."""

    @property
    def names(self) -> Sequence[str]:
        """The features' names, in column order."""
        ...


@dataclass(frozen=True, slots=True)
class Given:
    """The candidates given S.

    Attributes
    ----------
    selected, candidates : indices of the features in S, and of all others.
    names : the names of the candidates.
    target_entropy : H(C), in nats.
    terms : H(C | S), and for each candidate H(X_i | S) and MI(C, X_i | S).
    explains : for each candidate, whether with it H(C | S, X_i) = 0 while H(C | S) > 0.
    """

    selected: Indices
    candidates: Indices
    names: tuple[str, ...]
    target_entropy: float
    terms: SetTerms
    explains: NDArray[np.bool_]


def given(source: InformationSource, selected: Selected) -> Given:
    """Return what is known of each candidate given the features selected."""
    joint = conditioning(source)
    s = np.array(features_of(joint, selected), dtype=np.int64)
    candidates = np.setdiff1d(np.arange(len(joint.names)), s)
    terms = joint.set_terms(s, candidates)
    return Given(
        selected=s,
        candidates=candidates,
        names=tuple(joint.names[i] for i in candidates),
        target_entropy=joint.univariate().target_entropy,
        terms=terms,
        explains=_explains(joint, s, candidates, terms),
    )


def conditioning(source: InformationSource) -> JointSource:
    """Return a source that can condition on several features at once, as the theory must."""
    if not isinstance(source, JointSource):
        raise TypeError(
            f"This needs to condition on all selected features at once, which "
            f"{type(source).__name__} cannot; give a source that can: Joint, HalfPlane or Counts."
        )
    return source


def features_of(source: NamedSource, features: Selected) -> tuple[int, ...]:
    """Return the indices of features, none of them twice and the target not among them."""
    asked = several(features)
    if isinstance(source, ExactSource) and source.target in asked:
        raise ValueError(f"{source.target!r} is the target; name features: {list(source.names)}.")
    return positions(source.names, asked)


def _explains(
    source: JointSource, s: Indices, candidates: Indices, terms: SetTerms
) -> NDArray[np.bool_]:
    """Return which candidates explain all that S leaves of the target.

    Their MI(C, X_i | S) is H(C | S) up to rounding, but so may be that of others, which leave
    next to nothing. H(C | S, X_i) tells them apart: where it is 0, it is exactly 0.
    """
    none = np.array([], dtype=np.int64)
    gain = terms.relevance
    explains = (gain > 0) & (gain >= terms.target_entropy - TIE)
    for i in np.flatnonzero(explains):
        with_i = np.append(s, candidates[i])
        explains[i] = source.set_terms(with_i, none).target_entropy == 0
    return explains
