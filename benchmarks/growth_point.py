"""One point of the growth benchmark, in a process of its own."""

import json
import sys
import time
from pathlib import Path

from workloads import Workload

import natpick
from natpick.sources import Counts

REPEATS = 5
LONG = 5.0
"""Seconds after which once is enough."""


def main() -> None:
    request = json.loads(sys.argv[1])
    workload = Workload(**request["workload"])
    codes, y = workload.make(0)

    def select() -> None:
        source = Counts.from_codes(codes, y, n_jobs=request["threads"])
        natpick.select(source, method=request["method"], n_features=workload.n_features)

    few = Counts.from_codes(codes[:100, :3], y[:100])
    natpick.select(few, method=request["method"], n_features=2)
    forget_peak()
    before = held("VmRSS")
    seconds = timed(select)
    peak = held("VmHWM")
    for _ in range(REPEATS - 1):
        if seconds < LONG:
            seconds = min(seconds, timed(select))
    print(json.dumps({"seconds": seconds, "bytes": max(0, peak - before)}))


def timed(select: object) -> float:
    assert callable(select)
    start = time.perf_counter()
    select()
    return time.perf_counter() - start


def forget_peak() -> None:
    """Let the kernel count this process's peak anew."""
    Path("/proc/self/clear_refs").write_text("5", "ascii")


def held(what: str) -> int:
    """Return a size of this process in bytes, as /proc/self/status names it."""
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith(f"{what}:"))


if __name__ == "__main__":
    main()
