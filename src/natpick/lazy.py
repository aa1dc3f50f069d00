"""The scores of the candidates that can win, the others passed over unfinished."""

import numpy as np

from natpick.criterion import TIE
from natpick.folded import Folded, Which
from natpick.held import Held, NewestFirst, OldestFirst
from natpick.terms import Flags, Floats, Indices, PairTerms, Univariate, Want

LEADERS = 32
"""The candidates that did best are the first to be brought up to date in the next step."""

FAVOURITES = 4
"""The candidates of highest bound that every round brings up to date."""

CROWD = 1 / 2
"""Where more of the candidates than this can win, they are brought on together."""

GROWTH = 4
"""How many times as many selected features the others take in each round as in the one before."""


SCANNED = 2**14
"""The pairs, about, that a crowd asks for at a time."""


class LazyScores:
    """Scores folded from penalties of pairs, where a fold over fewer features bounds the score.

    Each step begins with the candidates that did best in the step before: the second best of
    their scores is a floor. Those whose bounds are below it cannot win, nor be the runner-up.
    The others take in what they lack, more selected features each round, until all of them
    either hold every selected feature or are below the floor, which rises meanwhile.

    A fold that is the same in any order takes in the newest features first: as S grows they
    are less relevant and more alike, and cost the most.

    Parameters
    ----------
    folded : Folded
        The running folds of a criterion that says why it may be ``lazy``.
    ledger : Want
        What is told of every pick.

    References
    ----------
    Fleuret (2004), Fast binary feature selection with conditional mutual information, JMLR 5.
    """

    def __init__(self, folded: Folded, ledger: Want) -> None:
        self.alone: Univariate = folded.alone
        self.selected: list[int] = []
        self.ledger = ledger
        self._folded = folded
        p = len(self.alone.relevance)
        self._held: Held = NewestFirst(p) if folded.fold.any_order else OldestFirst(p)
        self._selected: Indices = np.empty(0, dtype=np.int64)
        self._n_wanted = 0
        self._behind: list[int] = []  # positions of those that not all features have taken in
        self._leaders: Indices = np.empty(0, dtype=np.int64)

    def add(self, i: int) -> None:
        """Take a feature into S."""
        self.selected.append(i)
        self._selected = np.array(self.selected, dtype=np.int64)
        if self._folded.wants_pairs:
            self._behind.append(self._n_wanted)
            self._n_wanted += 1

    def contenders(self, is_candidate: Flags) -> tuple[Indices, Floats]:
        """Return the candidates that can be the best or its runner-up, and their scores."""
        if self._folded.remembers:
            self._take_rows()
        if not self._behind:
            candidates = is_candidate.nonzero()[0]
            return candidates, self._scores(candidates)
        leaders = self._leaders[is_candidate[self._leaders]]
        if leaders.size < LEADERS // 2:
            leaders = self._likely(is_candidate.nonzero()[0])
        self._take(leaders, np.full(len(leaders), self._n_wanted))
        scores = self._scores(None)
        floor = _second(scores[leaders]) - TIE
        hopeful = (is_candidate & _reaches(scores, floor)).nonzero()[0]
        if self._n_wanted and hopeful.size > CROWD * np.count_nonzero(is_candidate):
            self._bring_on(hopeful, is_candidate.nonzero()[0])
        best = self._settled(hopeful, floor)
        tried = np.concatenate([hopeful, leaders[scores[leaders] < floor]])
        tried = tried[self._is_complete(tried)]
        self._leaders = tried[_largest(self._scores(tried), LEADERS)]
        return best, self._scores(best)

    def score(self, i: int, _is_candidate: Flags, /) -> float:
        """Return the score of one of the candidates."""
        only = np.array([i])
        self._take(only, np.array([self._n_wanted]))
        return float(self._scores(only)[0])

    def weighed(self, i: int, ledger: PairTerms, /) -> tuple[float, float]:
        """Return redundancy and class redundancy of a feature as the criterion weighs them."""
        return self._folded.weighed(i, self._selected, ledger)

    def _scores(self, which: Which) -> Floats:
        return self._folded.scores(which, len(self.selected))

    def _likely(self, candidates: Indices) -> Indices:
        return candidates[_largest(self._scores(candidates), LEADERS)]

    def _is_complete(self, i: Indices) -> Flags:
        return np.equal(self._held.n[i], self._n_wanted)

    def _take_rows(self) -> None:
        """Let all features take in the selected ones whose terms with all are to be had."""
        behind: list[int] = []
        for position in self._behind:
            in_turn = self._folded.fold.any_order or not behind
            if in_turn and self._folded.has_row(self.selected[position]):
                which = self._held.take_by_all(position)
                self._folded.take_row(self.selected[position], which)
            else:
                behind.append(position)
        self._behind = behind

    def _settled(self, hopeful: Indices, floor: float) -> Indices:
        """Return which of the features reach the floor with every selected feature taken in."""
        depth = 1
        while True:
            scores, complete = self._scores(hopeful), self._is_complete(hopeful)
            floor = max(floor, _second(scores[complete]) - TIE)
            reaches = _reaches(scores, floor)
            pending = (reaches & ~complete).nonzero()[0]
            if pending.size == 0:
                return hopeful[reaches]
            depths = np.full(pending.size, depth)
            depths[_largest(scores[pending], FAVOURITES)] = self._n_wanted
            self._take(hopeful[pending], depths)
            hopeful = hopeful[reaches]
            depth *= GROWTH

    def _bring_on(self, crowd: Indices, candidates: Indices) -> None:
        """Let a crowd take in the newest feature; or where order matters, all of them all."""
        if self._folded.fold.any_order:
            self._scan(crowd, self._n_wanted - 1)
        else:
            self._scan(candidates, int(self._held.n[candidates].min()))

    def _scan(self, crowd: Indices, first: int) -> None:
        """Let features take in the selected ones from the ``first`` on, one after the other."""
        together = max(1, SCANNED // max(1, crowd.size))
        for start in range(first, self._n_wanted, together):
            positions = np.arange(start, min(start + together, self._n_wanted))
            behind = [crowd[self._held.lack(crowd, position)] for position in positions.tolist()]
            position, i = positions.repeat([len(some) for some in behind]), np.concatenate(behind)
            if i.size:
                self._folded.take_pairs(self._selected[position], i)
                self._held.take(position, i)

    def _take(self, features: Indices, depths: Indices) -> None:
        """Let each feature take in as many of the selected ones that it lacks."""
        if self._is_complete(features).all():
            return
        position, row = self._held.next(features, depths, self._n_wanted)
        i = features[row]
        self._folded.take_pairs(self._selected[position], i)
        self._held.take(position, i)


def _reaches(scores: Floats, floor: float) -> Flags:
    """Tell which scores are not below the floor; those that are no numbers are not."""
    return ~(scores < floor)


def _second(values: Floats) -> float:
    return float(np.partition(values, -2)[-2]) if values.size > 1 else -np.inf


def _largest(values: Floats, k: int) -> Indices:
    return np.argpartition(values, -k)[-k:] if values.size > k else np.arange(values.size)
