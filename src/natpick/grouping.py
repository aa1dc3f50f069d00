"""A problem with groups of its columns as further features."""

from dataclasses import replace

import numpy as np

from natpick.combinations import combined
from natpick.encode import Encodings, GroupRows, Groups, members
from natpick.problem import Problem
from natpick.sources.protocol import CodedSource


def grouped(posed: Problem, groups: Groups | None) -> Problem:
    """Return the problem in which each group of columns is one feature, after all columns.

    The joint code of a group's columns is its code: its terms are those of the columns taken
    together. The columns keep their places and their terms.
    """
    if groups is None:
        return posed
    source = posed.source
    found = members(source.names, groups)
    if not found:
        return posed
    if not isinstance(source, CodedSource):
        raise TypeError(
            "groups are counted together, which needs a table and an estimator that counts, or a "
            f"Counts source; {type(source).__name__} cannot. Leave groups out."
        )
    together = combined(source.codes, found)
    names = (*source.names, *found)
    extended = source.with_codes(together.codes, names)
    if not posed.encodings:
        return replace(posed, source=extended, groups=found)
    columns, after = np.split(np.arange(len(names)), [len(source.names)])
    rows = GroupRows(found, together.parts, posed.encodings)
    encodings = Encodings([(columns, posed.encodings), (after, rows)], len(names))
    return replace(posed, source=extended, encodings=encodings, groups=found)
