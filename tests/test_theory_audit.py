"""A method beside the ideal: where it goes wrong, by how much, and which drawback is at work."""

import json
import math
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import natpick
from natpick import CRITERIA, criterion, forward
from natpick.criterion import TIE, Drawback, difference
from natpick.sources import Counts, HalfPlane, Joint
from natpick.theory import audit, minimum_bayes_risk
from natpick.theory.audited import Audit
from natpick.theory.drawbacks import swing
from natpick.theory.given import given as step_given
from natpick.theory.objectives import scores_given
from natpick.theory.publication.setting import K_PRIME, D, W, X, Z, plane_at
from strategies import Pairwise, empirical, full_of_ties, joints

LN2 = math.log(2)
FAIR = [-1, 1]
PLANE = plane_at(K_PRIME)


def approx(value: float) -> Any:
    return pytest.approx(value, rel=1e-9, abs=1e-12)


def mi(a: Any, b: Any, c: Any = ()) -> float:
    return PLANE.mutual_information(a, b, c)


# The paper's story, Section 6.4.2.

STORY = {
    "mim": (3, D, Z, "redundancy ignored"),
    "mifs": (2, Z, W, "complementarity ignored"),
    "mrmr": (2, Z, W, "complementarity ignored"),
    "maxmifs": (2, Z, W, "complementarity ignored"),
    "cife": (3, D, Z, "redundancy overscaled"),
    "jmi": (3, D, Z, "redundancy undervalued"),
    "jmim": (3, D, Z, "unimportant term approximated"),
}
"""By method: the first wrong step, what it picks there, in whose place, and for which drawback."""


@pytest.mark.parametrize("method", STORY)
def test_the_story_of_the_paper_is_told(method: str) -> None:
    found = audit(PLANE, method)
    t, pick, instead, drawback = STORY[method]
    step = found.steps[t - 1]
    assert found.first_mistake == t
    assert (step.pick, step.instead) == (pick, instead)
    assert [d.value for d in step.drawbacks] == [drawback]
    assert set(step.drawbacks) <= CRITERIA[method].drawbacks


def test_only_cmim_of_the_representative_methods_is_right_throughout() -> None:
    """As the paper says; Z and X_disc are equal to it and to the targets, so either is right."""
    found = audit(PLANE, "cmim")
    assert found.first_mistake is None
    assert found.steps[2].tied == (Z, D)
    representative = {name for name, row in CRITERIA.items() if row.representative}
    assert representative - set(STORY) == {"cmim"}


@pytest.mark.parametrize("method", ["mifs", "mrmr", "maxmifs"])
def test_ignoring_complementarity_costs_all_there_is_to_know(method: str) -> None:
    """Step 2: OF'(W) - OF'(Z) = H(C|X) - 0, and MBR(C,{X,Z}) - MBR(C,{X,W}) = arctan(k)/pi."""
    found = audit(PLANE, method)
    assert found.steps[1].regret == approx(LN2 - mi("C", X))
    assert found.steps[1].risk_regret == approx(math.atan(PLANE.k) / math.pi)
    assert found.steps[1].swing == {Drawback.COMPLEMENTARITY_IGNORED: approx(mi(W, X, "C"))}


def test_cife_counts_a_term_too_many() -> None:
    """Step 3, beyond its target at X_disc: -MI(D,W) + MI(D,W|C) = 0.003."""
    step = audit(PLANE, "cife").steps[2]
    assert step.swing == {Drawback.REDUNDANCY_OVERSCALED: approx(mi(D, W, "C") - mi(D, W))}


def test_jmi_halves_two_terms() -> None:
    """Step 3 at X_disc: MI(D,S) - mean MI(D,Xs) + mean MI(D,Xs|C) - MI(D,S|C)."""
    step = audit(PLANE, "jmi").steps[2]
    means = [(mi(D, X, c) + mi(D, W, c)) / 2 for c in ((), ("C",))]
    undervalued = mi(D, (X, W)) - means[0] + means[1] - mi(D, (X, W), "C")
    assert step.swing == {Drawback.REDUNDANCY_UNDERVALUED: approx(undervalued)}


