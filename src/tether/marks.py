"""Marking a text so that what Markdown makes of it can be traced back to its source.

Python-Markdown keeps no positions. So before a page is converted for reading, every number and
number word gets one letter behind it that no book uses (CJK ideographs of the supplementary
planes: to Markdown a letter is a letter, so nothing is parsed differently), and the destination of
every binding is replaced by an opaque id. Whatever comes out of the conversion then says itself
where it was written. The marked text is only ever read; pages are built from the text as it is.
"""

from __future__ import annotations

import html
import re
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tether.sources import Source

SCHEME = f"tether{secrets.token_hex(8)}:"
"""The scheme of the opaque destinations, in this process: no page can write one of them itself."""

_POOL = [
    chr(code) for first, last in ((0x20000, 0x2A6DF), (0x2A700, 0x2B739)) for code in range(first, last + 1)
]
MARKS = re.compile("[\U00020000-\U0002b739]")
_WORDS = (
    "eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|"
    "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion"
)
_NUMBER = re.compile(rf"\d+(?:[.,]\d+)*|\b(?:{_WORDS})\b", re.IGNORECASE)
_FENCE = re.compile(r"^[ \t>]*(?:[*+-][ \t]+|\d+\.[ \t]+)*(?:`{3,}[^`]*|~{3,}.*)$")
_SNIPPET = re.compile(r"^[ \t]*;*-+8<-+")
_LIST_MARK = re.compile(r"^[ \t>*+\-]*(\d+)[.)](?=[ \t])")
_DEFINITION = re.compile(r"^[ >]*\[(?!\^)[^\]\n]+\]:.*$|^[ ]{0,3}\*\[[^\]\n]+\]:", re.MULTILINE)
_UNMARKED = re.compile(
    r"\[\^[^\]\n]+\]"  # footnote marks
    r"|\]\[[^\]\n]*\]"  # reference links
    r"|\]\([^)\s]*"  # destinations
    r"|</?[a-zA-Z][^>\n]*>"  # tags and autolinks
    r"|&\#?\w+;"  # entities
    r"|\{:?[ ]*(?:[#.]|[\w-]+=)[^}\n]*\}"  # attribute lists
)
_KEY = re.compile(rf"{SCHEME}(\d+)")
CANDIDATE = re.compile(r"\]\((?P<inner>=)")


@dataclass(frozen=True)
class Candidate:
    """A place that looks like a binding; Markdown decides whether it is one."""

    key: int
    source: Source
    start: int
    """Offset of the ``=`` in the source's text."""
    end: int
    """Offset behind the expression."""
    closed: bool = True
    """Whether it ends on the line on which it begins."""

    @property
    def expression(self) -> str:
        """The expression, without its ``=``."""
        return self.source.text[self.start + 1 : self.end]

    @property
    def text_end(self) -> int:
        """Offset of the ``]`` (or, for a comment, of its ``<``) that ends the bound text."""
        return self.start - (2 if self.source.text[self.start - 1] == "(" else 4)


