"""The paper's tables, recomputed: every value by another route, and every mark."""

import math
from functools import cache

import pytest
from scipy import integrate, stats

from natpick import CRITERIA
from natpick.sources import HalfPlane
from natpick.theory.publication.entropies import Entropies
from natpick.theory.publication.entry import Entry, Number, rounds_to
from natpick.theory.publication.formula_tables import formula_tables
from natpick.theory.publication.method_table import method_table
from natpick.theory.publication.orders import beyond_table, orders_table
from natpick.theory.publication.setting import K_PRIME, plane_at
from natpick.theory.publication.table import Table
from natpick.theory.publication.text_table import text_table
from natpick.theory.publication.value_tables import drawback_table, value_tables

X, W, Z, D = "X", "X-k'Y", "Z", "X_disc"
LN2 = math.log(2)
K = math.tan((math.pi - math.atan(K_PRIME) - 1e-6) / 2)
NORMAL = 0.5 * math.log(2 * math.pi * math.e)
"""h(X) of a standard normal X."""


@cache
def tables() -> dict[str, Table]:
    plane = plane_at(K_PRIME)
    found = (
        *(method_table(plane), drawback_table(), *formula_tables(plane), orders_table(plane)),
        *(*value_tables(plane), text_table(plane), beyond_table(plane)),
    )
    return {table.key: table for table in found}


def entries(key: str) -> dict[str, Entry]:
    found = tables()[key].entries
    assert len({entry.quantity for entry in found}) == len(found)
    return {entry.quantity: entry for entry in found}


def values(key: str) -> dict[str, float | str]:
    return {quantity: entry.value for quantity, entry in entries(key).items()}


def skew_normal_entropy(shape: float, deviation: float = 1.0) -> float:
    """-int f ln f of SN(0, deviation, shape), with scipy's density and an adaptive rule."""
    law = stats.skewnorm(shape, scale=deviation)
    points = [n * deviation / max(1.0, abs(shape)) for n in (-4, -1, 0, 1, 4)]
    end = 11 * deviation

    def loss(x: float) -> float:
        return 0.0 if law.pdf(x) == 0 else -law.pdf(x) * law.logpdf(x)

    return integrate.quad(loss, -end, end, points=points, limit=400, epsabs=1e-12)[0]


@cache
def class_entropies() -> dict[str, float]:
    """h(X | C) and h(X-k'Y | C): by symmetry that of C = 1."""
    shape = (1 - K * K_PRIME) / (K + K_PRIME)
    return {
        X: skew_normal_entropy(1 / K),
        W: skew_normal_entropy(shape, math.hypot(1, K_PRIME)),
        D: skew_normal_entropy(1 / K_PRIME),
    }


def h2(q: float) -> float:
    return -sum(p * math.log(p) for p in (q, 1 - q) if p > 0)


def with_class() -> dict[str, float]:
    wide = NORMAL + 0.5 * math.log(1 + K_PRIME**2)
    return {
        "MI(C,X)": NORMAL - class_entropies()[X],
        "MI(C,X-k'Y)": wide - class_entropies()[W],
        "MI(C,Z)": 0.0,
        "MI(C,X_disc)": LN2 - h2(math.atan(K) / math.pi),
    }


def disc_given_c_and_w() -> float:
    """H(D | C, W): given W = w, X is normal of mean w/(1+k'^2) and variance k'^2/(1+k'^2).

    C = 1 there is X >= k w/(k+k'), D = 1 is X >= 0; w > 0 and w < 0 are mirror images.
    """
    spread = K_PRIME / math.hypot(1, K_PRIME)

    def loss(w: float) -> float:
        below_0, below_c = (
            stats.norm.cdf((x - w / (1 + K_PRIME**2)) / spread) for x in (0, K * w / (K + K_PRIME))
        )
        parts = (below_0, below_c - below_0)
        left = -sum(p * math.log(p / below_c) for p in parts if p > 0)
        return stats.norm.pdf(w, scale=math.hypot(1, K_PRIME)) * left

    points = [0.001, 0.01, 0.03, 0.1]
    return 2 * integrate.quad(loss, 0, 12, points=points, limit=400, epsabs=1e-12)[0]


def between() -> dict[tuple[str, str], float]:
    """MI(X, W) = -ln(1 - r^2)/2 of correlation r = 1/sqrt(1+k'^2)."""
    return {
        (X, W): -0.5 * math.log1p(-1 / (1 + K_PRIME**2)),
        (X, D): LN2,
        (W, D): NORMAL - class_entropies()[D],
    }


