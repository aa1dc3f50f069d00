"""The figures by name, and as files."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from natpick.report.canvas import new_figure
from natpick.theory.publication.curves import Curve
from natpick.theory.publication.region_figure import region_figure
from natpick.theory.publication.regions import Threshold
from natpick.theory.publication.risk_figure import risk_figure
from natpick.theory.publication.second_step_figure import second_step_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CAPTIONS: Final = {
    "regions": "The order in which each method picks, over k' (the paper's picture of regions). "
    "(a) X-k'Y, which explains the class together with X, comes last; (b) it comes third; "
    "(c) it comes second, as it should. Below, the first border beside the values printed.",
    "second_step": "Objective values at the second step, X being selected (the paper shows MIFS, "
    "mRMR and maxMIFS). Methods with equal values share a panel. After X, X-k'Y is fully "
    "relevant, Z irrelevant and X_disc redundant: the target OF' is H(C|X), 0 and 0.",
    "mbr_2": "The minimum Bayes risk of the first two picks (the paper shows MIFS, mRMR and "
    "maxMIFS): 0 where they are X and X-k'Y, and that of X alone where the second is Z.",
}
"""By name of the figure, what it shows."""

_DOTS_PER_INCH: Final = 200


def names() -> list[str]:
    """Return the names of the files of all figures."""
    return [f"{name}.{kind}" for name in CAPTIONS for kind in ("svg", "png")]


def check() -> None:
    """Raise an error if figures can't be drawn."""
    new_figure(1.0, 1.0)


def figures(curves: Mapping[str, Curve], thresholds: Sequence[Threshold]) -> dict[str, Figure]:
    """Return the figures by name."""
    return {
        "regions": region_figure(curves, thresholds),
        "second_step": second_step_figure(curves, thresholds),
        "mbr_2": risk_figure(curves, thresholds),
    }


def drawn(figures: Mapping[str, Figure]) -> dict[str, bytes]:
    """Return each figure as an SVG and a PNG file, the same bytes for the same figure."""
    from matplotlib import rc_context

    files: dict[str, bytes] = {}
    for name, figure in figures.items():
        for kind, metadata in (("svg", {"Date": None}), ("png", {})):
            file = io.BytesIO()
            with rc_context({"svg.hashsalt": f"natpick {name}"}):
                figure.savefig(file, format=kind, dpi=_DOTS_PER_INCH, metadata=metadata)
            files[f"{name}.{kind}"] = file.getvalue()
    return files
