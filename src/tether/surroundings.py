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


def find_touching(page: Page) -> Iterator[Problem]:
    """Report bound texts whose numbers read differently with what stands around them."""
    for run in page.runs:
        bounds = sorted(
            (start if start >= 0 else comment_start(run.text[:end]), end, key)
            for start, end, key in run.bound
        )
        for index, (start, end, key) in enumerate(bounds):
            low = max(start - _REACH, bounds[index - 1][1] if index else 0)
            high = min(end + _REACH, bounds[index + 1][0] if index + 1 < len(bounds) else len(run.text))
            seen = _read_differently(run, start, end, low, high)
            if seen and key in page.candidates:
                candidate = page.candidates[key]
                line, column = candidate.source.position(candidate.text_end)
                message = f"with what stands around it the bound text reads {seen!r}"
                advice = "take the sign, the unit or the digits into the brackets"
                yield Problem(candidate.source.name, line, column, "surroundings", message, advice)


def _read_differently(run: Run, start: int, end: int, low: int, high: int) -> str:
    """Give what a reader sees in place of the bound text; nothing where it stands by itself."""
    text = run.text[start:end]
    alone = [number for number in read_numbers(text) if not number.word]
    before, behind = _plain(run.text[low:start]), _plain(run.text[end:high])
    around = before + text + behind
    inside = [
        number
        for number in read_numbers(around)
        if not number.word and number.start < len(before) + len(text) and number.end > len(before)
    ]
    for number in inside:
        if number.start < len(before) or number.end > len(before) + len(text):
            return number.text
    if read_numbers(text) and (unit := _UNIT.match(behind)):
        return text + unit.group()
    if [_key(number) for number in inside] != [_key(number) for number in alone]:
        return around[max(len(before) - 3, 0) : len(before) + len(text) + 3]
    return ""


def _key(number: Number) -> tuple[object, object]:
    return number.value, number.half_unit


def _plain(text: str) -> str:
    """Leave out the delimiters of maths, which no reader sees."""
    return re.sub(r"\\[()\[\]]", "", text)


def comment_start(text: str) -> int:
    """Find where the text that a README's comment binds starts."""
    if text.endswith("]"):
        return text.rfind("[")
    numbers = read_numbers(text)
    return numbers[-1].start if numbers and numbers[-1].end == len(text) else len(text)
