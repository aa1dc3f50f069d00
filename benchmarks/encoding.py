"""Time the cutting of numbers side by side with numpy, pandas and scikit-learn.

Values: every contender cuts every column into 10 bins of equal frequency and gives each value its
bin: natpick.encode whole, on one and two threads, and its three passes alone; numpy.quantile with
searchsorted; pandas.qcut; KBinsDiscretizer. Tables: encoding beside the selection from codes that
it serves, for tables of float64 of the shapes of A, B and D, as an array and as a data frame. MDLP:
a column of 1,000,000 rows. Every time is the least of several, the contenders taking turns; it is
that of the process where there is one thread, and of the clock where there are two.
"""

import argparse
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import sklearn
from numpy.typing import NDArray
from record import save
from rich.console import Console
from rich.table import Table
from sklearn.preprocessing import KBinsDiscretizer
from workloads import WORKLOADS, Workload

import natpick
from natpick._core import code, equal_frequency, summary
from natpick.encode import Cutting, cutting, encode
from natpick.sources import Counts

BINS = 10
LIMIT = 20
REPEATS = 5
SECONDS = 0.2
"""What a contender's turns take at least: short ones are taken more often."""

SHAPES = ((100, 20_000), (1_000, 1_000), (10_000, 100), (100_000, 16), (1_000_000, 4))
TABLES = "ABD"
SEED = 0

Numbers = NDArray[Any]
Task = Callable[[], object]
Row = dict[str, Any]


def normal(rng: np.random.Generator, shape: tuple[int, int]) -> Numbers:
    return rng.normal(size=shape)


def skewed(rng: np.random.Generator, shape: tuple[int, int]) -> Numbers:
    return np.exp(2 * rng.normal(size=shape))


