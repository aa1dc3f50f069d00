"""Minimum Bayes risk: how well the best of all rules can guess the target (Section 6.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

import numpy as np

from natpick.selection import Selection
from natpick.sources.atoms import cells, coded
from natpick.sources.joint import Joint
from natpick.sources.protocol import InformationSource
from natpick.theory.given import Selected, features_of


@runtime_checkable
class RiskSource(Protocol):
    """A source that knows the minimum Bayes risk of its features."""

    @property
    def names(self) -> Sequence[str]:
        """The features' names, in column order."""
        ...

    def minimum_bayes_risk(self, names: str | Sequence[str] = ()) -> float:
        """Return the least error of any rule that guesses the target from the features."""
        ...


@dataclass(frozen=True, slots=True)
class BayesClassifier:
    """The rule of least error: for each outcome s of S, the likeliest value of the target.

    Attributes
    ----------
    features : the names of S.
    rule : by outcome, a tuple of one value a feature, argmax over c of P(C = c, S = s). Of
        equally likely values it is the one that comes first among the source's outcomes.
    risk : the probability that the rule is wrong, MBR(C, S).
    """

    features: tuple[str, ...]
    rule: Mapping[tuple[Any, ...], Any]
    risk: float

    def predict(self, outcome: Mapping[str, Any]) -> Any:
        """Return the likeliest target given the value of every feature in S."""
        if missing := [name for name in self.features if name not in outcome]:
            raise ValueError(f"{dict(outcome)} has no value of {missing}; give one of each in S.")
        key = tuple(outcome[name] for name in self.features)
        if key not in self.rule:
            raise ValueError(f"{dict(outcome)} has probability 0; the rule says nothing of it.")
        return self.rule[key]


def minimum_bayes_risk(source: InformationSource, names: Selected = ()) -> float:
    """Return MBR(C, S), the least error of any rule that guesses the target from S.

    For discrete features it is 1 - sum over s of max over c of P(C = c, S = s). It is 0 where
    S determines the target (Theorem 5), and a feature that S determines doesn't lower it
    (Theorem 6). On data (Counts) it is the error on the rows at hand, too low for new ones.

    Parameters
    ----------
    source : InformationSource
        A source that knows it: Joint, HalfPlane or Counts.
    names : names or indices
        The features in S; none of them means a guess without looking.

    References
    ----------
    Macedo, Oliveira, Pacheco and Valadas (2019), Neurocomputing 325, Section 6.1.

    Examples
    --------
    >>> import natpick
    >>> from natpick import theory
    >>> plane = natpick.sources.HalfPlane(1, 1)
    >>> [theory.minimum_bayes_risk(plane, names) for names in ("Z", "X", ["X", "X-k'Y"])]
    [0.5, 0.25, 0.0]
    """
    asked = _risky(source)
    return asked.minimum_bayes_risk([asked.names[i] for i in features_of(asked, names)])


def risk_path(
    source: InformationSource, selection: Selection | Sequence[str | int]
) -> tuple[float, ...]:
    """Return MBR_0, MBR_1, ...: the minimum Bayes risk as a selection grows.

    Parameters
    ----------
    source : InformationSource
        A source that knows it: Joint, HalfPlane or Counts.
    selection : Selection, or names or indices
        Features in the order picked; MBR_t is that of the first t of them.

    Examples
    --------
    >>> import natpick
    >>> from natpick import theory
    >>> plane = natpick.sources.HalfPlane(1, 1)
    >>> theory.risk_path(plane, natpick.select(plane, method="cmim", n_features=2))
    (0.5, 0.25, 0.0)
    """
    asked = _risky(source)
    if isinstance(selection, Selection) and selection.features != tuple(asked.names):
        raise ValueError(
            f"The selection is from {len(selection.features)} features that are not the "
            f"{len(asked.names)} of the source, in name or order; give the source it is from."
        )
    picks = selection.indices if isinstance(selection, Selection) else selection
    names = [asked.names[i] for i in features_of(asked, picks)]
    return tuple(asked.minimum_bayes_risk(names[:t]) for t in range(len(names) + 1))


def bayes_classifier(source: Joint, names: Selected = ()) -> BayesClassifier:
    """Return the rule that guesses the target from S with the least error.

    Examples
    --------
    >>> import natpick
    >>> from natpick import theory
    >>> coin = natpick.sources.Joint.from_table(
    ...     {"X": ["a", "a", "b"], "C": ["no", "yes", "yes"]}, [0.3, 0.2, 0.5]
    ... )
    >>> dict(theory.bayes_classifier(coin, "X").rule)
    {('a',): 'no', ('b',): 'yes'}
    """
    if not isinstance(source, Joint):
        raise TypeError(
            f"The Bayes classifier is told for a Joint distribution, not for a "
            f"{type(source).__name__}."
        )
    features = tuple(source.names[i] for i in features_of(source, names))
    targets = source.outcomes[source.target]
    s = cells([coded(source.outcomes[name]) for name in features], len(targets))
    classes = coded(targets)
    table = np.zeros((int(s.max()) + 1, int(classes.max()) + 1))
    np.add.at(table, (s, classes), source.probabilities)
    likeliest = np.unique(classes, return_index=True)[1][table.argmax(axis=1)]
    rule = {
        tuple(source.outcomes[name][a] for name in features): targets[likeliest[s[a]]]
        for a in np.unique(s, return_index=True)[1]
    }
    return BayesClassifier(features, MappingProxyType(rule), source.minimum_bayes_risk(features))


def _risky(source: InformationSource) -> RiskSource:
    if not isinstance(source, RiskSource):
        raise TypeError(
            f"The minimum Bayes risk needs the distribution of all features together, which "
            f"{type(source).__name__} does not know; give a Joint, HalfPlane or Counts."
        )
    return source
