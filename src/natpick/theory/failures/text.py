"""An atlas as plain text: every method over all families, then family by family."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from natpick.theory.failures.atlas import Atlas

HEADINGS = (
    *("method", "wrong 1st", "2nd", "3rd", "wasted", "regret 2nd", "3rd", "worst"),
    *("behind", "worst", "risk", "worst", "ahead"),
)

LEGEND = """\
Methods are in the order of how far they are behind on average.
wrong, wasted: shares of the picks at which something was to be gained. A pick is wrong if
  another feature told more given those picked before; wasted if it is redundant or irrelevant.
regret: how much more the best feature told at that pick, in nats: the mean, and the worst.
behind: how much less three picks tell than three of the ideal search, in nats.
risk: how much higher the minimum Bayes risk is after three picks; ahead: how often it is lower."""


def text(atlas: Atlas) -> str:
    """Return an atlas as two tables with a heading and a legend."""
    n = atlas.size * len(atlas.families)
    return "\n\n".join(
        [
            f"{len(atlas.methods)} methods beside the ideal search on {n:,} distributions, "
            f"{atlas.size:,} of each family; seed {atlas.seed}.",
            _table([HEADINGS, *_overall(atlas)]),
            "Wrong picks after the first, by family:",
            _table([["method", *atlas.families], *_by_family(atlas)]),
            LEGEND,
        ]
    )


def _overall(atlas: Atlas) -> list[list[str]]:
    rows = []
    for method in atlas.ranking:
        d = atlas.departure(method)
        shares = [*d.wrong_shares, d.wasted_share]
        nats = [*d.mean_regrets[1:], max(d.worst_regret), d.mean_behind, d.worst_behind]
        risks = [d.mean_risk, d.worst_risk]
        cells = [*map(_percent, shares), *map(_number, nats), *map(_number, risks)]
        rows.append([method, *cells, _percent(d.ahead_share)])
    return rows


def _by_family(atlas: Atlas) -> list[list[str]]:
    return [
        [method, *(_percent(atlas.departure(method, f).wrong_share) for f in atlas.families)]
        for method in atlas.ranking
    ]


def _table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows with their columns aligned: the first to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _number(value: float) -> str:
    return f"{value:.4f}"
