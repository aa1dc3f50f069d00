"""The result of selecting again and again from other rows: who is picked how often."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

import numpy as np

from natpick import document
from natpick.resampling.nogueira import Estimate, nogueira
from natpick.resampling.stability_text import stability_text, told
from natpick.terms import Flags

FORM = "natpick.stability/1"

Picks = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Stability:
    """How far what a method picks depends on which rows it happened to see.

    Holds no data: it can be pickled, saved as JSON and read anywhere.

    Attributes
    ----------
    features : the names of all features of the table.
    picks : for each method and sample of the rows the indices picked, in order.
    sample : how the rows were drawn.
    fixed : the features that no sample could decide on: those that must be kept, those excluded or
        set aside, and columns of groups. The index is of the others.
    notes : what a reader should know before trusting the result.
    """

    features: tuple[str, ...]
    picks: Mapping[str, Picks]
    sample: str
    fixed: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def methods(self) -> list[str]:
        """The methods that were tried."""
        return list(self.picks)

    @property
    def n_resamples(self) -> int:
        """How many samples were drawn."""
        return len(self.picks[self.methods[0]])

    @property
    def index(self) -> dict[str, float | None]:
        """Each method's stability: 1 is the same set every time, 0 what chance would pick.

        None where no sample picked anything, or every sample all.
        """
        found = {method: self._estimate(method) for method in self.picks}
        return {method: None if e is None else e.index for method, e in found.items()}

    @property
    def interval(self) -> dict[str, tuple[float, float] | None]:
        """The confidence interval of each method's stability, of 95 %."""
        found = {method: self._estimate(method) for method in self.picks}
        return {method: None if e is None else (e.low, e.high) for method, e in found.items()}

    @property
    def frequency(self) -> dict[str, dict[str, float]]:
        """For each method the share of samples that picked each feature.

        The features that all methods together picked most come first.
        """
        shares = {method: self._picked(method).mean(axis=0) for method in self.picks}
        order = np.argsort(-np.sum(list(shares.values()), axis=0), kind="stable").tolist()
        return {
            method: {self.features[f]: float(share[f]) for f in order}
            for method, share in shares.items()
        }

    def along(self, method: str) -> list[Estimate | None]:
        """Return the stability of a method's first 1, 2, ... picks."""
        longest = max(map(len, self.picks[method]))
        return [self._estimate(method, k) for k in range(1, longest + 1)]

    def __repr__(self) -> str:
        each = ", ".join(f"{method} {told(index)}" for method, index in self.index.items())
        return f"<Stability from {self.n_resamples} samples ({self.sample}): {each}>"

    def __str__(self) -> str:
        return stability_text(self)

    def to_frame(self, backend: Literal["pandas", "polars", "pyarrow"] = "pandas") -> Any:
        """Return the frequencies as a table: a row a feature, a column a method."""
        import narwhals as nw

        shares = self.frequency
        columns: dict[str, Any] = {"feature": list(shares[self.methods[0]])}
        columns |= {method: list(share.values()) for method, share in shares.items()}
        return nw.from_dict(columns, backend=backend).to_native()

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result as plain dicts, lists, strings and numbers."""
        return {
            "form": FORM,
            "sample": self.sample,
            "index": self.index,
            "interval": {m: None if i is None else list(i) for m, i in self.interval.items()},
            "frequency": self.frequency,
            "picks": {m: [list(each) for each in picks] for m, picks in self.picks.items()},
            "features": list(self.features),
            "fixed": list(self.fixed),
            "notes": list(self.notes),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the result that ``to_dict`` described."""
        picks = {m: tuple(map(tuple, picks)) for m, picks in data["picks"].items()}
        fixed, notes = tuple(data["fixed"]), tuple(data["notes"])
        return cls(tuple(data["features"]), picks, data["sample"], fixed, notes)

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """Return the result as JSON text, and write it to ``path`` if one is given."""
        return document.saved(self.to_dict(), path)

    @classmethod
    def from_json(cls, source: str | os.PathLike[str]) -> Self:
        """Return the result that ``to_json`` described, from its text or its file's path."""
        return cls.from_dict(document.loads(source, FORM))

    def plot(self) -> Any:
        """Return a matplotlib figure: who is picked how often, and the index along the picks."""
        from natpick.resampling.stability_figure import stability_figure

        return stability_figure(self)

    def _estimate(self, method: str, k: int | None = None) -> Estimate | None:
        decided = np.ones(len(self.features), dtype=np.bool_)
        decided[list(self.fixed)] = False
        return nogueira(self._picked(method, k)[:, decided])

    def _picked(self, method: str, k: int | None = None) -> Flags:
        """Return whether each sample picked each feature, among its first k if k is given."""
        picked = np.zeros((self.n_resamples, len(self.features)), dtype=np.bool_)
        for row, indices in zip(picked, self.picks[method], strict=True):
            row[list(indices[:k])] = True
        return picked
