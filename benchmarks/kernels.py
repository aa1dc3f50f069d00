"""Time each counting kernel, and fit the constants of the planner's cost model.

The first table gives nanoseconds per row and candidate of one pass, all candidates with one
selected feature and the class, beside the limit: what throwaway prototypes with AVX-512
reached on one core of an AMD EPYC. The vertical kernel is timed with each instruction set, the
others with the best. The second table gives the constants of cpp/planner.cpp as this machine
has them. Times are of the process, the least of several.
"""

import argparse
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from record import save
from scipy.optimize import nnls

import natpick
from natpick._core import Table, simd

LIMITS = {
    # levels, classes: limits for 100, 1,000, 10,000, 100,000 and 1,000,000 rows
    (2, 2): (0.044, 0.010, 0.0018, 0.0011, 0.0045),
    (5, 2): (0.14, 0.039, 0.0090, 0.012, 0.018),
    (5, 4): (None, None, 0.012, 0.013, None),
    (10, 2): (0.55, 0.085, 0.026, 0.026, 0.034),
    (10, 5): (None, None, 0.039, 0.033, None),
    (16, 2): (1.3, 0.195, 0.058, 0.050, 0.054),
    (32, 2): (None, None, 0.185, 0.13, None),
    (64, 10): (None, None, 1.66, 0.42, None),
}
ROWS = (100, 1_000, 10_000, 100_000, 1_000_000)
CODES = 1 << 27
"""Codes of a timed table, but for what its least columns take."""

LONGEST_GIVEN, LONGEST_STRATUM = 1.5, 2.5
"""Rows of the largest of several tables, where they are 1 on average: as cpp/planner.cpp has it."""

FEW = 256
"""Candidates that the kernels for a few are timed with."""

MOST_PLANE_LEVELS = 16

PAIRS = 256
"""Columns whose pairs with one are timed."""

LANES = {"portable": 128, "avx2": 256, "avx512": 512}
SETS = tuple(LANES)[: list(LANES).index(simd()) + 1]


def least(work: Callable[[], object], repeats: int) -> float:
    """Return the least nanoseconds of the process that the work took."""
    times = []
    for _ in range(repeats):
        before = time.process_time_ns()
        work()
        times.append(time.process_time_ns() - before)
    return min(times)


