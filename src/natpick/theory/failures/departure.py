"""How often and how badly a method departs from the ideal search: what is counted and summed."""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import add


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """How often and how badly one method departs from the ideal on one family.

    A step is *open* where some feature is relevant given what the method picked before:
    max OF' > 1e-12. Elsewhere nothing is to be gained and no pick is judged; so it is once the
    ideal search has stopped, for then H(C | S) = 0 and OF' = 0 for all.

    Attributes
    ----------
    method, family : what was judged, and on what.
    distributions : how many.
    open : by step, on how many of them the step was open.
    wrong : by step, how many picks there had an OF' more than 1e-12 below the best.
    redundant, irrelevant : by step, how many picks there were of that type given those before.
    total_regret, worst_regret : by step, the sum and the largest of max OF' - OF'(pick), in
        nats, where the step was open.
    total_behind, worst_behind : the sum and the largest of MI(C, S of the ideal) -
        MI(C, S of the method) after the last step, in nats, on all distributions. The ideal
        looks one step ahead only, so it may itself be behind.
    total_risk, worst_risk : the same for the minimum Bayes risk: the method's less the ideal's.
    ahead : on how many distributions the method's S had the lower minimum Bayes risk.
    """

    method: str
    family: str
    distributions: int
    open: tuple[int, ...]
    wrong: tuple[int, ...]
    redundant: tuple[int, ...]
    irrelevant: tuple[int, ...]
    total_regret: tuple[float, ...]
    worst_regret: tuple[float, ...]
    total_behind: float
    worst_behind: float
    total_risk: float
    worst_risk: float
    ahead: int

    @property
    def wrong_shares(self) -> tuple[float, ...]:
        """By step, the share of wrong picks among those judged; 0 where none was."""
        return tuple(map(_ratio, self.wrong, self.open))

    @property
    def wrong_share(self) -> float:
        """The share of wrong picks among those judged after the first.

        The first pick of a method of the table is never wrong: it maximizes MI(C, X_i) = OF'.
        """
        return _ratio(sum(self.wrong[1:]), sum(self.open[1:]))

    @property
    def wasted_share(self) -> float:
        """The share of redundant or irrelevant picks among those judged after the first."""
        return _ratio(sum(self.redundant[1:]) + sum(self.irrelevant[1:]), sum(self.open[1:]))

    @property
    def mean_regrets(self) -> tuple[float, ...]:
        """By step, the mean regret of the picks judged, in nats."""
        return tuple(map(_ratio, self.total_regret, self.open))

    @property
    def mean_behind(self) -> float:
        """By how much MI(C, S) is below the ideal's after the last step: the mean, in nats."""
        return _ratio(self.total_behind, self.distributions)

    @property
    def mean_risk(self) -> float:
        """By how much the minimum Bayes risk is above the ideal's after the last step: the mean."""
        return _ratio(self.total_risk, self.distributions)

    @property
    def ahead_share(self) -> float:
        """The share of distributions on which the method's S had the lower minimum Bayes risk."""
        return _ratio(self.ahead, self.distributions)


def together(family: str, parts: Iterable[Departure]) -> Departure:
    """Return the departure of one method on several sets of distributions, under one name."""
    first, *others = parts
    total = first
    for part in others:
        total = Departure(
            method=total.method,
            family=family,
            distributions=total.distributions + part.distributions,
            open=tuple(map(add, total.open, part.open)),
            wrong=tuple(map(add, total.wrong, part.wrong)),
            redundant=tuple(map(add, total.redundant, part.redundant)),
            irrelevant=tuple(map(add, total.irrelevant, part.irrelevant)),
            total_regret=tuple(map(add, total.total_regret, part.total_regret)),
            worst_regret=tuple(map(max, total.worst_regret, part.worst_regret)),
            total_behind=total.total_behind + part.total_behind,
            worst_behind=max(total.worst_behind, part.worst_behind),
            total_risk=total.total_risk + part.total_risk,
            worst_risk=max(total.worst_risk, part.worst_risk),
            ahead=total.ahead + part.ahead,
        )
    return total


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
