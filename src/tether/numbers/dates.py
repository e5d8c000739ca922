"""Dates, years and times of day, where their position says that they are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tether.numbers.authors import is_bracketed_count, is_cited, is_of_year

if TYPE_CHECKING:
    from tether.numbers.records import Number

DATE = "date"
TIME = "time"

_MONTH = (
    "(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?)"
)
_YEAR = re.compile("(?:19|20)[0-9]{2}")
_ROUND = {
    "2000",
    "2048",
}  # far more often counts than years: only a name, a month or brackets make them years
_ISO = re.compile(r"(?<![\w.])[0-9]{4}([-/])[0-9]{2}\1[0-9]{2}(?![\w]|\.[0-9])")
_MONTH_AFTER = re.compile(rf"[ \u00a0]{_MONTH}(?![a-z])")
_MONTH_BEFORE = re.compile(rf"(?<![\w]){_MONTH}[ \u00a0](?:[0-9]{{1,2}},?[ \u00a0])?\Z")
_PREPOSITION = re.compile(
    r"(?<![\w-])(?:in|since|until|till|before|after|circa|during|years?|early|late|mid|spring"
    r"|summer|autumn|fall|winter|copyright|©)[ \n\u00a0]\Z",
    re.IGNORECASE,
)
_WORK = (
    "(?:network|net|rule|paper|memory|article|book|post|study|work|result|proof|theory|report|talk|edition"
    "|version|conference|release|preprint|note|thesis|idea|model|architecture|formulation)"
)
_SINGULAR = re.compile(
    rf"[ \n](?:(?:associative|original|famous|first|classic|seminal)[ \n])?{_WORK}\b",
)
_PUBLISHED = re.compile(r",[ \n](?:arXiv|doi|DOI|ISBN|https?:|pages?[ \n]|pp\.)")
_FROM = re.compile(r"(?<![\w-])[Ff]rom[ \n]\Z")
_TO_YEAR = re.compile(r"(?:[ \n](?:to|until|through)[ \n]|[-\u2013])(?:19|20)[0-9]{2}(?![\w]|[.,]\d)")
_DETERMINER = re.compile(
    r"(?:(?<![\w-])(?:the|a|an|its|this|that|their|his|her)|['’]s)[ \n]\Z", re.IGNORECASE
)
# After a year come the end, punctuation, a name, or one of these words; any other word is counted by it.
_AFTER_YEAR = re.compile(
    r"\s*\Z|[.,;:!?)\]\"'”’*_](?!\d)|[ \n]*[(\u2014\u2013-]|[ \n][A-Z*_\[]"
    r"|[ \n](?:and|or|the|a|an|by|to|with|is|was|were|are|has|had|have|it|we|as|at|on|in|for|from|but|that"
    r"|this|which|who|when|while|until|through|already|showed|introduced|they|he|she|did|does|came|after|before"
    r"|where|if|not|only|then|its|still)\b",
)
_BETWEEN = re.compile(r"(?<![\w-])between[ \n]\Z", re.IGNORECASE)
_AND_YEAR = re.compile(r"[ \n]and[ \n](?:19|20)[0-9]{2}(?![\w]|[.,]\d)")
_JOINED = re.compile(r"[ ]?[-\u2013/][ ]?|[ \n](?:to|and|or|until)[ \n]|,[ \n](?:and[ \n])?")
_BEFORE_YEARS = (DATE, "citation mark", "address")  # 79:2554–2558, 1982
_CLOCK = re.compile(r"(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?P<seconds>:[0-5][0-9])?(?![\w:])")
_CLOCK_AT = re.compile(r"(?<![\w-])(?:at|by|from|until|since|till|before|after)[ \n]\Z", re.IGNORECASE)
_CLOCK_UNIT = re.compile(r"[ \u00a0]?(?:a\.?m|p\.?m|UTC|GMT|o'clock)\b")
_LONGEST_DAY = 2
_LONGEST_JOINT = 8
_YEAR_DIGITS = 4
_LAST_DAY = 31


def explain_date(text: str, number: Number, previous: Number | None) -> str | None:
    """Return `date` or `time` for a whole number that is part of one."""
    start, size = number.digits[0], len(number.figures)
    if number.sign and not (previous and previous.structural == DATE):
        return None
    if size <= _LONGEST_DAY:
        if _is_day(text, number, start):
            return DATE
        return TIME if _is_time(text, number, start, previous) else None
    if size != _YEAR_DIGITS:
        return None
    is_year = _YEAR.fullmatch(number.figures) and _is_year(text, number, start, previous)
    return DATE if is_year or _ISO.match(text, start) else None


def _is_day(text: str, number: Number, start: int) -> bool:
    """Whether this is the day or the month of a date."""
    joined = text[start - 1 : start] in ("-", "/")
    if joined and any(_ISO.match(text, start - back) for back in (5, 8) if start >= back):
        return True
    before = text[max(0, start - 24) : start]
    named = _MONTH_AFTER.match(text, number.end) or (
        before[-1:] in (" ", "\u00a0") and _MONTH_BEFORE.search(before)
    )
    if not named or number.value > _LAST_DAY:
        return False
    # In May 31 runs failed
    return bool(_MONTH_AFTER.match(text, number.end) or _AFTER_YEAR.match(text[number.end : number.end + 48]))


def _is_time(text: str, number: Number, start: int, previous: Number | None) -> bool:
    """Whether this is part of a time of day: with seconds, `at`, or `pm`."""
    if text[start - 1 : start] == ":":
        return previous is not None and previous.structural == TIME and previous.end == start - 1
    clock = _CLOCK.match(text, start) if text[number.end : number.end + 1] == ":" else None
    if clock is None:
        return False
    before = text[max(0, start - 8) : start]
    return bool(clock["seconds"] or _CLOCK_AT.search(before) or _CLOCK_UNIT.match(text, clock.end()))


def _is_year(text: str, number: Number, start: int, previous: Number | None) -> bool:
    before = text[max(0, start - 40) : start]
    after = text[number.end : number.end + 48]
    if before.endswith("(") and after.startswith(")"):
        return not is_bracketed_count(before)
    dated = _MONTH_BEFORE.search(before) and (_AFTER_YEAR.match(after) or _SINGULAR.match(after))
    if dated or (after.startswith("s") and not after[1:2].isalnum()):  # the 1980s
        return True
    if not _AFTER_YEAR.match(after):
        return bool(_DETERMINER.search(before) and _SINGULAR.match(after)) and number.figures not in _ROUND
    joined = (
        previous is not None
        and previous.structural in _BEFORE_YEARS
        and _JOINED.fullmatch(text[previous.end : start][:_LONGEST_JOINT])
    )
    if joined or is_cited(text[max(0, start - 80) : start]) or _PUBLISHED.match(after):
        return True
    return number.figures not in _ROUND and _is_placed(before, after)


def _is_placed(before: str, after: str) -> bool:
    """Whether a year's preposition stands before it: in 1982, the plan of 1982, from 1982 to 2020."""
    return bool(
        _PREPOSITION.search(before)
        or is_of_year(before)
        or (_FROM.search(before) and _TO_YEAR.match(after))
        or (_BETWEEN.search(before) and _AND_YEAR.match(after))
    )
