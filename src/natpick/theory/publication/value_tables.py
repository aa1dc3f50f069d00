"""Tables 2 and 8 to 10: marks and numbers as printed, beside the recomputed ones."""

from collections.abc import Mapping

from natpick.criterion import Drawback
from natpick.sources import HalfPlane
from natpick.theory.publication.entry import Entry, Number
from natpick.theory.publication.printed import (
    CLASS_REDUNDANCY,
    DRAWBACKS,
    REDUNDANCY,
    RELEVANCE,
)
from natpick.theory.publication.setting import C, W, X, representatives
from natpick.theory.publication.table import Table


def drawback_table() -> Table:
    """Return Table 2: which methods have which drawback, printed and in natpick's own rows."""
    return Table(
        "drawbacks",
        "Drawbacks of the representative methods",
        "Table 2, line 624",
        tuple(_drawback(drawback) for drawback in DRAWBACKS),
        "The value is what natpick's table of criteria says of its rows. Beyond the table, MIFS "
        "and CIFE can undervalue the redundancy as well (erratum 7).",
    )


def _drawback(drawback: Drawback) -> Entry:
    line, printed = DRAWBACKS[drawback]
    known = tuple(row.name for row in representatives() if drawback in row.drawbacks)
    return Entry(
        drawback.value, line, "Section 5.1", ", ".join(known), ", ".join(printed), known == printed
    )


def value_tables(plane: HalfPlane) -> tuple[Table, ...]:
    """Return the paper's numbers at k = 199.985 and k' = 0.01."""
    return (
        _relevance(plane),
        _pairs(plane, "redundancy_values", REDUNDANCY, given=False),
        _pairs(plane, "class_redundancy_values", CLASS_REDUNDANCY, given=True),
    )


def _relevance(plane: HalfPlane) -> Table:
    value = {name: plane.mutual_information(C, name) for name in RELEVANCE}
    return Table(
        "relevance_values",
        "MI with the class, as numbers",
        "Table 8, line 1031",
        tuple(
            Entry.of_number(f"MI(C,{name})", "Table 4, signs corrected", number, value[name])
            for name, number in RELEVANCE.items()
        ),
        f"MI(C,X) is larger than MI(C,X-k'Y) by {value[X] - value[W]:.3e}, so X is picked first.",
    )


def _pairs(
    plane: HalfPlane, key: str, printed: Mapping[tuple[str, str], Number], *, given: bool
) -> Table:
    bar, condition = ("|C", (C,)) if given else ("", ())
    number = 6 if given else 5
    return Table(
        key,
        f"MI between features{' given the class' if given else ''}, as numbers",
        "Table 10, line 1061" if given else "Table 9, line 1045",
        tuple(
            Entry.of_number(
                f"MI({one},{other}{bar})",
                f"Table {number}, signs corrected",
                text,
                plane.mutual_information(one, other, condition),
            )
            for (one, other), text in printed.items()
        ),
    )