def columns_for(n: int) -> int:
    return min(2048, max(256, CODES // n // 512 * 512))


def table_of(n: int, p: int, levels: int, classes: int, kernel: str) -> Table:
    rng = np.random.default_rng(0)
    codes = rng.integers(0, levels, (p, n), dtype=np.uint8).T
    target = rng.integers(0, classes, n).astype(np.uint32)
    return Table(codes, None, target, classes, 1, kernel)


def pass_time(table: Table, p: int, repeats: int) -> float:
    every = np.arange(p, dtype=np.int64)
    return least(lambda: table.pair_terms(0, every, True), repeats)


def timings(repeats: int) -> Iterator[dict[str, Any]]:
    """Yield the nanoseconds per row and candidate of each kernel, and their limit."""
    for (levels, classes), limits in LIMITS.items():
        for n, limit in zip(ROWS, limits, strict=True):
            if limit is not None:
                times = dict(kernel_times(n, levels, classes, repeats))
                row = {"levels": levels, "classes": classes, "rows": n, "limit": limit}
                print(told(row | times), flush=True)
                yield row | {"times": times}


def kernel_times(n: int, levels: int, classes: int, repeats: int) -> Iterator[tuple[str, float]]:
    p = columns_for(n)
    few = min(p, FEW)
    yield "histogram", pass_time(table_of(n, p, levels, classes, "histogram"), p, 1) / (n * p)
    for kernel, most in (("sorted_rows", 256), ("planes", MOST_PLANE_LEVELS)):
        if levels <= most:
            table = table_of(n, few, levels, classes, kernel)
            yield kernel, pass_time(table, few, repeats) / (n * few)
    for name in SETS:
        os.environ["NATPICK_SIMD"] = name
        table = table_of(n, p, levels, classes, "vertical")
        yield f"vertical, {name}", pass_time(table, p, repeats) / (n * p)
    os.environ.pop("NATPICK_SIMD")


def told(row: dict[str, Any]) -> str:
    return "  ".join(f"{name} {value:,.4g}" for name, value in row.items())


def fitted(features: list[list[float]], times: list[float]) -> NDArray[np.float64]:
    """Return the constants, none negative, whose relative errors have the least squares."""
    measured = np.array(times)
    return nnls(np.array(features) / measured[:, None], np.ones(len(times)))[0]


def constants(repeats: int) -> Iterator[str]:
    lanes = LANES[SETS[-1]]
    histogram: tuple[list[list[float]], list[float]] = ([], [])
    vertical: tuple[list[list[float]], list[float]] = ([], [])
    for levels, classes, n in [
        *[(2, 2, 1_000), (5, 2, 1_000), (5, 4, 600), (10, 2, 4_000), (10, 5, 10_000)],
        *[(16, 2, 20_000), (32, 2, 20_000), (5, 2, 40_000), (2, 3, 100_000), (20, 4, 1_000)],
        *[(3, 2, 600), (2, 2, 20_000), (4, 20, 3_000), (9, 2, 30_000), (64, 2, 9_000)],
    ]:
        p, strata = 4 * lanes, levels * classes
        took = pass_time(table_of(n, p, levels, classes, "histogram"), p, 3)
        histogram[0].append([n * p, levels * strata * p])
        histogram[1].append(took)
        took = pass_time(table_of(n, p, levels, classes, "vertical"), p, repeats)
        cells = p * levels * (strata + levels)
        vertical[0].append([n * (levels - 1) * p / lanes, cells, n])
        vertical[1].append(took)
    names = ("histogram_row", "histogram_cell")
    yield from map("{:>20} {:8.3f}".format, names, fitted(*histogram))
    names = ("vertical_row", "vertical_cell", "vertical_order")
    yield from map("{:>20} {:8.3f}".format, names, fitted(*vertical))
    n, p = 20_000, 4 * lanes
    codes = np.random.default_rng(0).integers(0, 5, (p, n), dtype=np.uint8).T
    target = np.zeros(n, dtype=np.uint32)
    levels_known = np.full(p, 5, dtype=np.uint32)
    took = least(lambda: Table(codes, levels_known, target, 1, 1, "vertical"), repeats)
    yield "{:>20} {:8.3f}".format("packed_code", took / (n * p))


def of_few_rows(repeats: int) -> Iterator[str]:
    """Yield the constants of tables of at most 511 rows, and what any candidate takes besides."""
    lanes, strips = LANES[SETS[-1]], 4
    short: tuple[list[list[float]], list[float]] = ([], [])
    pairs: tuple[list[list[float]], list[float]] = ([], [])
    for levels, classes, n in [
        *[(4, 2, 100), (4, 4, 400), (3, 4, 60), (5, 2, 100), (5, 4, 100), (5, 4, 200)],
        *[(8, 2, 300), (10, 2, 100), (12, 2, 200), (3, 8, 400), (3, 4, 200), (6, 3, 500)],
    ]:
        p, strata = strips * lanes, levels * classes
        cells = levels * (strata + levels)
        longest = LONGEST_GIVEN * n / levels + LONGEST_STRATUM * n / strata
        short[0].append([strips * n * levels, strips * cells, strips * longest, p])
        short[1].append(pass_time(table_of(n, p, levels, classes, "vertical"), p, repeats))
        words = classes * (-(-n // classes) // 64 + 1)
        pairs[0].append([p * words * levels**2, p * levels * strata, p])
        pairs[1].append(pass_time(table_of(n, p, levels, classes, "planes"), p, repeats))
    names = ("short_row", "short_cell", "short_set", "any candidate")
    yield from map("{:>20} {:8.3f}".format, names, fitted(*short))
    names = ("level_word", "level_cell", "planes_pair")
    yield from map("{:>20} {:8.3f}".format, names, fitted(*pairs))


def of_planes(repeats: int) -> Iterator[str]:
    """Yield the constants of pairs of more than 511 rows, which planes of bits count."""
    p = PAIRS
    for name in SETS:
        os.environ["NATPICK_SIMD"] = name
        pairs: tuple[list[list[float]], list[float]] = ([], [])
        for levels, classes, n in [
            *[(2, 2, 20_000), (5, 2, 2_000), (5, 2, 10_000), (5, 5, 50_000), (10, 2, 10_000)],
            *[(16, 2, 5_000), (3, 2, 100_000), (8, 4, 3_000), (10, 5, 100_000), (12, 3, 1_000)],
        ]:
            words = n / 64 + classes / 2  # each class ends within one
            pairs[0].append([p * words * (levels - 1) ** 2, p * levels**2 * classes, p])
            table = table_of(n, p, levels, classes, "planes")
            pairs[1].append(pass_time(table, p, repeats))
        for constant, fit in zip(("word", "cell", "pair"), fitted(*pairs), strict=True):
            yield f"planes_{constant}, {name}".rjust(28) + f" {fit:8.3f}"
        yield f"code of a plane, {name}".rjust(28) + f" {making_planes(repeats):8.3f}"
    os.environ.pop("NATPICK_SIMD")


def making_planes(repeats: int) -> float:
    """Return the nanoseconds to make planes of a code: what the first pass takes longer."""
    n, p = 50_000, PAIRS
    tables = [table_of(n, p, 5, 2, "planes") for _ in range(repeats)]
    first = min(pass_time(table, p, 1) for table in tables)
    return (first - min(pass_time(table, p, 1) for table in tables)) / (n * p)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--constants", action="store_true", help="fit the constants only")
    parser.add_argument("--save", action="store_true", help="write the times to results/")
    options = parser.parse_args()
    if not options.constants:
        rows = list(timings(options.repeats))
        if options.save:
            versions = {"natpick": natpick.__version__}
            save("kernels", versions, {"repeats": options.repeats, "kernels": rows})
    for told in (constants, of_few_rows, of_planes):
        print(*told(options.repeats), sep="\n")


if __name__ == "__main__":
    main()
