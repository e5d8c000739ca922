"""What the author meant as a binding or a fence, and Markdown did not take for one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tether.headers import explain_header, read_marks
from tether.marks import SCHEME
from tether.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tether.scan import Page
    from tether.sources import Source

_BINDING_SHOWN = re.compile(rf"\]\({SCHEME}(\d+)")


@dataclass
class Seen:
    """What was met while a page was converted."""

    openers: list[tuple[Source, int, str]] = field(default_factory=list)
    """Lines that look as if they opened a fence."""
    openers_read: set[int] = field(default_factory=set)
    """Those of them that SuperFences took as part of a fence."""
    fences: set[int] = field(default_factory=set)
    """Executable fences whose place is on the page."""
    dead_links: list[str] = field(default_factory=list)
    """Destinations that look like bindings and are none."""


def find_leftovers(page: Page, seen: Seen) -> Iterator[Problem]:
    """Report what would reach the reader as raw text, or not at all."""
    yield from _find_bindings(page)
    yield from _find_unclosed(page)
    yield from _find_dead_links(page, seen)
    yield from _find_hidden_fences(page, seen)
    yield from _find_raw_fences(seen)


def _find_bindings(page: Page) -> Iterator[Problem]:
    for run in page.runs:
        for match in _BINDING_SHOWN.finditer(run.text):
            candidate = page.candidates.get(int(match.group(1)))
            if candidate is not None:
                message = "Markdown does not make this binding a link"
                advice = "write [text](=expression), or put it in backticks to show it"
                yield _at(candidate.source, candidate.start, "syntax", message, advice)
        if run.kind == "heading" and run.bound:
            candidate = page.candidates[run.bound[0][2]]
            message = "a number in a heading becomes part of its anchor, and moves it when it drifts"
            advice = "give the heading an anchor of its own: ## Text {#name}"
            yield _at(candidate.source, candidate.start, "heading", message, advice)


def _find_unclosed(page: Page) -> Iterator[Problem]:
    for key in sorted({*page.bound} & {*page.candidates}):
        candidate = page.candidates[key]
        if not candidate.closed:
            message = "the binding runs on to the next line, so that its expression cannot be read"
            advice = "write ](=expression) on one line, without spaces"
            yield _at(candidate.source, candidate.start, "syntax", message, advice)


def _find_dead_links(page: Page, seen: Seen) -> Iterator[Problem]:
    for href in seen.dead_links:
        message = (
            f"{href!r} binds nothing here: write [text](=expression), or in a README number<!--=expression-->"
        )
        yield _at(page.source, _find_unbound(page, href), "syntax", message)


def _find_unbound(page: Page, href: str) -> int:
    """Find a destination outside the places where the same text is a sound binding."""
    sound = [(page.candidates[key].start, page.candidates[key].end) for key in page.bound]
    for match in re.finditer(re.escape(href), page.source.text):
        if match.start() >= page.body and not any(start <= match.start() < end for start, end in sound):
            return match.start()
    return page.body


def _find_hidden_fences(page: Page, seen: Seen) -> Iterator[Problem]:
    for index, fence in enumerate(page.fences):
        if index not in seen.fences:
            message = (
                "the block runs, but stands in a comment, in raw HTML or in indented code and is never shown"
            )
            yield _at(fence.source, fence.source.offset(fence.line), "fence", message, "take it out of there")


def _find_raw_fences(seen: Seen) -> Iterator[Problem]:
    unread = ""
    for index, (source, number, _) in enumerate(seen.openers):
        line = source.line(number)
        if index in seen.openers_read:
            unread = ""
            continue
        marks, info = read_marks(line)
        if unread and not info and marks.startswith(unread):
            unread = ""  # closes what was just told of
            continue
        unread = marks
        offset = source.offset(number) + len(line) - len(line.lstrip(" \t>"))
        message = "SuperFences does not read this as a fence"
        yield _at(source, offset, "fence", message, explain_header(line))


def _at(source: Source, offset: int, kind: str, message: str, advice: str = "") -> Problem:
    line, column = source.position(offset)
    return Problem(source.name, line, column, kind, message, advice)
