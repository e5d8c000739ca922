"""Where a page's front matter ends, and what must not be in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import yaml

from tether.problems import Problem
from tether.visible import Run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tether.sources import Source


def front_matter_end(text: str) -> int:
    """Tell the offset behind a page's front matter, as MkDocs cuts it off."""
    from mkdocs.utils.meta import get_data  # noqa: PLC0415

    return len(text) - len(get_data(text)[0])


def between_marks(head: str) -> str:
    """Give the YAML between the two lines of dashes, in front of a page."""
    lines = head.split("\n")
    last = next(
        (index for index, line in enumerate(lines[1:], 1) if line.rstrip() in {"---", "..."}), len(lines)
    )
    return "\n".join(lines[1:last])


_SHOWN = ("title", "description")
"""Front matter that readers see: as heading, in the navigation, in what a search engine shows."""
_FRAME = ("site_name", "site_description", "copyright")


def shown_front_matter(source: Source, body: int) -> Iterator[Run]:
    """Give the texts of a page's front matter that readers see."""
    if body == 0 or not source.text.startswith("---"):
        return
    try:
        root = yaml.compose(between_marks(source.text[:body]), Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        return
    for key, value in root.value if isinstance(root, yaml.MappingNode) else ():
        if key.value in _SHOWN and isinstance(value, yaml.ScalarNode):
            yield Run("text", value.value, after=(source, source.offset(value.start_mark.line + 2)))


def read_title(source: Source, body: int) -> str:
    """Give the title in a page's front matter; nothing where there is none."""
    if body == 0 or not source.text.startswith("---"):
        return ""
    try:
        told = yaml.safe_load(between_marks(source.text[:body]))
    except yaml.YAMLError:
        return ""  # said where the page is read
    return str(told.get("title") or "") if isinstance(told, dict) else ""


def shown_frame(source: Source) -> Iterator[Run]:
    """Give the texts of ``mkdocs.yml`` that stand on every page: the site's name and the nav's titles."""
    try:
        root = yaml.compose(source.text, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        return  # said where the file is loaded
    for key, value in root.value if isinstance(root, yaml.MappingNode) else ():
        if key.value in _FRAME and isinstance(value, yaml.ScalarNode):
            yield _run_of(source, value, re.sub("<[^>]*>", " ", value.value))
        elif key.value == "nav":
            yield from _titles(source, value)


def _titles(source: Source, node: yaml.Node) -> Iterator[Run]:
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _titles(source, item)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield _run_of(source, key, key.value)
            yield from _titles(source, value)


def _run_of(source: Source, node: yaml.Node, text: str) -> Run:
    return Run("text", text, after=(source, source.offset(node.start_mark.line + 1)))


def check_front_matter(source: Source, body: int) -> Iterator[Problem]:
    """Report a binding in front matter, which no reader sees, and front matter that MkDocs shows as text."""
    if "](=" in source.text[:body]:
        line, column = source.position(source.text.index("](="))
        message = "a binding in front matter is never shown"
        yield Problem(source.name, line, column, "syntax", message, "use `given:`")
    if body == 0 and source.text.startswith("---\n") and "\n---\n" in source.text[3:]:
        try:
            yaml.compose(between_marks(source.text), Loader=yaml.SafeLoader)
        except (yaml.YAMLError, RecursionError) as error:
            line, column, what = _place_error(source, error)
            message = f"not YAML, so the whole of it is shown to the reader: {what}"
            advice = "quote what holds brackets, colons or braces"
            yield Problem(source.name, line, column, "front matter", message, advice)


def _place_error(source: Source, error: Exception) -> tuple[int, int, str]:
    """Give line and column of what YAML cannot read, and what it says of it."""
    if isinstance(error, yaml.reader.ReaderError):  # a control character, by its place in the YAML
        return *source.position(source.offset(2) + error.position), f"it holds {chr(error.character)!r}"
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line, column = (mark.line + 2, mark.column + 1) if mark else (1, 1)
    return line, column, getattr(error, "problem", "") or "it is nested too deep"
