"""The atlas: how every method departs from the ideal search, family by family."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, Self

from natpick import document
from natpick.naming import nearest
from natpick.theory.failures.departure import Departure, together
from natpick.theory.failures.walk import STEPS

FORM = "natpick.atlas/1"

ALL = "all"
"""What all families together are called."""


@dataclass(frozen=True, slots=True)
class Atlas:
    """How often and how badly each method departs from the ideal search, family by family.

    Attributes
    ----------
    seed, size : what the distributions were drawn by, and how many of each family.
    families : by name, what the distributions of a family have in common.
    departures : one for each method and family, methods in the order of the table.
    """

    seed: int
    size: int
    families: Mapping[str, str]
    departures: tuple[Departure, ...]

    @property
    def methods(self) -> list[str]:
        """The methods, in the order of the table of criteria."""
        return list(dict.fromkeys(d.method for d in self.departures))

    @property
    def ranking(self) -> list[str]:
        """The methods, those least behind the ideal on all families together first."""
        return sorted(self.methods, key=lambda method: self.departure(method).mean_behind)

    def __str__(self) -> str:
        from natpick.theory.failures.text import text

        return text(self)

    def departure(self, method: str, family: str = ALL) -> Departure:
        """Return how a method departs from the ideal on a family, or on all of them together."""
        if method not in self.methods:
            raise ValueError(f"Unknown method {method!r}.{nearest(method, self.methods)}")
        of_method = {d.family: d for d in self.departures if d.method == method}
        if family == ALL:
            return together(ALL, of_method.values())
        if family not in of_method:
            raise ValueError(f"Unknown family {family!r}.{nearest(family, [*of_method, ALL])}")
        return of_method[family]

    def to_frame(self, backend: Literal["pandas", "polars", "pyarrow"] = "pandas") -> Any:
        """Return shares and means as a table, a row for each method and family, and for all."""
        import narwhals as nw

        rows = [self.departure(m, f) for m in self.methods for f in (*self.families, ALL)]
        return nw.from_dict(_columns(rows), backend=backend).to_native()

    def to_dict(self) -> dict[str, Any]:
        """Return the whole atlas as plain dicts, lists, strings and numbers."""
        return {
            "form": FORM,
            "seed": self.seed,
            "size": self.size,
            "families": dict(self.families),
            "departures": [_plain(d) for d in self.departures],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the atlas that ``to_dict`` described."""
        return cls(
            seed=data["seed"],
            size=data["size"],
            families=dict(data["families"]),
            departures=tuple(_departure(d) for d in data["departures"]),
        )

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """Return the atlas as JSON text, and write it to ``path`` if one is given."""
        return document.saved(self.to_dict(), path)

    @classmethod
    def from_json(cls, source: str | os.PathLike[str]) -> Self:
        """Return the atlas that ``to_json`` described, from its text or its file's path."""
        return cls.from_dict(document.loads(source, FORM))

    def plot(self) -> Any:
        """Return a matplotlib figure: how often picks are wrong, by method and family."""
        from natpick.theory.failures.figure import atlas_figure

        return atlas_figure(self)


def _columns(rows: Sequence[Departure]) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {
        "method": [d.method for d in rows],
        "family": [d.family for d in rows],
        "distributions": [d.distributions for d in rows],
    }
    for step in range(STEPS):
        columns[f"wrong_{step + 1}"] = [d.wrong_shares[step] for d in rows]
        columns[f"regret_{step + 1}"] = [d.mean_regrets[step] for d in rows]
        columns[f"worst_regret_{step + 1}"] = [d.worst_regret[step] for d in rows]
    return columns | {
        "wrong": [d.wrong_share for d in rows],
        "wasted": [d.wasted_share for d in rows],
        "behind": [d.mean_behind for d in rows],
        "worst_behind": [d.worst_behind for d in rows],
        "risk": [d.mean_risk for d in rows],
        "worst_risk": [d.worst_risk for d in rows],
        "ahead": [d.ahead_share for d in rows],
    }


def _plain(found: Departure) -> dict[str, Any]:
    return {k: list(v) if isinstance(v, tuple) else v for k, v in asdict(found).items()}


def _departure(data: Mapping[str, Any]) -> Departure:
    fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
    return Departure(**fields)
