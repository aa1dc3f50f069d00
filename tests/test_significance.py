"""Stopping by significance: MI(C, X_i | S) against what chance gives."""

import itertools
import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chi2

import natpick
from commands import run, write
from natpick.criteria import CRITERIA
from natpick.significance import Significance
from natpick.sources import Counts, HalfPlane
from natpick.sources.independence import independence
from natpick.sources.strata import Strata

Codes = NDArray[np.int64]

NONE = np.zeros(0, dtype=np.uint32)


def strata_of(s: Codes, x: Codes, c: Codes) -> Strata:
    return Strata.of_rows(s.astype(np.uint32), x, c)


def p_value(strata: Strata, seed: int = 0, level: float = 1e-9) -> float:
    return independence(strata, level, np.random.default_rng(seed)).p_value


def noise(seed: int, n: int, p: int, levels: int = 3) -> tuple[Codes, Codes]:
    rng = np.random.default_rng(seed)
    return rng.integers(0, levels, (n, p)), rng.integers(0, 2, n)


def planted(seed: int, n: int = 3000, noises: int = 20) -> tuple[Codes, Codes]:
    """Return three coins that tell half of the class each, on their own, among noise."""
    rng = np.random.default_rng(seed)
    coins = rng.integers(0, 2, (n, 3))
    y = (coins * [1, 2, 4]).sum(axis=1)
    blurred = np.where(rng.random((n, 3)) < 0.1, 1 - coins, coins)
    return np.column_stack([rng.integers(0, 3, (n, noises)), blurred]), y


# One test.


def test_with_large_counts_it_is_the_g_test() -> None:
    """G = 2 sum n_sxc ln(n_sxc n_s / (n_sx n_sc)), with (2 - 1)(3 - 1) degrees a stratum."""
    n_sxc = np.array([[[30, 20, 10], [15, 25, 20]], [[9, 12, 30], [12, 10, 20]]])
    cells = [np.repeat(axis.ravel(), n_sxc.ravel()) for axis in np.indices(n_sxc.shape)]
    g = 0.0
    for table in n_sxc:
        expected = table.sum(axis=1, keepdims=True) * table.sum(axis=0) / table.sum()
        g += 2 * (table * np.log(table / expected)).sum()
    tested = independence(strata_of(*cells), 0.05, np.random.default_rng(0))
    assert tested.permutations == 0
    assert tested.p_value == pytest.approx(chi2.sf(g, df=4), rel=1e-9)


def test_with_small_counts_it_is_the_share_of_permutations() -> None:
    """All 8! orders of X among the rows, each as probable as another."""
    x, c = np.array([0, 0, 0, 0, 1, 1, 1, 1]), np.array([0, 0, 0, 1, 0, 1, 1, 2])

    def told(order: tuple[int, ...]) -> float:
        counts = np.bincount(3 * np.array(order) + c, minlength=6)
        return float(sum(m * math.log(m) for m in counts if m))

    sums = [told(order) for order in itertools.permutations(x)]
    exact = np.mean([s >= told(tuple(x)) - 1e-9 for s in sums])
    assert 0.05 < exact < 0.95
    none = np.zeros(8, dtype=np.int64)
    drawn = [independence(strata_of(none, x, c), 0.05, np.random.default_rng(i)) for i in range(40)]
    assert all(test.permutations >= 20 for test in drawn)
    assert np.mean([test.p_value for test in drawn]) == pytest.approx(exact, abs=0.05)


def test_permutations_stay_within_the_strata() -> None:
    """X = C in each stratum of 4 rows: so are 2 of its 6 orders, X = C and X = 1 - C."""
    s, x = np.repeat(np.arange(4), 4), np.tile([0, 0, 1, 1], 4)
    assert p_value(strata_of(s, x, x)) == pytest.approx(3**-4, abs=0.006)


def test_beyond_the_permutations_the_tail_goes_on() -> None:
    """x = c in 60 rows of 4 levels: no permutation gets there, yet the p-value is not 1e-4."""
    x = np.repeat(np.arange(4), 15)
    x, c = np.append(x, 4), np.append(x, 4)
    assert strata_of(0 * x, x, c).least_expected < 5
    assert p_value(strata_of(0 * x, x, c)) < 1e-12


def test_only_strata_in_which_both_vary_are_counted() -> None:
    s, x = np.array([0, 0, 0, 1, 1, 2, 2, 3]), np.array([0, 1, 1, 0, 1, 0, 0, 1])
    c = np.array([0, 0, 1, 1, 1, 0, 1, 0])
    strata = strata_of(s, x, c)
    assert strata.n_sxc.sum() == 3
    assert (strata.n_rows, strata.n_strata, strata.degrees) == (8, 4, 1)
    assert p_value(strata_of(s, x, 0 * c)) == 1.0


