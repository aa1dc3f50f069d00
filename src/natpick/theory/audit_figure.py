"""An audit as a matplotlib figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from natpick.report.canvas import new_figure
from natpick.report.style import LIGHT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    from natpick.theory.audited import Audit


def audit_figure(audit: Audit) -> Figure:
    """Return a figure of what a method and the ideal leave of the target, step by step.

    On the left H(C | S) in nats, on the right the minimum Bayes risk; the ideal stays where it
    stopped, and a cross marks the steps at which the method goes wrong.
    """
    figure = new_figure(8.0, 3.6)
    left, right = figure.subplots(1, 2)
    handles = _draw(left, audit, audit.unexplained, audit.ideal_unexplained)
    _draw(right, audit, audit.risk, audit.ideal_risk)
    left.set_ylabel("H(C|S), nats")
    right.set_ylabel("minimum Bayes risk")
    figure.suptitle(f"{audit.method} beside the ideal", parse_math=False)
    figure.legend(handles=handles, loc="outside lower center", ncols=3, frameon=False)
    return figure


def _draw(
    axes: Axes, audit: Audit, method: Sequence[float], ideal: Sequence[float]
) -> list[Line2D]:
    steps = range(len(method))
    stays = [*ideal, *[ideal[-1]] * (len(method) - len(ideal))]
    wrong = [t for t, step in enumerate(audit.steps, 1) if step.wrong]
    (of_ideal,) = axes.plot(steps, stays, color=LIGHT["relevance"], marker="o", label="ideal")
    (of_method,) = axes.plot(
        steps, method, color=LIGHT["redundancy"], marker="D", label=audit.method
    )
    (mistakes,) = axes.plot(
        wrong,
        [method[t] for t in wrong],
        color=LIGHT["ink"],
        linestyle="none",
        marker="x",
        markersize=11,
        label="wrong pick",
    )
    names = ["", *(step.pick for step in audit.steps)]
    axes.set_xticks(steps, names, rotation=30, ha="right", parse_math=False)
    axes.set_ylim(bottom=0)
    axes.spines[["top", "right"]].set_visible(False)
    return [of_ideal, of_method, mistakes]
