"""An atlas as a matplotlib figure: how often picks are wrong, and how far behind they end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from natpick.report.canvas import new_figure
from natpick.report.style import LIGHT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from natpick.terms import Floats
    from natpick.theory.failures.atlas import Atlas

COLOURS = "Blues"
"""A scale of one hue from light to dark, which reads the same without colour."""

DARK = 0.6
"""From this share of the scale on, numbers are printed in white."""


def atlas_figure(atlas: Atlas) -> Figure:
    """Return a figure with two maps, a row a method and a column a family.

    To the left the share of wrong picks after the first, to the right how many thousandths of
    a nat MI(C, S) is behind the ideal's after three picks. The methods least behind come first.
    """
    found = [[atlas.departure(m, f) for f in (*atlas.families, "all")] for m in atlas.ranking]
    figure = new_figure(11.0, 1.9 + 0.3 * len(found))
    left, right = figure.subplots(1, 2, sharey=True)
    _map(left, atlas, np.array([[100 * d.wrong_share for d in row] for row in found]))
    left.set_title("Wrong picks after the first, in %", fontsize=11)
    _map(right, atlas, np.array([[1000 * d.mean_behind for d in row] for row in found]))
    right.set_title("Behind the ideal after three picks, in nats / 1000", fontsize=11)
    left.set_yticks(range(len(found)), atlas.ranking, parse_math=False)
    return figure


def _map(axes: Axes, atlas: Atlas, values: Floats) -> None:
    highest = max(float(values.max()), 1e-9)
    axes.imshow(values, cmap=COLOURS, vmin=0, vmax=highest, aspect="auto")
    for (row, column), value in np.ndenumerate(values):
        colour = LIGHT["paper"] if value > DARK * highest else LIGHT["ink"]
        shown = _shown(float(value))
        axes.text(column, row, shown, ha="center", va="center", fontsize=8.5, color=colour)
    names = [*atlas.families, "all"]
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right", parse_math=False)
    axes.axvline(len(names) - 1.5, color=LIGHT["paper"], linewidth=3)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)


def _shown(value: float) -> str:
    """Return a number to one decimal; a true 0 as such."""
    return "0" if value == 0 else f"{value:.1f}"
