"""The figure of the objective values at the second step, over k' (Section 6.4.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from natpick.criterion import TIE
from natpick.report.canvas import new_figure
from natpick.theory.publication.curves import CANDIDATES, Curve
from natpick.theory.publication.drawing import (
    COLOURS,
    DASHES,
    INK,
    QUIET,
    SYMBOLS,
    TITLES,
    log_k_prime,
    quiet_axes,
    title,
)
from natpick.theory.publication.regions import Threshold
from natpick.theory.publication.setting import BLIND, D, W, Z

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLUMNS: Final = 2
_APART: Final = 0.065
"""How far the names of curves are kept apart, of the height of a panel."""

_TARGETS: Final = {"cmim": r" (equal to $\mathrm{OF}'$)", "jmim": r" (equal to $\mathrm{OF}$)"}
"""What the last method of a panel is equal to, |S| being 1."""


def second_step_figure(curves: Mapping[str, Curve], thresholds: Sequence[Threshold]) -> Figure:
    """Return what each method scores the candidates after X; equal methods share a panel."""
    groups = alike(curves)
    rows = -(-len(groups) // _COLUMNS)
    figure = new_figure(8.6, 2.9 * rows)
    panels = figure.subplots(rows, _COLUMNS, squeeze=False)
    for n, (axes, methods) in enumerate(zip(panels.ravel(), groups, strict=False)):
        _draw(axes, curves[methods[0]], labelled=n >= _COLUMNS * (rows - 1))
        names = ", ".join(TITLES[method] for method in methods)
        label = f"{names}{_TARGETS.get(methods[-1], '')}"
        axes.set_title(label, loc="left", fontsize=9.5, color=INK)
        if methods[0] in BLIND:
            _mark_borders(axes, thresholds)
    for axes in panels[:, 0]:
        axes.set_ylabel("nats", color=INK, fontsize=9)
    for axes in panels.ravel()[len(groups) :]:
        axes.set_visible(False)
    title(figure, "Objective values of the candidates at the second step, after $X$")
    return figure


def alike(curves: Mapping[str, Curve]) -> list[tuple[str, ...]]:
    """Return the methods in groups whose values at the second step are the same."""
    groups: list[list[str]] = []
    for method, curve in curves.items():
        group = next((g for g in groups if _same(curves[g[0]], curve)), None)
        if group is None:
            groups.append([method])
        else:
            group.append(method)
    return [tuple(group) for group in groups]


def _same(one: Curve, other: Curve) -> bool:
    return all(
        np.allclose(one.second_step[name], other.second_step[name], rtol=0, atol=TIE)
        for name in CANDIDATES
    )


def _draw(axes: Axes, curve: Curve, *, labelled: bool) -> None:
    for name in CANDIDATES:
        axes.plot(
            curve.k_prime,
            curve.second_step[name],
            color=COLOURS[name],
            linestyle=DASHES[name],
            linewidth=1.8,
        )
    log_k_prime(axes, labelled=labelled)
    quiet_axes(axes)
    _name_curves(axes, {name: curve.second_step[name][-1] for name in CANDIDATES})


def _name_curves(axes: Axes, ends: Mapping[str, float]) -> None:
    """Write the names to the right of where the curves end, none over another."""
    low, high = axes.get_ylim()
    for name, place in spread(ends, _APART * (high - low)).items():
        axes.annotate(
            SYMBOLS[name],
            (1.0, place),
            xycoords=("axes fraction", "data"),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            fontsize=9,
            color=COLOURS[name],
            annotation_clip=False,
        )


def spread(ends: Mapping[str, float], apart: float) -> dict[str, float]:
    """Return places that are ``apart`` at least, those that had to move around their mean."""
    groups: list[list[str]] = []
    for name in sorted(ends, key=lambda name: ends[name]):
        groups.append([name])
        while len(groups) > 1 and _gap(groups[-2], groups[-1], ends, apart) < apart:
            last = groups.pop()
            groups[-1] += last
    return {
        name: _mean(names, ends) + (n - (len(names) - 1) / 2) * apart
        for names in groups
        for n, name in enumerate(names)
    }


def _mean(names: Sequence[str], ends: Mapping[str, float]) -> float:
    return sum(ends[name] for name in names) / len(names)


def _gap(low: Sequence[str], high: Sequence[str], ends: Mapping[str, float], apart: float) -> float:
    """Return how far the lowest place of a group is above the highest of another."""
    halves = (len(low) + len(high) - 2) / 2 * apart
    return _mean(high, ends) - _mean(low, ends) - halves


def _mark_borders(axes: Axes, thresholds: Sequence[Threshold]) -> None:
    """Mark where X - k'Y overtakes the others: there MIFS and maxMIFS change their order."""
    borders = [t.k_prime for t in thresholds if t.method == BLIND[0]]
    for border, rival, side in zip(borders, (D, Z), ("right", "left"), strict=True):
        axes.axvline(border, color=QUIET, linewidth=0.8, linestyle="dotted")
        axes.text(
            border * (0.92 if side == "right" else 1.08),
            0.04,
            f"{SYMBOLS[W]} overtakes\n{SYMBOLS[rival]} at {border:.6f}",
            transform=axes.get_xaxis_transform(),
            ha=side,
            fontsize=7.5,
            color=QUIET,
        )
