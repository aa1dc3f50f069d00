"""The cross-validated path: select on some rows, score every prefix on the others."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from natpick.criterion import Criterion
from natpick.encode import Cut, Groups, TargetBins, cutting
from natpick.given import parts
from natpick.naming import several
from natpick.problem import Problem, Settings
from natpick.question import Methods, Question, rows_of
from natpick.request import Request
from natpick.resampling.judge import Fold, Judge
from natpick.resampling.model import scoring_name
from natpick.resampling.outcome import Outcome
from natpick.resampling.path import Path, fewest_of
from natpick.resampling.sample import Sample, check_rows
from natpick.resampling.splits import splits_of
from natpick.resampling.work import OnDone
from natpick.selection import Selection
from natpick.sources.estimates import PLUG_IN


def path(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    methods: Methods = "jmi",
    n_features: int | None = None,
    cv: Any = 5,
    scoring: str | Callable[..., float] | None = None,
    must_keep: Iterable[str | int] = (),
    exclude: Iterable[str | int] = (),
    groups: Groups | None = None,
    discard_redundant: bool = False,
    cut: Cut = "frequency",
    bins: int | None = None,
    missing: str = "level",
    include: Iterable[str | int] = (),
    target_bins: TargetBins = None,
    information: str = PLUG_IN,
    n_neighbors: int | None = None,
    sample_weight: Any = None,
    explain: bool | None = None,
    lazy: bool = True,
    n_jobs: int | None = None,
    random_state: int = 0,
    on_fold: OnDone | None = None,
) -> Path:
    """Score a model on held-out rows with the first 1, 2, ... features of one or more methods.

    In each fold numbers are cut, and features selected, by the training rows alone. One
    selection a fold and method gives all its prefixes, and methods share their counts; a set of
    columns that several methods arrive at is scored once.

    Parameters
    ----------
    estimator : scikit-learn classifier or regressor
        The model to score, a pipeline for instance. Clones of it are fitted, each to the
        columns of one prefix, as they are in X and in X's order, all columns of a group: bins
        are for counting only.
    X : array, sparse matrix, table or path
        The features, as for :func:`natpick.select`.
    y : array, series, table, str or list of str
        The target, or the name of its column in the table or file. Several columns are joined
        to select by, and given as they are to the model, which must predict several outputs.
    methods : str, Criterion or iterable of them
        Rows of :data:`natpick.CRITERIA` or their names; None is all that serve.
    n_features : int, optional
        The longest prefix: 10 by default, or all where there are fewer.
    cv : int, splitter or iterable
        How many folds, shuffled by ``random_state`` and, for classes, stratified; or a splitter
        of scikit-learn; or pairs of training and test rows, such as
        ``GroupKFold().split(X, y, groups)`` yields.
    scoring : str or callable, optional
        What is scored, as in scikit-learn: accuracy or R² by default. Of several columns of
        classes accuracy is the share of rows of which all are right.
    must_keep, exclude, groups, discard_redundant, cut, bins, n_neighbors, explain, lazy
        As for :func:`natpick.select`. The best k is not less than the features that must be
        kept.
    missing : str
        As for :func:`natpick.select`; with "drop" the model is not given these rows either.
    include : iterable of str or int
        As for :func:`natpick.select`. Which columns are set aside is settled by all rows.
    target_bins : int or "auto", optional
        As for :func:`natpick.select`: in each fold a target of numbers is cut to select by, and
        the model, a regressor, predicts the numbers.
    information : str
        How information is estimated: what :func:`natpick.select` calls ``estimator``. With
        "gaussian" or "neighbors" the target may be continuous.
    sample_weight : array, series or str, optional
        What each row weighs, or the name of the column that tells it: for the selection, and
        for the model's fit and its scores where these take weights. Where scikit-learn's
        metadata routing is enabled they do as requested; ``notes`` tells what takes none.
    n_jobs : int, optional
        Folds at once, as in scikit-learn: None is 1, -1 is all cores. The answer is the same.
    random_state : int
        The seed of the folds.
    on_fold : callable, optional
        Called as a fold is done with how many are, for progress.

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
    check_rows(X, y)
    question = Question(
        Settings(cutting(cut, bins), missing, several(include), target_bins, None, n_neighbors),
        information,
        groups,
        Request(
            _number(n_features),
            several(must_keep),
            several(exclude),
            None,
            None,
            discard_redundant,
            lazy,
            None,
            explain,
        ),
    )
    given = parts(X, y, sample_weight)
    whole = question.warned(question.posed(given.X, given.y, given.sample_weight))
    question = question.asking(question.request.most(whole))
    sample = Sample.of(given, whole.rows)
    outcome = Outcome.of(sample.y, len(sample), information, target_bins)
    rows = rows_of(methods, whole.source)
    judge = Judge.of(estimator, scoring, sample, outcome, question.of_parts(whole), rows)
    folds = judge.folds(splits_of(cv, outcome, sample.numbers, random_state), n_jobs, on_fold)
    return _path(judge, folds, question, whole, scoring_name(scoring, outcome))


def _path(
    judge: Judge, folds: Sequence[Fold], question: Question, whole: Problem, scoring: str
) -> Path:
    shortest = min(len(prefix) for fold in folds for prefix in fold.scores.values())
    scores = {m: tuple(fold.scores[m][:shortest] for fold in folds) for m in judge.methods}
    least = max(1, len(question.request.candidates(whole).keep))
    return Path(
        estimator=" ".join(repr(judge.estimator).split()),
        scoring=scoring,
        scores=scores,
        picks={m: tuple(fold.picks[m][:shortest] for fold in folds) for m in scores},
        selections={
            m: _final(question, whole, row, fewest_of(scores[m], least))
            for m, row in judge.methods.items()
        },
        least=least,
        notes=(*judge.weighing.notes, *(note for fold in folds for note in fold.notes)),
    )


def _final(question: Question, whole: Problem, row: Criterion, k: int) -> Selection:
    """Return a method's first k picks from all rows."""
    chosen = question.asking(k).selection(whole, row)
    if len(chosen) < k:
        return chosen
    reason = "are the fewest within one standard error of the best score on held-out rows"
    return replace(chosen, stop_reason=f"{k} of {len(chosen.features)} features {reason}")


def _number(n_features: int | None) -> int | None:
    if isinstance(n_features, str):
        raise TypeError(
            f"n_features={n_features!r} is not allowed; give the longest prefix, a number from 1 "
            "on, and the path finds how many of them to keep."
        )
    return n_features
