"""The figure of MBR_2, the minimum Bayes risk of the first two picks, over k'."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from natpick.report.canvas import new_figure
from natpick.theory.publication.curves import Curve
from natpick.theory.publication.drawing import (
    COLOURS,
    INK,
    QUIET,
    SHADES,
    SYMBOLS,
    TITLES,
    log_k_prime,
    quiet_axes,
    title,
)
from natpick.theory.publication.regions import Threshold
from natpick.theory.publication.setting import BLIND, GRID, D, W

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_TOP: Final = 0.56
_NAMED_AT: Final = 0.06
"""The k' at which the curves are named."""


def risk_figure(curves: Mapping[str, Curve], thresholds: Sequence[Threshold]) -> Figure:
    """Return MBR_2 of every method over k'; those with the same curve share its name."""
    figure = new_figure(8.6, 3.8)
    axes = figure.subplots()
    first, border = (t.k_prime for t in thresholds if t.method == BLIND[0])
    _shade(axes, (GRID[0], first, border, GRID[-1]))
    for methods in alike(curves):
        blind = methods[0] in BLIND
        colour, width = (COLOURS[D], 1.6) if blind else (COLOURS[W], 4.0)
        _draw(axes, curves[methods[0]], border, colour, width)
        names = ", ".join(TITLES[method] for method in methods)
        k_prime, risk = curves[methods[0]].k_prime, curves[methods[0]].risk
        height = float(np.interp(_NAMED_AT, k_prime, risk)) + 0.012
        axes.text(0.0115, height, names, color=colour, fontsize=9, va="bottom")
    log_k_prime(axes)
    quiet_axes(axes)
    axes.set_ylim(-0.012, _TOP)
    axes.set_ylabel(r"$\mathrm{MBR}_2$", color=INK, fontsize=9)
    _mark_drop(axes, border)
    title(figure, r"$\mathrm{MBR}_2$, the minimum Bayes risk of the first two picks")
    return figure


def alike(curves: Mapping[str, Curve]) -> list[tuple[str, ...]]:
    """Return the methods in groups with the same MBR_2 at every k'."""
    groups: dict[tuple[float, ...], list[str]] = {}
    for method, curve in curves.items():
        groups.setdefault(curve.risk, []).append(method)
    return [tuple(group) for group in groups.values()]


def _shade(axes: Axes, ends: Sequence[float]) -> None:
    for region, low, high in zip(SHADES, ends, ends[1:], strict=False):
        axes.axvspan(low, high, color=SHADES[region], linewidth=0, alpha=0.55)
        middle = math.sqrt(low * high)
        axes.text(middle, 0.525, region, ha="center", color=QUIET, fontsize=9, weight="bold")


def _draw(axes: Axes, curve: Curve, border: float, colour: str, width: float) -> None:
    """Draw a curve on both sides of the border, where it may drop."""
    k_prime, risk = np.array(curve.k_prime), np.array(curve.risk)
    for side in (k_prime < border, k_prime > border):
        axes.plot(k_prime[side], risk[side], color=colour, linewidth=width, zorder=9 - width)


def _mark_drop(axes: Axes, border: float) -> None:
    height = (math.pi - math.atan(border)) / (2 * math.pi)
    axes.plot([border, border], [0, height], color=COLOURS[D], linestyle="dotted", linewidth=1.2)
    text = f"{SYMBOLS[W]} is picked second\nfrom $k'$ = {border:.9f} on"
    axes.text(border * 1.08, 0.2, text, color=INK, fontsize=8, va="center")
    formula = r"$\frac{\pi-\arctan k'-10^{-6}}{2\pi}$"
    axes.text(0.2, 0.37, formula, color=COLOURS[D], fontsize=12, va="center")
