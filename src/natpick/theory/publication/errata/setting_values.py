"""Evidence in the setting itself: formulas of the tables, laws in footnotes, orders."""

from collections.abc import Iterator
from typing import Final

from natpick.criteria import CRITERIA
from natpick.sources import HalfPlane
from natpick.theory.publication.entropies import Entropies
from natpick.theory.publication.errata.cells import KP, K
from natpick.theory.publication.errata.erratum import Evidence
from natpick.theory.publication.orders import picks
from natpick.theory.publication.quadrature import skew_normal_entropy
from natpick.theory.publication.setting import K_PRIME, C, D, W, X, plane_at

_PLANE: Final = HalfPlane(K, KP)


def _paper() -> tuple[HalfPlane, Entropies]:
    plane = plane_at(K_PRIME)
    return plane, Entropies(plane.k, plane.k_prime)


def relevance_of_x() -> Iterator[Evidence]:
    """h(X) - h(X|C), h(X|C) = -int f ln f (Table 4)."""
    plane, h = _paper()
    printed, corrected = h.of_x + h.of_x_given_c, h.of_x - h.of_x_given_c
    yield Evidence("MI(C,X)", printed, corrected, plane.mutual_information(C, X))


def relevance_of_w() -> Iterator[Evidence]:
    """h(W) - h(W|C) (Table 4)."""
    plane, h = _paper()
    printed, corrected = h.of_w + h.of_w_given_c, h.of_w - h.of_w_given_c
    yield Evidence("MI(C,X-k'Y)", printed, corrected, plane.mutual_information(C, W))


def footnote_marks() -> Iterator[Evidence]:
    """Take the law marked at row X-k'Y of Table 4, which is that of X|C; k = 1.3, k' = 0.7."""
    h = Entropies(K, KP)
    printed, corrected = h.of_w - h.of_x_given_c, h.of_w - h.of_w_given_c
    what = "MI(C,X-k'Y) by the law marked there, sign corrected"
    yield Evidence(what, printed, corrected, _PLANE.mutual_information(C, W))


def redundancy_of_d() -> Iterator[Evidence]:
    """h(X) - h(X|C_k') (Table 5)."""
    plane, h = _paper()
    printed, corrected = (h.of_x + x * h.of_w_given_d_scaled for x in (1, -1))
    yield Evidence("MI(X-k'Y,X_disc)", printed, corrected, plane.mutual_information(W, D))


def within_x_w() -> Iterator[Evidence]:
    """h(X|C) + h(W|C) - h(X,W|C) (Table 6)."""
    plane, h = _paper()
    alone = h.of_x_given_c + h.of_w_given_c
    printed, corrected = (x * alone - h.of_x_w_given_c for x in (-1, 1))
    yield Evidence("MI(X,X-k'Y|C)", printed, corrected, plane.mutual_information(X, W, C))


def within_w_d() -> Iterator[Evidence]:
    """h(W|C) - h(W|D,C) (Table 6)."""
    plane, h = _paper()
    printed, corrected = (x * h.of_w_given_c - h.of_w_given_c_d for x in (-1, 1))
    yield Evidence("MI(X-k'Y,X_disc|C)", printed, corrected, plane.mutual_information(W, D, C))


def footnote_law() -> Iterator[Evidence]:
    """h(X|C) by SN(0, 1, 1/k') and by SN(0, 1, 1/k) in Table 6; at k = 1.3, k' = 0.7."""
    h = Entropies(K, KP)
    rest = h.of_w_given_c - h.of_x_w_given_c
    printed, corrected = (skew_normal_entropy(1.0, 1.0 / x) + rest for x in (KP, K))
    what = "MI(X,X-k'Y|C) by the law of the footnote, signs corrected"
    yield Evidence(what, printed, corrected, _PLANE.mutual_information(X, W, C))


def weighted_redundancy() -> Iterator[Evidence]:
    """Compare the orders of MIFS and MIFS-U."""
    plane, _ = _paper()
    printed, true = (", ".join(picks(plane, CRITERIA[m]).open_names) for m in ("mifs", "mifs-u"))
    yield Evidence("order of mifs-u", printed, None, true)


def domination() -> Iterator[Evidence]:
    """Compare the second step of mRMR with that of MIFS-ND."""
    plane, _ = _paper()
    printed, true = (picks(plane, CRITERIA[m]).open_names[1] for m in ("mrmr", "mifs-nd"))
    yield Evidence("second pick of mifs-nd", printed, None, true)


def normalisers() -> Iterator[Evidence]:
    """h(X,W,C) = h(X,W) = h(X) + h(k'Y), what DISR and NJMIM divide by."""
    plane, h = _paper()
    value = 2 * h.of_x + plane.entropy(W, X) - h.of_x
    yield Evidence("h(X,X-k'Y,C), negative", None, value, plane.entropy((X, W, C)))
    printed, true = (", ".join(picks(plane, CRITERIA[m]).open_names) for m in ("jmi", "disr"))
    yield Evidence("order of disr, whose ratio is JMI's divided by it", printed, None, true)
