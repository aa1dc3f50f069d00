"""The atlas tells what walking each method beside the ideal search, one by one, would tell."""

import json
import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import natpick
from natpick import CRITERIA
from natpick.sources import Joint
from natpick.theory import (
    Atlas,
    Departure,
    Family,
    FeatureType,
    atlas,
    feature_types,
    objectives,
)
from natpick.theory.failures.departure import together
from natpick.theory.failures.families import FAMILIES
from natpick.theory.failures.survey import BLOCK, pmfs

METHODS = ["mim", "mrmr", "jmi", "cmim", "dmim", "mifs-nd", "cmi"]


@pytest.fixture(scope="module")
def small() -> Atlas:
    return atlas(size=60, seed=3)


def approx(value: Any) -> Any:
    return pytest.approx(value, rel=1e-9, abs=1e-11)


# What is counted.


def walked(joint: Joint, method: str) -> Departure:
    """Return the departure on one distribution by what the library tells of each step."""
    picks = natpick.select(joint, method=method, n_features=3).names
    best = natpick.select(
        joint, method="cmi", n_features=3, stop="explained", discard_redundant=True
    ).names
    gains = [objectives(joint, picks[:t], methods=[]) for t in range(3)]
    kinds = [feature_types(joint, picks[:t])[picks[t]] for t in range(3)]
    most = [max(scores["target_of_prime"] for scores in gain.values()) for gain in gains]
    regret = [m - gain[i]["target_of_prime"] for m, gain, i in zip(most, gains, picks, strict=True)]
    is_open = [m > 1e-12 for m in most]
    lost = [r if o and r > 1e-12 else 0 for r, o in zip(regret, is_open, strict=True)]
    behind = joint.mutual_information("C", best) - joint.mutual_information("C", picks)
    risk = joint.minimum_bayes_risk(picks) - joint.minimum_bayes_risk(best)
    return Departure(
        method=method,
        family="one",
        distributions=1,
        open=tuple(map(int, is_open)),
        wrong=tuple(int(value > 0) for value in lost),
        redundant=tuple(
            int(o and k is FeatureType.REDUNDANT) for o, k in zip(is_open, kinds, strict=True)
        ),
        irrelevant=tuple(
            int(o and k is FeatureType.IRRELEVANT) for o, k in zip(is_open, kinds, strict=True)
        ),
        total_regret=tuple(lost),
        worst_regret=tuple(lost),
        total_behind=behind,
        worst_behind=behind,
        total_risk=risk,
        worst_risk=risk,
        ahead=int(risk < -1e-12),
    )


@pytest.mark.parametrize("family", FAMILIES)
def test_a_departure_is_that_of_each_distribution_walked_step_by_step(family: str) -> None:
    size, seed = {"chains": 2, "many-levels": 1}.get(family, 3), 7
    found = atlas(size=size, methods=METHODS, families=family, seed=seed)
    (drawn,) = pmfs(FAMILIES[family], size, seed)
    joints = [Joint.from_array(p) for p in drawn]
    for method in METHODS:
        expected = together(family, [walked(joint, method) for joint in joints])
        d = found.departure(method, family)
        assert (d.distributions, d.open, d.wrong) == (size, expected.open, expected.wrong)
        assert (d.redundant, d.irrelevant) == (expected.redundant, expected.irrelevant)
        assert d.total_regret == approx(expected.total_regret)
        assert d.worst_regret == approx(expected.worst_regret)
        assert (d.total_behind, d.worst_behind) == approx(
            (expected.total_behind, expected.worst_behind)
        )
        assert (d.total_risk, d.worst_risk, d.ahead) == approx(
            (expected.total_risk, expected.worst_risk, expected.ahead)
        )


def always(name: str, p: NDArray[Any]) -> Family:
    """Return a family of one distribution only."""
    return Family(name, "Always the same.", lambda _rng, n: np.broadcast_to(p, (n, *p.shape)))


def two_bits() -> NDArray[Any]:
    """Return C = (U, V), P(U = 1) = 1/2, P(V = 1) = 1/4, a copy of U and a fair coin."""
    p = np.zeros((2, 2, 2, 2, 4))
    for u, v, coin in np.ndindex(2, 2, 2):
        p[u, v, u, coin, 2 * u + v] = (1 / 2) * (1 / 4 if v else 3 / 4) * (1 / 2)
    return p


H_V = math.log(4) - 3 / 4 * math.log(3)
"""H(V) of (3/4, 1/4): what V tells about C, alone or after U."""


