"""How long a page takes to read, from its text alone, so that two builds say the same.

The speeds are ours: slower than those measured for novels, since this is a book with formulas.
"""

import re
from functools import lru_cache
from math import ceil

WORDS_A_MINUTE = 200
SECONDS = {"formula": 10.0, "figure": 20.0, "row": 3.0, "line": 2.0}
"""For a formula on lines of its own, what a block draws or prints, a table's row, a line of code."""

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})([^\n]*)\n(.*?)^[ \t]*\1[ \t]*$", re.DOTALL | re.MULTILINE)
_FORMULA = re.compile(r"\$\$.+?\$\$", re.DOTALL)
_INLINE = re.compile(r"(?<![\\$])\$[^$\n]+\$")
_LINK = re.compile(r"\]\([^)\s]*\)|\[\^[^\]]+\]|\{[:#.][^}\n]*\}|<[^>\n]+>")
_ROW = re.compile(r"^\|.*\|[ \t]*$", re.MULTILINE)
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
_WORD = re.compile(r"\w[\w'’.,-]*")


def drop_code(body: str) -> str:
    """Blank out fences, code in backticks and comments, such that all else keeps its place."""
    for pattern in (_COMMENT, _FENCE, _CODE):
        body = pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), body)
    return body


@lru_cache(maxsize=256)
def count_minutes(body: str) -> int:
    """Give the minutes that the Markdown text of a page takes, rounded up."""
    seconds = 0.0
    body = _COMMENT.sub(" ", body)
    for match in _FENCE.finditer(body):
        runs, lines = "exec=" in match[2], match[3].count("\n")
        seconds += SECONDS["figure"] if runs else 0.0
        seconds += SECONDS["line"] * lines if not runs or "source=" in match[2] else 0.0
    body = _FENCE.sub(" ", body)
    seconds += SECONDS["formula"] * len(_FORMULA.findall(body))
    body = _INLINE.sub(" x ", _FORMULA.sub(" ", body))
    seconds += SECONDS["row"] * len(_ROW.findall(body))
    body = _ROW.sub(" ", body)
    words = len(_WORD.findall(_LINK.sub(" ", body)))
    return max(1, ceil((60 * words / WORDS_A_MINUTE + seconds) / 60))
