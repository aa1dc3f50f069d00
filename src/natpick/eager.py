"""The scores of all candidates, each brought up to date in every step."""

import numpy as np

from natpick.folded import Folded
from natpick.terms import Flags, Floats, Indices, PairTerms, Univariate, Want


class EagerScores:
    """Scores folded from penalties of pairs, all candidates' alike.

    Parameters
    ----------
    folded : Folded
        The running folds.
    ledger : Want
        What is told of every pick.
    """

    def __init__(self, folded: Folded, ledger: Want) -> None:
        self.alone: Univariate = folded.alone
        self.selected: list[int] = []
        self.ledger = ledger
        self._folded = folded
        p = len(self.alone.relevance)
        self._n_taken = 0
        self._is_up = np.ones(p, dtype=np.bool_)  # who has taken in so many
        self._taken = np.zeros(p, dtype=np.int64)  # how many the others have

    def add(self, i: int) -> None:
        """Take a feature into S."""
        self.selected.append(i)

    def contenders(self, is_candidate: Flags) -> tuple[Indices, Floats]:
        """Return all candidates and their scores."""
        candidates = is_candidate.nonzero()[0]
        if self._folded.wants_pairs:
            self._take_newest(is_candidate, candidates)
        return candidates, self._folded.scores(candidates, len(self.selected))

    def score(self, i: int, is_candidate: Flags, /) -> float:
        """Return the score of one of the candidates."""
        candidates, values = self.contenders(is_candidate)
        return float(values[candidates == i][0])

    def weighed(self, i: int, ledger: PairTerms, /) -> tuple[float, float]:
        """Return redundancy and class redundancy of a feature as the criterion weighs them."""
        return self._folded.weighed(i, np.array(self.selected, dtype=np.int64), ledger)

    def _take_newest(self, is_candidate: Flags, candidates: Indices) -> None:
        """Let all candidates take in the selected features that they lack."""
        newest = self.selected[self._n_taken :]
        if self._folded.remembers:
            for s in newest:
                self._folded.take_row(s, None)
        else:
            self._catch_up(is_candidate)
            for s in newest:
                self._folded.take(s, candidates)
        self._n_taken = len(self.selected)

    def _catch_up(self, is_candidate: Flags) -> None:
        """Let candidates that were none for a while take what the others took meanwhile."""
        self._taken[self._is_up & ~is_candidate] = self._n_taken
        late = (is_candidate & ~self._is_up).nonzero()[0]
        taken = self._taken[late]
        for position in range(int(taken.min(initial=self._n_taken)), self._n_taken):
            self._folded.take(self.selected[position], late[taken <= position])
        self._is_up = is_candidate.copy()
