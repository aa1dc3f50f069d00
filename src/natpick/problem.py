"""The problem a search solves: an information source, made from whatever the user has."""

import difflib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Any

from natpick.counting import PLUG_IN as PLUG_IN
from natpick.counting import counted
from natpick.encode import (
    Cutting,
    Encoding,
    Weights,
    encode_target,
    is_sparse,
    measure,
    measure_target,
    read_table,
    split_target,
    weights_of,
)
from natpick.sources import Gaussian, InformationSource, Neighbors
from natpick.sources.estimates import ESTIMATES
from natpick.sources.neighbors import N_NEIGHBORS


@dataclass(frozen=True, slots=True)
class Problem:
    """A source, and how the columns of a table became its codes, if it was made from one.

    ``groups`` are the columns of those features that are several columns taken together.
    """

    source: InformationSource
    encodings: Sequence[Encoding] = ()
    rule: str = ""
    estimator: str = ""
    notes: tuple[str, ...] = ()
    groups: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Settings:
    """How a table is to become a source: None is the usual."""

    cutting: Cutting = field(default_factory=Cutting)
    n_jobs: int | None = None
    n_neighbors: int | None = None
    weights: Weights | None = field(default=None, compare=False)


def problem(
    X: Any, y: Any, settings: Settings, *, estimator: str = PLUG_IN, sample_weight: Any = None
) -> Problem:
    """Return the problem of explaining y by X.

    Parameters
    ----------
    X : table, array, path or InformationSource
        The features; with a table or path, the target's column may be among them.
    y : array, series, str or None
        The target, or the name of its column; None where X is a source.
    settings : Settings
        How the table is to become a source.
    estimator : str
        A name of :data:`ESTIMATORS`: how information is estimated from the table.
    sample_weight : array, series, str or None
        What each row weighs, or the name of the column that tells it.
    """
    pose = _lookup(estimator)
    if isinstance(X, InformationSource):
        _check_own(X, y, settings, estimator, sample_weight)
        return Problem(X)
    if y is None:
        raise TypeError("y is missing: give the target's values, or the name of its column in X.")
    table = read_table(X) if isinstance(X, str | os.PathLike) else X
    if isinstance(y, str):
        name = y
        table, y = split_target(table, name)
    else:
        name = "y"
    if sample_weight is None:
        return pose(table, y, name, settings)
    table, weights = _weighted(table, sample_weight)
    labels = weights.labels_of(y)
    return pose(weights.rows_of(table), labels, name, replace(settings, weights=weights))


def _check_own(
    X: InformationSource, y: Any, settings: Settings, estimator: str, sample_weight: Any
) -> None:
    if y is not None:
        raise TypeError(f"{type(X).__name__} has its own target; leave y out.")
    if sample_weight is not None:
        raise TypeError(
            f"sample_weight is for tables; {type(X).__name__} has its own distribution, so "
            "leave it out."
        )
    if settings != Settings() or estimator != PLUG_IN:
        raise TypeError(
            f"cut, bins, n_jobs={settings.n_jobs!r}, estimator={estimator!r} and "
            f"n_neighbors={settings.n_neighbors!r} are for tables; {type(X).__name__} is made "
            "with its own, so leave them out."
        )


def _weighted(table: Any, sample_weight: Any) -> tuple[Any, Weights]:
    """Return a table, without the column of weights if it holds one, and the weights."""
    if isinstance(sample_weight, str):
        table, sample_weight = split_target(
            table, sample_weight, what="weight", argument="sample_weight"
        )
    return table, weights_of(sample_weight, _n_rows(table))


def _counted(estimator: str, X: Any, y: Any, name: str, settings: Settings) -> Problem:
    if settings.n_neighbors is not None:
        raise TypeError(
            f"n_neighbors={settings.n_neighbors!r} is for estimator='neighbors'; leave it out."
        )
    target = encode_target(y, n_rows=_n_rows(X), name=name)
    weights = settings.weights
    source, encoded = counted(
        X,
        target.codes,
        settings.cutting,
        n_jobs=settings.n_jobs,
        weights=weights,
        estimator=estimator,
    )
    how = "" if estimator == PLUG_IN else f"; information is estimated by {estimator}"
    rule = f"{encoded.rule}{how}{'' if weights is None else weights.told}"
    return Problem(source, encoded.encodings, rule, estimator, encoded.notes)


def _gaussian(X: Any, y: Any, name: str, settings: Settings) -> Problem:
    _check_unweighted("gaussian", settings)
    if settings.n_neighbors is not None or settings.cutting != Cutting():
        raise TypeError(
            f"bins={settings.cutting.bins!r} and n_neighbors={settings.n_neighbors!r} have no "
            "meaning with estimator='gaussian', nor has cut; leave them out."
        )
    values, names, target, continuous = _numbers(X, y, name)
    source = Gaussian(values, target, names, continuous=continuous)
    return Problem(source, rule=_measured("a Gaussian copula", continuous), estimator="gaussian")


def _check_unweighted(estimator: str, settings: Settings) -> None:
    if settings.weights is not None:
        raise TypeError(
            f"estimator={estimator!r} takes rows as they are and can't heed sample_weight; leave "
            "one of them out."
        )


def _neighbors(X: Any, y: Any, name: str, settings: Settings) -> Problem:
    _check_unweighted("neighbors", settings)
    if settings.cutting != Cutting():
        raise TypeError(
            f"bins={settings.cutting.bins!r} has no meaning with estimator='neighbors', nor has "
            "cut: nothing is cut; leave them out."
        )
    values, names, target, continuous = _numbers(X, y, name)
    k = N_NEIGHBORS if settings.n_neighbors is None else settings.n_neighbors
    source = Neighbors(
        values, target, names, n_neighbors=k, n_jobs=settings.n_jobs, continuous=continuous
    )
    rule = _measured(f"nearest neighbours, n_neighbors={k}", continuous)
    return Problem(source, rule=rule, estimator="neighbors")


def _numbers(X: Any, y: Any, name: str) -> tuple[Any, tuple[str, ...], Any, bool]:
    values, names = measure(X)
    target, continuous = measure_target(y, n_rows=len(values), name=name)
    return values, names, target, continuous


def _measured(by: str, continuous: bool) -> str:
    kind = "a continuous target" if continuous else "a target of classes"
    return f"numbers were not cut; information is estimated by {by}, for {kind}"


Pose = Callable[[Any, Any, str, Settings], Problem]

ESTIMATORS: Mapping[str, Pose] = MappingProxyType(
    {name: partial(_counted, name) for name in ESTIMATES}
    | {"gaussian": _gaussian, "neighbors": _neighbors}
)
"""For each name, what makes a problem of X, y, the target's name and the settings."""


def _lookup(estimator: str) -> Pose:
    if estimator not in ESTIMATORS:
        nearest = difflib.get_close_matches(str(estimator), ESTIMATORS, n=1)
        hint = f" Did you mean {nearest[0]!r}?" if nearest else ""
        raise ValueError(f"Unknown estimator {estimator!r}.{hint} Known: {', '.join(ESTIMATORS)}.")
    return ESTIMATORS[estimator]


def _n_rows(X: Any) -> int:
    if isinstance(X, Mapping) and not is_sparse(X):
        raise TypeError(
            f"X is a {type(X).__name__}; make a table of it, as by pandas.DataFrame(X)."
        )
    shape = getattr(X, "shape", None)
    try:
        return int(shape[0]) if shape else len(X)
    except TypeError as error:
        raise TypeError(f"X is a {type(X).__name__}; give a table of rows and columns.") from error
