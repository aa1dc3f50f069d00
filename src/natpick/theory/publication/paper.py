"""The paper, recomputed: everything it prints beside what is true of it."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from natpick import document
from natpick.theory.publication import figures
from natpick.theory.publication.curves import Curve, curves
from natpick.theory.publication.errata.erratum import Erratum
from natpick.theory.publication.errata.record import errata
from natpick.theory.publication.formula_tables import formula_tables
from natpick.theory.publication.method_table import method_table
from natpick.theory.publication.orders import beyond_table, orders_table
from natpick.theory.publication.page import page
from natpick.theory.publication.region_table import region_table, threshold_table
from natpick.theory.publication.regions import Threshold, thresholds
from natpick.theory.publication.setting import (
    FEATURES,
    GRID,
    K_PRIME,
    REFERENCE,
    C,
    plane_at,
)
from natpick.theory.publication.table import Table
from natpick.theory.publication.text_table import text_table
from natpick.theory.publication.value_tables import drawback_table, value_tables

FORM: Final = "natpick.paper/1"

FILES: Final = ("paper.md", "paper.json", *figures.names())
"""What :meth:`Paper.write` writes."""


@dataclass(frozen=True, slots=True)
class Paper:
    """The tables, figures, thresholds and errata of the paper, recomputed.

    Attributes
    ----------
    k, k_prime : the setting of the tables.
    tables : by key, in the order of the paper; each entry has what is printed beside it.
    thresholds : the exact borders in k' of the regions of MIFS, mRMR and maxMIFS.
    curves : by method, its order, objective values at the second step and MBR_2 over k'.
    errata : all errata, with the evidence.
    """

    k: float
    k_prime: float
    tables: Mapping[str, Table]
    thresholds: tuple[Threshold, ...]
    curves: Mapping[str, Curve]
    errata: tuple[Erratum, ...]

    @property
    def agreeing(self) -> int:
        """How many entries agree with what is printed."""
        return sum(table.agreeing for table in self.tables.values())

    @property
    def differing(self) -> int:
        """How many entries differ from what is printed."""
        return sum(table.differing for table in self.tables.values())

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain dicts, lists, strings and numbers."""
        some_curve = next(iter(self.curves.values()))
        return {
            "form": FORM,
            "reference": REFERENCE,
            "setting": {
                "k": self.k,
                "k_prime": self.k_prime,
                "target": C,
                "features": list(FEATURES),
            },
            "agreeing": self.agreeing,
            "differing": self.differing,
            "tables": {key: table.to_dict() for key, table in self.tables.items()},
            "thresholds": [threshold.to_dict() for threshold in self.thresholds],
            "k_prime": list(some_curve.k_prime),
            "curves": {method: curve.to_dict() for method, curve in self.curves.items()},
            "errata": [erratum.to_dict() for erratum in self.errata],
        }

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """Return everything as JSON text, and write it to ``path`` if one is given."""
        return document.saved(self.to_dict(), path)

    def to_markdown(self) -> str:
        """Return everything as a page of Markdown that shows the figures beside it."""
        return page(self)

    def figures(self) -> dict[str, Any]:
        """Return the matplotlib figures by name: ``regions``, ``second_step`` and ``mbr_2``."""
        return figures.figures(self.curves, self.thresholds)

    def write(self, folder: str | os.PathLike[str]) -> list[str]:
        """Write ``paper.md``, ``paper.json`` and every figure as SVG and PNG into a folder.

        The folder is made if it is not there, and files of the same names are replaced: all
        of them or, if anything fails, none. Return the names of the files.
        """
        check(folder)
        files = {
            "paper.md": self.to_markdown().encode(),
            "paper.json": self.to_json().encode(),
            **figures.drawn(self.figures()),
        }
        document.write_folder(folder, files)
        return list(files)


def check(folder: str | os.PathLike[str]) -> None:
    """Raise an error if a paper could not be written into a folder, before it is recomputed."""
    figures.check()
    document.check_folder(folder, FILES)


def paper(*, on_k_prime: Callable[[float], object] | None = None) -> Paper:
    """Return the paper recomputed: every table, figure, threshold and erratum.

    It takes some ten seconds, most of them for the curves.

    Parameters
    ----------
    on_k_prime : callable, optional
        Told of each of the 1000 values of k' = 0.01, 0.02, ... 10 that is done.

    References
    ----------
    Macedo, Oliveira, Pacheco and Valadas (2019), Theoretical foundations of forward feature
    selection methods based on mutual information, Neurocomputing 325.
    """
    return recomputed(GRID, on_k_prime)


def recomputed(
    k_primes: Sequence[float], on_k_prime: Callable[[float], object] | None = None
) -> Paper:
    """Return the paper over some values of k', between which it must change its orders twice."""
    plane = plane_at(K_PRIME)
    over = curves(k_primes, on_k_prime)
    ends = thresholds(over)
    tables = (
        method_table(plane),
        drawback_table(),
        *formula_tables(plane),
        orders_table(plane),
        *value_tables(plane),
        region_table(over, ends),
        threshold_table(ends),
        text_table(plane),
        beyond_table(plane),
    )
    return Paper(
        k=plane.k,
        k_prime=plane.k_prime,
        tables={table.key: table for table in tables},
        thresholds=ends,
        curves=over,
        errata=errata(tables),
    )
