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
        self._taken = np.zeros(len(self.alone.relevance), dtype=np.int64)
        self._rows_taken = 0

    def add(self, i: int) -> None:
        """Take a feature into S."""
        self.selected.append(i)

    def contenders(self, is_candidate: Flags) -> tuple[Indices, Floats]:
        """Return all candidates and their scores."""
        candidates = is_candidate.nonzero()[0]
        self._complete(candidates)
        return candidates, self._folded.scores(candidates, len(self.selected))

    def score(self, i: int, is_candidate: Flags, /) -> float:
        """Return the score of one of the candidates."""
        candidates, values = self.contenders(is_candidate)
        return float(values[candidates == i][0])

    def weighed(self, i: int, ledger: PairTerms, /) -> tuple[float, float]:
        """Return redundancy and class redundancy of a feature as the criterion weighs them."""
        return self._folded.weighed(i, np.array(self.selected, dtype=np.int64), ledger)

    def _complete(self, candidates: Indices) -> None:
        """Fold into each candidate the selected features that it lacks, the first one first."""
        if not self._folded.wants_pairs:
            return
        if self._folded.remembers:
            for s in self.selected[self._rows_taken :]:
                self._folded.take_row(s, None)
            self._rows_taken = len(self.selected)
            return
        taken = self._taken.take(candidates)
        for position in range(int(taken.min(initial=len(self.selected))), len(self.selected)):
            behind = taken <= position
            everyone = bool(behind.all())
            self._folded.take(
                self.selected[position], candidates if everyone else candidates[behind]
            )
        self._taken[candidates] = len(self.selected)
