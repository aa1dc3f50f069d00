"""Columns of codes taken together, group by group: a code for each combination that occurs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from natpick.coded import Codes, Column
from natpick.listed import Listed
from natpick.terms import Indices

MOST_LEVELS = 65_535
"""The most levels of one feature."""

Parts = NDArray[np.uint16]
"""The codes of a group's columns in each of its combinations, shape (combinations, columns)."""


@dataclass(frozen=True, slots=True)
class Combined:
    """Columns of codes, after them one for each group, and the parts of each group's codes."""

    codes: Codes | Listed
    parts: tuple[Parts, ...]


def combined(codes: Codes | Listed, groups: Mapping[str, Sequence[int]]) -> Combined:
    """Return columns of codes and after them those of groups.

    A group's combinations are numbered from 0 in order: by its first column, then by the
    second, ... Its columns may lie dense or be lists of rows, and so does what becomes of them.

    Examples
    --------
    >>> import numpy as np
    >>> from natpick.combinations import combined
    >>> codes = np.array([[1, 0], [0, 2], [1, 2], [1, 0]], dtype=np.uint8)
    >>> both = combined(codes, {"both": [0, 1]})
    >>> both.codes[:, 2].tolist(), both.parts[0].tolist()
    ([1, 0, 2, 1], [[0, 2], [1, 0], [1, 2]])
    """
    return _of_lists(codes, groups) if isinstance(codes, Listed) else _of_rows(codes, groups)


def numbered(n_rows: int, columns: Iterable[Column]) -> tuple[Indices, Parts]:
    """Return the number of each row's combination, and the parts of each combination."""
    joint, parts = np.zeros(n_rows, dtype=np.int64), np.zeros((1, 0), dtype=np.uint16)
    for column in columns:
        both = joint.astype(np.uint64) << np.uint64(16) | column
        found, joint = np.unique(both, return_inverse=True)
        before = parts[(found >> np.uint64(16)).astype(np.int64)]
        parts = np.column_stack([before, (found & np.uint64(0xFFFF)).astype(np.uint16)])
    return joint, parts


def _of_rows(codes: Codes, groups: Mapping[str, Sequence[int]]) -> Combined:
    found = [numbered(len(codes), (codes[:, j] for j in of)) for of in groups.values()]
    every = [_checked(group, parts) for group, (_, parts) in zip(groups, found, strict=True)]
    joint = [numbers.astype(np.uint8 if len(p) <= 256 else np.uint16) for numbers, p in found]
    wide = codes.dtype if all(column.dtype == np.uint8 for column in joint) else np.uint16
    table = np.empty((len(codes), codes.shape[1] + len(joint)), dtype=wide, order="F")
    table[:, : codes.shape[1]] = codes
    table[:, codes.shape[1] :] = np.transpose(joint)
    return Combined(table, tuple(every))


def _of_lists(codes: Listed, groups: Mapping[str, Sequence[int]]) -> Combined:
    found = [_list_of(codes, group, columns) for group, columns in groups.items()]
    lists = [codes, *(listed for listed, _ in found)]
    sizes = np.concatenate([np.diff(listed.starts) for listed in lists])
    table = Listed(
        codes.n_rows,
        np.r_[0, np.cumsum(sizes)],
        np.concatenate([listed.rows for listed in lists]),
        np.concatenate([listed.codes for listed in lists]),
        np.concatenate([listed.usual for listed in lists]),
        np.concatenate([listed.n_levels for listed in lists]),
    )
    return Combined(table, tuple(parts for _, parts in found))


def _list_of(codes: Listed, group: str, columns: Sequence[int]) -> tuple[Listed, Parts]:
    """Return a group as a list of the rows that one of its columns lists.

    All other rows have the combination of the columns' usual codes; where there are none, the
    first combination is called usual.
    """
    rows = np.unique(np.concatenate([codes.rows[codes.list_of(j)] for j in columns]))
    others = len(rows) < codes.n_rows
    joint, parts = numbered(len(rows) + others, _written(codes, columns, rows, others))
    usual = int(joint[-1]) if others else 0
    joint = joint[: len(rows)]
    kept = joint != usual
    listed = Listed(
        codes.n_rows,
        np.array([0, np.count_nonzero(kept)]),
        rows[kept],
        joint[kept].astype(np.uint16),
        np.array([usual], dtype=np.uint32),
        np.array([len(_checked(group, parts))], dtype=np.uint32),
    )
    return listed, parts


def _written(
    codes: Listed, columns: Sequence[int], rows: NDArray[np.uint32], others: bool
) -> Iterator[Column]:
    """Yield the codes of some rows in each of the columns, and that of all others last."""
    for j in columns:
        of_rows = np.full(len(rows) + others, codes.usual[j], dtype=np.uint32)
        of_rows[np.searchsorted(rows, codes.rows[codes.list_of(j)])] = codes.codes[codes.list_of(j)]
        yield of_rows


def _checked(group: str, parts: Parts) -> Parts:
    n_levels, n_columns = parts.shape
    if n_levels > MOST_LEVELS:
        raise ValueError(
            f"The group {group!r} has {n_levels:,} combinations of its {n_columns} columns' "
            f"values, more than {MOST_LEVELS:,}; take fewer columns, or cut them into fewer bins."
        )
    return parts
