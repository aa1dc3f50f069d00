"""A stability as a matplotlib figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from natpick.report.figure import short
from natpick.report.style import LIGHT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from natpick.resampling.stability import Stability

SHOWN = 15
"""How many features the figure has at most."""


def stability_figure(stability: Stability) -> Figure:
    """Return a figure: on the left who is picked how often, on the right the index.

    The index is that of the first 1, 2, ... picks, in its confidence interval of 95 %.
    """
    try:
        from matplotlib.figure import Figure
        from matplotlib.ticker import MaxNLocator
    except ImportError as error:
        raise ImportError(
            'A figure needs matplotlib, which is not installed: pip install "natpick[plot]".'
        ) from error
    names = _most_picked(stability)
    figure = Figure(figsize=(9.0, 2.4 + 0.26 * len(names)), layout="constrained")
    often, index = figure.subplots(1, 2)
    _draw_frequencies(often, stability, names)
    for n, method in enumerate(stability.methods):
        _draw_index(index, stability, method, f"C{n}")
    index.set_xlabel("features, in the order they were picked")
    index.set_ylabel("stability")
    index.xaxis.set_major_locator(MaxNLocator(integer=True))
    for axes in (often, index):
        axes.spines[["top", "right"]].set_visible(False)
    figure.suptitle(f"What {stability.n_resamples} samples of the rows agree on")
    handles, labels = often.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, frameon=False)
    return figure


def _most_picked(stability: Stability) -> list[str]:
    shares = stability.frequency.values()
    names = [name for name in next(iter(shares)) if any(share[name] for share in shares)]
    return names[:SHOWN]


def _draw_frequencies(axes: Axes, stability: Stability, names: list[str]) -> None:
    height = 0.8 / len(stability.methods)
    for n, (method, share) in enumerate(stability.frequency.items()):
        places = [y - 0.4 + (n + 0.5) * height for y in range(len(names))]
        axes.barh(places, [share[name] for name in names], height, color=f"C{n}", label=method)
    axes.set_yticks(range(len(names)), [short(name) for name in names], parse_math=False)
    axes.set_ylim(max(1, len(names)) - 0.5, -0.5)
    axes.set_xlim(0, 1)
    axes.set_xlabel("share of samples that picked it")
    axes.tick_params(axis="y", length=0)


def _draw_index(axes: Axes, stability: Stability, method: str, colour: str) -> None:
    known = [(k, e) for k, e in enumerate(stability.along(method), 1) if e is not None]
    k = [place for place, _ in known]
    low, high = [e.low for _, e in known], [e.high for _, e in known]
    axes.fill_between(k, low, high, color=colour, alpha=0.18, linewidth=0)
    axes.plot(k, [e.index for _, e in known], color=colour, marker="o", markersize=4)
    axes.axhline(0, color=LIGHT["ink"], linewidth=0.8)
