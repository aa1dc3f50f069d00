"""The figures of the paper show the curves that were computed, and where borders are."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex

from natpick.theory.publication import figures
from natpick.theory.publication.drawing import COLOURS, SHADES, SYMBOLS, TITLES
from natpick.theory.publication.paper import check
from natpick.theory.publication.second_step_figure import alike, spread
from papers import SAMPLE, drawn, small

W, Z, D = "X-k'Y", "Z", "X_disc"


def axes_of(name: str) -> list[Axes]:
    return small().figures()[name].axes


def texts(axes: Axes) -> list[str]:
    return [text.get_text() for text in axes.texts]


def test_methods_that_score_alike_at_the_second_step_share_a_panel() -> None:
    groups = alike(small().curves)
    assert groups == [("mim",), ("mifs", "mrmr", "maxmifs"), ("cife", "jmi", "cmim"), ("jmim",)]
    panels = axes_of("second_step")
    assert len(panels) == len(groups)
    for axes, methods in zip(panels, groups, strict=True):
        assert axes.get_title("left").startswith(", ".join(TITLES[m] for m in methods))
        assert axes.get_xscale() == "log"


def test_lines_of_the_second_step_are_the_objective_values_of_each_candidate() -> None:
    for axes, methods in zip(axes_of("second_step"), alike(small().curves), strict=True):
        lines = [line for line in axes.lines if len(line.get_xdata()) == len(SAMPLE)]
        drawn = {to_hex(line.get_color()): list(line.get_ydata()) for line in lines}
        for method in methods:
            values = small().curves[method].second_step
            for name in (W, Z, D):
                assert drawn[COLOURS[name]] == pytest.approx(list(values[name]), abs=1e-12)
                assert SYMBOLS[name] in texts(axes)


def test_borders_of_the_second_step_are_marked_where_they_are() -> None:
    blind = axes_of("second_step")[1]
    marked = [line.get_xdata()[0] for line in blind.lines if len(line.get_xdata()) == 2]
    assert marked == [t.k_prime for t in small().thresholds if t.method == "mifs"]
    assert any("at 0.571462" in text for text in texts(blind))
    assert any("at 2.115915" in text for text in texts(blind))


def test_bands_of_regions_end_at_the_exact_borders() -> None:
    every, close = axes_of("regions")
    ends = {round(bar.get_x() + bar.get_width(), 9) for bar in every.patches}
    assert ends == {round(t.k_prime, 9) for t in small().thresholds} | {10.0}
    rows = [label.get_text() for label in every.get_yticklabels()]
    assert sorted(rows) == sorted(TITLES.values())
    wrong = [bar for bar in every.patches if to_hex(bar.get_facecolor()) != SHADES["(c)"]]
    assert {rows[round(bar.get_y() + bar.get_height() / 2)] for bar in wrong} == {
        *("MIFS", "mRMR", "maxMIFS")
    }
    assert {"0.571462313", "0.565848751", "0.565 in caption", "0.575 in caption"} < set(
        texts(close)
    )


def test_risks_are_drawn_on_both_sides_of_the_border() -> None:
    (axes,) = axes_of("mbr_2")
    points = {
        (float(x), float(y))
        for line in axes.lines
        for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)
    }
    for curve in small().curves.values():
        assert set(zip(curve.k_prime, curve.risk, strict=True)) <= points
    assert "MIFS, mRMR, maxMIFS" in texts(axes)
    assert "MIM, CIFE, JMI, CMIM, JMIM" in texts(axes)
    assert any("2.115915019" in text for text in texts(axes))


def test_nothing_written_in_a_figure_lies_over_anything_else_written_there() -> None:
    for figure in small().figures().values():
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        renderer = canvas.get_renderer()
        for axes in figure.axes:
            boxes = [text.get_window_extent(renderer) for text in axes.texts]
            for n, box in enumerate(boxes):
                assert not any(box.overlaps(other) for other in boxes[:n])


def test_figures_are_files_of_their_kind_and_the_same_bytes_each_time() -> None:
    once = drawn()
    assert list(once) == figures.names()
    again = figures.drawn({"mbr_2": small().figures()["mbr_2"]})
    assert again == {name: once[name] for name in again}
    for name, content in once.items():
        if name.endswith("png"):
            assert content.startswith(b"\x89PNG\r\n\x1a\n")
        else:
            assert content.startswith(b"<?xml")
            assert b"</svg>" in content


def test_every_figure_has_a_caption() -> None:
    assert list(small().figures()) == list(figures.CAPTIONS)


def test_a_missing_matplotlib_is_told_before_anything_is_computed(
    tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r'pip install "natpick\[plot\]"'):
        check(tmp_path / "out")
    with pytest.raises(ImportError, match=r'pip install "natpick\[plot\]"'):
        small().write(tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


@given(
    st.dictionaries(st.sampled_from("abcde"), st.floats(-1, 1), min_size=1),
    st.floats(0.01, 0.5),
)
def test_names_of_curves_keep_apart_in_order_around_where_they_belong(ends, apart) -> None:
    places = spread(ends, apart)
    assert set(places) == set(ends)
    ordered = sorted(ends, key=lambda name: places[name])
    assert [ends[name] for name in ordered] == sorted(ends.values())
    gaps = np.diff([places[name] for name in ordered])
    assert (gaps > apart - 1e-9).all()
    assert sum(places.values()) == pytest.approx(sum(ends.values()), abs=1e-9)
