"""The result of a cross-validated path: how well the first k features do, for every k."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

import numpy as np

from natpick import document
from natpick.criterion import TIE
from natpick.resampling.path_text import path_text
from natpick.selection import Selection
from natpick.terms import Floats

FORM = "natpick.path/1"

Picks = tuple[tuple[str, ...], ...]
Scores = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Path:
    """How well a model does on held-out rows with the first 1, 2, ... features of a method.

    Holds no data: it can be pickled, saved as JSON and read anywhere. ``path["jmi"]`` is the
    path of one method.

    Attributes
    ----------
    estimator : the model that was fitted, as text.
    scoring : what its scores on held-out rows are; greater is better.
    scores : for each method and fold the score with the first 1, 2, ... features.
    picks : for each method and fold the features' names, in the order they were picked.
    selections : for each method its picks from all rows: ``one_standard_error_k`` of them.
    least : how many features must be kept, and so the fewest there can be.
    notes : what a reader should know before trusting the result.
    """

    estimator: str
    scoring: str
    scores: Mapping[str, Scores]
    picks: Mapping[str, Picks]
    selections: Mapping[str, Selection]
    least: int = 1
    notes: tuple[str, ...] = ()

    @property
    def methods(self) -> list[str]:
        """The methods that were tried."""
        return list(self.scores)

    @property
    def n_folds(self) -> int:
        """How many times rows were held out."""
        return len(self.scores[self.methods[0]])

    @property
    def mean(self) -> dict[str, list[float]]:
        """For each method the mean of the folds with 1, 2, ... features."""
        return {method: mean_of(scores).tolist() for method, scores in self.scores.items()}

    @property
    def standard_error(self) -> dict[str, list[float]]:
        """For each method the standard error of that mean: s / sqrt(folds)."""
        return {method: error_of(scores).tolist() for method, scores in self.scores.items()}

    @property
    def best_method(self) -> str:
        """The method that reaches the highest mean; the first of those within 1e-12."""
        tops = {method: max(means[self.least - 1 :]) for method, means in self.mean.items()}
        return next(method for method, top in tops.items() if top >= max(tops.values()) - TIE)

    @property
    def best_k(self) -> int:
        """How many features give the best method's highest mean; the fewest within 1e-12."""
        return best_of(self.scores[self.best_method], self.least)

    @property
    def one_standard_error_k(self) -> int:
        """The fewest features of the best method whose mean is within one standard error of it."""
        return fewest_of(self.scores[self.best_method], self.least)

    @property
    def selection(self) -> Selection:
        """The best method's first ``one_standard_error_k`` picks, from all rows."""
        return self.selections[self.best_method]

    def __getitem__(self, method: str) -> "Path":
        return Path(
            self.estimator,
            self.scoring,
            {method: self.scores[method]},
            {method: self.picks[method]},
            {method: self.selections[method]},
            self.least,
            self.notes,
        )

    def __len__(self) -> int:
        return len(self.scores[self.methods[0]][0])

    def __repr__(self) -> str:
        return (
            f"<Path of {', '.join(self.methods)}: 1 to {len(self)} features, {self.n_folds} folds;"
            f" best {self.best_k} by {self.best_method}, {self.one_standard_error_k} within one"
            " standard error>"
        )

    def __str__(self) -> str:
        return path_text(self)

    def to_frame(self, backend: Literal["pandas", "polars", "pyarrow"] = "pandas") -> Any:
        """Return a table, a row for each method and k: mean, standard error, the folds' scores."""
        import narwhals as nw

        columns: dict[str, list[Any]] = {"method": [], "k": [], "mean": [], "standard_error": []}
        columns |= {f"fold_{n}": [] for n in range(1, self.n_folds + 1)}
        for method, folds in self.scores.items():
            columns["method"] += [method] * len(self)
            columns["k"] += range(1, len(self) + 1)
            columns["mean"] += self.mean[method]
            columns["standard_error"] += self.standard_error[method]
            for n, scores in enumerate(folds, 1):
                columns[f"fold_{n}"] += scores
        return nw.from_dict(columns, backend=backend).to_native()

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result as plain dicts, lists, strings and numbers."""
        return {
            "form": FORM,
            "estimator": self.estimator,
            "scoring": self.scoring,
            "best_method": self.best_method,
            "best_k": self.best_k,
            "one_standard_error_k": self.one_standard_error_k,
            "mean": self.mean,
            "standard_error": self.standard_error,
            "scores": {m: [list(fold) for fold in folds] for m, folds in self.scores.items()},
            "picks": {m: [list(fold) for fold in folds] for m, folds in self.picks.items()},
            "selections": {m: s.to_dict() for m, s in self.selections.items()},
            "least": self.least,
            "notes": list(self.notes),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the result that ``to_dict`` described."""
        return cls(
            estimator=data["estimator"],
            scoring=data["scoring"],
            scores={m: tuple(map(tuple, folds)) for m, folds in data["scores"].items()},
            picks={m: tuple(map(tuple, folds)) for m, folds in data["picks"].items()},
            selections={m: Selection.from_dict(s) for m, s in data["selections"].items()},
            least=data["least"],
            notes=tuple(data["notes"]),
        )

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """Return the result as JSON text, and write it to ``path`` if one is given."""
        return document.saved(self.to_dict(), path)

    @classmethod
    def from_json(cls, source: str | os.PathLike[str]) -> Self:
        """Return the result that ``to_json`` described, from its text or its file's path."""
        return cls.from_dict(document.loads(source, FORM))

    def plot(self) -> Any:
        """Return a matplotlib figure: means against k, in bands of one standard error."""
        from natpick.resampling.path_figure import path_figure

        return path_figure(self)


def mean_of(scores: Scores) -> Floats:
    """Return the mean of the folds for every k."""
    return np.asarray(np.mean(scores, axis=0))


def error_of(scores: Scores) -> Floats:
    """Return the standard error of that mean: the folds' deviation over the root of their number.

    Folds share rows, so it is not a standard error in the strict sense; as a scale it serves
    (Breiman et al. 1984, Classification and Regression Trees, 3.4.3).
    """
    return np.asarray(np.std(scores, axis=0, ddof=1) / np.sqrt(len(scores)))


def best_of(scores: Scores, least: int = 1) -> int:
    """Return the smallest k, of at least ``least``, with the highest mean, within 1e-12."""
    means = mean_of(scores)[least - 1 :]
    return int(np.argmax(means >= means.max() - TIE)) + least


def fewest_of(scores: Scores, least: int = 1) -> int:
    """Return the smallest k whose mean is at most one standard error of the best below the best."""
    means, best = mean_of(scores), best_of(scores, least) - 1
    enough = means[best] - error_of(scores)[best]
    return int(np.argmax(means[least - 1 :] >= enough - TIE)) + least
