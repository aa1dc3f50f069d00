"""The table of criteria: every row scores by its textbook formula, and says what is true of it."""

import math
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings

import textbook
from natpick import CRITERIA, Criterion, criterion, forward
from natpick.criterion import Bound, Drawback, difference
from natpick.sources import Joint
from strategies import empirical, full_of_ties, informative, joints
from textbook import TEXTBOOK

EVERY_ROW = pytest.mark.parametrize("name", CRITERIA)


def approx(value: float) -> Any:
    return pytest.approx(value, rel=0, abs=1e-12)


def scored(joint: Joint, row: Criterion | str, i: str, selected: list[str]) -> float:
    """Return the score of i after ``selected``: that of keeping i as the next feature."""
    steps = forward(joint, row, keep=[*selected, i])
    return next(islice(steps, len(selected), None)).score


def varying(joint: Joint, i: str, selected: list[str]) -> list[str]:
    """Return i and the open features that are not constant: those that are ranked together."""
    return [j for j in joint.names if j not in selected and (j == i or joint.entropy(j) > 0)]


def test_every_row_has_a_textbook_formula_and_every_formula_a_row() -> None:
    assert list(CRITERIA) == list(TEXTBOOK)


@EVERY_ROW
@settings(max_examples=8)
@given(joint=joints(4))
def test_a_row_scores_every_candidate_by_its_textbook_formula_at_every_step(
    name: str, joint: Joint
) -> None:
    selected: list[str] = []
    for step in forward(joint, name):
        for i in varying(joint, step.name, selected):
            expected = textbook.score(name, joint, i, selected, varying(joint, i, selected))
            assert scored(joint, name, i, selected) == approx(expected)
        expected = textbook.score(
            name, joint, step.name, selected, varying(joint, step.name, selected)
        )
        assert step.score == approx(expected)
        selected.append(step.name)


@pytest.mark.parametrize("name", ["mifs", "mifs-u"])
@pytest.mark.parametrize("beta", [0, 0.4, 1.5, 3])
def test_beta_weighs_the_redundancy(name: str, beta: float) -> None:
    joint = empirical(*full_of_ties(5))
    formula = {"mifs": textbook.mifs, "mifs-u": textbook.mifs_u}[name]
    row, selected = criterion(name, beta=beta), list(joint.names[:3])
    for i in joint.names[3:]:
        assert scored(joint, row, i, selected) == approx(formula(joint, i, selected, [], beta))


@settings(max_examples=25)
@given(joints(2))
def test_with_one_feature_selected_jmi_cife_cmim_and_the_target_are_one(joint: Joint) -> None:
    """|S| = 1: MI(C, Xi) - MI(Xi, Xs) + MI(Xi, Xs | C) = MI(C, Xi | Xs)."""
    scores = [scored(joint, name, "x1", ["x0"]) for name in ("jmi", "cife", "cmim", "cmi")]
    assert scores == [approx(joint.mutual_information("C", "x1", given="x0"))] * 4


@settings(max_examples=25)
@given(joints(4))
def test_fleurets_cmim_is_browns_but_at_most_the_relevance(joint: Joint) -> None:
    """J = min(MI(C, Xi), min MI(C, Xi | Xs))."""
    selected = ["x0", "x1", "x2"]
    assert scored(joint, "cmim-fleuret", "x3", selected) == approx(
        min(joint.mutual_information("C", "x3"), scored(joint, "cmim", "x3", selected))
    )


@settings(max_examples=25)
@given(joints(3))
def test_the_papers_form_of_jmi_cmim_and_jmim_is_the_original_one(joint: Joint) -> None:
    """MI(C, Xi) - (MI(Xi, Xs) - MI(Xi, Xs | C) [- MI(C, Xs)]), by mean and by maximum."""
    relevance = joint.mutual_information("C", "x2")
    interaction = {
        s: joint.mutual_information("x2", s) - joint.mutual_information("x2", s, given="C")
        for s in ("x0", "x1")
    }
    less = [interaction[s] - joint.mutual_information("C", s) for s in interaction]
    scores = {name: scored(joint, name, "x2", ["x0", "x1"]) for name in ("jmi", "cmim", "jmim")}
    assert scores["jmi"] == approx(relevance - sum(interaction.values()) / 2)
    assert scores["cmim"] == approx(relevance - max(interaction.values()))
    assert scores["jmim"] == approx(relevance - max(less))


@pytest.mark.parametrize("alias", ["igfs", "cmim-2", "IGFS", " cmim_2 "])
def test_igfs_and_cmim_2_are_jmi(alias: str) -> None:
    assert criterion(alias) is CRITERIA["jmi"]


@pytest.mark.parametrize("name", [name for name, row in CRITERIA.items() if row.bounds_of_one])
@settings(max_examples=10)
@given(joint=joints(4))
def test_the_bounds_a_row_keeps_hold_for_every_candidate(name: str, joint: Joint) -> None:
    """0 <= J, J <= H(C | S) or J <= H(C), as the row declares; with one selected, of_one."""
    selected: list[str] = []
    for step in forward(joint, name):
        row = CRITERIA[name]
        kept = row.bounds_of_one if len(selected) == 1 else row.bounds
        left = joint.entropy("C", given=selected)
        limits = {
            Bound.LOWER_OF: (joint.entropy("C") - left, math.inf),
            Bound.LOWER_OF_PRIME: (0.0, math.inf),
            Bound.UPPER_OF_PRIME: (-math.inf, left),
            Bound.UPPER_OF: (-math.inf, joint.entropy("C")),
        }
        for i in (i for i in joint.names if i not in selected):
            score = scored(joint, name, i, selected)
            for low, high in (limits[bound] for bound in kept):
                assert low - 1e-12 <= score <= high + 1e-12
        selected.append(step.name)