def test_jmim_lets_a_term_decide_that_is_the_same_for_all() -> None:
    """Step 3: MI(C,X) at X_disc and MI(C,W) at Z, 3e-9 apart."""
    step = audit(PLANE, "jmim").steps[2]
    assert step.swing == {Drawback.UNIMPORTANT_TERM: approx(mi("C", X) - mi("C", W))}
    assert step.past_the_end


def test_cmim_penalizes_complementarity_in_example_3() -> None:
    """With Z before Y a tie takes Z: MI(Y,X|C) = ln 2 is not what the maximum looks at."""
    joint = Joint.from_function(
        {"W": FAIR, "X": FAIR, "Z": FAIR, "Y": FAIR}, lambda X, Y: (X + Y) ** 2
    )
    step = audit(joint, "cmim").steps[2]
    assert (step.pick, step.wrong, step.by_tie, step.instead) == ("Z", True, True, "Y")
    assert step.swing == {Drawback.COMPLEMENTARITY_PENALIZED: approx(LN2)}
    assert (step.regret, step.risk_regret) == (approx(LN2), 0.5)


def test_capping_ignores_complementarity() -> None:
    """Given X, ICAP and Fleuret's CMIM score Y of C = X xor Y 0, as a coin Z."""
    joint = Joint.from_function({"X": FAIR, "Z": FAIR, "Y": FAIR}, lambda X, Y: (X + Y) ** 2)
    for method in ("icap", "cmim-fleuret"):
        step = audit(joint, method).steps[1]
        assert (step.pick, step.instead) == ("Z", "Y")
        assert step.swing == {Drawback.COMPLEMENTARITY_IGNORED: approx(LN2)}


# The split of an error into drawbacks.

IN_NATS = [name for name, row in CRITERIA.items() if row.fold and row.combine is difference]


@pytest.mark.parametrize("method", IN_NATS)
@settings(max_examples=12)
@given(joint=joints(5, 2), size=st.integers(1, 3))
def test_the_parts_of_all_drawbacks_add_up_to_what_turned_the_order(
    method: str, joint: Joint, size: int
) -> None:
    """J(p) - J(b) + OF'(b) - OF'(p), for any two candidates and any S."""
    row, step = CRITERIA[method], step_given(joint, list(joint.names[:size]))
    scores, prime = scores_given(joint, row, step), step.terms.relevance
    for p, b in ((0, 1), (1, 0)):
        parts = swing(joint, row, step, scores, p, b)
        turned = scores[p] - scores[b] + prime[b] - prime[p]
        assert math.fsum(parts.values()) == pytest.approx(turned, rel=0, abs=1e-11)


@settings(max_examples=20)
@given(joints(4, 2))
def test_erratum_7_sums_can_undervalue_too(joint: Joint) -> None:
    """What MIFS charges less or more than MI(Xi,S) is under-, or overscaled."""
    s, (p, b) = list(joint.names[:2]), joint.names[2:]
    step = step_given(joint, s)
    parts = swing(joint, CRITERIA["mifs"], step, scores_given(joint, CRITERIA["mifs"], step), 0, 1)
    short = {
        i: joint.mutual_information(i, s) - sum(joint.mutual_information(i, x) for x in s)
        for i in (p, b)
    }
    under = max(0.0, short[p]) - max(0.0, short[b])
    over = min(0.0, short[p]) - min(0.0, short[b])
    assert parts.get(Drawback.REDUNDANCY_UNDERVALUED, 0.0) == pytest.approx(under, abs=1e-11)
    assert parts.get(Drawback.REDUNDANCY_OVERSCALED, 0.0) == pytest.approx(over, abs=1e-11)


def test_methods_that_normalise_are_judged_by_the_terms_they_look_at() -> None:
    """NJMIM: the X_s that decides for b = Y is W, MI(Y,W|C) = 0, though MI(Y,X|C) = ln 2."""
    joint = Joint.from_function(
        {"W": FAIR, "X": FAIR, "Z": FAIR, "Y": FAIR}, lambda X, Y: (X + Y) ** 2
    )
    step = audit(joint, "njmim").steps[2]
    assert (step.pick, step.instead) == ("Z", "Y")
    assert step.drawbacks == (Drawback.COMPLEMENTARITY_PENALIZED,)


