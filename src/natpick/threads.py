"""How many threads n_jobs means."""

import os

import numpy as np


def n_threads(n_jobs: int | None) -> int:
    """Return the threads that n_jobs asks for, as in scikit-learn: None is 1, -1 is all."""
    if n_jobs is None:
        return 1
    if isinstance(n_jobs, bool) or not isinstance(n_jobs, int | np.integer) or n_jobs == 0:
        raise ValueError(f"n_jobs={n_jobs!r} is not allowed; give None, -1 or a number of threads.")
    return int(n_jobs) if n_jobs > 0 else max(1, _cores() + 1 + int(n_jobs))


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
