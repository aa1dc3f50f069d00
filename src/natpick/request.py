"""A request for a selection: how many features, from where, until when; and its answer."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

import numpy as np

from natpick.criterion import Criterion
from natpick.naming import positions
from natpick.notes import notes
from natpick.problem import Problem
from natpick.search import forward
from natpick.selection import Selection
from natpick.sources import InformationSource
from natpick.step import Step
from natpick.stop_rules import HowMany
from natpick.stopping import StopRule

OnStep = Callable[[Step], object]

DEFAULT_N_FEATURES = 10


@dataclass(frozen=True, slots=True)
class Request:
    """How many features are wanted, where to begin and when to stop."""

    n_features: HowMany
    must_keep: Iterable[str | int]
    start: Selection | None
    stop: StopRule | None
    discard_redundant: bool
    lazy: bool
    on_step: OnStep | None

    def selection(self, posed: Problem, source: InformationSource, row: Criterion) -> Selection:
        """Return what a search over the source, by a criterion, answers to the request."""
        names, alone = source.names, source.univariate()
        if not alone.entropy.any():
            raise ValueError(
                f"All {len(names)} columns of X are constant; there is nothing to pick."
            )
        keep = positions(names, self.must_keep)
        n = self._most(len(names), len(keep))
        before = _taken_before(self.start, row, names, posed.estimator, n)
        discard = self.discard_redundant
        search = forward(
            source, row, keep=keep, after=before, lazy=self.lazy, discard_redundant=discard
        )
        steps, reason = self._taken(posed.source, before, search, n)
        return Selection(
            method=row.name,
            parameters=row.parameters,
            steps=steps,
            stop_reason=reason or _ended(len(steps), n, len(names)),
            features=tuple(names),
            relevance=tuple(alone.relevance.tolist()),
            target_entropy=alone.target_entropy,
            rule=posed.rule,
            encodings={s.name: posed.encodings[s.index] for s in steps} if posed.encodings else {},
            notes=notes(steps, alone, names),
            estimator=posed.estimator,
        )

    def _most(self, p: int, n_kept: int) -> int:
        if self.n_features == "auto" or (self.n_features is None and self.stop is not None):
            return p
        return _n_features(self.n_features, p, n_kept)

    def _taken(
        self,
        source: InformationSource,
        before: Sequence[Step],
        search: Iterator[Step],
        n: int,
    ) -> tuple[tuple[Step, ...], str | None]:
        """Return the steps up to the n-th or the last the stop rule lets by, and its reason."""
        stop = self.stop(source) if self.stop is not None else _never
        until = stop(chain(before, islice(search, n - len(before))))
        steps: list[Step] = []
        while True:
            try:
                steps.append(next(until))
            except StopIteration as end:
                return tuple(steps), end.value
            if len(steps) > len(before) and self.on_step is not None:
                self.on_step(steps[-1])


def _never(steps: Iterator[Step]) -> Generator[Step, None, None]:
    yield from steps


def _ended(taken: int, n: int, p: int) -> str:
    if taken < n:
        return f"the other {p - taken} features are redundant, functions of those picked"
    return f"{n} of {p} features were asked for"


def _n_features(asked: HowMany, p: int, n_kept: int) -> int:
    if asked is None:
        return min(max(DEFAULT_N_FEATURES, n_kept), p)
    if isinstance(asked, bool) or not isinstance(asked, int | np.integer):
        raise TypeError(
            f"n_features={asked!r} is not allowed; give a whole number from 1 to {p}, or 'auto'."
        )
    if asked < 1:
        raise ValueError(f"n_features={asked} is not allowed; give a whole number from 1 to {p}.")
    if asked > p:
        raise ValueError(f"n_features={asked} but X has {p} feature(s); use at most {p}.")
    if asked < n_kept:
        raise ValueError(
            f"n_features={asked} but {n_kept} features must be kept; ask for at least {n_kept}."
        )
    return int(asked)


def _taken_before(
    start: Selection | None, row: Criterion, names: Sequence[str], estimator: str, n: int
) -> tuple[Step, ...]:
    if start is None:
        return ()
    if (start.method, dict(start.parameters)) != (row.name, row.parameters):
        raise ValueError(
            f"start was selected by {start.method} {dict(start.parameters)}, not by {row.name} "
            f"{row.parameters}; go on with the same method."
        )
    if start.estimator != estimator:
        raise ValueError(
            f"start was selected with estimator={start.estimator!r}, not {estimator!r}; go on "
            "with the same estimator."
        )
    if tuple(names) != start.features:
        raise ValueError(
            f"start was selected from {len(start.features)} features that are not the "
            f"{len(names)} of X, in name or order; go on with the same table."
        )
    return start.steps[:n]
