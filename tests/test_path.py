"""The cross-validated path: select on the training rows, score every prefix on the others."""

import json
import math
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path as File
from statistics import mean, stdev
from typing import Any, ClassVar

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from joblib import parallel_config
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_diabetes, load_wine
from sklearn.linear_model import LinearRegression
from sklearn.metrics import accuracy_score
from sklearn.model_selection import GroupKFold, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

import natpick
from commands import write
from natpick.problem import Problem
from natpick.question import Question
from natpick.sources import HalfPlane

Floats = NDArray[np.float64]


def wine() -> tuple[pd.DataFrame, pd.Series]:
    X, y = load_wine(return_X_y=True, as_frame=True)
    return X, y


def short(**options: Any) -> natpick.Path:
    return natpick.path(GaussianNB(), *wine(), **{"n_features": 4, "cv": 3, **options})


def planted(n: int = 120, seed: int = 0) -> tuple[Floats, NDArray[np.int64]]:
    """Return two numbers that tell a class, two that do not, and the class."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    X = rng.normal(size=(n, 4))
    X[:, 1] += 2 * y
    X[:, 3] -= y
    return X, y


@pytest.mark.parametrize("method", ["jmi", "cmim"])
def test_it_is_the_loop_that_one_would_write_by_hand(method: str) -> None:
    """In each fold, for each k: a pipeline of a selector of k features and the model."""
    X, y = planted()
    path = natpick.path(GaussianNB(), X, y, methods=method, n_features=3, cv=4, random_state=5)
    folds = StratifiedKFold(4, shuffle=True, random_state=5)
    for fold, (train, test) in enumerate(folds.split(X, y)):
        for k in (1, 2, 3):
            model = make_pipeline(natpick.ForwardSelector(method, n_features=k), GaussianNB())
            predicted = model.fit(X[train], y[train]).predict(X[test])
            assert path.scores[method][fold][k - 1] == accuracy_score(y[test], predicted)
            assert path.picks[method][fold][:k] == tuple(model[0].selection_.names)


def test_methods_are_scored_side_by_side_as_alone() -> None:
    both = short(methods=["jmi", natpick.criterion("mifs", beta=0.5)])
    assert both.methods == ["jmi", "mifs(beta=0.5)"]
    assert both["jmi"] == short()
    assert len(both) == 4


class Counting(ClassifierMixin, BaseEstimator):
    """A classifier that notes the shapes it is fitted to."""

    fits: ClassVar[list[tuple[int, int]]] = []

    def fit(self, X: Floats, y: NDArray[Any]) -> "Counting":
        self.fits.append(X.shape)
        self.classes_, counts = np.unique(y, return_counts=True)
        self.usual_ = self.classes_[counts.argmax()]
        return self

    def predict(self, X: Floats) -> NDArray[Any]:
        return np.full(len(X), self.usual_)


def test_a_fold_takes_one_selection_for_all_prefixes(monkeypatch: pytest.MonkeyPatch) -> None:
    """And one fit for a set of columns, however many methods arrive at it."""
    selected, posed = [], Question.posed

    def watched(question: Question, X: Floats, *given: Any) -> Problem:
        selected.append(len(X))
        return posed(question, X, *given)

    monkeypatch.setattr(Question, "posed", watched)
    monkeypatch.setattr(Counting, "fits", [])
    X, y = planted(60)
    path = natpick.path(Counting(), X, y, methods=["mim", "jmi", "cmim"], cv=3)
    assert selected == [60, 40, 40, 40]
    sets = {
        (fold, frozenset(picks[fold][:k]))
        for picks in path.picks.values()
        for fold in range(3)
        for k in range(1, 5)
    }
    assert len(Counting.fits) == len(sets) < 3 * 3 * 4


def test_noise_does_not_score_above_chance() -> None:
    """Of 300 columns of noise the best for all 60 rows would be right in 75 of 100 of them.

    Selected by the training rows alone, they are right in half of the others: within three
    deviations of 600 coins, sqrt(1 / (4 * 600)).
    """
    rng = np.random.default_rng(0)
    scores, leaking = [], []
    for seed in range(10):
        X, y = rng.normal(size=(60, 300)), np.arange(60) % 2
        path = natpick.path(GaussianNB(), X, y, n_features=3, random_state=seed)
        scores.append(path.mean["jmi"][2])
        everywhere = natpick.select(X, y, n_features=3).indices
        leaking.append(GaussianNB().fit(X[:, everywhere], y).score(X[:, everywhere], y))
    assert abs(mean(scores) - 0.5) < 3 * math.sqrt(1 / (4 * 600))
    assert mean(leaking) > 0.5 + 3 * math.sqrt(1 / (4 * 600))


@pytest.mark.parametrize("cut", ["frequency", "width", "mdlp"])
def test_the_held_out_rows_do_not_move_a_pick(cut: str) -> None:
    """Each fold's picks stay as they are when its held-out rows are scrambled."""
    X, y = planted()
    (train, test), _ = StratifiedKFold(2).split(X, y)
    cv = [(train, test), (train, test[::2])]
    before = natpick.path(GaussianNB(), X, y, cv=cv, cut=cut)
    scrambled = X.copy()
    scrambled[test] = 1e6 * np.random.default_rng(1).normal(size=scrambled[test].shape)
    after = natpick.path(GaussianNB(), scrambled, y, cv=cv, cut=cut)
    assert before.picks["jmi"][0] == after.picks["jmi"][0]
    alone = natpick.select(X[train], y[train], cut=cut)
    assert before.picks["jmi"][0] == tuple(alone.names)
    assert before.scores != after.scores


