"""A stability as text: the index of each method, and who was picked how often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from natpick.resampling.path_text import aligned

if TYPE_CHECKING:
    from natpick.resampling.stability import Stability

SHOWN = 20
"""How many features the table has at most."""


def stability_text(stability: Stability) -> str:
    """Return the index and interval of each method, and a table of the features picked most."""
    shares = stability.frequency
    rows = [["picked in a share of", *stability.methods]]
    for name in shares[stability.methods[0]]:
        each = [share[name] for share in shares.values()]
        if any(each):
            rows.append([name, *(f"{share:.2f}" for share in each)])
    more = len(rows) - 1 - SHOWN
    return "\n".join(
        [
            f"Stability of what is picked from {stability.n_resamples} samples of the rows "
            f"({stability.sample}):",
            "1 is the same set every time, 0 what chance would pick.",
            "",
            *aligned([["", "index", "95 % interval"], *map(_line, *_estimates(stability))]),
            "",
            *aligned(rows[: SHOWN + 1]),
            *([f"and {more} more"] if more > 0 else []),
            *([""] if stability.notes else []),
            *(f"Note: {note}" for note in stability.notes),
        ]
    )


def told(index: float | None) -> str:
    """Return an index of stability as text."""
    return "undefined" if index is None else f"{index:.2f}"


def _estimates(
    stability: Stability,
) -> tuple[list[str], list[float | None], list[tuple[float, float] | None]]:
    return (
        stability.methods,
        list(stability.index.values()),
        list(stability.interval.values()),
    )


def _line(method: str, index: float | None, ends: tuple[float, float] | None) -> list[str]:
    return [method, told(index), "" if ends is None else f"{ends[0]:.2f} to {ends[1]:.2f}"]
