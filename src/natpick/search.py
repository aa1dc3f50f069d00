"""The forward search: the only greedy loop."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from natpick.criteria import criterion as criterion_of
from natpick.criterion import TIE, Criterion
from natpick.naming import positions
from natpick.scores import Scores, scores_of
from natpick.sources.protocol import InformationSource, JointSource
from natpick.step import Step
from natpick.terms import Flags, Floats, Indices, PairTerms


def forward(
    source: InformationSource,
    criterion: Criterion | str,
    *,
    keep: Iterable[str | int] = (),
    exclude: Iterable[str | int] = (),
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
    exclude : iterable of str or int
        Features that are not picked.
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
    kept, excluded = positions(source.names, keep), positions(source.names, exclude)
    before = [step.index for step in after]
    if both := {*kept, *before} & set(excluded):
        raise ValueError(
            f"{source.names[min(both)]!r} is excluded, and to be kept or picked before."
        )
    search = _Search(source, scores, excluded, discard_redundant=discard_redundant)
    return search.steps(kept, before)


class _Search:
    """The loop, and which candidates are still open to it."""

    def __init__(
        self,
        source: InformationSource,
        scores: Scores,
        excluded: Sequence[int],
        *,
        discard_redundant: bool,
    ) -> None:
        self._source = source
        self._scores = scores
        self._discarding = source if discard_redundant and isinstance(source, JointSource) else None
        self._is_open = np.ones(len(source.names), dtype=np.bool_)
        self._is_open[list(excluded)] = False
        self._varies = scores.alone.entropy > 0

    def steps(self, keep: Sequence[int], before: Sequence[int]) -> Iterator[Step]:
        for i in before:
            self._take(i)
        for i in keep:
            if i not in before:
                yield self._taken(_kept(self._source, self._scores, i, self._varying()))
        while self._is_open.any():
            varying = self._varying()
            candidates = varying if varying.any() else self._is_open
            yield self._taken(_picked(self._source, self._scores, candidates))

    def _varying(self) -> Flags:
        return self._is_open & self._varies

    def _taken(self, step: Step) -> Step:
        discarded = self._take(step.index)
        return replace(step, discarded=discarded) if discarded else step

    def _take(self, i: int) -> tuple[int, ...]:
        """Take a feature into S, and return the candidates that this discards."""
        self._is_open[i] = False
        self._scores.add(i)
        if self._discarding is None or not self._is_open.any():
            return ()
        candidates = np.flatnonzero(self._is_open)
        selected = np.array(self._scores.selected, dtype=np.int64)
        redundant = candidates[self._discarding.set_terms(selected, candidates).determined]
        self._is_open[redundant] = False
        return tuple(redundant.tolist())


def _picked(source: InformationSource, scores: Scores, is_candidate: Flags) -> Step:
    contenders, values = scores.contenders(is_candidate)
    most = values.max()
    _check_numbers(source, contenders, values, most)
    tied = (values >= most - TIE).nonzero()[0]
    best = int(tied[0])
    second = _best_but(values, best) if values.size > 1 else None
    return _step(
        source,
        scores,
        int(contenders[best]),
        float(values[best]),
        tied=tuple(contenders[tied].tolist()) if tied.size > 1 else (),
        runner_up=None if second is None else int(contenders[second]),
        margin=None if second is None else float(max(0.0, values[best] - values[second])),
        n_candidates=int(np.count_nonzero(is_candidate)),
    )


def _best_but(values: Floats, one: int) -> int:
    """Return the first of those within TIE of the best, had ``one`` not been there."""
    others = values.copy()
    others[one] = -np.inf
    near = others >= others.max() - TIE
    near[one] = False
    return int(near.argmax())


def _kept(source: InformationSource, scores: Scores, i: int, is_candidate: Flags) -> Step:
    is_candidate[i] = True
    score = scores.score(i, is_candidate)
    _check_numbers(source, np.array([i]), np.array([score]), score)
    return _step(source, scores, i, score, kept=True)


def _check_numbers(
    source: InformationSource, features: Indices, values: Floats, most: float
) -> None:
    """Refuse values that are no numbers; the most of values is none if one of them is."""
    if math.isnan(most):
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
    n_candidates: int | None = None,
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
        with_selected=_with_selected(ledger),
        tied=tied,
        runner_up=runner_up,
        runner_up_name=None if runner_up is None else source.names[runner_up],
        margin=margin,
        kept=kept,
        n_candidates=n_candidates,
    )


def _with_selected(ledger: PairTerms) -> tuple[tuple[float, float], ...]:
    return tuple(zip(ledger.redundancy.tolist(), ledger.class_redundancy.tolist(), strict=True))
