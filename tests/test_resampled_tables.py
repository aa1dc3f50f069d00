"""Real tables in folds and samples: each is encoded and selected from as if it were alone."""

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
import sklearn
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LinearRegression
from sklearn.metrics import accuracy_score
from sklearn.model_selection import KFold
from sklearn.multioutput import MultiOutputClassifier
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import natpick
from natpick.resampling.nogueira import nogueira

Floats = NDArray[np.float64]

N = 90


class Usual(ClassifierMixin, BaseEstimator):
    """A classifier of any table, that tells the usual class and notes what it is fitted to."""

    seen: list[tuple[Any, Any]]

    def __init__(self, seen: list[tuple[Any, Any]] | None = None) -> None:
        self.seen = [] if seen is None else seen

    def __sklearn_clone__(self) -> "Usual":
        return Usual(self.seen)

    def fit(self, X: Any, y: NDArray[Any]) -> "Usual":
        self.seen.append((X, y))
        self.classes_, counts = np.unique(y, return_counts=True)
        self.usual_ = self.classes_[counts.argmax()]
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        return np.full(X.shape[0], self.usual_)


class Zero(BaseEstimator):
    """A regressor that tells 0 of any table."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.estimator_type = "regressor"
        return tags

    def fit(self, X: Any, y: Any) -> "Zero":
        self.fitted_ = (X, y)
        return self

    def predict(self, X: Any) -> Floats:
        return np.zeros(len(X))


def table() -> pd.DataFrame:
    """Return numbers with gaps, strings, an id, and a target of classes and one of numbers."""
    rng = np.random.default_rng(4)
    y = rng.integers(0, 3, N)
    X = pd.DataFrame(
        {
            "name": [f"n{i}" for i in range(N)],
            "size": rng.normal(size=N) + y,
            "gap": np.where(rng.random(N) < 0.2, np.nan, rng.normal(size=N) - y),
            "red": (y == 1) ^ (rng.random(N) < 0.2),
            "green": (y == 2) ^ (rng.random(N) < 0.2),
            "noise": rng.choice(["a", "b", "c"], N),
        }
    )
    return X.assign(w=rng.integers(0, 4, N), y=y, amount=y + rng.normal(size=N))


OPTIONS: dict[str, dict[str, Any]] = {
    "groups": {"groups": {"colour": ["red", "green"]}, "n_features": 3},
    "a group kept": {"groups": {"colour": ["red", 4]}, "must_keep": "colour", "n_features": 2},
    "keep and exclude": {"must_keep": ["noise", 2], "exclude": ["size"], "n_features": 3},
    "include": {"include": ["name"], "n_features": 2},
    "kept though an id": {"must_keep": ["name"], "n_features": 2},
    "weights": {"sample_weight": "w", "n_features": 3},
    "weights and width": {"sample_weight": "w", "cut": "width", "bins": 3, "n_features": 3},
    "edges": {"cut": {"size": [0.0, 1.5]}, "n_features": 4},
    "redundant": {"discard_redundant": True, "lazy": False, "n_features": 2},
    "corrected": {"estimator": "miller-madow", "n_features": 3},
}


def selected(X: pd.DataFrame, rows: Any, options: dict[str, Any]) -> natpick.Selection:
    """Return what is selected from some rows, the id set aside unless it is asked for."""
    asked = dict(options)
    if "name" not in str(options):
        asked["exclude"] = ["name", *asked.get("exclude", ())]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", natpick.SetAsideWarning)
        return natpick.select(X.iloc[rows], "y", **asked)


@pytest.mark.filterwarnings("ignore::natpick.SetAsideWarning")
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_a_fold_is_selected_from_as_a_table_of_its_own(options: dict[str, Any]) -> None:
    X = table().drop(columns="amount")
    if "sample_weight" not in options:
        X = X.drop(columns="w")
    folds = list(KFold(3).split(X))
    named = {"information" if name == "estimator" else name: o for name, o in options.items()}
    path = natpick.path(Usual(), X, "y", cv=folds, **named)
    for (train, _), picks in zip(folds, path.picks["jmi"], strict=True):
        assert picks == tuple(selected(X, train, options).names)
    whole = selected(X, range(N), {**options, "n_features": path.one_standard_error_k})
    assert path.selection.steps == whole.steps


@pytest.mark.filterwarnings("ignore::natpick.SetAsideWarning")
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_a_sample_is_selected_from_as_a_table_of_its_own(options: dict[str, Any]) -> None:
    X = table().drop(columns="amount")
    weighted = "sample_weight" in options
    X = X[X["w"] > 0].reset_index(drop=True) if weighted else X.drop(columns="w")
    found = natpick.stability(X, "y", n_resamples=3, **options)
    for b, picks in enumerate(found.picks["jmi"]):
        rng = np.random.default_rng([0, b])
        drawn = [rng.choice(np.flatnonzero(X["y"] == c), (X["y"] == c).sum()) for c in range(3)]
        assert picks == tuple(selected(X, np.sort(np.concatenate(drawn)), options).indices)


def test_the_held_out_rows_move_no_pick_whatever_is_held_out_with_them() -> None:
    """Neither the features, the gaps, the target to be cut nor the weights of these rows."""
    X = table().drop(columns=["name", "y"])
    folds = [(np.arange(60), np.arange(60, N)), (np.arange(60), np.arange(60, 75))]
    asked: dict[str, Any] = {
        "cv": folds,
        "target_bins": 3,
        "groups": {"colour": ["red", "green"]},
        "sample_weight": "w",
        "scoring": lambda *_: 0.0,
    }
    before = natpick.path(Zero(), X, "amount", **asked)
    other = X.copy()
    rng = np.random.default_rng(0)
    other.loc[60:, ["size", "gap"]] = rng.normal(size=(30, 2)) * 1e6
    other.loc[60:, "w"] = 1
    other.loc[60:, "amount"] = rng.normal(size=30) * 1e6
    other.loc[60:, "noise"] = "never seen"
    after = natpick.path(Zero(), other, "amount", **asked)
    assert before.picks == after.picks
    alone = natpick.select(
        X.iloc[:60], "amount", target_bins=3, groups=asked["groups"], sample_weight="w"
    )
    assert before.picks["jmi"][0] == tuple(alone.names)


def test_the_model_is_given_all_columns_of_a_group_in_the_order_of_the_table() -> None:
    X = table().drop(columns=["w", "amount", "name"])
    model = Usual()
    path = natpick.path(
        model, X, "y", groups={"colour": ["green", "red"]}, must_keep="colour", n_features=2, cv=2
    )
    assert path.picks["jmi"] == (("colour", "gap"), ("colour", "gap"))
    assert [list(seen.columns) for seen, _ in model.seen] == [
        ["red", "green"],
        ["gap", "red", "green"],
    ] * 2
    assert path.selection.columns[0] == (3, 2)


def rows(n: int = 80, p: int = 6) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    """Return whole numbers, many of them 0, a class, and how often each row counts."""
    rng = np.random.default_rng(8)
    y = rng.integers(0, 2, n)
    X = (rng.random((n, p)) < 0.3) * rng.integers(1, 4, (n, p)) * 1.0
    X[:, 2] += y * (rng.random(n) < 0.5)
    X[:, 4] *= y
    return X, y, np.r_[1, 1, rng.integers(0, 4, n - 2)]


@pytest.mark.parametrize("kind", [sp.csr_array, sp.csc_matrix, sp.coo_array])
@pytest.mark.parametrize("weighted", [False, True])
def test_sparse_matrices_stay_sparse_and_give_what_dense_ones_give(
    kind: Callable[[Floats], Any], weighted: bool
) -> None:
    X, y, times = rows()
    asked: dict[str, Any] = {"methods": ["jmi", "cmim"], "n_features": 3}
    asked |= {"sample_weight": times} if weighted else {}
    model = Usual()
    dense, sparse = (natpick.path(BernoulliNB(), x, y, cv=3, **asked) for x in (X, kind(X)))
    assert dense == sparse
    natpick.path(model, kind(X), y, cv=2, n_features=1)
    assert all(sp.issparse(seen) for seen, _ in model.seen)
    a, b = (natpick.stability(x, y, n_resamples=4, **asked) for x in (X, kind(X)))
    assert a == b


def repeated(
    folds: list[tuple[Any, Any]], times: NDArray[np.int64]
) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Return the folds of a table with so many copies of each row."""
    starts = np.r_[0, np.cumsum(times)]
    return [
        tuple(np.concatenate([np.arange(starts[i], starts[i + 1]) for i in part]) for part in fold)
        for fold in folds
    ]


