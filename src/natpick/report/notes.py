"""What a reader should know before trusting a result."""

from html import escape

from natpick.report.result import ComparisonResult, SelectionResult


def selection_notes(selection: SelectionResult) -> str:
    """Return the notes of a selection; nothing where there are none."""
    return _aside([escape(note) for note in selection.notes])


def comparison_notes(comparison: ComparisonResult) -> str:
    """Return the notes of all selections, each once, with the methods it is about."""
    about: dict[str, list[str]] = {}
    for label, selection in comparison.selections.items():
        for note in selection.notes:
            about.setdefault(note, []).append(label)
    return _aside(
        [
            escape(note)
            if len(labels) == len(comparison.selections)
            else f"<strong>{escape(', '.join(labels))}:</strong> {escape(note)}"
            for note, labels in about.items()
        ]
    )


def _aside(items: list[str]) -> str:
    if not items:
        return ""
    listed = "".join(f"<li>{item}</li>" for item in items)
    return f"<aside><h2>Before you trust it</h2><ul>{listed}</ul></aside>"
