"""The smallest distributions of which a claim fails: each tried once, none left out."""

import itertools
import json
from dataclasses import replace
from functools import cache
from math import comb, log
from typing import Any

import numpy as np
import pytest

import textbook
from natpick import CRITERIA
from natpick.criterion import TIE, Bound
from natpick.sources import Joint
from natpick.theory import Claim, FeatureType, Refutation, Unrefuted, audit, counterexample
from natpick.theory.partitions import all_settings, partitions

FAILING = [name for name in CRITERIA if name != "cmi"]


def found(claim: Claim, **search: Any) -> Refutation:
    answer = counterexample(claim, **search)
    assert isinstance(answer, Refutation)
    return answer


@cache
def caught(method: str) -> Refutation:
    """Return the smallest distribution on which the search itself prefers what tells nothing."""
    return found(Claim.order(method, own_search=True), drawn=0)


def refound(answer: Refutation) -> tuple[Joint, list[str], list[str]]:
    """Return the distribution, S and the candidates, as they can be read from the JSON."""
    data = json.loads(answer.to_json())
    told = data["distribution"]
    joint = Joint.from_table(told["outcomes"], told["probabilities"], told["target"])
    return joint, data["selected"], [candidate["name"] for candidate in data["candidates"]]


def bell(m: int) -> int:
    """B(m) = sum over k of comb(m - 1, k) B(k): k atoms are not with the first."""
    return 1 if m == 0 else sum(comb(m - 1, k) * bell(k) for k in range(m))


