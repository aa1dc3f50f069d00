"""Compare rules for the default number of bins by what serves classifiers best.

On each fold of a stratified cross-validation numbers are cut and features picked, by JMI and
CMIM, from the training rows only; a 3-nearest-neighbour classifier, Gaussian naive Bayes and a
logistic regression then learn from the features picked, as they were before cutting. A rule's
score on a data set is its accuracy on the rows held out, averaged over methods, numbers of
features, classifiers and folds.

The data are scikit-learn's embedded sets, and every .npz file with arrays X and y in a folder.
"""

import argparse
import math
import platform
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import sklearn
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import RepeatedStratifiedKFold, train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import natpick

METHODS = ("jmi", "cmim")
N_FEATURES = (5, 15)
FOLDS, REPEATS = 5, 2
SEED = 0
SMALL = 150
"""Rows, about, of the smaller version of each larger data set."""

Numbers = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Rule:
    """How numbers are cut, given the numbers of rows and of classes."""

    name: str
    cut: str
    bins: Callable[[int, int], int | None]


def clipped(value: float, most: int = 10) -> int:
    return min(max(math.floor(value), 2), most)


RULES = (
    Rule("sqrt(n / 5c), 2..10", "frequency", lambda n, c: clipped(math.sqrt(n / (5 * c)))),
    Rule("sqrt(n / 5c), 2..10, width", "width", lambda n, c: clipped(math.sqrt(n / (5 * c)))),
    Rule("sqrt(n / 5c), 2..20", "frequency", lambda n, c: clipped(math.sqrt(n / (5 * c)), 20)),
    Rule("sqrt(n / 2c), 2..10", "frequency", lambda n, c: clipped(math.sqrt(n / (2 * c)))),
    Rule("sqrt(n / 10c), 2..10", "frequency", lambda n, c: clipped(math.sqrt(n / (10 * c)))),
    Rule("sqrt(n / 5c), 5..10", "frequency", lambda n, c: max(5, clipped(math.sqrt(n / (5 * c))))),
    Rule(
        "sqrt(n / 5 sqrt(c)), 2..10", "frequency", lambda n, c: clipped(math.sqrt(n / (5 * c**0.5)))
    ),
    Rule("sqrt(n / 5), 2..10", "frequency", lambda n, _: clipped(math.sqrt(n / 5))),
    Rule("cbrt(n), 2..10", "frequency", lambda n, _: clipped(math.cbrt(n))),
    Rule("cbrt(n), 2..10, width", "width", lambda n, _: clipped(math.cbrt(n))),
    Rule("n / 3, 2..10, width (praznik)", "width", lambda n, _: clipped(n / 3)),
    Rule("5, width (Brown)", "width", lambda *_: 5),
    Rule("3", "frequency", lambda *_: 3),
    Rule("5", "frequency", lambda *_: 5),
    Rule("10", "frequency", lambda *_: 10),
    Rule("mdlp", "mdlp", lambda *_: None),
)


def main() -> int:
    asked = arguments()
    scores: dict[str, dict[str, float]] = {}
    for name, X, y in tables(asked.folder):
        print(f"{name}: {len(X)} rows, {X.shape[1]} columns ...", file=sys.stderr)
        scores[f"{name} ({len(X)})"] = {rule.name: score(X, y, rule) for rule in RULES}
        show(scores)
    print(
        f"{datetime.now(UTC):%Y-%m-%d}, natpick {natpick.__version__}, "
        f"scikit-learn {sklearn.__version__}, Python {platform.python_version()}"
    )
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", help="more data: .npz files of X and y")
    return parser.parse_args()


def tables(folder: Path | None) -> Iterator[tuple[str, Numbers, Numbers]]:
    """Yield the data sets that hold numbers to be cut, and smaller versions of larger ones."""
    for name, X, y in whole_tables(folder):
        yield name, X, y
        if len(X) > 3 * SMALL:
            n = max(SMALL, 10 * len(np.unique(y)))
            X, _, y, _ = train_test_split(X, y, train_size=n, stratify=y, random_state=SEED)
            yield name, X, y


def whole_tables(folder: Path | None) -> Iterator[tuple[str, Numbers, Numbers]]:
    for load in (load_iris, load_wine, load_breast_cancer):
        yield load.__name__.removeprefix("load_"), *load(return_X_y=True)
    for path in sorted(folder.glob("*.npz")) if folder else ():
        with np.load(path) as data:
            X, y = data["X"], data["y"]
        if np.median([len(np.unique(column)) for column in X.T[:100]]) > 20:
            yield path.stem, X, y


def score(X: Numbers, y: Numbers, rule: Rule) -> float:
    """Return the accuracy that the features picked with a rule allow."""
    folds = RepeatedStratifiedKFold(n_splits=FOLDS, n_repeats=REPEATS, random_state=SEED)
    return float(
        np.mean(
            [
                accuracy
                for train, test in folds.split(X, y)
                for picks in selections(X[train], y[train], rule)
                for accuracy in accuracies(X[train][:, picks], y[train], X[test][:, picks], y[test])
            ]
        )
    )


def selections(X: Numbers, y: Numbers, rule: Rule) -> Iterator[list[int]]:
    bins = rule.bins(len(X), len(np.unique(y)))
    most = min(max(N_FEATURES), X.shape[1])
    picked = natpick.compare(X, y, methods=METHODS, n_features=most, cut=rule.cut, bins=bins)
    for selection in picked.selections.values():
        for k in sorted({min(k, max(1, X.shape[1] // 2)) for k in N_FEATURES}):
            yield selection.indices[:k]


def accuracies(X: Numbers, y: Numbers, new_X: Numbers, new_y: Numbers) -> Iterator[float]:
    for classifier in (
        KNeighborsClassifier(3),
        GaussianNB(),
        LogisticRegression(max_iter=300, tol=1e-2),
    ):
        yield make_pipeline(StandardScaler(), classifier).fit(X, y).score(new_X, new_y)


def show(scores: Mapping[str, Mapping[str, float]]) -> None:
    table = Table("bins", *scores, "mean", "mean rank", title="Accuracy in %")
    ranks = {rule.name: 0.0 for rule in RULES}
    for of_rules in scores.values():
        for rule in ranks:
            better = sum(other > of_rules[rule] for other in of_rules.values())
            ties = sum(other == of_rules[rule] for other in of_rules.values())
            ranks[rule] += (better + (ties + 1) / 2) / len(scores)
    for rule, rank in ranks.items():
        row = [of_rules[rule] for of_rules in scores.values()]
        table.add_row(rule, *(f"{100 * a:.1f}" for a in (*row, np.mean(row))), f"{rank:.1f}")
    Console(width=200).print(table)


if __name__ == "__main__":
    sys.exit(main())
