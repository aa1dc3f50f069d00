"""Folds: rows to select and train on, and rows held out."""

from typing import Any

import numpy as np

from natpick.resampling.outcome import Outcome
from natpick.terms import Indices

Split = tuple[Indices, Indices]


def splits_of(cv: Any, outcome: Outcome, numbers: Indices, random_state: int) -> list[Split]:
    """Return for each fold the rows to train on and those held out, as ``natpick.path`` says.

    Parameters
    ----------
    cv : int, splitter or iterable
    outcome : Outcome
        The target of the rows that count, which are numbered from 0 on in what is returned.
    numbers : array
        For each row of the table given, which pairs of rows in ``cv`` go by, its number among
        those that count; -1 for others.
    random_state : int
    """
    from sklearn.model_selection import KFold, StratifiedKFold, check_cv

    n = len(outcome.classes)
    rows = np.arange(n)
    if isinstance(cv, int | np.integer):
        if isinstance(cv, bool) or not 2 <= cv <= n:
            raise ValueError(f"cv={cv} is not allowed; give a number of folds from 2 to {n}.")
        kind = KFold if outcome.continuous else StratifiedKFold
        cv = kind(int(cv), shuffle=True, random_state=random_state)
    if hasattr(cv, "split"):
        target = outcome.values if outcome.continuous else outcome.classes
        found = [(rows[a], rows[b]) for a, b in cv.split(rows[:, np.newaxis], target)]
    else:
        found = [(_counted(numbers[a]), _counted(numbers[b])) for a, b in check_cv(cv).split()]
    if len(found) < 2:
        raise ValueError(f"cv gave {len(found)} fold(s); a standard error needs two at least.")
    return found


def _counted(numbers: Indices) -> Indices:
    return numbers[numbers >= 0]


def missing_classes(outcome: Outcome, number: int, train: Indices) -> tuple[str, ...]:
    """Return a note of the classes that a fold trains without, if there are any."""
    present = np.unique(outcome.classes[train])
    if outcome.continuous or len(present) == len(outcome.labels):
        return ()
    if len(present) < 2:
        there = [outcome.labels[c] for c in present]
        raise ValueError(
            f"Fold {number} trains on {there} of the classes {list(outcome.labels)}; give a "
            "cv whose folds train on two at least."
        )
    missing = [str(label) for c, label in enumerate(outcome.labels) if c not in present]
    return (f"Fold {number} trains without the class {', '.join(missing)}.",)
