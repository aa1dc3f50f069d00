"""Time natpick on the benchmark's workloads, side by side with scikit-learn.

Selection starts from codes, and packing them counts. Every time is the least of three, the
contenders taking turns. scikit-learn has no such selection, so it is compared on what both
do: the mutual information of each feature with the class, mutual_info_classif against a
source's univariate terms, on one thread.
"""

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import sklearn
from rich.console import Console
from rich.table import Table
from sklearn.feature_selection import mutual_info_classif
from workloads import WORKLOADS, Codes, Workload

import natpick

METHODS = ("jmi", "mrmr", "jmim", "cmim")
THREADS = (1, 2)
REPEATS = 3
SCALE = 0.05
SEED = 0
RESULTS = Path(__file__).parent / "results"

OURS = "mim, natpick"
THEIRS = "mim, scikit-learn"

Task = Callable[[], object]


def main() -> int:
    asked = arguments()
    workloads = [w.scaled(asked.scale) for w in WORKLOADS if w.name in asked.workloads]
    results = [measured(workload) for workload in workloads]
    show(results)
    if asked.save:
        print(f"Saved {save(results, asked.scale)}")
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--scale",
        type=float,
        default=SCALE,
        help="factor on the longer side of each table (%(default)s)",
    )
    names = "".join(w.name for w in WORKLOADS)
    parser.add_argument(
        "--workloads", default=names, metavar=names, help="which of them to run (all)"
    )
    parser.add_argument("--save", action="store_true", help="write the times to results/")
    return parser.parse_args()


def measured(workload: Workload) -> dict[str, Any]:
    print(f"{workload} ...", file=sys.stderr)
    codes, y = workload.make(SEED)
    check(codes, y)
    tasks = {
        task_name(method, n_jobs): selecting(codes, y, workload, method, n_jobs)
        for method in METHODS
        for n_jobs in THREADS
    }
    tasks[OURS] = lambda: relevance(codes, y)
    tasks[THEIRS] = lambda: mutual_info_classif(codes, y, discrete_features=True)
    return {"workload": asdict(workload), "seconds": least(tasks)}


def task_name(method: str, n_jobs: int) -> str:
    return f"{method}, n_jobs={n_jobs}"


def selecting(codes: Codes, y: Codes, workload: Workload, method: str, n_jobs: int) -> Task:
    """Return the task of a selection, from codes to its result."""

    def task() -> object:
        source = natpick.sources.Counts.from_codes(codes, y, n_jobs=n_jobs)
        return natpick.select(source, method=method, n_features=workload.n_features)

    return task


def relevance(codes: Codes, y: Codes) -> np.ndarray[Any, np.dtype[np.float64]]:
    return natpick.sources.Counts.from_codes(codes, y).univariate().relevance


def check(codes: Codes, y: Codes) -> None:
    """Raise where the two libraries do not measure the same."""
    np.testing.assert_allclose(
        relevance(codes, y),
        mutual_info_classif(codes, y, discrete_features=True),
        rtol=0,
        atol=1e-12,
    )


def least(tasks: Mapping[str, Task]) -> dict[str, float]:
    """Return the least time of each task in seconds, all tasks in turn."""
    seconds = dict.fromkeys(tasks, float("inf"))
    for _ in range(REPEATS):
        for name, task in tasks.items():
            start = time.perf_counter()
            task()
            seconds[name] = min(seconds[name], time.perf_counter() - start)
    return seconds


def show(results: list[dict[str, Any]]) -> None:
    table = Table("workload", "method", title=f"Milliseconds, least of {REPEATS}")
    for heading in ("1 thread", "2 threads", "gain", "scikit-learn", "gain"):
        table.add_column(heading, justify="right")
    for result in results:
        name, seconds = result["workload"]["name"], result["seconds"]
        for method in METHODS:
            one, two = (seconds[task_name(method, n_jobs)] for n_jobs in THREADS)
            table.add_row(name, method, ms(one), ms(two), ratio(one, two), "", "")
        ours, theirs = seconds[OURS], seconds[THEIRS]
        table.add_row(name, "mim", ms(ours), "", "", ms(theirs), ratio(theirs, ours))
        table.add_section()
    Console().print(table)


def ms(seconds: float) -> str:
    return f"{1000 * seconds:,.1f}"


def ratio(slow: float, fast: float) -> str:
    return f"{slow / fast:.1f}x"


def save(results: list[dict[str, Any]], scale: float) -> Path:
    """Write the times, and what they were taken with, to a file named by the time."""
    now = datetime.now(UTC)
    document = {
        "taken": now.isoformat(timespec="seconds"),
        "scale": scale,
        "seed": SEED,
        "repeats": REPEATS,
        "machine": {"platform": platform.platform(), "cores": os.cpu_count()},
        "versions": {
            "python": platform.python_version(),
            "natpick": natpick.__version__,
            "numpy": np.__version__,
            "scikit-learn": sklearn.__version__,
        },
        "results": results,
    }
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{now:%Y-%m-%dT%H%M%SZ}.json"
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    sys.exit(main())
