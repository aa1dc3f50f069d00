"""A table to a source that counts: dense or sparse, its rows alike or weighted."""

from collections.abc import Iterable
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
from natpick.naming import position
from natpick.sources import Counts, InformationSource
from natpick.sources.tallies import DenseColumns, Shares, SparseColumns, Tallies

PLUG_IN = "plug-in"
"""The estimator where none is asked for: rows are counted and taken for the whole world."""

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
    _check(estimator, sparse=is_sparse(X), weighted=weights is not None)
    if is_sparse(X):
        lists = encode_sparse(X, target=target, cutting=cutting, n_jobs=n_jobs, weights=weights)
        for name in include:  # which must be there, and is taken in anyway
            position(lists.names, name)
        return _listed(target, lists, weights, n_jobs), lists
    encoded = encode(
        X,
        target=target,
        cutting=cutting,
        include=include,
        aside=aside,
        n_jobs=n_jobs,
        weights=weights,
    )
    if weights is not None:
        return _weighted(DenseColumns(encoded.codes), target, encoded, weights, n_jobs), encoded
    names = encoded.names
    return Counts(encoded.codes, target, names, n_jobs=n_jobs, estimator=estimator), encoded


def _check(estimator: str, *, sparse: bool, weighted: bool) -> None:
    if estimator != PLUG_IN and sparse:
        raise TypeError(
            f"estimator={estimator!r} needs the zeros of X written out; pass X.toarray(), or leave "
            "estimator out."
        )
    if estimator != PLUG_IN and weighted:
        raise TypeError(
            f"estimator={estimator!r} corrects for the number of rows and can't heed "
            "sample_weight; leave one of them out."
        )


def _listed(
    target: Codes, lists: EncodedLists, weights: Weights | None, n_jobs: int | None
) -> InformationSource:
    """Return the source of the rows of a sparse matrix."""
    columns = SparseColumns(lists.codes)
    if weights is not None:
        return _weighted(columns, target, lists, weights, n_jobs)
    once = np.ones(len(target), dtype=np.uint64)
    return Tallies(columns, target, lists.names, once, n_jobs=n_jobs)


def _weighted(
    columns: DenseColumns | SparseColumns,
    target: Codes,
    encoded: Encoded | EncodedLists,
    weights: Weights,
    n_jobs: int | None,
) -> Shares:
    """Return the source of weighted rows, which counts where each is so many rows."""
    kind = Tallies if weights.whole else Shares
    return kind(columns, target, encoded.names, weights.quanta, n_jobs=n_jobs)
