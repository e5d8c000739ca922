"""One literal: from its match to its exact value and half unit."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

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


def build_number(
    text: str,
    sign_start: int,
    mantissa: re.Match[str],
    end: int,
    *,
    maths: bool,
    merge_powers: bool,
) -> Number:
    """Build the number whose mantissa was matched, together with what belongs to it after it.

    `end` is where the mantissa ends, which may be before the end of its match. Without
    `merge_powers` only a pure power of ten is a power.
    """
    start = mantissa.start()
    separator = mantissa["separator"] or ""
    printed = text[start:end]
    whole, point, fraction = printed.replace(separator, "").partition(".") if separator else printed.partition(".")
    decimals = len(fraction)
    raised = POWER[maths].match(text, end)
    if raised and not separator and (merge_powers or printed == "10"):
        return _build_power(text, sign_start, start, end, raised, whole, fraction, maths=maths)
    exponent = E_NOTATION.match(text, end) or TIMES_POWER[maths].match(text, end)
    exponent_span = exponent.span(exponent.lastgroup or 0) if exponent else None
    stop = exponent.end() if exponent else end
    ordinal = None if exponent or point or maths else ORDINAL.match(text, end)
    scale, unit = 0, ""
    if ordinal:
        stop = ordinal.end()
    elif suffix := SUFFIX.match(text, stop):
        scale, unit = read_suffix(suffix)
        stop = suffix.end() if scale else stop
    if fraction:
        fraction = fraction[:LONGEST_LITERAL]
    whole_kept = whole[:LONGEST_LITERAL]
    shift = min(len(whole) - len(whole_kept), LARGEST_EXPONENT)
    tens = scale + shift + (read_exponent(text[slice(*exponent_span)]) if exponent_span else 0)
    last_place = tens - len(fraction)
    value = scale_by_ten(int((whole_kept + fraction) or "0"), last_place)
    sign = text[sign_start : sign_start + 1] if sign_start < start else ""
    return Number(
        start=sign_start,
        end=stop,
        text=text[sign_start:stop],
        value=-value if sign and sign in MINUS else value,
        half_unit=half_unit_at(last_place),
        kind="digits",
        digits=(start, end),
        figures=whole if not point else "",
        sign=sign,
        decimals=decimals,
        separator=separator,
        exponent=exponent_span,
        scale=scale,
        unit=unit,  # type: ignore[arg-type]  # read_suffix returns one of its three values
        maths=maths,
        ordinal=ordinal is not None,
    )


def read_suffix(suffix: re.Match[str]) -> tuple[int, str]:
    """Return the power of ten and the unit of a percent sign, `points` or scale words.

    `3-point` is no difference of rates: after a hyphen `points` does not count.
    """
    if suffix["percent"]:
        return -2, "percent"
    if suffix["points"]:
        return (0, "") if suffix["hyphen"] else (-2, "points")
    words = re.findall("[a-z]+", suffix["scale"].lower())
    return sum(POWERS_OF_TEN.get(word.rstrip("s"), 0) for word in words), ""


def _build_power(
    text: str,
    sign_start: int,
    start: int,
    end: int,
    raised: re.Match[str],
    whole: str,
    fraction: str,
    *,
    maths: bool,
) -> Number:
    """Build an exact power: `10^{10}`, `13²`."""
    exponent_span = raised.span(raised.lastgroup or 0)
    exponent = read_exponent(text[slice(*exponent_span)])
    base = int((whole + fraction)[:LONGEST_LITERAL] or "0") * power_of_ten(-len(fraction[:LONGEST_LITERAL]))
    most = LARGEST_EXPONENT // max(1, len(whole) + len(fraction))
    exponent = max(-most, min(exponent, most))
    stop = raised.end()
    if raised.lastgroup == "bare" and not maths and text[stop : stop + 1] == "^":
        stop += 1  # the caret extension closes a superscript with a second caret
    scale, unit = 0, ""
    if suffix := SUFFIX.match(text, stop):
        scale, unit = read_suffix(suffix)
        stop = suffix.end() if scale else stop
    value = (base**exponent if base or exponent >= 0 else Fraction(0)) * power_of_ten(scale)
    sign = text[sign_start : sign_start + 1] if sign_start < start else ""
    return Number(
        start=sign_start,
        end=stop,
        text=text[sign_start:stop],
        value=-value if sign and sign in MINUS else value,
        half_unit=Fraction(0),
        kind="power",
        digits=(start, end),
        sign=sign,
        decimals=len(fraction),
        exponent=exponent_span,
        scale=scale,
        unit=unit,  # type: ignore[arg-type]  # read_suffix returns one of its three values
        maths=maths,
    )
