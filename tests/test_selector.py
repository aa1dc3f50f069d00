"""The estimator is a scikit-learn estimator like any other."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.testing import assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_wine
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import natpick
from natpick import ForwardSelector


@parametrize_with_checks(
    [
        ForwardSelector(),
        ForwardSelector("cmim", n_features=1),
        ForwardSelector("cmi", n_features=2, n_jobs=2),
        ForwardSelector("mrmr", 1, cut="mdlp", missing="drop", lazy=False, explain=True),
        ForwardSelector("disr", cut="width", bins=4, stop="explained", discard_redundant=True),
        ForwardSelector("jmim", 1, must_keep=[0], estimator="shrinkage", random_state=3),
    ]
)
def test_passes_scikit_learns_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("estimator", ["plug-in", "chi-square", "gaussian", "neighbors"])
def test_its_tags_say_what_the_estimator_can_take(estimator):
    """Distances and correlations need numbers that are written out."""
    can_count = estimator not in {"gaussian", "neighbors"}
    tags = ForwardSelector(estimator=estimator).__sklearn_tags__().input_tags
    assert (tags.sparse, tags.string, tags.categorical) == (can_count,) * 3
    X, y = np.array([["a"], ["b"]] * 20), [0, 1] * 20
    if can_count:
        assert ForwardSelector(estimator=estimator).fit(X, y).selection_.names == ["x0"]
    else:
        with pytest.raises(TypeError, match="not numbers"):
            ForwardSelector(estimator=estimator).fit(X, y)


@pytest.fixture(scope="module")
def wine():
    return load_wine(return_X_y=True, as_frame=True)


@pytest.mark.parametrize("method", natpick.CRITERIA)
def test_selects_what_select_selects(wine, method):
    X, y = wine
    selector = ForwardSelector(method, n_features=5).fit(X, y)
    selection = natpick.select(X, y, method=method, n_features=5)
    assert selector.selection_ == selection
    assert_array_equal(selector.ranking_, selection.indices)
    assert_array_equal(selector.scores_, selection.scores)
    assert_array_equal(np.flatnonzero(selector.support_), sorted(selection.indices))


def test_transform_keeps_the_order_of_the_columns(wine):
    X, y = wine
    selector = ForwardSelector(n_features=4).fit(X, y)
    assert list(selector.get_feature_names_out()) == [
        name for name in X.columns if name in selector.selection_.names
    ]
    assert_array_equal(selector.transform(X), X[selector.get_feature_names_out()])


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_set_output_gives_frames_of_the_columns_selected(wine, library):
    X, y = wine
    frame = X if library == "pandas" else pl.from_pandas(X)
    selector = ForwardSelector(n_features=3).set_output(transform=library).fit(frame, y)
    out = selector.transform(frame)
    assert isinstance(out, pd.DataFrame if library == "pandas" else pl.DataFrame)
    assert list(out.columns) == list(selector.get_feature_names_out())


def test_set_output_keeps_the_types_of_mixed_columns():
    X = pd.DataFrame(
        {
            "colour": ["red", "blue", "red", "blue"] * 5,
            "size": pd.Categorical(["s", "m", "l", "s"] * 5),
            "weight": np.arange(20.0),
        }
    )
    y = [0, 1, 0, 1] * 5
    selector = ForwardSelector(n_features=2).set_output(transform="pandas").fit(X, y)
    assert selector.selection_.names[0] == "colour"
    out = selector.transform(X)
    assert out.dtypes.to_dict() == X[out.columns].dtypes.to_dict()


def test_pandas_polars_and_arrow_tables_give_the_same_selection(wine):
    X, y = wine
    expected = ForwardSelector(n_features=5).fit(X, y).selection_
    for table in (pl.from_pandas(X), pl.from_pandas(X).to_arrow()):
        assert ForwardSelector(n_features=5).fit(table, y).selection_ == expected


def test_works_in_a_pipeline_and_a_grid_search(wine):
    X, y = wine
    pipeline = make_pipeline(ForwardSelector(), StandardScaler(), LogisticRegression(max_iter=500))
    grid = {
        "forwardselector__method": ["jmi", natpick.criterion("mifs", beta=0.5)],
        "forwardselector__n_features": [2, 5],
    }
    search = GridSearchCV(pipeline, grid, cv=3, error_score="raise").fit(X, y)
    assert search.best_score_ > 0.85


@pytest.mark.parametrize("cut", ["width", "mdlp", {"ash": [2, 2.5]}])
def test_numbers_are_cut_as_asked(wine, cut):
    X, y = wine
    selector = ForwardSelector(n_features=3, cut=cut).fit(X, y)
    assert selector.selection_ == natpick.select(X, y, n_features=3, cut=cut)


def test_a_clone_has_the_parameters_and_no_result(wine):
    X, y = wine
    selector = ForwardSelector("cmim", 3, must_keep=["ash"], bins=4, n_jobs=2).fit(X, y)
    copy = clone(selector)
    assert copy.get_params() == selector.get_params()
    assert not hasattr(copy, "selection_")


def test_a_pickled_estimator_transforms_as_before(wine):
    X, y = wine
    selector = ForwardSelector(natpick.criterion("mifs", beta=0.5), 3).fit(X, y)
    copy = pickle.loads(pickle.dumps(selector))
    assert copy.selection_ == selector.selection_
    assert_array_equal(copy.transform(X), selector.transform(X))


def test_must_keep_features_come_first(wine):
    X, y = wine
    selector = ForwardSelector(n_features=3, must_keep=["ash", "hue"]).fit(X, y)
    assert selector.selection_.names[:2] == ["ash", "hue"]


def test_missing_values_are_a_level_of_their_own():
    y = np.tile([0, 1], 30)
    X = np.column_stack([np.tile([1.0, 2.0, 3.0], 20), np.where(y == 1, np.nan, 1.0)])
    assert ForwardSelector(n_features=1).fit(X, y).ranking_.tolist() == [1]


def test_more_features_than_columns_is_an_error(wine):
    X, y = wine
    with pytest.raises(ValueError, match="n_features=14 but X has 13 feature.s.; use at most 13"):
        ForwardSelector(n_features=14).fit(X, y)


def test_a_mistyped_method_is_an_error_at_fit(wine):
    X, y = wine
    with pytest.raises(ValueError, match="Unknown method 'jmy'. Did you mean 'jmi'"):
        ForwardSelector("jmy").fit(X, y)


def test_the_estimator_holds_no_data(wine):
    X, y = wine
    selector = ForwardSelector(n_features=2)
    few = len(pickle.dumps(selector.fit(X, y)))
    many = len(pickle.dumps(selector.fit(pd.concat([X] * 20), pd.concat([y] * 20))))
    assert abs(many - few) < 500


@pytest.mark.parametrize("given", ["y", "sample_weight"])
def test_the_target_and_the_weights_are_values_not_a_column_of_x(given: str) -> None:
    table = pd.DataFrame({"w": [1, 2, 1, 2], "a": [0, 1, 1, 0], "b": [0, 0, 1, 1]})
    named = {"y": [0, 0, 1, 1]} | {given: "w"}
    with pytest.raises(TypeError, match=f"{given}='w' is a name; give the values"):
        ForwardSelector(n_features=1).fit(table, **named)
