"""How columns became codes, with their cut points."""

from collections.abc import Sequence
from html import escape

from natpick.report.result import EncodingResult, SelectionResult

LEVELS = 20
"""How many labels of levels are shown."""


def encoding_section(selection: SelectionResult) -> str:
    """Return how the features picked were encoded; nothing where none was."""
    if not selection.encodings and not selection.rule:
        return ""
    table = _table(selection) if selection.encodings else ""
    return f"<section><h2>How columns became codes</h2>{rule(selection)}{table}</section>"


def rule(selection: SelectionResult) -> str:
    """Return how numbers were cut, as a paragraph; nothing where none was."""
    return f"<p>{escape(selection.rule)}</p>" if selection.rule else ""


def _table(selection: SelectionResult) -> str:
    rows = "".join(_row(name, encoding) for name, encoding in selection.encodings.items())
    return (
        "<details><summary>Codes and cut points of the features picked</summary>"
        '<table class="cards encodings"><thead><tr><th scope="col">Feature</th>'
        '<th scope="col">Codes</th><th scope="col">Cut points or levels</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
        '<p class="quiet">A bin holds its upper cut point.</p></details>'
    )


def _row(name: str, encoding: EncodingResult) -> str:
    values = _cuts(encoding.cut_labels) if encoding.kind == "bins" else _levels(encoding.levels)
    missing = ", one of them for missing values" if encoding.missing else ""
    return (
        f'<tr><th scope="row">{escape(name)}</th>'
        f'<td data-label="Codes">{encoding.n_levels}{missing}</td>'
        f'<td data-label="Cut points or levels">{escape(values)}</td></tr>'
    )


def _levels(levels: Sequence[str]) -> str:
    shown = ", ".join(levels[:LEVELS])
    return shown if len(levels) <= LEVELS else f"{shown} and {len(levels) - LEVELS} more"


def _cuts(points: Sequence[str]) -> str:
    return ", ".join(points) or "none: all values are in one bin"
