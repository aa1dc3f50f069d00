"""The stop rules that go by a name, and the one that is taken for n_features="auto"."""

from collections.abc import Callable, Mapping
from typing import Literal

from natpick.significance import Significance
from natpick.sources.exact import ExactSource
from natpick.sources.protocol import ChanceSource, InformationSource
from natpick.stopping import Stop, StopRule, explained

ALPHA = 0.05
"""The level of significance where none is given."""

HowMany = int | Literal["auto"] | None
"""A number of features, "auto" to let a rule find it, or None for the usual."""

STOPS: Mapping[str, Callable[[float, int], StopRule]] = {
    "explained": lambda _alpha, _random_state: explained,
    "significance": Significance,
}
"""For each name, what makes the rule of a level and a seed."""


def stop_rule(
    stop: str | StopRule | None, n_features: HowMany, alpha: float | None, random_state: int
) -> StopRule | None:
    """Return the rule that a search ends by, if it is to end by one.

    Parameters
    ----------
    stop : str, StopRule or None
        What was asked for: a rule, or its name.
    n_features : int, "auto" or None
        With "auto" and no rule asked for, the rule depends on the source.
    alpha, random_state : float or None, int
        The level and the seed of tests of significance.
    """
    tests = stop == "significance" or (stop is None and n_features == "auto")
    if alpha is not None and not tests:
        raise ValueError(
            f"alpha={alpha!r} is for stop='significance' or n_features='auto'; leave it out."
        )
    level = ALPHA if alpha is None else alpha
    if stop is None:
        return _automatic(Significance(level, random_state)) if n_features == "auto" else None
    if not isinstance(stop, str):
        return stop
    if stop not in STOPS:
        raise ValueError(f"Unknown stop rule {stop!r}. Known: {', '.join(STOPS)}.")
    return STOPS[stop](level, random_state)


def _automatic(significant: Significance) -> StopRule:
    def rule(source: InformationSource) -> Stop:
        if isinstance(source, ChanceSource):
            return significant(source)
        if isinstance(source, ExactSource):
            return explained(source)
        raise TypeError(
            f"n_features='auto' needs rows or an exact distribution, and "
            f"{type(source).__name__} is neither; give n_features a number."
        )

    return rule
