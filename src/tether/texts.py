"""Texts that reach pages from elsewhere: tables that an extension of the book reads, templates of its theme.

No page holds them, so no scanner of pages meets them. Their numbers are under the audit where they stand.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

from tether.problems import Problem
from tether.scan import Page
from tether.sources import Source
from tether.visible import Run

if TYPE_CHECKING:
    from collections.abc import Iterator

_JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)


def read_table(source: Source) -> Page:
    """Read a TOML file: each of its strings, and each number with its key, is a text for readers."""
    page = Page(source, 0)
    try:
        table = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        page.problems.append(Problem(source.name, 1, 1, "config", f"not TOML: {error}"))
        return page
    place = 0
    for text in _list_texts(table):
        words = re.split(r"[\n\"\\]", text, maxsplit=1)[0].split(" ", 1)
        found = source.text.find(words[0], place)
        place = max(found, place)
        page.runs.append(Run("text", text, after=(source, place)))
    return page


def _list_texts(value: Any, key: str = "") -> Iterator[str]:  # noqa: ANN401
    """Give strings as they are, and other values behind their keys, in the order of the file."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _list_texts(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _list_texts(inner, key)
    elif isinstance(value, str):
        yield value
    elif not isinstance(value, bool):
        yield f"{key} = {value}"


def plain_html(source: Source, *, template: bool) -> Source:
    """Give HTML without what Markdown would take for code, and a template without what is filled in.

    Blanks before a line are cut, and the marks of code become blanks; all else keeps its place.
    """
    text = _JINJA.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), source.text) if template else source.text
    lines = [re.sub("[`~]", " ", line) for line in text.split("\n")]
    bare = [line.lstrip(" \t") for line in lines]
    cut = tuple(len(line) - len(rest) for line, rest in zip(lines, bare, strict=True))
    return Source(source.path, source.name, "\n".join(bare), source.raw, cut)
