"""A method beside the ideal: what it picked at each step, what it should have, and why not."""

from collections.abc import Sequence
from itertools import islice

import numpy as np

from natpick.criteria import criterion
from natpick.criterion import TIE, Criterion
from natpick.naming import positions
from natpick.search import forward
from natpick.sources.protocol import InformationSource, JointSource, SampleSource
from natpick.sources.shared import shared
from natpick.step import Step
from natpick.terms import Floats, Want
from natpick.theory.audited import Audit, AuditedStep
from natpick.theory.bayes import minimum_bayes_risk, risk_path
from natpick.theory.drawbacks import swing
from natpick.theory.feature_types import types_given
from natpick.theory.given import Given, conditioning, given
from natpick.theory.ideal import ideal, rightful
from natpick.theory.objectives import (
    TARGET_OF,
    TARGET_OF_PRIME,
    scores_given,
    target_of,
    target_of_prime,
)
from natpick.theory.sample import of_rows

MOST_STEPS = 10
"""How many steps are audited where the number is not given."""


def audit(
    source: InformationSource, method: str | Criterion, *, n_features: int | None = None
) -> Audit:
    """Walk a method step by step beside the ideal, and tell where, how and why it goes wrong.

    The ideal picks by OF', stops at a fully relevant feature, drops redundant features and
    keeps irrelevant ones. Each pick of the method is judged given what the method itself has
    selected before, so one mistake is not counted again.

    Parameters
    ----------
    source : InformationSource
        A source that can condition on several features at once and knows the minimum Bayes
        risk: Joint, HalfPlane or Counts. On data (Counts) all that is told is a plug-in
        statement, true of the rows at hand, and the result says so.
    method : str or Criterion
        A row of the table of criteria or its name.
    n_features : int, optional
        How many steps; 10 by default, or all where there are fewer features.

    References
    ----------
    Macedo, Oliveira, Pacheco and Valadas (2019), Theoretical foundations of forward feature
    selection methods based on mutual information, Neurocomputing 325, Sections 4 to 6.

    Examples
    --------
    >>> import natpick
    >>> from natpick import theory
    >>> xor = natpick.sources.Joint.from_function(
    ...     {"X": [0, 1], "Y": [0, 1], "Z": [0, 1]},
    ...     target=lambda X, Y: X ^ Y,
    ...     features={"X again": lambda X: X},
    ... )
    >>> audited = theory.audit(xor, "mrmr", n_features=2)
    >>> [(step.pick, step.should, step.wrong) for step in audited.steps]
    [('X', ('X', 'Y', 'Z', 'X again'), False), ('Y', ('Y',), False)]
    """
    row = criterion(method)
    joint = conditioning(source)
    minimum_bayes_risk(source)
    n = _n_steps(n_features, len(source.names))
    once = shared(joint, Want.ALL)
    path = ideal(joint, n)
    steps: list[AuditedStep] = []
    for taken in islice(forward(once, row), n):
        steps.append(_audited(source, once, row, taken, [step.pick for step in steps]))
    picked = [step.pick for step in steps]
    return Audit(
        source=type(source).__name__,
        method=row.name,
        parameters=row.parameters,
        target_entropy=once.univariate().target_entropy,
        steps=tuple(steps),
        ideal=path.names,
        ideal_reason=path.reason,
        unexplained=_unexplained(joint, picked),
        ideal_unexplained=_unexplained(joint, path.names),
        risk=risk_path(source, picked),
        ideal_risk=risk_path(source, path.names),
        note=_note(source, picked),
    )


def _audited(
    source: InformationSource,
    once: InformationSource,
    row: Criterion,
    taken: Step,
    selected: list[str],
) -> AuditedStep:
    """Return the verdict on a pick, given the features selected before it."""
    step = given(once, selected)
    scores, prime = scores_given(once, row, step), target_of_prime(step)
    types = types_given(step)
    should = rightful(types, prime)
    pick, right = step.names.index(taken.name), _nearest(step, should, taken.name, scores)
    lost = _beyond_tie(float(prime.max() - prime[pick]))
    preferred = bool(scores[pick] > scores[right] + TIE)
    wrong = pick != right and (preferred or lost > 0)
    instead = step.names[right] if wrong else taken.name
    return AuditedStep(
        pick=taken.name,
        should=should,
        instead=instead,
        wrong=wrong,
        by_tie=wrong and not preferred,
        tied=tuple(source.names[i] for i in taken.tied),
        past_the_end=step.terms.target_entropy == 0,
        types=types,
        scores=_objectives(row, step, scores),
        swing=swing(once, row, step, scores, pick, right) if wrong else {},
        regret=lost,
        risk_regret=_risk(source, selected, taken.name) - _risk(source, selected, instead),
    )


def _beyond_tie(nats: float) -> float:
    """Return what is lost, and 0 where it cannot be told from nothing."""
    return nats if nats > TIE else 0.0


def _objectives(row: Criterion, step: Given, scores: Floats) -> dict[str, dict[str, float]]:
    columns = {row.name: scores, TARGET_OF: target_of(step), TARGET_OF_PRIME: target_of_prime(step)}
    return {
        name: {method: float(values[at]) for method, values in columns.items()}
        for at, name in enumerate(step.names)
    }


def _risk(source: InformationSource, selected: list[str], name: str) -> float:
    return minimum_bayes_risk(source, [*selected, name])


def _unexplained(source: JointSource, names: Sequence[str]) -> tuple[float, ...]:
    """Return H(C), H(C | X_1), H(C | X_1, X_2), ... of features in the order picked."""
    path, none = np.array(positions(source.names, names), dtype=np.int64), np.empty(0, np.int64)
    return tuple(source.set_terms(path[:t], none).target_entropy for t in range(len(path) + 1))


def _nearest(step: Given, should: tuple[str, ...], pick: str, scores: Floats) -> int:
    """Return the position of the pick if it is right, else of what came nearest to being picked."""
    if pick in should:
        return step.names.index(pick)
    right = [step.names.index(name) for name in should]
    values = scores[right]
    return right[int(np.flatnonzero(values >= values.max() - TIE)[0])]


def _n_steps(asked: int | None, p: int) -> int:
    if asked is None:
        return min(MOST_STEPS, p)
    if isinstance(asked, bool) or not isinstance(asked, int | np.integer):
        raise TypeError(f"n_features={asked!r} is not allowed; give a whole number from 1 to {p}.")
    if not 1 <= asked <= p:
        raise ValueError(f"n_features={asked} is not allowed; give a whole number from 1 to {p}.")
    return int(asked)


def _note(source: InformationSource, picked: list[str]) -> str:
    """Return what to know of an audit of data, and nothing of one of a distribution."""
    if not isinstance(source, SampleSource):
        return ""
    note, path = of_rows(source, "Types, targets and risks"), positions(source.names, picked)
    for t in range(1, len(path) + 1):
        strata = source.strata(np.array(path[:t], dtype=np.int64), 0)
        if strata.saturated:
            return f"{note} From step {t} on {strata.warning}."
    return note
