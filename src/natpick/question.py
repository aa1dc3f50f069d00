"""A question to a table: what is asked of its rows, whichever rows these are."""

import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Any

from natpick.comparison import Comparison
from natpick.criteria import CRITERIA, criterion, label
from natpick.criterion import Criterion
from natpick.encode import Groups, SetAsideWarning, told_aside
from natpick.given import Wanted
from natpick.grouping import grouped
from natpick.naming import positions, several
from natpick.problem import Problem, Settings, problem
from natpick.request import Request
from natpick.scores import LEDGER
from natpick.selection import Selection
from natpick.sources import InformationSource, JointSource
from natpick.sources.shared import shared
from natpick.stop_rules import HowMany

Methods = str | Criterion | Iterable[str | Criterion] | None
"""Rows of the table of criteria or their names, one or several; None is all that serve."""


@dataclass(frozen=True, slots=True)
class Question:
    """All that is asked of a table, but for the table itself and the methods.

    Attributes
    ----------
    settings, estimator : how the table is to become a source.
    groups : columns that are taken together.
    request : how many features are wanted, from where, until when.
    """

    settings: Settings
    estimator: str
    groups: Groups | None
    request: Request

    def posed(self, X: Any, y: Any, sample_weight: Any = None) -> Problem:
        """Return the problem of explaining y by X, a group of columns as one feature."""
        wanted = Wanted(tuple(self.request.must_keep), self.groups)
        posed = problem(
            X, y, self.settings, wanted, estimator=self.estimator, sample_weight=sample_weight
        )
        return grouped(posed, self.groups)

    def warned(self, posed: Problem) -> Problem:
        """Return a problem once the user was warned of columns set aside, but those excluded."""
        names = posed.source.names
        closed = positions(names, self.request.exclude) if posed.set_aside else ()
        aside = [names[j] for j in posed.set_aside if j not in closed]
        if not aside:
            return posed
        said = told_aside(aside)
        warnings.warn(said, SetAsideWarning, stacklevel=3)
        return replace(posed, notes=(said, *posed.notes))

    def asking(self, n_features: HowMany) -> "Question":
        """Return the question for so many features."""
        return replace(self, request=replace(self.request, n_features=n_features))

    def of_parts(self, whole: Problem) -> "Question":
        """Return the question to parts of the rows of a table that was posed whole.

        All rows settle which columns are set aside. By themselves a part's would do so wrongly:
        in samples with replacement an id is there more than once, among few rows names are not.
        """
        settled = whole.set_aside if whole.encodings else None
        return replace(
            self,
            settings=replace(self.settings, aside=settled),
            request=replace(self.request, explain=False, on_step=None),
        )

    def selection(self, posed: Problem, row: Criterion) -> Selection:
        """Return what a method selects."""
        return self.request.selection(posed, posed.source, row)

    def comparison(self, posed: Problem, rows: Mapping[str, Criterion]) -> Comparison:
        """Return what several methods select, by their labels."""
        want = reduce(or_, (row.want for row in rows.values()), LEDGER)
        once = shared(posed.source, want, self.request.candidates(posed).closed)
        request = replace(self.request, n_methods=len(rows))
        found = {
            label: request.selection(posed, once, rows[label])
            for label in sorted(rows, key=lambda label: rows[label].lazy is not None)
        }  # those first that ask for all terms of their picks, so that lazy ones find them there
        return Comparison({label: found[label] for label in rows})


def rows_of(methods: Methods, source: InformationSource) -> dict[str, Criterion]:
    """Return the criteria of methods by their labels: all that a source can serve for None."""
    if methods is None:
        can_condition = isinstance(source, JointSource)
        return {
            name: row for name, row in CRITERIA.items() if row.fold is not None or can_condition
        }
    rows = [criterion(method) for method in several(methods)]
    if not rows:
        raise ValueError("methods is empty; name at least one, or leave it out for all.")
    labels = [label(row) for row in rows]
    if len(set(labels)) != len(labels):
        raise ValueError(f"A method is given more than once: {', '.join(labels)}.")
    return dict(zip(labels, rows, strict=True))
