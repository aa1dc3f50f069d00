"""Keys numbered densely, in their order."""

import numpy as np
from numpy.typing import NDArray

from natpick.terms import Indices

ROOM = 4
"""Where there are at most so many possible keys for each that is given, none is sorted."""


def numbered(keys: Indices, n_keys: int) -> tuple[Indices, Indices]:
    """Return the keys that occur, increasing, and which of them each is; all are below n_keys.

    As ``numpy.unique`` with ``return_inverse``, in time proportional to the keys where there are
    not many more possible ones.
    """
    if n_keys > ROOM * len(keys):
        found, where = np.unique(keys, return_inverse=True)
        return found, where
    present: NDArray[np.bool_] = np.zeros(n_keys, dtype=np.bool_)
    present[keys] = True
    number = np.cumsum(present) - 1
    return np.flatnonzero(present), number[keys]
