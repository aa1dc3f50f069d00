"""An erratum: what is printed, what is right, and what both yield."""

from dataclasses import asdict, dataclass
from typing import Any

from natpick.theory.publication.entry import Value, same


@dataclass(frozen=True, slots=True)
class Wording:
    """What is printed, and what is right.

    Attributes
    ----------
    number : which erratum.
    lines : the lines of the paper's source.
    place : where in the paper that is.
    printed, correct : in the paper's notation.
    """

    number: int
    lines: str
    place: str
    printed: str
    correct: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """A quantity in which what is printed and what is right part.

    Attributes
    ----------
    what : the quantity.
    printed : what the printed words or formula make of it; None where they yield nothing.
    corrected : what the corrected formula yields; None where there is no formula to correct.
    true : what it is, by another route.
    """

    what: str
    printed: Value | None
    corrected: Value | None
    true: Value

    @property
    def holds(self) -> bool:
        """Whether the corrected yields what is true, and the printed does not."""
        right = self.corrected is None or agree(self.corrected, self.true)
        return right and (self.printed is None or not agree(self.printed, self.true))


@dataclass(frozen=True, slots=True)
class Erratum:
    """An erratum with its evidence; without any it is seen by reading."""

    wording: Wording
    evidence: tuple[Evidence, ...]

    @property
    def seen(self) -> str:
        """How the erratum is seen: ``"computed"`` or ``"by reading"``."""
        return "computed" if self.evidence else "by reading"

    def to_dict(self) -> dict[str, Any]:
        """Return the erratum as plain values."""
        return {
            **asdict(self.wording),
            "seen": self.seen,
            "evidence": [{**asdict(piece), "holds": piece.holds} for piece in self.evidence],
        }


def agree(one: Value, other: Value) -> bool:
    """Return whether two numbers are the same within 1e-9, or two texts are."""
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return same(one, other)
