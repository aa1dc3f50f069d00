"""What the picks tell together, step by step, and what to doubt."""

from html import escape

from natpick.report.prose import NOTHING
from natpick.report.result import SelectionResult

_TEXT = ("feature", "type")
"""The columns that are not numbers."""


def summary_section(selection: SelectionResult) -> str:
    """Return the table and the remarks of a summary; nothing where nothing was picked."""
    if not selection.steps:
        return ""
    summary = selection.summary()
    headers, *lines = summary.table()
    head = "".join(f'<th scope="col"{_class(header)}>{escape(header)}</th>' for header in headers)
    rows = "".join(
        f"<tr>{''.join(_cell(h, c) for h, c in zip(headers, line, strict=True))}</tr>"
        for line in lines
    )
    remarks = "".join(f"<li>{escape(remark)}</li>" for remark in summary.remarks)
    return (
        "<section><h2>At a glance</h2>"
        '<p class="quiet">S are the picks up to a step: MI(C,S) is what they tell together, H(C|S) '
        "what is left to tell, in nats.</p>"
        f'<table class="cards glance"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
        f"<ul>{remarks}</ul></section>"
    )


def _cell(header: str, text: str) -> str:
    shown = escape(text) or NOTHING
    if header == "feature":
        return f'<th scope="row">{shown}</th>'
    return f'<td{_class(header)} data-label="{escape(header)}">{shown}</td>'


def _class(header: str) -> str:
    return "" if header in _TEXT else ' class="n"'
