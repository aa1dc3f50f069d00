"""The figure of the regions of k', after the paper's picture in Section 6.4.1."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from natpick.criteria import CRITERIA
from natpick.report.canvas import new_figure
from natpick.theory.publication.curves import Curve
from natpick.theory.publication.drawing import (
    INK,
    PAPER,
    QUIET,
    SHADES,
    SYMBOLS,
    TITLES,
    listed,
    log_k_prime,
    quiet_axes,
    title,
)
from natpick.theory.publication.orders import picks
from natpick.theory.publication.printed import PLACES, THRESHOLDS
from natpick.theory.publication.regions import Threshold
from natpick.theory.publication.setting import BLIND, GRID, W, plane_at

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_HEIGHT: Final = 0.8
_LEFT, _RIGHT = 0.5575, 0.5825
_CLOSE_UP: Final = {"mifs": "MIFS, maxMIFS", "mrmr": "mRMR"}
"""The rows of the close-up: maxMIFS changes its order where MIFS does."""

_MEANING: Final = {"(a)": "last", "(b)": "third", "(c)": "second, as it should be"}


def region_figure(curves: Mapping[str, Curve], thresholds: Sequence[Threshold]) -> Figure:
    """Return the order of every method over k', and a close-up of the first border."""
    figure = new_figure(8.6, 5.9)
    every, close = figure.subplots(2, 1, height_ratios=(3, 1.15))
    _draw_orders(every, [*BLIND, *(m for m in curves if m not in BLIND)], thresholds)
    _draw_close_up(close, thresholds)
    _explain_shades(figure)
    title(figure, "The order in which each method picks, over $k'$")
    return figure


def _draw_orders(axes: Axes, methods: Sequence[str], thresholds: Sequence[Threshold]) -> None:
    for row, method in enumerate(methods):
        ends = [GRID[0], *(t.k_prime for t in thresholds if t.method == method), GRID[-1]]
        for low, high in pairwise(ends):
            middle = math.sqrt(low * high)
            order = picks(plane_at(middle), CRITERIA[method]).open_names
            axes.barh(row, high - low, _HEIGHT, left=low, color=_shade(order), edgecolor=PAPER)
            axes.text(middle, row, listed(order), ha="center", va="center", color=INK, fontsize=8)
    log_k_prime(axes)
    axes.set_yticks(range(len(methods)), [TITLES[method] for method in methods])
    axes.set_ylim(len(methods) - 0.5, -0.5)
    _bare(axes)
    _name_regions(axes, thresholds)


def _shade(order: tuple[str, ...]) -> str:
    """Return the colour of an order, by the place of X - k'Y in it."""
    return SHADES["(c)" if order[1] == W else "(b)" if order[2] == W else "(a)"]


def _bare(axes: Axes) -> None:
    quiet_axes(axes)
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0, labelcolor=INK, labelsize=9)


def _name_regions(axes: Axes, thresholds: Sequence[Threshold]) -> None:
    first, second = (t.k_prime for t in thresholds if t.method == BLIND[0])
    ends = (GRID[0], first, second, GRID[-1])
    for region, (low, high) in zip(SHADES, pairwise(ends), strict=True):
        middle = math.sqrt(low * high)
        axes.text(middle, -0.65, region, ha="center", color=QUIET, fontsize=9, weight="bold")
    axes.text(second, -0.65, f"{second:.9f}", ha="center", color=INK, fontsize=8)


def _draw_close_up(axes: Axes, thresholds: Sequence[Threshold]) -> None:
    for row, method in enumerate(_CLOSE_UP):
        exact = next(t.k_prime for t in thresholds if t.method == method)
        axes.barh(row, exact - _LEFT, _HEIGHT, left=_LEFT, color=SHADES["(a)"])
        axes.barh(row, _RIGHT - exact, _HEIGHT, left=exact, color=SHADES["(b)"])
        axes.vlines(exact, row - _HEIGHT / 2, row + _HEIGHT / 2, color=INK, linewidth=1.2)
        axes.text(exact + 0.0002, row + 0.2, f"{exact:.9f}", color=INK, fontsize=8, va="center")
        for text, places in _printed(method).items():
            _mark_printed(axes, float(text), row, f"{text} in {places}", before=exact)
    axes.set_xlim(_LEFT, _RIGHT)
    axes.set_xticks([0.56, 0.57, 0.58])
    axes.set_yticks(range(len(_CLOSE_UP)), list(_CLOSE_UP.values()))
    axes.set_ylim(len(_CLOSE_UP) - 0.5, -0.5)
    _bare(axes)
    label = "$k'$ around the border of (a) and (b): exact, and as printed"
    axes.set_xlabel(label, color=INK, fontsize=9)


def _mark_printed(axes: Axes, k_prime: float, row: int, text: str, *, before: float) -> None:
    """Mark a printed border, its words on the side away from the exact one."""
    side = -1 if k_prime < before else 1
    place = row - 0.12
    axes.plot(k_prime, place, "o", color=PAPER, markeredgecolor=INK, markersize=5)
    axes.text(
        k_prime + side * 0.0003,
        place,
        text,
        color=QUIET,
        fontsize=7.5,
        va="center",
        ha="right" if side < 0 else "left",
    )


def _printed(method: str) -> dict[str, str]:
    """Return the values printed of the first border, each with the places that print it."""
    where: dict[str, list[str]] = {}
    for place, number in zip(PLACES, THRESHOLDS[method, "(a)/(b)"], strict=True):
        where.setdefault(number.text, []).append(place)
    return {text: " and ".join(places) for text, places in where.items()}


def _explain_shades(figure: Figure) -> None:
    from matplotlib.patches import Patch

    handles = [
        Patch(color=SHADES[region], label=f"{region} {SYMBOLS[W]} is picked {place}")
        for region, place in _MEANING.items()
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=3, frameon=False, fontsize=8.5)
