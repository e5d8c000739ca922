"""What is to be written of a value in an exact form: a power, a fraction."""

from __future__ import annotations

import math
from fractions import Fraction

from tether.numbers.draft import ROUNDOFF, Draft, print_exponent, print_fixed, show, slice_of
from tether.numbers.literal import LARGEST_EXPONENT, power_of_ten, read_exponent
from tether.numbers.records import Number, WriteError

_LARGEST_DENOMINATOR = 1000
_LARGEST_ROOT = 64
_LARGEST_LOGARITHM = 40.0  # beyond it a float no longer tells whole numbers apart
_USUAL_BASES = (2, 10)  # of these the exponent is what varies: 10^{9} becomes 10^{10}, but 13² becomes 14²


def draft_power(number: Number, magnitude: Fraction) -> Draft:
    """Find an exponent for the base that is printed, or a base for the exponent."""
    span = number.exponent or number.digits  # a power has an exponent
    like = slice_of(number, span)
    printed = slice_of(number, number.digits)
    base, exponent = Fraction(printed), read_exponent(like)
    scale = power_of_ten(number.scale)
    target = magnitude / scale
    if not target:
        message = f"0 cannot be written as a power like {number.text!r}"
        raise WriteError(message)
    choices = [_new_base(target, exponent), _new_exponent(target, base, about=number.about)]
    if base in _USUAL_BASES:
        choices.reverse()
    for choice in choices:
        if choice is None:
            continue
        new_base, new_exponent = choice
        edits = []
        if new_base is not None:
            edits.append((*number.digits, str(new_base)))
        elif new_exponent is not None and new_exponent != exponent:
            caret = number.maths and not like.startswith("{")
            edits.append((*span, print_exponent(new_exponent, like, maths=caret)))
        power = Fraction(new_base if new_base is not None else base) ** (
            exponent if new_exponent is None else new_exponent
        )
        return Draft(edits, power * scale, Fraction(0))
    message = f"{show(target)} is no power like {number.text!r}"
    raise WriteError(message)


def _new_exponent(target: Fraction, base: Fraction, *, about: bool) -> tuple[None, int] | None:
    if base <= 0 or base == 1:
        return None
    exponent = round((math.log(target.numerator) - math.log(target.denominator)) / math.log(base))
    if abs(exponent) > LARGEST_EXPONENT:
        return None
    return (None, exponent) if about or abs(base**exponent - target) <= ROUNDOFF * target else None


def _new_base(target: Fraction, exponent: int) -> tuple[int, None] | None:
    if not 1 <= exponent <= _LARGEST_ROOT:
        return None
    logarithm = (math.log(target.numerator) - math.log(target.denominator)) / exponent
    if logarithm > _LARGEST_LOGARITHM:
        return None
    root = round(math.exp(logarithm))
    return next(
        (
            (near, None)
            for near in (root, root - 1, root + 1)
            if near > 0 and abs(near**exponent - target) <= ROUNDOFF * target
        ),
        None,
    )


def draft_fraction(number: Number, magnitude: Fraction) -> Draft:
    """Keep the denominator if a numerator fits; of whole numbers, look for another pair too."""
    top, bottom = parts = number.parts or (number, number)  # a fraction has parts
    if number.half_unit:
        unit = 2 * top.half_unit
        units = round(magnitude * bottom.value / unit)
        digits = print_fixed(units, top.decimals, top.separator)
        written = units * unit / bottom.value
        by_bottom = written * bottom.half_unit / bottom.value
        half_unit = min(top.half_unit / bottom.value, by_bottom) or top.half_unit / bottom.value
        return Draft([(*top.digits, digits)], written, half_unit)
    whole = round(magnitude * bottom.value)
    pair = (whole, int(bottom.value))
    if abs(whole / bottom.value - magnitude) > ROUNDOFF * magnitude:
        near = magnitude.limit_denominator(_LARGEST_DENOMINATOR)
        pair = near.numerator, near.denominator
    written = Fraction(*pair)
    if abs(written - magnitude) > ROUNDOFF * magnitude:
        message = f"{show(magnitude)} is no fraction with a denominator up to {_LARGEST_DENOMINATOR}"
        raise WriteError(message)
    edits = [
        (*part.digits, print_fixed(count, 0, part.separator)) for part, count in zip(parts, pair, strict=True)
    ]
    return Draft(edits, written, Fraction(0))
