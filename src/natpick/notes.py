"""What a reader should know of a selection before trusting it."""

from collections.abc import Collection, Iterator, Sequence

import numpy as np

from natpick.step import Step
from natpick.terms import Univariate

SHOWN = 5
"""How many steps or names a note lists before it only counts them."""


def notes(
    steps: Sequence[Step],
    alone: Univariate,
    names: Sequence[str],
    set_aside: Collection[str] = (),
) -> tuple[str, ...]:
    """Return notes on a lack of information, on ties and on constant features."""
    constants = _on_constants(alone, names, set_aside)
    return (*_on_information(steps, alone), *_on_ties(steps), *constants)


def _on_information(steps: Sequence[Step], alone: Univariate) -> Iterator[str]:
    if alone.relevance.any():
        return
    together = any(
        class_redundancy > redundancy
        for step in steps
        for redundancy, class_redundancy in step.with_selected
    )
    yield (
        "No feature tells anything about the target alone: every MI(C, X_i) is 0."
        + (
            " Some of the features picked do so together."
            if together
            else " Nor do any two of the features picked: this result is no better than chance."
        )
    )


def _on_ties(steps: Sequence[Step]) -> Iterator[str]:
    tied = [str(n) for n, step in enumerate(steps, 1) if step.tied]
    if tied:
        yield (
            f"Equal scores at step {_listed(tied)}: the first of the columns was picked. "
            "Another order of the columns could give another selection."
        )


def _on_constants(
    alone: Univariate, names: Sequence[str], set_aside: Collection[str]
) -> Iterator[str]:
    flat = [names[i] for i in np.flatnonzero(alone.entropy == 0).tolist()]
    constant = [name for name in flat if name not in set_aside]
    if constant:
        yield f"Constant, and picked only when nothing else is left: {_listed(constant)}."


def _listed(items: Sequence[str]) -> str:
    if len(items) <= SHOWN:
        return ", ".join(items)
    return f"{', '.join(items[:SHOWN])} and {len(items) - SHOWN} more"
