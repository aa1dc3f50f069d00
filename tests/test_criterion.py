"""One criterion: found by name, with its parameters, or made by a user."""

import math
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest

import natpick
from natpick import CRITERIA, Criterion, criterion, forward
from natpick.criterion import SUM
from natpick.penalty import Pair, Penalty
from natpick.sources import Joint
from natpick.terms import Want
from strategies import empirical, full_of_ties


def approx(value: float) -> Any:
    return pytest.approx(value, rel=0, abs=1e-12)


def scored(joint: Joint, row: Criterion | str, i: str, selected: list[str]) -> float:
    """Return the score of i after ``selected``: that of keeping i as the next feature."""
    return next(islice(forward(joint, row, keep=[*selected, i]), len(selected), None)).score


def test_names_are_found_in_any_case_and_a_criterion_is_itself() -> None:
    assert criterion("JMI") is criterion(" jmi") is criterion(CRITERIA["jmi"]) is CRITERIA["jmi"]
    assert criterion("mifs_u") is CRITERIA["mifs-u"]


def test_the_table_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        CRITERIA["jmi"] = CRITERIA["mim"]


def test_an_unknown_name_is_told_the_nearest_and_all_there_are() -> None:
    with pytest.raises(ValueError, match=r"Unknown method 'jmj'\. Did you mean 'jmi'\?") as error:
        criterion("jmj")
    assert all(name in str(error.value) for name in (*CRITERIA, "igfs", "cmim-2"))
    with pytest.raises(ValueError, match=r"Unknown method 'xyzzy'\. Known: mim, "):
        criterion("xyzzy")
    with pytest.raises(TypeError, match="a name or a Criterion, not 3"):
        criterion(3)


@pytest.mark.parametrize("beta", [-0.1, math.nan, math.inf, "1", True])
def test_a_beta_that_is_no_weight_is_refused(beta: Any) -> None:
    with pytest.raises(
        ValueError, match=r"beta=.* is not allowed; it must be a finite number >= 0"
    ):
        criterion("mifs", beta=beta)


@pytest.mark.parametrize("name", [name for name, row in CRITERIA.items() if not row.takes_beta])
def test_a_beta_for_a_method_that_has_none_is_refused(name: str) -> None:
    message = f"{name} has no parameter beta, but beta=0.5 was given; only mifs, mifs-u take it"
    with pytest.raises(ValueError, match=message):
        criterion(name, beta=0.5)


def test_parameters_are_what_the_user_may_choose() -> None:
    assert criterion("mifs").parameters == {"beta": 1.0}
    for half in (np.float64(0.5), np.float32(0.5)):
        assert criterion("mifs-u", beta=half).parameters == {"beta": 0.5}
    assert criterion("mifs", beta=np.int64(2)).parameters == {"beta": 2.0}
    assert criterion("jmi").parameters == {}


def _half_the_redundancy(pair: Pair) -> Penalty:
    none = np.zeros_like(pair.redundancy)
    return Penalty(pair.redundancy / 2, none, none)


OWN = Criterion(
    name="half",
    title="Half the redundancy",
    formula="MI(C,Xi) - 1/2 sum_s MI(Xi,Xs)",
    latex=r"\mathrm{MI}(C,X_i)-\frac12\sum_{X_s\in S}\mathrm{MI}(X_i,X_s)",
    reference="A user (2026), private communication",
    when="Never.",
    want=Want.REDUNDANCY,
    penalty=_half_the_redundancy,
    fold=SUM,
)


@pytest.mark.parametrize("seed", range(4))
def test_a_users_own_row_goes_wherever_a_name_goes(seed: int) -> None:
    """Half the redundancy is MIFS with beta = 1/2."""
    joint, mifs = empirical(*full_of_ties(seed)), criterion("mifs", beta=0.5)
    assert [s.index for s in forward(joint, OWN)] == [s.index for s in forward(joint, mifs)]
    selection = natpick.select(joint, method=OWN, n_features=4)
    assert selection.method == "half"
    assert selection.names == natpick.select(joint, method=mifs, n_features=4).names
    comparison = natpick.compare(joint, methods=["jmi", OWN], n_features=4)
    assert comparison.methods == ["jmi", "half"]
    assert comparison["half"] == selection


def test_a_row_may_be_made_from_another() -> None:
    joint = empirical(*full_of_ties(1))
    doubled = replace(CRITERIA["cife"], name="double-cife", beta=2.0)
    for i in joint.names[2:]:
        once, twice = (scored(joint, row, i, ["x0", "x1"]) for row in ("cife", doubled))
        relevance = joint.mutual_information("C", i)
        assert relevance - twice == approx(2 * (relevance - once))
