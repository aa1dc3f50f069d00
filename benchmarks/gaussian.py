"""Time the Gaussian source on 20,000 features of 1,000 rows, beside one product of that table.

A step needs the correlations of one feature with all others: a product of the table with a
column by BLAS, and what becomes of it. Times are the least of three.
"""

import time
from itertools import islice

import numpy as np
from rich.console import Console
from rich.table import Table

from natpick import forward
from natpick.sources import Gaussian

ROWS, FEATURES, STEPS = 1_000, 20_000, 6
METHODS = ("jmi", "mrmr", "cmim", "cmi")
REPEATS = 3


def main() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(ROWS, FEATURES)), rng.integers(0, 2, ROWS)
    X[:, :50] += y[:, np.newaxis] * rng.random(50)
    targets = {"two classes": y, "numbers": X[:, 0] + rng.normal(size=ROWS)}
    product = min(product_seconds(X) for _ in range(REPEATS))
    table = Table("", "milliseconds", "products", title=f"{FEATURES:,} features, {ROWS:,} rows")
    table.add_row("one product", f"{1000 * product:.1f}", "1.0")
    for name, target in targets.items():
        for method in METHODS:
            seconds = min(step_seconds(X, target, method) for _ in range(REPEATS))
            label = f"a step of {method}, target of {name}"
            table.add_row(label, f"{1000 * seconds:.1f}", f"{seconds / product:.1f}")
    Console().print(table)


def product_seconds(X: np.ndarray) -> float:
    columns = np.ascontiguousarray(X.T)
    start = time.perf_counter()
    columns @ columns[0]
    return time.perf_counter() - start


def step_seconds(X: np.ndarray, target: np.ndarray, method: str) -> float:
    """Return the mean time of a step, the source being there."""
    source = Gaussian(X, target)
    start = time.perf_counter()
    for _ in islice(forward(source, method), STEPS):
        pass
    return (time.perf_counter() - start) / STEPS


if __name__ == "__main__":
    main()
