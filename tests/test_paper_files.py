"""The paper recomputed, as JSON, Markdown and files."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import natpick
from natpick import theory
from natpick.theory.publication.paper import FILES, FORM
from natpick.theory.publication.table import Table
from papers import SAMPLE, drawn, small

TABLES = [
    "methods",
    "drawbacks",
    "entropies",
    "information_with_class",
    "information_between_features",
    "information_given_class",
    "orders",
    "relevance_values",
    "redundancy_values",
    "class_redundancy_values",
    "regions",
    "thresholds",
    "text",
    "orders_beyond_the_paper",
]

TOP = [
    *("form", "reference", "setting", "agreeing", "differing"),
    *("tables", "thresholds", "k_prime", "curves", "errata"),
]
SETTING = ["k", "k_prime", "target", "features"]
TABLE = ["key", "title", "place", "note", "agreeing", "differing", "entries"]
ENTRY = [
    *("quantity", "line", "formula", "value", "printed"),
    *("agrees", "printed_value", "reason", "erratum"),
]
THRESHOLD = ["method", "regions", "k_prime", "below", "above"]
CURVE = ["method", "orders", "second_step", "mbr_2"]
STRETCH = ["from", "to", "order"]
ERRATUM = ["number", "lines", "place", "printed", "correct", "seen", "evidence"]
EVIDENCE = ["what", "printed", "corrected", "true", "holds"]


def data() -> dict[str, Any]:
    return json.loads(small().to_json())


def test_the_keys_of_the_json_are_these() -> None:
    found = data()
    assert list(found) == TOP
    assert found["form"] == FORM == "natpick.paper/1"
    assert list(found["setting"]) == SETTING
    assert list(found["tables"]) == TABLES
    for key, table in found["tables"].items():
        assert list(table) == TABLE
        assert table["key"] == key
        assert all(list(entry) == ENTRY for entry in table["entries"])
    assert all(list(border) == THRESHOLD for border in found["thresholds"])
    representatives = [row.name for row in natpick.CRITERIA.values() if row.representative]
    assert list(found["curves"]) == representatives
    for curve in found["curves"].values():
        assert list(curve) == CURVE
        assert list(curve["second_step"]) == ["X-k'Y", "Z", "X_disc"]
        assert all(list(stretch) == STRETCH for stretch in curve["orders"])
    for erratum in found["errata"]:
        assert list(erratum) == ERRATUM
        assert all(list(piece) == EVIDENCE for piece in erratum["evidence"])


def test_the_docs_name_every_key_of_the_json() -> None:
    """Nothing to read where the tests run against an installed wheel, without the source tree."""
    page = Path(__file__).parents[1] / "docs" / "paper.md"
    if page.exists():
        documented = set(re.findall("`([a-z_0-9]+)`", page.read_text("utf-8")))
        keys = {*TOP, *SETTING, *TABLE, *ENTRY, *THRESHOLD, *CURVE, *STRETCH, *ERRATUM, *EVIDENCE}
        assert keys <= documented


def test_the_json_has_what_was_recomputed() -> None:
    found, paper = data(), small()
    assert found["setting"]["k"] == pytest.approx(199.985, abs=5e-4)
    assert found["setting"]["features"] == ["X", "X-k'Y", "Z", "X_disc"]
    assert found["k_prime"] == list(SAMPLE)
    for curve in found["curves"].values():
        assert len(curve["mbr_2"]) == len(SAMPLE)
        assert {len(values) for values in curve["second_step"].values()} == {len(SAMPLE)}
    assert [border["k_prime"] for border in found["thresholds"]] == [
        border.k_prime for border in paper.thresholds
    ]
    assert len(found["errata"]) == 54
    assert found["agreeing"] == sum(t["agreeing"] for t in found["tables"].values()) > 100
    assert found["differing"] == sum(t["differing"] for t in found["tables"].values()) == 18
    assert small().to_json() == small().to_json()


def test_json_is_written_to_a_path(tmp_path: Path) -> None:
    text = small().to_json(tmp_path / "paper.json")
    assert (tmp_path / "paper.json").read_text("utf-8") == text


def rows(text: str) -> list[list[str]]:
    """The cells of all rows of tables; a stroke after a backslash ends none."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def test_markdown_has_every_entry_with_its_mark_and_every_erratum() -> None:
    cells = rows(small().to_markdown())
    for table in small().tables.values():
        for entry in table.entries:
            name = f"`{entry.quantity}`".replace("|", r"\|")
            mark = {True: "agrees", False: "**differs**", None: "not printed"}[entry.agrees]
            assert any(row[0] == name and row[3] == mark for row in cells)
    numbered = [row for row in cells if row[0].isdigit()]
    assert [int(row[0]) for row in numbered] == list(range(1, 55))
    assert [row[0] for row in numbered if row[-1] == "by reading"] == ["2", "32", "36", "40", "53"]


def test_rows_of_a_table_of_markdown_are_equally_long() -> None:
    blocks = re.split(r"\n\n", small().to_markdown())
    tables = [rows(block) for block in blocks if block.startswith("|")]
    assert len(tables) == len(TABLES) + 2
    for table in tables:
        assert len({len(row) for row in table}) == 1


def test_markdown_tells_values_beside_what_is_printed() -> None:
    text = small().to_markdown()
    assert "| mrmr | (a)/(b) | 0.565848751068 |" in text
    assert "| mifs | (a)/(b) | 0.571462312829 |" in text
    assert "| maxmifs | (b)/(c) | 2.115915018541 |" in text
    (row,) = [row for row in rows(text) if row[:1] == ["`MI(X-k'Y,X)`"]]
    assert row[1:5] == ["4.605220183", "4.605", "agrees", "1053"]
    (row,) = [row for row in rows(text) if row[0] == "`MI(C,X)`" and row[4] == "843"]
    assert row[1] == "7.958805265e-06"
    assert row[2].endswith("which is 2.837869108")
    assert row[3] == "**differs**"
    assert "(erratum 10)" in row[5]


def test_every_file_is_written_and_shown_in_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("natpick.theory.publication.figures.drawn", lambda _figures: drawn())
    names = small().write(tmp_path / "out")
    assert sorted(names) == sorted(path.name for path in (tmp_path / "out").iterdir())
    assert sorted(names) == sorted(FILES)
    page = (tmp_path / "out" / "paper.md").read_text("utf-8")
    for image in re.findall(r"!\[.*?\]\((.*?)\)", page):
        assert image in names
    assert json.loads((tmp_path / "out" / "paper.json").read_bytes())["form"] == FORM


def test_the_paper_follows_k_prime_over_its_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("natpick.theory.publication.paper.GRID", SAMPLE)
    told: list[float] = []
    paper = theory.paper(on_k_prime=told.append)
    assert told == list(SAMPLE)
    assert paper.to_json() == small().to_json()


def test_counts_of_what_agrees_are_those_of_the_marks() -> None:
    for table in small().tables.values():
        assert isinstance(table, Table)
        marks = [entry.agrees for entry in table.entries]
        assert (table.agreeing, table.differing) == (marks.count(True), marks.count(False))
    assert small().differing == 18
