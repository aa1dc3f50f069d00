"""Time natpick and its peers side by side on the benchmark's workloads.

Each program runs in a process of its own, holds the same codes and takes turns with the others;
a time is the least of several, of a selection alone. natpick's starts from codes, and packing
them counts. Peers take part where they are installed: praznik in R, FEAST as a shared library,
those of the registry in the environment that ``make bench`` sets up for them.
"""

import argparse
import sys
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

from contenders import Contender, Program, contenders, stored
from record import save
from rich.console import Console
from rich.table import Table
from workloads import SMALL, WORKLOADS, Workload

METHODS = ("jmi", "mrmr", "jmim", "cmim-fleuret", "mim")
THREADS = (1, 2)
REPEATS, MOST_REPEATS = 3, 10
ENOUGH = 1.0
"""Seconds that all runs of a program have taken before it has more than the fewest."""

LONG = 5.0
"""Seconds after which once is enough."""

SCALE = 0.05
SEED = 0


def main() -> int:
    asked = arguments()
    there = [c for c in contenders(asked.peers_python) if not asked.only or c.name in asked.only]
    chosen = [w for w in (*WORKLOADS, SMALL) if w.name in asked.workloads]
    cells: list[dict[str, Any]] = []
    versions: dict[str, str] = {}
    for workload in (w if w is SMALL else w.scaled(asked.scale) for w in chosen):
        cells += measured(workload, there, versions)
        show(cells[-1]["workload"]["name"], cells)
    if asked.save:
        repeats = {"repeats": REPEATS, "most_repeats": MOST_REPEATS}
        content = {"scale": asked.scale, "seed": SEED, **repeats, "cells": cells}
        print(f"Saved {save('peers', versions, content)}")
    return 0


def arguments() -> argparse.Namespace:
    names = "".join(w.name for w in (*WORKLOADS, SMALL))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--scale", type=float, default=SCALE, help="factor on the longer side (%(default)s)"
    )
    parser.add_argument("--workloads", default=names, metavar=names, help="which to run (all)")
    parser.add_argument("--only", nargs="*", metavar="NAME", help="which programs to run (all)")
    parser.add_argument(
        "--peers-python",
        type=lambda given: Path(given).absolute(),
        help="the Python that has the registry's peers",
    )
    parser.add_argument("--save", action="store_true", help="write the times to results/")
    return parser.parse_args()


def measured(
    workload: Workload, there: list[Contender], versions: dict[str, str]
) -> list[dict[str, Any]]:
    print(f"{workload} ...", file=sys.stderr)
    codes, y = workload.make(SEED)
    with stored(codes, y) as folder, ExitStack() as stack:
        del codes
        running = [
            stack.enter_context(Program(c, folder))
            for c in there
            if workload is SMALL or not c.slow
        ]
        versions |= {program.contender.name: program.version for program in running}
        return [
            {"workload": asdict(workload), "method": method, "threads": threads}
            | timed(running, method, workload.n_features, threads)
            for method in (*METHODS, *(("cmim",) if workload is SMALL else ()))
            for threads in THREADS
        ]


def timed(running: list[Program], method: str, k: int, threads: int) -> dict[str, Any]:
    """Return the least seconds of each program, and how many of its picks are natpick's."""
    able = [p for p in running if method in p.contender.methods and threads in p.contender.threads]
    seconds: dict[str, float] = {}
    picks: dict[str, tuple[int, ...]] = {}
    taken = dict.fromkeys((p.contender.name for p in able), 0.0)
    for turn in range(MOST_REPEATS):
        for program in able:
            name = program.contender.name
            if seconds.get(name, 0.0) > LONG or (turn >= REPEATS and taken[name] > ENOUGH):
                continue
            answer = program.select(method, k, threads)
            seconds[name] = min(answer.seconds, seconds.get(name, float("inf")))
            taken[name] += answer.seconds
            picks[name] = answer.picks
    ours = set(picks["natpick"]) if "natpick" in picks else set()
    return {"seconds": seconds, "common": {name: len(ours & set(p)) for name, p in picks.items()}}


def show(name: str, cells: list[dict[str, Any]]) -> None:
    here = [cell for cell in cells if cell["workload"]["name"] == name]
    others = sorted({n for cell in here for n in cell["seconds"]} - {"natpick"})
    table = Table("method", "threads", title=f"{name}: milliseconds, and times natpick's")
    for heading in ("natpick", *others):
        table.add_column(heading, justify="right")
    for cell in here:
        seconds = cell["seconds"]
        ours = seconds.get("natpick")
        shown = [
            f"{1000 * seconds[n]:,.1f}{f' ({seconds[n] / ours:,.1f}x)' if ours else ''}"
            if n in seconds
            else ""
            for n in others
        ]
        table.add_row(
            cell["method"], str(cell["threads"]), f"{1000 * ours:,.2f}" if ours else "", *shown
        )
    Console(width=140).print(table)


if __name__ == "__main__":
    sys.exit(main())
