"""What can be claimed of a method: that it keeps a bound, that it keeps features in order."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from natpick.criteria import criterion
from natpick.criterion import Bound, Criterion
from natpick.terms import Floats, Indices
from natpick.theory.ensemble import FULLY_RELEVANT, RELEVANT, Ensemble

SIZES = (1, 2)
"""How many features are selected where a claim does not say: one or two."""

MOST_SELECTED = 3

Merit = Callable[[Ensemble, Criterion, Indices, int], Floats]
"""How well a feature plays a role given S, in each distribution; -inf where it cannot."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of what a method does at every step with some number of features selected.

    Constant features, which a search takes last, are left out of it. It fails of a
    distribution where candidates, one a role, have merits that add up to more
    than 1e-12. Make one with :meth:`order` or :meth:`bound`.

    Attributes
    ----------
    method : the row of the table of criteria.
    statement : what is claimed, in words.
    sizes : the numbers of selected features of which it is claimed.
    roles : the merit of a candidate in each role.
    kept : the bound that it is about, if it is about one.
    """

    method: Criterion
    statement: str
    sizes: tuple[int, ...]
    roles: tuple[Merit, ...] = field(repr=False)
    kept: Bound | None = None

    @classmethod
    def order(
        cls, method: str | Criterion, *, selected: int | None = None, own_search: bool = False
    ) -> "Claim":
        """Claim that a method never prefers what tells nothing to what tells all.

        It does prefer it where it scores an irrelevant or a redundant feature higher, by more
        than 1e-12, than a fully relevant one, which the targets score highest (Theorem 3).

        Parameters
        ----------
        method : str or Criterion
            A row of the table of criteria or its name.
        selected : int, optional
            How many features are selected; one or two by default.
        own_search : bool
            Whether it is claimed only of steps that the search by the method comes to, rather
            than given any features whatever.
        """
        row = criterion(method)
        statement = (
            f"{row.name} never prefers an irrelevant or redundant feature to a fully relevant one"
        )
        said = f"{statement} {_where(selected)}"
        if own_search:
            roles = (_where_it_comes(_useless), _where_it_comes(_decisive))
            return cls(row, f"{said} of its own search", _sizes(selected), roles)
        return cls(row, said, _sizes(selected), (_useless, _decisive))

    @classmethod
    def bound(
        cls, method: str | Criterion, bound: Bound, *, selected: int | None = None
    ) -> "Claim":
        """Claim that the scores J of a method keep a bound of the targets (Theorem 1).

        Parameters
        ----------
        method : str or Criterion
            A row of the table of criteria or its name.
        bound : Bound
            Which bound.
        selected : int, optional
            How many features are selected; one or two by default.
        """
        row = criterion(method)
        if not isinstance(bound, Bound):
            raise TypeError(f"bound={bound!r} is not allowed; give a natpick.criterion.Bound.")
        statement = f"every score J of {row.name} keeps the bound {bound.value}"
        said = f"{statement} {_where(selected)}"
        return cls(row, said, _sizes(selected), (_beyond(bound),), bound)

    def __str__(self) -> str:
        return self.statement


def _where(selected: int | None) -> str:
    return f"at |S| = {' or '.join(map(str, _sizes(selected)))}"


def _sizes(selected: int | None) -> tuple[int, ...]:
    if selected is None:
        return SIZES
    if isinstance(selected, bool) or not isinstance(selected, int):
        raise TypeError(f"selected={selected!r} is not allowed; give a whole number.")
    if not 1 <= selected <= MOST_SELECTED:
        raise ValueError(
            f"selected={selected} is not allowed; give 1 to {MOST_SELECTED}. With none selected "
            "every method scores MI(C,Xi), as the targets do."
        )
    return (selected,)


def _useless(many: Ensemble, row: Criterion, s: Indices, feature: int) -> Floats:
    """Return the score of an irrelevant or redundant feature."""
    plays = (many.types(s)[:, feature] < RELEVANT) & _vary(many, s, feature)
    return np.where(plays, many.scores(row, s)[:, feature], -np.inf)


def _decisive(many: Ensemble, row: Criterion, s: Indices, feature: int) -> Floats:
    """Return minus the score of a fully relevant feature."""
    plays = (many.types(s)[:, feature] == FULLY_RELEVANT) & _vary(many, s, feature)
    return np.where(plays, -many.scores(row, s)[:, feature], -np.inf)


def _where_it_comes(merit: Merit) -> Merit:
    """Return a merit of candidates beside which the search selects S in order.

    Where scores do not depend on other candidates, a search that no candidate alone would
    divert is not diverted by several.
    """

    def merit_of_own_search(many: Ensemble, row: Criterion, s: Indices, feature: int) -> Floats:
        comes = np.all(many.picks(row, len(s)) == s, axis=1)
        return np.where(comes, merit(many, row, s, feature), -np.inf)

    return merit_of_own_search


def _beyond(bound: Bound) -> Merit:
    """Return by how much the score of a candidate is beyond a bound."""
    limit, sign = _LIMITS[bound]

    def beyond(many: Ensemble, row: Criterion, s: Indices, feature: int) -> Floats:
        excess = sign * (many.scores(row, s)[:, feature] - limit(many, s))
        return np.where(_vary(many, s, feature), excess, -np.inf)

    return beyond


def _vary(many: Ensemble, s: Indices, feature: int) -> NDArray[np.bool_]:
    """Return whether neither feature nor S is constant: a search takes constants last."""
    return np.asarray(np.all(many.feature_entropy[:, [*s, feature]] > 0, axis=1), dtype=np.bool_)


_LIMITS: dict[Bound, tuple[Callable[[Ensemble, Indices], Floats], int]] = {
    Bound.LOWER_OF: (lambda many, s: many.target_entropy - many.target_entropy_given(s), -1),
    Bound.LOWER_OF_PRIME: (lambda many, _s: np.zeros(many.size), -1),
    Bound.UPPER_OF_PRIME: (lambda many, s: many.target_entropy_given(s), 1),
    Bound.UPPER_OF: (lambda many, _s: many.target_entropy, 1),
}
"""What each bound is, and 1 where it bounds from above, -1 where from below."""
