"""Models that the command line fits, and any table as the numbers they need."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Self

import narwhals as nw
import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.multioutput import MultiOutputClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn.utils import get_tags

from natpick.encode.columns import Numbers
from natpick.encode.frame import series_column

MODELS: Mapping[str, Callable[[int], Any]] = MappingProxyType(
    {
        "tree": lambda seed: DecisionTreeClassifier(min_samples_leaf=5, random_state=seed),
        "logistic": lambda _seed: LogisticRegression(max_iter=1000),
        "knn": lambda _seed: KNeighborsClassifier(),
        "bayes": lambda _seed: GaussianNB(),
        "regression-tree": lambda seed: DecisionTreeRegressor(
            min_samples_leaf=5, random_state=seed
        ),
        "linear": lambda _seed: LinearRegression(),
        "knn-regression": lambda _seed: KNeighborsRegressor(),
    }
)
"""For each name, what makes a model with a seed."""


def model(name: str, seed: int, n_targets: int = 1) -> Any:
    """Return a model that takes tables of any columns, and predicts so many."""
    made = MODELS[name](seed)
    if n_targets > 1 and not get_tags(made).target_tags.multi_output:
        made = MultiOutputClassifier(made)
    return make_pipeline(AsNumbers(), made)


class AsNumbers(TransformerMixin, BaseEstimator):
    """Standard scores of numbers, missing ones at the median; a column of 0 and 1 a level.

    Dates, times and durations are numbers.
    """

    def fit(self, X: Any, y: Any = None) -> Self:
        """Learn medians, means, deviations and levels."""
        del y
        self.columns_ = [_numbers(X, name).fit(_column(X, name)) for name in _names(X)]
        return self

    def transform(self, X: Any) -> NDArray[np.float64]:
        """Return a table as numbers."""
        named = zip(self.columns_, _names(X), strict=True)
        return np.hstack([column.transform(_column(X, name)) for column, name in named])


def _names(X: Any) -> list[str]:
    return list(nw.from_native(X, eager_only=True).columns)


def _column(X: Any, name: str) -> NDArray[Any]:
    series = nw.from_native(X, eager_only=True).get_column(name)
    if series.dtype.is_numeric():
        return np.asarray(series.to_numpy(), dtype=np.float64)[:, np.newaxis]
    moments = series_column(series, name) if series.dtype.is_temporal() else None
    if isinstance(moments, Numbers):
        return np.asarray(moments.values, dtype=np.float64)[:, np.newaxis]
    texts = ["missing" if value is None else str(value) for value in series.to_list()]
    return np.array(texts, dtype=object)[:, np.newaxis]


def _numbers(X: Any, name: str) -> Any:
    if _column(X, name).dtype == object:
        return OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    return make_pipeline(
        SimpleImputer(strategy="median", keep_empty_features=True), StandardScaler()
    )
