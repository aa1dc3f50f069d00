"""Ranks of values that cannot be told apart when they are close."""

import numpy as np

from natpick.terms import Floats


def below(values: Floats, tie: float) -> Floats:
    """Return #{j : v_j < v_i - tie} along the last axis."""
    if values.ndim == 1:
        order = np.argsort(values)
        found = np.empty(values.shape)
        found[order] = np.searchsorted(values[order], values[order] - tie)
        return found
    both = np.concatenate([values - tie, values], axis=-1)
    order = np.argsort(both, axis=-1, kind="stable")
    n_before = np.cumsum(order >= values.shape[-1], axis=-1)
    found = np.empty(both.shape)
    np.put_along_axis(found, order, n_before, axis=-1)
    return found[..., : values.shape[-1]]
