"""What touches a bound text from outside, and makes the reader see another number than the one checked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tether.numbers import Number, read_numbers
from tether.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tether.scan import Page
    from tether.visible import Run

_REACH = 24
"""How many characters on each side are looked at."""
_UNIT = re.compile(
    r"[ \u00a0\u2009\u202f]?(?:%|‰|percent\b|per cent\b|pct\b|(?:thousand|million|billion|trillion)\b)"
)
_HARMLESS = re.compile(r"(?:st|nd|rd|th)|[ \u00a0](?:percentage )?points?")
"""What may follow a bound number, although it belongs to how a number is written."""
_DIGIT_BEFORE = re.compile(r"\d[.,]?\Z")
_DIGIT_BEHIND = re.compile(r"[.,]?\d")


def find_touching(page: Page) -> Iterator[Problem]:
    """Report bound texts whose numbers read differently with what stands around them."""
    for run in page.runs:
        bounds = sorted(
            (start if start >= 0 else comment_start(run.text[:end]), end, key)
            for start, end, key in run.bound
        )
        for start, end, key in bounds:
            seen = _read_differently(run, start, end)
            if seen and key in page.candidates:
                candidate = page.candidates[key]
                line, column = candidate.source.position(candidate.text_end)
                message = f"with what stands around it the bound text reads {seen!r}"
                advice = "take the sign, the unit or the digits into the brackets"
                yield Problem(candidate.source.name, line, column, "surroundings", message, advice)


def _read_differently(run: Run, start: int, end: int) -> str:
    """Give what a reader sees in place of the bound text; nothing where it stands by itself."""
    text = run.text[start:end]
    before = _plain(run.text[max(start - _REACH, 0) : start])
    behind = _plain(run.text[end : end + _REACH])
    around = before + text + behind
    first, last = len(before), len(before) + len(text)
    alone = [number for number in read_numbers(text) if not number.word]
    inside = [
        number
        for number in read_numbers(around)
        if number.start < last and number.end > first and not number.word
    ]
    for number in inside:
        beyond = around[last : number.end]
        if number.start < first or (beyond and not _HARMLESS.fullmatch(beyond)):
            return number.text
    if read_numbers(text) and (unit := _UNIT.match(behind)):
        return text + unit.group()
    glued = alone and (_DIGIT_BEFORE.search(before) or _DIGIT_BEHIND.match(behind))
    if glued or (
        len(inside) == len(alone) and [_key(item) for item in inside] != [_key(item) for item in alone]
    ):
        return around[max(first - 3, 0) : last + 3]
    return ""


def _key(number: Number) -> tuple[object, object]:
    # Points that stand outside are a unit of the words, not of the number: 5 points of light.
    scale = 100 if number.unit == "points" else 1
    return number.value * scale, number.half_unit * scale


def _plain(text: str) -> str:
    """Leave out the delimiters of maths, which no reader sees."""
    return re.sub(r"\\[()\[\]]", "", text)


def comment_start(text: str) -> int:
    """Find where the text that a README's comment binds starts."""
    if text.endswith("]"):
        return text.rfind("[") if "[" in text else len(text)
    numbers = read_numbers(text)
    return numbers[-1].start if numbers and numbers[-1].end == len(text) else len(text)