@settings(max_examples=25)
@given(joints(4))
def test_where_a_bound_is_lost_another_is_left(joint: Joint) -> None:
    """mRMR, maxMIFS >= -H(Xi | C); MIFS >= -H(Xi | C) - (|S| - 1) H(Xi).

    (1 - |S|) H(C) <= CIFE <= |S| H(C).
    """
    for n in (1, 2, 3):
        selected, i = list(joint.names[:n]), joint.names[3]
        h, least = joint.entropy("C"), -joint.entropy(i, given="C")
        assert scored(joint, "mrmr", i, selected) >= least - 1e-12
        assert scored(joint, "maxmifs", i, selected) >= least - 1e-12
        assert scored(joint, "mifs", i, selected) >= least - (n - 1) * joint.entropy(i) - 1e-12
        assert (1 - n) * h - 1e-12 <= scored(joint, "cife", i, selected) <= n * h + 1e-12


def test_the_bounds_kept_are_those_of_section_5_2_of_the_paper() -> None:
    """MIM, JMI and CMIM keep the lower bound, JMIM the upper one, the others none."""
    low, high = frozenset({Bound.LOWER_OF_PRIME}), frozenset({Bound.UPPER_OF})
    none: frozenset[Bound] = frozenset()
    assert {name: row.bounds for name, row in CRITERIA.items() if row.representative} == {
        "mim": low,
        "mifs": none,
        "mrmr": none,
        "maxmifs": none,
        "cife": none,
        "jmi": low,
        "cmim": low,
        "jmim": high,
    }


def test_drawbacks_of_the_representative_methods_are_those_of_table_2_of_the_paper() -> None:
    """Columns MIM, MIFS, mRMR, maxMIFS, CIFE, JMI, CMIM, JMIM; an x where there is one."""
    table_2 = {
        Drawback.REDUNDANCY_IGNORED: "x.......",
        Drawback.COMPLEMENTARITY_IGNORED: ".xxx....",
        Drawback.COMPLEMENTARITY_PENALIZED: "......xx",
        Drawback.REDUNDANCY_UNDERVALUED: "..xx.xxx",
        Drawback.UNIMPORTANT_TERM: ".......x",
        Drawback.REDUNDANCY_OVERSCALED: ".x..x...",
    }
    columns = ["mim", "mifs", "mrmr", "maxmifs", "cife", "jmi", "cmim", "jmim"]
    assert [name for name, row in CRITERIA.items() if row.representative] == columns
    for drawback, marks in table_2.items():
        having = [name for name in columns if drawback in CRITERIA[name].drawbacks]
        assert having == [name for name, x in zip(columns, marks, strict=True) if x == "x"]


@pytest.mark.parametrize(
    "name", [name for name, row in CRITERIA.items() if row.combine is difference]
)
def test_what_a_step_was_charged_and_credited_adds_up_to_its_score(name: str) -> None:
    """J = relevance - redundancy + class_redundancy; + MI(C, Xs) of the deciding Xs for JMIM."""
    for seed in range(5):
        joint = empirical(*full_of_ties(seed))
        selected: list[str] = []
        for step in forward(joint, name):
            rest = step.score - (step.relevance - step.redundancy + step.class_redundancy)
            if name == "jmim" and selected:
                decides = min(selected, key=lambda s: joint.mutual_information((step.name, s), "C"))
                least = joint.mutual_information((step.name, decides), "C")
                assert rest in [
                    approx(joint.mutual_information("C", s))
                    for s in selected
                    if joint.mutual_information((step.name, s), "C") <= least + 1e-12
                ]
            else:
                assert rest == approx(0)
            selected.append(step.name)


def test_charges_are_on_the_scale_of_the_criterion() -> None:
    """A third pick: the mean for mRMR and JMI, the sum for CIFE, that of one Xs for CMIM."""
    joint = empirical(*informative(300, 6))
    i, selected = "x5", ["x0", "x1"]
    mi = [joint.mutual_information(i, s) for s in selected]
    cmi = [joint.mutual_information(i, s, given="C") for s in selected]
    s = max(range(2), key=lambda s: mi[s] - cmi[s])
    expected = {
        "mim": (0, 0),
        "mrmr": (sum(mi) / 2, 0),
        "maxmifs": (max(mi), 0),
        "cife": (sum(mi), sum(cmi)),
        "jmi": (sum(mi) / 2, sum(cmi) / 2),
        "cmim": (mi[s], cmi[s]),
        "dmim": (max(mi), max(cmi)),
        "cmi": (joint.mutual_information(i, selected), joint.mutual_information(i, selected, "C")),
    }
    for name, (redundancy, class_redundancy) in expected.items():
        step = next(islice(forward(joint, name, keep=[*selected, i]), 2, None))
        assert step.redundancy == approx(redundancy)
        assert step.class_redundancy == approx(class_redundancy)
        assert step.with_selected == tuple(
            (approx(a), approx(b)) for a, b in zip(mi, cmi, strict=True)
        )


@EVERY_ROW
def test_a_row_tells_its_story(name: str) -> None:
    row = CRITERIA[name]
    assert row.name == name
    assert "MI(" in row.formula
    assert r"\mathrm{MI}" in row.latex
    assert row.latex.count("{") == row.latex.count("}")
    assert any(1990 <= int(year) <= 2026 for year in _years(row.reference))
    assert row.title
    assert row.when.endswith(".")


def _years(text: str) -> list[str]:
    return [word.strip("(),;") for word in text.split() if word.strip("(),;").isdigit()]
