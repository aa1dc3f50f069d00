"""The problem a search solves: an information source, made from whatever the user has."""

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np

from natpick.column_notes import column_notes
from natpick.counting import counted
from natpick.encode import (
    Cutting,
    Encoding,
    Target,
    TargetBins,
    Weights,
    encode_target,
    measure,
    measure_target,
)
from natpick.given import Given, Wanted, given
from natpick.sources import Gaussian, InformationSource, Neighbors
from natpick.sources.estimates import ESTIMATES, PLUG_IN
from natpick.sources.neighbors import N_NEIGHBORS
from natpick.terms import Indices


@dataclass(frozen=True, slots=True)
class Problem:
    """A source, and how the columns of a table became its codes, if it was made from one.

    ``groups`` are the columns of those features that are several columns taken together, ``rows``
    which rows of the table were counted; None where all were.
    """

    source: InformationSource
    encodings: Sequence[Encoding] = ()
    rule: str = ""
    estimator: str = ""
    notes: tuple[str, ...] = ()
    groups: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    set_aside: tuple[int, ...] = ()
    rows: Indices | None = None

    @property
    def names_aside(self) -> tuple[str, ...]:
        """The columns that were set aside."""
        return tuple(self.source.names[j] for j in self.set_aside)


@dataclass(frozen=True, slots=True)
class Settings:
    """How a table is to become a source: None is the usual.

    ``aside`` are the columns that are set aside, where that is settled before.
    """

    cutting: Cutting = field(default_factory=Cutting)
    missing: str = "level"
    include: tuple[str | int, ...] = ()
    target_bins: TargetBins = None
    n_jobs: int | None = None
    n_neighbors: int | None = None
    aside: tuple[int, ...] | None = None


def problem(
    X: Any,
    y: Any,
    settings: Settings,
    wanted: Wanted,
    *,
    estimator: str = PLUG_IN,
    sample_weight: Any = None,
) -> Problem:
    """Return the problem of explaining y by X.

    Parameters
    ----------
    X, y
        As for :func:`natpick.select`.
    settings : Settings
        How the table is to become a source.
    estimator : str
        A name of :data:`ESTIMATORS`: how information is estimated from the table.
    wanted : Wanted
        The columns that are asked for by name.
    sample_weight : array, series, str or None
        What each row weighs, or the name of the column that tells it.
    """
    pose = _lookup(estimator)
    if isinstance(X, InformationSource):
        _check_own(X, y, settings, estimator, sample_weight)
        return Problem(X)
    if y is None:
        raise TypeError("y is missing: give the target's values, or the name of its column in X.")
    table = given(X, y, sample_weight, settings.missing, wanted)
    posed = pose(table, settings)
    return replace(posed, notes=(*table.notes, *posed.notes), rows=table.rows)


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
            f"cut, bins, missing, include, target_bins, n_jobs={settings.n_jobs!r}, "
            f"estimator={estimator!r} and n_neighbors={settings.n_neighbors!r} are for "
            f"tables; {type(X).__name__} is made with its own, so leave them out."
        )


def _counted(estimator: str, table: Given, settings: Settings) -> Problem:
    if settings.n_neighbors is not None:
        raise TypeError(
            f"n_neighbors={settings.n_neighbors!r} is for estimator='neighbors'; leave it out."
        )
    target = _target(table, settings.target_bins)
    include = (*settings.include, *table.wanted)
    source, encoded = counted(
        table.data,
        target.codes,
        settings.cutting,
        include=include,
        aside=settings.aside,
        n_jobs=settings.n_jobs,
        weights=table.weights,
        estimator=estimator,
    )
    as_they_are = estimator == PLUG_IN and (table.weights is None or table.weights.whole)
    times = None if table.weights is None else table.weights.quanta.astype(np.int64)
    alone = source.univariate()
    about = column_notes(encoded, target.codes, alone, corrected=not as_they_are, times=times)
    return Problem(
        source,
        encoded.encodings,
        _rule(encoded.rule, target.rule, estimator, table.weights),
        estimator,
        (*encoded.notes, *about),
        set_aside=encoded.set_aside,
    )


def _target(table: Given, bins: TargetBins) -> Target:
    return encode_target(
        table.y,
        n_rows=table.X.n_rows,
        name=table.name,
        bins=bins,
        dropped=table.dropped,
        weights=table.weights,
    )


def _rule(cut: str, target: str, estimator: str, weights: Weights | None) -> str:
    """Return how the table became counts, as one phrase."""
    how = "" if estimator == PLUG_IN else f"information is estimated by {estimator}"
    told = "; ".join(part for part in (cut, target, how) if part)
    return f"{told}{'' if weights is None else weights.told}"


def _gaussian(table: Given, settings: Settings) -> Problem:
    _check_unweighted("gaussian", table)
    if settings.n_neighbors is not None or settings.cutting != Cutting():
        raise TypeError(
            f"bins={settings.cutting.bins!r} and n_neighbors={settings.n_neighbors!r} have no "
            "meaning with estimator='gaussian', nor has cut; leave them out."
        )
    values, names, target, continuous = _numbers(table, settings)
    source = Gaussian(values, target, names, continuous=continuous)
    return Problem(source, rule=_measured("a Gaussian copula", continuous), estimator="gaussian")


def _check_unweighted(estimator: str, table: Given) -> None:
    if table.weights is not None:
        raise TypeError(
            f"estimator={estimator!r} takes rows as they are and can't heed sample_weight; leave "
            "one of them out."
        )


def _neighbors(table: Given, settings: Settings) -> Problem:
    _check_unweighted("neighbors", table)
    if settings.cutting != Cutting():
        raise TypeError(
            f"bins={settings.cutting.bins!r} has no meaning with estimator='neighbors', nor has "
            "cut: nothing is cut; leave them out."
        )
    values, names, target, continuous = _numbers(table, settings)
    k = N_NEIGHBORS if settings.n_neighbors is None else settings.n_neighbors
    source = Neighbors(
        values, target, names, n_neighbors=k, n_jobs=settings.n_jobs, continuous=continuous
    )
    rule = _measured(f"nearest neighbours, n_neighbors={k}", continuous)
    return Problem(source, rule=rule, estimator="neighbors")


def _numbers(table: Given, settings: Settings) -> tuple[Any, tuple[str, ...], Any, bool]:
    if settings.include or settings.target_bins is not None:
        raise TypeError(
            "include and target_bins have no meaning with an estimator that takes numbers as they "
            "are; leave them out."
        )
    values, names = measure(table.data)
    target, continuous = measure_target(
        table.y, n_rows=len(values), name=table.name, dropped=table.dropped
    )
    return values, names, target, continuous


def _measured(by: str, continuous: bool) -> str:
    kind = "a continuous target" if continuous else "a target of classes"
    return f"numbers were not cut; information is estimated by {by}, for {kind}"


Pose = Callable[[Given, Settings], Problem]

ESTIMATORS: Mapping[str, Pose] = MappingProxyType(
    {name: partial(_counted, name) for name in ESTIMATES}
    | {"gaussian": _gaussian, "neighbors": _neighbors}
)
"""For each name, what makes a problem of a table and the settings."""


def _lookup(estimator: str) -> Pose:
    if estimator not in ESTIMATORS:
        nearest = difflib.get_close_matches(str(estimator), ESTIMATORS, n=1)
        hint = f" Did you mean {nearest[0]!r}?" if nearest else ""
        raise ValueError(f"Unknown estimator {estimator!r}.{hint} Known: {', '.join(ESTIMATORS)}.")
    return ESTIMATORS[estimator]
