"""What one X_s costs X_i, and the terms of the two that it is worked out from."""

from dataclasses import dataclass, field

import numpy as np

from natpick.terms import Floats, Indices, PairTerms, Univariate


@dataclass(frozen=True, slots=True)
class Pair:
    """The terms of X_i with X_s and of each alone; X_i, X_s or both may be several (broadcast).

    ``i`` is None for all features.
    """

    alone: Univariate
    i: Indices | None
    s: Indices
    terms: PairTerms

    @property
    def relevance(self) -> Floats:
        """Return MI(C, X_i)."""
        return self._of_i(self.alone.relevance)

    @property
    def entropy(self) -> Floats:
        """Return H(X_i)."""
        return self._of_i(self.alone.entropy)

    @property
    def selected_relevance(self) -> Floats:
        """Return MI(C, X_s)."""
        return self.alone.relevance.take(self.s)

    @property
    def selected_entropy(self) -> Floats:
        """Return H(X_s)."""
        return self.alone.entropy.take(self.s)

    @property
    def redundancy(self) -> Floats:
        """Return MI(X_i, X_s)."""
        return self.terms.redundancy

    @property
    def class_redundancy(self) -> Floats:
        """Return MI(X_i, X_s | C)."""
        return self.terms.class_redundancy

    @property
    def joint_entropy(self) -> Floats:
        """Return H(X_i, X_s, C)."""
        return self.terms.joint_entropy

    def _of_i(self, values: Floats) -> Floats:
        return values if self.i is None else values.take(self.i)


NONE = np.broadcast_to(0.0, ())
"""What a penalty has none of: 0 for every X_i."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """redundancy - class_redundancy - rest: what one X_s costs X_i, and what it is made of."""

    redundancy: Floats
    class_redundancy: Floats = field(default_factory=lambda: NONE)
    rest: Floats = field(default_factory=lambda: NONE)

    @property
    def total(self) -> Floats:
        """Return redundancy - class_redundancy - rest."""
        total = self.redundancy
        for credit in (self.class_redundancy, self.rest):
            total = total if credit is NONE else total - credit
        return total

    def at(self, s: int) -> tuple[float, float, float]:
        """Return redundancy, class_redundancy and rest of the s-th of several."""
        parts = (self.redundancy, self.class_redundancy, self.rest)
        redundancy, class_redundancy, rest = (p.item(s) if p.ndim else p.item() for p in parts)
        return redundancy, class_redundancy, rest
