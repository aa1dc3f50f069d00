"""What a criterion is: a penalty per selected feature, a way to fold them, and its story.

In the first step every criterion scores MI(C, X_i). With S not empty it scores

    J(X_i) = combine(MI(C, X_i), beta * weight * fold over X_s in S of penalty(X_i, X_s))

where ``weight`` is 1 or 1 / |S| and ``combine`` is nearly always a difference. One criterion,
``cmi``, has no fold: it conditions on the whole of S.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from natpick.penalty import Pair, Penalty
from natpick.ranks import below
from natpick.terms import Floats, Want

TIE = 1e-12
"""Scores closer than this, in nats and absolutely, cannot be told apart."""


class Drawback(Enum):
    """The six drawbacks of the paper (Section 5.1, Table 2)."""

    REDUNDANCY_IGNORED = "redundancy ignored"
    COMPLEMENTARITY_IGNORED = "complementarity ignored"
    COMPLEMENTARITY_PENALIZED = "complementarity penalized"
    REDUNDANCY_UNDERVALUED = "redundancy undervalued"
    UNIMPORTANT_TERM = "unimportant term approximated"
    REDUNDANCY_OVERSCALED = "redundancy overscaled"


class Target(Enum):
    """The target objectives that criteria approximate (Section 4.1)."""

    OF = "OF"
    OF_PRIME = "OF'"


class Bound(Enum):
    """The bounds of the target objectives that a criterion may keep (Theorem 1, Section 5.2)."""

    LOWER_OF = "H(C) - H(C|S) <= J"
    LOWER_OF_PRIME = "0 <= J"
    UPPER_OF_PRIME = "J <= H(C|S)"
    UPPER_OF = "J <= H(C)"

    @property
    def target(self) -> Target:
        """Return the target that it is a bound of."""
        return Target.OF if self in (Bound.LOWER_OF, Bound.UPPER_OF) else Target.OF_PRIME


@dataclass(frozen=True, slots=True)
class Fold:
    """How the penalties of all X_s become one number.

    Attributes
    ----------
    ufunc, identity : the running fold and its start.
    rows, width : what of a penalty is folded, one row each, and how many rows.
    value : from the folded rows, shape (rows, candidates), to one number a candidate.
    weighed : from the penalties of one candidate, over all X_s, to the redundancy and the
        class redundancy that its folded value is made of.
    any_order : whether the fold is the same, to the last bit, in whatever order; a sum is not.
    """

    name: str
    ufunc: np.ufunc
    identity: float
    width: int
    rows: Callable[[Penalty], tuple[Floats, ...]]
    value: Callable[[Floats], Floats]
    weighed: Callable[[Penalty], tuple[float, float]]
    any_order: bool = False


def _total(penalty: Penalty) -> tuple[Floats, ...]:
    return (penalty.total,)


def _only(rows: Floats) -> Floats:
    folded: Floats = rows[0]
    return folded


def _added(penalty: Penalty) -> tuple[float, float]:
    return float(penalty.redundancy.sum()), float(penalty.class_redundancy.sum())


def _at_the_largest(penalty: Penalty) -> tuple[float, float]:
    total = penalty.total
    s = int(np.flatnonzero(total >= total.max() - TIE)[0])
    redundancy, class_redundancy, _ = penalty.at(s)
    return redundancy, class_redundancy


def _at_the_largest_if_positive(penalty: Penalty) -> tuple[float, float]:
    return _at_the_largest(penalty) if penalty.total.max() > TIE else (0.0, 0.0)


def _both(penalty: Penalty) -> tuple[Floats, ...]:
    return penalty.redundancy, penalty.class_redundancy


def _difference(rows: Floats) -> Floats:
    folded: Floats = rows[0] - rows[1]
    return folded


def _largest_of_each(penalty: Penalty) -> tuple[float, float]:
    return float(penalty.redundancy.max()), float(penalty.class_redundancy.max())


SUM = Fold("sum", np.add, 0.0, 1, _total, _only, _added)
MAX = Fold("max", np.maximum, -np.inf, 1, _total, _only, _at_the_largest, any_order=True)
MAX_OR_ZERO = Fold(
    "max, at least 0",
    np.maximum,
    0.0,
    1,
    _total,
    _only,
    _at_the_largest_if_positive,
    any_order=True,
)
MAX_OF_EACH = Fold(
    "max of each term",
    np.maximum,
    0.0,
    2,
    _both,
    _difference,
    _largest_of_each,
    any_order=True,
)


def difference(relevance: Floats, penalty: Floats) -> Floats:
    """Return relevance - penalty."""
    return relevance - penalty


def reward(_relevance: Floats, penalty: Floats) -> Floats:
    """Return -penalty, for criteria whose every term already holds the relevance."""
    return 0.0 - penalty


def domination(relevance: Floats, redundancy: Floats) -> Floats:
    """Return #{j : relevance_j < relevance_i} - #{j : redundancy_j < redundancy_i}."""
    return below(relevance, TIE) - below(redundancy, TIE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """A row of the table of criteria: how it scores, and what is known of it.

    Attributes
    ----------
    name, title, aliases : what it is called; aliases are methods of other papers with the
        same objective function.
    formula, latex : its objective function for S not empty.
    reference : where it was proposed.
    drawbacks : which drawbacks it has: by the paper for the eight ``representative`` methods,
        by the same reasoning for the rest.
    target : the target that it approximates.
    bounds : which of the two bounds of its target it keeps, however many features are selected.
    bounds_of_one : which it keeps while a single feature is selected, ``bounds`` among them.
    when : when to use it.
    want : the pair terms its penalty weighs.
    penalty, fold, mean, beta, combine : the objective function; ``fold`` is None for a
        criterion that conditions on the whole of S.
    takes_beta : whether the user may choose ``beta``.
    lazy : why the score with some X_s still missing from the fold is an upper bound of the
        score, so that candidates may be passed over unfinished; None where it is not.
    """

    name: str
    title: str
    formula: str
    latex: str
    reference: str
    when: str
    want: Want
    penalty: Callable[[Pair], Penalty]
    fold: Fold | None
    mean: bool = False
    beta: float = 1.0
    takes_beta: bool = False
    combine: Callable[[Floats, Floats], Floats] = difference
    lazy: str | None = None
    aliases: tuple[str, ...] = ()
    drawbacks: frozenset[Drawback] = frozenset()
    target: Target = Target.OF_PRIME
    bounds: frozenset[Bound] = frozenset()
    bounds_of_one: frozenset[Bound] = frozenset()
    representative: bool = False

    @property
    def parameters(self) -> dict[str, float]:
        """Return the parameters a user may choose, with their values."""
        return {"beta": self.beta} if self.takes_beta else {}

    def weighed(self, folded: Floats, size: int) -> Floats:
        """Return beta * weight(|S|) * folded."""
        weighed = folded if self.beta == 1 else self.beta * folded
        return weighed / size if self.mean else weighed
