"""An entry of a table: what was recomputed, beside what the paper prints."""

from dataclasses import dataclass
from typing import Final, Self

from natpick.criterion import TIE

Value = float | str
"""A number, in nats or a probability, or words such as an order of features."""

EXACT: Final = 1e-9
"""How near the value of a printed formula must come, absolutely, to agree."""

NEARLY_ZERO: Final = "≈ 0"
_DECIMALS: Final = "0.000"
"""What "≈ 0" is held against: the decimals of the paper's other tables."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it is printed, with all its decimals."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A quantity of the paper, recomputed.

    Attributes
    ----------
    quantity : what it is, in the paper's notation.
    line : the line of the paper's source; None where the paper prints nothing of it.
    formula : how it is computed.
    value : what it is.
    printed : what the paper prints there, a formula or a number; None where nothing.
    agrees : whether what is printed is right; None where nothing is printed.
    printed_value : the number that the printed formula yields; None where it is not a formula.
    reason : why it differs, or what there is to know.
    erratum : the number of the erratum that tells more; None where there is none.
    """

    quantity: str
    line: int | None
    formula: str
    value: Value
    printed: str | None = None
    agrees: bool | None = None
    printed_value: float | None = None
    reason: str = ""
    erratum: int | None = None

    @classmethod
    def of_number(cls, quantity: str, formula: str, printed: Number, value: float) -> Self:
        """Return an entry that agrees if the value rounds to the number printed."""
        shown = _DECIMALS if printed.text == NEARLY_ZERO else printed.text
        agrees = rounds_to(value, shown)
        return cls(quantity, printed.line, formula, value, printed.text, agrees)

    @classmethod
    def of_formula(
        cls,
        quantity: str,
        line: int,
        formula: str,
        value: float,
        printed_value: float,
        *,
        printed: str | None = None,
        reason: str = "",
        erratum: int | None = None,
    ) -> Self:
        """Return an entry that agrees if the formula printed yields the value.

        What is printed is the formula itself, unless another is given; reason and erratum tell
        of a difference and are left out where there is none.
        """
        text = formula if printed is None else printed
        if same(printed_value, value):
            return cls(quantity, line, formula, value, text, True, printed_value)
        return cls(quantity, line, formula, value, text, False, printed_value, reason, erratum)


def rounds_to(value: float, printed: str) -> bool:
    """Return whether a value, to as many decimals as are printed, is the number printed.

    A value half-way between two numbers may be printed as either. A printed 0 means 0.
    """
    if printed == "0":
        return abs(value) <= TIE
    decimals = len(printed.partition(".")[2])
    return abs(value - float(printed)) <= 0.5 * 10.0**-decimals + TIE


def shown(value: Value) -> str:
    """Return a number to ten digits, 0 where it is rounding, or a text as it is."""
    if isinstance(value, str):
        return value
    return "0" if abs(value) <= TIE else f"{value:.10g}"


def same(value: float, other: float) -> bool:
    """Return whether the value of a formula is that of another, within 1e-9."""
    return abs(value - other) <= EXACT