@pytest.mark.parametrize("m", range(1, 8))
def test_there_is_every_partition_once(m: int) -> None:
    labels = partitions(m).labels
    assert len(labels) == len(np.unique(labels, axis=0)) == bell(m)
    for row in labels[:: max(1, len(labels) // 50)]:
        appear = list(dict.fromkeys(row.tolist()))
        assert appear == list(range(len(appear)))


def canonical(columns: list[tuple[int, ...]]) -> frozenset[Any]:
    """Return a distribution with the atoms and the values forgotten: which atoms go together.

    For every order of atoms and variables as they are, the least of the relabelled columns.
    """
    m = len(columns[0])
    orders = itertools.permutations(range(m))
    return frozenset(
        [min(tuple(relabelled([c[a] for a in order]) for c in columns) for order in orders)]
    )


def relabelled(values: list[int]) -> tuple[int, ...]:
    seen: dict[int, int] = {}
    return tuple(seen.setdefault(v, len(seen)) for v in values)


@pytest.mark.parametrize(("m", "candidates"), [(2, 1), (3, 1), (3, 2), (4, 1)])
def test_every_distribution_is_tried_once_up_to_the_order_of_its_atoms(
    m: int, candidates: int
) -> None:
    labels = [tuple(row) for row in partitions(m).labels.tolist()]
    every = itertools.product(labels, repeat=2 + candidates)
    tried = [
        canonical([labels[v] for v in row])
        for some in all_settings(m, 1, candidates, 50)
        for row in some.chosen
    ]
    assert len(set(tried)) == len(tried)
    assert set(tried) == {canonical(list(columns)) for columns in every}


@pytest.mark.parametrize("method", FAILING)
def test_every_method_but_the_target_prefers_what_tells_nothing_to_what_tells_all(
    method: str,
) -> None:
    """Checked by the textbook's formula and by entropies, on the distribution of the JSON."""
    answer = caught(method)
    joint, s, (useless, decisive) = refound(answer)
    score = {
        i: textbook.score(method, joint, i, s, [useless, decisive]) for i in (useless, decisive)
    }
    assert score[useless] > score[decisive] + TIE
    assert joint.mutual_information("C", useless, given=s) == 0
    assert joint.entropy("C", given=s) > 0
    assert joint.entropy("C", given=[*s, decisive]) == 0
    assert joint.entropy(useless) > 0  # the search does not put it off as a constant
    assert answer.smallest
    assert np.allclose(joint.probabilities * answer.atoms % 1, 0)


@pytest.mark.parametrize("method", FAILING)
def test_the_audit_tells_the_step_at_which_the_search_is_caught(method: str) -> None:
    answer = caught(method)
    step = audit(answer.joint, method).steps[len(answer.selected)]
    assert step.wrong
    assert not step.by_tie
    assert step.types[step.instead] is FeatureType.FULLY_RELEVANT
    assert not step.types[step.pick].tells
    left = answer.joint.entropy("C", given=answer.selected)
    assert step.regret == pytest.approx(left, abs=1e-12)


def test_the_target_itself_is_never_caught() -> None:
    answer = counterexample(Claim.order("cmi"), atoms=4, drawn=20_000)
    assert isinstance(answer, Unrefuted)
    assert not answer
    assert (answer.atoms, answer.searched > 1000, answer.drawn >= 20_000) == (4, True, True)


@pytest.mark.parametrize("method", ["cife", "jmi", "cmim", "dmim", "jmim", "cmim-fleuret", "icap"])
def test_with_one_feature_selected_these_methods_cannot_be_caught(method: str) -> None:
    """CIFE, JMI, CMIM, DMIM are OF' and JMIM is OF; the others score min(MI(C,Xi), MI(C,Xi|Xs)).

    That is 0 of an irrelevant or redundant feature, and never below 0.
    """
    assert not counterexample(Claim.order(method, selected=1), atoms=5, drawn=0)


@pytest.mark.parametrize("method", ["mim", "disr"])
def test_none_of_fewer_atoms_will_do(method: str) -> None:
    """All distributions of up to three atoms, in plain loops: for every S, none is preferred."""
    labels = [tuple(row) for m in (2, 3) for row in partitions(m).labels.tolist()]
    assert found(Claim.order(method, selected=1)).atoms > 3
    for c, x, i, j in itertools.product(labels, repeat=4):
        if len({len(c), len(x), len(i), len(j)}) == 1 and len(set(i)) > 1:
            outcomes = {"x": x, "i": i, "j": j, "C": c}
            joint = Joint.from_table(outcomes, [1 / len(c)] * len(c))
            nothing = joint.determines("x", "i")
            everything = joint.determines(["x", "j"], "C") and not joint.determines("x", "C")
            if nothing and everything:
                useless = textbook.score(method, joint, "i", ["x"], ["i", "j"])
                assert useless <= textbook.score(method, joint, "j", ["x"], ["i", "j"]) + TIE


def test_the_smallest_found_for_jmi_is_what_it_says() -> None:
    """J = (MI(C,Xi|X1) + MI(C,Xi|X2)) / 2 and OF' = MI(C,Xi|X1,X2), in five atoms."""
    answer = found(Claim.order("jmi"))
    assert (answer.atoms, len(answer.selected), list(answer.types)) == (5, 2, ["x2", "x3"])
    assert [str(kind) for kind in answer.types.values()] == ["redundant", "fully relevant"]
    joint = answer.joint
    for i, scores in answer.scores.items():
        given = [joint.mutual_information("C", i, given=s) for s in answer.selected]
        assert scores["jmi"] == pytest.approx(sum(given) / 2, abs=1e-12)
        assert scores["target_of_prime"] == pytest.approx(
            joint.mutual_information("C", i, given=answer.selected), abs=1e-12
        )


def test_a_users_own_row_is_put_to_the_test_as_well() -> None:
    """MIFS with beta = 1/10: MI(C,Xi) - MI(Xi,Xs)/10 prefers a copy of Xs."""
    own = replace(CRITERIA["mifs"], name="own", beta=0.1)
    answer = found(Claim.order(own, selected=1))
    assert answer.method == "own"
    assert answer.scores["x1"]["own"] > answer.scores["x2"]["own"]


# What is drawn.


def test_what_is_drawn_depends_on_the_seed_alone_and_is_not_called_smallest() -> None:
    claim = Claim.order("jmi")
    once, again = (found(claim, atoms=0, drawn=4_000, seed=3) for _ in range(2))
    assert once.to_dict() == again.to_dict()
    assert not once.smallest
    other = found(claim, atoms=0, drawn=4_000, seed=4)
    assert other.to_dict() != once.to_dict()


def test_rows_that_rank_are_drawn_with_two_candidates() -> None:
    answer = found(Claim.order("mifs-nd", selected=1), atoms=0, drawn=200_000)
    assert answer.scores["x1"]["mifs-nd"] > answer.scores["x2"]["mifs-nd"]


# How it is told.


def test_a_counterexample_reads_as_text_and_as_json(tmp_path: Any) -> None:
    answer = found(Claim.bound("mifs", Bound.LOWER_OF_PRIME, selected=1))
    assert str(answer) == (
        "It is not so that every score J of mifs keeps the bound 0 <= J at |S| = 1.\n"
        "Given x0, mifs scores x1, which is redundant, -0.693; the lower bound is 0.\n\n"
        "The distribution has 2 equally probable atoms, the fewest that will do:\n\n"
        "x0  x1  C  probability\n"
        "0   0   0  0.5\n"
        "1   1   0  0.5\n\n"
        "candidate  type       mifs       OF        OF'\n"
        "x1         redundant  -0.693147  0.000000  0.000000"
    )
    claimed = "every score J of mifs keeps the bound 0 <= J at |S| = 1"
    assert repr(answer) == f"<Refutation of {claimed!r}: 2 atoms>"
    data = json.loads(answer.to_json(tmp_path / "found.json"))
    assert json.loads((tmp_path / "found.json").read_text("utf-8")) == data
    assert data["form"] == "natpick.counterexample/1"
    assert (data["method"], data["parameters"]) == ("mifs", {"beta": 1.0})
    assert data["distribution"]["probabilities"] == [0.5, 0.5]
    assert data["candidates"][0]["scores"]["mifs"] == pytest.approx(-log(2), abs=1e-12)
    assert data["bounds"]["of_prime_lower"] == 0


def test_a_claim_that_stands_tells_where_it_was_tried() -> None:
    claim = Claim.bound("cmi", Bound.UPPER_OF_PRIME, selected=1)
    answer = counterexample(claim, atoms=2, drawn=0)
    assert str(claim) == "every score J of cmi keeps the bound J <= H(C|S) at |S| = 1"
    assert str(answer) == (
        f"Nothing was found against it: {claim}. None of the 9 distributions of up to 2 equally "
        "probable atoms is a counterexample."
    )


# What cannot be asked.


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda: Claim.order("jmj"), ValueError, "Did you mean 'jmi'"),
        (lambda: Claim.order("jmi", selected=0), ValueError, "selected=0 is not allowed"),
        (lambda: Claim.order("jmi", selected=1.5), TypeError, "give a whole number"),
        (lambda: Claim.bound("jmi", "0 <= J"), TypeError, "give a natpick.criterion.Bound"),
        (lambda: counterexample(Claim.order("jmi"), atoms=8), ValueError, "give 0 to 7"),
        (lambda: counterexample(Claim.order("jmi"), atoms=True), TypeError, "whole number"),
        (lambda: counterexample(Claim.order("jmi"), drawn=-1), ValueError, "give 0 or more"),
        (lambda: counterexample(Claim.order("jmi"), seed=-1), ValueError, "seed=-1 is not allowed"),
        (lambda: counterexample("jmi"), TypeError, "make one with Claim.order or Claim.bound"),
    ],
)
def test_what_cannot_be_claimed_or_searched_is_refused(
    ask: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        ask()