def by_hand() -> natpick.Path:
    """Return a path of two methods in three folds whose numbers are easy to follow."""
    path = short(methods=["jmi", "mim"])
    scores = {
        "jmi": ((0.5, 0.75, 0.8, 0.6), (0.5, 0.65, 0.8, 0.9), (0.5, 0.85, 0.9, 1.0)),
        "mim": ((0.5, 0.5, 0.5, 0.5), (0.5, 0.5, 0.9, 0.9), (0.5, 0.5, 0.5, 0.5)),
    }
    return replace(path, scores=scores)


def test_mean_and_standard_error_are_those_of_the_folds() -> None:
    """s / sqrt(3), with s**2 = sum (x - mean)**2 / (3 - 1)."""
    path = by_hand()
    for method, scores in path.scores.items():
        columns = list(zip(*scores, strict=True))
        assert path.mean[method] == pytest.approx([mean(c) for c in columns])
        errors = [stdev(c) / math.sqrt(3) for c in columns]
        assert path.standard_error[method] == pytest.approx(errors)


def test_the_fewest_features_within_one_standard_error_of_the_best_are_chosen() -> None:
    """Means .5, .75, .8333, .8333: the first of the equal is best, its error is .0333.

    So .75 is too far below; by mim the mean .6333 has the error .1333, and .5 is just there.
    """
    path = by_hand()
    assert (path["jmi"].best_k, path["jmi"].one_standard_error_k) == (3, 3)
    assert (path["mim"].best_k, path["mim"].one_standard_error_k) == (3, 1)
    assert path.best_method == "jmi"
    assert (path.best_k, path.one_standard_error_k) == (3, 3)


def test_the_selection_is_from_all_rows_with_the_chosen_number() -> None:
    kept: dict[str, Any] = {"must_keep": ["ash"], "exclude": ["proline"], "bins": 4}
    path = short(methods=["mim", "jmi"], **kept)
    for method in path.methods:
        k = path[method].one_standard_error_k
        alone = natpick.select(*wine(), method=method, n_features=k, **kept)
        assert path.selections[method].steps == alone.steps
        assert path.selections[method].encodings == alone.encodings
    assert path.selection == path.selections[path.best_method]
    assert not any("proline" in picks for folds in path.picks.values() for picks in folds)
    assert all(picks[0] == "ash" for folds in path.picks.values() for picks in folds)
    assert path.selection.stop_reason.endswith(
        "within one standard error of the best score on held-out rows"
    )


@pytest.mark.parametrize("kind", [pd.DataFrame, pl.DataFrame, pa.table])
def test_any_table_gives_the_same_path(kind: Any, tmp_path: File) -> None:
    X, y = wine()
    rows = {f"v{i}": X[name].tolist() for i, name in enumerate(X)}
    array = natpick.path(GaussianNB(), X.to_numpy(), y.to_numpy(), n_features=3)
    table = natpick.path(GaussianNB(), kind({**rows, "y": y.tolist()}), "y", n_features=3)
    assert table.scores == array.scores
    file = natpick.path(
        GaussianNB(), write(tmp_path / "x.parquet", {**rows, "y": y.tolist()}), "y", n_features=3
    )
    assert file == table


