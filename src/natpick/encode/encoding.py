"""The encoding of a column, and a table of codes together with its columns' encodings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Protocol, overload

import numpy as np
from numpy.typing import NDArray

from natpick.encode.moments import Measure

Codes = NDArray[np.uint8] | NDArray[np.uint16]

MISSING = "missing"
"""The label of the level that missing values get."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """How one column became codes.

    Attributes
    ----------
    name : the column's name.
    kind : "levels" where each value has a code of its own, "bins" where numbers were cut, "joint"
        of columns taken together, "set aside" where nearly all values are different and nothing
        was counted.
    n_levels : the number of codes used, the one for missing values included.
    levels : for "levels", the labels of the codes in code order: the values as text.
    cut_points : for "bins", the upper edges of all bins but the last, increasing. The code of x
        is the number of cut points below x, so a bin holds its upper edge.
    missing : whether missing values have a code of their own, which is then the last one.
    measure : "number", "date", "time" or "duration"; all but the first are cut as seconds.
    parts : for "joint", how each of the columns became codes.
    combinations : for "joint", the codes of the columns in each of its own codes.

    Of ordered categories that were cut into bins, ``levels`` has the categories in order, and
    ``cut_points`` their places.
    """

    name: str
    kind: str
    n_levels: int
    levels: tuple[str, ...] = ()
    cut_points: tuple[float, ...] = ()
    missing: bool = False
    measure: str = "number"
    parts: tuple["Encoding", ...] = field(default=(), repr=False)
    combinations: tuple[tuple[int, ...], ...] = field(default=(), repr=False)

    @property
    def cut_labels(self) -> tuple[str, ...]:
        """The cut points as text: dates as dates, and categories by name."""
        if self.levels:
            return tuple(self.levels[int(place)] for place in self.cut_points)
        if self.measure == Measure.NUMBER.value:
            return tuple(f"{point:.6g}" for point in self.cut_points)
        return tuple(map(Measure(self.measure).text, self.cut_points))

    @property
    def code_labels(self) -> tuple[str, ...]:
        """What each code stands for: a value, or the ends of a bin."""
        if self.kind != "bins":
            return self.levels
        ends = self.cut_labels
        if not ends:
            return ("any number", MISSING)
        between = [f"{low}..{high}" for low, high in pairwise(ends)]
        return (f"..{ends[0]}", *between, f"{ends[-1]}..", MISSING)

    def to_dict(self) -> dict[str, object]:
        """Return the encoding as plain values that JSON can hold."""
        return {
            "name": self.name,
            "kind": self.kind,
            "n_levels": self.n_levels,
            "levels": list(self.levels),
            "cut_points": list(self.cut_points),
            "missing": self.missing,
            "measure": self.measure,
            "cut_labels": list(self.cut_labels),
            "parts": [part.to_dict() for part in self.parts],
            "combinations": [list(codes) for codes in self.combinations],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Encoding":
        """Return the encoding that :meth:`to_dict` wrote."""
        return cls(
            name=str(data["name"]),
            kind=str(data["kind"]),
            n_levels=int(data["n_levels"]),
            levels=tuple(str(level) for level in data["levels"]),
            cut_points=tuple(float(point) for point in data["cut_points"]),
            missing=bool(data["missing"]),
            measure=str(data["measure"]),
            parts=tuple(cls.from_dict(part) for part in data["parts"]),
            combinations=tuple(tuple(map(int, codes)) for codes in data["combinations"]),
        )


@dataclass(frozen=True, slots=True)
class Encoded:
    """A table of codes, and how each of its columns came about.

    Attributes
    ----------
    codes : shape (n, p), Fortran order, uint8, or uint16 if a column needs more than 256 codes.
    names : the columns' names.
    encodings : one :class:`Encoding` a column, made when asked for.
    rule : one sentence that says which numbers were cut, and into how many bins.
    notes : what a reader should know of the bins.
    set_aside : the columns that were set aside, constants among the codes.
    """

    codes: Codes
    names: tuple[str, ...]
    encodings: Sequence[Encoding]
    rule: str
    notes: tuple[str, ...] = ()
    set_aside: tuple[int, ...] = ()


class Part(Protocol):
    """Columns that were encoded together."""

    def __getitem__(self, row: int, /) -> Encoding:
        """Return the encoding of the ``row``-th of them."""


def _no_columns() -> NDArray[np.intp]:
    return np.empty(0, dtype=np.intp)


@dataclass(frozen=True, slots=True)
class Coded:
    """What became of some columns of a table.

    Attributes
    ----------
    columns : which they are.
    part : their encodings.
    codes : a row for each of them; None where they are written already.
    uneven : those whose bins are far from what was asked.
    uncut : those in which a rule found nothing to cut.
    aside : those that were set aside.
    rounded : those of whole numbers that doubles can't tell apart.
    """

    columns: NDArray[np.intp]
    part: Part
    codes: Codes | None = None
    uneven: NDArray[np.intp] = field(default_factory=_no_columns)
    uncut: NDArray[np.intp] = field(default_factory=_no_columns)
    aside: NDArray[np.intp] = field(default_factory=_no_columns)
    rounded: NDArray[np.intp] = field(default_factory=_no_columns)


class Encodings(Sequence[Encoding]):
    """The encodings of all columns in column order, each made from its part when asked for."""

    def __init__(self, parts: Iterable[tuple[NDArray[np.intp], Part]], n_columns: int) -> None:
        self._parts: list[Part] = []
        self._place = np.zeros((n_columns, 2), dtype=np.int32)
        for number, (columns, part) in enumerate(parts):
            self._parts.append(part)
            self._place[columns, 0] = number
            self._place[columns, 1] = np.arange(len(columns))

    def __len__(self) -> int:
        return len(self._place)

    @overload
    def __getitem__(self, index: int) -> Encoding: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Encoding, ...]: ...

    def __getitem__(self, index: int | slice) -> Encoding | tuple[Encoding, ...]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        part, row = self._place[index]
        return self._parts[int(part)][int(row)]

    def __iter__(self) -> Iterator[Encoding]:
        return (self[i] for i in range(len(self)))
