"""An empty matplotlib figure, or an error that says what to install."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure, its size in inches."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError(
            'A figure needs matplotlib, which is not installed: pip install "natpick[plot]".'
        ) from error
    return Figure(figsize=(width, height), layout="constrained")
