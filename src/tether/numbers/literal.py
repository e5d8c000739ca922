"""One literal: from where it stands to its exact value and half unit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from tether.numbers.grammar import (
    E_NOTATION,
    FROM_SUPERSCRIPT,
    MINUS,
    ORDINAL,
    POWER,
    POWERS_OF_TEN,
    SUFFIX,
    TIMES_POWER,
)
from tether.numbers.records import Number

# No value a program computes reaches these; without them `1e999999999` would fill the memory.
LONGEST_LITERAL = 1000
LARGEST_EXPONENT = 9999
TEN = 10

Unit = Literal["", "percent", "points"]
_NO_UNIT: Unit = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a literal stands: its sign, if any, at `sign_start`; its mantissa from `start` to `end`."""

    text: str
    sign_start: int
    start: int
    end: int
    separator: str
    maths: bool

    @property
    def mantissa(self) -> str:
        """The digits, separators and decimal point."""
        return self.text[self.start : self.end]

    @property
    def sign(self) -> str:
        """The sign as printed."""
        return self.text[self.sign_start] if self.sign_start < self.start else ""

    def apply_sign(self, magnitude: Fraction) -> Fraction:
        """Return the value with its printed sign."""
        return -magnitude if self.sign and self.sign in MINUS else magnitude


@lru_cache(maxsize=256)
def power_of_ten(exponent: int) -> Fraction:
    """Return the exact power of ten."""
    return scale_by_ten(1, exponent)


@lru_cache(maxsize=256)
def half_unit_at(place: int) -> Fraction:
    """Return half a unit of the decimal place 10**place."""
    return power_of_ten(place) / 2


def scale_by_ten(count: int, exponent: int) -> Fraction:
    """Return count * 10**exponent exactly."""
    return Fraction(count * TEN**exponent) if exponent >= 0 else Fraction(count, TEN**-exponent)


def read_exponent(printed: str) -> int:
    """Return the exponent that is printed, with or without braces, raised or not."""
    plain = printed.strip("{} ").translate(FROM_SUPERSCRIPT).replace("−", "-")
    digits = plain.lstrip("+-")
    size = LARGEST_EXPONENT if len(digits.lstrip("0")) > len(str(LARGEST_EXPONENT)) else int(digits)
    return -size if plain.startswith("-") else size


def read_suffix(text: str, position: int) -> tuple[int, Unit, int]:
    """Return the power of ten, the unit and the end of the percent sign or scale words at a position.

    `3-point` is no difference of rates: after a hyphen `points` does not count.
    """
    suffix = SUFFIX.match(text, position)
    if suffix is None or (suffix["points"] and suffix["hyphen"]):
        return 0, "", position
    if suffix["percent"]:
        return -3 if suffix["percent"] == "‰" else -2, "percent", suffix.end()
    if suffix["points"]:
        return -2, "points", suffix.end()
    words = re.findall("[a-z]+", suffix["scale"].lower())
    return sum(POWERS_OF_TEN.get(word.rstrip("s"), 0) for word in words), "", suffix.end()


def build_number(place: Place, *, merge_powers: bool) -> Number:
    """Build the number of a mantissa and of what belongs to it after it.

    Without `merge_powers` only a pure power of ten is a power.
    """
    raised = POWER[place.maths].match(place.text, place.end)
    if raised and not place.separator and (merge_powers or place.mantissa == "10"):
        return _build_power(place, raised)
    return _build_decimal(place)


def _build_decimal(place: Place) -> Number:
    text, end, maths = place.text, place.end, place.maths
    printed = place.mantissa.replace(place.separator, "") if place.separator else place.mantissa
    whole, point, fraction = printed.partition(".")
    exponent = E_NOTATION.match(text, end) or TIMES_POWER[maths].match(text, end)
    exponent_span = exponent.span(exponent.lastgroup or 0) if exponent else None
    stop = exponent.end() if exponent else end
    ordinal = None if exponent or point or maths else ORDINAL.match(text, end)
    scale, unit, stop = read_suffix(text, stop) if ordinal is None else (0, _NO_UNIT, ordinal.end())
    kept, kept_fraction = whole[:LONGEST_LITERAL], fraction[:LONGEST_LITERAL]
    last_place = scale + min(len(whole) - len(kept), LARGEST_EXPONENT) - len(kept_fraction)
    if exponent_span:
        last_place += read_exponent(text[slice(*exponent_span)])
    return Number(
        start=place.sign_start,
        end=stop,
        text=text[place.sign_start : stop],
        value=place.apply_sign(scale_by_ten(int(kept + kept_fraction), last_place)),
        half_unit=half_unit_at(last_place),
        kind="digits",
        digits=(place.start, end),
        figures="" if point else whole,
        sign=place.sign,
        decimals=len(fraction),
        separator=place.separator,
        exponent=exponent_span,
        scale=scale,
        unit=unit,
        maths=maths,
        ordinal=ordinal is not None,
    )


def _build_power(place: Place, raised: re.Match[str]) -> Number:
    """Build an exact power: `10^{10}`, `13²`."""
    text = place.text
    whole, _, fraction = place.mantissa.partition(".")
    base = scale_by_ten(int((whole + fraction)[:LONGEST_LITERAL]), -len(fraction[:LONGEST_LITERAL]))
    exponent_span = raised.span(raised.lastgroup or 0)
    most = LARGEST_EXPONENT // (len(whole) + len(fraction))
    exponent = max(-most, min(read_exponent(text[slice(*exponent_span)]), most))
    stop = raised.end()
    if raised.lastgroup == "bare" and not place.maths and text[stop : stop + 1] == "^":
        stop += 1  # the caret extension closes a superscript with a second caret
    scale, unit, stop = read_suffix(text, stop)
    power = base**exponent if base or exponent >= 0 else Fraction(0)
    return Number(
        start=place.sign_start,
        end=stop,
        text=text[place.sign_start : stop],
        value=place.apply_sign(power * power_of_ten(scale)),
        half_unit=Fraction(0),
        kind="power",
        digits=(place.start, place.end),
        sign=place.sign,
        decimals=len(fraction),
        exponent=exponent_span,
        scale=scale,
        unit=unit,
        maths=place.maths,
    )
