"""Work done side by side, and told of as it is done."""

from collections.abc import Callable, Iterable
from typing import Any

from natpick.threads import n_threads

OnDone = Callable[[int], object]


def done(jobs: Iterable[Any], n_jobs: int | None, on_done: OnDone | None) -> list[Any]:
    """Return what jobs come to, in their order; ``on_done`` is called with how many are done."""
    from sklearn.utils.parallel import Parallel

    found = []
    for each in Parallel(n_jobs=n_threads(n_jobs), return_as="generator")(jobs):
        found.append(each)
        if on_done is not None:
            on_done(len(found))
    return found