def test_twice_the_redundancy_is_overscaled() -> None:
    """Given X, CFR charges 2 MI(YX,X) for the bit that YX = (Y, half of X) shares with X."""
    joint = Joint.from_function(
        {"X": range(4), "Y": [0, 1], "N": [0, 1]},
        lambda X, Y: (X, Y),
        features={"YX": lambda X, Y: (Y, X % 2)},
    )
    step = step_given(joint, "X")
    row = CRITERIA["cfr"]
    p, b = step.names.index("N"), step.names.index("YX")
    parts = swing(joint, row, step, scores_given(joint, row, step), p, b)
    charged = joint.mutual_information("YX", "X")
    assert charged == approx(LN2)
    credited = joint.mutual_information("YX", "X", given="C")
    assert parts == {Drawback.REDUNDANCY_OVERSCALED: approx(charged - credited)}


# What is right, and the ideal.


ROUNDED = np.full((1, 2, 2, 2, 3), 6)
ROUNDED[0, 0, 0, 0, 0], ROUNDED[0, 1, 1, 0, 1] = 4916, 10


@example(Joint.from_array(ROUNDED / ROUNDED.sum()))  # two candidates one rounding apart
@settings(max_examples=25)
@given(joints(4))
def test_the_target_is_never_wrong(joint: Joint) -> None:
    found = audit(joint, "cmi")
    assert found.first_mistake is None
    assert set(found.cumulated_regret) == {0.0}


@settings(max_examples=25)
@given(joint=joints(4), method=st.sampled_from(list(CRITERIA)))
def test_verdicts_are_what_they_say(joint: Joint, method: str) -> None:
    """Picks are the search's; the regret is max OF' - OF'(pick), 0 where it is not wrong."""
    found = audit(joint, method)
    assert [step.pick for step in found.steps] == [step.name for step in forward(joint, method)]
    selected: list[str] = []
    for t, step in enumerate(found.steps):
        prime = {
            i: joint.mutual_information("C", i, given=selected)
            for i in joint.names
            if i not in selected
        }
        best = max(prime.values())
        assert step.regret == pytest.approx(best - prime[step.pick], abs=1e-11)
        assert all(prime[name] >= best - 1e-11 for name in step.should)
        assert step.past_the_end is (joint.entropy("C", given=selected) == 0)
        if not step.wrong:
            assert step.regret <= TIE
            assert (step.instead, step.drawbacks, step.risk_regret) == (step.pick, (), 0.0)
        else:
            assert step.instead in step.should
            assert step.pick not in step.should
        selected.append(step.pick)
        assert found.unexplained[t + 1] == joint.entropy("C", given=selected)
        assert found.risk[t + 1] == minimum_bayes_risk(joint, selected)
    assert found.cumulated_regret[-1] == pytest.approx(sum(s.regret for s in found.steps))


def test_the_ideal_stops_drops_what_is_redundant_and_keeps_what_is_irrelevant() -> None:
    """W is irrelevant and never redundant; X again is a function of X, and is dropped."""
    joint = Joint.from_function(
        {"W": [0, 1], "X": [0, 1], "Y": [0, 1]},
        lambda X, Y: X ^ Y,
        features={"X again": lambda X: 1 - X},
    )
    found = audit(joint, "mrmr")
    chosen = natpick.select(joint, method="cmi", stop="explained", discard_redundant=True)
    assert list(found.ideal) == chosen.names == ["W", "X", "Y"]
    assert found.ideal_reason == chosen.stop_reason == "Y is fully relevant: with it, H(C | S) = 0"
    assert found.ideal_unexplained == (approx(LN2), approx(LN2), approx(LN2), 0.0)
    assert found.ideal_risk == (0.5, 0.5, 0.5, 0.0)


def test_the_ideal_may_end_because_the_rest_is_redundant() -> None:
    """C = X but for one time in four; a copy of X can tell no more."""
    x, c = [0, 0, 1, 1], [0, 1, 1, 1]
    joint = Joint.from_table({"X": x, "X again": x, "C": c}, [0.375, 0.125, 0.375, 0.125])
    assert audit(joint, "mim").ideal == ("X",)
    assert audit(joint, "mim").ideal_reason == "the rest is redundant"
    assert audit(joint, "mim", n_features=1).ideal_reason == "1 steps were asked for"