@pytest.mark.parametrize("scoring", [None, "balanced_accuracy", "roc_auc"])
@pytest.mark.parametrize(
    "model", [GaussianNB(), make_pipeline(StandardScaler(copy=True), GaussianNB())]
)
def test_a_row_of_weight_w_counts_as_w_rows_for_selection_fit_and_score(
    model: Any, scoring: str | None
) -> None:
    X, y, times = rows()
    if not isinstance(model, GaussianNB):
        model.set_params(standardscaler__with_mean=False, standardscaler__with_std=False)
    folds = list(KFold(4).split(X))
    asked: dict[str, Any] = {"n_features": 4, "scoring": scoring}
    weighted = natpick.path(model, X, y, cv=folds, sample_weight=times, **asked)
    copies = natpick.path(
        model, X.repeat(times, axis=0), y.repeat(times), cv=repeated(folds, times), **asked
    )
    assert weighted.picks == copies.picks
    assert np.allclose(weighted.scores["jmi"], copies.scores["jmi"], atol=1e-12)
    assert weighted.notes == ()


def test_a_row_of_weight_0_is_as_good_as_absent() -> None:
    X, y, times = rows()
    kept = times > 0
    weights = times / 3
    dirty = X.copy()
    dirty[~kept] = 1e9
    asked: dict[str, Any] = {"n_features": 3, "cv": 3}
    with_them = natpick.path(KNeighborsClassifier(), dirty, y, sample_weight=weights, **asked)
    without = natpick.path(
        KNeighborsClassifier(), X[kept], y[kept], sample_weight=weights[kept], **asked
    )
    assert (with_them.scores, with_them.picks) == (without.scores, without.picks)
    a = natpick.stability(dirty, y, sample_weight=weights, n_resamples=3, n_features=3)
    b = natpick.stability(
        X[kept], y[kept], sample_weight=weights[kept], n_resamples=3, n_features=3
    )
    assert a.picks == b.picks


