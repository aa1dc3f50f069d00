"""The paper recomputed: its figures and tables, written when the documentation is built."""

from functools import cache
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config

import pages
from natpick import theory
from natpick.theory.publication.figures import drawn
from natpick.theory.publication.page import errata_rows, table_rows, threshold_rows


@cache
def recomputed() -> theory.Paper:
    """Return the paper, once a build."""
    return theory.paper()


def write_figures(app: Sphinx, _config: Config) -> None:
    """Write the figures before it is checked that they are there."""
    folder = Path(app.srcdir) / "generated"
    folder.mkdir(exist_ok=True)
    for name, content in drawn(recomputed().figures()).items():
        if name.endswith("svg"):
            (folder / f"paper-{name}").write_bytes(content)


def write(app: Sphinx) -> None:
    """Write the tables that the page includes."""
    source, paper = Path(app.srcdir), recomputed()
    pages.write(source, "paper-borders.md", list(threshold_rows(paper.thresholds)))
    pages.write(source, "paper-errata.md", list(errata_rows(paper.errata)))
    pages.write(source, "paper-orders.md", list(table_rows(paper.tables["orders"])))
    counts = (
        f"Of what is printed, **{paper.agreeing}** values, orders and formulas agree and "
        f"**{paper.differing}** differ."
    )
    pages.write(source, "paper-counts.md", [counts])
    contents = [f"`{t.key}`\n: {t.title} ({t.place})\n" for t in paper.tables.values()]
    pages.write(source, "paper-contents.md", contents)


def setup(app: Sphinx) -> dict[str, Any]:
    """Write figures and tables before anything is read."""
    app.connect("config-inited", write_figures)
    app.connect("builder-inited", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
