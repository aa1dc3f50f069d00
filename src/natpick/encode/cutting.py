"""What a user asks of the cutting: a rule, how many bins, edges of some columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from natpick.encode.cut_rules import CUT_RULES, CutRule
from natpick.encode.edges import MOST_BINS, Edges
from natpick.encode.reals import WHOLE_LEVELS
from natpick.naming import nearest, position

OTHERS = "*"
"""What stands for all columns without edges of their own."""

Cut = str | Mapping[str, Any]
"""The name of a rule, or edges by the name of their column, and under "*" the others' rule."""


@dataclass(frozen=True, slots=True)
class Cutting:
    """How numbers are cut.

    Attributes
    ----------
    rule : the row of the table of rules.
    bins : into how many bins at most; None is the default.
    edges : the cut points of columns that have their own, by name or index.
    """

    rule: CutRule = CUT_RULES["frequency"]
    bins: int | None = None
    edges: Mapping[str | int, Edges] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse a number of bins that cannot be."""
        bins: Any = self.bins
        if bins is None:
            return
        whole = isinstance(bins, int | np.integer) and not isinstance(bins, bool)
        if not whole or not 2 <= bins <= MOST_BINS:
            raise ValueError(
                f"bins is {bins!r}; it must be an integer from 2 to {MOST_BINS}, or None."
            )
        if self.rule.supervised:
            raise ValueError(
                f"bins={bins!r} can't be heeded: cut={self.rule.name!r} finds the number of bins "
                "itself. Leave bins out."
            )

    def most_bins(self, n_rows: int) -> int:
        """Return the number of bins asked for, or the default."""
        return default_bins(n_rows) if self.bins is None else int(self.bins)

    def edges_of(self, names: Sequence[str]) -> dict[int, Edges]:
        """Return the edges by the index of their column."""
        for name in self.edges:
            if isinstance(name, str) and name not in names:
                raise ValueError(
                    f"cut has edges for column {name!r}, which is not in X.{nearest(name, names)}"
                )
        return {position(names, name): edges for name, edges in self.edges.items()}

    def told(self, bins: int) -> str:
        """Return which numbers are cut, and how, as one phrase."""
        whole = f" (whole numbers: more than {WHOLE_LEVELS})" * (bins < WHOLE_LEVELS)
        number = "" if self.rule.supervised else f"{bins} "
        reason = DEFAULT if self.bins is None else "as asked"
        which = f"numbers with more than {bins} distinct values{whole} are cut into "
        how = f"{number}{self.rule.bins_of}" + f" ({reason})" * (not self.rule.supervised)
        own = f"; {len(self.edges)} column(s) at the edges given" * bool(self.edges)
        return which + how + own


DEFAULT = "the cube root of n, clipped to 2..10"


def default_bins(n_rows: int) -> int:
    """Return the whole part of the cube root of n, at least 2 and at most 10.

    With b bins a table (X_i, X_s) has b**2 cells: each gets b rows on average, so that a table
    (X_i, X_s, C) stays filled as long as there are no more classes than bins.
    """
    return next((bins for bins in range(10, 2, -1) if bins**3 <= n_rows), 2)


def cutting(cut: Cut, bins: int | None) -> Cutting:
    """Return what is asked of the cutting, checked."""
    if isinstance(cut, str):
        return Cutting(_rule(cut), bins)
    if isinstance(cut, Mapping):
        edges: dict[str | int, Edges] = {
            name: Edges.of(name, given) for name, given in cut.items() if name != OTHERS
        }
        return Cutting(_rule(cut.get(OTHERS, "frequency")), bins, edges)
    raise TypeError(
        f"cut={cut!r} is not allowed; give {', '.join(map(repr, CUT_RULES))}, or a mapping from "
        "column names to edges."
    )


def _rule(name: object) -> CutRule:
    if not isinstance(name, str) or name not in CUT_RULES:
        raise ValueError(
            f"cut={name!r} is no rule.{nearest(str(name), CUT_RULES)} Give one of these, or edges "
            f"by column name, and the rule of all others under {OTHERS!r}."
        )
    return CUT_RULES[name]
