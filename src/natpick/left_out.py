"""Why a feature was left out: how close it came, what blocked it, what it could stand in for."""

from collections.abc import Iterator, Sequence

from natpick.account import Account, Standing
from natpick.criterion import TIE
from natpick.explanation import Explanation, Record, both, nats

MOST = 0.5
"""A feature is blocked by the one that repeats at least this share of what it tells."""

UNASKED = "select with explain=True to be told what it repeats"


def left_out(record: Record, i: int) -> Explanation:
    """Return why a feature was not picked."""
    account, names = record.account, record.features
    standing = account.standings.get(i) if account else None
    blocked = account is not None and standing is not None and _repeats_most(record, account, i)
    nearest = None if standing is None else standing.nearest
    repeats = None if standing is None or nearest is None else (names[nearest], standing.redundancy)
    return Explanation(
        feature=names[i],
        picked_at=None,
        relevance=record.relevance[i],
        relevance_rank=record.rank(i),
        repeats=repeats,
        runner_up_at=record.runner_up_at(i),
        closest_at=None if standing is None else standing.step,
        closest_rank=None if standing is None else standing.rank,
        behind=None if standing is None else standing.behind,
        blocked_by=repeats[0] if repeats is not None and blocked else None,
        left=_left(record, i, standing),
        stands_in_for=_twin(record, standing),
        sentence=_sentence(record, i),
    )


def _repeats_most(record: Record, account: Account, i: int) -> bool:
    """Return whether one feature picked repeats most of what this one tells, as was weighed."""
    standing, (_, by_class) = account.standings[i], account.weighs
    overlap = standing.redundancy - standing.class_redundancy * by_class
    return (
        account.weighs[0]
        and standing.nearest is not None
        and record.relevance[i] > 0
        and overlap >= MOST * record.relevance[i]
    )


def _left(record: Record, i: int, standing: Standing | None) -> float | None:
    """Return MI(C, X_i | X_s) = MI(C, X_i) - MI(X_i, X_s) + MI(X_i, X_s | C)."""
    if standing is None or standing.nearest is None:
        return None
    left = record.relevance[i] - standing.redundancy + standing.class_redundancy
    return left if left > TIE else 0.0


def _twin(record: Record, standing: Standing | None) -> tuple[str, float] | None:
    if standing is None or standing.twin is None:
        return None
    return record.features[standing.twin], standing.share


def _sentence(record: Record, i: int) -> str:
    account = record.account
    if record.features[i] in record.set_aside:
        return (
            f"{record.features[i]} was set aside and nothing was counted of it: nearly all its "
            "values are different; include it to have it counted."
        )
    parts = [
        f"alone it tells {nats(record.relevance[i])} about the target, place {record.rank(i)} of "
        f"{len(record.features)} by relevance"
    ]
    closed = _closed(record, i)
    if account is None or i not in account.standings:
        if near := record.runner_up_at(i):
            parts.append(f"it was next best at step {both([str(n) for n in near])}")
        if record.steps and not closed:
            parts.append(UNASKED)
    else:
        standing = account.standings[i]
        parts += _closeness(standing, record.runner_up_at(i))
        parts += [] if closed else _reason(record, account, i)
        parts += _exchange(record, standing)
    return f"{record.features[i]} {closed or _dropped(record, i)}: {'; '.join(parts)}."


def _closed(record: Record, i: int) -> str:
    if i in record.excluded:
        return "was excluded as asked"
    group = record.group_of(i)
    return f"was taken as part of {group}" if group else ""


def _dropped(record: Record, i: int) -> str:
    for n, step in enumerate(record.steps, 1):
        if i in step.discarded:
            return f"was dropped at step {n}, as a function of those picked"
    return "was left out"


def _closeness(standing: Standing, runner_up_at: Sequence[int]) -> Iterator[str]:
    if standing.step is None or standing.behind is None:
        return
    if standing.behind == 0:
        yield f"its score tied with that of the pick of step {standing.step}, an earlier column"
        return
    behind = f"{standing.behind:.3g} behind"
    if len(runner_up_at) > 1:
        steps = both([str(n) for n in runner_up_at])
        yield f"it was next best at step {steps}, at step {standing.step} only {behind}"
        return
    place = "it was next best" if runner_up_at else "it came closest"
    yield f"{place} at step {standing.step}, {behind}"


def _reason(record: Record, account: Account, i: int) -> Iterator[str]:
    standing, left = account.standings[i], _left(record, i, account.standings[i])
    if _repeats_most(record, account, i) and standing.nearest is not None and left is not None:
        name = record.features[standing.nearest]
        repeated = f"it repeats {nats(standing.redundancy)} of {name}"
        tells = "tells only" if left < MOST * record.relevance[i] else "still tells"
        yield f"{repeated}, and with {name} known it {tells} {nats(left)}"
    elif not account.weighs[0]:
        yield "the method goes by relevance alone"
    elif standing.behind != 0:
        yield f"no feature picked repeats most of what it tells, but {_short_of(record, i)}"


def _short_of(record: Record, i: int) -> str:
    """Return what a feature lacks that none of the picks repeats."""
    picks = [step.relevance for step in record.steps if not step.kept]
    if picks and record.relevance[i] < min(picks):
        return "it tells less than any of them"
    return "they scored more"


def _exchange(record: Record, standing: Standing) -> Iterator[str]:
    if standing.twin is None:
        return
    name = record.features[standing.twin]
    same = "the two are functions of each other"
    share = f"they share {100 * standing.share:.0f} % of their information"
    yield f"it could stand in for {name}: {same if standing.share >= 1 - 1e-12 else share}"
