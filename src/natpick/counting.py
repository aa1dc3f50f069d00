"""A table to a source that counts: dense or sparse, its rows alike or weighted."""

from collections.abc import Iterable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from natpick.encode import (
    Cutting,
    Encoded,
    EncodedLists,
    Weights,
    encode,
    encode_sparse,
    is_sparse,
)
from natpick.listed import Listed
from natpick.naming import position
from natpick.row_weights import RowWeights
from natpick.sources import Counts, InformationSource
from natpick.sources.coded_columns import coded_columns
from natpick.sources.tallies import Tallies

Codes = NDArray[np.uint32]


def counted(
    X: Any,
    target: Codes,
    cutting: Cutting,
    *,
    include: Iterable[str | int],
    aside: Iterable[int] | None,
    n_jobs: int | None,
    weights: Weights | None,
    estimator: str,
) -> tuple[InformationSource, Encoded | EncodedLists]:
    """Return the source of a table's counts, and how its columns became codes."""
    make = partial(_source, target, weights, n_jobs, estimator)
    if is_sparse(X):
        lists = encode_sparse(X, target=target, cutting=cutting, n_jobs=n_jobs, weights=weights)
        for name in include:  # which must be there, and is taken in anyway
            position(lists.names, name)
        return make(lists), lists
    encoded = encode(
        X,
        target=target,
        cutting=cutting,
        include=include,
        aside=aside,
        n_jobs=n_jobs,
        weights=weights,
    )
    return make(encoded), encoded


def _source(
    target: Codes,
    weights: Weights | None,
    n_jobs: int | None,
    estimator: str,
    encoded: Encoded | EncodedLists,
) -> InformationSource:
    """Return the source that counts rows once, or as they weigh."""
    codes, names = encoded.codes, encoded.names
    if weights is None and not isinstance(codes, Listed):
        return Counts(codes, target, names, n_jobs=n_jobs, estimator=estimator)
    by = RowWeights.once(len(target)) if weights is None else weights.counted
    columns = coded_columns(codes)
    return Tallies(columns, target, names, by, n_jobs=n_jobs, estimator=estimator)
