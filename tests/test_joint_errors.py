"""Joint refuses what is no distribution and questions that have no answer, in clear words."""

import math
from typing import Any

import numpy as np
import pytest

from natpick.sources import Joint

DIE = {"X": [1, 0, 1, 0, 1, 0], "Y": [0, 0, 0, 1, 1, 1], "C": [0, 0, 0, 0, 0, 1]}
SIXTHS = [1 / 6] * 6


@pytest.mark.parametrize(
    ("outcomes", "p", "message"),
    [
        (DIE, [*SIXTHS[:5], -1 / 6], "probability -0.166.* is not allowed"),
        (DIE, [*SIXTHS[:5], math.nan], "probability nan is not allowed"),
        (DIE, [1 / 4] * 6, "add up to 1.5, not 1"),
        (DIE, SIXTHS[:5], r"6 outcomes need 6 probabilities, not shape \(5,\)"),
        ({"X": [], "C": []}, [], "there are no outcomes"),
        ({"X": [1, 2], "C": [1]}, [1.0], "equally long; their lengths are {'X': 2, 'C': 1}"),
        ({"X": [1], "Y": [1]}, [1.0], r"The target 'C' is not among the variables \['X', 'Y'\]"),
        ({"C": [1, 2]}, [0.5, 0.5], "no feature besides the target 'C'"),
        ({}, [], "no variables|no outcomes|no feature"),
    ],
)
def test_a_table_that_is_no_distribution_is_refused(outcomes: Any, p: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Joint.from_table(outcomes, p)


def test_a_function_that_does_not_fit_its_variables_is_refused() -> None:
    coin = {"X": [0, 1]}
    with pytest.raises(ValueError, match=r"C is a function of unknown variables \['Z'\]"):
        Joint.from_function(coin, lambda Z: Z)
    with pytest.raises(ValueError, match=r"Probabilities of unknown variables \['Z'\]; known are"):
        Joint.from_function(coin, lambda X: X, probabilities={"Z": [1]})
    with pytest.raises(ValueError, match="X: the probabilities add up to 0.75, not 1"):
        Joint.from_function(coin, lambda X: X, probabilities={"X": [0.5, 0.25]})
    with pytest.raises(ValueError, match="'X' is the name of two variables"):
        Joint.from_function(coin, lambda X: X, features={"X": lambda X: X})
    with pytest.raises(ValueError, match="X: there are no outcomes"):
        Joint.from_function({"X": []}, lambda X: X)


def test_an_array_whose_axes_are_not_each_named_is_refused() -> None:
    with pytest.raises(ValueError, match="do not name the 2 axes"):
        Joint.from_array(np.full((2, 2), 1 / 4), ["X", "Y", "C"])
    with pytest.raises(ValueError, match="do not name the 2 axes, each by its own"):
        Joint.from_array(np.full((2, 2), 1 / 4), ["X", "X"])


def test_questions_that_have_no_answer_are_refused() -> None:
    die = Joint.from_table(DIE, SIXTHS)
    with pytest.raises(ValueError, match=r"Unknown variables \['Z'\]; known are \['X', 'Y', 'C'\]"):
        die.entropy(["X", "Z"])
    with pytest.raises(ValueError, match=r"Unknown variables \['Z'\]"):
        die.mutual_information("X", "Y", given="Z")
    with pytest.raises(ValueError, match="'C' is the target; name features"):
        die.minimum_bayes_risk(["X", "C"])
    with pytest.raises(ValueError, match="'C' is the target; name features"):
        die.marginal("C")
    with pytest.raises(ValueError, match="'C' is the target; name features"):
        die.condition({"C": 1})
    with pytest.raises(ValueError, match="{'X': 5} has probability 0"):
        die.condition({"X": 5})
    with pytest.raises(ValueError, match="n=0 rows were asked for"):
        die.sample(0)
