"""What a page or figure reads of a finished result."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from natpick.step import Step


class Explained(Protocol):
    """Why a feature was picked, in words."""

    @property
    def sentence(self) -> str:
        """One plain sentence."""


class Summarized(Protocol):
    """A selection at a glance."""

    @property
    def remarks(self) -> Sequence[str]:
        """What to doubt, and what to know of the numbers."""

    def table(self) -> Sequence[Sequence[str]]:
        """Return headers, and a line of text a step."""


class EncodingResult(Protocol):
    """How the values of one column became codes."""

    @property
    def kind(self) -> str:
        """Whether there is a code for each level or for each bin."""

    @property
    def n_levels(self) -> int:
        """The number of codes, the one for missing values included."""

    @property
    def levels(self) -> Sequence[str]:
        """The labels of the codes, or of ordered categories; empty where numbers were cut."""

    @property
    def cut_labels(self) -> Sequence[str]:
        """The upper edges of all bins but the last, as text; empty where nothing was cut."""

    @property
    def missing(self) -> bool:
        """Whether missing values have a code of their own, the last one."""


class SelectionResult(Protocol):
    """A finished selection."""

    @property
    def method(self) -> str:
        """The name of the criterion."""

    @property
    def parameters(self) -> Mapping[str, float]:
        """The criterion's own parameters."""

    @property
    def steps(self) -> Sequence[Step]:
        """One a pick."""

    @property
    def stop_reason(self) -> str:
        """Why the search ended."""

    @property
    def features(self) -> Sequence[str]:
        """The names of all features of the table."""

    @property
    def relevance(self) -> Sequence[float]:
        """MI(C, X_i) of each of them, in nats."""

    @property
    def target_entropy(self) -> float:
        """H(C), in nats."""

    @property
    def rule(self) -> str:
        """How numbers were cut; empty where nothing was encoded."""

    @property
    def encodings(self) -> Mapping[str, EncodingResult]:
        """How the values of each feature picked became codes."""

    @property
    def notes(self) -> Sequence[str]:
        """What a reader should know before trusting the result."""

    def summary(self) -> Summarized:
        """Return what the picks tell together, step by step, and what to doubt."""

    def explain(self, feature: int, /) -> Explained:
        """Return why a feature, by index, was picked or left out."""


class ComparisonResult(Protocol):
    """The finished selections of several methods."""

    @property
    def selections(self) -> Mapping[str, SelectionResult]:
        """The selection of each method, by its label."""

    def ranking(self) -> Mapping[str, Mapping[str, int]]:
        """Return, for each feature picked, the step at which each method did."""

    def agreement(self) -> Mapping[str, Mapping[str, float]]:
        """Return the share of picks that every two methods have in common."""