def tied(rng: np.random.Generator, shape: tuple[int, int]) -> Numbers:
    return np.maximum(rng.normal(size=shape), 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--save", action="store_true", help="write the times to results/")
    parser.add_argument("--threads", type=int, nargs="*", default=(1, 2), help="1, 2 or both")
    asked = parser.parse_args()
    warnings.simplefilter("ignore")  # KBinsDiscretizer's, of ties
    versions = {library.__name__: library.__version__ for library in (natpick, np, pd, pl, sklearn)}
    content = {"bins": BINS, "repeats": REPEATS, "mdlp": mdlp_seconds()}
    print("MDLP, 1,000,000 rows, seconds:", content["mdlp"])
    content["values"] = shown("Nanoseconds a value", list(of_values(asked.threads)))
    content["tables"] = shown("Milliseconds", list(of_tables(asked.threads)))
    if asked.save:
        print(f"Saved {save('encoding', versions, content)}")
    return 0


def of_values(threads: Sequence[int]) -> Iterator[Row]:
    rng = np.random.default_rng(SEED)
    for shape in SHAPES:
        for values in (normal, skewed, tied):
            for dtype in (np.float32, np.float64):
                seconds = least(value_tasks(values(rng, shape).astype(dtype), threads))
                size = shape[0] * shape[1]
                yield {
                    "rows": shape[0],
                    "columns": shape[1],
                    "type": dtype.__name__,
                    "values": values.__name__,
                    "times": {name: 1e9 * time / size for name, time in seconds.items()},
                }


def value_tasks(X: Numbers, threads: Sequence[int]) -> dict[str, Task]:
    columns, rows = np.asfortranarray(X), np.ascontiguousarray(X)
    points, sizes = equal_frequency(columns.T, BINS, 1)
    codes = np.empty(X.shape, dtype=np.uint8, order="F")
    places = np.arange(X.shape[1])
    check(X, points, sizes)
    tasks: dict[str, Task] = {
        "summary": lambda: summary(columns.T, LIMIT, 1),
        "cut points": lambda: equal_frequency(columns.T, BINS, 1),
        "binning": lambda: code(columns.T, points, sizes + np.uint32(1), codes, places, 1),
        "encode": lambda: whole(columns, 1),
        "rows first": lambda: whole(rows, 1),
    }
    if 2 in threads:
        tasks["2 threads"] = lambda: whole(columns, 2)
    if X.shape[1] <= 1000:
        tasks["numpy"] = lambda: by_numpy(columns)
        tasks["pandas.qcut"] = lambda: by_pandas(columns)
        tasks["KBinsDiscretizer"] = lambda: by_sklearn(columns)
    return tasks


def check(X: Numbers, points: Numbers, sizes: Numbers) -> None:
    """Raise where the cut points are not numpy's, save for the largest value."""
    for x, found, size in zip(X.T[:8], points, sizes, strict=False):
        expected = np.quantile(x, np.arange(1, BINS) / BINS, method="inverted_cdf")
        np.testing.assert_array_equal(found[:size], np.unique(expected))


def whole(X: Any, n_jobs: int, bins: int = BINS) -> object:
    return encode(X, cutting=Cutting(bins=bins), n_jobs=n_jobs)


def by_numpy(X: Numbers) -> object:
    codes = np.empty(X.shape, dtype=np.uint8, order="F")
    for j, x in enumerate(X.T):
        points = np.quantile(x, np.arange(1, BINS) / BINS, method="inverted_cdf")
        codes[:, j] = np.searchsorted(np.unique(points), x)
    return codes


def by_pandas(X: Numbers) -> object:
    codes = np.empty(X.shape, dtype=np.uint8, order="F")
    for j, x in enumerate(X.T):
        codes[:, j] = pd.qcut(x, BINS, labels=False, duplicates="drop")
    return codes


def by_sklearn(X: Numbers) -> object:
    return KBinsDiscretizer(
        BINS, encode="ordinal", strategy="quantile", quantile_method="inverted_cdf", subsample=None
    ).fit_transform(X)


def of_tables(threads: Sequence[int]) -> Iterator[Row]:
    for workload in WORKLOADS:
        if workload.name in TABLES:
            yield from of_table(workload, threads)


def of_table(workload: Workload, all_threads: Sequence[int]) -> Iterator[Row]:
    """Yield the times of encoding a table, and of what it is for: JMI from its codes."""
    rng = np.random.default_rng(SEED)
    n, p, bins = workload.n_rows, workload.n_columns, workload.n_levels
    X = rng.normal(size=(p, n)).T
    y = rng.integers(workload.n_classes, size=n)
    X[:, : p // 10] += y[:, np.newaxis]
    codes = encode(X, cutting=Cutting(bins=bins)).codes
    names = [f"feature {j}" for j in range(p)]
    frames = {
        "array": X,
        "pandas": pd.DataFrame(X, columns=names, copy=False),
        "polars": pl.DataFrame(X, schema=names),
    }
    for threads in all_threads:
        selecting = chosen(codes, y, workload.n_features, threads)
        encoding = {name: encoded(table, threads, bins) for name, table in frames.items()}
        seconds = least({"JMI from codes": selecting, **encoding}, threads)
        yield {
            "rows": n,
            "columns": p,
            "bins": bins,
            "threads": threads,
            "times": {name: 1e3 * time for name, time in seconds.items()},
        }


def encoded(table: Any, threads: int, bins: int) -> Task:
    return lambda: whole(table, threads, bins)


def chosen(codes: Numbers, y: Numbers, k: int, threads: int) -> Task:
    return lambda: natpick.select(
        Counts.from_codes(codes, y, n_jobs=threads), method="jmi", n_features=k, explain=False
    )


def mdlp_seconds() -> dict[str, float]:
    """Return the seconds that columns of 1,000,000 rows take, by their number of classes."""
    rng = np.random.default_rng(SEED)
    x = rng.normal(size=(1_000_000, 1))
    asked = cutting("mdlp", None)
    tasks: dict[str, Task] = {}
    for n_classes in (2, 10):
        noisy = x[:, 0] + rng.normal(size=len(x))
        y = np.digitize(noisy, np.quantile(noisy, np.arange(1, n_classes) / n_classes))
        tasks[f"{n_classes} classes"] = lambda y=y: encode(
            x, target=y.astype(np.uint32), cutting=asked
        )
    return least(tasks)


def least(tasks: Mapping[str, Task], threads: int = 1) -> dict[str, float]:
    """Return the least time of each task in seconds, all tasks in turn."""
    seconds = dict.fromkeys(tasks, float("inf"))
    spent = dict.fromkeys(tasks, 0.0)
    turns = 0
    while turns < REPEATS or min(spent.values()) < SECONDS:
        turns += 1
        for name, task in tasks.items():
            if turns > REPEATS and spent[name] >= SECONDS:
                continue
            now = time.perf_counter if "2 threads" in name or threads > 1 else time.process_time
            start = now()
            task()
            seconds[name] = min(seconds[name], now() - start)
            spent[name] += seconds[name]
    return seconds


def shown(title: str, rows: list[Row]) -> list[Row]:
    """Print the rows, and return them."""
    sizes = [name for name in rows[0] if name != "times"]
    times = list(dict.fromkeys(name for row in rows for name in row["times"]))
    table = Table(*sizes, title=title)
    for name in times:
        table.add_column(name, justify="right")
    for row in rows:
        figures = (f"{row['times'][name]:.2f}" if name in row["times"] else "" for name in times)
        table.add_row(*(str(row[name]) for name in sizes), *figures)
    Console(width=180).print(table)
    return rows


if __name__ == "__main__":
    sys.exit(main())
