"""A binding as it stands in a file: its text, its expression, and the numbers that it quotes."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tether.expressions import Expression, ExpressionError, parse
from tether.numbers import Number, read_numbers
from tether.problems import Problem
from tether.visible import opening

if TYPE_CHECKING:
    from tether.marks import Candidate
    from tether.scan import Page
    from tether.sources import Source

_ENTITY = re.compile(r"&(?:#\d+|#[xX][0-9a-fA-F]+|\w+);|\\(?=[-+*_.(){}#!`\[\]])")
_PAIRED = ("**", "__", "*", "_", "`")


@dataclass(frozen=True)
class Quoted:
    """A number read in a file, with its span in the file's text."""

    number: Number
    offsets: tuple[int, ...]
    """Offset in the file of each character of the number, and of its end."""

    @property
    def start(self) -> int:
        """Offset at which the number starts."""
        return self.offsets[0]

    @property
    def end(self) -> int:
        """Offset behind the number."""
        return self.offsets[-1]

    def edit(self, new: str) -> tuple[int, int, str]:
        """Give the smallest edit that makes the number's text another: only what differs is touched."""
        old = self.number.text
        first = next(
            (index for index, pair in enumerate(zip(old, new, strict=False)) if len(set(pair)) > 1),
            min(len(old), len(new)),
        )
        tail = 0
        while tail < min(len(old), len(new)) - first and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        return self.offsets[first], self.offsets[len(old) - tail], new[first : len(new) - tail]


@dataclass(frozen=True)
class Binding:
    """One bound text of a page."""

    page: Page = field(repr=False)
    candidate: Candidate
    start: int
    """Offset in the source's text at which the bound text starts."""
    end: int
    expression: Expression | None
    """None where the expression could not be parsed; a problem then says why."""

    @property
    def source(self) -> Source:
        """The file in which it stands: the page, or a snippet that the page includes."""
        return self.candidate.source

    @property
    def text(self) -> str:
        """The bound text as it is written."""
        return self.source.text[self.start : self.end]

    @property
    def place(self) -> tuple[int, int]:
        """Line and column of the bound text."""
        return self.source.position(self.start)

    @property
    def _before(self) -> str:
        """What stands before the bound text on its line: it may say ``about``."""
        line = self.source.text.rfind("\n", 0, self.start) + 1
        return self.source.text[line : self.start].removesuffix("[")

    def read(self, expected: int | None = None) -> list[Quoted]:
        """Read the numbers of the text, as many as are expected where a form leaves a choice."""
        clean, offsets = _decode(self.text)
        return [
            Quoted(number, tuple(self.start + offset for offset in offsets[number.start : number.end + 1]))
            for number in read_numbers(clean, expected=expected, before=self._before)
        ]

    def read_as(self, text: str, expected: int) -> list[Number]:
        """Read the numbers that the binding would quote if its text were another."""
        return read_numbers(_decode(text)[0], expected=expected, before=self._before)

    def decoded(self) -> tuple[str, list[Number], str]:
        """Give the text without entities, its numbers with spans in it, and what stands before it."""
        clean, _ = _decode(self.text)
        return clean, read_numbers(clean, before=self._before), self._before

    def problem(
        self, kind: str, message: str, advice: str = "", *, offset: int | None = None, **more: object
    ) -> Problem:
        """Make a problem that points at the text, or at an offset."""
        line, column = self.source.position(self.start if offset is None else offset)
        names = ", ".join(self.expression.names) if self.expression else ""
        return Problem(self.source.name, line, column, kind, message, advice, experiment=names, **more)  # type: ignore[arg-type]


def find_bindings(page: Page) -> list[Binding]:
    """Give the bindings of a page in the order of its text; problems go to the page."""
    candidates = [page.candidates[key] for key in page.bound if key in page.candidates]
    found = [_make_binding(page, candidate) for candidate in candidates if candidate.closed]
    return sorted(
        found, key=lambda binding: (binding.source.name != page.name, binding.source.name, binding.start)
    )


def _make_binding(page: Page, candidate: Candidate) -> Binding:
    source = candidate.source
    end = candidate.text_end
    start = opening(source.text, end) + 1 if source.text[end] == "]" else _comment_start(source.text, end)
    if source.text[end] == "<" and source.text[end - 1] == "]" and start < end:
        end -= 1
    inner = [
        other
        for other in page.candidates.values()
        if other.source is source and start <= other.start < candidate.start
    ]
    if inner:
        message, advice = "a binding within a bound text", "bind each number by itself"
        line, column = source.position(inner[0].start)
        page.problems.append(Problem(source.name, line, column, "syntax", message, advice))
        return Binding(page, candidate, start, end, None)
    try:
        expression = parse(candidate.expression)
    except ExpressionError as error:
        expression = None
        line, column = source.position(candidate.start + 1 + error.column)
        page.problems.append(
            Problem(source.name, line, column, "expression", f"{candidate.expression!r}: {error}")
        )
    return Binding(page, candidate, start, end, expression)


def _comment_start(text: str, end: int) -> int:
    """Find where the text that a comment binds starts: brackets, emphasis, or one number."""
    line = text.rfind("\n", 0, end) + 1
    if text[end - 1 : end] == "]":
        bracket = opening(text, end - 1)
        return bracket + 1 if bracket >= line else end
    after = max(text.rfind("-->", line, end) + 3, line) if "-->" in text[line:end] else line
    for mark in _PAIRED:
        if text[after:end].endswith(mark):
            found = text.rfind(mark, after, end - len(mark))
            return after if found < 0 else found
    numbers = read_numbers(text[after:end])
    return after + numbers[-1].start if numbers and numbers[-1].end == end - after else end


def _decode(text: str) -> tuple[str, list[int]]:
    """Resolve entities and escapes; give the text, and the offsets of its characters and of its end."""
    clean: list[str] = []
    offsets: list[int] = []
    done = 0
    for match in [*_ENTITY.finditer(text), None]:
        begin = len(text) if match is None else match.start()
        clean += text[done:begin]
        offsets += range(done, begin)
        if match is not None:
            resolved = html.unescape(match.group()) if match.group() != "\\" else ""
            clean += resolved
            offsets += [match.start()] * len(resolved)
            done = match.end()
    return "".join(clean), [*offsets, len(text)]
