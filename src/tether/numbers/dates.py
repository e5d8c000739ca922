"""Dates, years and times of day, where their position says that they are."""

from __future__ import annotations

import re

from tether.numbers.records import Number

_MONTH = (
    "(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?)"
)
_YEAR = re.compile("(?:19|20)[0-9]{2}")
_ISO = re.compile(r"(?<![\w.])[0-9]{4}([-/])[0-9]{2}\1[0-9]{2}(?![\w]|\.[0-9])")
_DAY_BEFORE = re.compile(rf"[ \u00a0]{_MONTH}(?![a-z])")
_MONTH_BEFORE = re.compile(rf"(?<![\w]){_MONTH}[ \u00a0](?:[0-9]{{1,2}},?[ \u00a0])?\Z")
_PREPOSITION = re.compile(
    r"(?<![\w-])(?:in|of|since|by|from|until|till|before|after|around|circa|during|year|years|early|late|mid|spring|summer"
    r"|autumn|fall|winter|copyright|©)[ \n\u00a0]\Z",
    re.IGNORECASE,
)
_CITED = re.compile(
    r"(?:\bet al\.?,?|(?<![\w-])(?!(?:With|Over|About|Some|Only|All|The|At|For|After|To|By|On|And|Or|But|If|Than|Its|Our|An?|Then"
    r"|Now|When|Of|These|Those|Each|Every|Both|Here|There|Use|Take|Set|Let|Draw|Run|Out|Up)[ ,])[A-Z][\w'’\-]+,?)[ \n\u00a0]\Z",
)
_SINGULAR = re.compile(
    r"[ \n](?:(?:associative|original|famous|first|classic|seminal)[ \n])?"
    r"(?:network|net|rule|paper|memory|article|book|post|study|work|result|proof|theory|report|talk|edition|version"
    r"|conference|release|preprint|note|thesis|idea|model|architecture|formulation)\b",
)
_DETERMINER = re.compile(r"(?:(?<![\w-])(?:the|a|an|its|this|that|their|his|her)|['’]s)[ \n]\Z", re.IGNORECASE)
# After a year may come the end, punctuation, a name, or one of these; a noun counts things.
_FOLLOWS_YEAR = re.compile(
    r"\s*\Z|[.,;:!?)\]\"'”’*_](?!\d)|[ \n]*[(\u2014\u2013-]|[ \n][A-Z*_\[]|[ \n](?:and|or|the|a|an|by|to|with|is|was|were|are|has|had|have|it"
    r"|we|as|at|on|in|for|from|but|that|this|which|who|when|while|until|through|already|showed|introduced|they|he|she|did|does"
    r"|came|after|before|where|if|not|only|then|its|until|still|paper)\b",
)
_CLOSED = re.compile(r"[);]|,[ \n]")
_RANGE = re.compile(r"[ ]?[-\u2013/][ ]?|[ \n](?:to|and|or|until)[ \n]|,[ \n](?:and[ \n])?")
_CLOCK = re.compile(r"(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?P<seconds>:[0-5][0-9])?(?![\w:])")
_CLOCK_AT = re.compile(r"(?<![\w-])(?:at|by|from|until|since|till|before|after)[ \n]\Z", re.IGNORECASE)
_CLOCK_UNIT = re.compile(r"[ \u00a0]?(?:a\.?m|p\.?m|UTC|GMT|o'clock)\b")


def explain_date(text: str, number: Number, previous: Number | None) -> str | None:
    """Return `date` or `time` for a whole number that is part of one."""
    if number.sign and not (previous and previous.structural == "date"):
        return None
    start = number.digits[0]
    size = len(number.figures)
    if size <= 2:  # noqa: PLR2004 (a day, a month, an hour or a minute)
        return _explain_small(text, number, previous, start)
    if size != 4:  # noqa: PLR2004 (a year)
        return None
    if _ISO.match(text, start):
        return "date"
    if not _YEAR.fullmatch(number.figures):
        return None
    return "date" if _is_year(text, start, number.end, previous) else None


def _explain_small(text: str, number: Number, previous: Number | None, start: int) -> str | None:
    for back in (5, 8):
        if start >= back and text[start - 1] in "-/" and _ISO.match(text, start - back):
            return "date"
    if _DAY_BEFORE.match(text, number.end):
        return "date"
    before = text[max(0, start - 24) : start]
    if before[-1:] in (" ", "\u00a0") and number.value <= 31 and _MONTH_BEFORE.search(before):  # noqa: PLR2004
        return "date"
    if text[number.end : number.end + 1] == ":" or before.endswith(":"):
        return _explain_time(text, start, before, previous)
    return None


def _explain_time(text: str, start: int, before: str, previous: Number | None) -> str | None:
    if before.endswith(":"):
        return "time" if previous is not None and previous.structural == "time" and previous.end == start - 1 else None
    clock = _CLOCK.match(text, start)
    if clock is None:
        return None
    named = clock["seconds"] or _CLOCK_AT.search(before) or _CLOCK_UNIT.match(text, clock.end())
    return "time" if named else None


def _is_year(text: str, start: int, end: int, previous: Number | None) -> bool:
    before = text[max(0, start - 40) : start]
    after = text[end : end + 48]
    if after.startswith("s") and not after[1:2].isalnum():
        return True
    if before.endswith("(") and after.startswith(")"):
        return True
    if previous is not None and previous.structural == "date" and _RANGE.fullmatch(text[previous.end : start]):
        return _FOLLOWS_YEAR.match(after) is not None
    if _MONTH_BEFORE.search(before):
        return True
    if _DETERMINER.search(before):
        return _SINGULAR.match(after) is not None
    if not _FOLLOWS_YEAR.match(after):
        return False
    if before.lower().endswith("between "):
        return re.match(r"[ \n]and[ \n](?:19|20)[0-9]{2}(?![\w.]*\d)", after) is not None
    return _PREPOSITION.search(before) is not None or _CITED.search(before) is not None
