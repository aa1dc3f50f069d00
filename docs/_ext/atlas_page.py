"""The atlas of failures, from the run that is kept beside the page: its table and its figure."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config

import pages
from natpick import CRITERIA
from natpick.theory import Atlas

HEADINGS = (
    *("Method", "Year", "2nd pick wrong", "3rd pick wrong", "wasted", "regret", "worst"),
    *("behind", "worst", "risk", "worst"),
)


def table(atlas: Atlas) -> Iterator[str]:
    """Yield a row a method over all families, those least behind first."""
    yield f"| {' | '.join(HEADINGS)} |"
    yield f"| --- |{' --: |' * (len(HEADINGS) - 1)}"
    for method in atlas.ranking:
        d = atlas.departure(method)
        shares = (*d.wrong_shares[1:], d.wasted_share)
        nats = (d.mean_regrets[2], d.worst_regret[2], d.mean_behind, d.worst_behind)
        risks = (d.mean_risk, d.worst_risk)
        cells = [*(f"{100 * share:.1f} %" for share in shares)]
        cells += [f"{value:.4f}" for value in (*nats, *risks)]
        yield f"| [{method}](#method-{method}) | {year(method)} | {' | '.join(cells)} |"


def year(method: str) -> str:
    """Return the year in which a method was proposed, by its reference."""
    found = re.search(r"\((\d{4})\)", CRITERIA[method].reference)
    return found[1] if found else ""


def families(atlas: Atlas) -> Iterator[str]:
    """Yield what the distributions of each family have in common."""
    for name, about in atlas.families.items():
        yield from (f"{name}", f": {about}", "")


def run(atlas: Atlas) -> Iterator[str]:
    """Yield how many distributions were walked."""
    total = atlas.size * len(atlas.families)
    yield (
        f"{total:,} distributions, {atlas.size:,} of each of {len(atlas.families)} families, "
        f"seed {atlas.seed}."
    )


def write(app: Sphinx, _config: Config) -> None:
    """Write the parts of the page."""
    source = Path(app.srcdir)
    atlas = Atlas.from_json(source / "atlas.json")
    for name, part in (("table", table), ("families", families), ("run", run)):
        pages.write(source, f"atlas-{name}.md", list(part(atlas)))
    atlas.plot().savefig(source / "generated" / "atlas.svg")


def setup(app: Sphinx) -> dict[str, Any]:
    """Write them before it is checked that they are there."""
    app.connect("config-inited", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
