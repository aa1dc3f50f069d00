"""Which drawback misleads a method: the error of its score, split by what causes it.

A score J(X_i) = MI(C, X_i) - r + g + u charges r for redundancy, credits g for class-relevant
redundancy and adds u; the target is OF'(X_i) = MI(C, X_i) - R + G with R = MI(X_i, S) and
G = MI(X_i, S | C). Its error J - OF' = (R - r) + (g - G) + u is split, without a rest, into
one part a drawback (Section 5.1 of the paper). With r' and g' for what r and g would be if no
pair of features were left out for being complementary, and g* for the largest class-relevant
redundancy with one X_s where the fold is a maximum over differences, otherwise g* = g':

redundancy ignored             J - OF', all of it, of a method that charges and credits nothing
complementarity ignored        -G of a method that credits nothing, else (r' - g') - (r - g)
complementarity penalized      g' - g*
redundancy undervalued         max(0, R - r') + min(0, g* - G)
redundancy overscaled          min(0, R - r') + max(0, g* - G)
unimportant term approximated  u

A method prefers X_p to X_b, which has the larger target, by its error at X_p less that at X_b.
The drawbacks at work are those whose part of this difference is positive; a negative part
works for the right feature.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from natpick.criterion import (
    MAX,
    MAX_OR_ZERO,
    SUM,
    TIE,
    Criterion,
    Drawback,
    Fold,
    difference,
)
from natpick.penalty import Pair, Penalty
from natpick.sources.protocol import InformationSource
from natpick.terms import Floats, Want
from natpick.theory.given import Given

Parts = Mapping[Drawback, float]
"""What each drawback adds to a score, or takes from it, in nats."""


@dataclass(frozen=True, slots=True)
class Charged:
    """What a score is made of besides the relevance: r and g; r' and g'; g*."""

    redundancy: float
    class_redundancy: float
    redundancy_seen: float
    class_redundancy_seen: float
    class_redundancy_best: float
    rest: float


def swing(
    source: InformationSource,
    row: Criterion,
    step: Given,
    scores: Floats,
    pick: int,
    instead: int,
) -> dict[Drawback, float]:
    """Return by how much each drawback speaks for one candidate and against another.

    Of scores that are in nats, the parts add up to J(pick) - J(instead) + OF'(instead) -
    OF'(pick). A method that normalises or ranks is judged by the terms that it looks at.

    Parameters
    ----------
    source : InformationSource
        Where the information terms come from.
    row : Criterion
        The method.
    step : Given
        The candidates given S.
    scores : array of shape (candidates,)
        The method's score of each.
    pick, instead : int
        The positions of the two among the candidates.
    """
    if row.fold is None or step.selected.size == 0:
        return {}
    of_pick = _parts(source, row, row.fold, step, scores, pick)
    of_instead = _parts(source, row, row.fold, step, scores, instead)
    parts = {d: of_pick.get(d, 0.0) - of_instead.get(d, 0.0) for d in Drawback}
    return {d: part for d, part in parts.items() if abs(part) > TIE}


def _parts(
    source: InformationSource, row: Criterion, fold: Fold, step: Given, scores: Floats, at: int
) -> Mapping[Drawback, float]:
    """Return the error of a candidate's score, by drawback, up to what is the same for all."""
    i, alone = int(step.candidates[at]), source.univariate()
    redundancy = float(alone.entropy[i] - step.terms.entropy[at])
    class_redundancy = redundancy + float(step.terms.relevance[at] - alone.relevance[i])
    if row.want is Want.NOTHING:
        return {Drawback.REDUNDANCY_IGNORED: redundancy - class_redundancy}
    charged = _charged(source, row, fold, step, i, float(scores[at]))
    short, over = redundancy - charged.redundancy_seen, 0.0
    ignored = -class_redundancy
    if Want.CLASS_REDUNDANCY in row.want:
        over = charged.class_redundancy_best - class_redundancy
        ignored = (charged.redundancy_seen - charged.redundancy) - (
            charged.class_redundancy_seen - charged.class_redundancy
        )
    return {
        Drawback.COMPLEMENTARITY_IGNORED: ignored,
        Drawback.COMPLEMENTARITY_PENALIZED: charged.class_redundancy_seen
        - charged.class_redundancy_best,
        Drawback.REDUNDANCY_UNDERVALUED: max(0.0, short) + min(0.0, over),
        Drawback.UNIMPORTANT_TERM: charged.rest,
        Drawback.REDUNDANCY_OVERSCALED: min(0.0, short) + max(0.0, over),
    }


def _charged(
    source: InformationSource, row: Criterion, fold: Fold, step: Given, i: int, score: float
) -> Charged:
    alone, s = source.univariate(), step.selected
    terms = source.pair_terms(i, s, Want.ALL)
    seen = Pair(alone, np.array([i]), s, terms)
    penalty = row.penalty(seen)
    if row.combine is not difference:
        return _looked_at(row, fold, seen, penalty)
    dropped = (penalty.total == 0) & (seen.class_redundancy > seen.redundancy)
    dropped &= Want.CLASS_REDUNDANCY in row.want
    whole = Penalty(
        np.where(dropped, seen.redundancy, penalty.redundancy),
        np.where(dropped, seen.class_redundancy, penalty.class_redundancy),
        penalty.rest,
    )
    largest = MAX if fold is MAX_OR_ZERO else fold
    r, g = row.weighed(np.array(fold.weighed(penalty)), len(s)).tolist()
    seen_r, seen_g = row.weighed(np.array(largest.weighed(whole)), len(s)).tolist()
    best = float(np.max(whole.class_redundancy)) if largest is MAX else seen_g
    return Charged(r, g, seen_r, seen_g, best, rest=score - float(alone.relevance[i]) + r - g)


def _looked_at(row: Criterion, fold: Fold, seen: Pair, penalty: Penalty) -> Charged:
    """Return what a score is made of where it is on a scale of its own.

    A sum looks at all X_s alike, so at their mean; a maximum at the one that decides. Where
    penalties are normalised it is the terms themselves, in nats, that are looked at.
    """
    terms = _unnormalised(row, seen) if Want.JOINT_ENTROPY in row.want else penalty
    if fold is SUM:
        r, g = float(terms.redundancy.mean()), float(terms.class_redundancy.mean())
        return Charged(r, g, r, g, g, rest=0.0)
    s = int(np.flatnonzero(penalty.total >= penalty.total.max() - TIE)[0])
    r, g, rest = terms.at(s)
    return Charged(r, g, r, g, float(terms.class_redundancy.max()), rest=rest)


def _unnormalised(row: Criterion, seen: Pair) -> Penalty:
    credit = float(Want.CLASS_REDUNDANCY in row.want)
    return Penalty(seen.redundancy, credit * seen.class_redundancy, seen.selected_relevance)
