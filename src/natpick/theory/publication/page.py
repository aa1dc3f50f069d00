"""The paper recomputed as a page of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from natpick.theory.publication.entry import Entry, shown
from natpick.theory.publication.errata.erratum import Erratum, Evidence
from natpick.theory.publication.figures import CAPTIONS
from natpick.theory.publication.regions import Threshold
from natpick.theory.publication.setting import REFERENCE
from natpick.theory.publication.table import Table

if TYPE_CHECKING:
    from natpick.theory.publication.paper import Paper

_MARKS: Final = {True: "agrees", False: "**differs**", None: "not printed"}


def page(paper: Paper) -> str:
    """Return the whole page."""
    return "\n".join((*_head(paper), *_figures(), *_tables(paper), *_errata(paper)))


def _head(paper: Paper) -> Iterator[str]:
    yield "# The paper, recomputed"
    yield ""
    yield f"{REFERENCE}."
    yield ""
    yield (
        f"Of what is printed, {paper.agreeing} values, orders and formulas agree and "
        f"{paper.differing} differ. Tables are at k' = {paper.k_prime:g} and k = {paper.k:.9g} = "
        "tan((pi - arctan k' - 1e-6)/2) unless they say otherwise. Everything is in nats. Lines "
        "are those of the paper's LaTeX source."
    )
    yield from ("", "## Borders of the regions", "")
    yield from threshold_rows(paper.thresholds)
    yield ""


def threshold_rows(thresholds: Iterable[Threshold]) -> Iterator[str]:
    """Yield a table of the exact borders in k'."""
    yield "| Method | Regions | k' | Order below | Order above |"
    yield "| --- | --- | --: | --- | --- |"
    for t in thresholds:
        below, above = code(", ".join(t.below)), code(", ".join(t.above))
        yield f"| {t.method} | {t.regions} | {t.k_prime:.12f} | {below} | {above} |"


def _figures() -> Iterator[str]:
    yield from ("## Figures", "")
    for name, caption in CAPTIONS.items():
        yield from (f"![{name}]({name}.svg)", "", caption, "")


def _tables(paper: Paper) -> Iterator[str]:
    yield from ("## Tables", "")
    for table in paper.tables.values():
        yield f"### {table.title}"
        yield ""
        yield f"{table.place[0].upper()}{table.place[1:]}."
        if table.note:
            yield from ("", table.note)
        yield ""
        yield from table_rows(table)
        yield ""


def table_rows(table: Table) -> Iterator[str]:
    """Yield the entries of a table: what was recomputed beside what is printed."""
    yield "| Quantity | Recomputed | Printed | | Line | How, and why it differs |"
    yield "| --- | --: | --- | --- | --: | --- |"
    for entry in table.entries:
        yield (
            f"| {code(entry.quantity)} | {cell(shown(entry.value))} | {_printed(entry)} "
            f"| {_MARKS[entry.agrees]} | {'' if entry.line is None else entry.line} "
            f"| {_story(entry)} |"
        )


def _printed(entry: Entry) -> str:
    if entry.printed is None:
        return ""
    text = entry.printed if _is_number(entry.printed) else code(entry.printed)
    if entry.printed_value is None or entry.agrees:
        return text
    return f"{text}, which is {shown(entry.printed_value)}"


def _is_number(text: str) -> bool:
    return text.removeprefix("-").replace(".", "", 1).isdigit()


def _story(entry: Entry) -> str:
    reason = f": {entry.reason}" if entry.reason else ""
    erratum = f" (erratum {entry.erratum})" if entry.erratum is not None else ""
    return f"{code(entry.formula)}{cell(reason)}{erratum}"


def _errata(paper: Paper) -> Iterator[str]:
    yield from ("## Errata", "")
    computed = sum(erratum.seen == "computed" for erratum in paper.errata)
    yield (
        f"{computed} of {len(paper.errata)} are computed: what the printed formula or claim yields "
        "and what the corrected one yields, beside what is true by another route. The rest are "
        "seen by reading. Unless they say otherwise, k = 1.3 and k' = 0.7 in the appendix."
    )
    yield ""
    yield from errata_rows(paper.errata)
    yield ""


def errata_rows(errata: Iterable[Erratum]) -> Iterator[str]:
    """Yield a table of the errata with their evidence."""
    yield "| # | Line | Where | Printed | Correct | Evidence |"
    yield "| --: | --- | --- | --- | --- | --- |"
    for erratum in errata:
        w = erratum.wording
        proof = "; ".join(map(_told, erratum.evidence)) or erratum.seen
        yield (
            f"| {w.number} | {w.lines} | {cell(w.place)} | {cell(w.printed)} "
            f"| {cell(w.correct)} | {cell(proof)} |"
        )


def _told(piece: Evidence) -> str:
    parts = [f"{piece.what}: {shown(piece.true)}"]
    if piece.printed is not None:
        parts.append(f"printed {shown(piece.printed)}")
    if piece.corrected is not None:
        parts.append(f"corrected {shown(piece.corrected)}")
    return ", ".join(parts)


def code(text: str) -> str:
    """Return a text as code in a cell of a table."""
    return f"`{cell(text)}`"


def cell(text: str) -> str:
    """Return a text in which no sign ends the cell of a table."""
    return text.replace("|", r"\|")
