"""Groups of columns that are taken together, each as one column of joint codes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from natpick.encode.encoding import Encoding
from natpick.naming import positions

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
    places = {name: place for place, name in enumerate(names)}
    found: dict[str, tuple[int, ...]] = {}
    group_of: dict[int, str] = {}
    for group, columns in groups.items():
        found[group] = _members(names, places, group, columns)
        for column in found[group]:
            if column in group_of:
                raise ValueError(
                    f"Column {names[column]!r} is in two groups, {group_of[column]!r} and "
                    f"{group!r}; a column can be in one."
                )
            group_of[column] = group
    return found


def _members(
    names: Sequence[str],
    places: Mapping[str, int],
    group: str,
    columns: str | int | Iterable[str | int],
) -> tuple[int, ...]:
    if not isinstance(group, str) or not group:
        raise TypeError(f"The name of a group is {group!r}; give it a name that is text.")
    if group in places:
        raise ValueError(f"The group {group!r} has the name of a column; give it another.")
    try:
        indices = positions(names, columns, places)
    except (TypeError, ValueError) as error:
        raise type(error)(f"Group {group!r}: {error}") from error
    if not indices:
        raise ValueError(f"The group {group!r} has no columns; name at least one.")
    return indices


@dataclass(frozen=True, slots=True)
class GroupRows:
    """Groups of columns, and the codes of the columns in each combination of theirs."""

    groups: Members
    parts: Sequence[NDArray[np.uint16]]
    encodings: Sequence[Encoding]

    def __getitem__(self, row: int) -> Encoding:
        """Return how the columns of the ``row``-th group became its codes."""
        group, columns = list(self.groups.items())[row]
        own, parts = tuple(self.encodings[column] for column in columns), self.parts[row]
        labels = [_labels(encoding, codes) for encoding, codes in zip(own, parts.T, strict=True)]
        return Encoding(
            name=group,
            kind="joint",
            n_levels=len(parts),
            levels=tuple(", ".join(values) for values in zip(*labels, strict=True)),
            parts=own,
            combinations=tuple(map(tuple, parts.tolist())),
        )


def _labels(encoding: Encoding, codes: NDArray[np.uint16]) -> list[str]:
    """Return "column=value" of each of some codes of a column."""
    values = encoding.code_labels
    return [f"{encoding.name}={values[code]}" for code in codes.tolist()]
