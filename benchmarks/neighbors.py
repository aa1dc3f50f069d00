"""Time nearest-neighbour estimates side by side with scikit-learn's, pair by pair.

Both see the same columns and find the same information; every time is the least of several, the
contenders taking turns in one process.
"""

import argparse
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import numpy as np
from record import save
from rich.console import Console
from rich.table import Table
from sklearn.feature_selection import mutual_info_classif, mutual_info_regression

from natpick.sources import Neighbors
from natpick.terms import Want

REPEATS = 7
SHAPES = ((1_000, 40), (10_000, 10))
THREADS = (1, 2)

Task = Callable[[], Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--save", action="store_true", help="write the times to results/")
    lines = []
    table = Table("", title=f"Milliseconds a pair, least of {REPEATS}")
    for heading in ("scikit-learn", "1 thread", "gain", "2 threads", "gain"):
        table.add_column(heading, justify="right")
    for n, p in SHAPES:
        for name, tasks in contests(n, p):
            theirs, *ours = (1000 * seconds / p for seconds in least(tasks))
            lines.append({"term": name, "rows": n, "scikit-learn": theirs, "natpick": ours})
            gains = [cell for t in ours for cell in (f"{t:.3f}", f"{theirs / t:.1f}x")]
            table.add_row(f"{name}, {n:,} rows", f"{theirs:.3f}", *gains)
    Console().print(table)
    if parser.parse_args().save:
        versions = {name: version(name) for name in ("natpick", "scikit-learn")}
        save("neighbors", versions, {"repeats": REPEATS, "lines": lines})


def contests(n: int, p: int) -> list[tuple[str, list[Task]]]:
    """Return tasks that find the information of p columns with a class, and with a number."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(n, p)), rng.integers(0, 3, n)
    X += y[:, np.newaxis] * rng.normal(size=p)
    others = np.arange(p)[1:]

    def of_pairs(threads: int) -> Task:
        source = Neighbors(X, y, n_jobs=threads)
        return lambda: source.pair_terms(0, others, Want.REDUNDANCY).redundancy

    def of_class(threads: int) -> Task:
        return lambda: Neighbors(X, y, n_jobs=threads).univariate().relevance

    def pairs() -> Any:
        return mutual_info_regression(X, X[:, 0], random_state=0)[1:]

    def classes() -> Any:
        return mutual_info_classif(X, y, random_state=0)

    found: list[tuple[str, list[Task]]] = [
        ("MI(C, X_i)", [classes, *map(of_class, THREADS)]),
        ("MI(X_i, X_s)", [pairs, *map(of_pairs, THREADS)]),
    ]
    for _, (theirs, *ours) in found:
        for task in ours:
            np.testing.assert_allclose(task(), theirs(), rtol=0, atol=1e-9)
    return found


def least(tasks: list[Task]) -> list[float]:
    """Return the least time of each task in seconds, all tasks in turn."""
    seconds = [float("inf")] * len(tasks)
    for _ in range(REPEATS):
        for i, task in enumerate(tasks):
            start = time.perf_counter()
            task()
            seconds[i] = min(seconds[i], time.perf_counter() - start)
    return seconds


if __name__ == "__main__":
    main()
