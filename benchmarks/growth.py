"""How time and memory grow with rows, columns, picks, levels, classes and threads.

Every point is a process of its own: the seconds of a selection, the least of several, and what
it holds at its peak beyond the codes (on Linux, whose kernel tells). One size grows over two
decades, the others stay.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from workloads import Workload

POINT = Path(__file__).parent / "growth_point.py"
RESULTS = Path(__file__).parent / "results"
METHODS = ("jmi", "cmim")
USUAL = Workload("growth", 10_000, 1_000, 5, 2, 20)

AXES: dict[str, tuple[Workload, str, Sequence[int]]] = {
    "rows": (
        replace(USUAL, n_columns=200),
        "n_rows",
        (10_000, 30_000, 100_000, 300_000, 1_000_000),
    ),
    "columns": (replace(USUAL, n_rows=1_000), "n_columns", (300, 1_000, 3_000, 10_000, 30_000)),
    "picks": (USUAL, "n_features", (2, 6, 20, 60, 200)),
    "levels": (USUAL, "n_levels", (2, 6, 20, 60, 200)),
    "classes": (USUAL, "n_classes", (2, 6, 20, 60, 200)),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--save", action="store_true", help="write the figures to results/")
    parser.add_argument("--axes", nargs="*", default=[*AXES, "threads"], help="which sizes (all)")
    asked = parser.parse_args()
    lines = [line for axis in asked.axes for method in METHODS for line in grown(axis, method)]
    show(lines)
    if asked.save:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / "growth.json").write_text(json.dumps(lines, indent=1) + "\n", "utf-8")
    return 0


def grown(axis: str, method: str) -> Iterator[dict[str, Any]]:
    """Yield one line: the sizes, the seconds, the bytes and the exponent of the seconds."""
    print(f"{axis}, {method} ...", file=sys.stderr)
    if axis == "threads":
        at = replace(USUAL, n_rows=100_000)
        sizes: Sequence[int] = (1, 2)
        points = [measured(at, method, threads) for threads in sizes]
    else:
        usual, size, sizes = AXES[axis]
        points = [measured(replace(usual, **{size: value}), method, 1) for value in sizes]
        at = usual
    seconds = [point["seconds"] for point in points]
    yield {
        "axis": axis,
        "method": method,
        "workload": asdict(at),
        "sizes": list(sizes),
        "seconds": seconds,
        "bytes_beyond_codes": [point["bytes"] for point in points],
        "exponent": exponent(sizes, seconds),
    }


def exponent(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """Return the slope of log seconds over log size, by least squares over the upper decade."""
    upper = [i for i, size in enumerate(sizes) if size * 15 >= max(sizes)]
    slope, _ = np.polyfit(np.log([sizes[i] for i in upper]), np.log([seconds[i] for i in upper]), 1)
    return float(slope)


def measured(workload: Workload, method: str, threads: int) -> dict[str, float]:
    request = json.dumps({"workload": asdict(workload), "method": method, "threads": threads})
    command = [sys.executable, str(POINT), request]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    answer: dict[str, float] = json.loads(done.stdout)
    return answer


def show(lines: list[dict[str, Any]]) -> None:
    table = Table("size", "method", "from", "to", title="Growth")
    for heading in ("ms", "ms", "exponent", "MB beyond codes", "MB"):
        table.add_column(heading, justify="right")
    for line in lines:
        first, last = line["seconds"][0], line["seconds"][-1]
        low, high = line["bytes_beyond_codes"][0], line["bytes_beyond_codes"][-1]
        table.add_row(
            *(line["axis"], line["method"], f"{line['sizes'][0]:,}", f"{line['sizes'][-1]:,}"),
            *(f"{1e3 * first:,.1f}", f"{1e3 * last:,.1f}", f"{line['exponent']:.2f}"),
            *(f"{low / 1e6:,.1f}", f"{high / 1e6:,.1f}"),
        )
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())
