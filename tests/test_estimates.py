"""Estimates that correct the plug-in's bias: their definitions, laws, and what they are for."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

from natpick import CRITERIA, forward
from natpick.information import entropy
from natpick.sources import Counts, Joint
from natpick.sources.estimates import ESTIMATES
from natpick.terms import Want
from strategies import Encoded, encoded, full_of_ties, informative

Table = NDArray[np.int64]

CORRECTED = [name for name in ESTIMATES if name != "plug-in"]
EVERY = pytest.mark.parametrize("name", ESTIMATES)
EVERY_CORRECTED = pytest.mark.parametrize("name", CORRECTED)


def counted(*columns: Any) -> Table:
    """Count rows: one axis a column, of its observed levels."""
    ids = [np.unique(column, return_inverse=True)[1] for column in columns]
    table = np.zeros([int(i.max()) + 1 for i in ids], dtype=np.int64)
    np.add.at(table, tuple(ids), 1)
    return table


def occupied(table: Table) -> int:
    return int(np.count_nonzero(table))


def miller_madow(xyz: Table) -> tuple[float, float, float]:
    """H = plug-in + (m - 1) / 2n; MI(X, Y | Z) = H(X, Z) + H(Y, Z) - H(X, Y, Z) - H(Z)."""
    n = xyz.sum()

    def h(table: Table) -> float:
        return entropy(table) + (occupied(table) - 1) / (2 * n)

    xz, yz, z = xyz.sum(axis=1), xyz.sum(axis=0), xyz.sum(axis=(0, 1))
    return max(0.0, h(xz) + h(yz) - h(xyz) - h(z)), h(xz) - h(z), h(xyz)


def chi_square(xyz: Table) -> tuple[float, float, float]:
    """MI(X, Y | Z) = plug-in - sum_z (m_x|z - 1)(m_y|z - 1) / 2n; entropies as they are."""
    n = xyz.sum()
    xz, yz, z = xyz.sum(axis=1), xyz.sum(axis=0), xyz.sum(axis=(0, 1))
    degrees = ((np.count_nonzero(xz, axis=0) - 1) * (np.count_nonzero(yz, axis=0) - 1)).sum()
    information = entropy(xz) + entropy(yz) - entropy(xyz) - entropy(z)
    return max(0.0, information - degrees / (2 * n)), entropy(xz) - entropy(z), entropy(xyz)


def shrunk(table: Table) -> NDArray[np.float64]:
    """Shrink p = n / n_total to lambda / K + (1 - lambda) p, Hausser and Strimmer's (2009) rule."""
    n, p = table.sum(), table / table.sum()
    apart = (n - 1) * ((1 / table.size - p) ** 2).sum()
    spread = 1 - (p**2).sum()
    intensity = spread / apart if spread < apart else 1.0
    return intensity / table.size + (1 - intensity) * p


def shrinkage(xyz: Table) -> tuple[float, float, float]:
    """MI(X, Y | Z) of the shrunk table, at most H(X | Z) and H(Y | Z), each shrunk by itself."""
    p = shrunk(xyz)

    def given_z(az: Table) -> float:
        return float(entropy(shrunk(az)) - entropy(shrunk(az).sum(axis=0)))

    xz, yz = xyz.sum(axis=1), xyz.sum(axis=0)
    h = entropy
    information = h(p.sum(axis=1)) + h(p.sum(axis=0)) - h(p) - h(p.sum(axis=(0, 1)) / p.sum())
    return min(information, given_z(xz), given_z(yz)), given_z(xz), h(p)


DEFINITIONS: dict[str, Callable[[Table], tuple[float, float, float]]] = {
    "miller-madow": miller_madow,
    "shrinkage": shrinkage,
    "chi-square": chi_square,
}
"""MI(X, Y | Z), H(X | Z) and H(X, Y, Z) of a table n[x, y, z]."""


