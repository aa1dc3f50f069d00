"""The terms of a step as blocks of one bar: gains stack to the right of 0, costs to the left."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from natpick.step import Step


class Term(Enum):
    """What a score is made of, by the name that readers see."""

    RELEVANCE = "relevance"
    REDUNDANCY = "redundancy"
    COMPLEMENTARITY = "complementarity"


@dataclass(frozen=True, slots=True)
class Block:
    """One term of one step: where its block begins, and its width; both in nats."""

    term: Term
    left: float
    width: float

    @property
    def right(self) -> float:
        """Return where the block ends."""
        return self.left + self.width


def blocks(step: Step) -> tuple[Block, ...]:
    """Return the blocks of relevance - redundancy + class_redundancy.

    What adds to the sum is stacked from 0 to the right, what takes from it from 0 to the left,
    so the sum is as far from 0 as the right end is beyond the left one.
    """
    return tuple(_stacked(_signed(step)))


def _signed(step: Step) -> tuple[tuple[Term, float], ...]:
    return (
        (Term.RELEVANCE, step.relevance),
        (Term.REDUNDANCY, -step.redundancy),
        (Term.COMPLEMENTARITY, step.class_redundancy),
    )


def _stacked(parts: Sequence[tuple[Term, float]]) -> Iterator[Block]:
    gains = costs = 0.0
    for term, value in parts:
        if value < 0:
            costs += value
            yield Block(term, costs, abs(value))
        else:
            yield Block(term, gains, abs(value))
            gains += value


def adds_up(steps: Sequence[Step]) -> bool:
    """Return whether every score is relevance - redundancy + class_redundancy.

    It is not for methods that normalise, rank or add other terms, such as DISR, MIFS-ND, JMIM.
    """
    return all(
        math.isclose(
            step.score,
            step.relevance - step.redundancy + step.class_redundancy,
            rel_tol=1e-9,
            abs_tol=1e-9,
        )
        for step in steps
    )


def extent(steps: Sequence[Step]) -> tuple[float, float]:
    """Return from where to where the blocks of all steps reach; never an empty range."""
    ends = [end for step in steps for block in blocks(step) for end in (block.left, block.right)]
    low, high = min(ends, default=0.0), max(ends, default=0.0)
    return (low, high) if high > low else (0.0, 1.0)
