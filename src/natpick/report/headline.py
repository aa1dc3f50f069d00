"""The first sentences of a page: what came out."""

from html import escape
from itertools import combinations

from natpick.report.prose import count, listed, number, percent
from natpick.report.result import ComparisonResult, SelectionResult

NAMED = 12
"""How many names a sentence lists before it only counts them."""


def selection_headline(selection: SelectionResult) -> str:
    """Return what was picked, by which method, and how much the best single feature tells."""
    n, p = len(selection.steps), len(selection.features)
    return (
        f"<h1>{escape(selection.method)} picked {n} of {count(p, 'feature')}</h1>"
        f'<p class="lead">{_picks([step.name for step in selection.steps])}'
        f"{_best(selection)}</p>"
    )


def comparison_headline(comparison: ComparisonResult) -> str:
    """Return how many methods picked what, and which agree most and least."""
    methods = count(len(comparison.selections), "method")
    n = max((len(s.steps) for s in comparison.selections.values()), default=0)
    p = max((len(s.features) for s in comparison.selections.values()), default=0)
    return (
        f"<h1>{methods}, {n} of {count(p, 'feature')} each</h1>"
        f'<p class="lead">{_favourites(comparison)}{_extremes(comparison)}</p>'
    )


def _picks(names: list[str]) -> str:
    if not names:
        return "Nothing was picked. "
    bold = [f"<strong>{escape(name)}</strong>" for name in names[:NAMED]]
    rest = len(names) - len(bold)
    return f"In this order: {listed([*bold, f'{rest} more'] if rest else bold)}. "


def _best(selection: SelectionResult) -> str:
    if selection.target_entropy <= 0:
        return "The target never varies, so there is nothing to tell about it."
    largest = max(selection.relevance, default=0.0)
    if largest <= 0:
        return "No single feature tells anything about the target."
    name = selection.features[list(selection.relevance).index(largest)]
    return (
        f"The best single feature, {escape(name)}, tells {number(largest)} of the "
        f"{number(selection.target_entropy)} nats there are to know about the target: "
        f"{percent(largest, selection.target_entropy)}."
    )


def _favourites(comparison: ComparisonResult) -> str:
    ranking, n = comparison.ranking(), len(comparison.selections)
    if not ranking:
        return "Nothing was picked. "
    most = max(len(places) for places in ranking.values())
    names = [escape(name) for name, places in ranking.items() if len(places) == most]
    rest = len(names) - NAMED
    shown = listed([*names[:NAMED], f"{rest} more"] if rest > 0 else names)
    who = "every method" if most == n else f"{most} of {n} methods"
    return f"In all they picked {count(len(ranking), 'feature')}; {who} picked {shown}. "


def _extremes(comparison: ComparisonResult) -> str:
    agreement = comparison.agreement()
    pairs = list(combinations(comparison.selections, 2))
    if not pairs:
        return ""
    a, b = min(pairs, key=lambda pair: agreement[pair[0]][pair[1]])
    least = agreement[a][b]
    if least == 1:
        return "All methods picked the same set."
    return (
        f"{escape(a)} and {escape(b)} agree least: they share {percent(least, 1)} of their picks."
    )
