"""Samples of the rows, drawn by seed, and what is selected from each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from natpick.comparison import Comparison
from natpick.criterion import Criterion
from natpick.question import Question
from natpick.resampling.sample import Sample
from natpick.resampling.work import OnDone, done
from natpick.seeds import check_seed
from natpick.terms import Indices

Draw = Callable[[Indices, np.random.Generator], Indices]


def _bootstrap(rows: Indices, rng: np.random.Generator) -> Indices:
    return rng.choice(rows, len(rows))


def _half(rows: Indices, rng: np.random.Generator) -> Indices:
    return rng.permutation(rows)[: (len(rows) + 1) // 2]


DRAWS: Mapping[str, Draw] = MappingProxyType({"bootstrap": _bootstrap, "half": _half})
"""For each name, what draws a sample from the rows of a class."""


def draw_of(sample: str) -> Draw:
    """Return what draws samples of a kind."""
    if sample not in DRAWS:
        raise ValueError(f"Unknown sample {sample!r}. Known: {', '.join(DRAWS)}.")
    return DRAWS[sample]


@dataclass(frozen=True, slots=True)
class Resampling:
    """What every sample is drawn and selected from by.

    Attributes
    ----------
    sample : all rows.
    classes : the class of each, whose shares a sample keeps.
    draw : what draws from the rows of a class.
    question, methods : what is asked of each sample.
    seed : sample b is drawn by the pair of it and b.
    """

    sample: Sample
    classes: Indices
    draw: Draw
    question: Question
    methods: Mapping[str, Criterion]
    seed: int

    def comparisons(
        self, n_resamples: int, n_jobs: int | None, on_sample: OnDone | None
    ) -> list[Comparison]:
        """Return what is picked from each sample; several are worked on at once."""
        from sklearn.utils.parallel import delayed

        whole = isinstance(n_resamples, int | np.integer) and not isinstance(n_resamples, bool)
        if not whole or n_resamples < 2:
            raise ValueError(
                f"n_resamples={n_resamples!r} is not allowed; give a whole number from 2 on."
            )
        check_seed(self.seed)
        jobs = (delayed(self.comparison)(number) for number in range(n_resamples))
        return done(jobs, n_jobs, on_sample, prefer="threads")

    def comparison(self, number: int) -> Comparison:
        """Return what is picked from one sample."""
        rows = self.rows(number)
        try:
            posed = self.question.posed(*self.sample.take(rows))
            return self.question.comparison(posed, self.methods)
        except (TypeError, ValueError) as error:
            error.add_note(f"This was in sample {number + 1}, of {len(rows)} rows.")
            raise

    def rows(self, number: int) -> Indices:
        """Return the rows of one sample, in their order."""
        rng = np.random.default_rng([self.seed, number])
        present = np.unique(self.classes)
        drawn = [self.draw(np.flatnonzero(self.classes == c), rng) for c in present]
        return np.sort(np.concatenate(drawn))
