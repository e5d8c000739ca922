"""A minus that is printed before a bound number, but not directly: `−**13**`, `minus 13`, `– 13`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from tether.numbers.context import is_unary
from tether.numbers.grammar import MINUS, MINUS_LIKE
from tether.numbers.words import SMALL

if TYPE_CHECKING:
    from tether.numbers.records import Number
    from tether.numbers.tex import Scene

WHY = "a minus stands before it that may or may not be its sign"
_WINDOW = 64
INVISIBLE = "\N{SOFT HYPHEN}\N{ZERO WIDTH SPACE}\N{ZERO WIDTH NON-JOINER}\N{WORD JOINER}\ufeff"
GLUE = (
    rf"(?:[\s{INVISIBLE}*_`$(\[{{~|'\"“”‘’«€£¥₹]|<[^<>]{{1,40}}>|\\[,;:! ()\[\]{{]"
    r"|\\(?:left|[bB]igg?l?|math[a-z]{2,4}|text[a-z]{0,2}|emph|boldsymbol|bm|boxed|displaystyle|[dt]?frac)(?![a-z])"
    r"|(?:about|roughly|around|approximately|some|nearly|almost|exactly)\b)"
)
"""What may stand between a sign and its number: blanks, markup, brackets, a currency, `about`."""
_FAR = re.compile(
    rf"(?P<sign>[{MINUS_LIKE}]|(?<![\w-])(?:minus|negative)(?![\w-]))(?P<glue>{GLUE}{{0,20}})\Z",
    re.IGNORECASE,
)
_MARKUP = f" \t\r\n\u00a0\u2009\u202f*_`${INVISIBLE}"
_OPENER = re.compile(r"(?<!\\)[(\[{]|\\\{")
_CLOSED = re.compile(r"(?:[\s*_`$~%]|\\[,;:! %)]|\\right ?)*[)\]}]")
_CLOSING = tuple(")]}%°'’²³")
_LAST_WORD = re.compile(r"[^\W\d_]+\Z")
_PLUS_OR = re.compile(r"(?:\bplus(?: or|[-/])|[+±]/?)\s*\Z", re.IGNORECASE)
_NO_OPERANDS = {
    "is", "are", "was", "were", "be", "of", "to", "at", "by", "than", "from", "about", "and", "or", "gives",
    "equals", "exactly", "only", "below", "above", "under", "over", "between", "with", "reaches", "around",
    "near", "roughly", "reads", "say", "namely", "nearly", "almost", "not",
}  # fmt: skip
_COUNTED = {"hundred", "thousand", "million", "billion", "trillion", "percent", "points", *SMALL}
_DOUBLED = re.compile(rf"[{MINUS_LIKE}][ \u00a0\u2009\u202f]?[{MINUS_LIKE}+](?=[.]?[0-9])")


def attach_signs(scene: Scene, numbers: list[Number]) -> list[Number]:
    """Give each number the minus that stands before it across markup, or mark it as unreadable."""
    signed: list[Number] = []
    for number in numbers:
        floor = signed[-1].end if signed else 0
        window = max(floor, number.start - _WINDOW)
        far = _FAR.search(scene.text[window : number.start])
        signed.append(_sign(scene, number, window + far.start(), far) if far else number)
    return signed


def _sign(scene: Scene, number: Number, at: int, far: re.Match[str]) -> Number:
    verdict = _weigh(scene, at, far)
    if verdict is None:
        return number
    text, glue = scene.text, far["glue"]
    signed = replace(number, start=at, text=text[at : number.end])
    opened = _OPENER.search(glue)
    # −(13, 8) negates more than its first number
    whole = not opened or _CLOSED.search(number.text) or _CLOSED.match(text, number.end)
    if verdict == "unsure" or number.sign or number.unreadable or not whole:
        return replace(signed, unreadable=number.unreadable or WHY)
    sign = far["sign"] + glue[:1] if len(far["sign"]) > 1 else far["sign"]
    return replace(signed, value=-abs(number.value), sign=sign)


def find_doubled(text: str) -> re.Match[str] | None:
    """Find a sign behind a dash, as in ``0--1``: a reader cannot tell which of them belongs to the number."""
    return _DOUBLED.search(text)


def _weigh(scene: Scene, at: int, far: re.Match[str]) -> str | None:
    """Return `sign`, `unsure`, or None for a subtraction, a range or a dash between words."""
    mark, glue = far["sign"].lower(), far["glue"]
    before = scene.text[max(0, at - 32) : at]
    rest = before.rstrip(_MARKUP)
    if _PLUS_OR.search(before):
        return None
    if scene.is_maths(at):
        return "sign" if not rest or is_unary(before) else None
    spaced = before[-1:].isspace(), any(letter.isspace() for letter in glue)
    if mark in MINUS and spaced == (True, False):  # as where the minus touches its number
        return "sign"
    if rest[-1:] in tuple(MINUS_LIKE):  # --13: a range only after an operand
        return None if rest.rstrip(_MARKUP + MINUS_LIKE) else "unsure"
    word = _LAST_WORD.search(rest)
    if word is None:
        return None if rest[-1:].isalnum() or rest[-1:] in _CLOSING else "sign"
    return _weigh_after(word[0].lower(), mark, spaced)


def _weigh_after(word: str, mark: str, spaced: tuple[bool, bool]) -> str | None:
    """Weigh a minus that stands after a word; `spaced` tells of a blank before it and one behind it."""
    if word in _NO_OPERANDS or mark == "negative":
        return "sign"
    if len(word) == 1 or word in _COUNTED or mark == "\N{EM DASH}":
        return None
    if spaced == (True, False):
        return "sign"
    # a dash with blanks around it stands between words; a minus sign does not
    dash = spaced[0] and mark not in ("minus", MINUS[1])
    return None if dash else "unsure"
