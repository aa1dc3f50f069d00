"""What the theory refuses, and what it says: the target among features, unknown ones, no source."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import natpick
from natpick import theory
from natpick.sources import Counts, HalfPlane, Joint
from strategies import Pairwise

XOR = Joint.from_function({"X": [0, 1], "Y": [0, 1]}, lambda X, Y: X ^ Y)
ROWS = Counts.from_codes(np.array([[0, 1], [1, 1], [0, 0]], dtype=np.uint8), [0, 1, 0])
TARGETS = ("target_of", "target_of_prime")
SOURCES = [XOR, HalfPlane(1, 1), ROWS]

OF_FEATURES: list[Callable[..., Any]] = [
    theory.feature_types,
    theory.bounds,
    theory.objectives,
    theory.complementarity,
    theory.minimum_bayes_risk,
    theory.risk_path,
]

each_function = pytest.mark.parametrize("function", OF_FEATURES, ids=lambda f: f.__name__)


@each_function
@pytest.mark.parametrize("source", SOURCES, ids=lambda source: type(source).__name__)
def test_unknown_features_are_told_with_those_there_are(
    function: Callable[..., Any], source: Any
) -> None:
    known = rf"There are {len(source.names)}: '{source.names[0]}'"
    with pytest.raises(ValueError, match=rf"Unknown feature 'nope'.*{known}"):
        function(source, [source.names[0], "nope"])
    with pytest.raises(ValueError, match="Feature 9 is out of range"):
        function(source, 9 if function is not theory.risk_path else [9])
    with pytest.raises(ValueError, match="given more than once"):
        function(source, [source.names[0], 0])


@each_function
@pytest.mark.parametrize("source", [XOR, HalfPlane(1, 1)], ids=lambda source: type(source).__name__)
def test_the_target_is_no_feature(function: Callable[..., Any], source: Any) -> None:
    with pytest.raises(ValueError, match="'C' is the target; name features: "):
        function(source, ["C"])


@each_function
@pytest.mark.parametrize("feature", [1.5, None, [None], True])
def test_what_is_neither_name_nor_index_is_no_feature(
    function: Callable[..., Any], feature: Any
) -> None:
    with pytest.raises(TypeError, match="A feature is a name or an index, not"):
        function(XOR, feature)


def test_one_index_may_be_numpys() -> None:
    assert theory.feature_types(XOR, np.int64(0)) == theory.feature_types(XOR, "X")


def test_one_method_need_not_be_a_list_and_its_parameters_are_told() -> None:
    """None is lost where two rows differ by a parameter only."""
    half = natpick.criterion("mifs", beta=0.5)
    for one in ("mifs", half):
        assert set(theory.objectives(XOR, "X", methods=one)["Y"]) == {"mifs", *TARGETS}
    both = theory.objectives(XOR, "X", methods=["mifs", half])["Y"]
    assert set(both) == {"mifs", "mifs(beta=0.5)", *TARGETS}


def test_the_target_is_no_feature_of_a_classifier() -> None:
    with pytest.raises(ValueError, match="'C' is the target; name features: "):
        theory.bayes_classifier(XOR, ["X", "C"])


@each_function
def test_sources_that_cannot_condition_are_told_from_those_that_can(
    function: Callable[..., Any],
) -> None:
    with pytest.raises(TypeError, match="Pairwise.* give a.*Joint, HalfPlane or Counts"):
        function(Pairwise(XOR), ["X"])


def test_the_path_of_a_selection_is_told_of_the_source_it_is_from() -> None:
    selection = natpick.select(HalfPlane(1, 1), n_features=2)
    with pytest.raises(ValueError, match="from 4 features that are not the 2 of the source"):
        theory.risk_path(XOR, selection)


def test_a_classifier_is_told_every_feature_and_possible_values() -> None:
    rule = theory.bayes_classifier(XOR, ["X", "Y"])
    with pytest.raises(ValueError, match=r"\{'X': 1\} has no value of \['Y'\]"):
        rule.predict({"X": 1})
    with pytest.raises(ValueError, match="has probability 0; the rule says nothing of it"):
        rule.predict({"X": 1, "Y": 2})


def test_a_classifier_is_told_of_a_distribution_only() -> None:
    with pytest.raises(TypeError, match="for a Joint distribution, not for a Counts"):
        theory.bayes_classifier(ROWS, ["x0"])
