"""The terms of each step as a matplotlib figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from natpick.report.canvas import new_figure
from natpick.report.stack import Term, adds_up, blocks
from natpick.report.style import LIGHT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.container import BarContainer
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    from natpick.report.result import SelectionResult
    from natpick.step import Step

LONGEST_NAME = 32
"""Characters of a feature's name that the figure has room for."""


def ledger_figure(selection: SelectionResult) -> Figure:
    """Return a figure of what each pick was picked for, in nats.

    Relevance and complementarity stack to the right of 0, redundancy to the left, all as the
    criterion weighs them; a diamond marks the score. Where the score is not their sum it has
    an axis of its own, for it need not be in nats.
    """
    steps = selection.steps
    together = adds_up(steps)
    figure = new_figure(8.0, 1.8 + 0.36 * max(1, len(steps)))
    if together:
        terms = scores = figure.subplots()
    else:
        terms, scores = figure.subplots(1, 2, sharey=True, width_ratios=(3, 1))
        scores.set_xlabel("score (its own scale)")
    handles = [*_draw_terms(terms, steps), _draw_scores(scores, steps)]
    _name_steps(terms, steps)
    terms.set_xlabel("nats, as the method weighs them")
    figure.suptitle(f"What each pick by {selection.method} was picked for", parse_math=False)
    figure.legend(handles=handles, loc="outside lower center", ncols=4, frameon=False)
    return figure


def _draw_terms(axes: Axes, steps: Sequence[Step]) -> list[BarContainer]:
    stacks = [blocks(step) for step in steps]
    axes.use_sticky_edges = False
    axes.axvline(0, color=LIGHT["ink"], linewidth=0.8)
    return [
        axes.barh(
            range(1, len(steps) + 1),
            [stack[n].width for stack in stacks],
            left=[stack[n].left for stack in stacks],
            height=0.6,
            color=LIGHT[term.value],
            label=term.value,
        )
        for n, term in enumerate(Term)
    ]


def _draw_scores(axes: Axes, steps: Sequence[Step]) -> Line2D:
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    (line,) = axes.plot(
        [step.score for step in steps],
        range(1, len(steps) + 1),
        linestyle="none",
        marker="D",
        markersize=6,
        color=LIGHT["ink"],
        markeredgecolor=LIGHT["paper"],
        label="score",
    )
    return line


def _name_steps(axes: Axes, steps: Sequence[Step]) -> None:
    labels = [f"{short(step.name)}  {n}" for n, step in enumerate(steps, 1)]
    axes.set_yticks(range(1, len(steps) + 1), labels, parse_math=False)
    axes.set_ylim(len(steps) + 0.6, 0.4)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)


def short(name: str) -> str:
    """Return a name, cut where the figure has no room for more."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
