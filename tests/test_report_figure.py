"""The figure of a selection has a bar for every term of every step."""

import math
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

from natpick.report.figure import ledger_figure
from natpick.report.stack import adds_up, blocks
from natpick.step import Step
from pages import KEPT, NOTHING_PICKED, selection


def test_each_step_has_one_bar_a_term_as_wide_as_the_term():
    (axes,) = ledger_figure(selection()).axes
    bars = {bar.get_label(): bar.patches for bar in axes.containers}
    relevance, redundancy = [0.31415926, 0.125, 0.25], [0.0, 0.05, 0.1]
    gain = [0.0, 0.03, 0.12000001]
    assert list(bars) == ["relevance", "redundancy", "complementarity"]
    assert [bar.get_width() for bar in bars["relevance"]] == pytest.approx(relevance)
    assert [bar.get_x() for bar in bars["relevance"]] == [0.0, 0.0, 0.0]
    assert [bar.get_width() for bar in bars["redundancy"]] == pytest.approx(redundancy)
    assert [bar.get_x() for bar in bars["redundancy"][1:]] == pytest.approx([-0.05, -0.1])
    assert [bar.get_width() for bar in bars["complementarity"]] == pytest.approx(gain)
    assert [bar.get_x() for bar in bars["complementarity"]] == pytest.approx(relevance)
    for group in bars.values():
        assert [bar.get_y() + bar.get_height() / 2 for bar in group] == pytest.approx([1, 2, 3])


def test_a_marker_stands_at_each_score():
    (axes,) = ledger_figure(selection()).axes
    (line,) = [line for line in axes.lines if line.get_label() == "score"]
    assert list(line.get_xdata()) == [0.31415926, 0.105, 0.27000001]
    assert "nats" in axes.get_xlabel()


def test_names_are_shown_as_they_are():
    figure = ledger_figure(selection(steps=KEPT.steps))
    figure.draw_without_rendering()
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert labels == ["it's $x$  1", 'say "hi"  2', "a & b  3"]


def test_a_long_name_is_cut_short():
    (step, *_) = selection().steps
    (axes,) = ledger_figure(selection(steps=(replace(step, name="n" * 40),))).axes
    assert axes.get_yticklabels()[0].get_text() == f"{'n' * 31}\N{HORIZONTAL ELLIPSIS}  1"


def test_scores_on_another_scale_have_an_axis_of_their_own():
    first, *rest = selection().steps
    result = selection("disr", steps=(replace(first, score=7.0), *rest))
    terms, scores = ledger_figure(result).axes
    assert len(terms.containers) == 3
    assert scores.containers == []
    assert list(scores.lines[0].get_xdata()) == [7.0, 0.105, 0.27000001]


def test_a_selection_of_nothing_can_be_drawn():
    figure = ledger_figure(NOTHING_PICKED)
    assert isinstance(figure, Figure)
    figure.draw_without_rendering()


def test_pyplot_is_not_imported():
    code = (
        "import sys; from types import SimpleNamespace as N;"
        "from natpick.report.figure import ledger_figure;"
        "assert 'matplotlib' not in sys.modules;"
        "ledger_figure(N(steps=(), method='jmi'));"
        "assert 'matplotlib.figure' in sys.modules;"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_missing_matplotlib_is_named_with_the_way_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r'pip install "natpick\[plot\]"'):
        ledger_figure(selection())


terms = st.floats(-3, 3)


@given(terms, terms, terms)
def test_blocks_reach_as_far_beyond_0_as_the_sum_of_the_terms(relevance, redundancy, gain):
    step = Step(0, "x", relevance - redundancy + gain, relevance, redundancy, gain)
    stack = blocks(step)
    assert [block.width for block in stack] == [abs(relevance), abs(redundancy), abs(gain)]
    high = max(0.0, *(block.right for block in stack))
    low = min(0.0, *(block.left for block in stack))
    assert math.isclose(high + low, relevance - redundancy + gain, abs_tol=1e-12)
    assert adds_up([step])
    assert not adds_up([step, replace(step, score=step.score + 1e-6)])