def within() -> dict[tuple[str, str], float]:
    """h(X, W | C) = h(X, Y) - ln 2 + ln k', for C halves the plane and W is k' times as wide."""
    pair = 2 * NORMAL - LN2 + math.log(K_PRIME)
    agree = h2(math.atan(K) / math.pi)
    return {
        (X, W): class_entropies()[X] + class_entropies()[W] - pair,
        (X, D): agree,
        (W, D): agree - disc_given_c_and_w(),
    }


def pairs(found: dict[tuple[str, str], float], *, bar: str, turned: bool) -> dict[str, float]:
    named = {(one, other): value for (one, other), value in found.items()}
    if turned:
        named = {(other, one): value for (one, other), value in named.items()}
        of_z = {(Z, X): 0.0, (Z, W): 0.0, (D, Z): 0.0}
    else:
        of_z = {(Z, X): 0.0, (Z, W): 0.0, (Z, D): 0.0}
    return {f"MI({one},{other}{bar})": value for (one, other), value in (named | of_z).items()}


def close(expected: dict[str, float]) -> dict[str, object]:
    return {name: pytest.approx(value, rel=0, abs=1e-10) for name, value in expected.items()}


def test_entropies() -> None:
    assert values("entropies") == close(
        {
            "H(C)": LN2,
            "h(X)": stats.norm.entropy(),
            "h(X-k'Y)": stats.norm(scale=math.hypot(1, K_PRIME)).entropy(),
            "H(Z)": LN2,
            "H(X_disc)": LN2,
        }
    )


@pytest.mark.parametrize("key", ["information_with_class", "relevance_values"])
def test_informations_with_the_class_are_those_of_skew_normal_laws(key: str) -> None:
    assert values(key) == close(with_class())
    assert values(key)["MI(C,X)"] > values(key)["MI(C,X-k'Y)"]


def test_informations_between_features() -> None:
    expected = between()
    found = values("information_between_features")
    assert found == close(pairs(expected, bar="", turned=False))
    assert values("redundancy_values") == close(pairs(expected, bar="", turned=True))


def test_informations_given_the_class() -> None:
    expected = within()
    found = values("information_given_class")
    assert found == close(pairs(expected, bar="|C", turned=False))
    assert values("class_redundancy_values") == close(pairs(expected, bar="|C", turned=True))


def test_printed_formulas_yield_what_their_signs_make_of_them() -> None:
    """A plus for a minus before the integral: h(X) + h(X|C) in place of h(X) - h(X|C)."""
    given, wide = class_entropies(), NORMAL + 0.5 * math.log(1 + K_PRIME**2)
    w_given_c_d = given[W] - within()[W, D]
    yields = {
        ("information_with_class", "MI(C,X)"): NORMAL + given[X],
        ("information_with_class", "MI(C,X-k'Y)"): wide + given[W],
        ("information_between_features", "MI(X-k'Y,X_disc)"): NORMAL + given[D],
        ("information_given_class", "MI(X,X-k'Y|C)"): -given[X]
        - given[W]
        - (1 + math.log(math.pi * K_PRIME)),
        ("information_given_class", "MI(X-k'Y,X_disc|C)"): -given[W] - w_given_c_d,
    }
    for (key, quantity), value in yields.items():
        assert entries(key)[quantity].printed_value == pytest.approx(value, rel=0, abs=1e-10)


DIFFERENT = {
    ("information_with_class", "MI(C,X)", 10),
    ("information_with_class", "MI(C,X-k'Y)", 11),
    ("information_between_features", "MI(X-k'Y,X_disc)", 13),
    ("information_given_class", "MI(X,X-k'Y|C)", 14),
    ("information_given_class", "MI(X-k'Y,X_disc|C)", 15),
    ("text", "OF'(X-k'Y) given X, the maximum of OF'", 21),
    ("text", "third step of jmi at X_disc, the sum written out", 22),
}


def test_everything_printed_agrees_but_for_what_the_errata_tell() -> None:
    different = set()
    for key, table in tables().items():
        for entry in table.entries:
            assert (entry.agrees is None) == (entry.printed is None) == (entry.line is None)
            if entry.agrees is False:
                assert entry.reason
                different.add((key, entry.quantity, entry.erratum))
    assert different == DIFFERENT
    assert sum(table.differing for table in tables().values()) == len(DIFFERENT)


@pytest.mark.parametrize(
    "key", ["relevance_values", "redundancy_values", "class_redundancy_values", "text", "orders"]
)
def test_numbers_that_agree_read_as_they_are_printed(key: str) -> None:
    checked = 0
    for entry in tables()[key].entries:
        decimals = (entry.printed or "").lstrip("-").partition(".")
        if entry.agrees and isinstance(entry.value, float) and decimals[0].isdigit():
            assert f"{entry.value + 0.0:.{len(decimals[2])}f}" == entry.printed
            checked += 1
    assert checked > 0


