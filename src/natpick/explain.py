"""Why a feature was picked or left out, in numbers and one plain sentence."""

from collections.abc import Sequence
from dataclasses import dataclass

from natpick.naming import position
from natpick.step import Step


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a feature was picked, or was not, from the terms of the selection.

    Attributes
    ----------
    feature : its name.
    picked_at : the step it was picked at, from 1; None where it was left out.
    relevance, relevance_rank : MI(C, X_i) in nats, and its place among all features, from 1.
    repeats : the feature selected before of which it repeats most, with MI(X_i, X_s) in nats.
    adds_with : the feature selected before with which it tells most more than the two apart,
        with MI(X_i, X_s | C) - MI(X_i, X_s) > 0 in nats.
    runner_up, margin : what would have been picked in its place, and by how much it was behind.
    tied : the features its score could not be told apart from.
    runner_up_at : the steps, from 1, at which it was the runner-up itself.
    sentence : all this in plain words.
    """

    feature: str
    picked_at: int | None
    relevance: float
    relevance_rank: int
    repeats: tuple[str, float] | None
    adds_with: tuple[str, float] | None
    runner_up: str | None
    margin: float | None
    tied: tuple[str, ...]
    runner_up_at: tuple[int, ...]
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def explain(
    steps: Sequence[Step],
    features: Sequence[str],
    relevance: Sequence[float],
    feature: str | int,
    set_aside: Sequence[str] = (),
) -> Explanation:
    """Return why a feature, by name or index, was picked or left out."""
    i = position(features, feature)
    rank = 1 + sum(r > relevance[i] for r in relevance)
    runner_up_at = tuple(n for n, step in enumerate(steps, 1) if step.runner_up == i)
    place = next((n for n, step in enumerate(steps) if step.index == i), None)
    if place is None:
        return Explanation(
            feature=features[i],
            picked_at=None,
            relevance=relevance[i],
            relevance_rank=rank,
            repeats=None,
            adds_with=None,
            runner_up=None,
            margin=None,
            tied=(),
            runner_up_at=runner_up_at,
            sentence=_set_aside(features[i])
            if features[i] in set_aside
            else _left_out(features[i], relevance[i], rank, len(features), runner_up_at),
        )
    step, before = steps[place], steps[:place]
    repeats, adds_with = _most_repeated(step, before), _best_partner(step, before)
    tied = tuple(features[t] for t in step.tied if t != i)
    return Explanation(
        feature=step.name,
        picked_at=place + 1,
        relevance=step.relevance,
        relevance_rank=rank,
        repeats=repeats,
        adds_with=adds_with,
        runner_up=step.runner_up_name,
        margin=step.margin,
        tied=tied,
        runner_up_at=runner_up_at,
        sentence=_picked(step, place + 1, repeats, adds_with, tied),
    )


def _most_repeated(step: Step, before: Sequence[Step]) -> tuple[str, float] | None:
    shared = [redundancy for redundancy, _ in step.with_selected]
    return _largest(shared, before)


def _best_partner(step: Step, before: Sequence[Step]) -> tuple[str, float] | None:
    gains = [class_redundancy - redundancy for redundancy, class_redundancy in step.with_selected]
    return _largest(gains, before)


def _largest(values: Sequence[float], before: Sequence[Step]) -> tuple[str, float] | None:
    if not values or max(values) <= 0:
        return None
    return before[values.index(max(values))].name, max(values)


def _picked(
    step: Step,
    place: int,
    repeats: tuple[str, float] | None,
    adds_with: tuple[str, float] | None,
    tied: Sequence[str],
) -> str:
    parts = [f"alone it tells {_nats(step.relevance)} about the target"]
    if repeats is not None:
        parts.append(f"it repeats {_nats(repeats[1])} of {repeats[0]}")
    if adds_with is not None:
        parts.append(f"with {adds_with[0]} it tells {_nats(adds_with[1])} more than the two apart")
    verb = "was kept as asked" if step.kept else "was picked"
    return f"{step.name} {verb} at step {place}: {_and(parts)}{_rivals(step, tied)}."


def _rivals(step: Step, tied: Sequence[str]) -> str:
    if tied:
        shown = _and([*tied[:3], f"{len(tied) - 3} more"] if len(tied) > 3 else tied)
        return f"; its score ties with that of {shown}, and the first column was taken"
    if step.runner_up_name is None or step.margin is None:
        return ""
    return f"; next best was {step.runner_up_name}, {step.margin:.3g} behind"


def _left_out(
    name: str, relevance: float, rank: int, n_features: int, runner_up_at: Sequence[int]
) -> str:
    close = (
        f"; it was next best at step {_and([str(n) for n in runner_up_at])}" if runner_up_at else ""
    )
    return (
        f"{name} was left out: alone it tells {_nats(relevance)} about the target, "
        f"place {rank} of {n_features} by relevance{close}."
    )


def _set_aside(name: str) -> str:
    return (
        f"{name} was set aside and nothing was counted of it: nearly all its values are "
        "different, like those of an id or of free text."
    )


def _nats(value: float) -> str:
    return f"{value:.3g} nats"


def _and(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
