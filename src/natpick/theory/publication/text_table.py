"""The numbers in the text of Section 6.4, beside the recomputed ones."""

import math
from collections.abc import Iterator

from natpick.criteria import CRITERIA
from natpick.sources import HalfPlane
from natpick.theory.publication.entry import Entry, Number
from natpick.theory.publication.scoring import scored
from natpick.theory.publication.setting import BLIND, C, D, W, X, Z
from natpick.theory.publication.table import Table

_LN2 = math.log(2.0)


def text_table(plane: HalfPlane) -> Table:
    """Return what the text says of the setting at k = 199.985 and k' = 0.01."""
    entries = (
        *_choice(plane),
        *_second_step(plane),
        *_third_step_of_cife(plane),
        *_third_step_of_jmi(plane),
        *_third_step_of_jmim(plane),
        *_third_step_of_cmim(plane),
    )
    return Table("text", "Numbers in the text", "Section 6.4, lines 1006 to 1126", entries)


def _choice(plane: HalfPlane) -> Iterator[Entry]:
    k = "k = tan((pi - arctan k' - 1e-6)/2)"
    risk = plane.minimum_bayes_risk(X)
    yield Entry.of_number("k", k, Number(1006, "199.985"), plane.k)
    yield Entry.of_number("MBR(C,{X})", "arctan(k)/pi", Number(1006, "0.498"), risk)
    lead = plane.mutual_information(C, W) - plane.mutual_information(C, D)
    yield Entry(
        "MI(C,X-k'Y) - MI(C,X_disc), why MIM is right at the second step",
        1078,
        "Table 4, signs corrected",
        lead,
        "slightly larger than 0",
        0 < lead < 1e-5,
    )


def _second_step(plane: HalfPlane) -> Iterator[Entry]:
    for method in BLIND:
        scores = scored(plane, CRITERIA[method], [X])
        for name, text in ((Z, "0"), (W, "-4.605"), (D, "-0.693")):
            yield Entry.of_number(
                f"second step of {method} at {name}",
                f"MI(C,{name}) - MI({name},X)",
                Number(1080, text),
                scores[name],
            )
    ideal = scored(plane, CRITERIA["cmi"], [X])
    yield Entry.of_formula(
        "OF'(X-k'Y) given X, the maximum of OF'",
        1080,
        "H(C|X) = ln 2 - MI(C,X)",
        ideal[W],
        _LN2,
        printed="ln 2",
        reason="ln 2 is the maximum of OF; that of OF' is H(C|X)",
        erratum=21,
    )
    yield Entry.of_number("OF'(X_disc) given X", "MI(C,X_disc|X)", Number(1080, "0"), ideal[D])
    for name, text in ((W, "5.298"), (D, "0.693")):
        yield Entry.of_number(
            f"class-relevant redundancy of {name}",
            f"MI({name},X|C)",
            Number(1080, text),
            plane.mutual_information(name, X, C),
        )


def _third_step_of_cife(plane: HalfPlane) -> Iterator[Entry]:
    scores = scored(plane, CRITERIA["cife"], [X, W])
    ideal = scored(plane, CRITERIA["cmi"], [X, W])
    more = plane.mutual_information(D, W, C) - plane.mutual_information(D, W)
    added = "-MI(X_disc,X-k'Y) + MI(X_disc,X-k'Y|C)"
    for what, formula, line, text, value in (
        ("third step of cife at Z", "OF_CIFE(Z)", 1095, "0", scores[Z]),
        ("OF'(Z) given X, X-k'Y", "MI(C,Z|X,X-k'Y)", 1095, "0", ideal[Z]),
        ("OF'(X_disc) given X, X-k'Y", "MI(C,X_disc|X,X-k'Y)", 1102, "0", ideal[D]),
        ("what CIFE adds to OF' at X_disc", added, 1102, "0.003", more),
        ("third step of cife at X_disc", "OF_CIFE(X_disc)", 1102, "0.003", scores[D]),
    ):
        yield Entry.of_number(what, formula, Number(line, text), value)


def _third_step_of_jmi(plane: HalfPlane) -> Iterator[Entry]:
    scores = scored(plane, CRITERIA["jmi"], [X, W])
    yield Entry.of_number("third step of jmi at Z", "OF_JMI(Z)", Number(1110, "0"), scores[Z])
    printed = 0.0 - 0.5 * 0.693 + 0.5 * 0.693 - 0.5 * 0.689 + 0.5 * 0.686
    yield Entry(
        "third step of jmi at X_disc, the sum written out",
        1110,
        "0 - 0.5 x 0.693 + 0.5 x 0.693 - 0.5 x 0.686 + 0.5 x 0.689",
        scores[D],
        "0 - 0.5 x 0.693 + 0.5 x 0.693 - 0.5 x 0.689 + 0.5 x 0.686",
        abs(printed - scores[D]) <= 0.5e-3,
        printed,
        "0.686 and 0.689 are exchanged: the printed sum is negative",
        22,
    )
    mi = plane.mutual_information
    mean, given = "1/2 MI(X_disc,X{}) + 1/2 MI(X_disc,X-k'Y{})", "|C"
    between, within = 0.5 * (mi(D, X) + mi(D, W)), 0.5 * (mi(D, X, C) + mi(D, W, C))
    for what, formula, line, text, value in (
        ("third step of jmi at X_disc", "OF_JMI(X_disc)", 1110, "0.0015", scores[D]),
        ("MI(X_disc,S)", "MI(X_disc,X)", 1112, "0.693", mi(D, (X, W))),
        ("JMI's stand-in for MI(X_disc,S)", mean.format("", ""), 1112, "0.6895", between),
        ("MI(X_disc,S|C)", "MI(X_disc,X|C)", 1112, "0.693", mi(D, (X, W), C)),
        ("JMI's stand-in for MI(X_disc,S|C)", mean.format(given, given), 1112, "0.691", within),
    ):
        yield Entry.of_number(what, formula, Number(line, text), value)


def _third_step_of_jmim(plane: HalfPlane) -> Iterator[Entry]:
    scores = scored(plane, CRITERIA["jmim"], [X, W])
    mi = plane.mutual_information
    for what, formula, value, printed, yields in (
        ("third step of jmim at Z", "OF_JMIM(Z)", scores[Z], "MI(C,X-k'Y)", mi(C, W)),
        ("third step of jmim at X_disc", "OF_JMIM(X_disc)", scores[D], "MI(C,X)", mi(C, X)),
        ("MI(C,{X,X-k'Y})", "H(C)", mi(C, (X, W)), "ln 2", _LN2),
    ):
        yield Entry(what, 1119, formula, value, printed, abs(value - yields) <= 1e-12, yields)


def _third_step_of_cmim(plane: HalfPlane) -> Iterator[Entry]:
    scores = scored(plane, CRITERIA["cmim"], [X, W])
    for name in (Z, D):
        yield Entry.of_number(
            f"third step of cmim at {name}", f"OF_CMIM({name})", Number(1126, "0"), scores[name]
        )
