"""The information terms that sources yield and criteria weigh, all in nats."""

from dataclasses import dataclass
from enum import Flag, auto

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]
Flags = NDArray[np.bool_]


class Want(Flag):
    """Which pair terms a criterion weighs; a source need not compute the others."""

    NOTHING = 0
    REDUNDANCY = auto()
    CLASS_REDUNDANCY = auto()
    JOINT_ENTROPY = auto()
    ALL = REDUNDANCY | CLASS_REDUNDANCY | JOINT_ENTROPY


@dataclass(frozen=True, slots=True)
class Univariate:
    """What is known of each feature alone: H(C), H(X_i) and MI(C, X_i), shape (p,)."""

    target_entropy: float
    entropy: Floats
    relevance: Floats


@dataclass(frozen=True, slots=True)
class PairTerms:
    """MI(X_i, X_s), MI(X_i, X_s | C) and H(X_i, X_s, C) of candidates X_i with one X_s.

    Each has one entry per candidate. Terms that were not wanted are NaN, so that a
    criterion which weighs what it did not ask for cannot go unnoticed.
    """

    redundancy: Floats
    class_redundancy: Floats
    joint_entropy: Floats


@dataclass(frozen=True, slots=True)
class SetTerms:
    """H(C | S), and for each candidate H(X_i | S) and MI(C, X_i | S), S taken as a whole.

    ``determined`` tells which candidates are functions of S: for discrete features those with
    H(X_i | S) = 0. A differential entropy does not show it, so the source says it.
    """

    target_entropy: float
    entropy: Floats
    relevance: Floats
    determined: Flags
