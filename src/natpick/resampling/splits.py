"""Folds: rows to select and train on, and rows held out."""

from typing import Any

import numpy as np

from natpick.resampling.sample import Sample
from natpick.terms import Indices

Split = tuple[Indices, Indices]


def splits_of(cv: Any, sample: Sample, random_state: int) -> list[Split]:
    """Return for each fold the rows to train on and those held out, as ``natpick.path`` says."""
    from sklearn.model_selection import KFold, StratifiedKFold, check_cv

    n = len(sample)
    if isinstance(cv, int | np.integer):
        if isinstance(cv, bool) or not 2 <= cv <= n:
            raise ValueError(f"cv={cv} is not allowed; give a number of folds from 2 to {n}.")
        kind = KFold if sample.continuous else StratifiedKFold
        cv = kind(int(cv), shuffle=True, random_state=random_state)
    rows = np.arange(n)
    splits = check_cv(cv).split(rows[:, np.newaxis], sample.target)
    found = [(rows[train], rows[test]) for train, test in splits]
    if len(found) < 2:
        raise ValueError(f"cv gave {len(found)} fold(s); a standard error needs two at least.")
    return found


def missing_classes(sample: Sample, number: int, train: Indices) -> tuple[str, ...]:
    """Return a note of the classes that a fold trains without, if there are any."""
    labels, present = np.unique(sample.target), np.unique(sample.target[train])
    if sample.continuous or len(labels) == len(present):
        return ()
    if len(present) < 2:
        raise ValueError(
            f"Fold {number} trains on {present.tolist()} of the classes {labels.tolist()}; give a "
            "cv whose folds train on two at least."
        )
    missing = np.setdiff1d(labels, present).tolist()
    return (f"Fold {number} trains without the class {', '.join(map(str, missing))}.",)
