"""Table 1: the printed objective functions, evaluated beside the scores of the rows."""

from collections.abc import Callable
from typing import Final

from natpick.criteria import CRITERIA
from natpick.sources import HalfPlane
from natpick.theory.publication.entry import Entry
from natpick.theory.publication.scoring import scored
from natpick.theory.publication.setting import C, D, W, X
from natpick.theory.publication.table import Table

_SELECTED: Final = (X, W)


def method_table(plane: HalfPlane) -> Table:
    """Return Table 1 evaluated at X_disc after X and X-k'Y, where the methods differ."""
    relevance = plane.mutual_information(C, D)
    entries = []
    for name, (line, printed, taken) in _TAKEN.items():
        row = CRITERIA[name]
        value = scored(plane, row, _SELECTED)[D]
        yields = relevance - taken(plane)
        entries.append(Entry.of_formula(name, line, row.formula, value, yields, printed=printed))
    return Table(
        "methods",
        "Objective functions of the representative methods",
        "Table 1, line 505",
        tuple(entries),
        "Values are those of the candidate X_disc, S = {X, X-k'Y}: as the printed function yields "
        "it, and as natpick's search scores it by its row.",
    )


def _mi(plane: HalfPlane) -> list[float]:
    return [plane.mutual_information(D, s) for s in _SELECTED]


def _tmi(plane: HalfPlane) -> list[float]:
    return [plane.mutual_information(D, s) - plane.mutual_information(D, s, C) for s in _SELECTED]


def _tmi_and_relevance(plane: HalfPlane) -> list[float]:
    alone = [plane.mutual_information(C, s) for s in _SELECTED]
    return [tmi - mi for tmi, mi in zip(_tmi(plane), alone, strict=True)]


_TAKEN: Final[dict[str, tuple[int, str, Callable[[HalfPlane], float]]]] = {
    "mim": (513, "MI(C,Xi)", lambda _plane: 0.0),
    "mifs": (514, "MI(C,Xi) - beta sum_s MI(Xi,Xs)", lambda plane: sum(_mi(plane))),
    "mrmr": (515, "MI(C,Xi) - 1/|S| sum_s MI(Xi,Xs)", lambda plane: sum(_mi(plane)) / 2),
    "maxmifs": (516, "MI(C,Xi) - max_s MI(Xi,Xs)", lambda plane: max(_mi(plane))),
    "cife": (
        517,
        "MI(C,Xi) - sum_s (MI(Xi,Xs) - MI(Xi,Xs|C))",
        lambda plane: sum(_tmi(plane)),
    ),
    "jmi": (
        518,
        "MI(C,Xi) - 1/|S| sum_s (MI(Xi,Xs) - MI(Xi,Xs|C))",
        lambda plane: sum(_tmi(plane)) / 2,
    ),
    "cmim": (
        519,
        "MI(C,Xi) - max_s {MI(Xi,Xs) - MI(Xi,Xs|C)}",
        lambda plane: max(_tmi(plane)),
    ),
    "jmim": (
        520,
        "MI(C,Xi) - max_s {MI(Xi,Xs) - MI(Xi,Xs|C) - MI(C,Xs)}",
        lambda plane: max(_tmi_and_relevance(plane)),
    ),
}
"""By method: the line of its objective function, the function, and what it takes off MI(C,Xi)."""
