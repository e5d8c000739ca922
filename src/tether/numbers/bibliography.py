"""Volumes, issues, pages and citation marks, as reference lists write them.

What is not one of these forms is loose. Each row is a test, as in `tether.numbers.structure`.

    Nature 323, 533-536 (1986)   → | 323: citation mark, 533: citation mark, 536: citation mark, 1986: date
    Rev. Lett. 55, 1530 (1985)   → | 55: citation mark, 1530: citation mark, 1985: date
    Computation 9(8), 35–80      → 9, 8, 35, 80 |
    Computation 9(8), 1735 (1997)  → | 9: citation mark, 8: citation mark, 1735: citation mark, 1997: date
    Nature 323 (1986) 533–536    → | 323: citation mark, 1986: date, 533: citation mark, 536: citation mark
    In NIPS 30, pp. 5998–6008    → | 30: citation mark, 5998: citation mark, 6008: citation mark
    pp. 5998–6008, 2017.         → | 5998: citation mark, 6008: citation mark, 2017: date
    pages 5998-6008              → | 5998: citation mark, 6008: citation mark
    NeurIPS 30 (2017)            → | 30: citation mark, 2017: date
    Loss 323, and 533-536 keys                → 323, 533, 536 |
    Review E 50, 3171, in 323, 533 (1986)     → 50, 3171, 323, 533 | 1986: date
    as in [2, 3]                 → | 2: citation mark, 3: citation mark
    see [4–6]                    → | 4: citation mark, 6: citation mark
    (cf. [12, p. 3])             → | 12: citation mark, 3: cross-reference
    Brown et al. [7, 8]          → | 7: citation mark, 8: citation mark
    weights in [2, 3], over [4–6], as [2, 3]  → 2, 3, 4, 6, 2, 3 |
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tether.numbers.authors import is_pointed_at

if TYPE_CHECKING:
    from tether.numbers.records import Number

_GAP = r"[ \n\u00a0]"
_YEAR = r"\((?:19|20)[0-9]{2}\)"
_VOLUME = r"[0-9]{1,4}(?:\([0-9]{1,4}(?:[-–][0-9]{1,4})?\))?"
_RANGE = r"[0-9]{1,6}[-–][0-9]{1,6}"
_PAGES = rf"(?:pages?|pp?\.){_GAP}{_RANGE}"
# What a capital letter and these forms together can hardly be but a place in print.
_PLACES = re.compile(
    rf"(?<![\w-])[A-Z][\w.&’'-]*,?{_GAP}(?P<numbers>"
    rf"{_VOLUME},{_GAP}(?:{_RANGE}|[0-9]{{1,6}}){_GAP}{_YEAR}"  # Nature 323, 533-536 (1986)
    rf"|{_VOLUME}{_GAP}{_YEAR}[,:]?{_GAP}(?:{_RANGE}|{_PAGES})"  # Nature 323 (1986) 533-536
    rf"|{_VOLUME},{_GAP}{_PAGES}"  # NeurIPS 30, pp. 5998-6008
    rf")(?![\w]|[.,][0-9])"
    rf"|(?<![\w-])(?i:{_PAGES})(?![\w]|[.,][0-9])"  # pp. 5998-6008
)
_PROCEEDINGS = re.compile(
    r"(?<![\w-])(?:NIPS|NeurIPS|LNCS|LNAI|CEUR|PMLR|JMLR|TMLR|TACL|ICLR|ICML|AAAI|IJCAI)"
    rf"{_GAP}(?P<numbers>[0-9]{{1,5}}){_GAP}{_YEAR}"
)
_LIST = re.compile(
    r"\[[0-9]{1,3}(?:(?:,[ ]?|[ ]?[-–][ ]?)[0-9]{1,3})*(?:,[ ](?:p|pp|ch|sec|fig|eq)\.[ ][0-9]{1,5})?\]"
)
# A list may stand where one mark may, but `in` alone may lead to an interval as well.
_LEADING = re.compile(
    r"(?:(?<![\w-])(?:[Ss]ee|cf\.|also|e\.g\.,?|[Rr]efs?\.?|[Rr]eferences?"
    r"|(?:as|shown|described|given|found|proved|proven|reported|introduced|defined|proposed|derived|explained)"
    r"[ \n](?:in|by))[ \n\u00a0]|[.;\"”’])\Z"
)
_REACH = 96


def is_in_print(text: str, number: Number) -> bool:
    """Whether a number is part of where something was printed."""
    begin = max(0, number.start - _REACH)
    window = text[begin : number.end + _REACH]
    start, end = number.start - begin, number.end - begin
    return any(
        match.start() <= start and end <= match.end()
        for pattern in (_PLACES, _PROCEEDINGS)
        for match in pattern.finditer(window)
    )


def is_in_list(text: str, number: Number) -> bool:
    """Whether a number stands in the brackets of a citation of several works: `see [4–6]`."""
    start = text.rfind("[", max(0, number.start - _REACH), number.start)
    match = _LIST.match(text, start) if start >= 0 else None
    if match is None or match.end() < number.end:
        return False
    before = text[max(0, start - _REACH) : start]
    return _LEADING.search(before) is not None or is_pointed_at(before + "[")
