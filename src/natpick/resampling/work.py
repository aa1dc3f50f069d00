"""Work done side by side, and told of as it is done."""

from collections.abc import Callable, Iterable
from typing import Any

from natpick.threads import n_threads

OnDone = Callable[[int], object]


def done(
    jobs: Iterable[Any], n_jobs: int | None, on_done: OnDone | None, *, prefer: str | None = None
) -> list[Any]:
    """Return what jobs come to, in their order.

    Parameters
    ----------
    jobs : iterable
        What joblib's ``delayed`` made.
    n_jobs : int, optional
        How many at once.
    on_done : callable, optional
        Called with how many are done.
    prefer : str, optional
        "threads" where jobs spend their time outside of Python, so that no data need be sent.
    """
    from sklearn.utils.parallel import Parallel

    found = []
    for each in Parallel(n_threads(n_jobs), prefer=prefer, return_as="generator")(jobs):
        found.append(each)
        if on_done is not None:
            on_done(len(found))
    return found
