"""Groups of columns that are taken together, each as one column of joint codes."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.encode.encoding import MISSING, Codes, Encoding
from natpick.naming import positions

MOST_LEVELS = 65_535
"""The most levels of one feature."""

Groups = Mapping[str, Iterable[str | int]]
"""Columns, by name or index, under the name of the group that they form."""

Members = Mapping[str, tuple[int, ...]]
"""The columns of each group by their indices, in the order in which they were given."""


def members(names: Sequence[str], groups: Groups) -> dict[str, tuple[int, ...]]:
    """Return the columns of each group; no column is in two of them."""
    if not isinstance(groups, Mapping):
        raise TypeError(
            f"groups is a {type(groups).__name__}; give a mapping from the name of each group to "
            "its columns."
        )
    found: dict[str, tuple[int, ...]] = {}
    group_of: dict[int, str] = {}
    for group, columns in groups.items():
        found[group] = _members(names, group, columns)
        for column in found[group]:
            if column in group_of:
                raise ValueError(
                    f"Column {names[column]!r} is in two groups, {group_of[column]!r} and "
                    f"{group!r}; a column can be in one."
                )
            group_of[column] = group
    return found


def _members(
    names: Sequence[str], group: str, columns: str | int | Iterable[str | int]
) -> tuple[int, ...]:
    if not isinstance(group, str) or not group:
        raise TypeError(f"The name of a group is {group!r}; give it a name that is text.")
    if group in names:
        raise ValueError(f"The group {group!r} has the name of a column; give it another.")
    try:
        indices = positions(names, columns)
    except (TypeError, ValueError) as error:
        raise type(error)(f"Group {group!r}: {error}") from error
    if not indices:
        raise ValueError(f"The group {group!r} has no columns; name at least one.")
    return indices


def join(codes: Codes, group: str, columns: Sequence[int]) -> Codes:
    """Return one code for each combination of the columns' codes that some row has.

    Combinations are numbered from 0 in order: by the first column, then by the second, ...

    Examples
    --------
    >>> import numpy as np
    >>> from natpick.encode import join
    >>> join(np.array([[1, 0], [0, 2], [1, 2], [1, 0]], dtype=np.uint8), "both", [0, 1]).tolist()
    [1, 0, 2, 1]
    """
    joint: NDArray[np.intp] = np.zeros(len(codes), dtype=np.intp)
    for column in columns:
        combined = joint.astype(np.uint64) << np.uint64(16) | codes[:, column]
        joint = np.unique(combined, return_inverse=True)[1]
    n_levels = int(joint.max()) + 1
    if n_levels > MOST_LEVELS:
        raise ValueError(
            f"The group {group!r} has {n_levels:,} combinations of its {len(columns)} columns' "
            f"values, more than {MOST_LEVELS:,}; take fewer columns, or cut them into fewer bins."
        )
    return joint.astype(np.uint8) if n_levels <= 256 else joint.astype(np.uint16)


def encoding_of(
    group: str, joint: Codes, codes: Codes, columns: Sequence[int], encodings: Sequence[Encoding]
) -> Encoding:
    """Return how the columns of a group became its joint codes."""
    rows = np.unique(joint, return_index=True)[1]
    labels = [_labels(encodings[column], codes[rows, column]) for column in columns]
    return Encoding(
        name=group,
        kind="joint",
        n_levels=len(rows),
        levels=tuple(", ".join(parts) for parts in zip(*labels, strict=True)),
    )


def _labels(encoding: Encoding, codes: NDArray[Any]) -> list[str]:
    """Return "column=value" of each of some codes of a column."""
    values = _bins(encoding) if encoding.kind == "bins" else encoding.levels
    return [f"{encoding.name}={values[code]}" for code in codes.tolist()]


def _bins(encoding: Encoding) -> tuple[str, ...]:
    edges = encoding.cut_labels
    if not edges:
        return ("any number", MISSING)
    between = [f"{low}..{high}" for low, high in pairwise(edges)]
    return (f"..{edges[0]}", *between, f"{edges[-1]}..", MISSING)
