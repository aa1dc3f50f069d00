"""The problem a search solves: an information source, made from whatever the user has."""

import difflib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

from natpick.encode import (
    Encoding,
    encode,
    encode_target,
    measure,
    measure_target,
    read_table,
    split_target,
)
from natpick.sources import Counts, Gaussian, InformationSource
from natpick.sources.estimates import ESTIMATES

PLUG_IN = "plug-in"
"""The estimator where none is asked for: rows are counted and taken for the whole world."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A source, and how the columns of a table became its codes, if it was made from one."""

    source: InformationSource
    encodings: Sequence[Encoding] = ()
    rule: str = ""
    estimator: str = ""


def problem(
    X: Any, y: Any, *, bins: int | None, n_jobs: int | None, estimator: str = PLUG_IN
) -> Problem:
    """Return the problem of explaining y by X.

    Parameters
    ----------
    X : table, array, path or InformationSource
        The features; with a table or path, the target's column may be among them.
    y : array, series, str or None
        The target, or the name of its column; None where X is a source.
    bins : int or None
        Into how many bins numbers are cut at most.
    n_jobs : int or None
        Threads, as in scikit-learn.
    estimator : str
        A name of :data:`ESTIMATORS`: how information is estimated from the table.
    """
    pose = _lookup(estimator)
    if isinstance(X, InformationSource):
        if y is not None:
            raise TypeError(f"{type(X).__name__} has its own target; leave y out.")
        if bins is not None or n_jobs is not None or estimator != PLUG_IN:
            raise TypeError(
                f"bins={bins!r}, n_jobs={n_jobs!r} and estimator={estimator!r} are for tables; "
                f"{type(X).__name__} is made with its own, so leave them out."
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
    return pose(table, y, name, bins, n_jobs)


def _counted(
    estimator: str, X: Any, y: Any, name: str, bins: int | None, n_jobs: int | None
) -> Problem:
    target = encode_target(y, n_rows=_n_rows(X), name=name)
    encoded = encode(X, n_classes=len(target.labels), bins=bins)
    source = Counts(encoded.codes, target.codes, encoded.names, n_jobs=n_jobs, estimator=estimator)
    how = "" if estimator == PLUG_IN else f"; information is estimated by {estimator}"
    return Problem(source, encoded.encodings, f"{encoded.rule}{how}", estimator)


def _gaussian(X: Any, y: Any, name: str, bins: int | None, _n_jobs: int | None) -> Problem:
    _check_uncut(bins, "gaussian")
    values, names = measure(X)
    target, continuous = measure_target(y, n_rows=len(values), name=name)
    source = Gaussian(values, target, names, continuous=continuous)
    return Problem(source, rule=_measured("a Gaussian copula", continuous), estimator="gaussian")


def _check_uncut(bins: int | None, estimator: str) -> None:
    if bins is not None:
        raise TypeError(
            f"bins={bins!r} is for estimators that count; estimator={estimator!r} cuts nothing, "
            "so leave it out."
        )


def _measured(by: str, continuous: bool) -> str:
    kind = "a continuous target" if continuous else "a target of classes"
    return f"numbers were not cut; information is estimated by {by}, for {kind}"


Pose = Callable[[Any, Any, str, int | None, int | None], Problem]

ESTIMATORS: Mapping[str, Pose] = MappingProxyType(
    {name: partial(_counted, name) for name in ESTIMATES} | {"gaussian": _gaussian}
)
"""For each name, what makes a problem of X, y, the target's name, bins and threads."""


def _lookup(estimator: str) -> Pose:
    if estimator not in ESTIMATORS:
        nearest = difflib.get_close_matches(str(estimator), ESTIMATORS, n=1)
        hint = f" Did you mean {nearest[0]!r}?" if nearest else ""
        raise ValueError(f"Unknown estimator {estimator!r}.{hint} Known: {', '.join(ESTIMATORS)}.")
    return ESTIMATORS[estimator]


def _n_rows(X: Any) -> int:
    shape = getattr(X, "shape", None)
    try:
        return int(shape[0]) if shape else len(X)
    except TypeError as error:
        raise TypeError(f"X is a {type(X).__name__}; give a table of rows and columns.") from error