def check_every_term(name: str, codes: NDArray[Any], y: NDArray[Any]) -> None:
    source, defined = Counts.from_codes(codes, y, estimator=name), DEFINITIONS[name]
    everything, none = np.arange(codes.shape[1]), np.zeros(len(y))
    alone = source.univariate()
    whole = source.set_terms(everything[:2], everything)
    given_two = np.unique(codes[:, :2], axis=0, return_inverse=True)[1]
    assert close(alone.target_entropy, defined(counted(y, none, none))[1])
    assert close(whole.target_entropy, defined(counted(y, none, given_two))[1])
    for i in everything:
        x = codes[:, i]
        information, h, _ = defined(counted(x, y, none))
        assert close([alone.relevance[i], alone.entropy[i]], [information, h])
        information, h, _ = defined(counted(x, y, given_two))
        assert close([whole.relevance[i], whole.entropy[i]], [information, h])
        assert whole.determined[i] == (occupied(counted(x, given_two)) == given_two.max() + 1)
    for s in everything.tolist():
        terms = source.pair_terms(s, everything, Want.ALL)
        for i in everything:
            x, selected = codes[:, i], codes[:, s]
            assert close(terms.redundancy[i], defined(counted(x, selected, none))[0])
            information, _, joint = defined(counted(x, selected, y))
            assert close([terms.class_redundancy[i], terms.joint_entropy[i]], [information, joint])


def close(found: Any, expected: Any) -> bool:
    return np.allclose(found, expected, rtol=0, atol=2e-12)


@EVERY_CORRECTED
@settings(max_examples=25)
@given(table=encoded(columns=4))
def test_every_term_is_that_of_the_definition(name: str, table: Encoded) -> None:
    check_every_term(name, *table)


@EVERY_CORRECTED
def test_terms_of_tables_with_far_more_cells_than_rows_are_those_of_the_definition(
    name: str,
) -> None:
    """40 x 40 x 30 levels of 60 rows: counted by sorting, not in a histogram."""
    rng = np.random.default_rng(3)
    codes = np.column_stack([rng.integers(0, 40, (60, 2)), rng.integers(0, 2, 60)])
    codes[:, 0] = (codes[:, 0] * 1_500).astype(np.int64)
    check_every_term(name, codes, rng.integers(0, 30, 60))


@EVERY
@settings(max_examples=25)
@given(table=encoded())
def test_no_term_is_negative_nor_more_than_an_entropy_it_is_between(
    name: str, table: Encoded
) -> None:
    """0 <= MI(C, X_i) <= min(H(C), H(X_i)), which lazy evaluation relies on, and likewise."""
    source, everything = Counts.from_codes(*table, estimator=name), np.arange(table[0].shape[1])
    alone = source.univariate()
    assert (alone.relevance >= 0).all()
    assert (alone.relevance <= np.minimum(alone.entropy, alone.target_entropy)).all()
    for s in everything.tolist():
        terms = source.pair_terms(s, everything, Want.ALL)
        assert (terms.redundancy >= 0).all()
        assert (terms.redundancy <= np.minimum(alone.entropy, alone.entropy[s])).all()
        assert (terms.class_redundancy >= 0).all()
        given = source.set_terms(everything[: s + 1], everything)
        assert (given.relevance >= 0).all()
        assert (given.relevance <= np.minimum(given.entropy, given.target_entropy)).all()


@pytest.mark.parametrize("name", ["plug-in", "miller-madow", "chi-square"])
def test_counts_that_are_independent_have_no_information(name: str) -> None:
    """n_xc = n_x n_c / n in every cell."""
    x, c = np.divmod(np.arange(6), 2)
    rows = np.repeat(np.arange(6), np.outer([1, 2, 4], [3, 5]).ravel())
    source = Counts.from_codes(np.c_[x, x][rows], c[rows], estimator=name)
    assert source.univariate().relevance.tolist() == [0, 0]


def test_shrinkage_leaves_no_information_in_counts_that_are_independent_and_uniform() -> None:
    x, c = np.divmod(np.arange(60) % 6, 2)
    assert Counts.from_codes(x[:, None], c, estimator="shrinkage").univariate().relevance == [0]


@pytest.mark.parametrize("name", ["plug-in", "miller-madow"])
def test_a_copy_of_the_class_tells_all_of_it(name: str) -> None:
    codes, y = informative(40, 1)
    source = Counts.from_codes(np.c_[codes, y], y, estimator=name).univariate()
    assert source.relevance[1] == source.entropy[1] == source.target_entropy


@EVERY
def test_constants_tell_nothing_and_have_no_entropy(name: str) -> None:
    source = Counts.from_codes(np.full((9, 2), 7), np.arange(9) % 2, estimator=name)
    assert source.univariate().entropy.tolist() == source.univariate().relevance.tolist() == [0, 0]


