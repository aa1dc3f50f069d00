"""The model of a path: whether it can predict the target, and what scores it."""

from collections.abc import Callable
from typing import Any

import numpy as np

from natpick.resampling.outcome import Outcome


def check_model(estimator: Any, outcome: Outcome) -> None:
    """Raise an error unless a model can be fitted, and to this kind of target."""
    from sklearn.base import is_classifier, is_regressor

    if isinstance(estimator, type) or not (
        hasattr(estimator, "fit") and hasattr(estimator, "predict")
    ):
        raise TypeError(
            f"estimator={estimator!r} cannot fit and predict; give a model of scikit-learn, such "
            "as LogisticRegression()."
        )
    name = type(estimator).__name__
    if is_regressor(estimator) and not outcome.continuous:
        raise ValueError(
            f"{name} predicts numbers, but the target has classes. Give a classifier; or let a "
            "target of numbers be cut for counting with target_bins, or, if it has more than 20 "
            "distinct ones, taken as it is with information='gaussian' or 'neighbors'."
        )
    if is_classifier(estimator) and outcome.continuous:
        raise ValueError(
            f"{name} predicts classes, but the target is continuous. Give a regressor, or cut "
            "the target into classes before."
        )
    if outcome.n_columns > 1:
        _check_columns(estimator, outcome.n_columns)


def _check_columns(estimator: Any, n_columns: int) -> None:
    from sklearn.utils import get_tags

    if not get_tags(estimator).target_tags.multi_output:
        name = type(estimator).__name__
        raise ValueError(
            f"{name} predicts one column, but the target has {n_columns}. Give a model of several "
            f"outputs, such as MultiOutputClassifier({name}()), or join the columns to one."
        )


def scorer_of(
    estimator: Any, scoring: Any, outcome: Outcome
) -> tuple[Callable[..., float], Callable[..., Any]]:
    """Return what scores a fitted model, and the function that it goes by in the end."""
    from sklearn.metrics import check_scoring

    if scoring is None and outcome.n_columns > 1 and not outcome.continuous:
        return all_right, all_right
    scorer = check_scoring(estimator, scoring)
    judged = estimator.score if scoring is None else getattr(scorer, "_score_func", scorer)
    return scorer, judged


def all_right(model: Any, X: Any, y: Any, sample_weight: Any = None) -> float:
    """Return the share of rows of which a model predicts every column right.

    It is what scikit-learn's accuracy is of columns of two classes, which has it of no others.
    """
    right = (np.asarray(model.predict(X)) == y).all(axis=1)
    return float(np.average(right, weights=sample_weight))


def scoring_name(scoring: Any, outcome: Outcome) -> str:
    """Return what scores are called."""
    if scoring is None:
        return "R²" if outcome.continuous else "accuracy"
    return scoring if isinstance(scoring, str) else getattr(scoring, "__name__", repr(scoring))
