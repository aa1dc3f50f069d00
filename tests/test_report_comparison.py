"""The page of a comparison says who picked what, and how far the methods agree."""

import pytest

from natpick.comparison import Comparison
from natpick.criteria import CRITERIA
from natpick.criterion import Drawback
from natpick.report.page import comparison_page
from pages import Page, comparison, selection


def test_the_ranking_has_the_step_at_which_each_method_picked_a_feature():
    page = Page(comparison_page(comparison()))
    ranking, _ = matrices(page)
    assert ranking == [
        ["Feature", "jmi", "mim", "<mine>"],
        ["age <years>", "1", "1", "1"],
        ["a & b", "3", "2", ""],
        ['say "hi"', "2=", "", ""],
    ]


def test_the_agreement_is_that_of_the_result():
    _, agreement = matrices(Page(comparison_page(comparison())))
    # {0, 2, 1}, {0, 1} and {0}: 2/3, 1/3 and 1/2 in common.
    assert agreement == [
        ["Method", "jmi", "mim", "<mine>"],
        ["jmi", "1.00", "0.67", "0.33"],
        ["mim", "0.67", "1.00", "0.50"],
        ["<mine>", "0.33", "0.50", "1.00"],
    ]


def test_shades_deepen_with_earlier_steps_and_more_agreement():
    page = Page(comparison_page(comparison()))
    shades = [float(a["style"].removeprefix("--depth: ")) for a in page.named("td") if "style" in a]
    steps, agreement = shades[:6], shades[6:]
    deepest = max(shades)
    assert 0 < deepest < 1
    assert steps == pytest.approx([deepest * x for x in (1, 1, 1, 1 / 3, 1 / 2, 2 / 3)], abs=1e-3)
    assert agreement[:3] == pytest.approx([deepest, deepest * 2 / 3, deepest / 3], abs=1e-3)


def test_the_headline_says_what_all_picked_and_who_agrees_least():
    text = Page(comparison_page(comparison())).text
    assert "3 methods, 3 of 6 features each" in text
    assert "In all they picked 3 features; every method picked age <years>." in text
    assert "jmi and <mine> agree least: they share 33 % of their picks." in text


def test_each_method_comes_with_its_drawbacks():
    own = selection("own", parameters={})
    methods = {name: selection(name) for name in CRITERIA} | {"own": own}
    rows = Page(comparison_page(Comparison(methods))).tables["cards guide"][1:]
    assert [row[0] for row in rows] == list(methods)
    for row, criterion in zip(rows, CRITERIA.values(), strict=False):
        told = ", ".join(d.value for d in Drawback if d in criterion.drawbacks)
        assert row[3] == (told or "none of the six of the paper")
    assert rows[-1][1].startswith("A criterion of your own")


def test_a_method_with_parameters_of_its_own_is_found_in_the_table():
    one = Comparison({"mifs(beta=0.7)": selection("mifs", parameters={"beta": 0.7})})
    (row,) = Page(comparison_page(one)).tables["cards guide"][1:]
    assert row[0] == "mifs(beta=0.7)"
    assert row[2] == CRITERIA["mifs"].when


def test_notes_come_once_with_the_methods_they_are_about():
    text = Page(comparison_page(comparison())).text
    assert text.count("Only of mim.") == 1
    assert "mim, <mine>: Only of mim." in text
    alone = Page(comparison_page(Comparison({"jmi": selection()}))).text
    assert "jmi: Equal scores" not in alone


def matrices(page: Page) -> tuple[list[list[str]], list[list[str]]]:
    both = page.tables["matrix"]
    start = next(n for n, row in enumerate(both) if row[0] == "Method")
    return both[:start], both[start:]
