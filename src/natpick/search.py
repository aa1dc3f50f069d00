"""The forward search: the only greedy loop."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from natpick.criteria import criterion as criterion_of
from natpick.criterion import TIE, Criterion
from natpick.naming import positions
from natpick.scores import Scores, scores_of
from natpick.sources.protocol import InformationSource
from natpick.step import Step
from natpick.terms import Floats, Indices


def forward(
    source: InformationSource,
    criterion: Criterion | str,
    *,
    keep: Iterable[str | int] = (),
    after: Sequence[Step] = (),
    lazy: bool = True,
) -> Iterator[Step]:
    """Pick features one at a time, each the best by the criterion given those before it.

    Yields a step for every feature, until none is left; take as many as you want. The steps
    taken first do not depend on how many are taken, so a longer selection goes on where a
    shorter one ended.

    Parameters
    ----------
    source : InformationSource
        Where the information terms come from.
    criterion : Criterion or str
        A row of the table of criteria, or its name.
    keep : iterable of str or int
        Features that come first, in this order, whatever their scores.
    after : sequence of Step
        Steps of an earlier search over the same source and criterion, to go on from. They
        are not yielded again.
    lazy : bool
        Whether candidates that cannot win may be passed over unfinished, where the criterion
        allows it. The answer is the same.

    Notes
    -----
    Candidates within 1e-12 nats of the best are tied; the one of lowest index is picked and
    the tie is told in the step. Constant features come after all others.

    Examples
    --------
    >>> from itertools import islice
    >>> import natpick
    >>> source = natpick.sources.Joint.from_function(
    ...     {"W": [0, 1], "X": [0, 1], "Y": [0, 1]}, target=lambda X, Y: X ^ Y
    ... )
    >>> [step.name for step in islice(natpick.forward(source, "cmi"), 3)]
    ['W', 'X', 'Y']
    """
    scores = scores_of(source, criterion_of(criterion), lazy=lazy)
    asked = positions(source.names, keep)
    return _steps(source, scores, asked, [step.index for step in after])


def _steps(
    source: InformationSource, scores: Scores, keep: Sequence[int], before: Sequence[int]
) -> Iterator[Step]:
    is_open = np.ones(len(source.names), dtype=np.bool_)
    varies = scores.alone.entropy > 0

    def take(i: int) -> None:
        is_open[i] = False
        scores.add(i)

    for i in before:
        take(i)
    for i in keep:
        if is_open[i]:
            yield _kept(source, scores, i, np.flatnonzero(is_open & varies))
            take(i)
    while is_open.any():
        candidates = np.flatnonzero(is_open & varies)
        step = _picked(source, scores, candidates if candidates.size else np.flatnonzero(is_open))
        yield step
        take(step.index)


def _picked(source: InformationSource, scores: Scores, candidates: Indices) -> Step:
    contenders, values = scores.contenders(candidates)
    _check_numbers(source, contenders, values)
    best = _best(values)
    tied = contenders[values >= values.max() - TIE]
    others, theirs = np.delete(contenders, best), np.delete(values, best)
    second = _best(theirs) if others.size else None
    i = int(contenders[best])
    return _step(
        source,
        scores,
        i,
        float(values[best]),
        tied=tuple(tied.tolist()) if tied.size > 1 else (),
        runner_up=None if second is None else int(others[second]),
        margin=None if second is None else float(max(0.0, values[best] - theirs[second])),
    )


def _best(values: Floats) -> int:
    return int(np.flatnonzero(values >= values.max() - TIE)[0])


def _kept(source: InformationSource, scores: Scores, i: int, candidates: Indices) -> Step:
    score = scores.score(i, np.union1d(candidates, [i]))
    _check_numbers(source, np.array([i]), np.array([score]))
    return _step(source, scores, i, score, kept=True)


def _check_numbers(source: InformationSource, features: Indices, values: Floats) -> None:
    if np.isnan(values).any():
        bad = source.names[features[np.isnan(values)][0]]
        raise ValueError(f"The score of {bad!r} is not a number; the criterion must score all.")


def _step(
    source: InformationSource,
    scores: Scores,
    i: int,
    score: float,
    *,
    tied: tuple[int, ...] = (),
    runner_up: int | None = None,
    margin: float | None = None,
    kept: bool = False,
) -> Step:
    ledger = source.pair_terms(i, np.array(scores.selected, dtype=np.int64), scores.ledger)
    redundancy, class_redundancy = scores.weighed(i, ledger)
    return Step(
        index=i,
        name=source.names[i],
        score=score,
        relevance=float(scores.alone.relevance[i]),
        redundancy=redundancy,
        class_redundancy=class_redundancy,
        with_selected=tuple(
            zip(ledger.redundancy.tolist(), ledger.class_redundancy.tolist(), strict=True)
        ),
        tied=tied,
        runner_up=runner_up,
        runner_up_name=None if runner_up is None else source.names[runner_up],
        margin=margin,
        kept=kept,
    )
