"""Minimum Bayes risk and the Bayes classifier: the least error of all rules there are."""

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import natpick
from natpick.sources import Counts, HalfPlane, Joint
from natpick.theory import bayes_classifier, minimum_bayes_risk, risk_path
from natpick.theory.publication.setting import K_PRIME, D, W, X, Z, plane_at
from strategies import Encoded, empirical, encoded, joints


def approx(value: Any) -> Any:
    return pytest.approx(value, rel=0, abs=1e-12)


def errors(joint: Joint, s: list[str]) -> list[float]:
    """Return the error of every rule from the outcomes of S to the values of the target."""
    atoms = list(zip(*(joint.outcomes[name] for name in s), strict=True)) or [()] * len(
        joint.probabilities
    )
    targets, cells = joint.outcomes["C"], sorted(set(atoms))
    found = []
    for guesses in itertools.product(sorted(set(targets)), repeat=len(cells)):
        rule = dict(zip(cells, guesses, strict=True))
        wrong = [rule[s] != c for s, c in zip(atoms, targets, strict=True)]
        found.append(float(joint.probabilities[np.array(wrong)].sum()))
    return found


@settings(max_examples=30)
@given(joints(2, 2))
def test_no_rule_errs_less_than_the_bayes_classifier_and_it_errs_as_it_says(joint: Joint) -> None:
    for s in ([], ["x0"], ["x1"], ["x0", "x1"]):
        classifier, least = bayes_classifier(joint, s), min(errors(joint, s))
        assert classifier.features == tuple(s)
        assert classifier.risk == minimum_bayes_risk(joint, s) == approx(least)
        rows = range(len(joint.probabilities))
        guesses = [classifier.predict({n: joint.outcomes[n][a] for n in s}) for a in rows]
        wrong = [guess != joint.outcomes["C"][a] for a, guess in enumerate(guesses)]
        assert float(joint.probabilities[np.array(wrong)].sum()) == approx(least)


def test_of_equally_likely_values_the_first_is_guessed() -> None:
    joint = Joint.from_table({"X": [0, 0], "C": ["no", "yes"]}, [0.5, 0.5])
    assert bayes_classifier(joint, "X").predict({"X": 0}) == "no"


@settings(max_examples=30)
@given(encoded(columns=4))
def test_the_risk_of_rows_is_the_share_of_rows_that_no_rule_gets_right(table: Encoded) -> None:
    codes, y = table
    joint, rows = empirical(codes, y), Counts.from_codes(codes, y)
    for t in range(codes.shape[1] + 1):
        s = list(joint.names[:t])
        assert minimum_bayes_risk(rows, s) == approx(minimum_bayes_risk(joint, s))


@settings(max_examples=30)
@given(joints(3))
def test_along_a_path_the_risk_is_that_of_each_prefix_and_never_rises(joint: Joint) -> None:
    names = [step.name for step in natpick.forward(joint, "jmi")]
    path = risk_path(joint, names)
    assert path == tuple(minimum_bayes_risk(joint, names[:t]) for t in range(4))
    assert all(after <= before + 1e-12 for before, after in itertools.pairwise(path))


def test_mbr_2_of_the_paper_is_the_third_entry_of_a_path() -> None:
    """MBR(C,{X}) = MBR(C,{X,Z}) = arctan(k)/pi = 0.498; 0 with W: Table 7."""
    plane: HalfPlane = plane_at(K_PRIME)
    wrong = math.atan(plane.k) / math.pi
    assert risk_path(plane, [X, Z, D, W]) == (0.5, approx(wrong), approx(wrong), approx(wrong), 0)
    assert risk_path(plane, natpick.select(plane, method="mifs"))[2] == approx(wrong)
    assert risk_path(plane, natpick.select(plane, method="jmi"))[2] == 0
