"""The four types of features given those selected (Section 4.2 of the paper)."""

from collections.abc import Mapping
from enum import StrEnum

from natpick.sources.protocol import InformationSource, SampleSource
from natpick.terms import Indices
from natpick.theory.given import Given, Selected, given
from natpick.theory.sample import of_rows


class FeatureType(StrEnum):
    """What a candidate is given (C, S); the first three partition the candidates.

    A fully relevant feature is also relevant; the finer word is given.
    """

    IRRELEVANT = "irrelevant"
    REDUNDANT = "redundant"
    RELEVANT = "relevant"
    FULLY_RELEVANT = "fully relevant"

    @property
    def tells(self) -> bool:
        """Whether such a feature adds to what S tells about the target: it is relevant."""
        return self in (FeatureType.RELEVANT, FeatureType.FULLY_RELEVANT)


class FeatureTypes(dict[str, FeatureType]):
    """The type of every candidate by name: a dict that says so where it is of data.

    Attributes
    ----------
    note : what to know before trusting it, where the source is data; shown below the types.
    """

    def __init__(self, types: Mapping[str, FeatureType], note: str = "") -> None:
        super().__init__(types)
        self.note = note

    def __repr__(self) -> str:
        return f"{super().__repr__()}\n{self.note}" if self.note else super().__repr__()


def feature_types(source: InformationSource, selected: Selected = ()) -> FeatureTypes:
    """Return the type of every candidate X_i given the selected features S.

    =============== ========================================
    irrelevant      MI(C, X_i | S) = 0 and H(X_i | S) > 0
    redundant       H(X_i | S) = 0
    relevant        MI(C, X_i | S) > 0
    fully relevant  H(C | X_i, S) = 0 and H(C | S) > 0
    =============== ========================================

    With S empty nothing is conditioned on. A redundant feature stays redundant as S grows
    (Theorem 2); an irrelevant one may become relevant (Example 1).

    Parameters
    ----------
    source : InformationSource
        A source that can condition on several features at once. On data (Counts) the types are
        plug-in statements, true of the rows at hand, and the result says so: hardly any feature
        is irrelevant to a sample, and with many features selected all are redundant. Those of a
        Gaussian are of the model fitted to rows, by which no feature is fully relevant.
    selected : names or indices
        The features in S.

    Returns
    -------
    FeatureTypes
        A dict of types by name.

    References
    ----------
    Macedo, Oliveira, Pacheco and Valadas (2019), Theoretical foundations of forward feature
    selection methods based on mutual information, Neurocomputing 325, Section 4.2.

    Examples
    --------
    >>> import natpick
    >>> from natpick import theory
    >>> square = natpick.sources.Joint.from_function(
    ...     {"X": [-1, 1], "Y": [-1, 1]}, target=lambda X, Y: (X + Y) ** 2
    ... )
    >>> {name: str(kind) for name, kind in theory.feature_types(square).items()}
    {'X': 'irrelevant', 'Y': 'irrelevant'}
    >>> {name: str(kind) for name, kind in theory.feature_types(square, "X").items()}
    {'Y': 'fully relevant'}
    """
    step = given(source, selected)
    return FeatureTypes(types_given(step), _note(source, step.selected))


def types_given(step: Given) -> dict[str, FeatureType]:
    """Return the type of every candidate of a step."""
    return {name: _type(step, i) for i, name in enumerate(step.names)}


def _note(source: InformationSource, selected: Indices) -> str:
    """Return what to know of types on data, and nothing of those of a distribution."""
    if not isinstance(source, SampleSource):
        return ""
    note, strata = of_rows(source, "Types"), source.strata(selected, 0)
    return f"{note} Here {strata.warning}." if strata.saturated else note


def _type(step: Given, i: int) -> FeatureType:
    if step.terms.determined[i]:
        return FeatureType.REDUNDANT
    if step.terms.relevance[i] <= 0:
        return FeatureType.IRRELEVANT
    return FeatureType.FULLY_RELEVANT if step.explains[i] else FeatureType.RELEVANT
