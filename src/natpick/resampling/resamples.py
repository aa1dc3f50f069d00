"""Stability: select again and again, each time from other rows."""

from collections.abc import Iterable
from typing import Any

from natpick.encode import Cut, Groups, TargetBins, cutting
from natpick.given import parts
from natpick.naming import several
from natpick.problem import Settings
from natpick.question import Methods, Question, rows_of
from natpick.request import Request
from natpick.resampling.outcome import Outcome
from natpick.resampling.sample import Sample, check_rows
from natpick.resampling.samples import Resampling, draw_of
from natpick.resampling.stability import Stability
from natpick.resampling.work import OnDone
from natpick.sources.estimates import PLUG_IN
from natpick.stop_rules import HowMany, stop_rule
from natpick.stopping import StopRule


def stability(
    X: Any,
    y: Any,
    *,
    methods: Methods = "jmi",
    n_features: HowMany = None,
    n_resamples: int = 50,
    sample: str = "bootstrap",
    must_keep: Iterable[str | int] = (),
    exclude: Iterable[str | int] = (),
    groups: Groups | None = None,
    stop: str | StopRule | None = None,
    alpha: float | None = None,
    discard_redundant: bool = False,
    cut: Cut = "frequency",
    bins: int | None = None,
    missing: str = "level",
    include: Iterable[str | int] = (),
    target_bins: TargetBins = None,
    estimator: str = PLUG_IN,
    n_neighbors: int | None = None,
    sample_weight: Any = None,
    lazy: bool = True,
    n_jobs: int | None = None,
    random_state: int = 0,
    on_sample: OnDone | None = None,
) -> Stability:
    """Select from many samples of the rows, and tell how far the picks agree.

    Each sample is cut and selected from on its own: cut points come from rows too, and a pick that
    hangs on where a number was cut is not a stable one. Methods share the counts of a sample.

    Parameters
    ----------
    X, y, n_features, must_keep, exclude, groups, stop, alpha, discard_redundant, cut, bins, \
missing, target_bins, estimator, n_neighbors, lazy
        As for :func:`natpick.select`.
    methods : str, Criterion or iterable of them
        Rows of :data:`natpick.CRITERIA` or their names; None is all that serve.
    n_resamples : int
        How many samples to draw, two at least.
    sample : str
        "bootstrap" draws as many rows as there are, with replacement; "half" draws half of
        them without, which suits estimator="neighbors", for it adds no copies of rows. Either
        keeps the shares of the classes.
    include : iterable of str or int
        As for :func:`natpick.select`. Which columns are set aside is settled by all rows.
    sample_weight : array, series or str, optional
        What each row weighs, or the name of the column that tells it. Rows are drawn whatever
        they weigh, and keep their weight each time.
    n_jobs : int, optional
        Samples at once, as in scikit-learn: None is 1, -1 is all cores. The answer is the same.
    random_state : int
        The seed: sample b is drawn by the pair of it and b.
    on_sample : callable, optional
        Called as a sample is done with how many are, for progress.

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
    check_rows(X, y)
    question = Question(
        Settings(cutting(cut, bins), missing, several(include), target_bins, None, n_neighbors),
        estimator,
        groups,
        Request(
            n_features,
            several(must_keep),
            several(exclude),
            None,
            stop_rule(stop, n_features, alpha, random_state),
            discard_redundant,
            lazy,
            None,
            False,
        ),
    )
    given = parts(X, y, sample_weight)
    whole = question.warned(question.posed(given.X, given.y, given.sample_weight))
    question.request.most(whole)
    drawn = Sample.of(given, whole.rows)
    rows = Resampling(
        drawn,
        Outcome.of(drawn.y, len(drawn), estimator, target_bins).classes,
        draw_of(sample),
        question.of_parts(whole),
        rows_of(methods, whole.source),
        random_state,
    )
    found = rows.comparisons(n_resamples, n_jobs, on_sample)
    candidates = question.request.candidates(whole)
    return Stability(
        tuple(whole.source.names),
        {m: tuple(tuple(each[m].indices) for each in found) for m in found[0]},
        sample,
        tuple(sorted({*candidates.keep, *candidates.closed})),
        whole.notes,
    )
