"""What a reader sees of a converted page: its runs of text, with marks, bindings and maths told apart."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from tether.marks import MARKS, Candidate, Marker, read_key
from tether.spoken import list_spoken, list_styled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from markdown import Markdown

    from tether.sources import Source

_STX, _ETX = "\u0002", "\u0003"
_PLACEHOLDER = re.compile(rf"{_STX}(?:wzxhzdk:(\d+)|(\d+)|(amp)|[^{_STX}{_ETX}]*){_ETX}")
_SILENT = {"script", "style", "template"}
_CODE = {"code", "pre", "kbd", "samp", "textarea"}
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
OPAQUE = "\ufffc"
"""Stands in a run for what is not prose: code, an image, a footnote mark."""
_INSTEAD = {
    "br": "\n",
    **dict.fromkeys(("img", "svg", "picture", "video", "audio", "input", "button", "meter"), OPAQUE),
}
"""What parts the text before an element of raw HTML from the text behind it."""


@dataclass(frozen=True)
class Note:
    """An HTML comment, and where it stands: in the run, and in its source."""

    offset: int
    text: str
    source: Source
    place: int


@dataclass
class Run:
    """One stretch of text that is read together: a paragraph, a cell, a heading, an alt text."""

    kind: str
    """``text``, ``heading`` (without an id of its own), ``attribute`` or ``html``."""
    text: str = ""
    marks: list[tuple[int, Source, int]] = field(default_factory=list)
    """Offset in ``text``, and the source and its offset, each just behind a number."""
    maths: list[tuple[int, int]] = field(default_factory=list)
    bound: list[tuple[int, int, int]] = field(default_factory=list)
    """Start, end and id of the bindings."""
    after: tuple[Source, int] | None = None
    """A place before the run: where to look for a number that bears no mark."""
    notes: list[Note] = field(default_factory=list)
    """HTML comments, which may exempt the number before them."""

    def add(self, text: str, marker: Marker) -> None:
        """Append text, taking the marks out of it."""
        done = 0
        for match in MARKS.finditer(text):
            origin = marker.origins.get(match.group())
            if origin is not None:
                self.text += text[done : match.start()]
                self.marks.append((len(self.text), *origin))
                done = match.end()
        self.text += text[done:]

    def origin(self, start: int, end: int) -> tuple[Source, int] | None:
        """Tell the source and its offset at which the number at ``start`` to ``end`` begins."""
        for offset, source, behind in self.marks:
            if start < offset <= end:
                return source, max(behind - (offset - start), 0)
        before = [(source, behind) for offset, source, behind in self.marks if offset <= start]
        for source, behind in reversed([*([self.after] if self.after else []), *before]):
            found = source.text.find(self.text[start:end], behind)
            if found >= 0:
                return source, found
        return None


class _RawHtml(HTMLParser):
    """Reads the prose of raw HTML that Markdown passed through."""

    def __init__(self, walker: Walker) -> None:
        super().__init__(convert_charrefs=True)
        self.walker = walker
        self.silent, self.tag = 0, ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.walker.utter(list_spoken(tag, attributes))
        self.tag = tag
        if fence := attributes.get("data-fence"):
            self.walker.fences.add(int(fence))
        if tag in _SILENT | _CODE:
            self.silent += 1
            self.walker.quiet += 1
        elif self.walker.md.is_block_level(tag):
            self.walker.flush()
        self.walker.run.text += _INSTEAD.get(tag, "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.walker.utter(list_spoken(tag, dict(attrs)))  # an element without content adds no text of its own
        self.walker.run.text += _INSTEAD.get(tag, "")

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT | _CODE:
            self.silent = max(self.silent - 1, 0)
            self.walker.quiet = max(self.walker.quiet - 1, 0)
            self.walker.run.text += OPAQUE
        elif self.walker.md.is_block_level(tag):
            self.walker.flush()

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.walker.add(data)
        elif self.tag == "style":
            self.walker.utter(list_styled(data))

    def handle_comment(self, data: str) -> None:
        self.walker.note(data)


class Walker:
    """Walks the element tree of a converted page and gathers its runs."""

    def __init__(self, md: Markdown, marker: Marker, start: tuple[Source, int]) -> None:
        """Begin a walk with the instance that made the tree, the marker of its text, and its place."""
        self.md = md
        self.marker = marker
        self.runs: list[Run] = []
        self.run = Run("text", after=start)
        self._start = start
        self._noted: tuple[Source, int] | None = None
        self.seen: list[int] = []
        """Ids met as links, in order."""
        self.fences: set[int] = set()
        """Executable fences whose place is on the page."""
        self.dead_links: list[str] = []
        """Destinations that look like bindings and are none."""
        self.quiet = 0
        """How many elements of code are open whose tags are raw HTML within a paragraph."""

    def gather(self, root: Element) -> list[Run]:
        """Give the runs of a tree, in the order in which a reader meets them."""
        self._walk(root)
        self.flush()
        return [run for run in self.runs if run.text.strip() or run.bound or run.notes]

    def flush(self, kind: str = "text") -> None:
        """Close the current run and begin one of a kind."""
        self.runs.append(self.run)
        self.run = Run(kind, after=self._last_place())

    def _last_place(self) -> tuple[Source, int] | None:
        place = self.run.marks[-1][1:] if self.run.marks else self.run.after
        if place and self._noted and self._noted[0] is place[0] and self._noted[1] > place[1]:
            return self._noted
        return place

    def add(self, text: str | None) -> None:
        """Add text that may hold Markdown's own placeholders."""
        if not text:
            return
        done = 0
        for match in _PLACEHOLDER.finditer(text):
            self._put(text[done : match.start()])
            done = match.end()
            if match.group(1) is not None:
                self._add_stashed(int(match.group(1)))
            elif match.group(2) is not None:
                self._put(chr(int(match.group(2))))
            elif match.group(3) is not None:
                self._put("&")
        self._put(text[done:])

    def _put(self, text: str) -> None:
        """Add plain text; within code nothing of it is prose."""
        self.run.add(text if not self.quiet else OPAQUE * bool(text), self.marker)

    def _add_stashed(self, index: int) -> None:
        stashed = self.md.htmlStash.rawHtmlBlocks[index]
        if isinstance(stashed, Element):
            self._walk(stashed)
        elif stashed.startswith("&"):
            self.run.add(html.unescape(stashed), self.marker)
        else:
            parser = _RawHtml(self)
            parser.feed(stashed)
            parser.close()

    def note(self, comment: str) -> None:
        """Take an HTML comment: a README's binding, or an exemption."""
        comment = comment.strip()
        if (key := read_key(comment)) is not None:
            self.seen.append(key)
            self.run.bound.append((-1, len(self.run.text), key))
        else:
            self._add_note(self.marker.unmark(comment))

    def _add_note(self, text: str) -> None:
        source, start = self._last_place() or self._start
        if text not in source.text:  # it stands in another file that the page includes
            source = next((other for other in self.marker.sources if text in other.text), source)
            start = 0
        place = max(source.text.find(text, start), source.text.find(text), 0)
        self._noted = (source, place + len(text))
        if text.startswith("="):
            self.dead_links.append(text)
        else:
            self.run.notes.append(Note(len(self.run.text), text, source, place))

    def utter(self, texts: Iterable[str]) -> None:
        """Read texts that stand by themselves, beside the text that they stand in."""
        outer, quiet = self.run, self.quiet
        self.quiet = 0  # it is no code, whatever stands around it
        for text in texts:
            self.run = Run("attribute", after=self._last_place())
            self.add(text)
            self.flush()
            self.run = outer
        self.quiet = quiet

    def bind_swallowed(self, candidates: list[Candidate]) -> None:
        """Bind what Markdown read as a link inside an image's alternative text, where only the text stays."""
        for candidate in candidates:
            begin = opening(candidate.source.text, candidate.text_end) + 1
            for run in self.runs:
                inside = [
                    mark
                    for mark in run.marks
                    if mark[1] is candidate.source and begin <= mark[2] <= candidate.text_end
                ]
                if inside and run.kind == "attribute":
                    start = inside[0][0] - (inside[0][2] - begin)
                    end = inside[-1][0] + (candidate.text_end - inside[-1][2])
                    run.bound.append((max(start, 0), min(end, len(run.text)), candidate.key))
                    self.seen.append(candidate.key)
                    break

    def _bind(self, start: int, key: int) -> None:
        self.seen.append(key)
        self.run.bound.append((start, len(self.run.text), key))

    def _walk(self, element: Element) -> None:  # noqa: C901  (one question after the other)
        tag = str(element.tag)  # comments have a function here
        if tag in _SILENT:
            return
        classes = (element.get("class") or "").split()
        if "footnote-ref" in classes or "footnote-backref" in classes:
            self.run.text += OPAQUE
            return
        self.utter(list_spoken(tag, element.attrib))
        if tag in _CODE or tag == "img":
            self.run.text += OPAQUE
            return
        block = self.md.is_block_level(tag)
        if block:
            self.flush("heading" if tag in _HEADINGS and not element.get("id") else "text")
            self.quiet = 0  # what was left open ends with its block
        start = len(self.run.text)
        quiet, href = self.quiet, element.get("href") or ""
        key = read_key(href) if tag == "a" else None
        if key is not None:
            self.quiet = 0  # bound is bound, in code too
        maths = "arithmatex" in classes
        self.add(html.unescape(element.text or "") if maths else element.text)  # arithmatex escapes its TeX
        for child in element:
            self._walk(child)
            self.add(child.tail)
        if maths:
            self.run.maths.append((start, len(self.run.text)))
        if key is not None:
            self._bind(start, key)
            self.quiet = quiet
        elif tag == "a" and href.startswith("="):
            self.dead_links.append(href)
        if tag == "br":
            self.run.text += "\n"
        if block:
            self.flush()


def opening(text: str, end: int) -> int:
    """Find the bracket that a closing bracket at ``end`` belongs to."""
    depth = 0
    for index in range(end - 1, -1, -1):
        if text[index] == "]" and text[index - 1 : index] != "\\":
            depth += 1
        elif text[index] == "[" and text[index - 1 : index] != "\\":
            if depth == 0:
                return index
            depth -= 1
    return -1
