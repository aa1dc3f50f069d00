"""Table 7: the orders in which methods pick the features, and the risk of their first two."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from natpick.criterion import Criterion
from natpick.search import forward
from natpick.sources import HalfPlane
from natpick.sources.shared import Shared, shared
from natpick.step import Step
from natpick.terms import Want
from natpick.theory.publication.entry import Entry, Number
from natpick.theory.publication.printed import ORDERS
from natpick.theory.publication.setting import FEATURES, beyond, representatives
from natpick.theory.publication.table import Table

_RISK: Final = "MBR(C, {first, second})"

_NORMALISED: Final = (
    "normalised by differential entropies, which change with the unit and may be negative: "
    "natpick takes a ratio as 0 where its denominator is not positive, so the order tells nothing",
    54,
)

_TOLD: Final[dict[str, tuple[str, int]]] = {
    "mifs-u": ("its order is not that of MIFS, against line 699", 8),
    "mifs-nd": ("a tie at the second step, where mRMR has none, against line 699", 9),
    "nmifs": _NORMALISED,
    "disr": _NORMALISED,
    "njmim": _NORMALISED,
}
"""What there is to know of methods that the paper only mentions, and the erratum."""


@dataclass(frozen=True, slots=True)
class Picks:
    """The order in which a method picks, its ties, and the minimum Bayes risk of two picks."""

    steps: tuple[Step, ...]
    risk: float

    @property
    def names(self) -> tuple[str, ...]:
        """The features in order; what is tied is taken in the order of columns."""
        return tuple(step.name for step in self.steps)

    @property
    def open_names(self) -> tuple[str, ...]:
        """For each step the name picked, or all names between which it is open.

        Where two features tie, the step after is open as well: whichever is not picked first
        can come then.
        """
        shown: list[str] = []
        before: tuple[str, ...] = ()
        for step in self.steps:
            tied = tuple(FEATURES[i] for i in step.tied)
            if not tied and len(before) == 2 and step.name in before:
                tied = before
            shown.append("/".join(tied) if tied else step.name)
            before = tied
        return tuple(shown)


def picks(plane: HalfPlane, row: Criterion, source: Shared | None = None) -> Picks:
    """Return what a method picks; MBR_2 = MBR(C, {first, second}) by Section 6.4.

    ``source`` is the plane itself or one that shares its terms between methods.
    """
    steps = tuple(forward(plane if source is None else source, row))
    return Picks(steps, plane.minimum_bayes_risk([step.name for step in steps[:2]]))


def orders_table(plane: HalfPlane) -> Table:
    """Return Table 7, with MBR_2 beside the orders."""
    return Table(
        "orders",
        "Orders of the features and MBR_2",
        "Table 7, line 1010",
        tuple(_printed(plane)),
        "A/B is a tie: both are equally good at that step, and natpick takes the first column.",
    )


def _printed(plane: HalfPlane) -> Iterator[Entry]:
    source = shared(plane, Want.ALL)
    for row in representatives():
        found, printed = picks(plane, row, source), ORDERS[row.name]
        order, text = ", ".join(found.open_names), ", ".join(printed.steps)
        what = f"order of {row.name}"
        yield Entry(what, printed.line, row.formula, order, text, order == text)
        risk = Number(printed.line, printed.risk)
        yield Entry.of_number(f"MBR_2 of {row.name}", _RISK, risk, found.risk)


def beyond_table(plane: HalfPlane) -> Table:
    """Return the orders of the other rows of the table of criteria, which the paper has not."""
    return Table(
        "orders_beyond_the_paper",
        "Orders and MBR_2 of natpick's other methods",
        "not in the paper",
        tuple(_beyond(plane)),
        "cmi is the target objective OF' itself: the ideal order.",
    )


def _beyond(plane: HalfPlane) -> Iterator[Entry]:
    source = shared(plane, Want.ALL)
    for row in beyond():
        found = picks(plane, row, source)
        order = ", ".join(found.open_names)
        why, number = _TOLD.get(row.name, ("", None))
        yield Entry(f"order of {row.name}", None, row.formula, order, reason=why, erratum=number)
        yield Entry(f"MBR_2 of {row.name}", None, _RISK, found.risk)
