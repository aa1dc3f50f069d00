"""The paper recomputed over a few values of k', for the tests of what is made of it."""

from functools import cache

from natpick.theory import Paper
from natpick.theory.publication.figures import drawn as draw
from natpick.theory.publication.paper import recomputed

SAMPLE = (0.01, 0.1, 0.56, 0.57, 0.58, 1.0, 2.11, 2.12, 5.0, 10.0)


@cache
def small() -> Paper:
    return recomputed(SAMPLE)


@cache
def drawn() -> dict[str, bytes]:
    return draw(small().figures())