def test_of_a_constant_class_no_feature_is_said_to_be_fully_relevant() -> None:
    """H(C) = 0, so H(C | S) > 0 of no S: X is irrelevant."""
    found = audit(Joint.from_table({"X": [0, 1], "C": [0, 0]}, [0.5, 0.5]), "mrmr")
    assert found.ideal_reason == "the target is constant: H(C) = 0"
    assert str(found.steps[0].types["X"]) == "irrelevant"


def test_a_redundant_pick_is_wrong_while_an_irrelevant_one_is_open_and_scored_below() -> None:
    """H(C|S) > 0 and nothing is relevant given X: MIM takes the copy of X before the coin Z."""
    x, c = [0, 0, 1, 1], [0, 1, 1, 1]
    p = [0.375, 0.125, 0.375, 0.125]
    outcomes = {"X": x * 2, "X again": x * 2, "Z": [0] * 4 + [1] * 4, "C": c * 2}
    joint = Joint.from_table(outcomes, [v / 2 for v in p] * 2)
    step = audit(joint, "mim").steps[1]
    assert (step.pick, step.should, step.wrong) == ("X again", ("Z",), True)
    assert (step.regret, step.drawbacks) == (0.0, (Drawback.REDUNDANCY_IGNORED,))


# Data.


@pytest.mark.parametrize("seed", range(3))
def test_an_audit_of_rows_is_that_of_their_distribution_and_says_so(seed: int) -> None:
    codes, y = full_of_ties(seed)
    rows, joint = Counts.from_codes(codes, y), empirical(codes, y)
    for method in ("mrmr", "cmim", "jmim", "cmi"):
        of_rows, of_joint = audit(rows, method), audit(joint, method)
        for a, b in zip(of_rows.steps, of_joint.steps, strict=True):
            assert (a.pick, a.should, a.wrong, a.types) == (b.pick, b.should, b.wrong, b.types)
            assert a.drawbacks == b.drawbacks
            assert (a.regret, a.risk_regret) == (approx(b.regret), approx(b.risk_regret))
        assert of_rows.note.startswith(
            f"Types, targets and risks are those of the {len(y)} rows at hand, plug-in statements"
        )
        assert "saturated" in of_rows.note
        assert of_rows.note in str(of_rows)
        assert of_joint.note == ""


def test_enough_rows_are_not_called_saturated() -> None:
    codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 20, dtype=np.uint8)
    assert "saturated" not in audit(Counts.from_codes(codes, codes.sum(axis=1)), "jmi").note


# How it is told.


def xor() -> Audit:
    joint = Joint.from_function({"X": [0, 1], "Z": [0, 1], "Y": [0, 1]}, lambda X, Y: X ^ Y)
    return audit(joint, "mrmr")


def test_an_audit_reads_as_text() -> None:
    assert (
        str(xor())
        == """\
mrmr beside the ideal, H(C) = 0.6931 nats
  mrmr: X, Z, Y
  ideal: X, Y. Y is fully relevant: with it, H(C | S) = 0.

Step 1: X, irrelevant. Right: nothing tells more.
  candidate  type        mrmr  OF  OF'
  X          irrelevant  0     0   0
  Z          irrelevant  0     0   0
  Y          irrelevant  0     0   0

Step 2: Z, irrelevant. Wrong: Y, fully relevant, tells 0.6931 nats more. mrmr ties it with Y, \
0 to 0: complementarity ignored (0.6931 nats).
  candidate  type            mrmr  OF      OF'
  Z          irrelevant      0     0       0
  Y          fully relevant  0     0.6931  0.6931

Step 3: Y, fully relevant. Right: with it H(C|S) = 0, and the ideal stops.
  candidate  type            mrmr  OF      OF'
  Y          fully relevant  0     0.6931  0.6931

Wrong steps: 2.
step  pick  regret  sum     H(C|S)  MBR  regret  sum
1     X     0       0       0.6931  0.5  0       0
2     Z     0.6931  0.6931  0.6931  0.5  0.5     0.5
3     Y     0       0.6931  0       0    0       0.5
The ideal ends with H(C|S) = 0 and MBR = 0."""
    )


def test_an_audit_is_short_where_it_is_only_named() -> None:
    assert repr(xor()) == "<Audit of mrmr: 3 steps, 1 of them wrong>"


