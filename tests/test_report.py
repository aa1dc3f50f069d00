"""The page of a selection says what the result says, and needs nothing else."""

import re
from dataclasses import replace

import pytest

from natpick.comparison import Comparison
from natpick.criteria import CRITERIA
from natpick.criterion import Drawback
from natpick.encode import Encoding
from natpick.report.page import comparison_page, selection_page
from natpick.report.prose import formula, number
from pages import (
    ALL_PICKED,
    FEATURES,
    KEPT,
    NOTHING_PICKED,
    NOTHING_TOLD,
    RELEVANCE,
    Page,
    comparison,
    hostile,
    selection,
)

PAGES = {
    "a selection": selection_page(selection()),
    "nothing told": selection_page(NOTHING_TOLD),
    "nothing picked": selection_page(NOTHING_PICKED),
    "kept": selection_page(KEPT),
    "all picked": selection_page(ALL_PICKED),
    "an own criterion": selection_page(selection("<mine>")),
    "a comparison": comparison_page(comparison()),
    "one method": comparison_page(Comparison({"jmi": selection()})),
}


@pytest.mark.parametrize("source", PAGES.values(), ids=PAGES)
class TestEveryPage:
    def test_closes_every_tag_it_opens(self, source):
        assert Page(source).open == []

    def test_loads_nothing_and_runs_nothing(self, source):
        page = Page(source)
        assert not {"script", "link", "img", "iframe", "object", "embed"} & {
            t for t, _ in page.tags
        }
        names = {name for _, attributes in page.tags for name in attributes}
        assert not {"src", "href", "srcset", "data", "action"} & names
        assert not {name for name in names if name.startswith("on")}
        assert not re.search(r"https?:|@import|url\(", source)

    def test_is_a_document_for_phones_in_both_colour_schemes(self, source):
        assert source.startswith("<!DOCTYPE html>")
        metas = {a.get("name"): a.get("content") for a in Page(source).named("meta")}
        assert metas["viewport"] == "width=device-width, initial-scale=1"
        assert metas["color-scheme"] == "light dark"
        assert "prefers-color-scheme: dark" in source
        assert "@media print" in source


def test_text_of_the_user_is_never_markup():
    text = """<u onclick='x'>"&amp;</u>"""
    one, two = hostile(text), Comparison({text: hostile(text), "jmi": selection()})
    for source in (
        selection_page(one),
        comparison_page(two),
        comparison_page(Comparison({"": one})),
    ):
        page = Page(source)
        assert page.named("u") == []
        assert text in page.text
    assert formula("<u> & Xi") == "&lt;u&gt; &amp; <i>X<sub>i</sub></i>"


def test_the_ledger_has_the_terms_of_every_pick_rounded():
    rows = Page(selection_page(selection())).tables["cards ledger"]
    middle = ["0.1250", "0.0500", "0.0300", "0.1050", "0"]
    assert rows[1::2] == [
        ["1", "age <years>", "", "0.3142", "0", "0", "0.3142", "0.0642", "a & b"],
        ["2", 'say "hi" tied with 1 other', "", *middle, "it's $x$"],
        ["3", "a & b", "", "0.2500", "0.1000", "0.1200", "0.2700", "1.00e-09", "fifth"],
    ]


def test_every_pick_is_explained():
    result = selection()
    rows = Page(selection_page(result)).tables["cards ledger"]
    assert [row[-1] for row in rows[2::2]] == [
        result.explain(name).sentence for name in result.names
    ]


def test_the_headline_says_what_was_picked_and_what_the_best_alone_tells():
    text = Page(selection_page(selection())).text
    assert "jmi picked 3 of 6 features" in text
    assert 'In this order: age <years>, say "hi" and a & b.' in text
    assert round(100 * 0.31415926 / 0.6931471805599453) == 45
    assert (
        "The best single feature, age <years>, tells 0.3142 of the 0.6931 nats there are to "
        "know about the target: 45 %." in text
    )


def test_bars_are_as_wide_as_their_terms_on_one_scale():
    page = Page(selection_page(selection()))
    widths = {
        kind: [float(a["width"].rstrip("%")) for a in page.named("rect", kind)]
        for kind in ("relevance", "redundancy", "complementarity")
    }
    # From the largest cost to the largest gain: 0.1 in step 3, 0.25 + 0.12000001 in step 3.
    whole = 0.1 + 0.37000001
    picked, left_out = widths["relevance"][:3], widths["relevance"][3:]
    assert picked == [round(100 * r / whole, 3) for r in (0.31415926, 0.125, 0.25)]
    assert widths["redundancy"] == [round(100 * r / whole, 3) for r in (0.05, 0.1)]
    assert widths["complementarity"] == [round(100 * r / whole, 3) for r in (0.03, 0.12000001)]
    assert left_out == [round(100 * r / 0.31415926, 3) for r in (0.2, 0.0625, 0.00001)]


def test_the_axis_names_its_ends_and_its_zero():
    labels = Page(selection_page(selection())).named("text")
    # From -0.1 to 0.37000001, so that 0 lies at 100 * 0.1 / 0.47000001 percent.
    assert [(a["x"], a["text-anchor"]) for a in labels] == [
        ("0.000%", "start"),
        ("100.000%", "end"),
        ("21.277%", "middle"),
    ]
    shown = re.findall("<text[^>]*>([^<]*)<", selection_page(selection()))
    assert shown == ["-0.1000", "0.3700", "0"]
    alone = Page(selection_page(selection(steps=selection().steps[:1]))).named("text")
    assert [a["x"] for a in alone] == ["0.000%", "100.000%"]


