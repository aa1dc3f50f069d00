"""The ideal search: stop at a fully relevant feature, discard redundant ones, keep irrelevant."""

from collections.abc import Generator, Iterator

import numpy as np
import pytest

import natpick
from natpick.criteria import CRITERIA
from natpick.search import forward
from natpick.selection import Selection
from natpick.sources import Counts, InformationSource, Joint
from natpick.stopping import explained
from strategies import full_of_ties


def xor_with_a_copy() -> Joint:
    """C = X xor Y; Z is irrelevant for good, "X again" redundant once X is selected."""
    return Joint.from_function(
        {"Z": [0, 1], "X": [0, 1], "Y": [0, 1]},
        probabilities={"X": [0.4, 0.6], "Y": [0.3, 0.7]},
        features={"X again": lambda X: 1 - X},
        target=lambda X, Y: X ^ Y,
    )


def test_the_ideal_search_ends_at_the_fully_relevant_feature_and_says_so() -> None:
    selection = natpick.select(
        xor_with_a_copy(), method="cmi", stop="explained", discard_redundant=True
    )
    assert selection.names == ["X", "Y"]
    assert selection.stop_reason == "Y is fully relevant: with it, H(C | S) = 0"
    assert [step.discarded for step in selection.steps] == [(3,), ()]


def test_features_that_must_be_kept_are_taken_even_if_nothing_is_left_to_explain() -> None:
    """X and Y tell all of C = X xor Y; Z must be kept none the less, and nothing else is."""
    joint = xor_with_a_copy()
    selection = natpick.select(joint, must_keep=["X", "Y", "Z"], stop="explained")
    assert selection.names == ["X", "Y", "Z"]
    assert selection.stop_reason == "Y is fully relevant: with it, H(C | S) = 0"


def test_without_a_rule_the_search_goes_on() -> None:
    selection = natpick.select(xor_with_a_copy(), method="cmi")
    assert len(selection) == 4
    assert selection.stop_reason == "4 of 4 features were asked for"


def test_redundant_features_leave_the_search_and_irrelevant_ones_stay() -> None:
    selection = natpick.select(xor_with_a_copy(), method="mim", discard_redundant=True)
    assert selection.names == ["X", "Y", "Z"]
    assert selection.stop_reason == "the other 1 features are redundant, functions of those picked"


@pytest.mark.parametrize("method", CRITERIA)
def test_discarding_changes_no_pick_of_a_search_by_the_target(method: str) -> None:
    """Redundant features stay redundant (Theorem 2), so what is discarded never comes back."""
    for seed in range(20):
        source = Counts.from_codes(*full_of_ties(seed))
        gone: set[int] = set()
        for step in forward(source, method, discard_redundant=True):
            assert step.index not in gone
            gone |= set(step.discarded)
        assert len(gone) > 0


def test_discarded_features_are_those_with_no_entropy_left() -> None:
    """X_i is redundant given S if H(X_i | S) = 0."""
    joint = xor_with_a_copy()
    selected: list[str] = []
    is_open = set(joint.names)
    for step in forward(joint, "jmi", discard_redundant=True):
        selected.append(step.name)
        is_open.remove(step.name)
        redundant = {name for name in is_open if joint.entropy(name, given=selected) == 0}
        assert {joint.names[i] for i in step.discarded} == redundant
        is_open -= redundant


def test_kept_and_continued_searches_discard_and_stop_alike() -> None:
    joint = xor_with_a_copy()
    first = natpick.select(joint, n_features=1, must_keep=["X"], discard_redundant=True)
    assert first.steps[0].discarded == (3,)
    both = natpick.select(
        joint, start=first, must_keep=["X"], stop="explained", discard_redundant=True
    )
    assert both.names == ["X", "Y"]
    again = natpick.select(joint, start=both, must_keep=["X"], stop="explained")
    assert again.steps == both.steps
    assert again.stop_reason == both.stop_reason


def test_on_data_the_rule_is_about_the_rows_at_hand() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 2, (12, 30)), rng.integers(0, 2, 12)
    selection = natpick.select(X, y, method="jmi", stop="explained")
    rows = {tuple(row) for row in X[:, selection.indices]}
    assert len(selection) < 10
    assert len({(*row, c) for row, c in zip(X[:, selection.indices].tolist(), y, strict=True)}) == (
        len(rows)
    )


def test_a_rule_of_ones_own_sees_every_step() -> None:
    seen = []

    def third(_source: InformationSource) -> natpick.stopping.Stop:
        def until(steps: Iterator[natpick.Step]) -> Generator[natpick.Step, None, str | None]:
            for step in steps:
                seen.append(step.index)
                yield step
                if len(seen) == 3:
                    return "three are enough"
            return None

        return until

    X, y = full_of_ties(3)
    selection = natpick.select(X, y, stop=third)
    assert (selection.indices, selection.stop_reason) == (seen, "three are enough")


def test_unknown_rules_and_sources_that_cannot_tell_are_refused() -> None:
    class Pairwise:
        def __init__(self) -> None:
            whole = Counts.from_codes(*full_of_ties(0))
            self.names = whole.names
            self.univariate, self.pair_terms = whole.univariate, whole.pair_terms

    with pytest.raises(ValueError, match="Unknown stop rule 'soon'. Known: explained, sign"):
        natpick.select(xor_with_a_copy(), stop="soon")
    with pytest.raises(TypeError, match="needs H\\(C \\| S\\), which Pairwise cannot tell"):
        explained(Pairwise())
    with pytest.raises(TypeError, match="discard_redundant needs .* which Pairwise cannot"):
        forward(Pairwise(), "jmi", discard_redundant=True)


def test_discarded_features_are_in_the_json() -> None:
    selection = natpick.select(xor_with_a_copy(), method="cmi", discard_redundant=True)
    assert Selection.from_json(selection.to_json()) == selection
