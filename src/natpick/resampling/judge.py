"""A judge of folds: selects on the training rows and scores every prefix on the others."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.comparison import Comparison
from natpick.resampling.sample import Sample
from natpick.resampling.splits import Split, missing_classes
from natpick.terms import Indices
from natpick.threads import n_threads


@dataclass(frozen=True, slots=True)
class Fold:
    """What one fold came to: for each method the scores of its prefixes, and its picks."""

    scores: dict[str, tuple[float, ...]]
    picks: dict[str, tuple[str, ...]]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judge:
    """What every fold is picked and scored by."""

    estimator: Any
    scorer: Callable[[Any, Any, NDArray[Any]], float]
    sample: Sample
    pick: Callable[..., Comparison]

    @classmethod
    def of(
        cls, estimator: Any, scoring: Any, sample: Sample, pick: Callable[..., Comparison]
    ) -> "Judge":
        """Return a judge by what scikit-learn makes of ``scoring``."""
        from sklearn.metrics import check_scoring

        check_model(estimator, sample)
        return cls(estimator, check_scoring(estimator, scoring), sample, pick)

    def folds(self, splits: list[Split], n_jobs: int | None) -> list[Fold]:
        """Return what each fold comes to; several are worked on at once."""
        from sklearn.utils.parallel import Parallel, delayed

        jobs = (delayed(self.fold)(n, *split) for n, split in enumerate(splits, 1))
        return list(Parallel(n_jobs=n_threads(n_jobs))(jobs))

    def fold(self, number: int, train: Indices, test: Indices) -> Fold:
        """Select on the training rows, and score every prefix on the others."""
        notes = missing_classes(self.sample, number, train)
        try:
            comparison = self.pick(*self.sample.take(train))
            known: dict[tuple[int, ...], float] = {}
            scores = {
                method: tuple(
                    self._once(known, selection.indices[:k], train, test)
                    for k in range(1, len(selection) + 1)
                )
                for method, selection in comparison.selections.items()
            }
        except (TypeError, ValueError) as error:
            error.add_note(f"This was in fold {number}, with {len(train)} rows to train on.")
            raise
        picks = {method: tuple(comparison[method].names) for method in comparison}
        return Fold(scores, picks, notes)

    def _once(
        self,
        known: dict[tuple[int, ...], float],
        picked: list[int],
        train: Indices,
        test: Indices,
    ) -> float:
        columns = tuple(sorted(picked))
        if columns not in known:
            known[columns] = self._score(self.sample.columns(columns), train, test)
        return known[columns]

    def _score(self, sample: Sample, train: Indices, test: Indices) -> float:
        from sklearn.base import clone

        model = clone(self.estimator).fit(*sample.take(train))
        score = float(self.scorer(model, *sample.take(test)))
        if not np.isfinite(score):
            raise ValueError(f"A score is {score}; give a scoring that is defined in every fold.")
        return score


def check_model(estimator: Any, sample: Sample) -> None:
    """Raise an error unless a model can be fitted, and to this kind of target."""
    from sklearn.base import is_classifier, is_regressor

    if isinstance(estimator, type) or not (
        hasattr(estimator, "fit") and hasattr(estimator, "predict")
    ):
        raise TypeError(
            f"estimator={estimator!r} cannot fit and predict; give a model of scikit-learn, such "
            "as LogisticRegression()."
        )
    name = type(estimator).__name__
    if is_regressor(estimator) and not sample.continuous:
        raise ValueError(
            f"{name} predicts numbers, but the target has classes. Give a classifier, or, for a "
            "target of more than 20 distinct numbers, information='gaussian' or 'neighbors'."
        )
    if is_classifier(estimator) and sample.continuous:
        raise ValueError(
            f"{name} predicts classes, but the target is continuous. Give a regressor, or cut "
            "the target into classes."
        )