def bits(source: Counts) -> list[bytes]:
    everything = np.arange(len(source.names))
    pairs = [source.pair_terms(s, everything, Want.ALL) for s in everything.tolist()]
    whole = source.set_terms(everything[:2], everything)
    return [
        source.univariate().relevance.tobytes(),
        source.univariate().entropy.tobytes(),
        *(terms.redundancy.tobytes() for terms in pairs),
        *(terms.class_redundancy.tobytes() for terms in pairs),
        *(terms.joint_entropy.tobytes() for terms in pairs),
        whole.relevance.tobytes(),
        whole.entropy.tobytes(),
    ]


@EVERY_CORRECTED
def test_threads_names_of_levels_and_order_of_rows_change_no_bit(name: str) -> None:
    codes, y = informative(300, 5)
    expected = bits(Counts.from_codes(codes, y, estimator=name))
    for threads in (2, 8):
        assert bits(Counts.from_codes(codes, y, estimator=name, n_jobs=threads)) == expected
    order = np.random.default_rng(0).permutation(300)
    spread = np.array([70, 65_000, 0, 300, 12])[codes]
    assert bits(Counts.from_codes(spread[order], -y[order], estimator=name)) == expected


@EVERY_CORRECTED
def test_terms_of_a_pair_are_the_same_bits_either_way_round(name: str) -> None:
    source = Counts.from_codes(*informative(200, 6), estimator=name)
    rows = [source.pair_terms(s, np.arange(6), Want.ALL) for s in range(6)]
    for terms in ("redundancy", "class_redundancy", "joint_entropy"):
        square = np.array([getattr(row, terms) for row in rows])
        assert np.array_equal(square, square.T)


@EVERY_CORRECTED
@pytest.mark.parametrize("row", CRITERIA)
def test_every_method_is_lazily_what_it_is_eagerly(name: str, row: str) -> None:
    for table in (*(full_of_ties(seed) for seed in range(6)), informative(60, 12)):
        source = Counts.from_codes(*table, estimator=name)
        lazily = list(forward(source, row))
        assert lazily == list(forward(source, row, lazy=False))
        assert np.isfinite([step.score for step in lazily]).all()


def test_an_estimator_nobody_knows_is_refused_with_the_nearest() -> None:
    with pytest.raises(ValueError, match="'miler-madow'. Did you mean 'miller-madow'\\? Known: pl"):
        Counts.from_codes([[0], [1]], [0, 1], estimator="miler-madow")


def noise_and_signal(seed: int, n: int = 500) -> Encoded:
    """Return 50 levels of noise, and a bit that is the class in 63 of 100 rows."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    bit = np.where(rng.random(n) < 0.63, y, 1 - y)
    return np.c_[rng.integers(0, 50, n), bit].astype(np.uint8), y


@EVERY
def test_fifty_levels_of_noise_beat_a_real_bit_only_without_correction(name: str) -> None:
    """Chance finds 49 / 2n = 0.049 nats in the noise; the bit has ln 2 - H(0.63) = 0.034."""
    picks = [
        next(forward(Counts.from_codes(*noise_and_signal(seed), estimator=name), "jmi")).index
        for seed in range(20)
    ]
    assert sum(picks) <= 3 if name == "plug-in" else sum(picks) >= 17


@EVERY_CORRECTED
@pytest.mark.parametrize("levels", [4, 10])
def test_corrected_estimates_are_nearer_the_truth_where_little_is_told(
    name: str, levels: int
) -> None:
    """A feature and a class, nearly independent: mean |estimate - MI(C, X)| of 40 samples."""
    rng = np.random.default_rng(1)
    p = np.full((levels, 3), 1.0) + 0.3 * rng.random((levels, 3))
    joint = Joint.from_array(p / p.sum())
    truth = joint.mutual_information("C", "x0")
    error = {}
    for estimator in ("plug-in", name):
        samples = [joint.sample(60, seed=seed) for seed in range(40)]
        found = [
            Counts.from_codes(s["x0"][:, None], s["C"], estimator=estimator).univariate().relevance
            for s in samples
        ]
        error[estimator] = np.abs(np.array(found) - truth).mean()
    assert error[name] < 0.6 * error["plug-in"]
