"""The result of an audit: the verdict on each step of a method, and both paths."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from natpick import document
from natpick.criterion import TIE, Drawback
from natpick.theory.feature_types import FeatureType

FORM = "natpick.audit/1"


@dataclass(frozen=True, slots=True)
class AuditedStep:
    """The verdict on one pick of a method, given what it had selected before.

    Attributes
    ----------
    pick : the feature that the method picked.
    should : the candidates of which an ideal method would have picked any: those of the
        largest OF'; where none is relevant, those that are irrelevant; else all.
    wrong : whether the pick is not among them while the method scores it higher, or it tells
        less. A pick that neither the method nor the target tells from a right one is not wrong.
    instead : of those it should have picked the one that it scores highest; the pick if right.
    by_tie : whether a wrong pick was tied with a right one, so that the order of columns chose.
    tied : the candidates tied with the pick; empty where it was alone.
    past_the_end : whether H(C | S) = 0 before the step: the ideal has stopped.
    types : the type of every candidate.
    scores : by candidate, the scores of the method and of both targets, ``"target_of"`` and
        ``"target_of_prime"``.
    swing : for a wrong pick, by how many nats each drawback speaks for it and against
        ``instead``; negative where it speaks against it. The rule is in :doc:`auditing`.
    regret : the largest OF' less that of the pick, in nats; never negative.
    risk_regret : the minimum Bayes risk of S with the pick less that with ``instead``. It may be
        negative: what tells most in nats need not leave the least risk.
    """

    pick: str
    should: tuple[str, ...]
    wrong: bool
    instead: str
    by_tie: bool
    tied: tuple[str, ...]
    past_the_end: bool
    types: Mapping[str, FeatureType]
    scores: Mapping[str, Mapping[str, float]]
    swing: Mapping[Drawback, float]
    regret: float
    risk_regret: float

    @property
    def drawbacks(self) -> tuple[Drawback, ...]:
        """The drawbacks at work in a wrong pick: those that speak for it, the most first."""
        speaking = [drawback for drawback, part in self.swing.items() if part > TIE]
        return tuple(sorted(speaking, key=lambda drawback: -self.swing[drawback]))

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as plain dicts, lists, strings and numbers."""
        return {
            "pick": self.pick,
            "type": str(self.types[self.pick]),
            "should": list(self.should),
            "wrong": self.wrong,
            "instead": self.instead,
            "instead_type": str(self.types[self.instead]),
            "by_tie": self.by_tie,
            "tied": list(self.tied),
            "past_the_end": self.past_the_end,
            "drawbacks": [drawback.value for drawback in self.drawbacks],
            "swing": {drawback.value: part for drawback, part in self.swing.items()},
            "regret": self.regret,
            "risk_regret": self.risk_regret,
            "candidates": [
                {"name": name, "type": str(self.types[name]), "scores": dict(scores)}
                for name, scores in self.scores.items()
            ],
        }


@dataclass(frozen=True, slots=True)
class Audit:
    """A method beside the ideal.

    Attributes
    ----------
    source : what kind of source it was.
    method, parameters : the criterion, and its own parameters.
    target_entropy : H(C), in nats.
    steps : the verdict on each pick.
    ideal, ideal_reason : what the ideal search picks, and why it ends.
    unexplained, ideal_unexplained : H(C | S) before the first pick and after each, of both.
    risk, ideal_risk : the minimum Bayes risk likewise: MBR_0, MBR_1, ...
    note : what to know before trusting it, where the source is data.
    """

    source: str
    method: str
    parameters: Mapping[str, float]
    target_entropy: float
    steps: tuple[AuditedStep, ...]
    ideal: tuple[str, ...]
    ideal_reason: str
    unexplained: tuple[float, ...]
    ideal_unexplained: tuple[float, ...]
    risk: tuple[float, ...]
    ideal_risk: tuple[float, ...]
    note: str = ""

    @property
    def cumulated_regret(self) -> tuple[float, ...]:
        """The regrets of OF' of each step and those before it, added up, in nats."""
        return tuple(accumulate(step.regret for step in self.steps))

    @property
    def cumulated_risk_regret(self) -> tuple[float, ...]:
        """The regrets in minimum Bayes risk of each step and those before it, added up."""
        return tuple(accumulate(step.risk_regret for step in self.steps))

    @property
    def first_mistake(self) -> int | None:
        """The number of the first step, from 1, at which the method goes wrong, if it does."""
        return next((t for t, step in enumerate(self.steps, 1) if step.wrong), None)

    def __repr__(self) -> str:
        wrong = sum(step.wrong for step in self.steps)
        return f"<Audit of {self.method}: {len(self.steps)} steps, {wrong} of them wrong>"

    def __str__(self) -> str:
        """Return the audit as text."""
        from natpick.theory.audit_text import text

        return text(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the audit as plain dicts, lists, strings and numbers."""
        sums = zip(self.cumulated_regret, self.cumulated_risk_regret, strict=True)
        return {
            "form": FORM,
            "source": self.source,
            "method": self.method,
            "parameters": dict(self.parameters),
            "note": self.note,
            "target_entropy": self.target_entropy,
            "first_mistake": self.first_mistake,
            "steps": [
                step.to_dict() | {"cumulated_regret": nats, "cumulated_risk_regret": risk}
                for step, (nats, risk) in zip(self.steps, sums, strict=True)
            ],
            "unexplained": list(self.unexplained),
            "risk": list(self.risk),
            "ideal": {
                "picks": list(self.ideal),
                "reason": self.ideal_reason,
                "unexplained": list(self.ideal_unexplained),
                "risk": list(self.ideal_risk),
            },
        }

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """Return the audit as JSON text, and write it to ``path`` if one is given."""
        return document.saved(self.to_dict(), path)

    def plot(self) -> Any:
        """Return a matplotlib figure of what both paths leave unexplained, and of their risks."""
        from natpick.theory.audit_figure import audit_figure

        return audit_figure(self)
