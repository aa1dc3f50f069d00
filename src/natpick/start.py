"""A shorter selection to go on from, once it is known to be of the same question."""

import math
from collections.abc import Callable, Iterator, Sequence

from natpick.criterion import Criterion
from natpick.encode import Encoding
from natpick.problem import Problem
from natpick.selection import Selection
from natpick.step import Step

TOLERANCE = 1e-9
"""Information that differs by less, in nats or as a share, is the same on another machine."""

SHOWN = 5
"""Levels or cut points that a message lists at most."""


def taken_before(
    start: Selection | None, row: Criterion, posed: Problem, n: int
) -> tuple[Step, ...]:
    """Return the first n steps of a selection that a search is to go on from.

    The first picks are those of the longer selection just if the method, the features, the
    codes and what they tell of the target are the same; else there is an error that says what
    differs.
    """
    if start is None:
        return ()
    if not isinstance(start, Selection):
        raise TypeError(
            f"start is a {type(start).__name__}; give a Selection, such as Selection.from_json "
            "reads."
        )
    if (start.method, dict(start.parameters)) != (row.name, row.parameters):
        raise ValueError(
            f"start was selected by {start.method} {dict(start.parameters)}, not by {row.name} "
            f"{row.parameters}; go on with the same method."
        )
    for difference in DIFFERENCES:
        for said in difference(start, posed):
            raise ValueError(said)
    return start.steps[:n]


def _of_estimators(start: Selection, posed: Problem) -> Iterator[str]:
    if start.estimator != posed.estimator:
        yield (
            f"start was selected with estimator={start.estimator!r}, not {posed.estimator!r}; go "
            "on with the same estimator."
        )


def _of_features(start: Selection, posed: Problem) -> Iterator[str]:
    names = tuple(posed.source.names)
    if (names, posed.groups) == (start.features, start.groups):
        return
    gone = _listed([repr(name) for name in start.features if name not in names])
    new = _listed([repr(name) for name in names if name not in start.features])
    here = f"; not here: {gone}" * bool(gone) + f"; not there: {new}" * bool(new)
    yield (
        f"start was selected from {len(start.features)} features that are not the "
        f"{len(names)} of X, in name or order{here}. Go on with the same table and groups."
    )


def _of_columns_aside(start: Selection, posed: Problem) -> Iterator[str]:
    for step in start.steps:
        if step.index in posed.set_aside:
            yield f"start has picked {step.name!r}, which is set aside here; name it in include."


def _of_rules(start: Selection, posed: Problem) -> Iterator[str]:
    if start.rule != posed.rule:
        there, here = start.rule.split("; "), posed.rule.split("; ")
        yield (
            f"start was selected otherwise. There: {_rest(there, here)}. Here: "
            f"{_rest(here, there)}. Go on with the same cut, bins, target_bins, n_neighbors and "
            "sample_weight."
        )


def _rest(said: Sequence[str], other: Sequence[str]) -> str:
    return "; ".join(part for part in said if part not in other) or "nothing of the kind"


def _of_encodings(start: Selection, posed: Problem) -> Iterator[str]:
    for step in start.steps if posed.encodings else ():
        there, here = start.encodings[step.name], posed.encodings[step.index]
        if there != here:
            yield (
                f"start has {step.name!r} {_told(there)}, but here it is {_told(here)}. Go on with "
                "the same rows, cut and bins."
            )


def _told(encoding: Encoding) -> str:
    missing = " and missing values" * (encoding.missing and encoding.kind == "bins")
    if encoding.kind == "bins":
        return f"cut at {_listed(encoding.cut_labels) or 'nothing'}{missing}"
    return f"of {encoding.n_levels} levels, {_listed(encoding.levels)}"


def _of_terms(start: Selection, posed: Problem) -> Iterator[str]:
    alone = posed.source.univariate()
    names = ("H(C)", *(f"MI(C, {name!r})" for name in start.features))
    there = (start.target_entropy, *start.relevance)
    here = (alone.target_entropy, *alone.relevance.tolist())
    for name, then, now in zip(names, there, here, strict=True):
        if not (math.isclose(then, now, rel_tol=TOLERANCE, abs_tol=TOLERANCE)):
            yield (
                f"start was selected from other rows or codes: {name} was {then:.6g} nats there, "
                f"and is {now:.6g} here. Go on with the same table, target, cuts and weights."
            )


def _listed(items: Sequence[str]) -> str:
    return ", ".join(items[:SHOWN]) + f" and {len(items) - SHOWN} more" * (len(items) > SHOWN)


DIFFERENCES: tuple[Callable[[Selection, Problem], Iterator[str]], ...] = (
    _of_estimators,
    _of_features,
    _of_columns_aside,
    _of_rules,
    _of_encodings,
    _of_terms,
)
"""What each tells of a start that is of another question; the first is what an error says."""
