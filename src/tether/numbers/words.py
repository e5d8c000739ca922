"""Number words: `thirteen`, `twenty-six`, `a hundred thousand`, and back."""

from __future__ import annotations

import re

from tether.numbers.grammar import POWERS_OF_TEN
from tether.numbers.records import WriteError

_UNITS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_TEENS = [
    "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
    "eighteen", "nineteen",
]  # fmt: skip
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
SMALL = {word: number for number, word in enumerate(["zero", *_UNITS, *_TEENS])}
SMALL |= {word: 10 * number for number, word in enumerate(_TENS, 2)}
TEN = 10
UP_TO_TEN = frozenset(word for word, number in SMALL.items() if number <= TEN)
HUNDRED = 100

_GAP = r"(?:[-\u2011]|[ \t]{1,2}|[ \t]?\r?\n[ \t]{0,8}|\u00a0)"
_SMALL = rf"(?:(?:{'|'.join(_TENS)})(?:[-\u2011](?:{'|'.join(_UNITS)}))?|{'|'.join(_TEENS + _UNITS)}|zero)"
_SCALES = "thousand|million|billion|trillion"
WORDS = re.compile(
    rf"(?i:(?<![\w\-\u2011'’])(?P<count>(?:(?P<head>{_SMALL})|(?P<article>an?)(?={_GAP}(?:hundred|{_SCALES})\b))"
    rf"(?P<hundred>{_GAP}hundred(?:{_GAP}and{_GAP}(?P<rest>{_SMALL}))?)?)"
    rf"(?P<scales>(?:{_GAP}(?:{_SCALES}))*)(?![\w'’]))",
)
# Every audited phrase holds one of these; looking for them first keeps long pages quick.
_TELLTALES = (
    "eleven", "twelve", "teen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty",
    "ninety", "hundred", "thousand", "illion", "percent", "per cent", "points",
)  # fmt: skip


def may_hold_large_words(text: str) -> bool:
    """Whether a text can hold a number word that an audit reports."""
    lowered = text.lower()
    return any(telltale in lowered for telltale in _TELLTALES)


def value_of(phrase: str) -> int:
    """Return the value of a phrase below a hundred: 26 for `Twenty-Six`."""
    return sum(SMALL[word] for word in re.split(r"[-\u2011]", phrase.lower()))


def read_words(match: re.Match[str]) -> tuple[int, int]:
    """Return the count that a match of `WORDS` names and the power of ten of its scale words."""
    count = value_of(match["head"]) if match["head"] else 1
    if match["hundred"]:
        count = HUNDRED * count + (value_of(match["rest"]) if match["rest"] else 0)
    scales = re.findall("[a-z]+", match["scales"].lower())
    return count, sum(POWERS_OF_TEN[word] for word in scales)


def spell(count: int, like: str) -> str:
    """Spell a whole number in words with the capital and the hyphen of `like`.

    Raises `WriteError` beyond ninety-nine, or beyond nine hundred and ninety-nine where `like`
    itself counts in hundreds.
    """
    if count < 0:
        message = f"{count} is negative; print it in digits"
        raise WriteError(message)
    hundreds, rest = divmod(count, HUNDRED)
    if hundreds and ("hundred" not in like.lower() or hundreds >= TEN):
        message = f"{count} is beyond ninety-nine; print it in digits"
        raise WriteError(message)
    phrase = _spell_small(rest, "\u2011" if "\u2011" in like else "-") if rest or not hundreds else ""
    if hundreds:
        phrase = _UNITS[hundreds - 1] + " hundred" + (" and " + phrase if phrase else "")
    return phrase.capitalize() if like[:1].isupper() else phrase


def _spell_small(count: int, hyphen: str) -> str:
    """Spell 0 to 99."""
    small = ["zero", *_UNITS, *_TEENS]
    if count < len(small):
        return small[count]
    tens, units = divmod(count, 10)
    return _TENS[tens - 2] + (hyphen + _UNITS[units - 1] if units else "")
