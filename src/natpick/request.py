"""A request for a selection: how many features, from where, until when; and its answer."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

import numpy as np

from natpick.account import Account
from natpick.accounting import account
from natpick.candidates import Candidates
from natpick.criterion import Criterion
from natpick.notes import notes
from natpick.numbered import fixed
from natpick.problem import Problem
from natpick.scores import LEDGER
from natpick.search import forward
from natpick.selection import Selection
from natpick.sources import Counts, InformationSource
from natpick.sources.protocol import SampleSource
from natpick.sources.shared import shared
from natpick.start import taken_before
from natpick.step import Step
from natpick.stop_rules import HowMany
from natpick.stopping import StopRule
from natpick.terms import Univariate

NS_OF_CHOOSING, NS_OF_CHOOSING_BY_SUMS = 60_000, 250_000
"""Nanoseconds a step, about, in which lazy evaluation chooses pairs, and counts those of a sum."""

OnStep = Callable[[Step], object]

DEFAULT_N_FEATURES = 10

SMALL_PAIRS = 10_000
"""Up to so many pairs of a pick and another feature, of all methods compared, are accounted for
without being asked."""

SMALL_ROWS = 20_000
"""Up to so many rows, likewise."""


@dataclass(frozen=True, slots=True)
class Request:
    """How many features are wanted, where to begin and when to stop; by how many methods each."""

    n_features: HowMany
    must_keep: Iterable[str | int]
    exclude: Iterable[str | int]
    start: Selection | None
    stop: StopRule | None
    discard_redundant: bool
    lazy: bool
    on_step: OnStep | None
    explain: bool | None
    n_methods: int = 1

    def selection(self, posed: Problem, source: InformationSource, row: Criterion) -> Selection:
        """Return what a search over the source, by a criterion, answers to the request."""
        names, alone = source.names, source.univariate()
        _check_varied(posed, alone)
        candidates = self.candidates(posed)
        source = self._remembering(posed, source, row, candidates)
        steps, reason = self._searched(posed, source, row, candidates)
        return Selection(
            method=row.name,
            parameters=row.parameters,
            steps=steps,
            stop_reason=reason,
            features=fixed(names),
            relevance=tuple(alone.relevance.tolist()),
            target_entropy=alone.target_entropy,
            rule=posed.rule,
            encodings={s.name: posed.encodings[s.index] for s in steps} if posed.encodings else {},
            notes=(*posed.notes, *notes(steps, alone, names, posed.names_aside)),
            estimator=posed.estimator,
            excluded=candidates.excluded,
            groups=posed.groups,
            account=self._account(posed.source, source, row, steps, candidates.closed),
            set_aside=posed.names_aside,
        )

    def candidates(self, posed: Problem) -> Candidates:
        """Return which features of a problem may be picked, and which must."""
        names = posed.source.names
        return Candidates.of(names, self.must_keep, self.exclude, posed.groups, posed.set_aside)

    def most(self, posed: Problem) -> int:
        """Return how many features are picked at most, if there is anything to pick."""
        _check_varied(posed, posed.source.univariate())
        found = self.candidates(posed)
        open_ones = len(posed.source.names) - len(found.closed)
        return self._most(open_ones, len(posed.set_aside), len(found.keep))

    def _remembering(
        self, posed: Problem, source: InformationSource, row: Criterion, candidates: Candidates
    ) -> InformationSource:
        """Return a source that remembers its terms where an account will ask for the same again.

        An eager search asks for the terms of each pick with all other features, as that does.
        """
        open_ones = len(source.names) - len(candidates.closed)
        k = self._most(open_ones, len(posed.set_aside), len(candidates.keep))
        is_eager = row.fold is not None and (row.lazy is None or not self.lazy)
        if is_eager and self._accounts(posed.source, k):
            return shared(source, LEDGER | row.want, candidates.closed)
        return source

    def _accounts(self, source: InformationSource, k: int) -> bool:
        """Return whether so many picks are accounted for."""
        return _is_small(source, k * self.n_methods) if self.explain is None else self.explain

    def _searched(
        self, posed: Problem, source: InformationSource, row: Criterion, candidates: Candidates
    ) -> tuple[tuple[Step, ...], str]:
        """Return the steps, and why there are no more."""
        p = len(source.names) - len(candidates.closed)
        n = self._most(p, len(posed.set_aside), len(candidates.keep))
        before = taken_before(self.start, row, posed, n)
        _check_room(n, before, candidates.keep)
        search = forward(
            source,
            row,
            keep=candidates.keep,
            exclude=candidates.closed,
            after=before,
            lazy=self.lazy and not _is_scanned_sooner(source, row),
            discard_redundant=self.discard_redundant,
        )
        steps, reason = self._taken(posed.source, before, search, n)
        return steps, reason or _ended(len(steps), n, p)

    def _account(
        self,
        source: InformationSource,
        terms: InformationSource,
        row: Criterion,
        steps: Sequence[Step],
        closed: Sequence[int],
    ) -> Account | None:
        if not self._accounts(source, len(steps)):
            return None
        return account(source, terms, row, steps, closed)

    def _most(self, p: int, aside: int, n_kept: int) -> int:
        if self.n_features == "auto" or (self.n_features is None and self.stop is not None):
            return p
        return _n_features(self.n_features, p, aside, n_kept)

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


def _check_varied(posed: Problem, alone: Univariate) -> None:
    if not alone.entropy.any():
        n_columns, aside = len(alone.entropy), " or were set aside" * bool(posed.set_aside)
        said = f"All {n_columns} columns of X are constant{aside}; there is nothing to pick."
        raise ValueError(" ".join((said, *posed.notes)))


def _is_small(source: InformationSource, k: int) -> bool:
    """Return whether explanations cost next to nothing."""
    rows = source.n_rows if isinstance(source, SampleSource) else 0
    return k * len(source.names) <= SMALL_PAIRS and rows <= SMALL_ROWS


def _is_scanned_sooner(source: InformationSource, row: Criterion) -> bool:
    """Tell whether all pairs of a feature are counted sooner than those needed are chosen.

    A maximum passes nearly all candidates over; the bounds of a sum, to which every selected
    feature adds a little, fall slowly.
    """
    if not isinstance(source, Counts) or row.fold is None:
        return False
    choosing = NS_OF_CHOOSING if row.fold.any_order else NS_OF_CHOOSING_BY_SUMS
    return source.scan_cost(row.want) <= choosing


def _never(steps: Iterator[Step]) -> Generator[Step, None, None]:
    yield from steps


def _ended(taken: int, n: int, p: int) -> str:
    if taken < n:
        return f"the other {p - taken} features are redundant, functions of those picked"
    return f"{n} of {p} features were asked for"


def _n_features(asked: HowMany, p: int, aside: int, n_kept: int) -> int:
    if asked is None:
        return min(max(DEFAULT_N_FEATURES, n_kept), p)
    if isinstance(asked, bool) or not isinstance(asked, int | np.integer):
        raise TypeError(
            f"n_features={asked!r} is not allowed; give a whole number from 1 to {p}, or 'auto'."
        )
    if asked < 1:
        raise ValueError(f"n_features={asked} is not allowed; give a whole number from 1 to {p}.")
    if p < asked <= p + aside:
        raise ValueError(
            f"n_features={asked} but {aside} of the features of X were set aside, as nearly all "
            f"their values are different; use at most {p}, or name those wanted in include."
        )
    if asked > p:
        raise ValueError(f"n_features={asked} but X has {p} feature(s); use at most {p}.")
    if asked < n_kept:
        raise ValueError(
            f"n_features={asked} but {n_kept} features must be kept; ask for at least {n_kept}."
        )
    return int(asked)


def _check_room(n: int, before: Sequence[Step], keep: Sequence[int]) -> None:
    missing = set(keep) - {step.index for step in before}
    if len(before) + len(missing) > n:
        raise ValueError(
            f"n_features={n} but start has {len(before)} features, and {len(missing)} more must be "
            f"kept; ask for at least {len(before) + len(missing)}."
        )
