"""Words and numbers of a page, escaped."""

import re
from collections.abc import Sequence
from html import escape

SMALL = 5e-5
"""Below this a number rounded to four decimals would read as 0."""

NOTHING = "&ndash;"
"""What is shown where there is no number or name."""

NOISE = 1e-12
"""Below this a number is the rounding of floats and is shown as 0."""

_SYMBOLS = {"sum": "∑", "max": "max", "min": "min", "mean": "mean"}


def number(value: float | None) -> str:
    """Return a number to four decimals, or to three digits where those would all be 0."""
    if value is None:
        return NOTHING
    if abs(value) < NOISE:
        return "0"
    return f"{value:.2e}" if abs(value) < SMALL else f"{value:.4f}"


def percent(part: float, whole: float) -> str:
    """Return part of whole in percent, and say so where a positive share rounds to 0."""
    share = 100 * part / whole
    return "less than 1&nbsp;%" if 0 < share < 1 else f"{share:.0f}&nbsp;%"


def count(n: int, noun: str) -> str:
    """Return a number of things: 1 feature, 2 features."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def listed(parts: Sequence[str]) -> str:
    """Return parts as one phrase: a, b and c."""
    if len(parts) <= 1:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def formula(plain: str) -> str:
    """Return a formula of the table of criteria as HTML, with its indices set below."""
    text = escape(plain).replace(" - ", " &minus; ")
    text = re.sub(r"\b(X|H)([ijs])\b", r"<i>\1<sub>\2</sub></i>", text)
    text = re.sub(r"\bbeta\b", "&beta;", text)
    return re.sub(r"\b(sum|max|min|mean)_s\b", _symbol, text)


def _symbol(match: re.Match[str]) -> str:
    return f"{_SYMBOLS[match[1]]}<sub>s</sub>"