def test_what_takes_no_weights_is_told() -> None:
    X, y, times = rows()
    path = natpick.path(
        KNeighborsClassifier(),
        X,
        y,
        sample_weight=times,
        cv=2,
        scoring=lambda model, X, y: model.score(X, y),
    )
    assert path.notes == (
        "KNeighborsClassifier is fitted without the rows' weights: its fit takes no sample_weight.",
        "Scores are not weighted: what is scored takes no sample_weight.",
    )
    assert f"Note: {path.notes[1]}" in str(path)


def test_routed_weights_go_where_they_are_requested() -> None:
    X, y, times = rows()
    folds = list(KFold(3).split(X))
    asked: dict[str, Any] = {"sample_weight": times, "cv": folds, "n_features": 3}
    plain = natpick.path(GaussianNB(), X, y, **asked)
    with sklearn.config_context(enable_metadata_routing=True):
        routed = (
            GaussianNB().set_fit_request(sample_weight=True).set_score_request(sample_weight=True)
        )
        assert natpick.path(make_pipeline(routed), X, y, **asked).scores == plain.scores
        half = (
            GaussianNB().set_fit_request(sample_weight=True).set_score_request(sample_weight=False)
        )
        told = natpick.path(half, X, y, **asked)
        assert told.scores != plain.scores
        assert told.notes[0].startswith("Scores are not weighted")
        with pytest.raises(sklearn.exceptions.UnsetMetadataPassedError, match="sample_weight"):
            natpick.path(GaussianNB(), X, y, **asked)


@pytest.mark.parametrize("library", ["pandas", "polars", "numpy"])
def test_several_columns_of_a_target_are_joined_to_select_and_given_apart(library: str) -> None:
    """Accuracy is the share of rows of which all columns are right."""
    X, y, _ = rows()
    other = np.where(X[:, 2] > 1, "high", "low")
    columns = {f"x{i}": X[:, i] for i in range(6)}
    frame = {"pandas": pd.DataFrame, "polars": pl.DataFrame}.get(library)
    folds = list(KFold(2).split(X))
    model = DecisionTreeClassifier(random_state=0)
    asked: dict[str, Any] = {"cv": folds, "n_features": 2}
    if frame is None:
        path = natpick.path(model, X, np.column_stack([y.astype(str), other]), **asked)
    else:
        both = {"y": y, "other": other}
        path = natpick.path(model, frame({**columns, **both}), ["y", "other"], **asked)
    joined = [f"{a}{b}" for a, b in zip(y, other, strict=True)]
    for fold, (train, test) in enumerate(folds):
        alone = natpick.select(X[train], np.array(joined)[train], n_features=2)
        assert path.picks["jmi"][fold] == tuple(alone.names)
        chosen = sorted(alone.indices)
        target = np.column_stack([y.astype(str), other])
        tree = DecisionTreeClassifier(random_state=0).fit(X[train][:, chosen], target[train])
        right = (tree.predict(X[test][:, chosen]) == target[test]).all(axis=1)
        assert path.scores["jmi"][fold][1] == right.mean()
    assert path.scoring == "accuracy"


