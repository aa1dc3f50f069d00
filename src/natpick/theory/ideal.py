"""What an ideal method picks: by OF', until a fully relevant feature, and nothing redundant."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

import numpy as np

from natpick.criteria import CRITERIA
from natpick.criterion import TIE
from natpick.search import forward
from natpick.sources.protocol import JointSource
from natpick.step import Step
from natpick.stopping import explained
from natpick.terms import Floats
from natpick.theory.feature_types import FeatureType


@dataclass(frozen=True, slots=True)
class Ideal:
    """The path of the ideal search.

    Attributes
    ----------
    steps : its picks; each tells which features it made redundant.
    reason : why it ends.
    """

    steps: tuple[Step, ...]
    reason: str

    @property
    def names(self) -> tuple[str, ...]:
        """The features in the order picked."""
        return tuple(step.name for step in self.steps)


def ideal(source: JointSource, n: int) -> Ideal:
    """Return the path of the ideal search, of n steps at most.

    It picks by OF', stops at a fully relevant feature, drops features once they are redundant
    and keeps irrelevant ones (Section 4.2).
    """
    until = explained(source)(islice(forward(source, CRITERIA["cmi"], discard_redundant=True), n))
    steps: list[Step] = []
    while True:
        try:
            steps.append(next(until))
        except StopIteration as end:
            ended = f"{n} steps were asked for" if len(steps) == n else "the rest is redundant"
            return Ideal(tuple(steps), end.value or ended)


def rightful(types: Mapping[str, FeatureType], target: Floats) -> tuple[str, ...]:
    """Return the candidates of which an ideal method would pick any, by OF' of each.

    Where some are relevant, those of the largest OF', within 1e-12; where none is, the
    irrelevant ones, which may become relevant; where none of these is left, all.
    """
    tells = np.array([kind.tells for kind in types.values()])
    if tells.any():
        good = tells & (target >= target[tells].max() - TIE)
    else:
        good = np.array([kind is FeatureType.IRRELEVANT for kind in types.values()])
    return tuple(name for name, ok in zip(types, good, strict=True) if ok or not good.any())
