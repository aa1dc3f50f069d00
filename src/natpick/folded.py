"""The penalties of the selected features, folded into one running number a candidate."""

import numpy as np

from natpick.criterion import Criterion, Fold
from natpick.penalty import Pair, Penalty
from natpick.sources.pairs import terms_of_pairs
from natpick.sources.protocol import InformationSource, RowSource
from natpick.terms import Floats, Indices, PairTerms, Want

Which = Indices | None
"""Some features, or with None all of them."""


class Folded:
    """What the selected features taken in so far cost each feature.

    Which of them each feature has taken in is for the owner to know. A fold that rounds must
    take them in the order of selection, so that a score is the same to the last bit whenever
    it is computed.
    """

    def __init__(self, source: InformationSource, criterion: Criterion, fold: Fold) -> None:
        self.alone = source.univariate()
        self.fold = fold
        self._pair_terms = source.pair_terms
        self._terms_of_pairs = terms_of_pairs(source)
        self._remembering = source if isinstance(source, RowSource) else None
        self._criterion = criterion
        self._rows = np.full((fold.width, len(self.alone.relevance)), fold.identity)

    @property
    def wants_pairs(self) -> bool:
        """Whether there is anything to take in."""
        return self._criterion.want is not Want.NOTHING

    @property
    def remembers(self) -> bool:
        """Whether the source remembers what all features' terms with one are."""
        return self._remembering is not None

    def has_row(self, s: int) -> bool:
        """Tell whether all features may take in ``s`` at little more than the cost of some."""
        return self._remembering is not None and self._remembering.has_row(s)

    def scores(self, which: Which, size: int) -> Floats:
        """Return the scores of features that have taken in all ``size`` selected ones.

        Of a feature that has not, it is what the criterion's ``lazy`` says: an upper bound.
        """
        relevance, rows = self.alone.relevance, self._rows
        if which is not None:
            relevance = relevance.take(which)
        if size == 0 or not self.wants_pairs:
            return relevance
        if which is not None:
            rows = rows.take(which, axis=1)
        penalty = self._criterion.weighed(self.fold.value(rows), size)
        return self._criterion.combine(relevance, penalty)

    def take(self, s: int, i: Indices) -> None:
        """Fold what ``s`` costs into each of the features ``i``."""
        self._take(np.array([s]), i, self._pair_terms(s, i, self._criterion.want))

    def take_row(self, s: int, which: Which) -> None:
        """Fold what ``s`` costs into features, None for all; the source must remember."""
        assert self._remembering is not None
        terms = self._remembering.row(s, self._criterion.want)
        penalty = self._penalty(None, np.array([s]), terms)
        for folded, new in zip(self._rows, self.fold.rows(penalty), strict=True):
            if which is None:
                self.fold.ufunc(folded, new, out=folded)
            else:
                folded[which] = self.fold.ufunc(folded[which], new[which])

    def take_pairs(self, s: Indices, i: Indices) -> None:
        """Fold what ``s[j]`` costs into the feature ``i[j]``, for one pair after the other."""
        self._take(s, i, self._terms_of_pairs(s, i, self._criterion.want))

    def _take(self, s: Indices, i: Indices, terms: PairTerms) -> None:
        penalty = self._penalty(i, s, terms)
        for folded, new in zip(self._rows, self.fold.rows(penalty), strict=True):
            self.fold.ufunc.at(folded, i, new)

    def weighed(self, i: int, selected: Indices, ledger: PairTerms) -> tuple[float, float]:
        """Return redundancy and class redundancy of a feature as the criterion weighs them."""
        if selected.size == 0 or not self.wants_pairs:
            return 0.0, 0.0
        parts = self.fold.weighed(self._penalty(np.array([i]), selected, ledger))
        redundancy, class_redundancy = self._criterion.weighed(np.array(parts), selected.size)
        return float(redundancy), float(class_redundancy)

    def _penalty(self, i: Which, s: Indices, terms: PairTerms) -> Penalty:
        return self._criterion.penalty(Pair(self.alone, i, s, terms))
