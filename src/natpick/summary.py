"""A selection at a glance: what its picks tell together step by step, and what to doubt."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from natpick.account import Account, Together
from natpick.criterion import TIE
from natpick.explanation import Record, both
from natpick.step import Step

NOISE_LEVEL = 0.05
"""A relevance that chance gives more often than this to the best candidate is within noise."""

FEWEST_ROWS = 5
"""With fewer rows a cell of S than this, on average, the sample is saturated."""

LESS = 0.5
"""A pick of less than this share of the runner-up's relevance was not made for what it tells."""


@dataclass(frozen=True, slots=True)
class Line:
    """One step of a summary, in nats.

    Attributes
    ----------
    step, feature, score, relevance : from 1; the pick, its score and MI(C, X_i).
    told, left : MI(C, S) and H(C | S) with S the picks so far; None where no account was kept,
        or the source can't condition on all of them.
    feature_type : the type of the pick given those before it.
    cells : into how many cells of S the rows fall.
    p_value : how probable it is that the best of the candidates has such a relevance by chance.
    """

    step: int
    feature: str
    score: float
    relevance: float
    told: float | None = None
    left: float | None = None
    feature_type: str | None = None
    cells: int | None = None
    p_value: float | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """A selection at a glance; ``str()`` is a table of text.

    Attributes
    ----------
    method, stop_reason, target_entropy : as of the selection.
    lines : one a step.
    remarks : what to doubt, and what to know of the numbers, in plain sentences.
    """

    method: str
    stop_reason: str
    target_entropy: float
    lines: tuple[Line, ...]
    remarks: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the summary as plain dicts, lists, strings and numbers."""
        return {**asdict(self), "lines": [asdict(line) for line in self.lines]} | {
            "remarks": list(self.remarks)
        }

    def table(self) -> list[tuple[str, ...]]:
        """Return headers and lines as text, without the columns that nothing is known of."""
        rows = [COLUMNS, *(_cells_of(line) for line in self.lines)]
        known = [c for c in range(len(COLUMNS)) if c < KNOWN or any(row[c] for row in rows[1:])]
        return [tuple(row[c] for c in known) for row in rows]

    def __str__(self) -> str:
        rows = self.table()
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        head = (
            f"{len(self.lines)} features by {self.method}, in nats; H(C) = "
            f"{self.target_entropy:.4f}; {self.stop_reason}."
        )
        lines = ["  ".join(map(_set, row, widths, rows[0])).rstrip() for row in rows]
        return "\n".join([head, "", *lines, *[f"- {remark}" for remark in self.remarks]])


COLUMNS = ("step", "feature", "score", "relevance", "MI(C,S)", "H(C|S)", "cells", "type")

KNOWN = 4
"""The first so many columns are always known."""


def _set(cell: str, width: int, header: str) -> str:
    """Return a cell of a column of text: words to the left, numbers to the right."""
    return cell.ljust(width) if header in ("feature", "type") else cell.rjust(width)


def _cells_of(line: Line) -> tuple[str, ...]:
    numbers = (line.score, line.relevance, line.told, line.left)
    return (
        str(line.step),
        line.feature,
        *("" if number is None else f"{number + 0.0:.4f}" for number in numbers),
        "" if line.cells is None else str(line.cells),
        line.feature_type or "",
    )


def summarize(record: Record, method: str, stop_reason: str, target_entropy: float) -> Summary:
    """Return the summary of a selection."""
    account = record.account
    together = account.together if account else ()
    lines = tuple(
        _line(n, step, together[n - 1] if together else None, target_entropy)
        for n, step in enumerate(record.steps, 1)
    )
    remarks = (*_on_account(account), *_on_rows(account, lines), *_on_noise(lines, record.steps))
    return Summary(
        method,
        stop_reason,
        target_entropy,
        lines,
        (*remarks, *_on_diversity(record), *_on_rises(record.steps)),
    )


def _line(n: int, step: Step, together: Together | None, target_entropy: float) -> Line:
    if together is None:
        return Line(n, step.name, step.score, step.relevance)
    return Line(
        n,
        step.name,
        step.score,
        step.relevance,
        told=max(0.0, target_entropy - together.left),
        left=together.left,
        feature_type=together.feature_type,
        cells=together.cells,
        p_value=together.p_value,
    )


def _on_account(account: Account | None) -> Iterator[str]:
    if account is None:
        yield "MI(C,S) and H(C|S) were not asked for; select with explain=True to have them."
    elif not account.together:
        yield "MI(C,S) and H(C|S) are not known: the source can't condition on all of S."


def _on_rows(account: Account | None, lines: Sequence[Line]) -> Iterator[str]:
    """Say from where on cells are too many for the rows: MI(C,S) is then that of chance too."""
    if account is None or account.n_rows is None:
        return
    n = account.n_rows
    full = [line for line in lines if line.cells is not None and n < FEWEST_ROWS * line.cells]
    if not full:
        yield (
            f"MI(C,S) and H(C|S) are of the {n} rows; chance adds the more to MI(C,S) the more "
            "cells S has."
        )
        return
    yield (
        f"From step {full[0].step} on the sample is saturated, its {n} rows in {full[0].cells} "
        "cells of S: MI(C,S) and H(C|S), and the types, then tell of these rows and little beyond."
    )


def _on_noise(lines: Sequence[Line], steps: Sequence[Step]) -> Iterator[str]:
    doubtful = [
        f"{line.feature} at step {line.step} (p = {line.p_value:.2g})"
        for line, step in zip(lines, steps, strict=True)
        if not step.kept and line.p_value is not None and line.p_value > NOISE_LEVEL
    ]
    if doubtful:
        yield (
            f"Relevance within noise: {both(doubtful)}. By chance alone the best of the candidates "
            "would tell as much (G-test of MI(C, X_i), for their number), so it was picked for "
            "what it tells together with others, or for nothing."
        )


def _on_diversity(record: Record) -> Iterator[str]:
    found = [
        f"{step.name} at step {n} ({step.relevance:.3g} nats alone, {step.runner_up_name} "
        f"{record.relevance[step.runner_up]:.3g})"
        for n, step in enumerate(record.steps, 1)
        if n > 1
        and step.runner_up is not None
        and not step.kept
        and not step.tied
        and step.class_redundancy - step.redundancy <= TIE
        and step.relevance < LESS * record.relevance[step.runner_up]
    ]
    if found:
        yield (
            f"Picked mostly because it repeats nobody: {both(found)}. The runner-up tells more "
            "than twice as much alone, and lost by what it repeats."
        )


def _on_rises(steps: Sequence[Step]) -> Iterator[str]:
    rises = [
        str(n)
        for n, (before, step) in enumerate(pairwise(steps), 2)
        if step.score > before.score + TIE and not before.kept
    ]
    if rises:
        yield (
            f"The score rises at step {both(rises)}: scores need not fall, since each is given the "
            "picks before it, and a partner of theirs tells more with them."
        )
