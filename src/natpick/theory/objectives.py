"""What the targets and every method score each candidate at a step (Sections 4.1 and 5)."""

from collections.abc import Iterable

import numpy as np

from natpick.criteria import CRITERIA, label
from natpick.criteria import criterion as criterion_of
from natpick.criterion import Criterion
from natpick.naming import several
from natpick.scores import scores_of
from natpick.sources.protocol import InformationSource
from natpick.terms import Floats
from natpick.theory.given import Given, Selected, given

TARGET_OF = "target_of"
TARGET_OF_PRIME = "target_of_prime"


def objectives(
    source: InformationSource,
    selected: Selected = (),
    *,
    methods: str | Criterion | Iterable[str | Criterion] | None = None,
) -> dict[str, dict[str, float]]:
    """Return the objective values of every candidate X_i given the selected features S.

    Parameters
    ----------
    source : InformationSource
        A source that can condition on several features at once.
    selected : names or indices
        The features in S.
    methods : name, criterion or several, optional
        Which methods; all rows of the table by default.

    Returns
    -------
    dict
        By candidate, then by method, as ``"mifs(beta=0.5)"`` where several have one name; besides
        the methods ``"target_of"`` and ``"target_of_prime"``, the ideal scores
        OF = MI(C, S with X_i) and OF' = MI(C, X_i | S).

    Examples
    --------
    >>> import natpick
    >>> from natpick import theory
    >>> scores = theory.objectives(natpick.sources.HalfPlane(1, 1), "X", methods=["mrmr", "cmim"])
    >>> {name: round(value, 3) for name, value in scores["X-k'Y"].items()}
    {'mrmr': -0.347, 'cmim': 0.5, 'target_of': 0.693, 'target_of_prime': 0.5}
    """
    step = given(source, selected)
    rows = [criterion_of(m) for m in several(CRITERIA if methods is None else methods)]
    names = [row.name for row in rows]
    columns = {
        row.name if names.count(row.name) == 1 else label(row): scores_given(source, row, step)
        for row in rows
    }
    columns |= {TARGET_OF: target_of(step), TARGET_OF_PRIME: target_of_prime(step)}
    return {
        name: {method: float(values[i]) for method, values in columns.items()}
        for i, name in enumerate(step.names)
    }


def complementarity(source: InformationSource, selected: Selected = ()) -> dict[str, float]:
    """Return -TMI(C, X_i, S) = MI(C, X_i | S) - MI(C, X_i) of every candidate.

    X_i and S are complementary where it is positive: together they tell more about the target
    than each alone (Section 4.3). X_i is then relevant, whatever it repeats of S.

    Examples
    --------
    >>> import natpick
    >>> from natpick import theory
    >>> round(theory.complementarity(natpick.sources.HalfPlane(1, 1), "X")["X-k'Y"], 3)
    0.5
    """
    step = given(source, selected)
    gained = step.terms.relevance - source.univariate().relevance[step.candidates]
    return {name: float(gain) for name, gain in zip(step.names, gained, strict=True)}


def target_of(step: Given) -> Floats:
    """Return OF(X_i) = MI(C, S) + MI(C, X_i | S), with MI(C, S) = H(C) - H(C | S)."""
    explained = max(0.0, step.target_entropy - step.terms.target_entropy)
    return np.minimum(explained + step.terms.relevance, step.target_entropy)


def target_of_prime(step: Given) -> Floats:
    """Return OF'(X_i) = MI(C, X_i | S) = MI(C, X_i) - MI(X_i, S) + MI(X_i, S | C)."""
    return step.terms.relevance


def scores_given(source: InformationSource, row: Criterion, step: Given) -> Floats:
    """Return a method's score of each candidate of a step.

    Constant features, which a search takes last, are scored as if they came next; others are
    scored as if no constant feature were there, which matters where a method counts ranks.
    """
    scores = scores_of(source, row, lazy=False)
    for s in step.selected.tolist():
        scores.add(s)
    varies = scores.alone.entropy[step.candidates] > 0
    varying = np.zeros(len(scores.alone.entropy), dtype=np.bool_)
    varying[step.candidates[varies]] = True
    values = np.empty(len(step.candidates))
    values[varies] = scores.contenders(varying)[1]
    for i in np.flatnonzero(~varies):
        feature = int(step.candidates[i])
        with_it = varying.copy()
        with_it[feature] = True
        values[i] = scores.score(feature, with_it)
    return values
