"""Stopping where a pick tells no more than chance would."""

import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace

import numpy as np

from natpick.chance import best_of, chance
from natpick.seeds import check_seed
from natpick.sources.protocol import InformationSource, SampleSource
from natpick.step import Step
from natpick.stopping import Stop


@dataclass(frozen=True, slots=True)
class Significance:
    """Stop before the first pick whose MI(C, X_i | S) chance alone would explain.

    Parameters
    ----------
    alpha : float
        How often, at most, a search among features that tell nothing may keep one.
    random_state : int
        The seed of the permutations.

    Notes
    -----
    The best of m candidates is tested, so its p-value p becomes 1 - (1 - p)**m (Sidak 1967);
    features excluded, set aside or discarded were no candidates, nor were constants.
    Features that must be kept are not tested. The test conditions on the whole of S, whatever
    the method: so it can tell only as long as rows agree in all of S.
    """

    alpha: float = 0.05
    random_state: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.alpha < 1:
            raise ValueError(f"alpha={self.alpha!r} is not allowed; give a level between 0 and 1.")
        check_seed(self.random_state)

    def __call__(self, source: InformationSource) -> Stop:
        """Return the rule for a search over a source."""
        if not isinstance(source, SampleSource):
            raise TypeError(
                f"The rule 'significance' needs counts of rows, which {type(source).__name__} "
                "does not have; choose another rule, or give n_features a number."
            )
        return _Until(source, self.alpha, self.random_state).significant


class _Until:
    """A search over one source, tested pick by pick."""

    def __init__(self, source: SampleSource, alpha: float, seed: int) -> None:
        self._source = source
        self._alpha = alpha
        self._seed = seed

    def significant(self, steps: Iterator[Step]) -> Generator[Step, None, str | None]:
        """Yield the steps that are significant, with their p-values."""
        selected: list[int] = []
        for step in steps:
            if not step.kept:
                p_value = self._p_value(step, selected)
                if p_value > self._alpha:
                    return self._reason(step, selected, p_value)
                step = replace(step, p_value=p_value)
            yield step
            selected.append(step.index)
        return None

    def _p_value(self, step: Step, selected: list[int]) -> float:
        """Return the probability that the best of so many candidates tells as much by chance."""
        m = step.n_candidates or 1
        level = -math.expm1(math.log1p(-self._alpha) / m)
        rng = np.random.default_rng([self._seed, len(selected)])
        tested = chance(
            self._source.strata(np.array(selected, dtype=np.int64), step.index), level, rng
        )
        return best_of(m, tested.p_value)

    def _reason(self, step: Step, selected: list[int], p_value: float) -> str:
        s = np.array(selected, dtype=np.int64)
        if selected and self._source.set_terms(s, s[:0]).target_entropy == 0:
            return "those picked explain the target in every row: H(C | S) = 0"
        strata = self._source.strata(s, step.index)
        chance_does = (
            f"{step.name}, the best of the {step.n_candidates} left, adds no more than chance "
            f"would (p = {p_value:.2g} > {self._alpha:g})"
        )
        return f"{chance_does}; {strata.warning}" if strata.saturated else chance_does
