"""What was found against a claim: a distribution and a step at which it fails, or nothing."""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from natpick import document
from natpick.criterion import Bound
from natpick.sources import Joint
from natpick.theory.alignment import aligned
from natpick.theory.bounds import Bounds, bounds
from natpick.theory.claims import Claim
from natpick.theory.feature_types import FeatureType, feature_types
from natpick.theory.objectives import objectives

FORM = "natpick.counterexample/1"


@dataclass(frozen=True, slots=True)
class Refutation:
    """A distribution and a step at which a claim fails.

    Attributes
    ----------
    claim, method, parameters : what was claimed, and of which method.
    sentence : how it fails.
    atoms : the number of equiprobable atoms that the distribution is made of.
    smallest : whether it fails of no distribution of fewer atoms: all of them were tried.
    searched : how many distributions were tried, up to symmetry.
    joint : the distribution.
    selected : the features in S.
    types : the type of each candidate given S.
    scores : by candidate, the scores of the method and of both targets, ``"target_of"`` and
        ``"target_of_prime"``.
    bounds : the bounds of the targets.
    """

    claim: str
    method: str
    parameters: Mapping[str, float]
    sentence: str
    atoms: int
    smallest: bool
    searched: int
    joint: Joint
    selected: tuple[str, ...]
    types: Mapping[str, FeatureType]
    scores: Mapping[str, Mapping[str, float]]
    bounds: Bounds

    def __repr__(self) -> str:
        return f"<Refutation of {self.claim!r}: {self.atoms} atoms>"

    def __str__(self) -> str:
        """Return the claim, how it fails, the distribution and the scores, as text."""
        size = "the fewest that will do" if self.smallest else "found among random ones"
        lines = [f"It is not so that {self.claim}.", self.sentence, ""]
        lines += [f"The distribution has {self.atoms} equally probable atoms, {size}:", ""]
        lines += [*aligned(_distribution(self.joint)), ""]
        heads = ["candidate", "type", self.method, "OF", "OF'"]
        rows = [
            [name, str(self.types[name]), *(f"{value:.6f}" for value in scores.values())]
            for name, scores in self.scores.items()
        ]
        lines += aligned([heads, *rows])
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain dicts, lists, strings and numbers."""
        outcomes = {name: list(values) for name, values in self.joint.outcomes.items()}
        return {
            "form": FORM,
            "claim": self.claim,
            "method": self.method,
            "parameters": dict(self.parameters),
            "sentence": self.sentence,
            "atoms": self.atoms,
            "smallest": self.smallest,
            "searched": self.searched,
            "distribution": {
                "target": self.joint.target,
                "outcomes": outcomes,
                "probabilities": self.joint.probabilities.tolist(),
            },
            "selected": list(self.selected),
            "candidates": [
                {"name": name, "type": str(self.types[name]), "scores": dict(scores)}
                for name, scores in self.scores.items()
            ],
            "bounds": asdict(self.bounds),
        }

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """Return everything as JSON text, and write it to ``path`` if one is given."""
        return document.saved(self.to_dict(), path)


@dataclass(frozen=True, slots=True)
class Unrefuted:
    """Nothing was found against a claim. That is no proof of it, but of what was tried.

    Attributes
    ----------
    claim : what was claimed.
    atoms : up to how many equiprobable atoms all distributions were tried.
    searched : how many those are, up to symmetry.
    drawn, seed : how many larger ones were drawn at random, and with which seed.
    """

    claim: str
    atoms: int
    searched: int
    drawn: int
    seed: int

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        """Return the claim and where it was put to the test, as text."""
        more = f", nor any of {self.drawn:,} larger ones drawn at random" if self.drawn else ""
        return (
            f"Nothing was found against it: {self.claim}. None of the {self.searched:,} "
            f"distributions of up to {self.atoms} equally probable atoms is a counterexample{more}."
        )


def refutation(
    claim: Claim, atoms: int, joint: Joint, selected: list[str], searched: int, *, smallest: bool
) -> Refutation:
    """Return what there is to tell of a distribution and features selected."""
    row = claim.method
    types = feature_types(joint, selected)
    scores = objectives(joint, selected, methods=[row])
    told = [
        f"{name}, which is {types[name]}, {value[row.name]:.3g}" for name, value in scores.items()
    ]
    limits = bounds(joint, selected)
    sentence = f"Given {_listed(selected)}, {row.name} scores {_listed(told)}"
    return Refutation(
        claim=claim.statement,
        method=row.name,
        parameters=row.parameters,
        sentence=f"{sentence}{_limit(claim.kept, limits)}.",
        atoms=atoms,
        smallest=smallest,
        searched=searched,
        joint=joint,
        selected=tuple(selected),
        types=types,
        scores=scores,
        bounds=limits,
    )


def _limit(kept: Bound | None, limits: Bounds) -> str:
    if kept is None:
        return ""
    value = {
        Bound.LOWER_OF: limits.of_lower,
        Bound.LOWER_OF_PRIME: limits.of_prime_lower,
        Bound.UPPER_OF_PRIME: limits.of_prime_upper,
        Bound.UPPER_OF: limits.of_upper,
    }[kept]
    side = "lower" if kept in (Bound.LOWER_OF, Bound.LOWER_OF_PRIME) else "upper"
    return f"; the {side} bound is {value:.3g}"


def _listed(parts: list[str]) -> str:
    return " and ".join(parts)


def _distribution(joint: Joint) -> list[list[str]]:
    heads = [*joint.outcomes, "probability"]
    columns = [list(map(str, values)) for values in joint.outcomes.values()]
    return [
        heads,
        *map(list, zip(*columns, [f"{p:.4g}" for p in joint.probabilities], strict=True)),
    ]
