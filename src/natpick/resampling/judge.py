"""A judge of folds: selects on the training rows and scores every prefix on the others."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from operator import add
from typing import Any

import numpy as np

from natpick.criterion import Criterion
from natpick.question import Question
from natpick.resampling.model import check_model, scorer_of
from natpick.resampling.outcome import Outcome
from natpick.resampling.sample import Sample, taken
from natpick.resampling.splits import Split, missing_classes
from natpick.resampling.weighing import Weighing, given_to
from natpick.resampling.work import OnDone, done
from natpick.selection import Selection
from natpick.terms import Indices

Scorer = Callable[..., float]


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
    scorer: Scorer
    weighing: Weighing
    sample: Sample
    outcome: Outcome
    question: Question
    methods: Mapping[str, Criterion]

    @classmethod
    def of(
        cls,
        estimator: Any,
        scoring: Any,
        sample: Sample,
        outcome: Outcome,
        question: Question,
        methods: Mapping[str, Criterion],
    ) -> "Judge":
        """Return a judge by what scikit-learn makes of ``scoring``."""
        check_model(estimator, outcome)
        scorer, judged = scorer_of(estimator, scoring, outcome)
        weighted = sample.weights is not None
        weighing = Weighing.of(estimator, scorer, judged) if weighted else Weighing()
        return cls(estimator, scorer, weighing, sample, outcome, question, methods)

    def folds(self, splits: list[Split], n_jobs: int | None, on_fold: OnDone | None) -> list[Fold]:
        """Return what each fold comes to; several are worked on at once."""
        from sklearn.utils.parallel import delayed

        jobs = (delayed(self.fold)(n, *split) for n, split in enumerate(splits, 1))
        return done(jobs, n_jobs, on_fold)

    def fold(self, number: int, train: Indices, test: Indices) -> Fold:
        """Select on the training rows, and score every prefix on the others."""
        notes = missing_classes(self.outcome, number, train)
        try:
            posed = self.question.posed(*self.sample.take(train))
            comparison = self.question.comparison(posed, self.methods)
            known: dict[tuple[int, ...], float] = {}
            scores = {
                method: tuple(
                    self._once(known, columns, train, test) for columns in prefixes(selection)
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
        columns: tuple[int, ...],
        train: Indices,
        test: Indices,
    ) -> float:
        if columns not in known:
            known[columns] = self._score(self.sample.columns(columns), train, test)
        return known[columns]

    def _score(self, table: Any, train: Indices, test: Indices) -> float:
        from sklearn.base import clone

        y, weights, by = self.outcome.values, self.sample.weights, self.weighing
        model = clone(self.estimator)
        model.fit(taken(table, train), y[train], **given_to(by.fit, weights, train))
        on_test = given_to(by.score, weights, test)
        score = float(self.scorer(model, taken(table, test), y[test], **on_test))
        if not np.isfinite(score):
            raise ValueError(f"A score is {score}; give a scoring that is defined in every fold.")
        return score


def prefixes(selection: Selection) -> list[tuple[int, ...]]:
    """Return the columns of the first 1, 2, ... picks in the table's order, all of a group's."""
    return [tuple(sorted(columns)) for columns in accumulate(selection.columns, add)]
