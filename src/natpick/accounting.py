"""The account of a search, drawn up after it from the terms of its picks with all features."""

from collections.abc import Sequence

import numpy as np

from natpick.account import TWIN, Account, Standing, Together
from natpick.criterion import TIE, Criterion
from natpick.scores import LEDGER, scores_of
from natpick.sources.chance import best_of
from natpick.sources.independence import g_test
from natpick.sources.protocol import InformationSource, JointSource, SampleSource
from natpick.sources.shared import shared
from natpick.step import Step
from natpick.terms import Flags, Floats, Indices, Want


def account(
    source: InformationSource,
    terms: InformationSource,
    row: Criterion,
    steps: Sequence[Step],
    closed: Sequence[int],
) -> Account:
    """Return what the picks tell together, and where all other features stood.

    Parameters
    ----------
    source : InformationSource
        What the search was over.
    terms : InformationSource
        The same, or a source that remembers what other searches have asked of it.
    row : Criterion
        How the search scored.
    steps, closed : sequences of Step and int
        What it picked, and the features that it was not to pick.
    """
    together: list[Together] = []
    if steps and isinstance(source, JointSource):
        together = _together(source, steps)
    return Account(
        together=tuple(together),
        standings=_standings(shared(terms, LEDGER | row.want), row, steps, closed),
        weighs=(row.fold is None or row.want != Want.NOTHING, _weighs_class(row)),
        n_rows=source.n_rows if isinstance(source, SampleSource) else None,
    )


def _weighs_class(row: Criterion) -> bool:
    return row.fold is None or bool(row.want & ~Want.REDUNDANCY)


def _together(source: JointSource, steps: Sequence[Step]) -> list[Together]:
    """Return the type of each pick given those before it, and what is left to tell with it."""
    picks = np.array([step.index for step in steps], dtype=np.int64)
    given, cells = [], []
    for n in range(len(picks) + 1):  # one more at a time, which cells are quick to follow
        if n > 0 and isinstance(source, SampleSource):
            cells.append(source.n_cells(picks[:n]))
        given.append(source.set_terms(picks[:n], picks[n : n + 1]))
    left = [terms.target_entropy for terms in given[1:]]
    types = [
        _type(terms.relevance[0], after, determined=bool(terms.determined[0]))
        for terms, after in zip(given[:-1], left, strict=True)
    ]
    if not isinstance(source, SampleSource):
        return [Together(*pair) for pair in zip(left, types, strict=True)]
    p_values = _p_values(source, steps)
    return [Together(*each) for each in zip(left, types, cells, p_values, strict=True)]


def _type(relevance: float, left: float, *, determined: bool) -> str:
    """Return the type of a feature given S: see natpick.theory.feature_types."""
    if determined:
        return "redundant"
    if relevance <= 0:
        return "irrelevant"
    return "fully relevant" if left <= TIE else "relevant"


def _p_values(source: SampleSource, steps: Sequence[Step]) -> list[float]:
    """Return how probable the relevance of each pick is of the best of its candidates."""
    none = np.array([], dtype=np.int64)
    return [
        best_of(step.n_candidates or 1, g_test(source.strata(none, step.index))) for step in steps
    ]


def _standings(
    source: InformationSource, row: Criterion, steps: Sequence[Step], closed: Sequence[int]
) -> dict[int, Standing]:
    left_out = np.ones(len(source.names), dtype=np.bool_)
    left_out[[step.index for step in steps]] = False
    rest = np.flatnonzero(left_out)
    closest = _Closest(len(source.names))
    closest.follow(source, row, steps, closed)
    nearest = _Nearest(source, row, rest)
    for step in steps:
        nearest.meet(step.index)
    return {i: nearest.standing(n, *closest.of(i)) for n, i in enumerate(rest.tolist())}


class _Closest:
    """For each feature the step at which it ranked highest, and there came closest."""

    def __init__(self, n_features: int) -> None:
        self._step = np.zeros(n_features, dtype=np.int64)
        self._rank = np.full(n_features, n_features + 1)
        self._behind = np.full(n_features, np.inf)

    def follow(
        self,
        source: InformationSource,
        row: Criterion,
        steps: Sequence[Step],
        closed: Sequence[int],
    ) -> None:
        """Take note of all candidates' scores at each step of a search."""
        scores = scores_of(source, row, lazy=False)
        varies = scores.alone.entropy > 0
        is_open = np.ones_like(varies)
        is_open[list(closed)] = False
        for n, step in enumerate(steps, 1):
            if not step.kept:
                self._note(n, step.score, *scores.contenders(_candidates(is_open, varies)))
            scores.add(step.index)
            is_open[[step.index, *step.discarded]] = False

    def of(self, i: int) -> tuple[int | None, int | None, float | None]:
        """Return the step, the rank and the distance of a feature."""
        if self._step[i] == 0:
            return None, None, None
        return int(self._step[i]), int(self._rank[i]), max(0.0, float(self._behind[i]))

    def _note(self, n: int, best: float, candidates: Indices, values: Floats) -> None:
        order = np.argsort(values)
        rank = np.empty_like(order)
        above = np.searchsorted(values[order], values[order] + TIE, side="right")
        rank[order] = 1 + len(values) - above
        behind = best - values
        known, distance = self._rank[candidates], self._behind[candidates]
        better = (rank < known) | ((rank == known) & (behind < distance - TIE))
        i = candidates[better]
        self._step[i], self._rank[i], self._behind[i] = n, rank[better], behind[better]


def _candidates(is_open: Flags, varies: Flags) -> Flags:
    varying = is_open & varies
    return varying if varying.any() else is_open


class _Nearest:
    """For each feature left out, the one picked that repeats most of it, and a twin."""

    def __init__(self, source: InformationSource, row: Criterion, rest: Indices) -> None:
        self._source = source
        self._rest = rest
        self._entropy = source.univariate().entropy
        self._weighs_class = _weighs_class(row)
        self._overlap, self._share = np.zeros((2, len(rest)))
        self._nearest, self._twin = np.full((2, len(rest)), -1)
        self._terms = np.zeros((2, len(rest)))

    def meet(self, s: int) -> None:
        """Compare all features with one that was picked."""
        found = self._source.pair_terms(s, self._rest, LEDGER)
        overlap = found.redundancy - found.class_redundancy * self._weighs_class
        more = overlap > self._overlap + TIE
        self._overlap[more], self._nearest[more] = overlap[more], s
        self._terms[:, more] = found.redundancy[more], found.class_redundancy[more]
        larger = np.maximum(self._entropy[self._rest], self._entropy[s])
        share = np.divide(found.redundancy, larger, out=np.zeros_like(larger), where=larger > 0)
        more = share > np.maximum(self._share + TIE, TWIN - TIE)
        self._share[more], self._twin[more] = np.minimum(share[more], 1.0), s

    def standing(
        self, n: int, step: int | None, rank: int | None, behind: float | None
    ) -> Standing:
        """Return where the n-th feature left out stood, and what is nearest to it."""
        redundancy, class_redundancy = self._terms[:, n].tolist()
        nearest, twin = int(self._nearest[n]), int(self._twin[n])
        return Standing(
            step,
            rank,
            behind,
            nearest=None if nearest < 0 else nearest,
            redundancy=redundancy,
            class_redundancy=class_redundancy,
            twin=None if twin < 0 else twin,
            share=float(self._share[n]),
        )
