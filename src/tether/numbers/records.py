"""What reading, comparing and writing numbers hand to each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from fractions import Fraction

Kind = Literal["digits", "power", "word", "fraction", "glyph"]
Status = Literal["holds", "drifted", "sign", "edge", "not finite", "unreadable"]
Span = tuple[int, int]


class WriteError(ValueError):
    """A value that a printed form cannot hold; the message says why."""


@dataclass(frozen=True, slots=True)
class Number:
    """One number as it stands in a text.

    All spans are offsets into the text that was read, end exclusive.
    """

    start: int
    """First character of the whole form: sign, digits, exponent, scale word, percent sign."""
    end: int
    text: str
    """The whole form, `source[start:end]`."""
    value: Fraction
    """The exact value printed, scaled: 13 % is 13/100."""
    half_unit: Fraction
    """Half a unit of the last printed digit, scaled likewise; 0 for exact forms (`10^{10}`, `1/4`)."""
    kind: Kind
    digits: Span
    """The mantissa, the base of a power, or the words: what `write` replaces."""
    figures: str = ""
    """The digits printed before the decimal point, without separators."""
    sign: str = ""
    """The sign as printed: nothing, `+`, a minus or a dash that is one, or `minus ` in words."""
    decimals: int = 0
    separator: str = ""
    """What stands between groups of three digits, if anything does."""
    exponent: Span | None = None
    """The exponent with its sign (and its braces, if it has them)."""
    scale: int = 0
    """Power of ten of the words or sign that follow: -2 for %, 9 for billion."""
    unit: Literal["", "percent", "points"] = ""
    about: bool = False
    """Whether `about`, `roughly`, `≈` … stand directly before it."""
    maths: bool = False
    ordinal: bool = False
    parts: tuple[Number, Number] | None = None
    """Numerator and denominator of a fraction that is read as one value."""
    unreadable: str | None = None
    """Why what is printed does not say a value plainly (`10k`, `13!`, `half of 13`); such a number
    meets no value. Its `value` is what its digits alone say."""
    structural: str | None = None
    """In an audit, why this number needs no binding; None for a loose number."""

    @property
    def negative(self) -> bool:
        """Whether it is printed with a minus."""
        return self.sign not in ("", "+")

    @property
    def word(self) -> bool:
        """Whether it is written in words."""
        return self.kind == "word"

    @property
    def is_integer(self) -> bool:
        """Whether it is printed without decimals, percent sign or exponent."""
        plain = self.kind in {"digits", "word"} and self.exponent is None
        return plain and self.decimals == 0 and not self.unit

    @property
    def tolerance(self) -> Fraction:
        """How far a value may lie from `value`: half a unit of the last significant digit.

        After `about`, the trailing zeros of a whole number are not significant.
        """
        if self.about and self.kind == "power":
            return abs(self.value) / 2
        if self.about and self.is_integer:
            significant: int = 10**self.trailing_zeros
            return self.half_unit * significant
        return self.half_unit

    @property
    def trailing_zeros(self) -> int:
        """How many zeros end the printed whole number: 2 for 400, none for 0."""
        kept = self.figures.rstrip("0")
        return len(self.figures) - len(kept) if kept else 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether a value meets a printed number."""

    status: Status
    distance: float | None
    """From the value to the nearest place where its printed digits change, relative to the
    value; None where there is no such place (whole numbers, exact forms, zero, not finite)."""
    expected_text: str
    """What should have been printed: the text itself where it holds, else the value in the
    same form, or to 12 significant digits where the form cannot hold it."""

    @property
    def holds(self) -> bool:
        """Whether the printed number may stand."""
        return self.status == "holds"
