"""When to stop: rules that wrap the steps of a search and end them with a reason."""

from collections.abc import Callable, Generator, Iterator

import numpy as np

from natpick.sources.protocol import InformationSource, JointSource, SampleSource
from natpick.step import Step

Stop = Callable[[Iterator[Step]], Generator[Step, None, str | None]]
"""Yields the steps of a search that count and returns why the search ends, if it is to end."""

StopRule = Callable[[InformationSource], Stop]
"""Returns a Stop for a new search over a source."""


def explained(source: InformationSource) -> Stop:
    """Stop once the selected features explain the target: H(C | S) = 0.

    The feature that brings this about is fully relevant, and all that are left are irrelevant
    or redundant (Section 4.2 of the paper). On data this is a statement about the rows at
    hand: it comes true as soon as no two rows of different classes agree in S. Features that
    must be kept are taken even so.
    """
    if not isinstance(source, JointSource):
        raise TypeError(
            f"The rule 'explained' needs H(C | S), which {type(source).__name__} cannot tell."
        )
    none = np.array([], dtype=np.int64)

    def until(steps: Iterator[Step]) -> Generator[Step, None, str | None]:
        selected: list[int] = []
        reason: str | None = None
        for step in steps:
            if reason is not None and not step.kept:
                return reason
            yield step
            selected.append(step.index)
            if reason is None and source.set_terms(np.array(selected), none).target_entropy == 0:
                reason = f"{step.name} is fully relevant: with it, H(C | S) = 0"
                if source.univariate().target_entropy == 0:
                    reason = "the target is constant: H(C) = 0"
                reason += _reservation(source, selected)
        return reason

    return until


def _reservation(source: InformationSource, selected: list[int]) -> str:
    if not isinstance(source, SampleSource):
        return ""
    strata = source.strata(np.array(selected), selected[-1])
    return f"; {strata.warning}" if strata.saturated else ""
