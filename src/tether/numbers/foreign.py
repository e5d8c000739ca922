"""Digits that are not 0 to 9: full width, other scripts, circled, or raised with nothing to raise."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from tether.numbers.grammar import GLYPHS
from tether.numbers.records import Number

_DIGITS = ("Nd", "Nl", "No")
_POINTS = (
    ".,\N{FULLWIDTH FULL STOP}\N{FULLWIDTH COMMA}\N{ARABIC DECIMAL SEPARATOR}\N{ARABIC THOUSANDS SEPARATOR}"
)
_SCRIPT_SIGNS = "⁺⁻₊₋"
_SCRIPT = re.compile(r"[⁰¹²³⁴-⁹₀-₉]+")
WHY = "write it with the digits 0 to 9"


def find_foreign_digits(text: str) -> list[Number]:
    """Find the digits that no other reading reads; what they say is left to the reader.

    A raised or lowered digit after a letter, a digit or a closing bracket is an exponent or an
    index, and is not reported.
    """
    found: list[Number] = []
    start = end = -1
    for position, character in enumerate(text):
        if not _is_foreign(character):
            continue
        if position == end or (position == end + 1 and text[end] in _POINTS):
            end = position + 1
            continue
        if start >= 0:
            _add(found, text, start, end)
        start, end = position, position + 1
    if start >= 0:
        _add(found, text, start, end)
    return found


def _is_foreign(character: str) -> bool:
    return character > "\x7f" and character not in GLYPHS and unicodedata.category(character) in _DIGITS


def _add(found: list[Number], text: str, start: int, end: int) -> None:
    if _SCRIPT.fullmatch(text, start, end):
        before = text[max(0, start - 2) : start].rstrip(_SCRIPT_SIGNS)[-1:]
        if before.isalnum() or (before and before in ")]}|'’"):
            return
    span = (start, end)
    nothing = Fraction(0)
    found.append(Number(start, end, text[start:end], nothing, nothing, "digits", span, unreadable=WHY))
