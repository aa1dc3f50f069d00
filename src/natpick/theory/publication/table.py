"""A table of entries, printed in the paper or not."""

from dataclasses import asdict, dataclass
from typing import Any

from natpick.theory.publication.entry import Entry


@dataclass(frozen=True, slots=True)
class Table:
    """Entries under a title.

    Attributes
    ----------
    key : its name in JSON and in links.
    title : what it shows.
    place : where the paper prints it, or that it does not.
    entries : its rows.
    note : what there is to know of all of them.
    """

    key: str
    title: str
    place: str
    entries: tuple[Entry, ...]
    note: str = ""

    @property
    def agreeing(self) -> int:
        """How many entries agree with what is printed."""
        return sum(entry.agrees is True for entry in self.entries)

    @property
    def differing(self) -> int:
        """How many entries differ from what is printed."""
        return sum(entry.agrees is False for entry in self.entries)

    def to_dict(self) -> dict[str, Any]:
        """Return the table as plain values."""
        return {
            "key": self.key,
            "title": self.title,
            "place": self.place,
            "note": self.note,
            "agreeing": self.agreeing,
            "differing": self.differing,
            "entries": [asdict(entry) for entry in self.entries],
        }
