"""All errata in their order, each with its evidence."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from natpick.theory.publication.errata import cells, examples, laws, setting_values
from natpick.theory.publication.errata.appendix import APPENDIX
from natpick.theory.publication.errata.body import BODY
from natpick.theory.publication.errata.erratum import Erratum, Evidence
from natpick.theory.publication.table import Table

_EVIDENCE: Final[Mapping[int, Callable[[], Iterator[Evidence]]]] = {
    1: laws.definition,
    3: examples.stopping,
    4: examples.no_relevance,
    5: examples.nothing_left,
    6: examples.bounds,
    7: examples.undervalued,
    8: setting_values.weighted_redundancy,
    9: setting_values.domination,
    10: setting_values.relevance_of_x,
    11: setting_values.relevance_of_w,
    12: setting_values.footnote_marks,
    13: setting_values.redundancy_of_d,
    14: setting_values.within_x_w,
    15: setting_values.within_w_d,
    16: setting_values.footnote_law,
    23: laws.joint_density,
    24: laws.information_as_entropies,
    25: laws.inverse,
    26: laws.exponent,
    27: laws.argument,
    28: laws.half,
    29: laws.numerator,
    30: laws.rotation,
    31: laws.disc_given_class,
    33: laws.distribution_given_one,
    34: laws.distribution_given_zero,
    35: laws.jacobian,
    37: laws.log_density,
    38: laws.mean_of_log_density,
    39: laws.variance,
    41: cells.both_right,
    42: cells.both_left,
    43: cells.class_only,
    44: cells.disc_only,
    45: cells.disc_only_derivative,
    46: cells.disc_only_density,
    47: cells.neither_right,
    48: cells.neither_left_derivative,
    49: cells.giant_entropy,
    50: laws.correlation,
    51: laws.density_of_x,
    52: laws.classifier,
    54: setting_values.normalisers,
}
"""By erratum what is computed for it; 17 to 22 are entries of the tables."""


def errata(tables: Iterable[Table]) -> tuple[Erratum, ...]:
    """Return all errata; ``tables`` are those that tell where the paper differs."""
    told = list(tables)
    wordings = sorted((*BODY, *APPENDIX), key=lambda wording: wording.number)
    return tuple(Erratum(wording, tuple(_evidence(wording.number, told))) for wording in wordings)


def _evidence(number: int, tables: Iterable[Table]) -> Iterator[Evidence]:
    if number in _EVIDENCE:
        yield from _EVIDENCE[number]()
        return
    for table in tables:
        for entry in table.entries:
            if entry.erratum == number and entry.agrees is False:
                given = entry.printed if entry.printed_value is None else entry.printed_value
                yield Evidence(entry.quantity, given, None, entry.value)
