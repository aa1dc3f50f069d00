"""Selecting again and again, each time from other rows."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np

from natpick.comparison import Comparison
from natpick.counting import PLUG_IN
from natpick.criterion import Criterion
from natpick.encode import Cut
from natpick.facade import compare
from natpick.naming import positions
from natpick.resampling.sample import Sample
from natpick.resampling.stability import Stability
from natpick.stop_rules import HowMany
from natpick.terms import Indices
from natpick.threads import n_threads

Draw = Callable[[Indices, np.random.Generator], Indices]


def stability(
    X: Any,
    y: Any,
    *,
    methods: str | Criterion | Iterable[str | Criterion] = "jmi",
    n_features: HowMany = None,
    n_resamples: int = 50,
    sample: str = "bootstrap",
    exclude: Iterable[str | int] = (),
    cut: Cut = "frequency",
    bins: int | None = None,
    estimator: str = PLUG_IN,
    n_neighbors: int | None = None,
    n_jobs: int | None = None,
    random_state: int = 0,
) -> Stability:
    """Select from many samples of the rows, and tell how far the picks agree.

    Each sample is cut and selected from on its own: cut points come from rows too, and a pick that
    hangs on where a number was cut is not a stable one. Methods share the counts of a sample.

    Parameters
    ----------
    X, y, exclude, cut, bins, estimator, n_neighbors
        As for :func:`natpick.select`.
    methods : str, Criterion or iterable of them
        Rows of :data:`natpick.CRITERIA` or their names.
    n_features : int or "auto", optional
        How many features to pick from each sample, as for :func:`natpick.select`.
    n_resamples : int
        How many samples to draw, two at least.
    sample : str
        "bootstrap" draws as many rows as there are, with replacement; "half" draws half of
        them without, which suits estimator="neighbors", for it adds no copies of rows. Either
        keeps the shares of the classes.
    n_jobs : int, optional
        Samples at once, as in scikit-learn: None is 1, -1 is all cores. The answer is the same.
    random_state : int
        The seed: sample b is drawn by the pair of it and b.

    Returns
    -------
    Stability

    Examples
    --------
    >>> import natpick
    >>> from sklearn.datasets import load_wine
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> stability = natpick.stability(X, y, n_features=3, n_resamples=20)
    >>> stability.frequency["jmi"]["flavanoids"]
    0.85
    """
    drawn = Sample.of(X, y, estimator)
    asked = [methods] if isinstance(methods, str | Criterion) else list(methods)
    pick = partial(
        compare,
        methods=asked,
        n_features=n_features,
        exclude=positions(drawn.names, exclude),
        cut=cut,
        bins=bins,
        estimator=estimator,
        n_neighbors=n_neighbors,
        random_state=random_state,
    )
    rows = _Resampling(drawn, _draw(sample), pick, random_state)
    found = rows.comparisons(n_resamples, n_jobs)
    picks = {m: tuple(tuple(each[m].indices) for each in found) for m in found[0]}
    return Stability(next(iter(found[0].selections.values())).features, picks, sample)


def _bootstrap(rows: Indices, rng: np.random.Generator) -> Indices:
    return rng.choice(rows, len(rows))


def _half(rows: Indices, rng: np.random.Generator) -> Indices:
    return rng.permutation(rows)[: (len(rows) + 1) // 2]


DRAWS: Mapping[str, Draw] = MappingProxyType({"bootstrap": _bootstrap, "half": _half})
"""For each name, what draws a sample from the rows of a class."""


def _draw(sample: str) -> Draw:
    if sample not in DRAWS:
        raise ValueError(f"Unknown sample {sample!r}. Known: {', '.join(DRAWS)}.")
    return DRAWS[sample]


@dataclass(frozen=True, slots=True)
class _Resampling:
    """What every sample is drawn and picked from by."""

    sample: Sample
    draw: Draw
    pick: Callable[..., Comparison]
    seed: int

    def comparisons(self, n_resamples: int, n_jobs: int | None) -> list[Comparison]:
        """Return what is picked from each sample; several are worked on at once."""
        from sklearn.utils.parallel import Parallel, delayed

        whole = isinstance(n_resamples, int | np.integer) and not isinstance(n_resamples, bool)
        if not whole or n_resamples < 2:
            raise ValueError(
                f"n_resamples={n_resamples!r} is not allowed; give a whole number from 2 on."
            )
        jobs = (delayed(self.comparison)(number) for number in range(n_resamples))
        return list(Parallel(n_jobs=n_threads(n_jobs))(jobs))

    def comparison(self, number: int) -> Comparison:
        """Return what is picked from one sample."""
        rng = np.random.default_rng([self.seed, number])
        strata = self.sample.strata
        drawn = [self.draw(np.flatnonzero(strata == c), rng) for c in np.unique(strata)]
        rows = np.sort(np.concatenate(drawn))
        try:
            return self.pick(*self.sample.take(rows))
        except (TypeError, ValueError) as error:
            error.add_note(f"This was in sample {number + 1}, of {len(rows)} rows.")
            raise