def test_mim_takes_a_copy_and_so_is_wrong_once() -> None:
    """MI(C, U) = ln 2 > MI(C, V) = H(V): mim picks U, its copy, V; in the end it knows all."""
    d = atlas(size=4, methods="mim", families=[always("bits", two_bits())]).departure("mim")
    assert (d.open, d.wrong, d.redundant, d.irrelevant) == (
        (4, 4, 4),
        (0, 4, 0),
        (0, 4, 0),
        (0, 0, 0),
    )
    assert d.mean_regrets == approx((0, H_V, 0))
    assert (d.mean_behind, d.mean_risk, d.ahead) == (0, 0, 0)
    assert (d.wrong_share, d.wasted_share) == (1 / 2, 1 / 2)


def test_once_all_is_told_no_pick_is_judged() -> None:
    """cmi picks U, V and then anything, for H(C | U, V) = 0."""
    d = atlas(size=4, methods="cmi", families=[always("bits", two_bits())]).departure("cmi")
    assert (d.open, d.wrong, d.redundant) == ((4, 4, 0), (0, 0, 0), (0, 0, 0))
    assert d.wrong_shares == (0, 0, 0)


# What is true of any atlas.


def test_the_target_itself_is_never_wrong(small: Atlas) -> None:
    for family in (*small.families, "all"):
        d = small.departure("cmi", family)
        assert (sum(d.wrong), sum(d.redundant), sum(d.irrelevant)) == (0, 0, 0)
        assert d.total_regret == (0, 0, 0)


def test_the_first_pick_of_no_method_is_wrong_and_with_one_selected_some_are_the_target(
    small: Atlas,
) -> None:
    """J = MI(C, Xi) with S empty; with |S| = 1 JMI, CIFE, CMIM and DMIM are MI(C, Xi | Xs)."""
    assert {small.departure(method).wrong[0] for method in small.methods} == {0}
    for method in ("jmi", "cife", "cmim", "dmim"):
        assert small.departure(method).wrong[1] == 0


def test_shares_are_shares_and_nothing_is_regretted_below_0(small: Atlas) -> None:
    for d in small.departures:
        shares = (*d.wrong_shares, d.wrong_share, d.wasted_share, d.ahead_share)
        assert all(0 <= share <= 1 for share in shares)
        assert all(0 <= mean <= w for mean, w in zip(d.mean_regrets, d.worst_regret, strict=True))
        assert d.mean_behind <= d.worst_behind
        assert d.mean_risk <= d.worst_risk
        picks = zip(d.redundant, d.irrelevant, d.wrong, d.open, strict=True)
        assert all(r + i <= wrong <= is_open <= 60 for r, i, wrong, is_open in picks)


def test_the_ideal_looks_one_step_ahead_and_is_at_times_overtaken(small: Atlas) -> None:
    """Picks that tell less at once may tell more together: three of a method, by its risk."""
    assert any(d.ahead > 0 for d in small.departures)


def test_every_family_makes_some_method_of_the_table_pick_wrong_but_the_target(
    small: Atlas,
) -> None:
    for family in FAMILIES:
        assert max(small.departure(method, family).wrong_share for method in small.methods) > 0.2


def test_it_covers_every_method_and_family(small: Atlas) -> None:
    assert small.methods == list(CRITERIA)
    assert small.families == {name: family.about for name, family in FAMILIES.items()}
    assert len(small.departures) == len(CRITERIA) * len(FAMILIES)


def test_all_families_together_are_their_sum(small: Atlas) -> None:
    parts = [small.departure("jmi", family) for family in FAMILIES]
    whole = small.departure("jmi")
    assert whole.distributions == 60 * len(FAMILIES)
    assert whole.wrong == tuple(map(sum, zip(*(d.wrong for d in parts), strict=True)))
    assert whole.mean_behind == approx(sum(d.mean_behind for d in parts) / len(parts))
    assert whole.worst_risk == max(d.worst_risk for d in parts)


# The same for the same seed.


def test_the_same_seed_gives_the_same_atlas_bit_for_bit(small: Atlas) -> None:
    assert atlas(size=60, seed=3).to_json() == small.to_json()
    assert atlas(size=60, seed=4).departures != small.departures


def test_distributions_do_not_depend_on_what_else_is_asked_for(small: Atlas) -> None:
    alone = atlas(size=60, seed=3, methods=["dmim", "jmi"], families=["copies", "dense"])
    for d in alone.departures:
        assert d == small.departure(d.method, d.family)


@pytest.mark.parametrize("family", ["sparse", "noisy-xor"])
def test_more_distributions_begin_with_the_same(family: str) -> None:
    row = FAMILIES[family]
    few, many = (np.vstack(list(pmfs(row, size, 0))) for size in (3, BLOCK + 2))
    assert (len(few), len(many)) == (3, BLOCK + 2)
    assert np.array_equal(few, many[:3])
    assert not np.array_equal(many[:2], many[BLOCK:])


