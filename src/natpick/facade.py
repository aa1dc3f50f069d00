"""Select and compare: one call from a table, a file or a source to a result."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import or_
from typing import Any

import numpy as np

from natpick.comparison import Comparison
from natpick.criteria import CRITERIA, criterion
from natpick.criterion import Criterion
from natpick.naming import positions
from natpick.notes import notes
from natpick.problem import Problem, problem
from natpick.scores import LEDGER
from natpick.search import forward
from natpick.selection import Selection
from natpick.sources import InformationSource, JointSource
from natpick.sources.shared import shared
from natpick.step import Step

OnStep = Callable[[Step], object]

DEFAULT_N_FEATURES = 10


def select(
    X: Any,
    y: Any = None,
    *,
    method: str | Criterion = "jmi",
    n_features: int | None = None,
    must_keep: Iterable[str | int] = (),
    start: Selection | None = None,
    bins: int | None = None,
    lazy: bool = True,
    n_jobs: int | None = None,
    on_step: OnStep | None = None,
) -> Selection:
    """Pick the features that tell most about the target, one at a time.

    Parameters
    ----------
    X : array, table, path or InformationSource
        The features: a numpy array, a pandas, polars or pyarrow table, the path of a CSV or
        Parquet file, or a source of :mod:`natpick.sources`.
    y : array, series or str
        The target, or the name of its column in the table or file. None with a source.
    method : str or Criterion
        A row of :data:`natpick.CRITERIA` or its name.
    n_features : int, optional
        How many features to pick: 10 by default, or all where there are fewer.
    must_keep : iterable of str or int
        Features that come first, in this order, and count among ``n_features``.
    start : Selection, optional
        A shorter selection by the same method on the same features, to go on from.
    bins : int, optional
        Into how many bins of equal frequency numbers are cut at most. By default
        sqrt(n / (5 classes)), clipped to 2..10.
    lazy : bool
        Whether to pass over candidates that cannot win. The answer is the same.
    n_jobs : int, optional
        Threads, as in scikit-learn: None is 1, -1 is all. The answer is the same.
    on_step : callable, optional
        Called with each :class:`~natpick.Step` as it is taken, for progress.

    Returns
    -------
    Selection

    Examples
    --------
    >>> import natpick
    >>> X = {"a": [0, 0, 1, 1], "b": [0, 1, 0, 1], "c": [0, 0, 0, 1]}
    >>> import pandas as pd
    >>> selection = natpick.select(pd.DataFrame(X), [0, 0, 0, 1], n_features=2)
    >>> selection.names
    ['c', 'a']
    """
    row = criterion(method)
    posed = problem(X, y, bins=bins, n_jobs=n_jobs)
    request = _Request(n_features, must_keep, start, lazy, on_step)
    return _selected(posed, posed.source, row, request)


def compare(
    X: Any,
    y: Any = None,
    *,
    methods: Iterable[str | Criterion] | None = None,
    n_features: int | None = None,
    must_keep: Iterable[str | int] = (),
    bins: int | None = None,
    lazy: bool = True,
    n_jobs: int | None = None,
    on_step: OnStep | None = None,
) -> Comparison:
    """Select by several methods, each pair of features counted once for all of them.

    Parameters
    ----------
    methods : iterable of str or Criterion, optional
        The methods to compare; by default every row of :data:`natpick.CRITERIA` that the
        source can serve.
    X, y, n_features, must_keep, bins, lazy, n_jobs, on_step
        As for :func:`natpick.select`.

    Returns
    -------
    Comparison
    """
    posed = problem(X, y, bins=bins, n_jobs=n_jobs)
    rows = _rows(methods, posed.source)
    keep = positions(posed.source.names, must_keep)
    request = _Request(n_features, keep, None, lazy, on_step)
    once = shared(posed.source, reduce(or_, (row.want for row in rows.values()), LEDGER))
    return Comparison({label: _selected(posed, once, row, request) for label, row in rows.items()})


@dataclass(frozen=True, slots=True)
class _Request:
    """How many features are wanted, and the way there."""

    n_features: int | None
    must_keep: Iterable[str | int]
    start: Selection | None
    lazy: bool
    on_step: OnStep | None


def _selected(
    posed: Problem, source: InformationSource, row: Criterion, request: _Request
) -> Selection:
    names, alone = source.names, source.univariate()
    if not alone.entropy.any():
        raise ValueError(f"All {len(names)} columns of X are constant; there is nothing to pick.")
    keep = positions(names, request.must_keep)
    n = _n_features(request.n_features, len(names), len(keep))
    before = _taken_before(request.start, row, names, n)
    steps = list(before)
    search = forward(source, row, keep=keep, after=before, lazy=request.lazy)
    for step in islice(search, n - len(before)):
        steps.append(step)
        if request.on_step is not None:
            request.on_step(step)
    return Selection(
        method=row.name,
        parameters=row.parameters,
        steps=tuple(steps),
        stop_reason=f"{n} of {len(names)} features were asked for",
        features=tuple(names),
        relevance=tuple(alone.relevance.tolist()),
        target_entropy=alone.target_entropy,
        rule=posed.rule,
        encodings={s.name: posed.encodings[s.index] for s in steps} if posed.encodings else {},
        notes=notes(steps, alone, names),
    )


def _n_features(asked: int | None, p: int, n_kept: int) -> int:
    if asked is None:
        return min(max(DEFAULT_N_FEATURES, n_kept), p)
    if isinstance(asked, bool) or not isinstance(asked, int | np.integer):
        raise TypeError(f"n_features={asked!r} is not allowed; give a whole number from 1 to {p}.")
    if asked < 1:
        raise ValueError(f"n_features={asked} is not allowed; give a whole number from 1 to {p}.")
    if asked > p:
        raise ValueError(f"n_features={asked} but X has {p} feature(s); use at most {p}.")
    if asked < n_kept:
        raise ValueError(
            f"n_features={asked} but {n_kept} features must be kept; ask for at least {n_kept}."
        )
    return int(asked)


def _taken_before(
    start: Selection | None, row: Criterion, names: Sequence[str], n: int
) -> tuple[Step, ...]:
    if start is None:
        return ()
    if (start.method, dict(start.parameters)) != (row.name, row.parameters):
        raise ValueError(
            f"start was selected by {start.method} {dict(start.parameters)}, not by {row.name} "
            f"{row.parameters}; go on with the same method."
        )
    if tuple(names) != start.features:
        raise ValueError(
            f"start was selected from {len(start.features)} features that are not the "
            f"{len(names)} of X, in name or order; go on with the same table."
        )
    return start.steps[:n]


def _rows(
    methods: Iterable[str | Criterion] | None, source: InformationSource
) -> dict[str, Criterion]:
    if methods is None:
        can_condition = isinstance(source, JointSource)
        return {
            name: row for name, row in CRITERIA.items() if row.fold is not None or can_condition
        }
    asked = [methods] if isinstance(methods, str | Criterion) else list(methods)
    if not asked:
        raise ValueError("methods is empty; name at least one, or leave it out for all.")
    rows = [criterion(method) for method in asked]
    labels = [_label(row) for row in rows]
    if len(set(labels)) != len(labels):
        raise ValueError(f"A method is given more than once: {', '.join(labels)}.")
    return dict(zip(labels, rows, strict=True))


def _label(row: Criterion) -> str:
    """Return a row's name, with its parameters where they are not the usual ones."""
    usual = CRITERIA.get(row.name)
    if usual is None or row.parameters == usual.parameters:
        return row.name
    return f"{row.name}({', '.join(f'{name}={value:g}' for name, value in row.parameters.items())})"
