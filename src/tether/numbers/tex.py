"""Where a text is TeX, and which of its groups are scripts or layout."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|[{}_^]", re.DOTALL)
_DELIMITER = re.compile(r"\\.|\$\$?", re.DOTALL)
_CLOSING = {"$": "$", "$$": "$$", r"\(": r"\)", r"\[": r"\]"}
_SPACE_SET = re.compile(r"(?:\\mathbb(?: ?[A-Z]|\{ ?[A-Z] ?\})|[ℝℕℤℂ])[ ]?\Z")
_LAYOUT = {
    "hspace", "vspace", "hskip", "kern", "mkern", "rule", "begin", "end", "color", "textcolor",
    "phantom", "hphantom", "vphantom", "class", "cssId", "style", "htmlId", "htmlClass",
}  # fmt: skip
_MARKS = {"tag", "label", "ref", "eqref", "cite", "pageref"}
GroupSpan = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Scene:
    """A text with what must be known to read its TeX."""

    text: str
    spans: list[tuple[int, int]] = field(default_factory=list)
    """The parts that are TeX, in order, without their delimiters."""
    groups: list[GroupSpan] = field(default_factory=list)
    """Outermost groups that hold no quoted number: start, end, `subscript`, `exponent`, `shape`,
    `layout` or `cross-reference`. A shape is the superscript of a number set."""

    def is_maths(self, position: int) -> bool:
        """Whether the character at a position is TeX."""
        index = bisect_right(self.spans, (position, len(self.text) + 1)) - 1
        return index >= 0 and position < self.spans[index][1]

    def group_at(self, position: int) -> str | None:
        """Return the kind of the group around a position, if it is one of `groups`."""
        index = bisect_right(self.groups, (position, len(self.text) + 1, "")) - 1
        if index >= 0 and position < self.groups[index][1]:
            return self.groups[index][2]
        return None


def set_scene(text: str, *, maths: bool, mixed: bool) -> Scene:
    """Find the TeX of a text: all of it (`maths`), what stands in delimiters (`mixed`), or none."""
    spans = [(0, len(text))] if maths else find_maths(text) if mixed else []
    groups = [group for start, end in spans for group in find_groups(text, start, end)]
    return Scene(text, spans, groups)


def find_maths(text: str) -> list[tuple[int, int]]:
    r"""Return the spans inside `$…$`, `$$…$$`, `\(…\)` and `\[…\]`.

    A dollar opens only before, and closes only after, something that is not a space, and never
    closes before a digit, so that prices are not maths.
    """
    if "$" not in text and "\\" not in text:
        return []
    spans: list[tuple[int, int]] = []
    opened: re.Match[str] | None = None
    for mark in _DELIMITER.finditer(text):
        if opened and mark[0] == _CLOSING.get(opened[0]) and _may_close(text, mark):
            spans.append((opened.end(), mark.start()))
            opened = None
        # a lone dollar that nothing closed is a price: what opens after it opens anew
        elif mark[0] in _CLOSING and (opened is None or opened[0] == "$") and _may_open(text, mark):
            opened = mark
    return spans


def _may_open(text: str, mark: re.Match[str]) -> bool:
    return mark[0] != "$" or not text[mark.end() : mark.end() + 1].isspace()


def _may_close(text: str, mark: re.Match[str]) -> bool:
    if mark[0] != "$":
        return True
    return not (text[mark.start() - 1].isspace() or text[mark.end() : mark.end() + 1].isdigit())


def find_groups(text: str, start: int, end: int) -> list[GroupSpan]:
    """Return the outermost script and layout groups of a stretch of TeX, in order."""
    found: list[GroupSpan] = []
    stack: list[tuple[int, str | None]] = []
    inside = 0  # how many groups of the stack have a kind
    pending: str | None = None
    pending_end = -1
    for token in _TOKEN.finditer(text, start, end):
        mark = token[0]
        if mark == "{":
            kind = pending if pending and not text[pending_end : token.start()].strip() else None
            stack.append((token.end(), kind))
            inside += kind is not None
            pending = None
        elif mark == "}" and stack:
            opening, kind = stack.pop()
            if kind is not None:
                inside -= 1
                if not inside:
                    found.append((opening, token.start(), kind))
        else:
            pending, pending_end = _announced(text, token), token.end()
    if inside:  # never closed: what follows is still inside
        found.append(next((opening, end, kind) for opening, kind in stack if kind is not None))
    return sorted(found)


def _announced(text: str, token: re.Match[str]) -> str | None:
    """Return the kind of the group that may follow a token."""
    mark = token[0]
    if mark == "_":
        return "subscript"
    if mark == "^":
        return "shape" if is_shape(text, token.start()) else "exponent"
    name = mark[1:].rstrip("*")
    return "layout" if name in _LAYOUT else "cross-reference" if name in _MARKS else None


def is_shape(text: str, caret: int) -> bool:
    r"""Whether the superscript at a caret belongs to a number set, as in `\mathbb{R}^{64}`."""
    return _SPACE_SET.search(text[max(0, caret - 14) : caret]) is not None
