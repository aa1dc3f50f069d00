"""Stopping where a pick tells no more than chance would."""

import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace

import numpy as np

from natpick.seeds import check_seed
from natpick.sources.chance import Chance, best_of
from natpick.sources.protocol import ChanceSource, InformationSource, JointSource
from natpick.step import Step
from natpick.stopping import Stop
from natpick.terms import Indices


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
    the method: so it can tell only as long as rows agree, or are near each other, in all of S.
    How a source tests is told by its ``chance``.
    """

    alpha: float = 0.05
    random_state: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.alpha < 1:
            raise ValueError(f"alpha={self.alpha!r} is not allowed; give a level between 0 and 1.")
        check_seed(self.random_state)

    def __call__(self, source: InformationSource) -> Stop:
        """Return the rule for a search over a source."""
        if not isinstance(source, ChanceSource):
            raise TypeError(
                f"The rule 'significance' needs rows that chance can be told of, which "
                f"{type(source).__name__} does not have; choose another rule, or give n_features a "
                "number."
            )
        return _Until(source, self.alpha, self.random_state).significant


class _Until:
    """A search over one source, tested pick by pick."""

    def __init__(self, source: ChanceSource, alpha: float, seed: int) -> None:
        self._source = source
        self._alpha = alpha
        self._seed = seed

    def significant(self, steps: Iterator[Step]) -> Generator[Step, None, str | None]:
        """Yield the steps that are significant, with their p-values."""
        selected: list[int] = []
        for step in steps:
            if not step.kept:
                tested = self._tested(step, np.array(selected, dtype=np.int64))
                p_value = best_of(step.n_candidates or 1, tested.p_value)
                if p_value > self._alpha:
                    return self._reason(step, selected, p_value, tested.warning)
                step = replace(step, p_value=p_value)
            yield step
            selected.append(step.index)
        return None

    def _tested(self, step: Step, selected: Indices) -> Chance:
        """Test a pick at the level that the best of its candidates is to reach."""
        level = -math.expm1(math.log1p(-self._alpha) / (step.n_candidates or 1))
        rng = np.random.default_rng([self._seed, len(selected)])
        return self._source.chance(selected, step.index, level, rng)

    def _reason(self, step: Step, selected: list[int], p_value: float, warning: str) -> str:
        source, s = self._source, np.array(selected, dtype=np.int64)
        if (
            selected
            and isinstance(source, JointSource)
            and source.set_terms(s, s[:0]).target_entropy == 0
        ):
            return "those picked explain the target in every row: H(C | S) = 0"
        chance_does = (
            f"{step.name}, the best of the {step.n_candidates} left, adds no more than chance "
            f"would (p = {p_value:.2g} > {self._alpha:g})"
        )
        return f"{chance_does}; {warning}" if warning else chance_does
