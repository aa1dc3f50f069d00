"""The problem a search solves: an information source, made from whatever the user has."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from natpick.encode import Encoding, encode, encode_target, read_table, split_target
from natpick.sources import Counts, InformationSource


@dataclass(frozen=True, slots=True)
class Problem:
    """A source, and how the columns of a table became its codes, if it was made from one."""

    source: InformationSource
    encodings: Sequence[Encoding] = ()
    rule: str = ""


def problem(X: Any, y: Any, *, bins: int | None, n_jobs: int | None) -> Problem:
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
    """
    if isinstance(X, InformationSource):
        if y is not None:
            raise TypeError(f"{type(X).__name__} has its own target; leave y out.")
        if bins is not None or n_jobs is not None:
            raise TypeError(
                f"bins={bins!r} and n_jobs={n_jobs!r} are for tables; {type(X).__name__} is made "
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
    return _encoded(table, y, name, bins=bins, n_jobs=n_jobs)


def _encoded(X: Any, y: Any, name: str, *, bins: int | None, n_jobs: int | None) -> Problem:
    target = encode_target(y, n_rows=_n_rows(X), name=name)
    encoded = encode(X, n_classes=len(target.labels), bins=bins)
    source = Counts(encoded.codes, target.codes, encoded.names, n_jobs=n_jobs)
    return Problem(source, encoded.encodings, encoded.rule)


def _n_rows(X: Any) -> int:
    shape = getattr(X, "shape", None)
    try:
        return int(shape[0]) if shape else len(X)
    except TypeError as error:
        raise TypeError(f"X is a {type(X).__name__}; give a table of rows and columns.") from error
