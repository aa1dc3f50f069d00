"""The first picks of a method and of the ideal search, on many distributions at once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from natpick.criterion import TIE, Criterion
from natpick.terms import Floats, Indices
from natpick.theory.ensemble import IRRELEVANT, REDUNDANT, Ensemble, best_of
from natpick.theory.failures.departure import Departure

STEPS = 3
"""How many picks are judged."""

NOT_JUDGED = -1
"""The type of a pick where nothing was to be gained."""


def ideal_picks(ensemble: Ensemble) -> Indices:
    """Return the first picks of the ideal search on each distribution, shape (B, STEPS).

    The best by OF' among features that are not redundant given those before. Where none is
    left, or the class is explained, the search is over: what fills up the array then is
    redundant or tells nothing.
    """
    selected = np.empty((ensemble.size, 0), dtype=np.int64)
    for _ in range(STEPS):
        candidates = ensemble.candidates(selected)
        kept = candidates & (ensemble.types(selected) != REDUNDANT)
        kept = np.where(kept.any(axis=1, keepdims=True), kept, candidates)
        scores = np.where(kept, ensemble.target_of_prime(selected), -np.inf)
        selected = np.column_stack([selected, best_of(scores)])
    return selected


def departure(ensemble: Ensemble, family: str, row: Criterion, ideal: Indices) -> Departure:
    """Return how the first picks by a criterion depart from those of the ideal search."""
    selected, steps = _walk(ensemble, row)
    left = [ensemble.target_entropy_given(s) for s in (selected, ideal)]
    behind = _told(left[0] - left[1])
    risk = _told(ensemble.bayes_risk(selected) - ensemble.bayes_risk(ideal))
    return Departure(
        method=row.name,
        family=family,
        distributions=ensemble.size,
        open=tuple(int(step.is_open.sum()) for step in steps),
        wrong=tuple(int((step.regret > 0).sum()) for step in steps),
        redundant=tuple(int((step.kind == REDUNDANT).sum()) for step in steps),
        irrelevant=tuple(int((step.kind == IRRELEVANT).sum()) for step in steps),
        total_regret=tuple(float(step.regret.sum()) for step in steps),
        worst_regret=tuple(float(step.regret.max()) for step in steps),
        total_behind=float(behind.sum()),
        worst_behind=float(behind.max()),
        total_risk=float(risk.sum()),
        worst_risk=float(risk.max()),
        ahead=int((risk < 0).sum()),
    )


@dataclass(frozen=True, slots=True)
class _Picked:
    """One pick on each distribution: whether it is judged, and if so its regret and type."""

    is_open: NDArray[np.bool_]
    regret: Floats
    kind: NDArray[np.int8]


def _walk(ensemble: Ensemble, row: Criterion) -> tuple[Indices, list[_Picked]]:
    """Return the first picks by a criterion, shape (B, STEPS), and each of them judged."""
    selected = np.empty((ensemble.size, 0), dtype=np.int64)
    steps = []
    for _ in range(STEPS):
        pick = _pick(ensemble, row, selected)[:, np.newaxis]
        gain = ensemble.target_of_prime(selected)
        best = gain.max(axis=1)
        is_open = best > TIE
        regret = _told(best - np.take_along_axis(gain, pick, axis=1)[:, 0])
        kind = np.take_along_axis(ensemble.types(selected), pick, axis=1)[:, 0]
        steps.append(_Picked(is_open, regret * is_open, np.where(is_open, kind, NOT_JUDGED)))
        selected = np.hstack([selected, pick])
    return selected, steps


def _pick(ensemble: Ensemble, row: Criterion, selected: Indices) -> Indices:
    scores = ensemble.scores(row, selected)
    if np.isnan(scores).any():
        raise ValueError(f"A score by {row.name!r} is not a number; the criterion must score all.")
    return best_of(scores)


def _told(difference: Floats) -> Floats:
    """Return differences, 0 where they are too small to be told."""
    return np.where(np.abs(difference) > TIE, difference, 0.0)
