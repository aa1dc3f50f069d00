"""A finished result as one self-contained HTML file."""

from html import escape

from natpick.report.encoding import encoding_section, rule
from natpick.report.headline import comparison_headline, selection_headline
from natpick.report.ledger import ledger_section, left_out_section
from natpick.report.matrix import agreement_section, ranking_section
from natpick.report.method import method_section, methods_section
from natpick.report.notes import comparison_notes, selection_notes
from natpick.report.prose import number
from natpick.report.result import ComparisonResult, SelectionResult
from natpick.report.style import CSS
from natpick.report.summary import summary_section

_UNITS = "All information is in nats (natural logarithms); 1 nat = 1.4427 bits."


def selection_page(selection: SelectionResult) -> str:
    """Return the page of a selection: the picks, their terms, and why."""
    return _page(
        f"{len(selection.steps)} features by {selection.method}",
        selection_headline(selection),
        selection_notes(selection),
        ledger_section(selection),
        summary_section(selection),
        left_out_section(selection),
        method_section(selection),
        encoding_section(selection),
        f"<footer><p>The search ended because {escape(selection.stop_reason)}. "
        f"H(C) = {number(selection.target_entropy)} nats. {_UNITS}</p></footer>",
    )


def comparison_page(comparison: ComparisonResult) -> str:
    """Return the page of a comparison: who picked what, and how far the methods agree."""
    some = next(iter(comparison.selections.values()))
    return _page(
        f"{len(comparison.selections)} methods compared",
        comparison_headline(comparison),
        comparison_notes(comparison),
        ranking_section(comparison),
        agreement_section(comparison),
        methods_section(comparison.selections),
        f"<footer>{rule(some)}<p>H(C) = {number(some.target_entropy)} nats. {_UNITS}</p></footer>",
    )


def _page(title: str, *parts: str) -> str:
    body = "\n".join(part for part in parts if part)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)} &ndash; natpick</title>
<style>{CSS}</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""
