"""Formulas as MathML, which browsers draw by themselves: no script and no request."""

from html import unescape
from typing import Any
from xml.etree import ElementTree

from docutils import nodes
from latex2mathml.converter import convert_to_element
from sphinx.application import Sphinx

LIMITS = ("∑", "max", "min", "fold")
"""Operators that have what they range over below them in a formula of its own."""


def mathml(latex: str, *, display: str) -> str:
    """Return a formula as a math element."""
    formula = convert_to_element(latex, display=display)
    for element in formula.iter():
        element.text = unescape(element.text or "")  # the converter writes entities as text
    for element in formula.iter():
        if element.text == "ln":
            element.tag = "mo"  # an operator keeps its distance
        if element.tag == "msub" and element[0].text in LIMITS and display == "block":
            element.tag = "munder"
        if element.tag == "mrow" and len(element) > 1 and all(map(_is_upright, element)):
            _join(element)
    return ElementTree.tostring(formula, encoding="unicode")


def _is_upright(element: ElementTree.Element) -> bool:
    return element.tag == "mi" and element.get("mathvariant") == "normal"


def _join(letters: ElementTree.Element) -> None:
    r"""Turn a row of upright letters, as of \mathrm{MI}, into one name."""
    text = "".join(letter.text or "" for letter in letters)
    letters.clear()
    letters.tag, letters.text = "mi", text


def visit_math(translator: Any, node: nodes.math) -> None:
    """Write a formula within a line."""
    translator.body.append(mathml(node.astext(), display="inline"))
    raise nodes.SkipNode


def visit_math_block(translator: Any, node: nodes.math_block) -> None:
    """Write a formula of its own."""
    formula = mathml(node.astext(), display="block")
    translator.body.append(f'<div class="formula">{formula}</div>\n')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the renderer ``mathml``."""
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_math_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
