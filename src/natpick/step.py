"""One step of a selection: what was picked, at what score, and by how little."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """The pick of one step, with the terms it was picked for, in nats.

    Attributes
    ----------
    index, name : the feature picked.
    score : its score J(X_i) at this step.
    relevance : MI(C, X_i).
    redundancy, class_redundancy : what the criterion charged for inter-feature redundancy and
        credited for class-relevant redundancy, on its own scale: for mRMR the mean of
        MI(X_i, X_s) and 0, for CMIM the two terms of the one X_s that decided.
    with_selected : for each feature selected before, in that order, the pair
        (MI(X_i, X_s), MI(X_i, X_s | C)).
    tied : the indices of all candidates, this one among them, whose scores could not be told
        apart from the best; empty where the pick was alone.
    runner_up, runner_up_name : the candidate that would have been picked in its place.
    margin : score minus the runner-up's; None where there was no other candidate.
    kept : whether the feature was asked for rather than picked.
    discarded : the indices of the candidates that this pick made redundant, functions of the
        features selected, if the search was asked to discard them.
    p_value : how probable it is that the best of the candidates tells as much by chance alone,
        if the search was to stop there; None where that was not asked.
    n_candidates : how many candidates it was the best of; None where it was asked for.
    """

    index: int
    name: str
    score: float
    relevance: float
    redundancy: float
    class_redundancy: float
    with_selected: tuple[tuple[float, float], ...] = ()
    tied: tuple[int, ...] = ()
    runner_up: int | None = None
    runner_up_name: str | None = None
    margin: float | None = None
    kept: bool = False
    discarded: tuple[int, ...] = ()
    p_value: float | None = None
    n_candidates: int | None = None
