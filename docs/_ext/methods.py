"""The methods, written from the table of criteria: an overview, and a section a row."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

import pages
from natpick import CRITERIA, Criterion
from natpick.criterion import Bound, Drawback


def overview() -> Iterator[str]:
    """Yield a table of what each method is for."""
    yield "| Method | Name | When to use it |"
    yield "| --- | --- | --- |"
    for row in CRITERIA.values():
        yield f"| {link(row)} | {row.title} | {row.when} |"


def drawbacks() -> Iterator[str]:
    """Yield a table of which method has which drawback."""
    yield from matrix(
        [d.value for d in Drawback], lambda row: [d in row.drawbacks for d in Drawback]
    )


def bounds() -> Iterator[str]:
    """Yield a table of which method keeps which bound of its target, and which are lazy."""
    yield f"| Method | target | {' | '.join(plain(b) for b in Bound)} | lazy |"
    yield f"| --- |{' :-: |' * (len(Bound) + 2)}"
    for row in CRITERIA.values():
        cells = [row.target.value, *(kept(row, b) for b in Bound), "●" if row.lazy else ""]
        yield f"| {link(row)}{'' if row.representative else ' *'} | {' | '.join(cells)} |"


def kept(row: Criterion, bound: Bound) -> str:
    """Return how a method keeps a bound: always, with one feature selected, or not."""
    if bound in row.bounds:
        return "●"
    return "○" if bound in row.bounds_of_one else ""


def matrix(headings: list[str], marked: Callable[[Criterion], list[bool]]) -> Iterator[str]:
    """Yield a table with a row a method and a mark where something holds."""
    yield f"| Method | {' | '.join(headings)} |"
    yield f"| --- |{' :-: |' * len(headings)}"
    for row in CRITERIA.values():
        cells = ["●" if holds else "" for holds in marked(row)]
        yield f"| {link(row)}{'' if row.representative else ' *'} | {' | '.join(cells)} |"


def section(row: Criterion) -> Iterator[str]:
    """Yield all that is known of a method."""
    yield from ("", f"(method-{row.name})=", "", f"### {row.name}", "")
    yield from (f"**{row.title}.** {row.when}", "")
    yield from ("```{math}", row.latex, "```", "")
    judged = "as the paper gives them" if row.representative else "by the paper's reasoning"
    has = ", ".join(d.value for d in Drawback if d in row.drawbacks) or "none of the six"
    always = [plain(b) for b in Bound if b in row.bounds]
    of_one = [f"{plain(b)} (|S| = 1)" for b in Bound if b in row.bounds_of_one - row.bounds]
    if row.aliases:
        yield f":Also called: {', '.join(f'`{alias}`' for alias in row.aliases)}"
    for name, value in row.parameters.items():
        yield f":Parameter: `{name}`, {value:g} by default"
    yield f":Drawbacks: {has} ({judged})"
    yield f":Bounds of {row.target.value} kept: {' and '.join([*always, *of_one]) or 'none'}"
    why = (row.lazy or "").replace("X_s", "$X_s$")
    yield f":Lazy: {f'yes, for {why}' if why else 'no'}"
    yield f":Reference: {row.reference}"


def plain(bound: Bound) -> str:
    """Return a bound so that it fits a table's cell."""
    return bound.value.replace("<=", "≤").replace("|", r"\|")


def link(row: Criterion) -> str:
    """Return a link to a method's section."""
    return f"[{row.name}](#method-{row.name})"


def write(app: Sphinx) -> None:
    """Write the parts of the page on methods."""
    source = Path(app.srcdir)
    pages.write(source, "methods-overview.md", list(overview()))
    pages.write(source, "methods-drawbacks.md", list(drawbacks()))
    pages.write(source, "methods-bounds.md", list(bounds()))
    sections = [line for row in CRITERIA.values() for line in section(row)]
    pages.write(source, "methods-sections.md", sections)


def setup(app: Sphinx) -> dict[str, Any]:
    """Write the parts before anything is read."""
    app.connect("builder-inited", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
