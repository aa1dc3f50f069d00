"""The result of a search: the steps, and what is needed to read and to continue them."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Self

from natpick import document
from natpick.account import Account
from natpick.encode import Codes, Encoding, recode
from natpick.explain import explain
from natpick.explanation import Explanation, Record
from natpick.step import Step
from natpick.summary import Summary, summarize

FORM = "natpick.selection/1"


@dataclass(frozen=True, slots=True)
class Selection:
    """Features in the order they were picked, and why.

    Holds no data: it can be pickled, saved as JSON and read anywhere.

    Attributes
    ----------
    method, parameters : the criterion, and its own parameters.
    steps : one Step a pick.
    stop_reason : why the search ended.
    features : the names of all features of the table.
    relevance : MI(C, X_i) of each of them, in nats.
    target_entropy : H(C), in nats; no feature can tell more.
    rule : how numbers were cut; empty where nothing was encoded.
    encodings : for each feature picked, how its values became codes.
    estimator : how information was estimated; empty where the search was over a source.
    notes : what a reader should know before trusting the result.
    excluded : the indices of the features that were not to be picked.
    groups : for each feature that is several columns taken together, their indices.
    account : what the picks tell together and where all others stood; None where it was not
        asked for, and not small.
    set_aside : the features that could not be picked, as nearly all their values are different;
        nothing was counted of them, and their relevance is given as 0.
    """

    method: str
    parameters: Mapping[str, float]
    steps: tuple[Step, ...]
    stop_reason: str
    features: Sequence[str]
    relevance: tuple[float, ...]
    target_entropy: float
    rule: str = ""
    encodings: Mapping[str, Encoding] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    estimator: str = ""
    excluded: tuple[int, ...] = ()
    groups: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    account: Account | None = None
    set_aside: tuple[str, ...] = ()

    @property
    def indices(self) -> list[int]:
        """The features picked, in order: the columns' places; groups come after all columns."""
        return [step.index for step in self.steps]

    @property
    def names(self) -> list[str]:
        """The names picked, in order."""
        return [step.name for step in self.steps]

    @property
    def columns(self) -> list[tuple[int, ...]]:
        """The columns of each pick, in order: one, or all those of a group."""
        return [self.groups.get(step.name, (step.index,)) for step in self.steps]

    @property
    def scores(self) -> list[float]:
        """The scores of the picks. They need not fall: each is given the picks before it."""
        return [step.score for step in self.steps]

    def __len__(self) -> int:
        return len(self.steps)

    def __repr__(self) -> str:
        shown = ", ".join(self.names[:5]) + (", ..." if len(self) > 5 else "")
        return f"<Selection by {self.method}: {len(self)} of {len(self.features)}: {shown}>"

    def explain(self, feature: str | int) -> Explanation:
        """Return why a feature, by name or index, was picked or left out."""
        return explain(self._record(), feature)

    def summary(self) -> Summary:
        """Return what the picks tell together, step by step, and what to doubt."""
        return summarize(self._record(), self.method, self.stop_reason, self.target_entropy)

    def _record(self) -> Record:
        return Record(
            self.steps,
            self.features,
            self.relevance,
            self.excluded,
            self.groups,
            self.account,
            self.set_aside,
        )

    def encode(self, X: Any) -> Codes:
        """Return the codes of the picks in other rows, by the cut points and levels of this result.

        Parameters
        ----------
        X : array, sparse matrix, table or path
            Rows with all columns that were picked, by name; an array or a sparse matrix has all
            columns of the table selected from, in their order.

        Returns
        -------
        ndarray of shape (n, number of picks), in the order picked
            A value that a column did not have as a level, or as missing, is an error; so is a
            combination of values that a group did not have.
        """
        if not self.encodings:
            raise ValueError("This result is of codes or of a source: nothing was encoded.")
        columns = self.features[: len(self.features) - len(self.groups)]
        return recode(X, [self.encodings[name] for name in self.names], columns)

    def to_frame(self, backend: Literal["pandas", "polars", "pyarrow"] = "pandas") -> Any:
        """Return the ledger as a table, one row a step."""
        import narwhals as nw

        return nw.from_dict(self.ledger(), backend=backend).to_native()

    def ledger(self) -> dict[str, list[Any]]:
        """Return the ledger as columns: step, feature, score, terms, margin, runner-up, ties."""
        return {
            "step": list(range(1, len(self) + 1)),
            "index": self.indices,
            "feature": self.names,
            "score": self.scores,
            "relevance": [step.relevance for step in self.steps],
            "redundancy": [step.redundancy for step in self.steps],
            "class_redundancy": [step.class_redundancy for step in self.steps],
            "margin": [step.margin for step in self.steps],
            "runner_up": [step.runner_up_name for step in self.steps],
            "n_tied": [len(step.tied) for step in self.steps],
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result as plain dicts, lists, strings and numbers."""
        return {
            "form": FORM,
            "method": self.method,
            "parameters": dict(self.parameters),
            "stop_reason": self.stop_reason,
            "notes": list(self.notes),
            "target_entropy": self.target_entropy,
            "estimator": self.estimator,
            "rule": self.rule,
            "steps": [_plain(step) for step in self.steps],
            "encodings": {name: e.to_dict() for name, e in self.encodings.items()},
            "excluded": list(self.excluded),
            "groups": {name: list(columns) for name, columns in self.groups.items()},
            "features": list(self.features),
            "relevance": list(self.relevance),
            "account": None if self.account is None else self.account.to_dict(),
            "set_aside": list(self.set_aside),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the result that ``to_dict`` described."""
        return cls(
            method=data["method"],
            parameters=dict(data["parameters"]),
            steps=tuple(_step(step) for step in data["steps"]),
            stop_reason=data["stop_reason"],
            features=tuple(data["features"]),
            relevance=tuple(data["relevance"]),
            target_entropy=data["target_entropy"],
            rule=data["rule"],
            encodings={n: Encoding.from_dict(e) for n, e in data["encodings"].items()},
            notes=tuple(data["notes"]),
            estimator=data["estimator"],
            excluded=tuple(data["excluded"]),
            groups={name: tuple(columns) for name, columns in data["groups"].items()},
            account=None if data["account"] is None else Account.from_dict(data["account"]),
            set_aside=tuple(data["set_aside"]),
        )

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """Return the result as JSON text, and write it to ``path`` if one is given."""
        return document.saved(self.to_dict(), path)

    @classmethod
    def from_json(cls, source: str | os.PathLike[str]) -> Self:
        """Return the result that ``to_json`` described, from its text or its file's path."""
        return cls.from_dict(document.loads(source, FORM))

    def plot(self) -> Any:
        """Return a matplotlib figure of the terms of each step."""
        from natpick.report.figure import ledger_figure

        return ledger_figure(self)

    def report(self, path: str | os.PathLike[str]) -> None:
        """Write a self-contained HTML page: the picks, their terms and why."""
        from natpick.report.page import selection_page

        document.write(path, selection_page(self))


def _plain(step: Step) -> dict[str, Any]:
    return asdict(step) | {
        "with_selected": [list(terms) for terms in step.with_selected],
        "tied": list(step.tied),
        "discarded": list(step.discarded),
    }


def _step(data: Mapping[str, Any]) -> Step:
    return Step(
        **{
            **data,
            "with_selected": tuple((mi, cmi) for mi, cmi in data["with_selected"]),
            "tied": tuple(data["tied"]),
            "discarded": tuple(data["discarded"]),
        }
    )
