"""Time the cutting of numbers, in nanoseconds a value, side by side with numpy and scikit-learn.

All cut every column into 10 bins of equal frequency and give each value its bin: natpick.encode
whole, and its two passes alone on one column after another; numpy.quantile with searchsorted;
KBinsDiscretizer. Every time is the least of several, the contenders taking turns.
"""

import argparse
import platform
import sys
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import numpy as np
import sklearn
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table
from sklearn.preprocessing import KBinsDiscretizer

import natpick
from natpick._core import code, equal_frequency
from natpick.encode import Cutting, cutting, encode

BINS = 10
REPEATS = 5
SHAPES = ((1_000, 1_000), (100_000, 16), (1_000_000, 4))
SEED = 0

Numbers = NDArray[Any]
Task = Callable[[], object]


def normal(rng: np.random.Generator, shape: tuple[int, int]) -> Numbers:
    return rng.normal(size=shape)


def skewed(rng: np.random.Generator, shape: tuple[int, int]) -> Numbers:
    return np.exp(2 * rng.normal(size=shape))


def tied(rng: np.random.Generator, shape: tuple[int, int]) -> Numbers:
    return np.maximum(rng.normal(size=shape), 0)


def main() -> int:
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    rng = np.random.default_rng(SEED)
    table = Table("rows", "columns", "type", "values", title="Nanoseconds a value")
    names: list[str] = []
    for shape in SHAPES:
        for values in (normal, skewed, tied):
            for dtype in (np.float32, np.float64):
                found = least(tasks(values(rng, shape).astype(dtype)))
                if not names:
                    names = list(found)
                    for name in names:
                        table.add_column(name, justify="right")
                ns = [f"{1e9 * found[name] / (shape[0] * shape[1]):.2f}" for name in names]
                table.add_row(*(f"{n:,}" for n in shape), dtype.__name__, values.__name__, *ns)
    Console(width=160).print(table)
    print(f"mdlp, 1,000,000 rows, 2 classes: {least(mdlp_tasks(rng))['mdlp']:.3f} s a column")
    print(
        f"{datetime.now(UTC):%Y-%m-%d}, natpick {natpick.__version__}, numpy {np.__version__}, "
        f"scikit-learn {sklearn.__version__}, Python {platform.python_version()}"
    )
    return 0


def tasks(X: Numbers) -> dict[str, Task]:
    columns = np.asfortranarray(X)
    points, sizes = equal_frequency(columns.T, BINS, 1)
    codes = np.empty(X.shape, dtype=np.uint8, order="F")
    places = np.arange(X.shape[1])
    check(X, points, sizes)
    return {
        "cut points": lambda: equal_frequency(columns.T, BINS, 1),
        "binning": lambda: code(columns.T, points, sizes + np.uint32(1), codes, places, 1),
        "encode": lambda: whole(columns, 1),
        "rows first": lambda: whole(np.ascontiguousarray(X), 1),
        "2 threads": lambda: whole(columns, 2),
        "numpy": lambda: by_numpy(columns),
        "KBinsDiscretizer": lambda: by_sklearn(columns),
    }


def check(X: Numbers, points: Numbers, sizes: Numbers) -> None:
    """Raise where the cut points are not numpy's, save for the largest value."""
    for x, found, size in zip(X.T, points, sizes, strict=True):
        expected = np.quantile(x, np.arange(1, BINS) / BINS, method="inverted_cdf")
        np.testing.assert_array_equal(found[:size], np.unique(expected))


def whole(X: Numbers, n_jobs: int) -> object:
    return encode(X, cutting=Cutting(bins=BINS), n_jobs=n_jobs)


def by_numpy(X: Numbers) -> object:
    codes = np.empty(X.shape, dtype=np.uint8, order="F")
    for j, x in enumerate(X.T):
        points = np.quantile(x, np.arange(1, BINS) / BINS, method="inverted_cdf")
        codes[:, j] = np.searchsorted(np.unique(points), x)
    return codes


def by_sklearn(X: Numbers) -> object:
    return KBinsDiscretizer(
        BINS, encode="ordinal", strategy="quantile", quantile_method="inverted_cdf", subsample=None
    ).fit_transform(X)


def mdlp_tasks(rng: np.random.Generator) -> dict[str, Task]:
    x = rng.normal(size=(1_000_000, 1))
    y = (x[:, 0] + rng.normal(size=1_000_000) > 0).astype(np.uint32)
    asked = cutting("mdlp", None)
    return {"mdlp": lambda: encode(x, target=y, cutting=asked)}


def least(tasks: Mapping[str, Task]) -> dict[str, float]:
    """Return the least time of each task in seconds, all tasks in turn."""
    seconds = dict.fromkeys(tasks, float("inf"))
    for _ in range(REPEATS):
        for name, task in tasks.items():
            start = time.perf_counter()
            task()
            seconds[name] = min(seconds[name], time.perf_counter() - start)
    return seconds


if __name__ == "__main__":
    sys.exit(main())
