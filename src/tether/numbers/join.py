"""What neighbouring numbers share: a trailing percent sign, `about`, a fraction bar."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tether.numbers.grammar import PROPORTION, SPREAD
from tether.numbers.literal import power_of_ten

if TYPE_CHECKING:
    from tether.numbers.records import Number

_FRACTION_HEAD = re.compile(r"\\[dt]?frac ?\{ ?\Z")
_INNER_HEAD = re.compile(r"\\[dt]?frac ?\{? ?\Z")  # of a fraction whose sign stands before it
_BARE_HEAD = re.compile(r"\\[dt]?frac\Z")
_FRACTION_MIDDLE = re.compile(r" ?\} ?\{ ?")
_AND = re.compile(r"\s{1,4}and\s{1,4}")
_CLOSING = re.compile(r"(?<!\\)[)\]}]")
_MOST_IN_BRACKETS = 64
_LONGEST_BRACKETS = 400
_LONGEST_JOINT = 32


def spread_suffixes(text: str, numbers: list[Number]) -> list[Number]:
    """Give each number of a range the sign that trails it, and each later one its `about`."""
    spread = _spread_over_brackets(text, numbers)
    for index in range(len(spread) - 2, -1, -1):
        first, second = spread[index], spread[index + 1]
        if second.scale and not first.scale and _is_range(text, first, second):
            spread[index] = _scale_like(first, second)
    for index in range(1, len(spread)):
        first, second = spread[index - 1], spread[index]
        if first.about and not second.about and _share_about(text, first, second):
            spread[index] = replace(second, about=True)
    return spread


def _scale_like(number: Number, scaled: Number) -> Number:
    """Give a number the percent sign or the scale words of another."""
    factor = power_of_ten(scaled.scale)
    return replace(
        number,
        value=number.value * factor,
        half_unit=number.half_unit * factor,
        scale=scaled.scale,
        unit=scaled.unit,
    )


def _spread_over_brackets(text: str, numbers: list[Number]) -> list[Number]:
    """Give all numbers of `(13, 20) %` the sign behind the bracket."""
    spread = list(numbers)
    for index, number in enumerate(numbers):
        if not number.scale or not (closing := _CLOSING.search(text[number.digits[1] : number.end])):
            continue
        opening = "([{"[")]}".index(closing[0])]
        first = index
        while first and opening not in text[spread[first - 1].end : spread[first].start]:
            first -= 1
            if index - first > _MOST_IN_BRACKETS or number.start - spread[first].end > _LONGEST_BRACKETS:
                break
        else:
            if first or opening in text[max(0, spread[0].start - _LONGEST_BRACKETS) : spread[0].start]:
                for place in range(first, index):
                    inner = spread[place]
                    free = not (inner.scale or inner.structural or inner.kind == "glyph")
                    spread[place] = _scale_like(inner, number) if free else inner
    return spread


def _is_range(text: str, first: Number, second: Number) -> bool:
    if (
        first.structural
        or second.structural
        or second.start - first.end > _LONGEST_JOINT
        or first.kind == "glyph"
    ):
        return False
    between = text[first.end : second.start]
    if _AND.fullmatch(between):
        return text[max(0, first.start - 8) : first.start].lower().endswith("between ")
    return SPREAD[first.maths and second.maths].fullmatch(between) is not None


def _share_about(text: str, first: Number, second: Number) -> bool:
    if second.start - first.end > _LONGEST_JOINT:
        return False
    between = text[first.end : second.start]
    return _is_range(text, first, second) or PROPORTION.fullmatch(between) is not None


def join_fractions(text: str, numbers: list[Number], expected: int | None) -> list[Number]:
    """Read `1/4` as one value where one is expected, or where all fractions as one value fit."""
    if expected is None or len(numbers) == expected or len(numbers) <= 1:
        return numbers
    joined: list[Number] = []
    index = 0
    while index < len(numbers):
        fraction = _join(text, numbers, index)
        joined.append(fraction or numbers[index])
        index += 2 if fraction else 1
    return joined if len(joined) == expected else numbers


def _join(text: str, numbers: list[Number], index: int) -> Number | None:
    """Return the fraction that begins with a number, if one does."""
    if index + 1 >= len(numbers):
        return None
    top, bottom = numbers[index], numbers[index + 1]
    span = _fraction_span(text, top, bottom)
    plain = all(
        part.kind == "digits"
        and not (part.scale or part.ordinal or part.unreadable)
        and part.exponent is None
        for part in (top, bottom)
    )
    if span is None or not plain or bottom.sign or not bottom.value:
        return None
    # Half a unit of the numerator or of the denominator, whichever says more: with the sum of
    # both, a wrong last digit could pass. Whole numbers are exact.
    exact = top.decimals == bottom.decimals == 0
    by_top = top.half_unit / bottom.value
    by_bottom = abs(top.value) * bottom.half_unit / bottom.value**2
    return replace(
        top,
        start=span[0],
        end=span[1],
        text=text[slice(*span)],
        value=top.value / bottom.value,
        half_unit=Fraction(0) if exact else min(by_top, by_bottom) or by_top,
        kind="fraction",
        digits=span,
        figures="",
        parts=(top, bottom),
    )


def _fraction_span(text: str, top: Number, bottom: Number) -> tuple[int, int] | None:
    between = text[top.end : bottom.start]
    if between == "/":
        # 2026/11/30 and 1/2/3 are no fractions.
        alone = text[top.start - 1 : top.start] != "/" and text[bottom.end : bottom.end + 1] != "/"
        return (top.start, bottom.end) if alone else None
    before = text[max(0, top.start - 9) : top.start]
    braced = _FRACTION_MIDDLE.fullmatch(between) is not None
    if not braced and between:
        return None
    start = top.start
    if not _INNER_HEAD.search(text[start : top.digits[0]]):
        head = (_FRACTION_HEAD if braced else _BARE_HEAD).search(before)
        if head is None:
            return None
        start -= len(head[0])
    close = text.find("}", bottom.end, bottom.end + 2) + 1 if braced else bottom.end
    return (start, close) if close else None
