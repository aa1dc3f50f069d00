"""The names of features that have none of their own: x0, x1, ..., each made when asked for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

PREFIX = "x"


@dataclass(frozen=True, slots=True, eq=False)
class Numbered(Sequence[str]):
    """The names x0, x1, ..., of ``n`` features: to make thousands of them takes milliseconds.

    Equal to the tuple of the same names.

    Examples
    --------
    >>> from natpick.numbered import Numbered
    >>> names = Numbered(3)
    >>> names[1], names.index("x2"), "x3" in names, names == ("x0", "x1", "x2")
    ('x1', 2, False, True)
    """

    n: int

    def __len__(self) -> int:
        return self.n

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...

    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        places = range(self.n)[index]
        if isinstance(places, int):
            return f"{PREFIX}{places}"
        if places == range(len(places)):
            return Numbered(len(places))
        return tuple(f"{PREFIX}{i}" for i in places)

    def __iter__(self) -> Iterator[str]:
        return (f"{PREFIX}{i}" for i in range(self.n))

    def __contains__(self, name: object) -> bool:
        return self._place(name) is not None

    def index(self, name: object, start: int = 0, stop: int | None = None) -> int:
        """Return the place of a name, as of a tuple."""
        place = self._place(name)
        if place is None or place not in range(self.n)[start:stop]:
            raise ValueError(f"{name!r} is not one of the {self.n} names.")
        return place

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Numbered):
            return self.n == other.n
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Numbered({self.n})"

    def _place(self, name: object) -> int | None:
        digits = name.removeprefix(PREFIX) if isinstance(name, str) else ""
        if not digits.isdecimal() or len(digits) > len(str(self.n)):
            return None
        place = int(digits)
        return place if place < self.n and f"{PREFIX}{place}" == name else None


def fixed(names: Sequence[str]) -> Sequence[str]:
    """Return names that nobody can change any more: numbered ones as they are, or a tuple."""
    return names if isinstance(names, Numbered) else tuple(names)


def checked_names(names: Sequence[str] | None, n_columns: int) -> Sequence[str]:
    """Return the names of so many columns, all different, or numbered ones where none are given."""
    if names is None:
        return Numbered(n_columns)
    if len(names) != n_columns or len(set(names)) != n_columns:
        raise ValueError(
            f"{len(names)} names, {len(set(names))} of them different, were given for "
            f"{n_columns} columns; give each column a name of its own."
        )
    return tuple(names)
