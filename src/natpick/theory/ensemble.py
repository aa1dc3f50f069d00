"""Many distributions at once: information terms, scores and feature types, vectorised."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from natpick.criterion import TIE, Criterion, Fold
from natpick.information import ROUNDING_NATS
from natpick.penalty import Pair
from natpick.terms import Floats, Indices, PairTerms, Univariate
from natpick.theory import subsets
from natpick.theory.subsets import Subsets

IRRELEVANT, REDUNDANT, RELEVANT, FULLY_RELEVANT = range(4)
"""Codes of the feature types, in the order of natpick.theory.feature_types.FeatureType."""

Selected = ArrayLike
"""Selected features: indices of shape (t,), the same for all, or (B, t), each its own."""

Masks = int | NDArray[np.int64]


class Ensemble:
    """B distributions over the same q features and a target.

    Every subset's entropy is computed once; a term is then read from that table, so each
    distribution can have selected features of its own. Answers are those of
    :class:`~natpick.sources.Joint` on each distribution.

    Parameters
    ----------
    p : array of shape (B, l_1, ..., l_q, c)
        ``p[b]`` is a pmf over the q features and, last, the target.

    Attributes
    ----------
    size, features : int
        B and q.
    target_entropy : array of shape (B,)
        H(C).
    feature_entropy, relevance : arrays of shape (B, q)
        H(X_i) and MI(C, X_i).

    Examples
    --------
    >>> import numpy as np
    >>> from natpick.theory.ensemble import Ensemble
    >>> xor = np.array([[[0.25, 0], [0, 0.25]], [[0, 0.25], [0.25, 0]]])
    >>> Ensemble(xor[np.newaxis]).target_of_prime([0]).round(6).tolist()
    [[0.0, 0.693147]]
    """

    def __init__(self, p: ArrayLike) -> None:
        self._hold(subsets.of_pmfs(subsets.checked(p)))

    @classmethod
    def of_atoms(cls, blocks: NDArray[np.uint64]) -> Self:
        """Return distributions over equiprobable atoms; ``blocks`` as in ``subsets.of_atoms``."""
        ensemble = cls.__new__(cls)
        ensemble._hold(subsets.of_atoms(blocks))
        return ensemble

    def take(self, which: Indices) -> "Ensemble":
        """Return some of the distributions, by their numbers."""
        taken = Ensemble.__new__(Ensemble)
        taken._hold(Subsets(self._entropy[which], self._cells[which], self._risk[which]))
        return taken

    def _hold(self, tables: Subsets) -> None:
        self._entropy, self._cells, self._risk = tables.entropy, tables.cells, tables.risk
        self.size = len(self._risk)
        self.features = self._risk.shape[1].bit_length() - 1
        self._rows = np.arange(self.size)
        self._target = 1 << self.features
        self._each = 1 << np.arange(self.features, dtype=np.int64)[np.newaxis]
        self.target_entropy = self._entropy[:, self._target]
        self.feature_entropy = self._h(self._each, 0)
        self.relevance = self._information(self._target, self._each, 0)

    def entropy(self, features: Sequence[int], with_target: bool = False) -> Floats:
        """Return H of some features, with the target or without, shape (B,)."""
        mask = sum(1 << i for i in set(features))
        return self._entropy[:, mask | (self._target if with_target else 0)]

    def target_entropy_given(self, selected: Selected) -> Floats:
        """Return H(C | S), shape (B,)."""
        return self._h(self._target, self._mask(self._chosen(selected)))[:, 0]

    def entropy_given(self, selected: Selected) -> Floats:
        """Return H(X_i | S) of every feature, shape (B, q)."""
        return self._h(self._each, self._mask(self._chosen(selected)))

    def target_of_prime(self, selected: Selected) -> Floats:
        """Return OF'(X_i) = MI(C, X_i | S) of every feature, shape (B, q)."""
        return self._information(self._target, self._each, self._mask(self._chosen(selected)))

    def target_of(self, selected: Selected) -> Floats:
        """Return OF(X_i) = MI(C, S) + MI(C, X_i | S) of every feature, shape (B, q)."""
        known = self.target_entropy - self.target_entropy_given(selected)
        return known[:, np.newaxis] + self.target_of_prime(selected)

    def bayes_risk(self, selected: Selected) -> Floats:
        """Return the least error of any rule that guesses the target from S, shape (B,)."""
        return self._risk[self._rows, self._mask(self._chosen(selected))[:, 0]]

    def bayes_risk_with(self, selected: Selected) -> Floats:
        """Return the minimum Bayes risk of S with every feature, shape (B, q)."""
        masks = self._mask(self._chosen(selected)) | self._each
        return np.take_along_axis(self._risk, masks, axis=1)

    def types(self, selected: Selected) -> NDArray[np.int8]:
        """Return the type of every feature given S, as codes, shape (B, q).

        Which features are functions of S, and whether the target is one, is told by the
        outcomes of positive probability; a selected feature is redundant.
        """
        chosen = self._chosen(selected)
        s = self._mask(chosen)
        types = np.where(self.target_of_prime(chosen) > 0, RELEVANT, IRRELEVANT)
        types[self._determines(s, self._each)] = REDUNDANT
        explained = self._determines(s | self._each, self._target)
        types[explained & ~self._determines(s, self._target)] = FULLY_RELEVANT
        return types.astype(np.int8)

    def candidates(self, selected: Selected) -> NDArray[np.bool_]:
        """Return which features the search would score: the open ones that vary, if any do."""
        is_open = (self._mask(self._chosen(selected)) & self._each) == 0
        varying = is_open & (self._cells_of(self._each) > 1)
        some = varying.any(axis=1, keepdims=True)
        return np.asarray(np.where(some, varying, is_open), dtype=np.bool_)

    def scores(self, row: Criterion, selected: Selected) -> Floats:
        """Return the score of every candidate, shape (B, q), and -inf of other features."""
        chosen = self._chosen(selected)
        candidates = self.candidates(chosen)
        if chosen.shape[1] == 0:
            scores = self.relevance
        elif row.fold is None:
            scores = self.target_of_prime(chosen)
        else:
            folded = row.weighed(self._folded(row, row.fold, chosen), chosen.shape[1])
            scores = row.combine(
                np.where(candidates, self.relevance, np.nan), np.where(candidates, folded, np.nan)
            )
        return np.where(candidates, scores, -np.inf)

    def picks(self, row: Criterion, steps: int) -> Indices:
        """Return the first picks of the search on each distribution, shape (B, steps)."""
        selected = np.empty((self.size, 0), dtype=np.int64)
        for _ in range(steps):
            best = best_of(self.scores(row, selected))
            selected = np.column_stack([selected, best])
        return selected

    def pairs(self, selected: Selected) -> Pair:
        """Return the terms of every feature with every selected one, shape (B, q, t)."""
        chosen = self._chosen(selected)
        x, s = self._each[:, :, np.newaxis], (1 << chosen)[:, np.newaxis, :]
        first = self.features * np.arange(self.size, dtype=np.int64)[:, np.newaxis, np.newaxis]
        return Pair(
            Univariate(np.nan, self.feature_entropy, self.relevance),  # H(C) of each its own
            first + np.arange(self.features)[:, np.newaxis],
            first + chosen[:, np.newaxis, :],
            PairTerms(
                redundancy=self._information(x, s, 0),
                class_redundancy=self._information(x, s, self._target),
                joint_entropy=self._h(x | s | self._target, 0),
            ),
        )

    def _folded(self, row: Criterion, fold: Fold, chosen: Indices) -> Floats:
        rows = fold.rows(row.penalty(self.pairs(chosen)))
        folded = [fold.ufunc.reduce(new, axis=-1, initial=fold.identity) for new in rows]
        return fold.value(np.stack(np.broadcast_arrays(*folded)))

    def _chosen(self, selected: Selected) -> Indices:
        """Return indices of shape (B, t)."""
        chosen = np.asarray(selected)
        if chosen.size == 0:
            return np.empty((self.size, 0), dtype=np.int64)
        if not np.issubdtype(chosen.dtype, np.integer):
            raise TypeError(f"Selected features are whole numbers, not {chosen.dtype} entries.")
        chosen = np.broadcast_to(chosen, (self.size, chosen.shape[-1])).astype(np.int64)
        if chosen.min() < 0 or chosen.max() >= self.features:
            raise ValueError(f"Selected features must be from 0 to {self.features - 1}.")
        if np.any(np.diff(np.sort(chosen, axis=1), axis=1) == 0):
            raise ValueError("A feature is selected twice in one distribution; give it once.")
        return chosen

    def _mask(self, chosen: Indices) -> NDArray[np.int64]:
        return np.bitwise_or.reduce(1 << chosen, axis=1, keepdims=True, initial=0)

    def _at(self, table: NDArray[Any], masks: Masks) -> NDArray[Any]:
        """Return each distribution's own columns of a table: masks are (B or 1, ...)."""
        wanted = np.atleast_2d(masks)
        rows = self._rows.reshape(-1, *[1] * (wanted.ndim - 1))
        found: NDArray[Any] = table[:, wanted[0]] if len(wanted) == 1 else table[rows, wanted]
        return found

    def _cells_of(self, masks: Masks) -> NDArray[Any]:
        return self._at(self._cells, masks)

    def _determines(self, given: Masks, x: Masks) -> NDArray[np.bool_]:
        """Return whether ``x`` are functions of ``given``: H(x | given) = 0."""
        same: NDArray[np.bool_] = self._cells_of(given) == self._cells_of(given | x)
        return same

    def _h(self, x: Masks, given: Masks) -> Floats:
        """Return H(x | given), exactly 0 where ``given`` determines ``x``."""
        x, given = _aligned(x, given)
        entropy = self._at(self._entropy, x | given) - self._at(self._entropy, given)
        return np.where(self._determines(given, x), 0.0, np.maximum(0.0, entropy))

    def _information(self, a: Masks, b: Masks, given: Masks) -> Floats:
        """Return MI(a, b | given) = H(a | given) + H(b | given) - H(a, b | given)."""
        a, b, given = _aligned(a, b, given)
        h = self._entropy
        value = (self._at(h, a | given) - self._at(h, a | b | given)) + (
            self._at(h, b | given) - self._at(h, given)
        )
        value = np.where(value > ROUNDING_NATS, value, 0.0)
        return np.minimum(value, np.minimum(self._h(a, given), self._h(b, given)))


def _aligned(*masks: Masks) -> tuple[NDArray[np.int64], ...]:
    """Return masks of equally many axes."""
    axes = max(2, *(np.ndim(mask) for mask in masks))
    return tuple(
        np.reshape(mask, [1] * axes) if np.ndim(mask) == 0 else np.asarray(mask) for mask in masks
    )


def best_of(scores: Floats) -> Indices:
    """Return the lowest feature whose score is within 1e-12 of its distribution's best."""
    tied = scores >= scores.max(axis=1, keepdims=True) - TIE
    return np.asarray(tied.argmax(axis=1), dtype=np.int64)
