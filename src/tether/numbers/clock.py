"""Times of day, time stamps, and dates in numbers alone.

What is not one of these forms is loose. Each row is a test, as in `tether.numbers.structure`.

    at 3 pm, 11 a.m., 9:30 am                 → | 3: time, 11: time, 9: time, 30: time
    at 13 pm, 3 pmol, 3 a day, -3 pm          → 13, 3, 3, -3 |
    2026-11-30T17:49:28Z                      → | 2026: date, 11: date, 30: date, 17: name, 49: date, 28: date
    2026-11-30T17:49Z                         → | 2026: date, 11: date, 30: date, 17: name, 49: date
    at 2026-11-30T1                           → 2026, 11, 30 | 1: name
    UTC+2, GMT−5, x +2                        → +2 | 2: time, 5: time
    12/6/2017, 3/4, 12/60/2017                → 3, 4, 12, 60, 2017 | 12: date, 6: date, 2017: date
    2019/20, 2019/21                          → 2019, 21 | 2019: date, 20: date
    the class of ’98, since '98, and '98'     → 98 | 98: date, 98: date
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tether.numbers.records import Number

_STAMP = re.compile(
    r"(?<![\w.])[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-2][0-9]:[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,9})?)?"
    r"(?:Z|[+−-][0-9]{2}(?::?[0-9]{2})?)?(?![\w]|[.,:][0-9])"
)
_ZONE = re.compile(r"(?<![\w])(?:UTC|GMT)[ \u00a0]?[+−-][0-9]{1,2}(?::[0-5][0-9])?(?![\w]|[.,:][0-9])")
_HOUR = re.compile(r"[ \u00a0]?(?:[ap]\.m\.|[ap]m(?![\w]))")
_DAY = "(?:0?[1-9]|[12][0-9]|3[01])"
_SLASHED = re.compile(rf"(?<![\w./]){_DAY}/{_DAY}/(?:19|20)[0-9]{{2}}(?![\w/]|[.,][0-9])")
_SEASON = re.compile(r"(?<![\w./])(?P<first>(?:19|20)[0-9]{2})/(?P<second>[0-9]{2})(?![\w/]|[.,][0-9])")
_SHORT_YEAR = re.compile(r"(?:\A|[\s(])['’]\Z")
_AFTER_SHORT_YEAR = re.compile(r"(?!['’\w%]|[.,][0-9])")
_REACH = 40
_NOON = 12
_YEAR_SIZE = 2


def explain_clock(text: str, number: Number) -> str | None:
    """Return `time` or `date` for a whole number that is part of one, by the form alone."""
    begin = max(0, number.start - _REACH)
    window = text[begin : number.end + _REACH]
    start, end = number.digits[0] - begin, number.end - begin
    if not number.sign and 0 < number.value <= _NOON and _HOUR.match(text, number.end):
        return "time"
    for pattern, reason in ((_STAMP, "date"), (_ZONE, "time"), (_SLASHED, "date"), (_SEASON, "date")):
        for match in pattern.finditer(window):
            if match.start() <= start and end <= match.end() and _is_season(match):
                return reason
    short = len(number.figures) == _YEAR_SIZE and not number.sign and not number.unit
    if short and _SHORT_YEAR.search(window[:start]) and _AFTER_SHORT_YEAR.match(text, number.end):
        return "date"
    return None


def _is_season(match: re.Match[str]) -> bool:
    """Whether a year and two digits are of two years in a row: 2019/20; any other form is one already."""
    if match.re is not _SEASON:
        return True
    return (int(match["first"]) + 1) % 100 == int(match["second"])
