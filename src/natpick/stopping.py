"""When to stop: rules that look at each step of a search and say why it should be the last."""

from collections.abc import Callable, Mapping

import numpy as np

from natpick.sources.protocol import InformationSource, JointSource
from natpick.step import Step

Stop = Callable[[Step], str | None]
"""Called with each step as it is taken; returns the reason to stop after it, or None."""

StopRule = Callable[[InformationSource], Stop]
"""Returns a Stop for a new search over a source."""


def explained(source: InformationSource) -> Stop:
    """Stop once the selected features explain the target: H(C | S) = 0.

    The feature that brings this about is fully relevant, and all that are left are irrelevant
    or redundant (Section 4.2 of the paper). On data this is a statement about the rows at
    hand: it comes true as soon as no two rows of different classes agree in S.
    """
    if not isinstance(source, JointSource):
        raise TypeError(
            f"The rule 'explained' needs H(C | S), which {type(source).__name__} cannot tell."
        )
    selected: list[int] = []
    none = np.array([], dtype=np.int64)

    def stop(step: Step) -> str | None:
        selected.append(step.index)
        if source.set_terms(np.array(selected), none).target_entropy > 0:
            return None
        return f"{step.name} is fully relevant: with it, H(C | S) = 0"

    return stop


STOPS: Mapping[str, StopRule] = {"explained": explained}
"""The rules that go by a name."""


def stop_rule(rule: str | StopRule) -> StopRule:
    """Return the rule of a name; a rule is returned as it is."""
    if not isinstance(rule, str):
        return rule
    if rule not in STOPS:
        raise ValueError(f"Unknown stop rule {rule!r}. Known: {', '.join(STOPS)}.")
    return STOPS[rule]
