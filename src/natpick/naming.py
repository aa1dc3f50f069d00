"""Features by name or index, with a hint where a name is mistyped."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np


def position(names: Sequence[str], feature: str | int) -> int:
    """Return the index of a feature given by name or index."""
    if isinstance(feature, str):
        if feature in names:
            return names.index(feature)
        raise ValueError(f"Unknown feature {feature!r}.{nearest(feature, names)}")
    if isinstance(feature, bool) or not isinstance(feature, int | np.integer):
        raise TypeError(f"A feature is a name or an index, not {feature!r}.")
    if not 0 <= feature < len(names):
        raise ValueError(
            f"Feature {feature} is out of range; indices go from 0 to {len(names) - 1}."
        )
    return int(feature)


def several(asked: Any) -> tuple[Any, ...]:
    """Return what is asked for, be it one or several of a kind; a text is one."""
    if isinstance(asked, str) or not isinstance(asked, Iterable):
        return (asked,)
    return tuple(asked)


def positions(
    names: Sequence[str],
    features: str | int | Iterable[str | int],
    places: Mapping[str, int] | None = None,
) -> tuple[int, ...]:
    """Return the indices of features given by name or index, none of them twice.

    ``places`` are the indices of all names, where more than these features are looked up.
    """
    asked, known = several(features), places or {}
    indices = tuple(
        known[feature]
        if isinstance(feature, str) and feature in known
        else position(names, feature)
        for feature in asked
    )
    if len(set(indices)) != len(indices):
        raise ValueError(f"A feature is given more than once: {list(asked)}.")
    return indices


def nearest(name: str, names: Iterable[str]) -> str:
    """Return a hint at the name that was probably meant, and what names there are."""
    known = list(names)
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.4)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    shown = ", ".join(map(repr, known[:10])) + (", ..." if len(known) > 10 else "")
    return f"{hint} There are {len(known)}: {shown}."
