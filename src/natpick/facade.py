"""Select and compare: one call from a table, a file or a source to a result."""

from collections.abc import Iterable
from typing import Any

from natpick.comparison import Comparison
from natpick.criteria import criterion
from natpick.criterion import Criterion
from natpick.encode import Cut, Groups, TargetBins, cutting
from natpick.naming import several
from natpick.problem import Settings
from natpick.question import Methods, Question, rows_of
from natpick.request import OnStep, Request
from natpick.selection import Selection
from natpick.sources.estimates import PLUG_IN
from natpick.stop_rules import HowMany, stop_rule
from natpick.stopping import StopRule


def select(
    X: Any,
    y: Any = None,
    *,
    method: str | Criterion = "jmi",
    n_features: HowMany = None,
    must_keep: Iterable[str | int] = (),
    exclude: Iterable[str | int] = (),
    groups: Groups | None = None,
    start: Selection | None = None,
    stop: str | StopRule | None = None,
    alpha: float | None = None,
    discard_redundant: bool = False,
    cut: Cut = "frequency",
    bins: int | None = None,
    missing: str = "level",
    include: Iterable[str | int] = (),
    target_bins: TargetBins = None,
    estimator: str = PLUG_IN,
    n_neighbors: int | None = None,
    sample_weight: Any = None,
    explain: bool | None = None,
    lazy: bool = True,
    n_jobs: int | None = None,
    random_state: int = 0,
    on_step: OnStep | None = None,
) -> Selection:
    """Pick the features that tell most about the target, one at a time.

    Parameters
    ----------
    X : array, table, path or InformationSource
        The features: a numpy array, a sparse matrix of SciPy, a pandas, polars or pyarrow table,
        the path of a CSV or Parquet file, or a source of :mod:`natpick.sources`.
    y : array, series, table, str or list of str
        The target, or the name of its column in the table or file. Several columns are joined:
        each combination of their labels is a class. None with a source.
    method : str or Criterion
        A row of :data:`natpick.CRITERIA` or its name.
    n_features : int or "auto", optional
        How many features to pick: 10 by default, or all where there are fewer. With "auto" as
        many as tell significantly more than chance, or until all is told where the source is
        exact; see ``stop``.
    must_keep : iterable of str or int
        Features that come first, in this order, and count among ``n_features``.
    exclude : iterable of str or int
        Features that are not picked, whatever their scores.
    groups : mapping, optional
        Columns that are taken together, such as one-hot sets, under the name of their group:
        ``{"colour": ["red", "green", "blue"]}``. A group is one joint variable and one pick.
    start : Selection, optional
        A shorter selection by the same method on the same features, to go on from.
    stop : str or StopRule, optional
        When to stop before ``n_features``, which is then all of them by default: "explained"
        stops at a fully relevant feature, with which H(C | S) = 0; "significance" before the
        first pick whose MI(C, X_i | S) chance alone would explain.
    alpha : float, optional
        The level of significance, 0.05 by default, corrected for the number of candidates.
    discard_redundant : bool
        Whether candidates that are functions of the selected features leave the search.
    cut : str or mapping
        How numbers are cut: into bins of equal "frequency" or equal "width", or by "mdlp", Fayyad
        and Irani's rule, which looks at the target. Or a mapping from columns to increasing
        edges: numbers, or dates, times or durations, as text too. The others are cut into bins
        of equal frequency, or by the rule that the mapping has under "*".
    bins : int, optional
        Into how many bins numbers are cut at most. By default the cube root of n, clipped to
        2..10.
    missing : str
        What missing values become: a "level" of their own; an "error" that tells the first; or
        "drop" leaves out the rows with a missing value in any feature or in the target.
    include : iterable of str or int
        Columns that are taken in even if nearly all their values are different. Others like
        that, ids and free text, are set aside with a :class:`~natpick.SetAsideWarning`, unless
        they are to be kept.
    target_bins : int or "auto", optional
        Into how many classes of equal frequency a target of numbers is cut; with "auto" as many
        as numbers are cut into bins by default. Without it a target that looks continuous is
        an error.
    estimator : str
        How information is estimated from the table: "plug-in" takes the counts as they are;
        "miller-madow", "shrinkage" and "chi-square" correct its bias, which favours features
        of many levels. "gaussian" goes by correlations of ranks, "neighbors" by distances: they
        cut nothing, need numbers throughout, and take a target of more than 20 distinct
        numbers as continuous.
    n_neighbors : int, optional
        How many neighbours the estimator "neighbors" looks for, 3 by default.
    sample_weight : array, series or str, optional
        What each row weighs, or the name of the column that tells it: a row of weight w counts
        as w rows, one of weight 0 not at all.
    explain : bool, optional
        Whether to keep an account of what the picks tell together and of where every other
        feature stood, for :meth:`Selection.explain` and :meth:`Selection.summary`. By default
        where that costs next to nothing: up to 20,000 rows, and 10,000 pairs of a pick and
        another feature, of all methods together where several are compared.
    lazy : bool
        Whether to pass over candidates that cannot win. The answer is the same.
    n_jobs : int, optional
        Threads, as in scikit-learn: None is 1, -1 is all. The answer is the same.
    random_state : int
        The seed of the permutations that significance is tested by where counts are small.
    on_step : callable, optional
        Called with each :class:`~natpick.Step` as it is taken, for progress.

    Returns
    -------
    Selection

    Examples
    --------
    >>> import natpick
    >>> X = {"a": [0, 0, 1, 1], "b": [0, 1, 0, 1], "c": [0, 0, 0, 1]}
    >>> import pandas as pd
    >>> selection = natpick.select(pd.DataFrame(X), [0, 0, 0, 1], n_features=2)
    >>> selection.names
    ['c', 'a']
    """
    row = criterion(method)
    question = Question(
        Settings(cutting(cut, bins), missing, several(include), target_bins, n_jobs, n_neighbors),
        estimator,
        groups,
        Request(
            n_features,
            several(must_keep),
            several(exclude),
            start,
            stop_rule(stop, n_features, alpha, random_state),
            discard_redundant,
            lazy,
            on_step,
            explain,
        ),
    )
    return question.selection(question.warned(question.posed(X, y, sample_weight)), row)