@dataclass
class Marker:
    """Hands out marks and ids for one page and everything that it includes."""

    comments: bool = False
    """Bind by comments (``0.23<!--=expression-->``), as in a README, and not by links."""
    origins: dict[str, tuple[Source, int]] = field(default_factory=dict)
    """Each mark used: the source and the offset just behind the number."""
    candidates: dict[int, Candidate] = field(default_factory=dict)
    openers: list[tuple[Source, int, str]] = field(default_factory=list)
    """Lines that may open a fence: source, line number, trailing blanks as written."""
    sources: list[Source] = field(default_factory=list)
    """What was marked: the page, and what it includes."""
    _used: int = 0
    _letters: tuple[Source | None, set[str]] = (None, set())

    def mark(self, source: Source, start: int = 0) -> str:
        """Give the text of a source from an offset on, marked."""
        self.sources.append(source)
        text = source.text
        pieces: list[str] = []
        done = start
        for begin, end, put in self._edits(source, start):
            pieces += [text[done:begin], put]
            done = end
        return "".join([*pieces, text[done:]])

    def _edits(self, source: Source, start: int) -> Iterator[tuple[int, int, str]]:
        number = source.position(start)[0]
        offset = start
        including = False
        for line in source.text[start:].split("\n"):
            if _SNIPPET.match(line):
                including = not including and not re.search(r"8<-+[ \t]+\S", line)
            elif _FENCE.match(line):
                yield self._mark_opener(source, number, offset, line)
            elif not including:
                yield from self._line_edits(source, offset, line)
            offset += len(line) + 1
            number += 1

    def _mark_opener(self, source: Source, number: int, offset: int, line: str) -> tuple[int, int, str]:
        """Count fence openers in trailing blanks, which SuperFences allows behind a header."""
        bare = line.rstrip()
        self.openers.append((source, number, line[len(bare) :]))
        return offset + len(bare), offset + len(line), " " * len(self.openers)

    def _line_edits(self, source: Source, offset: int, line: str) -> Iterator[tuple[int, int, str]]:
        edits = [] if self.comments else list(self._destinations(source, offset, line))
        if self.comments:
            edits = list(self._comments(source, offset, line))
        skipped = [(begin - offset, end - offset) for begin, end, _ in edits]
        skipped += [match.span() for pattern in (_UNMARKED, _DEFINITION) for match in pattern.finditer(line)]
        if (match := _LIST_MARK.match(line)) is not None:
            skipped.append(match.span(1))
        for match in _NUMBER.finditer(line):
            end = match.end()
            if not any(begin < end <= stop for begin, stop in skipped):
                edits.append((offset + end, offset + end, self._next_mark(source, offset + end)))
        yield from sorted(edits)

    def _next_mark(self, source: Source, offset: int) -> str:
        while self._used < len(_POOL):
            mark = _POOL[self._used]
            self._used += 1
            if mark not in self._taken(source):
                self.origins[mark] = (source, offset)
                return mark
        return ""  # out of marks: the number is still read, only its column is not known

    def _taken(self, source: Source) -> set[str]:
        """Give the letters that a text has itself, written out or as references such as ``&#131072;``."""
        if self._letters[0] is not source:
            self._letters = (source, set(MARKS.findall(html.unescape(source.text))))
        return self._letters[1]

    def _destinations(self, source: Source, offset: int, line: str) -> Iterator[tuple[int, int, str]]:
        position = 0
        while (match := CANDIDATE.search(line, position)) is not None:
            begin = match.start("inner")
            position = _closing(line, begin)
            closed = position < len(line)
            yield self._candidate(source, offset + begin, offset + position, closed=closed)

    def _comments(self, source: Source, offset: int, line: str) -> Iterator[tuple[int, int, str]]:
        for match in re.finditer(r"<!--(?P<inner>=.*?)[ ]*-->", line):
            yield self._candidate(source, offset + match.start("inner"), offset + match.end("inner"))

    def _candidate(
        self, source: Source, begin: int, end: int, *, closed: bool = True
    ) -> tuple[int, int, str]:
        key = len(self.candidates)
        self.candidates[key] = Candidate(key, source, begin, end, closed)
        return begin, end, f"{SCHEME}{key}"

    def unmark(self, text: str) -> str:
        """Undo the marks in a text that Markdown handed through, such as a fence's code."""
        text = MARKS.sub(lambda match: "" if match.group() in self.origins else match.group(), text)
        text = re.sub(rf"(?<=\]\(){SCHEME}(\d+)(?=\))|(?<=<!--){SCHEME}(\d+)", self._restore, text)
        return "\n".join(self._restore_blanks(line) for line in text.split("\n"))

    def _restore(self, match: re.Match[str]) -> str:
        candidate = self.candidates[int(match.group(1) or match.group(2))]
        return "=" + candidate.expression

    def opener_index(self, line: str) -> int | None:
        """Tell which line that may open a fence this is, from its trailing blanks."""
        index = len(line) - len(line.rstrip(" ")) - 1
        return index if _FENCE.match(line) and 0 <= index < len(self.openers) else None

    def _restore_blanks(self, line: str) -> str:
        index = self.opener_index(line)
        return line if index is None else line.rstrip(" ") + self.openers[index][2]


def read_key(destination: str) -> int | None:
    """Give the id in a destination; None where it is no binding's. Behind the id the next line may follow."""
    found = _KEY.match(destination)
    return int(found[1]) if found else None


def _closing(line: str, begin: int) -> int:
    """Find where a destination ends: the bracket that closes it, or the end of the line."""
    depth = 0
    for index in range(begin, len(line)):
        if line[index] == "(":
            depth += 1
        elif line[index] == ")":
            if depth == 0:
                return index
            depth -= 1
    return len(line)
