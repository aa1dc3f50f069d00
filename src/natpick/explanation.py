"""What an explanation holds, and what of a selection it is drawn from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from natpick.account import Account
from natpick.step import Step


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a feature was picked, or was not, from the terms of the selection.

    What an account of the selection is needed for is None where none was kept.

    Attributes
    ----------
    feature : its name.
    picked_at : the step it was picked at, from 1; None where it was left out.
    relevance, relevance_rank : MI(C, X_i) in nats, and its place among all features, from 1.
    repeats : the feature selected of which it repeats most, with MI(X_i, X_s) in nats: for a
        pick of those before it; for a feature left out the one that repeats most of what it
        tells, as the method weighs it.
    adds_with : the feature selected before with which it tells most more than the two apart,
        with MI(X_i, X_s | C) - MI(X_i, X_s) > 0 in nats.
    runner_up, margin : what would have been picked in its place, and by how much it was behind.
    tied : the features its score could not be told apart from.
    runner_up_at : the steps, from 1, at which it was the runner-up itself.
    sentence : all this in plain words.
    feature_type : for a pick, its type given those before it: irrelevant, redundant, relevant
        or fully relevant. On data this is a statement about the rows.
    closest_at, closest_rank, behind : for a feature left out, the step at which it came closest,
        its place there, and by how much its score was behind the pick's.
    blocked_by : for a feature left out, the selected feature that repeats at least half of what
        it tells; None where it lacks relevance instead.
    left : for a feature left out, MI(C, X_i | X_s): what it still tells once ``repeats`` is known.
    stands_in_for : the selected feature that it could stand in for, with their share of
        information, MI(X_i, X_s) / max(H(X_i), H(X_s)), at least 0.9.
    """

    feature: str
    picked_at: int | None
    relevance: float
    relevance_rank: int
    sentence: str
    repeats: tuple[str, float] | None = None
    adds_with: tuple[str, float] | None = None
    runner_up: str | None = None
    margin: float | None = None
    tied: tuple[str, ...] = ()
    runner_up_at: tuple[int, ...] = ()
    feature_type: str | None = None
    closest_at: int | None = None
    closest_rank: int | None = None
    behind: float | None = None
    blocked_by: str | None = None
    left: float | None = None
    stands_in_for: tuple[str, float] | None = None

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True, slots=True)
class Record:
    """What of a selection explains its features."""

    steps: Sequence[Step]
    features: Sequence[str]
    relevance: Sequence[float]
    excluded: Sequence[int] = ()
    groups: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    account: Account | None = None
    set_aside: Sequence[str] = ()

    def rank(self, i: int) -> int:
        """Return the place of a feature by relevance, from 1."""
        return 1 + sum(r > self.relevance[i] for r in self.relevance)

    def runner_up_at(self, i: int) -> tuple[int, ...]:
        """Return the steps, from 1, at which a feature was the runner-up."""
        return tuple(n for n, step in enumerate(self.steps, 1) if step.runner_up == i)

    def group_of(self, i: int) -> str | None:
        """Return the group that a column is taken together in."""
        return next((name for name, columns in self.groups.items() if i in columns), None)


def nats(value: float) -> str:
    """Return a number of nats to three digits."""
    return f"{value:.3g} nats"


def both(parts: Sequence[str]) -> str:
    """Return parts as one phrase: a, b and c."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
