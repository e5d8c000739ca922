"""Printing a value in the form in which another number stands."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tether.numbers.draft import Draft, draft_digits, draft_glyph, draft_word, show
from tether.numbers.draft_exact import draft_fraction, draft_power
from tether.numbers.judge import EDGE, Exact, Value, judge, make_exact
from tether.numbers.records import Number, WriteError
from tether.numbers.signs import find_doubled

if TYPE_CHECKING:
    from collections.abc import Sequence

_DRAFTS = {
    "digits": draft_digits,
    "power": draft_power,
    "word": draft_word,
    "fraction": draft_fraction,
    "glyph": draft_glyph,
}
_MOST_BITS = 10_000  # some 3,000 digits; Python itself refuses to print more than 4,300


def write(number: Number, value: Value) -> str:
    """Print a value in the form of a number: same decimals, separators, sign, exponent, words.

    Digits are rounded half to even in exact arithmetic. What is written holds when it is read
    again in its place, unless the value itself lies on a rounding edge.

    Raises `WriteError`, which says why, where the form cannot hold the value.
    """
    if number.unreadable:
        message = f"{number.text!r} cannot be read: {number.unreadable}"
        raise WriteError(message)
    exact = make_exact(value)
    if exact is None:
        message = f"{value} is not finite"
        raise WriteError(message)
    if max(exact.value.numerator.bit_length(), exact.value.denominator.bit_length()) > _MOST_BITS:
        message = f"a value of more than {_MOST_BITS} bits cannot be printed"
        raise WriteError(message)
    draft = _DRAFTS[number.kind](number, abs(exact.value))
    sign = _choose_sign(number, exact, zero=not draft.magnitude)
    if sign and not number.sign and number.kind in ("word", "glyph"):
        message = f"{show(exact.value)} is negative; {number.text!r} takes no sign, print it in digits"
        raise WriteError(message)
    written = replace(
        number,
        value=draft.magnitude if sign in ("", "+") else -draft.magnitude,
        half_unit=draft.half_unit,
        figures=draft.figures,
        sign=sign,
    )
    if judge(written, exact, EDGE)[0] in ("drifted", "sign"):
        shown = str(exact.value) if exact.whole else show(exact.value)
        why = "a whole number is printed exactly, or with 'about'" if exact.whole else "it does not fit"
        message = f"{shown} cannot be written like {number.text!r}: {why}"
        raise WriteError(message)
    return _apply(number, sign, draft)


def rewrite(text: str, numbers: Sequence[Number], values: Sequence[Value]) -> str:
    """Replace the numbers of a text that their values do not meet; nothing else changes.

    A number on the edge stays: no other digits would be better. Raises `WriteError` where a form
    cannot hold its value, and `ValueError` unless there are as many values as numbers.
    """
    before = text
    for number, value in reversed(list(zip(numbers, values, strict=True))):
        exact = make_exact(value)
        if exact and judge(number, exact, EDGE)[0] in ("holds", "edge"):
            continue
        new = write(number, value)
        if new.startswith("-") and not number.sign and not number.maths and "−" in text:
            new = "−" + new[1:]
        text = text[: number.start] + new + text[number.end :]
    if (doubled := find_doubled(text)) and not find_doubled(before):
        message = f"it would read {doubled[0]!r}, where no reader can tell a dash from a sign"
        raise WriteError(message)
    return text


def _choose_sign(number: Number, exact: Exact, *, zero: bool) -> str:
    """Keep a printed minus or plus where the value allows it; a value printed as 0 needs none."""
    minus = number.sign if number.negative else ""
    if exact.negative and (minus or not zero):
        return minus or "-"
    return "+" if number.sign == "+" and exact.value > 0 else ""


def _apply(number: Number, sign: str, draft: Draft) -> str:
    """Put the sign and the edits of a draft into the text of a number."""
    signed = number.parts[0] if number.parts else number
    edits = [(signed.start, signed.start + len(number.sign), sign), *draft.edits]
    text = number.text
    for start, end, new in sorted(edits, reverse=True):
        text = text[: start - number.start] + new + text[end - number.start :]
    return text
