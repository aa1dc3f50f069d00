"""The sentences that go with the tables."""

from collections.abc import Sequence
from itertools import combinations

from rich.console import RenderableType
from rich.text import Text

from natpick.cli.ledger import number
from natpick.cli.page import printable
from natpick.comparison import Comparison
from natpick.report.prose import listed
from natpick.selection import Selection


def heading(text: str) -> Text:
    """Return the first line of a page or of a part of it."""
    return Text(printable(text), style="bold")


def done(selection: Selection) -> str:
    """Return what was done: method, parameters, why it ended, the target and the rule of cuts."""
    parameters = ", ".join(f"{name} = {value:g}" for name, value in selection.parameters.items())
    method = f"{selection.method} with {parameters}" if parameters else selection.method
    return (
        f"Method {method}; {selection.stop_reason}; the target's entropy is "
        f"{number(selection.target_entropy)} nats.{rule(selection)}"
    )


def rule(selection: Selection) -> str:
    """Return how numbers were cut as a sentence after others; nothing where none was."""
    return f" {sentence(selection.rule)}" if selection.rule else ""


def sentence(text: str) -> str:
    """Return a phrase as a sentence."""
    return f"{text[0].upper()}{text[1:].removesuffix('.')}."


def notes(texts: Sequence[str]) -> list[RenderableType]:
    """Return notes, each marked as one."""
    return [Text.assemble(("Note: ", "yellow"), printable(text)) for text in texts]


def in_common(comparison: Comparison) -> str:
    """Return what every method picks, and which two are furthest apart."""
    n = len(comparison)
    ranking = comparison.ranking()
    common = [printable(name) for name, places in ranking.items() if len(places) == n]
    picks = f"Every method picks {listed(common)}." if common else "No feature is picked by all."
    return f"{picks}{_furthest(comparison)}"


def _furthest(comparison: Comparison) -> str:
    shares = comparison.agreement()
    pairs = list(combinations(comparison.methods, 2))
    if not pairs:
        return ""
    a, b = min(pairs, key=lambda pair: shares[pair[0]][pair[1]])
    if shares[a][b] == 1:
        return " All pick the same set."
    return f" Furthest apart are {a} and {b}, with an agreement of {shares[a][b]:.2f}."


def comparison_notes(comparison: Comparison) -> list[str]:
    """Return the notes of all selections, each once, with the methods it is true of."""
    methods: dict[str, list[str]] = {}
    for method, selection in comparison.selections.items():
        for note in selection.notes:
            methods.setdefault(note, []).append(method)
    return [
        note if len(names) == len(comparison) else f"{', '.join(names)}: {note}"
        for note, names in methods.items()
    ]