def compare(
    X: Any,
    y: Any = None,
    *,
    methods: Methods = None,
    n_features: HowMany = None,
    must_keep: Iterable[str | int] = (),
    exclude: Iterable[str | int] = (),
    groups: Groups | None = None,
    stop: str | StopRule | None = None,
    alpha: float | None = None,
    discard_redundant: bool = False,
    cut: Cut = "frequency",
    bins: int | None = None,
    missing: str = "level",
    include: Iterable[str | int] = (),
    target_bins: TargetBins = None,
    estimator: str = PLUG_IN,
    n_neighbors: int | None = None,
    sample_weight: Any = None,
    explain: bool | None = None,
    lazy: bool = True,
    n_jobs: int | None = None,
    random_state: int = 0,
    on_step: OnStep | None = None,
) -> Comparison:
    """Select by several methods, each pair of features counted once for all of them.

    Parameters
    ----------
    methods : str, Criterion or iterable of them, optional
        The methods to compare; by default every row of :data:`natpick.CRITERIA` that the
        source can serve.
    X, y, n_features, must_keep, exclude, groups, stop, alpha, discard_redundant, cut, bins, \
missing, include, target_bins, estimator, n_neighbors, sample_weight, explain, lazy, n_jobs, \
random_state, on_step
        As for :func:`natpick.select`.

    Returns
    -------
    Comparison
    """
    question = Question(
        Settings(cutting(cut, bins), missing, several(include), target_bins, n_jobs, n_neighbors),
        estimator,
        groups,
        Request(
            n_features,
            several(must_keep),
            several(exclude),
            None,
            stop_rule(stop, n_features, alpha, random_state),
            discard_redundant,
            lazy,
            on_step,
            explain,
        ),
    )
    posed = question.warned(question.posed(X, y, sample_weight))
    return question.comparison(posed, rows_of(methods, posed.source))