def test_labels_may_be_strings_and_the_model_sees_them() -> None:
    X, y = wine()
    words = np.array(["low", "middle", "high"])[y]
    named = natpick.path(GaussianNB(), X, words, n_features=3, scoring="f1_macro")
    assert named.scoring == "f1_macro"
    numbered = natpick.path(GaussianNB(), X, y, n_features=3, scoring="f1_macro")
    assert named.mean["jmi"] == pytest.approx(numbered.mean["jmi"], abs=0.05)


def test_a_continuous_target_goes_with_a_regressor() -> None:
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    path = natpick.path(LinearRegression(), X, y, n_features=3, information="gaussian")
    assert (path.scoring, path.best_k) == ("R²", 3)
    assert path.selection.estimator == "gaussian"
    with pytest.raises(ValueError, match="GaussianNB predicts classes, but the target is cont"):
        natpick.path(GaussianNB(), X, y, information="gaussian")
    with pytest.raises(ValueError, match="y looks continuous"):
        natpick.path(LinearRegression(), X, y + 0.5)


def test_the_seed_decides_the_folds_and_the_number_of_jobs_nothing() -> None:
    one = short(random_state=3)
    assert one == short(random_state=3)
    with parallel_config("threading"):
        assert one == short(random_state=3, n_jobs=2)
    assert one != short(random_state=4)


def test_groups_of_rows_are_held_out_together() -> None:
    X, y = planted(60)
    patients = np.repeat(np.arange(12), 5)
    folds = list(GroupKFold(3).split(X, y, patients))
    path = natpick.path(GaussianNB(), X, y, cv=iter(folds))
    assert path.n_folds == 3
    train, test = folds[0]
    picked = [int(name[1:]) for name in path.picks["jmi"][0][:1]]
    model = GaussianNB().fit(X[train][:, picked], y[train])
    assert path.scores["jmi"][0][0] == model.score(X[test][:, picked], y[test])


def test_columns_constant_in_a_fold_are_picked_last_there() -> None:
    X, y = planted(60)
    X[:, 2] = 0
    X[:20, 2] = 1
    halves = [(np.arange(20, 60), np.arange(20)), (np.arange(40), np.arange(40, 60))]
    path = natpick.path(DecisionTreeClassifier(random_state=0), X, y, cv=halves)
    assert path.picks["jmi"][0][-1] == "x2"
    assert len(path) == 4


def test_a_fold_that_lacks_a_class_is_told_and_one_with_a_single_class_refused() -> None:
    X, _ = planted(60)
    y = np.repeat([0, 1, 2], 20)
    path = natpick.path(
        GaussianNB(), X, y, cv=[(np.arange(40), np.arange(40, 60)), (np.arange(60), np.arange(60))]
    )
    assert path.notes == ("Fold 1 trains without the class 2.",)
    assert path.notes[0] in str(path)
    assert set(path.scores["jmi"][0]) == {0.0}
    with pytest.raises(
        ValueError, match=r"Fold 2 trains on \[0\] of the classes \[0, 1, 2\]; give"
    ):
        natpick.path(
            GaussianNB(), X, y, cv=[(np.arange(60), np.arange(9)), (np.arange(20), np.arange(9))]
        )


def test_a_path_survives_json_and_pickling(tmp_path: File) -> None:
    path, file = short(methods=["jmi", "cmim"]), tmp_path / "path.json"
    text = path.to_json(file)
    assert natpick.Path.from_json(text) == natpick.Path.from_json(file) == path
    assert pickle.loads(pickle.dumps(path)) == path
    document = json.loads(text)
    assert document["best_k"] == path.best_k
    assert document["mean"] == path.mean
    with pytest.raises(ValueError, match="is 'natpick.selection/1', not 'natpick.path/1'"):
        natpick.Path.from_json(path.selection.to_json())


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_it_is_a_table_with_a_row_for_each_method_and_k(backend: Any) -> None:
    frame = by_hand().to_frame(backend)
    columns = frame.to_dict("list") if backend == "pandas" else pa.table(frame).to_pydict()
    assert columns["method"] == ["jmi"] * 4 + ["mim"] * 4
    assert columns["k"] == [1, 2, 3, 4] * 2
    assert columns["fold_2"] == [0.5, 0.65, 0.8, 0.9, 0.5, 0.5, 0.9, 0.9]
    assert columns["mean"][2] == pytest.approx(2.5 / 3)