def test_an_audit_past_the_end_says_that_the_ideal_has_stopped() -> None:
    told = str(audit(PLANE, "jmim"))
    assert (
        "Step 3: X_disc, redundant. The ideal has stopped: H(C|S) = 0. Wrong: it repeats what is "
        "selected and tells nothing, nor does Z, irrelevant. jmim scores it above Z, 7.959e-06 to "
        "7.956e-06: unimportant term approximated (3.183e-09 nats)."
    ) in told


def test_what_no_drawback_explains_is_told_as_a_matter_of_scale() -> None:
    assert "none of the six drawbacks, but its scale" in str(audit(PLANE, "disr"))


def test_candidates_are_shown_as_far_as_there_is_room() -> None:
    codes = np.array([[0] * 20, [1] * 20] * 4, dtype=np.uint8)
    assert "and 8 more" in str(audit(Counts.from_codes(codes, [0, 1] * 4), "mim", n_features=1))


def test_an_audit_is_written_as_json(tmp_path: Path) -> None:
    found = xor()
    data = json.loads(found.to_json(tmp_path / "audit.json"))
    assert json.loads((tmp_path / "audit.json").read_text("utf-8")) == data
    assert list(data) == [
        *("form", "source", "method", "parameters", "note", "target_entropy", "first_mistake"),
        *("steps", "unexplained", "risk", "ideal"),
    ]
    assert (data["form"], data["source"], data["first_mistake"]) == ("natpick.audit/1", "Joint", 2)
    assert data["ideal"]["picks"] == ["X", "Y"]
    step = data["steps"][1]
    assert list(step) == [
        *("pick", "type", "should", "wrong", "instead", "instead_type", "by_tie", "tied"),
        *("past_the_end", "drawbacks", "swing", "regret", "risk_regret", "candidates"),
        *("cumulated_regret", "cumulated_risk_regret"),
    ]
    assert (step["type"], step["instead_type"]) == ("irrelevant", "fully relevant")
    assert step["drawbacks"] == ["complementarity ignored"]
    assert step["candidates"][1]["scores"] == {
        "mrmr": 0,
        "target_of": approx(LN2),
        "target_of_prime": approx(LN2),
    }


def test_an_audit_is_drawn_as_both_paths_with_the_mistakes_marked() -> None:
    found = audit(PLANE, "mrmr")
    figure = found.plot()
    for axes, method, ideal in zip(
        figure.axes,
        (found.unexplained, found.risk),
        (found.ideal_unexplained, found.ideal_risk),
        strict=True,
    ):
        of_ideal, of_method, mistakes = axes.lines
        assert tuple(of_method.get_ydata()) == method
        assert list(of_ideal.get_ydata()) == [*ideal, 0, 0]
        assert list(mistakes.get_xdata()) == [2, 3]
        assert [label.get_text() for label in axes.get_xticklabels()][1:] == [X, Z, D, W]


def test_a_figure_without_matplotlib_says_what_to_install(monkeypatch: Any) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r'pip install "natpick\[plot\]"'):
        xor().plot()


# What is asked.


def test_parameters_and_the_number_of_steps_are_the_users() -> None:
    found = audit(PLANE, criterion("mifs", beta=0.0), n_features=2)
    assert (found.parameters, len(found.steps)) == ({"beta": 0.0}, 2)
    assert [step.pick for step in found.steps] == [
        step.name for step in islice(forward(PLANE, "mim"), 2)
    ]
    wide = Counts.from_codes(np.tile(np.arange(2, dtype=np.uint8), (12, 1)).T, [0, 1])
    assert len(audit(wide, "mim").steps) == 10


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda: audit(PLANE, "jmj"), ValueError, "Did you mean 'jmi'"),
        (lambda: audit(PLANE, "jmi", n_features=5), ValueError, "whole number from 1 to 4"),
        (lambda: audit(PLANE, "jmi", n_features=0), ValueError, "whole number from 1 to 4"),
        (lambda: audit(PLANE, "jmi", n_features=2.0), TypeError, "whole number from 1 to 4"),
        (
            lambda: audit(Pairwise(PLANE), "jmi"),
            TypeError,
            "Pairwise cannot; give a source that can: Joint",
        ),
    ],
)
def test_what_cannot_be_audited_is_refused(ask: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ask()


def test_the_plane_of_the_story_is_that_of_the_paper() -> None:
    assert isinstance(PLANE, HalfPlane)
    assert (round(PLANE.k, 3), PLANE.k_prime) == (199.985, 0.01)
