"""The terms of many pairs of features at once, whoever the features are."""

from collections.abc import Callable

import numpy as np

from natpick.sources.protocol import InformationSource, PairSource
from natpick.terms import Indices, PairTerms, Want

TermsOfPairs = Callable[[Indices, Indices, Want], PairTerms]
"""Returns the terms of each pair ``(s[j], i[j])``, as far as they are wanted."""


def terms_of_pairs(source: InformationSource) -> TermsOfPairs:
    """Return how to ask a source for many pairs at once.

    One that is not a :class:`~natpick.sources.protocol.PairSource` is asked for one feature
    ``s`` after the other.
    """
    if isinstance(source, PairSource):
        return source.terms_of_pairs

    def ask(s: Indices, i: Indices, want: Want) -> PairTerms:
        return one_by_one(lambda each, others: source.pair_terms(each, others, want), s, i)

    return ask


def one_by_one(terms_of: Callable[[int, Indices], PairTerms], s: Indices, i: Indices) -> PairTerms:
    """Return the terms of each pair ``(s[j], i[j])``, asking for one ``s`` after the other."""
    terms = PairTerms(*np.empty((3, len(s))))
    for each in np.unique(s).tolist():
        of_s = s == each
        found = terms_of(each, i[of_s])
        terms.redundancy[of_s] = found.redundancy
        terms.class_redundancy[of_s] = found.class_redundancy
        terms.joint_entropy[of_s] = found.joint_entropy
    return terms
