"""A method in words, as the table of criteria has it."""

from collections.abc import Mapping
from html import escape

from natpick.criteria import CRITERIA
from natpick.criterion import Criterion, Drawback
from natpick.report.prose import formula, listed
from natpick.report.result import SelectionResult

UNKNOWN = "A criterion of your own: natpick's table does not have it, so no more is said of it."

LETTERS = (
    '<p class="quiet">C is the target, <i>X<sub>i</sub></i> the candidate, S the features picked '
    "before and <i>X<sub>s</sub></i> one of them. The first pick is the feature of the largest "
    "MI(C,<i>X<sub>i</sub></i>), whatever the method.</p>"
)


def method_section(selection: SelectionResult) -> str:
    """Return what the method scores, where it comes from, and what to beware of."""
    row = CRITERIA.get(selection.method)
    story = f"<p>{UNKNOWN}</p>" if row is None else _story(row)
    values = [f"{name} = {value:g}" for name, value in selection.parameters.items()]
    chosen = f"<p>With {escape(listed(values))}.</p>" if values else ""
    return (
        f"<section><h2>The method: {escape(selection.method)}</h2>{story}{chosen}"
        f"{LETTERS}</section>"
    )


def methods_section(selections: Mapping[str, SelectionResult]) -> str:
    """Return a guide to the methods compared: what each scores, when to use it, its drawbacks."""
    rows = "".join(_guide_row(label, selection) for label, selection in selections.items())
    return (
        f"<section><h2>The methods</h2>{LETTERS}"
        '<table class="cards guide"><thead><tr><th scope="col">Method</th>'
        '<th scope="col">Score</th><th scope="col">When to use it</th>'
        f'<th scope="col">Known drawbacks</th></tr></thead><tbody>{rows}</tbody></table></section>'
    )


def _story(row: Criterion) -> str:
    return (
        f"<p>{escape(row.title)}.</p>"
        f'<p class="formula">score = {formula(row.formula)}</p>'
        f"<dl><dt>When to use it</dt><dd>{escape(row.when)}</dd>"
        f"<dt>Known drawbacks</dt><dd>{_drawbacks(row)}</dd>"
        f"<dt>Reference</dt><dd>{escape(row.reference)}</dd></dl>"
    )


def _guide_row(label: str, selection: SelectionResult) -> str:
    row = CRITERIA.get(selection.method)
    head = f'<th scope="row">{escape(label)}</th>'
    if row is None:
        return f'<tr>{head}<td colspan="3">{UNKNOWN}</td></tr>'
    return (
        f"<tr>{head}"
        f'<td class="formula" data-label="Score">{formula(row.formula)}</td>'
        f'<td data-label="When to use it">{escape(row.when)}</td>'
        f'<td data-label="Known drawbacks">{_drawbacks(row)}</td></tr>'
    )


def _drawbacks(row: Criterion) -> str:
    known = [drawback.value for drawback in Drawback if drawback in row.drawbacks]
    return escape(", ".join(known)) or "none of the six of the paper"