def test_as_text_it_is_a_table_with_the_best_and_the_fewest_marked() -> None:
    path = by_hand()
    lines = [line.split() for line in str(path).splitlines()]
    assert ["1", "0.5000", "±", "0.0000", "0.5000", "±", "0.0000", "<"] in lines
    assert ["3", "0.8333", "±", "0.0333", "*<", "0.6333", "±", "0.1333", "*"] in lines
    assert repr(path) == (
        "<Path of jmi, mim: 1 to 4 features, 3 folds; best 3 by jmi, 3 within one standard error>"
    )
    alone = str(path["jmi"]).splitlines()
    assert alone[0].startswith("accuracy of GaussianNB() on held-out rows: mean ± standard error")
    assert alone[3].endswith("flavanoids (3 of 3)")


def test_the_figure_has_a_band_a_line_and_two_marks_for_each_method() -> None:
    path = by_hand()
    (axes,) = path.plot().axes
    assert len(axes.collections) == 2
    lines = [line for line in axes.lines if len(line.get_xdata()) == 4]
    assert [line.get_label() for line in lines] == ["jmi", "mim"]
    assert [list(line.get_ydata()) for line in lines] == [path.mean["jmi"], path.mean["mim"]]
    marks = [(line.get_marker(), line.get_xdata()[0]) for line in axes.lines if line not in lines]
    assert marks == [("D", 3), ("o", 3), ("D", 3), ("o", 1)]
    assert axes.get_ylabel() == "accuracy, 3 folds"


def test_figures_are_imported_only_when_drawn() -> None:
    code = "import sys, natpick; natpick.path; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_what_no_path_can_be_of_is_refused() -> None:
    X, y = planted(40)
    with pytest.raises(TypeError, match="HalfPlane, whose rows cannot be drawn"):
        natpick.path(GaussianNB(), HalfPlane(1.0, 1.0), None)
    with pytest.raises(TypeError, match="y is missing"):
        natpick.path(GaussianNB(), X, None)
    with pytest.raises(TypeError, match="cannot fit and predict; give a model of scikit-learn"):
        natpick.path("tree", X, y)
    with pytest.raises(TypeError, match="cannot fit and predict"):
        natpick.path(GaussianNB, X, y)
    with pytest.raises(ValueError, match="LinearRegression predicts numbers, but the target has"):
        natpick.path(LinearRegression(), X, y)
    with pytest.raises(ValueError, match="n_features=5 but X has 4 feature"):
        natpick.path(GaussianNB(), X, y, n_features=5)
    with pytest.raises(ValueError, match="n_features=0 is not allowed; give a whole number"):
        natpick.path(GaussianNB(), X, y, n_features=0)
    with pytest.raises(TypeError, match="n_features='auto' is not allowed; give the longest"):
        natpick.path(GaussianNB(), X, y, n_features="auto")
    with pytest.raises(ValueError, match="cv=1 is not allowed; give a number of folds from 2 to"):
        natpick.path(GaussianNB(), X, y, cv=1)
    with pytest.raises(ValueError, match="cv gave 1 fold"):
        natpick.path(GaussianNB(), X, y, cv=[(np.arange(20), np.arange(20, 40))])
    with pytest.raises(ValueError, match=r"Unknown method 'jmii'\. Did you mean 'jmi'"):
        natpick.path(GaussianNB(), X, y, methods="jmii")
    with pytest.raises(ValueError, match="methods is empty"):
        natpick.path(GaussianNB(), X, y, methods=[])
    with pytest.raises(ValueError, match="Unknown feature 'x9'"):
        natpick.path(GaussianNB(), X, y, must_keep="x9")


def test_an_error_in_a_fold_tells_which() -> None:
    X, y = planted(40)
    X[30:, 0] = np.nan
    folds = [(np.arange(30), np.arange(30)), (np.arange(40), np.arange(40))]
    with pytest.raises(ValueError, match="NaN") as raised:
        natpick.path(GaussianNB(), X, y, cv=folds)
    assert raised.value.__notes__ == ["This was in fold 2, with 40 rows to train on."]
    with pytest.raises(ValueError, match="A score is nan; give a scoring that is defined"):
        natpick.path(KNeighborsClassifier(), *planted(40), cv=2, scoring=lambda *_: float("nan"))
