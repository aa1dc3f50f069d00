"""The matrices of a comparison: who picked what, and how far methods agree."""

from collections.abc import Mapping, Sequence
from html import escape

from natpick.report.result import ComparisonResult, SelectionResult

DEEPEST = 0.6
"""The opacity of the deepest shade, through which text can still be read."""


def ranking_section(comparison: ComparisonResult) -> str:
    """Return the table of features by methods: a cell is the step, the earlier the deeper."""
    methods = list(comparison.selections)
    rows = "".join(
        _ranked(name, places, comparison.selections)
        for name, places in comparison.ranking().items()
    )
    return (
        '<section><h2>Who picked what</h2><p class="quiet">A number is the step at which the '
        "method picked the feature, the earlier the deeper its colour; = marks a tie. Features "
        "that most methods picked come first.</p>"
        f"{_matrix('Feature', methods, rows)}</section>"
    )


def agreement_section(comparison: ComparisonResult) -> str:
    """Return the table of methods by methods: the share of their picks they have in common."""
    methods = list(comparison.selections)
    agreement = comparison.agreement()
    rows = "".join(
        f'<tr><th scope="row">{escape(a)}</th>'
        + "".join(_cell(f"{agreement[a][b]:.2f}", agreement[a][b]) for b in methods)
        + "</tr>"
        for a in methods
    )
    return (
        '<section><h2>How far they agree</h2><p class="quiet">Of all features that one of two '
        "methods picked, the share that both did: 1 where they picked the same ones, in "
        "whatever order.</p>"
        f"{_matrix('Method', methods, rows)}</section>"
    )


def _matrix(corner: str, methods: Sequence[str], rows: str) -> str:
    columns = "".join(
        f'<th scope="col"><span class="upright">{escape(method)}</span></th>' for method in methods
    )
    return (
        '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table class="matrix">'
        f'<thead><tr><th scope="col">{corner}</th>{columns}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _ranked(name: str, places: Mapping[str, int], selections: Mapping[str, SelectionResult]) -> str:
    cells = "".join(
        _place(places[method], selection) if method in places else "<td></td>"
        for method, selection in selections.items()
    )
    return f'<tr><th scope="row">{escape(name)}</th>{cells}</tr>'


def _place(place: int, selection: SelectionResult) -> str:
    tied = "=" if selection.steps[place - 1].tied else ""
    return _cell(f"{place}{tied}", 1 - (place - 1) / len(selection.steps))


def _cell(text: str, depth: float) -> str:
    return f'<td style="--depth: {DEEPEST * depth:.3f}">{text}</td>'
