"""A path as text: a row for every number of features."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from natpick.resampling.path import Path

BEST, FEWEST = "*", "<"
"""Marks of the best number of features, and of the fewest within one standard error of it."""


def path_text(path: Path) -> str:
    """Return a heading, a table with a row for every k, and what the marks mean."""
    rows = [["k", *path.methods], *(_row(path, k) for k in range(1, len(path) + 1))]
    if len(path.methods) == 1:
        rows[0].append("picked at this step, in most folds")
        rows[1:] = [[*row, _usual(path, k)] for k, row in enumerate(rows[1:], 1)]
    chosen = path[path.best_method]
    return "\n".join(
        [
            f"{path.scoring} of {path.estimator} on held-out rows: mean ± standard error of "
            f"{path.n_folds} folds",
            "",
            *aligned(rows),
            "",
            f"{BEST} best, {FEWEST} fewest features within one standard error of it. By "
            f"{path.best_method}: {chosen.best_k} and {chosen.one_standard_error_k}.",
            f"{path.best_method} picks from all rows: {', '.join(path.selection.names)}.",
            *(f"Note: {note}" for note in path.notes),
        ]
    )


def aligned(rows: list[list[str]]) -> list[str]:
    """Return rows as lines, the columns below each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _row(path: Path, k: int) -> list[str]:
    return [str(k), *(_cell(path[method], k) for method in path.methods)]


def _cell(path: Path, k: int) -> str:
    (method,) = path.methods
    mean, error = path.mean[method][k - 1], path.standard_error[method][k - 1]
    best = BEST if k == path.best_k else ""
    fewest = FEWEST if k == path.one_standard_error_k else ""
    return f"{mean:.4f} ± {error:.4f} {best}{fewest}".rstrip()


def _usual(path: Path, k: int) -> str:
    (picks,) = path.picks.values()
    ((name, times),) = Counter(fold[k - 1] for fold in picks).most_common(1)
    return f"{name} ({times} of {path.n_folds})"