def test_a_dot_marks_each_score():
    dots = Page(selection_page(selection())).named("circle", "score")
    places = [float(dot["cx"].rstrip("%")) for dot in dots]
    scores = (0.31415926, 0.105, 0.27000001)
    assert places == [round(100 * (0.1 + score) / 0.47000001, 3) for score in scores]


def test_a_score_on_another_scale_is_told_apart_and_not_drawn():
    first, *rest = selection().steps
    page = Page(selection_page(selection("disr", steps=(replace(first, score=7.0), *rest))))
    assert page.named("circle") == []
    assert "The score of this method is not relevance" in page.text
    assert page.tables["cards ledger"][1][6] == "7.0000"


def test_the_best_features_left_out_come_in_order_of_relevance():
    shown = selection()
    rows = Page(selection_page(shown)).tables["cards left-out"][1:]
    assert [row[1] for row in rows[1::2]] == [
        shown.explain(name).sentence for name in ("fifth", "it's $x$", "sixth")
    ]
    assert rows[::2] == [
        ["3", "fifth", "", "0.2000", "3"],
        ["5", "it's $x$", "", "0.0625", "2"],
        ["6", "sixth", "", "1.00e-05", "\N{EN DASH}"],
    ]
    assert "Nothing: every feature was picked." in Page(selection_page(ALL_PICKED)).text


def test_the_summary_is_a_table_with_what_to_doubt():
    shown = selection()
    page = Page(selection_page(shown))
    headers, *lines = page.tables["cards glance"]
    assert headers == ["step", "feature", "score", "relevance"]
    assert [line[1] for line in lines] == [step.name for step in shown.steps]
    assert all(remark in page.text for remark in shown.summary().remarks)


def test_features_left_out_beyond_ten_are_counted():
    names = (*FEATURES, *(f"more {n}" for n in range(12)))
    many = selection(features=names, relevance=RELEVANCE + (0.0,) * 12)
    page = Page(selection_page(many))
    assert len(page.tables["cards left-out"]) == 1 + 2 * 10
    assert "And 5 others, none more relevant." in page.text


def test_encodings_are_shown_with_cut_points_and_levels():
    page = Page(selection_page(selection()))
    assert page.tables["cards encodings"][1:] == [
        ["age <years>", "4", "1.5, 2.25, 1.23457e+06"],
        ['say "hi"', "3, one of them for missing values", "<low>, high, missing"],
        ["a & b", "1", "none: all values are in one bin"],
    ]
    assert "Numbers were cut into 4 bins of equal frequency." in page.text
    assert "became codes" not in selection_page(selection(encodings={}, rule=""))


def test_many_levels_are_counted():
    levels = tuple(str(n) for n in range(23))
    many = selection(encodings={"fifth": Encoding("fifth", "levels", 23, levels)})
    shown = Page(selection_page(many)).tables["cards encodings"][1][2]
    assert shown == f"{', '.join(levels[:20])} and 3 more"


def test_notes_and_the_reason_of_stopping_are_told():
    text = Page(selection_page(selection())).text
    assert "Equal scores at step 2: the first of the columns was picked." in text
    assert "<b>n</b> & so on" in text
    assert "3 of 6 features were asked for" in text
    assert "Before you trust it" not in selection_page(NOTHING_PICKED)


def test_a_kept_feature_is_marked_and_has_no_rival():
    rows = Page(selection_page(KEPT)).tables["cards ledger"]
    assert rows[1][1] == "it's $x$ kept as asked"
    assert rows[1][7:] == ["\N{EN DASH}", "\N{EN DASH}"]


def test_a_lack_of_information_is_said():
    assert "No single feature tells anything about the target." in selection_page(NOTHING_TOLD)
    assert "The target never varies" in selection_page(selection(target_entropy=0.0))
    assert "Nothing was picked." in selection_page(NOTHING_PICKED)


@pytest.mark.parametrize("row", CRITERIA.values(), ids=CRITERIA)
def test_the_method_is_told_as_the_table_has_it(row):
    text = Page(selection_page(selection(row.name))).text
    shown = row.formula.replace(" - ", " \N{MINUS SIGN} ").replace("sum_s", "\N{N-ARY SUMMATION}s")
    shown = re.sub("(max|min|mean)_s", r"\1s", shown).replace("beta", "\N{GREEK SMALL LETTER BETA}")
    assert f"score = {shown}" in text
    assert all(told in text for told in (row.title, row.reference, row.when))
    assert all((d.value in text) == (d in row.drawbacks) for d in Drawback)


def test_parameters_are_told():
    assert "With beta = 0.7." in selection_page(selection("mifs", parameters={"beta": 0.7}))


def test_a_criterion_outside_the_table_is_called_by_its_name():
    text = Page(selection_page(selection("<mine>"))).text
    assert "<mine> picked 3 of 6 features" in text
    assert "A criterion of your own" in text


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.12345678, "0.1235"),
        (-0.5, "-0.5000"),
        (12.0, "12.0000"),
        (4.9e-5, "4.90e-05"),
        (-3e-9, "-3.00e-09"),
        (3e-16, "0"),
        (0.0, "0"),
        (None, "&ndash;"),
    ],
)
def test_numbers_have_four_decimals_unless_those_would_all_be_0(value, shown):
    assert number(value) == shown
