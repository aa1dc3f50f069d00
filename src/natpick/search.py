"""The forward search: the only greedy loop."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from natpick.criteria import criterion as criterion_of
from natpick.criterion import TIE, Criterion
from natpick.naming import positions
from natpick.scores import Scores, scores_of
from natpick.sources.protocol import InformationSource, JointSource
from natpick.step import Step
from natpick.terms import Floats, Indices


def forward(
    source: InformationSource,
    criterion: Criterion | str,
    *,
    keep: Iterable[str | int] = (),
    after: Sequence[Step] = (),
    lazy: bool = True,
    discard_redundant: bool = False,
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
    discard_redundant : bool
        Whether candidates that are functions of the selected features leave the search. They
        could never tell more (Theorem 2 of the paper). Needs a JointSource.

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
    if discard_redundant and not isinstance(source, JointSource):
        raise TypeError(
            f"discard_redundant needs to condition on all selected features at once, which "
            f"{type(source).__name__} cannot."
        )
    search = _Search(source, scores, discard_redundant=discard_redundant)
    return search.steps(positions(source.names, keep), [step.index for step in after])


class _Search:
    """The loop, and which candidates are still open to it."""

    def __init__(
        self, source: InformationSource, scores: Scores, *, discard_redundant: bool
    ) -> None:
        self._source = source
        self._scores = scores
        self._discarding = source if discard_redundant and isinstance(source, JointSource) else None
        self._is_open = np.ones(len(source.names), dtype=np.bool_)
        self._varies = scores.alone.entropy > 0

    def steps(self, keep: Sequence[int], before: Sequence[int]) -> Iterator[Step]:
        for i in before:
            self._take(i)
        for i in keep:
            if i not in before:
                yield self._taken(_kept(self._source, self._scores, i, self._varying()))
        while self._is_open.any():
            candidates = self._varying()
            if candidates.size == 0:
                candidates = np.flatnonzero(self._is_open)
            yield self._taken(_picked(self._source, self._scores, candidates))

    def _varying(self) -> Indices:
        return np.flatnonzero(self._is_open & self._varies)

    def _taken(self, step: Step) -> Step:
        return replace(step, discarded=self._take(step.index))

    def _take(self, i: int) -> tuple[int, ...]:
        """Take a feature into S, and return the candidates that this discards."""
        self._is_open[i] = False
        self._scores.add(i)
        candidates = np.flatnonzero(self._is_open)
        if self._discarding is None or candidates.size == 0:
            return ()
        selected = np.array(self._scores.selected, dtype=np.int64)
        redundant = candidates[self._discarding.set_terms(selected, candidates).determined]
        self._is_open[redundant] = False
        return tuple(redundant.tolist())


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
