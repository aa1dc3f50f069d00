"""Tables 3 to 6: the paper's formulas, evaluated as printed, beside what they stand for."""

import math
from typing import Final

from natpick.sources import HalfPlane
from natpick.theory.publication.entropies import Entropies
from natpick.theory.publication.entry import Entry
from natpick.theory.publication.setting import FEATURES, C, D, W, X, Z
from natpick.theory.publication.table import Table

_SIGN: Final = "the printed sign of the integral is wrong"
_LN2: Final = math.log(2.0)
_OTHERS: Final = tuple(name for name in FEATURES if name != Z)


def formula_tables(plane: HalfPlane) -> tuple[Table, ...]:
    """Return Tables 3 to 6 at one k and k'."""
    h = Entropies(plane.k, plane.k_prime)
    return (_entropies(plane, h), _with_class(plane, h), _between(plane, h), _given_c(plane, h))


def _entropies(plane: HalfPlane, h: Entropies) -> Table:
    rows = (
        (C, "H(C)", "ln 2", _LN2),
        (X, "h(X)", "1/2 ln(2 pi e)", h.of_x),
        (W, "h(X-k'Y)", "1/2 ln(2 pi e (1 + k'^2))", h.of_w),
        (Z, "H(Z)", "ln 2", _LN2),
        (D, "H(X_disc)", "ln 2", _LN2),
    )
    return Table(
        "entropies",
        "Entropies of the class and the features",
        "Table 3, line 815",
        tuple(
            Entry.of_formula(what, 821, formula, plane.entropy(name), printed)
            for name, what, formula, printed in rows
        ),
        "X and X-k'Y are continuous: their entropies are differential.",
    )


def _with_class(plane: HalfPlane, h: Entropies) -> Table:
    """Return Table 4; with q = a/pi that of X_disc is ln 2 - h2(q), h2 the binary entropy."""
    q = math.atan(plane.k) / math.pi
    discrete = 2 * _LN2 + q * math.log(q / 2) + (1 - q) * math.log((1 - q) / 2)
    formula = "2 ln 2 + a/pi ln(a/(2 pi)) + (1 - a/pi) ln(1/2 - a/(2 pi)), a = arctan k"
    value = {name: plane.mutual_information(C, name) for name in FEATURES}

    return Table(
        "information_with_class",
        "MI between each feature and the class, as formulas",
        "Table 4, line 835",
        (
            _signed(X, 843, value[X], h.of_x + h.of_x_given_c, 10),
            _signed(W, 844, value[W], h.of_w + h.of_w_given_c, 11),
            Entry.of_formula("MI(C,Z)", 845, "0", value[Z], 0.0),
            Entry.of_formula("MI(C,X_disc)", 846, formula, value[D], discrete),
        ),
        "X|C=j ~ SN(0, 1, (-1)^(j+1)/k), X-k'Y|C=j ~ SN(0, sqrt(1+k'^2), "
        "(-1)^(j+1) (1-kk')/(k+k')). The footnote marks in the table are in the wrong rows "
        "(erratum 12).",
    )


def _signed(name: str, line: int, value: float, printed_value: float, erratum: int) -> Entry:
    """Return an entry of Table 4 whose integral is printed with the wrong sign."""
    return Entry.of_formula(
        f"MI(C,{name})",
        line,
        f"h({name}) + 1/2 sum_j int f_j ln f_j, f_j of {name}|C=j",
        value,
        printed_value,
        printed=f"h({name}) - 1/2 sum_j int f_j ln f_j",
        reason=_SIGN,
        erratum=erratum,
    )


def _between(plane: HalfPlane, h: Entropies) -> Table:
    value = plane.mutual_information
    normal = 0.5 * math.log(1.0 + 1.0 / plane.k_prime**2)
    return Table(
        "information_between_features",
        "MI between pairs of features, as formulas",
        "Table 5, line 871",
        (
            Entry.of_formula("MI(X,X-k'Y)", 879, "1/2 ln(1 + 1/k'^2)", value(X, W), normal),
            Entry.of_formula("MI(X,X_disc)", 880, "ln 2", value(X, D), _LN2),
            Entry.of_formula(
                "MI(X-k'Y,X_disc)",
                881,
                "h(X) + 1/2 sum_j int f_j ln f_j, f_j of X|C_k'=j",
                value(W, D),
                h.of_x + h.of_w_given_d_scaled,
                printed="h(X) - 1/2 sum_j int f_j ln f_j",
                reason=_SIGN,
                erratum=13,
            ),
            *(Entry.of_formula(f"MI(Z,{b})", 882, "0", value(Z, b), 0.0) for b in _OTHERS),
        ),
        "X|C_k'=j ~ SN(0, 1, (-1)^(j+1)/k').",
    )


def _given_c(plane: HalfPlane, h: Entropies) -> Table:
    """Return Table 6; h(X|C) and h(X-k'Y|C) are -1/2 sum_j int f_j ln f_j."""
    value = {b: plane.mutual_information(Z, b, C) for b in _OTHERS}
    return Table(
        "information_given_class",
        "MI between pairs of features given the class, as formulas",
        "Table 6, line 900",
        (
            *_dependent_given_c(plane, h),
            *(Entry.of_formula(f"MI(Z,{b}|C)", 916, "0", value[b], 0.0) for b in _OTHERS),
        ),
        "h(A|C) is -1/2 sum_j int f_j ln f_j, f_j of A|C=j, printed with a plus sign. "
        "h(X-k'Y|X_disc,C) is equation giantentropy with its limits corrected (erratum 49); the "
        "law of X|C in the footnote is wrong (erratum 16).",
    )


def _dependent_given_c(plane: HalfPlane, h: Entropies) -> tuple[Entry, ...]:
    q = math.atan(plane.k) / math.pi
    binary = -q * math.log(q) - (1 - q) * math.log(1 - q)
    formula = "-a/pi ln(a/pi) - (1 - a/pi) ln(1 - a/pi), a = arctan k"
    return (
        Entry.of_formula(
            "MI(X,X-k'Y|C)",
            908,
            "h(X|C) + h(X-k'Y|C) - (1 + ln pi + ln k')",
            plane.mutual_information(X, W, C),
            -h.of_x_given_c - h.of_w_given_c - h.of_x_w_given_c,
            printed="-h(X|C) - h(X-k'Y|C) - (1 + ln pi + ln k')",
            reason=_SIGN,
            erratum=14,
        ),
        Entry.of_formula("MI(X,X_disc|C)", 912, formula, plane.mutual_information(X, D, C), binary),
        Entry.of_formula(
            "MI(X-k'Y,X_disc|C)",
            914,
            "h(X-k'Y|C) - h(X-k'Y|X_disc,C)",
            plane.mutual_information(W, D, C),
            -h.of_w_given_c - h.of_w_given_c_d,
            printed="-h(X-k'Y|C) - h(X-k'Y|X_disc,C)",
            reason=_SIGN,
            erratum=15,
        ),
    )
