"""A path as a matplotlib figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from natpick.report.style import LIGHT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from natpick.resampling.path import Path


def path_figure(path: Path) -> Figure:
    """Return a figure of each method's mean score against k, in a band of one standard error.

    A diamond marks each method's best k, a circle the fewest features within one standard error
    of it.
    """
    try:
        from matplotlib.figure import Figure
        from matplotlib.ticker import MaxNLocator
    except ImportError as error:
        raise ImportError(
            'A figure needs matplotlib, which is not installed: pip install "natpick[plot]".'
        ) from error
    figure = Figure(figsize=(8.0, 4.2), layout="constrained")
    axes = figure.subplots()
    for n, method in enumerate(path.methods):
        _draw(axes, path[method], f"C{n}")
    axes.set_xlabel("features, in the order they were picked")
    axes.set_ylabel(f"{path.scoring}, {path.n_folds} folds", parse_math=False)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.spines[["top", "right"]].set_visible(False)
    figure.suptitle("How well the first k features do on held-out rows")
    figure.legend(loc="outside lower center", ncols=4, frameon=False)
    return figure


def _draw(axes: Axes, path: Path, colour: str) -> None:
    (method,) = path.methods
    k = range(1, len(path) + 1)
    mean, error = np.array(path.mean[method]), np.array(path.standard_error[method])
    axes.fill_between(k, mean - error, mean + error, color=colour, alpha=0.18, linewidth=0)
    axes.plot(k, mean, color=colour, label=method)
    for chosen, marker in ((path.best_k, "D"), (path.one_standard_error_k, "o")):
        axes.plot(
            chosen,
            mean[chosen - 1],
            marker=marker,
            markersize=8,
            color=colour,
            markeredgecolor=LIGHT["paper"],
        )
