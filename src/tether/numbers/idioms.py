r"""Numbers that only count on, or that stand in a set phrase.

What is not one of these forms is loose. Each row is a test, as in `tether.numbers.structure`.

    1) one 2) two 3) three                    → | 1: list mark, 2: list mark, 3: list mark
    we try 2) keys (of 13) and 1) so on       → 2, 13 | 1: 0 or 1
    f(1) and g(2) of them                     → 2 | 1: 0 or 1
    the 20th century, 19th-century maths      → | 20th: ordinal, 19th: ordinal
    the 20th/21st century                     → | 20th: ordinal, 21st: ordinal
    18th and 19th centuries                   → | 18th: ordinal, 19th: ordinal
    twenty-first century                      → | twenty: ordinal
    the 31st Conference, 13th International Symposium → | 31st: ordinal, 13th: ordinal
    the 31st key, a hundred times, fifty-fifty → 31st, a hundred, fifty |
    HTTP 404, port 8080, 404 ports, HTTP 2000 → 404, 2000 | 404: name, 8080: name
    $i = 1, 2, \dots, n$                      → | 1: 0 or 1, 2: enumeration
    $i = 0, 1, 2, 3, \ldots$                  → | 0: 0 or 1, 1: 0 or 1, 2: enumeration, 3: enumeration
    $i = 1, 3, \dots$                         → 3 | 1: 0 or 1
    $x = 0.5, 2, \dots$                       → 0.5, 2 |
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tether.numbers.records import Number

_CENTURY = re.compile(
    r"(?:(?:/|[ ]and[ ]|[ ]or[ ]|[-–])[0-9]{1,2}(?:st|nd|rd|th))?[- \u00a0]centur(?:y|ies)(?![\w])"
)
_CENTURY_IN_WORDS = re.compile(
    r"(?:-(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))[- ]centur(?:y|ies)(?![\w])"
)
_MEETING = re.compile(
    r"[ \n\u00a0](?:[A-Z][\w-]*[ \n]){0,3}(?:Conference|Symposium|Workshop|Meeting|Congress|Edition)(?![a-z])"
)
_BEFORE_CODE = re.compile(r"(?<![\w-])(?:HTTP|(?P<port>[Pp]ort))[ \u00a0]\Z")
_STATUS = re.compile("[1-5][0-9]{2}")
_ITEM = re.compile(r"\)[ ]")
_BEFORE_ITEM = re.compile(r"(?:\A|[\s;,:.—])\Z")
_COUNTED = re.compile(r"(?:\A|[^\w.,])((?:[0-9]\s{0,2},\s{0,2}){1,8})\Z")
_GOES_ON = re.compile(r"(?:\s{0,2},\s{0,2}[0-9]){0,8}\s{0,2},\s{0,2}(?:\\[lc]?dots(?![A-Za-z])|…|\.\.\.)")
_WINDOW = 48
_LARGEST_PORT = 65535


def explain_ordinal(text: str, number: Number) -> str | None:
    """Recognise the 20th century and the 31st Conference."""
    pattern = _CENTURY_IN_WORDS if number.kind == "word" else _CENTURY
    if pattern.match(text, number.end):
        return "ordinal"
    return "ordinal" if number.kind != "word" and _MEETING.match(text, number.end) else None


def explain_code(text: str, number: Number) -> str | None:
    """Recognise HTTP 404 and port 8080."""
    if number.sign or not 0 < number.value <= _LARGEST_PORT:
        return None
    before = _BEFORE_CODE.search(text[max(0, number.start - _WINDOW) : number.start])
    return "name" if before and (before["port"] or _STATUS.fullmatch(number.figures)) else None


def is_counted_on(text: str, number: Number) -> bool:
    r"""Whether a digit of a formula only counts on from 0 or 1 to dots: `1, 2, \dots, n`."""
    before = _COUNTED.search(text[max(0, number.start - _WINDOW) : number.start])
    if before is None or len(number.figures) > 1 or not _GOES_ON.match(text, number.end):
        return False
    counted = [int(digit) for digit in re.findall("[0-9]", before[1])]
    expected = list(range(counted[0], counted[0] + len(counted) + 1))
    return counted[0] <= 1 and [*counted, int(number.value)] == expected


def is_item(text: str, number: Number, last: Number | None) -> bool:
    """Whether this marks an item within a line: `1) … 2) …`."""
    before = text[max(0, number.start - _WINDOW) : number.start]
    opened = before.rfind("(") > before.rfind(")")
    if number.sign or opened or not _ITEM.match(text, number.end) or not _BEFORE_ITEM.search(before):
        return False
    if number.value == 1:
        return re.search(r"[\s;,:.—]2\)[ ]", text[number.end :]) is not None
    return last is not None and number.value == last.value + 1
