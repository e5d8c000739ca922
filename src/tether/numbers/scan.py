"""Going through a text from literal to literal, and from number word to number word."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tether.numbers.address import find_addresses
from tether.numbers.context import find_sign, is_about, is_unbraced_argument
from tether.numbers.foreign import find_foreign_digits
from tether.numbers.grammar import DOTTED, FIRST, GLYPH, GLYPHS, MANTISSA
from tether.numbers.literal import Place, build_number, half_unit_at, read_suffix, scale_by_ten
from tether.numbers.names import GLUED, HASH, NAME, find_name
from tether.numbers.records import Number
from tether.numbers.references import is_labelled
from tether.numbers.words import UP_TO_TEN, WORDS, read_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tether.numbers.tex import Scene

SHAPE = "shape"
READABLE = (SHAPE, GLUED)
"""Reasons under which digits are read as a number all the same."""
_NOT_COUNTING = re.compile(r"\b(?:no|any|every|some|each)[ \n]\Z", re.IGNORECASE)
_PRONOUN = re.compile(r"[ \n](?:another|by one)\b")


def scan_digits(scene: Scene, *, bound: bool) -> list[Number]:
    """Read what is printed in digits; names carry their reason in `structural`."""
    text, addresses = scene.text, find_addresses(scene.text)
    numbers: list[Number] = []
    for mantissa in _find_mantissas(scene, numbers):
        start, end = mantissa.span()
        maths = scene.is_maths(start)
        separator = mantissa["separator"] or ""
        if maths and is_unbraced_argument(text, start):
            end, separator = start + 1, ""
        elif maths and separator == "_":  # there it begins a subscript
            end, separator = text.index("_", start), ""
        last = numbers[-1] if numbers else None
        reason = addresses.reason_at(start) or find_name(scene, start, end, maths=maths)
        reason = reason or _carry_name(text, last, start, end, maths=maths)
        if (reason or "." in text[start:end]) and (dotted := DOTTED.match(text, end)):
            reason, end = reason or _explain_dotted(text, start), dotted.end()
        if reason and reason not in READABLE:
            numbers.append(_record_name(text, start, end, reason, maths=maths))
            continue
        sign_start = find_sign(scene, start, maths=maths)
        if last and sign_start < last.end:
            sign_start = start
        place = Place(text, sign_start, start, end, separator, maths)
        number = build_number(place, merge_powers=bound)
        if reason or is_about(text, sign_start, maths=maths):
            about = is_about(text, sign_start, maths=maths)
            number = replace(number, about=about, structural=reason)
        numbers.append(number)
    if text.isascii():
        return numbers
    return merge(merge(numbers, _scan_glyphs(scene)), find_foreign_digits(text))


def _find_mantissas(scene: Scene, numbers: list[Number]) -> Iterator[re.Match[str]]:
    """Find the mantissas in turn; each search begins where the last of `numbers` ended."""
    position = 0
    while first := FIRST.search(scene.text, position):
        mantissa = MANTISSA.match(scene.text, first.start())
        if mantissa is None:  # a full stop before digits, as in Fig.5
            position = first.end()
            continue
        yield mantissa
        position = numbers[-1].end


def _carry_name(text: str, last: Number | None, start: int, end: int, *, maths: bool) -> str | None:
    """Carry a name on over a hyphen or a slash: x86-64, float16/32."""
    if maths or last is None or last.structural != NAME or "." in text[start:end]:
        return None
    return NAME if text[last.end : start] in ("-", "/") else None


def _explain_dotted(text: str, start: int) -> str:
    """2.4.6 is a version; §3.2.1 and Section 3.2.1 are references."""
    return "cross-reference" if is_labelled(text, start) else "version"


def _record_name(text: str, start: int, end: int, reason: str, *, maths: bool) -> Number:
    """Record digits that are not a number."""
    if reason == NAME and (tail := HASH.match(text, start)):
        end = max(end, tail.end())
    nothing = Fraction(0)
    return Number(
        start,
        end,
        text[start:end],
        nothing,
        nothing,
        "digits",
        (start, end),
        maths=maths,
        structural=reason,
    )


def _scan_glyphs(scene: Scene) -> list[Number]:
    """Read ½ and its like, each one exact number."""
    found = []
    for glyph in GLYPH.finditer(scene.text):
        value = Fraction(*GLYPHS[glyph[0]])
        found.append(Number(*glyph.span(), glyph[0], value, Fraction(0), "glyph", glyph.span()))
    return found


def scan_words(scene: Scene, *, bound: bool) -> list[Number]:
    """Read number words outside maths: all of them in a binding, those above ten in an audit."""
    text = scene.text
    found: list[Number] = []
    for phrase in WORDS.finditer(text):
        start = phrase.start()
        if scene.is_maths(start):
            continue
        tens, unit, end = read_suffix(text, phrase.end())
        alone = not (tens or phrase["hundred"] or phrase["scales"])
        if not bound and (alone or unit == "points") and (phrase["head"] or "").lower() in UP_TO_TEN:
            continue
        count, scale = read_words(phrase)
        scale += tens
        if alone and count == 1 and _is_pronoun(text, start, end):
            continue
        found.append(
            Number(
                start=start,
                end=end,
                text=text[start:end],
                value=scale_by_ten(count, scale),
                half_unit=half_unit_at(scale),
                kind="word",
                digits=phrase.span("count"),
                figures=str(count),
                scale=scale,
                unit=unit,
                about=is_about(text, start, maths=False),
            ),
        )
    return found


def _is_pronoun(text: str, start: int, end: int) -> bool:
    """Whether a `one` counts nothing: no one, one another."""
    return bool(_NOT_COUNTING.search(text[max(0, start - 8) : start]) or _PRONOUN.match(text, end))


def merge(numbers: list[Number], others: list[Number]) -> list[Number]:
    """Put two readings in order; where two overlap the first reading wins."""
    if not others:
        return numbers
    taken = {position for number in numbers for position in range(number.start, number.end)}
    free = [other for other in others if other.start not in taken and other.end - 1 not in taken]
    return sorted(numbers + free, key=lambda number: number.start)
