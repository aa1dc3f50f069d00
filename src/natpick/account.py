"""The account of a selection: what its picks tell together, and where all others stood."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

TWIN = 0.9
"""The least MI(X_i, X_s) / max(H(X_i), H(X_s)) by which one feature can stand in for the other."""


@dataclass(frozen=True, slots=True)
class Together:
    """A pick and those before it, taken together: S with X_i.

    Attributes
    ----------
    left : H(C | S, X_i), in nats; MI(C, (S, X_i)) is H(C) less that.
    feature_type : the type of X_i given S (Section 4.2 of the paper): irrelevant, redundant,
        relevant or fully relevant.
    cells : into how many cells of (S, X_i) the rows fall; None where there are no rows.
    p_value : how probable it is that the best of the candidates has the relevance of X_i by
        chance alone, by the G-test of MI(C, X_i); None where there are no rows.
    """

    left: float
    feature_type: str
    cells: int | None = None
    p_value: float | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a feature that was not picked stood.

    Attributes
    ----------
    step, rank, behind : the step, from 1, at which it came closest; its place there, from 1, and
        by how much its score was behind that of the pick. None where it was never a candidate.
    nearest : of the features picked, the index of the one that repeats most of what it tells,
        as the method weighs it; None where there is none.
    redundancy, class_redundancy : MI(X_i, X_s) and MI(X_i, X_s | C) with that feature.
    twin, share : of the features picked, the index of the one it shares most with, and
        MI(X_i, X_s) / max(H(X_i), H(X_s)), where that is at least 0.9; else None and 0.
    """

    step: int | None
    rank: int | None
    behind: float | None
    nearest: int | None = None
    redundancy: float = 0.0
    class_redundancy: float = 0.0
    twin: int | None = None
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Account:
    """What explanations need beyond the steps: a few numbers a feature, and no data.

    Attributes
    ----------
    together : one a pick, where the source can condition on all of S; else empty.
    standings : one for each feature that was not picked, by its index.
    weighs : whether the method weighs redundancy, and whether class redundancy.
    n_rows : how many rows were counted; None where there are none.
    """

    together: tuple[Together, ...]
    standings: Mapping[int, Standing]
    weighs: tuple[bool, bool]
    n_rows: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the account as plain values, the standings as columns."""
        columns = {name: _column(self.standings, name) for name in Standing.__slots__}
        return {
            "n_rows": self.n_rows,
            "weighs": list(self.weighs),
            "together": [asdict(each) for each in self.together],
            "standings": {"index": list(self.standings), **columns},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the account that ``to_dict`` described."""
        indices, *columns = data["standings"].values()
        redundancy, class_redundancy = data["weighs"]
        return cls(
            together=tuple(Together(**each) for each in data["together"]),
            standings={
                i: Standing(*values)
                for i, values in zip(indices, zip(*columns, strict=True), strict=True)
            },
            weighs=(redundancy, class_redundancy),
            n_rows=data["n_rows"],
        )


def _column(standings: Mapping[int, Standing], name: str) -> Sequence[Any]:
    return [getattr(standing, name) for standing in standings.values()]
