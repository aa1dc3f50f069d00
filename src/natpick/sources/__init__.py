"""Information sources: whatever can say how much features tell about a target and each other.

A source is any object that satisfies :class:`InformationSource`, and :class:`JointSource` if
it can condition on several features at once. There is nothing to inherit from. A source
yields terms and knows nothing of criteria or search.
"""

from natpick.sources.chance import Chance
from natpick.sources.counts import Counts
from natpick.sources.exact import ExactSource
from natpick.sources.gaussian import Gaussian
from natpick.sources.half_plane import HalfPlane
from natpick.sources.independence import Stratified
from natpick.sources.joint import Joint
from natpick.sources.neighbors import Neighbors
from natpick.sources.protocol import (
    ChanceSource,
    InformationSource,
    JointSource,
    SampleSource,
)
from natpick.sources.shared import Shared
from natpick.sources.strata import Strata

__all__ = [
    "Chance",
    "ChanceSource",
    "Counts",
    "ExactSource",
    "Gaussian",
    "HalfPlane",
    "InformationSource",
    "Joint",
    "JointSource",
    "Neighbors",
    "SampleSource",
    "Shared",
    "Strata",
    "Stratified",
]
