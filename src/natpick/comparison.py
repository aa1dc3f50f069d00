"""The selections of several methods on the same data, side by side."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

from natpick import document
from natpick.selection import Selection

FORM = "natpick.comparison/1"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The selections of several methods, from one shared set of terms.

    ``comparison["jmi"]`` is the selection by JMI.

    Attributes
    ----------
    selections : the selection of each method, in the order of the table of criteria.
    """

    selections: Mapping[str, Selection]

    @property
    def methods(self) -> list[str]:
        """The methods compared."""
        return list(self.selections)

    def __getitem__(self, method: str) -> Selection:
        return self.selections[method]

    def __iter__(self) -> Iterator[str]:
        return iter(self.selections)

    def __len__(self) -> int:
        return len(self.selections)

    def __repr__(self) -> str:
        k = max(len(selection) for selection in self.selections.values())
        return f"<Comparison of {len(self)} methods, {k} features each: {', '.join(self.methods)}>"

    def ranking(self) -> dict[str, dict[str, int]]:
        """Return, for each feature that any method picked, the step (from 1) at which each did.

        Features that most methods picked come first, then those picked earliest.
        """
        picked: dict[str, dict[str, int]] = {}
        for method, selection in self.selections.items():
            for place, name in enumerate(selection.names, 1):
                picked.setdefault(name, {})[method] = place
        order = sorted(picked, key=lambda name: (-len(picked[name]), sum(picked[name].values())))
        return {name: picked[name] for name in order}

    def agreement(self) -> dict[str, dict[str, float]]:
        """Return the share of picks that two methods have in common, for every two methods.

        The Jaccard index of the sets picked, ``|A and B| / |A or B|``: 1 where they are the same.
        """
        sets = {method: set(s.indices) for method, s in self.selections.items()}
        return {a: {b: _jaccard(x, y) for b, y in sets.items()} for a, x in sets.items()}

    def to_frame(self, backend: Literal["pandas", "polars", "pyarrow"] = "pandas") -> Any:
        """Return the ranking as a table: a row a feature, a column a method, steps from 1."""
        import narwhals as nw

        ranking = self.ranking()
        columns: dict[str, Any] = {"feature": list(ranking)}
        for method in self.methods:
            columns[method] = [places.get(method) for places in ranking.values()]
        schema = {"feature": nw.String(), **dict.fromkeys(self.methods, nw.Float64())}
        return nw.from_dict(columns, schema=schema, backend=backend).to_native()

    def to_dict(self) -> dict[str, Any]:
        """Return the whole comparison as plain dicts, lists, strings and numbers."""
        return {
            "form": FORM,
            "selections": {m: s.to_dict() for m, s in self.selections.items()},
            "ranking": self.ranking(),
            "agreement": self.agreement(),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the comparison that ``to_dict`` described."""
        return cls({m: Selection.from_dict(s) for m, s in data["selections"].items()})

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """Return the comparison as JSON text, and write it to ``path`` if one is given."""
        return document.saved(self.to_dict(), path)

    @classmethod
    def from_json(cls, source: str | os.PathLike[str]) -> Self:
        """Return the comparison that ``to_json`` described, from its text or its file's path."""
        return cls.from_dict(document.loads(source, FORM))

    def report(self, path: str | os.PathLike[str]) -> None:
        """Write a self-contained HTML page: who picked what, and how far they agree."""
        from natpick.report.page import comparison_page

        document.write(path, comparison_page(self))


def _jaccard(a: set[int], b: set[int]) -> float:
    return len(a & b) / len(a | b) if a | b else 1.0
