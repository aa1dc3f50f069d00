"""The ledger of a selection: every pick, its terms, its rivals and why."""

from bisect import bisect_right
from collections.abc import Sequence
from html import escape

from natpick.report.bars import Scale, axis, scale_of, step_bar, value_bar
from natpick.report.prose import NOTHING, count, number
from natpick.report.result import SelectionResult
from natpick.report.stack import Term, adds_up
from natpick.step import Step

LEFT_OUT = 10
"""How many of the features left out are shown."""

_ADDS_UP = "score = relevance &minus; redundancy + complementarity, as the method weighs them."
_ADDS_NOT = (
    "Redundancy and complementarity are as the method weighs them. The score of this method is "
    "not relevance &minus; redundancy + complementarity, and need not be in nats."
)


def ledger_section(selection: SelectionResult) -> str:
    """Return the table of picks, one bar and one sentence each."""
    steps, marked = selection.steps, adds_up(selection.steps)
    scale = scale_of(steps)
    rows = "".join(
        _pick(n, step, scale, selection.explain(step.index).sentence, marked=marked)
        for n, step in enumerate(steps, 1)
    )
    return (
        "<section><h2>Pick by pick</h2>"
        f'{_legend(marked=marked)}<p class="quiet">{_ADDS_UP if marked else _ADDS_NOT}</p>'
        f'<table class="cards ledger">{_head(scale)}{rows}</table></section>'
    )


def left_out_section(selection: SelectionResult) -> str:
    """Return the most relevant features that were not picked."""
    picked = {step.index for step in selection.steps}
    relevance, rising = selection.relevance, sorted(selection.relevance)
    order = sorted(range(len(relevance)), key=lambda i: -relevance[i])
    left = [i for i in order if i not in picked][:LEFT_OUT]
    if not left:
        return "<section><h2>Left out</h2><p>Nothing: every feature was picked.</p></section>"
    rows = "".join(_left_out(selection, i, rising) for i in left)
    rest = len(relevance) - len(picked) - len(left)
    more = f'<p class="quiet">And {count(rest, "other")}, none more relevant.</p>' if rest else ""
    return (
        '<section><h2>Left out</h2><p class="quiet">The most relevant features that were not '
        "picked, with their places by relevance, in nats.</p>"
        '<table class="cards left-out"><thead><tr><th scope="col">Place</th>'
        '<th scope="col">Feature</th><th scope="col" class="wide">Relevance</th>'
        '<th scope="col" class="n">Nats</th>'
        f'<th scope="col">Next best at step</th></tr></thead><tbody>{rows}</tbody></table>'
        f"{more}</section>"
    )


def _legend(*, marked: bool) -> str:
    items = "".join(f'<li><i class="key {term.value}"></i>{term.value}</li>' for term in Term)
    score = '<li><i class="key score"></i>score</li>' if marked else ""
    return f'<ul class="legend">{items}{score}</ul>'


def _head(scale: Scale) -> str:
    return (
        '<thead><tr><th scope="col">Step</th><th scope="col">Feature</th>'
        f'<th scope="col" class="wide">Terms{axis(scale)}</th>'
        '<th scope="col" class="n">Relevance</th><th scope="col" class="n">Redundancy</th>'
        '<th scope="col" class="n">Complementarity</th><th scope="col" class="n">Score</th>'
        '<th scope="col" class="n">Margin</th><th scope="col">Runner-up</th></tr></thead>'
    )


def _pick(n: int, step: Step, scale: Scale, why: str, *, marked: bool) -> str:
    runner_up = NOTHING if step.runner_up_name is None else escape(step.runner_up_name)
    return (
        f'<tbody><tr><td class="step">{n}</td>'
        f'<th scope="row">{escape(step.name)}{_badges(step)}</th>'
        f'<td class="wide">{step_bar(step, scale, marked=marked)}</td>'
        f"{_cell('Relevance', step.relevance)}{_cell('Redundancy', step.redundancy)}"
        f"{_cell('Complementarity', step.class_redundancy)}{_cell('Score', step.score)}"
        f"{_cell('Margin', step.margin)}"
        f'<td data-label="Runner-up">{runner_up}</td></tr>'
        f'<tr class="why"><td></td><td colspan="8">{escape(why)}</td></tr></tbody>'
    )


def _badges(step: Step) -> str:
    kept = ' <span class="badge">kept as asked</span>' if step.kept else ""
    others = count(len(step.tied) - 1, "other")
    tied = f' <span class="badge tied">tied with {others}</span>' if step.tied else ""
    return kept + tied


def _cell(label: str, value: float | None) -> str:
    return f'<td class="n" data-label="{label}">{number(value)}</td>'


def _left_out(selection: SelectionResult, i: int, rising: Sequence[float]) -> str:
    relevance = selection.relevance[i]
    place = 1 + len(rising) - bisect_right(rising, relevance)
    why = selection.explain(i).sentence
    near = [str(n) for n, step in enumerate(selection.steps, 1) if step.runner_up == i]
    return (
        f'<tr><td class="step">{place}</td>'
        f'<th scope="row">{escape(selection.features[i])}</th>'
        f'<td class="wide">{value_bar(relevance, rising[-1])}</td>'
        f"{_cell('Relevance', relevance)}"
        f'<td data-label="Next best at step">{", ".join(near) or NOTHING}</td></tr>'
        f'<tr class="why"><td></td><td colspan="4">{escape(why)}</td></tr>'
    )
