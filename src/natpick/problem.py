"""The problem a search solves: an information source, made from whatever the user has."""

import difflib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.encode import (
    Cutting,
    Encoding,
    encode,
    encode_sparse,
    encode_target,
    is_sparse,
    measure,
    measure_target,
    read_table,
    split_target,
)
from natpick.sources import Counts, Gaussian, InformationSource, Neighbors
from natpick.sources.estimates import ESTIMATES
from natpick.sources.neighbors import N_NEIGHBORS
from natpick.sources.tallies import sparse_source

PLUG_IN = "plug-in"
"""The estimator where none is asked for: rows are counted and taken for the whole world."""


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


def problem(X: Any, y: Any, settings: Settings, *, estimator: str = PLUG_IN) -> Problem:
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
    """
    pose = _lookup(estimator)
    if isinstance(X, InformationSource):
        if y is not None:
            raise TypeError(f"{type(X).__name__} has its own target; leave y out.")
        if settings != Settings() or estimator != PLUG_IN:
            raise TypeError(
                f"cut, bins, n_jobs={settings.n_jobs!r}, estimator={estimator!r} and "
                f"n_neighbors={settings.n_neighbors!r} are for tables; {type(X).__name__} is made "
                "with its own, so leave them out."
            )
        return Problem(X)
    if y is None:
        raise TypeError("y is missing: give the target's values, or the name of its column in X.")
    table = read_table(X) if isinstance(X, str | os.PathLike) else X
    if isinstance(y, str):
        name = y
        table, y = split_target(table, name)
    else:
        name = "y"
    return pose(table, y, name, settings)


def _counted(estimator: str, X: Any, y: Any, name: str, settings: Settings) -> Problem:
    if settings.n_neighbors is not None:
        raise TypeError(
            f"n_neighbors={settings.n_neighbors!r} is for estimator='neighbors'; leave it out."
        )
    target = encode_target(y, n_rows=_n_rows(X), name=name)
    if is_sparse(X):
        return _sparse(estimator, X, target.codes, settings)
    encoded = encode(X, target=target.codes, cutting=settings.cutting, n_jobs=settings.n_jobs)
    source = Counts(
        encoded.codes,
        target.codes,
        encoded.names,
        n_jobs=settings.n_jobs,
        estimator=estimator,
    )
    how = "" if estimator == PLUG_IN else f"; information is estimated by {estimator}"
    rule = f"{encoded.rule}{how}"
    return Problem(source, encoded.encodings, rule, estimator, encoded.notes)


def _sparse(estimator: str, X: Any, target: NDArray[np.uint32], settings: Settings) -> Problem:
    if estimator != PLUG_IN:
        raise TypeError(
            f"estimator={estimator!r} needs the zeros of X written out; pass X.toarray(), or leave "
            "estimator out."
        )
    encoded = encode_sparse(X, target=target, cutting=settings.cutting, n_jobs=settings.n_jobs)
    source = sparse_source(encoded.codes, target, encoded.names, n_jobs=settings.n_jobs)
    return Problem(source, encoded.encodings, encoded.rule, estimator, encoded.notes)


def _gaussian(X: Any, y: Any, name: str, settings: Settings) -> Problem:
    if settings.n_neighbors is not None or settings.cutting != Cutting():
        raise TypeError(
            f"bins={settings.cutting.bins!r} and n_neighbors={settings.n_neighbors!r} have no "
            "meaning with estimator='gaussian', nor has cut; leave them out."
        )
    values, names, target, continuous = _numbers(X, y, name)
    source = Gaussian(values, target, names, continuous=continuous)
    return Problem(source, rule=_measured("a Gaussian copula", continuous), estimator="gaussian")


def _neighbors(X: Any, y: Any, name: str, settings: Settings) -> Problem:
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
    if isinstance(X, Mapping):
        raise TypeError(
            f"X is a {type(X).__name__}; make a table of it, as by pandas.DataFrame(X)."
        )
    shape = getattr(X, "shape", None)
    try:
        return int(shape[0]) if shape else len(X)
    except TypeError as error:
        raise TypeError(f"X is a {type(X).__name__}; give a table of rows and columns.") from error
