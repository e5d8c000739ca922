"""Bound numbers whose digits alone do not say their value: 10k, 13!, half of 13, 13 e-3."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tether.numbers.grammar import SUPERSCRIPTS
from tether.numbers.names import ATTACHED_SCALE, GLUED, NAME
from tether.numbers.signs import GLUE
from tether.numbers.words import SMALL

if TYPE_CHECKING:
    from tether.numbers.records import Number
    from tether.numbers.tex import Scene

_WINDOW = 64
_GAP = r"(?:[\s\u00a0]{1,9}|[-\u2011])"
_SMALL = "|".join(sorted(SMALL, key=len, reverse=True))
_PART = r"(?:half|halves|(?:third|quarter|fifth|sixth|seventh|eighth|ninth|tenth|hundredth|thousandth)s?)"
_HEAD = re.compile(
    rf"(?:(?<![\w-])(?:(?:twice|thrice|double|triple|treble|quadruple|half)(?:{_GAP}of)?"
    rf"|(?:an?|one|two|three|four|five|six|seven|eight|nine){_GAP}{_PART}{_GAP}of"
    rf"|(?:square|cube|root|logarithm|log|exponential|factorial|reciprocal|inverse){_GAP}of"
    rf"|sqrt|cbrt|log(?:2|10)?|ln|exp)(?![\w-])"
    r"|[√∛∜]|\\sqrt(?:\[[^\[\]]{0,8}\])?|\\(?:log|ln|exp|lg)(?![A-Za-z]))"
    rf"(?:{GLUE}|\ban?\b|[-+−]){{0,20}}\Z",
    re.IGNORECASE,
)
_CLOSED_IN = re.compile(r"(?:[({\[]|\\left ?\()[*_`$]{0,3}[-+−]?\Z")
_POWER = rf"\^(?!\[)|!|[ⁿᵈ{SUPERSCRIPTS}⁺⁻]"
_TAIL = {
    False: re.compile(rf"{_POWER}|[eE][-+−]?[0-9]\w*|[ \u00a0][eE][-+−]?[0-9]\w*|[*_`$ ]{{0,3}}π"),
    True: re.compile(
        rf"\s{{0,3}}(?:{_POWER}|_)|(?:\s|\\[,;:! ]){{0,4}}(?:π|e(?![A-Za-z])"
        r"|\\(?:pi|tau|infty|sqrt|log|ln|exp|(?:mathrm|text)\{ ?e ?\})(?![A-Za-z]))",
    ),
}
_TAIL_OF_CLOSED = re.compile(rf"(?:[)\]}}*_`$ ]|\\right ?){{1,6}}(?:{_POWER})")
_WORDS_AFTER = re.compile(
    rf"[*_`$)\]}}]{{0,4}}{_GAP}(?:squared|cubed|factorial|dozens?|gross|ppm\b|ppb\b|basis points?|to the \w+"
    rf"|per (?:mille?|hundred|thousand|[mb]illion)|and{_GAP}(?:an?|one|two|three){_GAP}{_PART})(?![\w-])",
    re.IGNORECASE,
)
_MORE_WORDS = re.compile(rf"{_GAP}(?:and{_GAP})?(?:an?{_GAP}hundred|{_SMALL})(?![\w'’])", re.IGNORECASE)
_POINT_FIVE = re.compile(rf"{_GAP}?(?:[0-9]|(?:{_SMALL}|oh)(?![\w'’]))", re.IGNORECASE)
_HUNDRED = 100
_NAMED = re.compile(r"[^\s\d]{0,24}\Z")
_DECIMAL = re.compile(r"[0-9]*\.[0-9]+")


def keep_doubtful(scene: Scene, numbers: list[Number]) -> list[Number]:
    """Leave out what is a name, and mark what cannot be read plainly with the reason."""
    text = scene.text
    kept: list[Number] = []
    floor = 0
    for index, number in enumerate(numbers):
        following = numbers[index + 1].start if index + 1 < len(numbers) else len(text)
        if number.structural == NAME and _DECIMAL.fullmatch(number.text):
            start = max(floor, number.start - len(_named(text, number.start)))
            doubtful = _mark(text, number, start, number.end, "its digits are part of a name")
            kept.append(replace(doubtful, value=Fraction(number.text), structural=None))
        elif number.structural in (None, "shape", GLUED):
            kept.append(replace(_doubt(scene, number, floor, following), structural=None))
        floor = kept[-1].end if kept else 0
    return kept


def _named(text: str, start: int) -> str:
    found = _NAMED.search(text[max(0, start - 24) : start])
    return found[0] if found else ""


def _mark(text: str, number: Number, start: int, end: int, why: str) -> Number:
    end = start + len(text[start:end].rstrip())
    return replace(number, start=start, end=end, text=text[start:end], unreadable=why)


def _doubt(scene: Scene, number: Number, floor: int, following: int) -> Number:
    """Mark a number whose value something before or behind it changes."""
    text = scene.text
    if number.unreadable:
        return number
    if number.structural == GLUED:
        scale = ATTACHED_SCALE.match(text, number.end)
        end = scale.end() if scale else _end_of_word(text, number.end)
        why = "write the scale out, as in 10 thousand" if scale else "its digits are glued to a name"
        return _mark(text, number, number.start, min(max(end, number.end), following), why)
    window = max(0, number.start - _WINDOW)
    head = _HEAD.search(text[window : number.start])
    if head:
        why = f"{head[0].strip()} changes its value"
        return _mark(text, number, max(floor, window + head.start()), number.end, why)
    tail = _find_tail(text, number)
    if tail:
        end = min(max(tail.end(), number.end), following)
        return _mark(text, number, number.start, end, f"{tail[0].strip()} after it changes its value")
    return number


def _end_of_word(text: str, end: int) -> int:
    found = re.compile(r"\w{0,64}").match(text, end)
    return found.end() if found else end


def _find_tail(text: str, number: Number) -> re.Match[str] | None:
    end = number.end
    if number.kind == "word":
        if number.value >= _HUNDRED and (more := _MORE_WORDS.match(text, end)):
            return more
    elif not number.scale:
        if tail := _TAIL[number.maths].match(text, end):
            return tail
        if _CLOSED_IN.search(text[max(0, number.start - 10) : number.start]) and (
            tail := _TAIL_OF_CLOSED.match(text, end)
        ):
            return tail
    if (
        number.unit == "points"
        and number.text.lower().endswith("point")
        and (tail := _POINT_FIVE.match(text, end))
    ):
        return tail
    return _WORDS_AFTER.match(text, end)
