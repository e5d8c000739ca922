"""Why SuperFences does not read a line as the header of an executed fence: the author's slip, named."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from typing import TYPE_CHECKING

from tether import fences

if TYPE_CHECKING:
    from collections.abc import Iterator

CLOSE_IT = 'close it with as many of the same marks, and write options it knows as key="value"'
_MARKS = re.compile(r"^[ \t>]*(?:(?:[*+-]|\d+\.)[ \t]+)*(?P<marks>`{3,}|~{3,})(?P<info>.*)$")
OPTION = re.compile(r"(?P<key>[A-Za-z_][\w-]*)[ \t]*=[ \t]*(?P<value>\"[^\"]*\"|'[^']*'|[^\s\"'}]+)")
"""One option of a header."""
_CURLY = re.compile("[\u201c\u201d\u201e\u2018\u2019]")
_BLANKS = re.compile("[\u00a0\u2000-\u200b\u202f]")


def read_marks(line: str) -> tuple[str, str]:
    """Give the marks of a fence's line and what stands behind them; nothing where it has none."""
    match = _MARKS.match(line)
    return (match["marks"], match["info"].strip()) if match else ("", "")


def find_doubled(line: str) -> list[str]:
    """Name the options that a header gives twice, of which only the last would count."""
    _, info = read_marks(line)
    counts = Counter(match["key"] for match in OPTION.finditer(info))
    return [key for key, number in counts.items() if number > 1]


def explain_header(line: str) -> str:
    """Say what to write in place of a header that is none."""
    _, info = read_marks(line)
    slips = [f"give {key} once" for key in find_doubled(line)]
    return "; ".join([*slips, *_find_slips(info)] if info else slips) or CLOSE_IT


def _find_slips(info: str) -> Iterator[str]:
    if _CURLY.search(info):
        yield "write straight quotes"
    elif _BLANKS.search(info):
        yield "write plain blanks between the options"
    else:
        options = list(OPTION.finditer(info))
        yield from _find_options(options)
        yield from _find_language(info.split(maxsplit=1)[0], options)


def _find_options(options: list[re.Match[str]]) -> Iterator[str]:
    for match in options:
        key, value = match["key"], match["value"].strip("\"'")
        if key != key.lower():
            yield f"write {key.lower()} in small letters"
        elif not match["value"].startswith(('"', "'")):
            yield f'quote the value: {key}="{value}"'
        elif key not in fences.OPTIONS and (near := difflib.get_close_matches(key, fences.OPTIONS, 1)):
            yield f"{key} is no option; did you mean {near[0]}?"


def _find_language(language: str, options: list[re.Match[str]]) -> Iterator[str]:
    runs = next((match for match in options if match["key"].lower() == "exec"), None)
    if runs is None:
        return
    if "=" in language:
        yield "name the language first: python"
    elif language not in fences.EXECUTED:
        yield f"the language of an executed fence is python, not {language}"
    if runs["key"] == "exec" and runs["value"].strip("\"'") in fences.OFF:
        yield f"exec={runs['value']} does not run the block: take its options out"
