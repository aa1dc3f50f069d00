"""How a program answers the benchmark: a line in, a selection timed, a line out."""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint8]
Select = Callable[[int, int], Sequence[int]]
"""Picks k columns on so many threads."""


def table(folder: str) -> tuple[Codes, Codes]:
    """Return the codes, of shape (n, p) and one column after another, and the classes."""
    n, p = map(int, (Path(folder) / "shape.txt").read_text("ascii").split())
    codes = np.fromfile(Path(folder) / "codes.bin", dtype=np.uint8).reshape(p, n).T
    return codes, np.fromfile(Path(folder) / "y.bin", dtype=np.uint8)


def answer(version: str, methods: Mapping[str, Select]) -> None:
    """Answer every line "METHOD K THREADS" with the seconds it took and the columns picked."""
    print("ready", version, flush=True)
    for line in sys.stdin:
        method, k, threads = line.split()
        start = time.perf_counter()
        picks = methods[method](int(k), int(threads))
        seconds = time.perf_counter() - start
        print(seconds, *picks, flush=True)
