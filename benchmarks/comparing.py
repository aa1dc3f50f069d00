"""Time a comparison of all methods that go by pairs beside JMI alone, and beside each alone.

All take turns in one process and start from the same codes; a time is the least of several.
"""

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from importlib.metadata import version
from typing import Any

from record import save
from rich.console import Console
from rich.table import Table
from workloads import WORKLOADS, Workload

import natpick
from natpick.sources import Counts

METHODS = [name for name, row in natpick.CRITERIA.items() if row.fold is not None]
REPEATS = 5
SCALE = 0.05

Cell = dict[str, Any]


def main() -> int:
    names = "".join(w.name for w in WORKLOADS)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--scale", type=float, default=SCALE, help="factor on the longer side (%(default)s)"
    )
    parser.add_argument("--workloads", default=names, metavar=names, help="which to run (all)")
    parser.add_argument("--save", action="store_true", help="write the times to results/")
    asked = parser.parse_args()
    chosen = [w.scaled(asked.scale) for w in WORKLOADS if w.name in asked.workloads]
    cells = [measured(workload) for workload in chosen]
    show(cells)
    if asked.save:
        content = {"scale": asked.scale, "repeats": REPEATS, "methods": METHODS, "cells": cells}
        save("comparing", {"natpick": version("natpick")}, content)
    return 0


def measured(workload: Workload) -> Cell:
    """Return the seconds of JMI alone, of all methods together, and of each alone in all."""
    print(f"{workload} ...", file=sys.stderr)
    codes, y = workload.make(0)
    k = workload.n_features

    def alone(method: str) -> natpick.Selection:
        source = Counts.from_codes(codes, y)
        return natpick.select(source, method=method, n_features=k, explain=False)

    def together() -> natpick.Comparison:
        source = Counts.from_codes(codes, y)
        return natpick.compare(source, methods=METHODS, n_features=k, explain=False)

    jmi, all_of_them = [float("inf")] * 2
    for _ in range(REPEATS):
        jmi = min(jmi, seconds(partial(alone, "jmi")))
        all_of_them = min(all_of_them, seconds(together))
    one_by_one = sum(min(seconds(partial(alone, m)) for _ in range(2)) for m in METHODS)
    comparison = together()
    others = {i for selection in comparison.selections.values() for i in selection.indices[:-1]}
    return {
        "workload": asdict(workload),
        "seconds": {"jmi": jmi, "together": all_of_them, "one by one": one_by_one},
        "selected": {"jmi": k - 1, "together": len(others)},
    }


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def show(cells: list[Cell]) -> None:
    table = Table("", title=f"{len(METHODS)} methods: milliseconds, and times JMI alone")
    for heading in ("JMI", "together", "one by one", "scans of JMI", "of all"):
        table.add_column(heading, justify="right")
    for cell in cells:
        of, selected = cell["seconds"], cell["selected"]
        told = [
            f"{1e3 * of[what]:,.1f} ({of[what] / of['jmi']:.1f}x)"
            for what in ("together", "one by one")
        ]
        scans = (str(selected["jmi"]), str(selected["together"]))
        table.add_row(cell["workload"]["name"], f"{1e3 * of['jmi']:,.1f}", *told, *scans)
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())