@pytest.mark.parametrize(
    ("value", "printed", "same"),
    [
        (0.68549, "0.685", True),
        (0.6855, "0.685", True),
        (0.6855, "0.686", True),
        (0.68551, "0.685", False),
        (-4.6052, "-4.605", True),
        (4.6052, "-4.605", False),
        (1e-9, "0", False),
        (1e-13, "0", True),
    ],
)
def test_a_number_agrees_if_it_rounds_to_what_is_printed(
    value: float, printed: str, same: bool
) -> None:
    assert rounds_to(value, printed) is same
    assert Entry.of_number("", "", Number(1, printed), value).agrees is same


def test_nearly_zero_is_zero_to_the_decimals_of_the_other_tables() -> None:
    nearly = Number(1, "≈ 0")
    assert Entry.of_number("", "", nearly, 7.9e-6).agrees
    assert not Entry.of_number("", "", nearly, 0.0006).agrees


def test_orders_are_what_the_terms_of_the_tables_make_of_them() -> None:
    """Every method's three steps by hand, from MI of the tables, to the last feature."""
    mi = {frozenset(pair): value for pair, value in between().items()}
    cmi = {frozenset(pair): value for pair, value in within().items()}
    rel = {name: with_class()[f"MI(C,{name})"] for name in (X, W, Z, D)}

    def tmi(i: str, s: str) -> float:
        return mi.get(frozenset((i, s)), 0.0) - cmi.get(frozenset((i, s)), 0.0)

    def redundancy(i: str, s: str) -> float:
        return mi.get(frozenset((i, s)), 0.0)

    by_hand = {
        "mim": lambda i, _s: rel[i],
        "mifs": lambda i, s: rel[i] - sum(redundancy(i, x) for x in s),
        "mrmr": lambda i, s: rel[i] - sum(redundancy(i, x) for x in s) / len(s),
        "maxmifs": lambda i, s: rel[i] - max(redundancy(i, x) for x in s),
        "cife": lambda i, s: rel[i] - sum(tmi(i, x) for x in s),
        "jmi": lambda i, s: rel[i] - sum(tmi(i, x) for x in s) / len(s),
        "cmim": lambda i, s: rel[i] - max(tmi(i, x) for x in s),
        "jmim": lambda i, s: rel[i] - max(tmi(i, x) - rel[x] for x in s),
    }
    for method, score in by_hand.items():
        order = [X]
        while len(order) < 4:
            left = [i for i in (X, W, Z, D) if i not in order]
            best = max(score(i, order) for i in left)
            order.append(next(i for i in left if score(i, order) > best - 1e-9))
        shown = str(entries("orders")[f"order of {method}"].value)
        if method == "cmim":
            assert shown == f"{X}, {W}, {Z}/{D}, {Z}/{D}"
        else:
            assert shown == ", ".join(order)
        risk = 0.0 if order[1] == W else math.atan(K) / math.pi
        assert entries("orders")[f"MBR_2 of {method}"].value == pytest.approx(risk, abs=1e-12)


def test_every_method_has_an_order_in_one_of_the_tables() -> None:
    asked = [*entries("orders"), *entries("orders_beyond_the_paper")]
    assert {f"order of {name}" for name in CRITERIA} < set(asked)
    assert {f"MBR_2 of {name}" for name in CRITERIA} < set(asked)


def test_objective_functions_are_evaluated_where_methods_differ() -> None:
    found = values("methods")
    assert list(found) == [row.name for row in CRITERIA.values() if row.representative]
    assert len({round(float(value), 12) for value in found.values()}) == len(found)


@pytest.mark.parametrize(("k", "k_prime"), [(1.3, 0.7), (0.4, 2.5), (K, K_PRIME)])
def test_entropies_in_the_papers_way_are_those_of_the_closed_forms(
    k: float, k_prime: float
) -> None:
    h, plane = Entropies(k, k_prime), HalfPlane(k, k_prime)
    assert h.of_x - h.of_x_given_c == pytest.approx(plane.mutual_information("C", X), abs=1e-12)
    assert h.of_w - h.of_w_given_c == pytest.approx(plane.mutual_information("C", W), abs=1e-12)
    scaled = plane.mutual_information(W, D)
    assert h.of_x - h.of_w_given_d_scaled == pytest.approx(scaled, abs=1e-12)
    assert h.of_w_given_c_d == pytest.approx(plane.entropy(W, (D, "C")), abs=1e-11)
    assert h.of_x_w_given_c == pytest.approx(plane.entropy((X, W), "C"), abs=1e-12)