def test_progress_is_told_block_by_block() -> None:
    told: list[str] = []
    atlas(size=BLOCK + 1, methods="mim", families=["chains", "dense"], on_block=told.append)
    assert told == ["chains", "chains", "dense", "dense"]


# What it can be turned into.


def test_json_brings_it_back(small: Atlas, tmp_path: Any) -> None:
    text = small.to_json(tmp_path / "atlas.json")
    assert Atlas.from_json(text) == small
    assert Atlas.from_json(tmp_path / "atlas.json") == small
    assert json.loads(text)["departures"][0]["method"] == small.methods[0]
    with pytest.raises(ValueError, match=r"natpick\.atlas/1"):
        Atlas.from_json('{"form": "natpick.selection/1"}')


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_the_frame_has_a_row_for_each_method_and_family(small: Atlas, backend: Any) -> None:
    import narwhals as nw

    frame = nw.from_native(small.to_frame(backend))
    assert frame.shape[0] == len(CRITERIA) * (len(FAMILIES) + 1)
    row = frame.filter(nw.col("method") == "mrmr", nw.col("family") == "dense").to_dict(
        as_series=False
    )
    d = small.departure("mrmr", "dense")
    assert (row["wrong_3"], row["wrong"]) == ([d.wrong_shares[2]], [d.wrong_share])
    assert (row["behind"], row["ahead"]) == ([d.mean_behind], [d.ahead_share])


def test_the_text_ranks_methods_by_how_far_they_are_behind(small: Atlas) -> None:
    lines = str(small).splitlines()
    first = [line.split()[0] for line in lines[3 : 3 + len(CRITERIA)]]
    assert first == small.ranking
    behind = [small.departure(method).mean_behind for method in first]
    assert behind == sorted(behind)
    mim = lines[3 + first.index("mim")].split()
    d = small.departure("mim")
    assert mim[3:5] == [f"{100 * d.wrong_shares[2]:.1f}%", f"{100 * d.wasted_share:.1f}%"]
    assert mim[8] == f"{d.mean_behind:.4f}"


def test_the_figure_prints_every_share_and_every_lag(small: Atlas) -> None:
    left, right = small.plot().axes
    best = small.ranking[1]
    columns = len(FAMILIES) + 1
    shown = [text.get_text() for text in left.texts][columns : 2 * columns]
    for family, text in zip((*FAMILIES, "all"), shown, strict=True):
        assert float(text) == approx(round(100 * small.departure(best, family).wrong_share, 1))
    assert len(right.texts) == columns * len(CRITERIA)
    assert [label.get_text() for label in left.get_yticklabels()] == small.ranking


# What is refused.


@pytest.mark.parametrize(
    ("asked", "error", "message"),
    [
        ({"families": "cpies"}, ValueError, "Unknown family 'cpies'. Did you mean 'copies'?"),
        ({"families": [3]}, TypeError, "A family is a name or a Family, not 3"),
        ({"families": []}, ValueError, "No family is named"),
        ({"families": ["dense", "dense"]}, ValueError, "family is given more than once"),
        ({"methods": "jmm"}, ValueError, "Unknown method 'jmm'. Did you mean"),
        ({"methods": []}, ValueError, "No method is named"),
        ({"methods": ["jmi", "igfs"]}, ValueError, "method is given more than once: jmi, jmi"),
        ({"size": 0}, ValueError, "size=0 is not allowed; give a whole number from 1 on"),
        ({"size": 2.5}, TypeError, "size=2.5 is not allowed"),
        ({"size": True}, TypeError, "size=True is not allowed"),
        ({"seed": "a"}, TypeError, "seed='a' is not allowed; give a whole number from 0 on"),
        ({"seed": -1}, ValueError, "seed=-1 is not allowed"),
        (
            {"families": [always("two", np.full((2, 2, 2), 1 / 8))]},
            ValueError,
            r"'two' has distributions of 2 feature\(s\); 3 picks need at least 3",
        ),
    ],
)
def test_what_cannot_be_surveyed_is_refused(
    asked: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        atlas(**{"size": 1, **asked})


def test_a_departure_that_is_not_there_is_refused(small: Atlas) -> None:
    with pytest.raises(ValueError, match="Unknown method 'cmmi'. Did you mean 'cmi'"):
        small.departure("cmmi")
    with pytest.raises(ValueError, match="Unknown family 'denes'. Did you mean 'dense'"):
        small.departure("jmi", "denes")


def test_a_score_that_is_no_number_is_refused() -> None:
    from dataclasses import replace

    broken = replace(CRITERIA["jmi"], name="broken", combine=lambda r, _p: r * math.nan)
    with pytest.raises(ValueError, match="A score by 'broken' is not a number"):
        atlas(size=1, methods=[broken], families="dense")
