"""The scikit-learn estimator: fit picks the features, transform keeps their columns."""

from collections.abc import Iterable
from itertools import chain
from typing import Any, Self

import narwhals as nw
import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted, column_or_1d, validate_data

from natpick.criterion import Criterion
from natpick.encode import Cut, Groups, TargetBins
from natpick.facade import select
from natpick.selection import Selection
from natpick.sources.estimates import ESTIMATES
from natpick.stop_rules import HowMany
from natpick.stopping import StopRule


class ForwardSelector(SelectorMixin, BaseEstimator):
    """Select features by mutual information with the target, one at a time.

    Parameters
    ----------
    method : str or Criterion
        A row of :data:`natpick.CRITERIA` or its name.
    n_features : int or "auto", optional
        How many features to select: 10 by default, or all where there are fewer; with "auto" as
        many as tell significantly more than chance.
    must_keep : iterable of str or int
        Features that are selected first, whatever their scores, by name or index.
    exclude : iterable of str or int
        Features that are not selected, by name or index.
    groups : mapping, optional
        Columns that are taken together under the name of their group, as for
        :func:`natpick.select`. ``transform`` keeps all columns of a group selected.
    stop : str or StopRule, optional
        When to stop before ``n_features``, which is then all of them by default: "explained" or
        "significance", as for :func:`natpick.select`.
    alpha : float, optional
        The level of significance, 0.05 by default, corrected for the number of candidates.
    discard_redundant : bool
        Whether candidates that are functions of the selected features leave the search.
    cut : str or mapping
        How numbers are cut, as for :func:`natpick.select`; for counting only: ``transform``
        returns the columns as they are.
    bins : int, optional
        Into how many bins numbers are cut at most.
    missing : str
        What missing values become: a "level" of their own, an "error", or "drop" leaves out
        their rows; for counting only.
    include : iterable of str or int
        Columns that are taken in even if nearly all their values are different, as in ids.
    target_bins : int or "auto", optional
        Into how many classes of equal frequency a target of numbers is cut.
    estimator : str
        How information is estimated, as for :func:`natpick.select`.
    n_neighbors : int, optional
        How many neighbours the estimator "neighbors" looks for, 3 by default.
    explain : bool, optional
        Whether ``selection_`` keeps an account of all features, as for :func:`natpick.select`.
    lazy : bool
        Whether to pass over candidates that cannot win. The answer is the same.
    n_jobs : int, optional
        Threads: None is 1, -1 is all. The answer is the same.
    random_state : int
        The seed of the permutations that significance is tested by where counts are small.

    Attributes
    ----------
    ranking_ : ndarray of shape (n_features,)
        The columns selected, in the order they were picked; those of a group together.
    scores_ : ndarray of shape (n_features,)
        The score of each of them, in nats for most methods.
    support_ : ndarray of bool, shape (``n_features_in_``,)
        Whether each column was selected.
    selection_ : Selection
        The whole result: the terms of each step, ties, cut points and explanations.
    n_features_in_ : int
        The number of columns seen in ``fit``.
    feature_names_in_ : ndarray of str
        The names of the columns seen in ``fit``, if they had names.

    See Also
    --------
    natpick.select : the same on any table, as a function.

    Notes
    -----
    ``transform`` keeps the columns' order in X; ``ranking_`` has the order of selection.

    Examples
    --------
    >>> from natpick import ForwardSelector
    >>> from sklearn.datasets import load_wine
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> selector = ForwardSelector(method="cmim", n_features=3).fit(X, y)
    >>> selector.selection_.names
    ['flavanoids', 'alcohol', 'color_intensity']
    """

    def __init__(
        self,
        method: str | Criterion = "jmi",
        n_features: HowMany = None,
        *,
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
        estimator: str = "plug-in",
        n_neighbors: int | None = None,
        explain: bool | None = None,
        lazy: bool = True,
        n_jobs: int | None = None,
        random_state: int = 0,
    ) -> None:
        self.method = method
        self.n_features = n_features
        self.must_keep = must_keep
        self.exclude = exclude
        self.groups = groups
        self.stop = stop
        self.alpha = alpha
        self.discard_redundant = discard_redundant
        self.cut = cut
        self.bins = bins
        self.missing = missing
        self.include = include
        self.target_bins = target_bins
        self.estimator = estimator
        self.n_neighbors = n_neighbors
        self.explain = explain
        self.lazy = lazy
        self.n_jobs = n_jobs
        self.random_state = random_state

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Select features of X that tell about y.

        Parameters
        ----------
        X : array, table or sparse matrix of shape (n_samples, n_features)
            Columns of any kind: numbers, categories, strings, dates, with or without
            missing values. A sparse matrix stays sparse.
        y : array of shape (n_samples,) or (n_samples, n_outputs)
            The target's classes; those of several outputs are joined.
        sample_weight : array of shape (n_samples,), optional
            What each row weighs: a row of weight w counts as w rows, one of weight 0 not at all.
        """
        _refuse_name("y", y)
        _refuse_name("sample_weight", sample_weight)
        table = self._checked(X)
        self.selection_: Selection = select(
            table,
            _labels(y),
            method=self.method,
            n_features=self.n_features,
            must_keep=self.must_keep,
            exclude=self.exclude,
            groups=self.groups,
            stop=self.stop,
            alpha=self.alpha,
            discard_redundant=self.discard_redundant,
            cut=self.cut,
            bins=self.bins,
            missing=self.missing,
            include=self.include,
            target_bins=self.target_bins,
            estimator=self.estimator,
            n_neighbors=self.n_neighbors,
            sample_weight=sample_weight,
            explain=self.explain,
            lazy=self.lazy,
            n_jobs=self.n_jobs,
            random_state=self.random_state,
        )
        columns = self.selection_.columns
        sizes = [len(together) for together in columns]
        self.ranking_: NDArray[np.int64] = np.array(list(chain.from_iterable(columns)))
        self.scores_: NDArray[np.float64] = np.repeat(self.selection_.scores, sizes)
        self.support_: NDArray[np.bool_] = np.zeros(self.n_features_in_, dtype=np.bool_)
        self.support_[self.ranking_] = True
        return self

    def _checked(self, X: Any) -> Any:
        if nw.dependencies.is_into_dataframe(X):
            validate_data(self, X, skip_check_array=True)
            return X
        return validate_data(
            self,
            X,
            accept_sparse=["csr", "csc", "coo"],
            dtype=None,
            ensure_all_finite="allow-nan",
            ensure_min_samples=2,
        )

    def _get_support_mask(self) -> NDArray[np.bool_]:
        check_is_fitted(self)
        return self.support_

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        counts = self.estimator in ESTIMATES
        tags.target_tags.required = True
        tags.target_tags.multi_output = True
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = counts
        tags.input_tags.sparse = counts
        tags.input_tags.string = counts
        return tags


def _labels(y: Any) -> Any:
    """Return several outputs as they are, and one output as scikit-learn checks it."""
    shape = np.asarray(y).shape
    return y if len(shape) == 2 and shape[1] > 1 else column_or_1d(y, warn=True)


def _refuse_name(given: str, values: Any) -> None:
    """Refuse a column of X by name: the columns of X are the features."""
    if isinstance(values, str):
        raise TypeError(
            f"{given}={values!r} is a name; give the values, one a row, and leave them out of X, "
            "whose columns are all features. natpick.select takes columns by name."
        )
