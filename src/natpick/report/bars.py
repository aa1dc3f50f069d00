"""Bars drawn as inline SVG. Positions are in percent, so a bar is as wide as its place."""

from collections.abc import Sequence
from dataclasses import dataclass

from natpick.report.prose import number
from natpick.report.stack import Term, blocks, extent
from natpick.step import Step

LABEL_ROOM = 14
"""Percent of the width that a label of the axis takes."""


@dataclass(frozen=True, slots=True)
class Scale:
    """From which to which value the width of a bar reaches."""

    low: float
    high: float

    def place(self, value: float) -> float:
        """Return where a value lies, in percent of the width."""
        return 100 * (value - self.low) / (self.high - self.low)

    def width(self, value: float) -> float:
        """Return how wide a value is, in percent of the width."""
        return 100 * value / (self.high - self.low)


def scale_of(steps: Sequence[Step]) -> Scale:
    """Return the one scale on which all steps can be compared."""
    return Scale(*extent(steps))


def step_bar(step: Step, scale: Scale, *, marked: bool) -> str:
    """Return the bar of one step, with a mark at its score if that is on the same scale."""
    rects = "".join(
        _rect(block.term.value, scale.place(block.left), scale.width(block.width))
        for block in blocks(step)
        if block.width > 0
    )
    score = f'<circle class="score" cx="{scale.place(step.score):.3f}%" cy="9" r="4.5"/>'
    return _svg(rects + _zero(scale) + (score if marked else ""))


def value_bar(value: float, largest: float) -> str:
    """Return a bar from 0 for one relevance."""
    scale = Scale(0.0, largest if largest > 0 else 1.0)
    return _svg(_rect(Term.RELEVANCE.value, 0.0, scale.width(max(0.0, value))) + _zero(scale))


def axis(scale: Scale) -> str:
    """Return the ends of a scale and its 0, those that have room."""
    zero = scale.place(0.0)
    labels = [_label(scale.low, 0.0, "start"), _label(scale.high, 100.0, "end")]
    if LABEL_ROOM < zero < 100 - LABEL_ROOM:
        labels.append(_label(0.0, zero, "middle"))
    return f'<svg class="axis" aria-hidden="true">{"".join(labels)}</svg>'


def _svg(shapes: str) -> str:
    return f'<svg class="bar" aria-hidden="true">{shapes}</svg>'


def _rect(kind: str, left: float, width: float) -> str:
    return f'<rect class="{kind}" x="{left:.3f}%" y="2" width="{width:.3f}%" height="14"/>'


def _zero(scale: Scale) -> str:
    x = f"{scale.place(0.0):.3f}%"
    return f'<line class="zero" x1="{x}" x2="{x}" y1="0" y2="18"/>'


def _label(value: float, place: float, anchor: str) -> str:
    return f'<text x="{place:.3f}%" y="11" text-anchor="{anchor}">{number(value)}</text>'
