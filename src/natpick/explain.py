"""Why a feature was picked or left out, in numbers and one plain sentence."""

from collections.abc import Sequence

from natpick.explanation import Explanation, Record, both, nats
from natpick.left_out import left_out
from natpick.naming import position
from natpick.step import Step


def explain(record: Record, feature: str | int) -> Explanation:
    """Return why a feature, by name or index, was picked or left out."""
    i = position(record.features, feature)
    place = next((n for n, step in enumerate(record.steps) if step.index == i), None)
    return left_out(record, i) if place is None else _picked(record, place)


def _picked(record: Record, place: int) -> Explanation:
    step, before = record.steps[place], record.steps[:place]
    together = record.account.together if record.account else ()
    repeats, adds_with = _most_repeated(step, before), _best_partner(step, before)
    tied = tuple(record.features[t] for t in step.tied if t != step.index)
    return Explanation(
        feature=step.name,
        picked_at=place + 1,
        relevance=step.relevance,
        relevance_rank=record.rank(step.index),
        repeats=repeats,
        adds_with=adds_with,
        runner_up=step.runner_up_name,
        margin=step.margin,
        tied=tied,
        runner_up_at=record.runner_up_at(step.index),
        feature_type=together[place].feature_type if together else None,
        sentence=_why_picked(step, place + 1, repeats, adds_with, tied),
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


def _why_picked(
    step: Step,
    place: int,
    repeats: tuple[str, float] | None,
    adds_with: tuple[str, float] | None,
    tied: Sequence[str],
) -> str:
    parts = [f"alone it tells {nats(step.relevance)} about the target"]
    if repeats is not None:
        parts.append(f"it repeats {nats(repeats[1])} of {repeats[0]}")
    if adds_with is not None:
        parts.append(f"with {adds_with[0]} it tells {nats(adds_with[1])} more than the two apart")
    verb = "was kept as asked" if step.kept else "was picked"
    return f"{step.name} {verb} at step {place}: {both(parts)}{_rivals(step, tied)}."


def _rivals(step: Step, tied: Sequence[str]) -> str:
    if tied:
        shown = both([*tied[:3], f"{len(tied) - 3} more"] if len(tied) > 3 else tied)
        return f"; its score ties with that of {shown}, and the first column was taken"
    if step.runner_up_name is None or step.margin is None:
        return ""
    return f"; next best was {step.runner_up_name}, {step.margin:.3g} behind"