def test_several_columns_need_a_model_of_several_outputs() -> None:
    X, y, times = rows()
    target = np.column_stack([y, X[:, 0] > 0])
    with pytest.raises(
        ValueError, match=r"GaussianNB predicts one column, but the target has 2\. Give a model of"
    ):
        natpick.path(GaussianNB(), X, target)
    several = MultiOutputClassifier(GaussianNB())
    path = natpick.path(several, X, target, cv=2, n_features=2, sample_weight=times)
    assert path.notes == ()
    tree = natpick.path(DecisionTreeClassifier(), X, target, cv=2, n_features=1)
    alone = natpick.path(DecisionTreeClassifier(), X, target, cv=2, n_features=1, scoring=accuracy)
    assert tree.scores == alone.scores


def accuracy(model: Any, X: Floats, y: NDArray[np.int64]) -> float:
    """Scikit-learn's accuracy of columns of two classes: all of a row must be right."""
    return float(accuracy_score(y, model.predict(X)))


def test_a_target_of_numbers_is_cut_to_count_and_predicted_as_it_is() -> None:
    X = table().drop(columns=["name", "w", "y", "noise"]).dropna().astype(float)
    folds = list(KFold(3).split(X))
    model = LinearRegression()
    path = natpick.path(model, X, "amount", target_bins="auto", cv=folds, n_features=2)
    assert path.scoring == "R²"
    numbers, amount = X.drop(columns="amount").to_numpy(), X["amount"].to_numpy()
    train, test = folds[0]
    first = natpick.select(X.iloc[train], "amount", target_bins="auto", n_features=1).indices
    fitted = LinearRegression().fit(numbers[train][:, first], amount[train])
    assert path.scores["jmi"][0][0] == pytest.approx(
        fitted.score(numbers[test][:, first], amount[test])
    )
    with pytest.raises(ValueError, match="predicts classes, but the target is continuous"):
        natpick.path(GaussianNB(), X, "amount", target_bins=3)
    with pytest.raises(ValueError, match="GaussianNB|LinearRegression predicts numbers"):
        natpick.path(model, X, [0, 1] * (len(X) // 2) + [0] * (len(X) % 2))
    found = natpick.stability(X, "amount", target_bins=3, n_resamples=3, n_features=2)
    assert found.n_resamples == 3


def test_rows_with_missing_values_are_dropped_for_the_model_too() -> None:
    """The rows that are left keep their places in pairs of rows of the whole table."""
    X = table()[["size", "gap", "red", "y"]].astype(float)
    complete = X.notna().all(axis=1).to_numpy()
    folds = list(KFold(3).split(X))
    path = natpick.path(GaussianNB(), X, "y", missing="drop", cv=folds)
    renumbered = np.cumsum(complete) - 1
    left = [tuple(renumbered[part[complete[part]]] for part in fold) for fold in folds]
    alone = natpick.path(GaussianNB(), X[complete], "y", cv=left)
    assert (path.scores, path.picks) == (alone.scores, alone.picks)
    assert f"{(~complete).sum()} of 90 rows with missing values were dropped." in (
        path.selection.notes
    )
    assert natpick.path(GaussianNB(), X, "y", missing="drop", cv=KFold(3)).scores == (
        natpick.path(GaussianNB(), X[complete], "y", cv=KFold(3)).scores
    )
    with pytest.raises(ValueError, match="Column 'gap' has a missing value in row"):
        natpick.path(GaussianNB(), X, "y", missing="error")
    with pytest.raises(IndexError):
        natpick.path(GaussianNB(), X, "y", cv=[(np.arange(91), np.arange(9))] * 2)
    with pytest.raises(ValueError, match="Column 'gap' has a missing value in row"):
        natpick.stability(X, "y", missing="error")
    found = natpick.stability(X, "y", missing="drop", n_resamples=2)
    assert found.picks == natpick.stability(X[complete], "y", n_resamples=2).picks
    assert any("were dropped" in note for note in found.notes)
    assert "were dropped" in str(found)


def test_an_id_is_set_aside_in_samples_where_it_repeats() -> None:
    """With replacement 37 of 100 values are there once, so a sample alone would take them in."""
    X = table()[["name", "size", "noise", "y"]]
    with pytest.warns(natpick.SetAsideWarning, match="'name'") as warned:
        found = natpick.stability(X, "y", n_resamples=3, n_features=2)
    assert len(warned) == 1
    assert warned[0].filename == __file__
    assert found.frequency["jmi"]["name"] == 0
    assert found.fixed == (0,)
    assert any("'name'" in note for note in found.notes)
    taken_in = natpick.stability(X, "y", n_resamples=3, n_features=2, include="name")
    assert taken_in.frequency["jmi"]["name"] == 1
    with pytest.warns(natpick.SetAsideWarning, match="'name'") as warned:
        path = natpick.path(Usual(), X, "y", cv=3)
    assert [warning.filename for warning in warned] == [__file__]
    assert len(path) == 2
    with (
        pytest.raises(ValueError, match="n_features=3 but 1 of the features of X were set aside"),
        pytest.warns(natpick.SetAsideWarning),
    ):
        natpick.path(Usual(), X, "y", n_features=3)


def test_features_that_no_sample_decides_on_are_no_part_of_the_index() -> None:
    """Neither those kept, excluded or in a group: of 7 features then 4 are drawn from."""
    X, y, _ = rows(200)
    asked: dict[str, Any] = {"must_keep": ["x1"], "exclude": ["x0"], "n_features": 3}
    found = natpick.stability(X, y, groups={"g": ["x2", "x3"]}, n_resamples=12, **asked)
    assert found.fixed == (0, 1, 2, 3)
    picked = np.array([[f in picks for f in (4, 5, 6)] for picks in found.picks["jmi"]])
    expected = nogueira(picked)
    assert expected is not None
    assert found.index["jmi"] == expected.index
    assert found.along("jmi")[0] is None
    assert found.frequency["jmi"]["x1"] == 1
    assert natpick.Stability.from_json(found.to_json()) == found


def test_sets_drawn_by_chance_beside_features_kept_have_no_stability() -> None:
    rng = np.random.default_rng(0)
    indices = []
    for _ in range(200):
        picks = tuple((0, 1, *rng.choice(np.arange(2, 12), 3, replace=False)) for _ in range(20))
        features = tuple(f"f{i}" for i in range(12))
        index = natpick.Stability(features, {"jmi": picks}, "half", fixed=(0, 1)).index["jmi"]
        assert index is not None
        indices.append(index)
    assert abs(np.mean(indices)) < 3 * np.std(indices) / math.sqrt(200)


def test_no_fewer_features_are_best_than_must_be_kept() -> None:
    X, y, _ = rows()
    path = natpick.path(GaussianNB(), X, y, must_keep=["x0", "x1", "x3"], n_features=5)
    assert path.least == 3
    assert path.best_k >= path.one_standard_error_k >= 3
    assert path.selection.names[:3] == ["x0", "x1", "x3"]
    assert len(path.selection) == path.one_standard_error_k
    alone = path["jmi"]
    assert (alone.least, alone.best_k) == (3, path.best_k)
    assert natpick.Path.from_json(path.to_json()) == path


def test_a_path_ends_where_the_first_fold_has_no_more_features() -> None:
    X, y, _ = rows()
    copies = np.column_stack([X, X[:, ::-1]])
    path = natpick.path(GaussianNB(), copies, y, discard_redundant=True, n_features=12, cv=3)
    assert len(path) <= 6
    assert {len(picks) for picks in path.picks["jmi"]} == {len(path)}


def test_progress_is_told_of_every_fold_and_sample() -> None:
    X, y, _ = rows()
    told: list[int] = []
    natpick.path(GaussianNB(), X, y, cv=3, n_features=2, on_fold=told.append)
    natpick.stability(X, y, n_resamples=4, n_features=2, on_sample=told.append)
    assert told == [1, 2, 3, 1, 2, 3, 4]
