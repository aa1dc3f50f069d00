"""A problem with groups of its columns as further features."""

from dataclasses import replace

from natpick.encode import Groups, encoding_of, join, members
from natpick.problem import Problem
from natpick.sources import Counts


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
    if not isinstance(source, Counts):
        raise TypeError(
            "groups are counted together, which needs a table and an estimator that counts, or a "
            f"Counts source; {type(source).__name__} cannot. Leave groups out."
        )
    joint = [join(source.codes, group, columns) for group, columns in found.items()]
    encodings = posed.encodings and (
        *posed.encodings,
        *(
            encoding_of(group, codes, source.codes, found[group], posed.encodings)
            for group, codes in zip(found, joint, strict=True)
        ),
    )
    extended = source.with_features(joint, tuple(found))
    return replace(posed, source=extended, encodings=encodings, groups=found)
