"""The cross-validated path: select on some rows, score every prefix on the others."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from natpick.comparison import Comparison
from natpick.counting import PLUG_IN
from natpick.criterion import Criterion
from natpick.encode import Cut
from natpick.facade import compare
from natpick.naming import positions
from natpick.resampling.judge import Fold, Judge
from natpick.resampling.path import Path, fewest_of
from natpick.resampling.sample import Sample
from natpick.resampling.splits import splits_of
from natpick.selection import Selection


def path(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    methods: str | Criterion | Iterable[str | Criterion] = "jmi",
    n_features: int | None = None,
    cv: Any = 5,
    scoring: str | Callable[..., float] | None = None,
    must_keep: Iterable[str | int] = (),
    exclude: Iterable[str | int] = (),
    cut: Cut = "frequency",
    bins: int | None = None,
    information: str = PLUG_IN,
    n_neighbors: int | None = None,
    n_jobs: int | None = None,
    random_state: int = 0,
) -> Path:
    """Score a model on held-out rows with the first 1, 2, ... features of one or more methods.

    In each fold numbers are cut, and features selected, by the training rows alone. One
    selection a fold and method gives all its prefixes, and methods share their counts; a set of
    columns that several methods arrive at is scored once.

    Parameters
    ----------
    estimator : scikit-learn classifier or regressor
        The model to score, a pipeline for instance. Clones of it are fitted, each to the
        columns of one prefix, as they are in X and in X's order: bins are for counting only.
    X : array, table or path
        The features, as for :func:`natpick.select`.
    y : array, series or str
        The target, or the name of its column in the table or file.
    methods : str, Criterion or iterable of them
        Rows of :data:`natpick.CRITERIA` or their names.
    n_features : int, optional
        The longest prefix: 10 by default, or all where there are fewer.
    cv : int, splitter or iterable
        How many folds, shuffled by ``random_state`` and, for classes, stratified; or a splitter
        of scikit-learn; or pairs of training and test rows, such as
        ``GroupKFold().split(X, y, groups)`` yields.
    scoring : str or callable, optional
        What is scored, as in scikit-learn: accuracy or R² by default.
    must_keep, exclude, cut, bins, n_neighbors
        As for :func:`natpick.select`.
    information : str
        How information is estimated: what :func:`natpick.select` calls ``estimator``. With
        "gaussian" or "neighbors" the target may be continuous.
    n_jobs : int, optional
        Folds at once, as in scikit-learn: None is 1, -1 is all cores. The answer is the same.
    random_state : int
        The seed of the folds.

    Returns
    -------
    Path

    Notes
    -----
    The best of many scores is too good: for an honest estimate of how well the model with the
    chosen features does, hold rows out of the whole path.

    Examples
    --------
    >>> import natpick
    >>> from sklearn.datasets import load_wine
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> path = natpick.path(KNeighborsClassifier(), X, y, n_features=4)
    >>> len(path), path.n_folds
    (4, 5)
    """
    sample = Sample.of(X, y, information)
    pick = partial(
        compare,
        must_keep=positions(sample.names, must_keep),
        exclude=positions(sample.names, exclude),
        cut=cut,
        bins=bins,
        estimator=information,
        n_neighbors=n_neighbors,
    )
    asked = [methods] if isinstance(methods, str | Criterion) else list(methods)
    longest = partial(pick, methods=asked, n_features=_number(n_features))
    judge = Judge.of(estimator, scoring, sample, longest)
    folds = judge.folds(splits_of(cv, sample, random_state), n_jobs)
    return _path(judge, folds, asked, pick, _named(scoring, sample))


def _path(
    judge: Judge,
    folds: Sequence[Fold],
    asked: Sequence[str | Criterion],
    pick: Callable[..., Comparison],
    scoring: str,
) -> Path:
    scores = {m: tuple(fold.scores[m] for fold in folds) for m in folds[0].scores}
    rows = zip(asked, scores, strict=True)
    return Path(
        estimator=" ".join(repr(judge.estimator).split()),
        scoring=scoring,
        scores=scores,
        picks={m: tuple(fold.picks[m] for fold in folds) for m in scores},
        selections={m: _final(pick, judge.sample, row, fewest_of(scores[m])) for row, m in rows},
        notes=tuple(note for fold in folds for note in fold.notes),
    )


def _final(
    pick: Callable[..., Comparison], sample: Sample, row: str | Criterion, k: int
) -> Selection:
    """Return a method's first k picks from all rows."""
    comparison = pick(sample.table, sample.target, methods=row, n_features=k)
    (chosen,) = comparison.selections.values()
    reason = "are the fewest within one standard error of the best score on held-out rows"
    return replace(chosen, stop_reason=f"{k} of {len(chosen.features)} features {reason}")


def _named(scoring: Any, sample: Sample) -> str:
    if scoring is None:
        return "R²" if sample.continuous else "accuracy"
    return scoring if isinstance(scoring, str) else getattr(scoring, "__name__", repr(scoring))


def _number(n_features: int | None) -> int | None:
    if isinstance(n_features, str):
        raise TypeError(
            f"n_features={n_features!r} is not allowed; give the longest prefix, a number from 1 "
            "on, and the path finds how many of them to keep."
        )
    return n_features