# The rule.


@pytest.mark.parametrize(("n", "levels"), [(40, 4), (2000, 3)])
def test_under_pure_noise_it_keeps_nothing_at_about_the_promised_rate(n: int, levels: int) -> None:
    """Of 200 tables about 40 keep one at alpha = 0.2; the bounds are three deviations away."""
    keep = Significance(alpha=0.2)
    kept = 0
    for seed in range(200):
        codes, y = noise(seed, n, 15, levels)
        kept += len(natpick.select(Counts.from_codes(codes, y), method="mim", stop=keep)) > 0
    assert 40 - 3 * math.sqrt(200 * 0.2 * 0.8) <= kept <= 40 + 3 * math.sqrt(200 * 0.2 * 0.8)


def test_under_pure_noise_every_method_keeps_something_of_the_same_tables() -> None:
    """The first pick is by MI(C, X_i) whatever the method, so the rate above is that of all."""
    kept = 0
    for seed in range(12):
        source = Counts.from_codes(*noise(seed, 60, 15))
        comparison = natpick.compare(source, stop=Significance(alpha=0.2))
        firsts = {s.steps[0] if s.steps else None for s in comparison.selections.values()}
        assert len({first and (first.index, first.p_value) for first in firsts}) == 1
        kept += None not in firsts
    assert 0 < kept < 12


def test_beyond_what_is_planted_every_method_keeps_more_at_most_at_the_promised_rate() -> None:
    """Of 20 tables at most about 4 at alpha = 0.2, and three deviations, 3 sqrt(20 * .2 * .8).

    Only mifs-nd, which goes by ranks, may pick noise first and so end before what is planted.
    """
    more = dict.fromkeys(CRITERIA, 0)
    for seed in range(20):
        source = Counts.from_codes(*planted(seed, n=1500, noises=8))
        comparison = natpick.compare(source, n_features="auto", alpha=0.2)
        for method, selection in comparison.selections.items():
            assert {8, 9, 10} <= set(selection.indices) or method == "mifs-nd", (method, seed)
            more[method] += len(selection) > 3
    assert max(more.values()) <= 4 + 3 * math.sqrt(20 * 0.2 * 0.8)


@pytest.mark.parametrize("method", CRITERIA)
def test_every_method_says_that_a_sample_is_saturated(method: str) -> None:
    codes, y = noise(0, 60, 6, levels=6)
    source = Counts.from_codes(codes, y)
    for stop in ("significance", "explained"):
        selection = natpick.select(source, method=method, must_keep=[0, 1], stop=stop)
        assert "the sample is saturated, its 60 rows in" in selection.stop_reason


@pytest.mark.parametrize("method", CRITERIA)
def test_every_method_keeps_what_is_planted_and_nothing_else(method: str) -> None:
    codes, y = planted(1)
    selection = natpick.select(Counts.from_codes(codes, y), method=method, n_features="auto")
    assert set(selection.indices) == {20, 21, 22}
    assert "adds no more than chance would" in selection.stop_reason
    assert all(step.p_value is not None and step.p_value <= 0.05 for step in selection.steps)


def test_the_p_value_is_corrected_for_the_candidates() -> None:
    """1 - (1 - p)**m of m = 23 candidates, then 22."""
    codes, y = planted(2, n=400)
    source = Counts.from_codes(codes, y)
    first, second = natpick.select(source, method="cmi", stop="significance", n_features=2).steps
    s = np.zeros(400, dtype=np.int64)
    alone = p_value(strata_of(s, codes[:, first.index], y))
    assert first.p_value == pytest.approx(-math.expm1(23 * math.log1p(-alone)), rel=1e-6)
    given = p_value(strata_of(codes[:, first.index], codes[:, second.index], y))
    assert second.p_value == pytest.approx(-math.expm1(22 * math.log1p(-given)), rel=1e-6)


def test_features_that_are_no_candidates_are_not_corrected_for() -> None:
    """Of 23 columns 17 are excluded, two in a group and one is constant: 1 - (1 - p)**4."""
    codes, y = planted(2, n=400)
    codes[:, 0] = 1
    source = Counts.from_codes(codes, y)
    asked = {"exclude": range(1, 18), "groups": {"both": ["x18", "x19"]}, "explain": True}
    selection = natpick.select(source, stop="significance", **asked)
    first = selection.steps[0]
    alone = p_value(strata_of(0 * y, codes[:, first.index], y))
    corrected = -math.expm1(4 * math.log1p(-alone))
    assert first.n_candidates == 4
    assert 0 < corrected < 1
    assert first.p_value == pytest.approx(corrected, rel=1e-6)
    assert selection.summary().lines[0].p_value == pytest.approx(corrected, rel=1e-6)


