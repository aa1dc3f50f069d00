"""How the figures of the paper look: colours, names and axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from natpick.report.style import LIGHT
from natpick.theory.publication.setting import GRID, D, W, X, Z

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK: Final = LIGHT["ink"]
QUIET: Final = LIGHT["quiet"]
PAPER: Final = LIGHT["paper"]
COLOURS: Final = {W: LIGHT["relevance"], Z: LIGHT["quiet"], D: LIGHT["redundancy"]}
"""By feature, the same in all figures."""

DASHES: Final = {W: "solid", Z: "dashed", D: "dashdot"}
SYMBOLS: Final = {X: "$X$", W: "$X-k'Y$", Z: "$Z$", D: r"$X_\mathrm{disc}$"}
"""The features as the paper writes them."""

TITLES: Final = {
    "mim": "MIM",
    "mifs": "MIFS",
    "mrmr": "mRMR",
    "maxmifs": "maxMIFS",
    "cife": "CIFE",
    "jmi": "JMI",
    "cmim": "CMIM",
    "jmim": "JMIM",
}
"""The methods as the paper writes them."""

SHADES: Final = {"(a)": "#f3c6ae", "(b)": "#fae6da", "(c)": "#d9e6f4"}
"""Of the regions: wrong until the end, wrong at the second step, right."""

_TICKS: Final = (0.01, 0.1, 1.0, 10.0)


def quiet_axes(axes: Axes) -> None:
    """Take away what tells nothing."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(LIGHT["line"])
    axes.tick_params(colors=QUIET, labelsize=8)


def title(figure: Figure, text: str) -> None:
    """Write what a figure shows above it."""
    figure.suptitle(text, color=INK, fontsize=11)


def log_k_prime(axes: Axes, *, labelled: bool = True) -> None:
    """Let k' run over the paper's grid, on a logarithmic scale."""
    axes.set_xscale("log")
    axes.set_xlim(GRID[0], GRID[-1])
    axes.set_xticks(_TICKS, [f"{tick:g}" for tick in _TICKS])
    axes.minorticks_off()
    if labelled:
        axes.set_xlabel("$k'$ (logarithmic)", color=INK, fontsize=9)


def listed(names: tuple[str, ...]) -> str:
    """Return names of features as they are written, ties with a stroke between them."""
    return ", ".join("/".join(SYMBOLS[part] for part in name.split("/")) for name in names)
