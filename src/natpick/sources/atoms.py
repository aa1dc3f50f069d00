"""The atoms of a joint distribution: outcomes as codes, and their probabilities checked."""

import inspect
import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from natpick.terms import Floats

Codes = NDArray[np.int64]


def columns(outcomes: Any) -> dict[str, list[Any]]:
    """Return the columns of a mapping or any table as equally long lists of values."""
    if isinstance(outcomes, Mapping):
        made = {str(name): list(values) for name, values in outcomes.items()}
    else:
        import narwhals as nw

        frame = nw.from_native(outcomes, eager_only=True)
        made = {str(name): frame[name].to_list() for name in frame.columns}
    if not made:
        raise ValueError("There are no variables; give each a name and its values.")
    lengths = {name: len(values) for name, values in made.items()}
    if len(set(lengths.values())) != 1:
        raise ValueError(f"The variables must be equally long; their lengths are {lengths}.")
    return made


def checked_probabilities(
    probabilities: ArrayLike, outcomes: Mapping[str, Sequence[Any]]
) -> Floats:
    """Return probabilities of the outcomes, one each, >= 0 and adding up to 1."""
    p = np.asarray(probabilities, dtype=np.float64)
    names = ", ".join(outcomes)
    n = len(next(iter(outcomes.values())))
    if p.shape != (n,):
        raise ValueError(f"{names}: {n} outcomes need {n} probabilities, not shape {p.shape}.")
    if n == 0:
        raise ValueError(f"{names}: there are no outcomes; give at least one.")
    if not np.isfinite(p).all() or p.min() < 0:
        bad = p[~(np.isfinite(p) & (p >= 0))][0]
        raise ValueError(
            f"{names}: probability {bad} is not allowed; each must be >= 0 and finite."
        )
    total = math.fsum(p)
    if not math.isclose(total, 1.0, rel_tol=0.0, abs_tol=1e-9):
        raise ValueError(
            f"{names}: the probabilities add up to {total!r}, not 1; divide them by their sum."
        )
    return p / total


def coded(values: Iterable[Hashable]) -> Codes:
    """Return values as codes, numbered in order of first appearance."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(value, len(numbers)) for value in values], dtype=np.int64)


def cells(codes: Sequence[Codes], n: int) -> Codes:
    """Return for each of n rows the number of its cell in the joint table, with no cell empty."""
    ids = np.zeros(n, dtype=np.int64)
    for code in codes:
        ids = np.unique(ids * (int(code.max()) + 1) + code, return_inverse=True)[1]
    return ids


def masses(ids: Codes, p: Floats) -> Floats:
    """Return the probability of each cell."""
    return np.asarray(np.bincount(ids, weights=p), dtype=np.float64)


def applied(
    function: Callable[..., Any], rows: Sequence[Mapping[str, Any]], name: str
) -> list[Any]:
    """Return a function's value in every row, from the variables that its arguments name."""
    wanted = list(inspect.signature(function).parameters)
    known = list(rows[0]) if rows else []
    if unknown := [argument for argument in wanted if argument not in known]:
        raise ValueError(f"{name} is a function of unknown variables {unknown}; known are {known}.")
    return [function(**{argument: row[argument] for argument in wanted}) for row in rows]