def test_what_must_be_kept_is_not_tested() -> None:
    codes, y = planted(3)
    selection = natpick.select(codes, y, must_keep=[0], n_features="auto")
    assert selection.indices[0] == 0
    assert selection.steps[0].p_value is None
    assert set(selection.indices[1:]) == {20, 21, 22}


def test_it_says_when_the_target_is_explained_and_when_the_sample_is_saturated() -> None:
    x = np.tile([[0], [1]], (50, 1))
    told = natpick.select(np.hstack([x, x]), x.ravel(), n_features="auto")
    assert told.indices == [0]
    assert told.stop_reason == "those picked explain the target in every row: H(C | S) = 0"
    codes, y = noise(0, 60, 6, levels=6)
    saturated = natpick.select(codes, y, must_keep=[0, 1], n_features="auto")
    assert saturated.indices == [0, 1]
    assert "the sample is saturated, its 60 rows in" in saturated.stop_reason
    by_chance = natpick.select(codes, y, stop="explained")
    assert "H(C | S) = 0; the sample is saturated, its 60 rows in" in by_chance.stop_reason


def test_the_same_seed_gives_the_same_answer_and_goes_on_where_it_ended() -> None:
    codes, y = planted(4, n=150)
    one, same = (natpick.select(codes, y, n_features="auto", random_state=7) for _ in range(2))
    assert one == same
    begun = natpick.select(codes, y, n_features=1)
    assert natpick.select(codes, y, n_features="auto", random_state=7, start=begun) == one


def test_an_empty_selection_is_a_result_like_any_other(tmp_path) -> None:
    codes, y = noise(1, 80, 5)
    selection = natpick.select(codes, y, n_features="auto")
    assert len(selection) == 0
    assert natpick.Selection.from_json(selection.to_json()) == selection
    assert selection.to_frame().empty
    selection.report(tmp_path / "empty.html")
    selection.plot()
    comparison = natpick.compare(codes, y, n_features="auto", methods=["jmi", "cmim"])
    assert comparison.agreement()["jmi"]["cmim"] == 1.0
    comparison.report(tmp_path / "empty.html")


def test_on_exact_sources_auto_stops_where_all_is_told() -> None:
    joint = natpick.sources.Joint.from_function(
        {"X": [0, 1], "Y": [0, 1], "Z": [0, 1]}, target=lambda X, Y: 2 * X + Y
    )
    assert natpick.select(joint, n_features="auto").names == ["X", "Y"]


def test_the_estimator_and_the_command_line_choose_alike(tmp_path) -> None:
    codes, y = planted(5, n=600, noises=4)
    names = [f"v{i}" for i in range(7)]
    selector = natpick.ForwardSelector(n_features="auto", alpha=0.01).fit(codes, y)
    rows = {name: codes[:, i].tolist() for i, name in enumerate(names)}
    file = write(tmp_path / "rows.csv", {**rows, "y": y.tolist()})
    shown = run("select", file, "--target", "y", "-k", "auto", "--alpha", "0.01", "--json", "-")
    chosen = natpick.Selection.from_json(shown.stdout)
    assert chosen.indices == selector.ranking_.tolist()
    assert set(chosen.names) == {"v4", "v5", "v6"}
    assert [step.p_value for step in chosen.steps] == [
        step.p_value for step in selector.selection_.steps
    ]


def test_bad_requests_are_refused() -> None:
    codes, y = noise(2, 30, 4)
    with pytest.raises(ValueError, match="alpha=1.5 is not allowed; give a level between 0 and 1"):
        natpick.select(codes, y, n_features="auto", alpha=1.5)
    with pytest.raises(ValueError, match="alpha=0.1 is for stop='significance' or n_features="):
        natpick.select(codes, y, n_features=2, alpha=0.1)
    with pytest.raises(TypeError, match="needs rows that chance can be told of, which HalfPlane"):
        natpick.select(HalfPlane(1.0, 1.0), stop="significance")
    with pytest.raises(TypeError, match="n_features='all' is not allowed; give .* or 'auto'"):
        natpick.select(codes, y, n_features="all")
    shown = run("select", "x.csv", "--target", "y", "-k", "many")
    assert shown.exit_code == 2
    assert "'many' is not allowed; give a number from 1 on, or auto." in shown.stderr
