"""natpick picks features for a class by mutual information, in nats, and can say why."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from natpick import sources
from natpick.comparison import Comparison
from natpick.criteria import CRITERIA, criterion
from natpick.criterion import Criterion
from natpick.encode import SetAsideWarning
from natpick.facade import compare, select
from natpick.resampling.path import Path
from natpick.resampling.resamples import stability
from natpick.resampling.stability import Stability
from natpick.resampling.validation import path
from natpick.search import forward
from natpick.selection import Selection
from natpick.step import Step

if TYPE_CHECKING:
    from natpick import theory
    from natpick.selector import ForwardSelector

__all__ = [
    "CRITERIA",
    "Comparison",
    "Criterion",
    "ForwardSelector",
    "Path",
    "Selection",
    "SetAsideWarning",
    "Stability",
    "Step",
    "compare",
    "criterion",
    "forward",
    "path",
    "select",
    "sources",
    "stability",
    "theory",
]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Import theory, and the estimator with scikit-learn, only when they are asked for."""
    if name == "theory":
        return import_module("natpick.theory")
    if name == "ForwardSelector":
        return import_module("natpick.selector").ForwardSelector
    raise AttributeError(f"module 'natpick' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
