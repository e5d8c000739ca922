"""Renaming a value in everything that hangs on it: bindings, README comments and ``given``, and no more.

The author renames the value in the code; ``tether mv OLD NEW`` then follows in the text. A name is
an experiment's, or a path from it: ``river``, ``river.depths``. What would come to hang on another
value than before is refused whole.
"""

from __future__ import annotations

import ast
import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tether.bindings import find_bindings
from tether.expressions import FUNCTIONS, QUOTED, Expression
from tether.fix import Change
from tether.given import read_given
from tether.judge import describe_request, report_of
from tether.kept import evaluate
from tether.problems import TetherError, count
from tether.readings import read_pages

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tether.config import Project
    from tether.scan import Page
    from tether.sources import Source


@dataclass(frozen=True)
class Use:
    """One expression of the book, and where it stands."""

    source: Source
    start: int
    """Offset of the expression in the source's text."""
    expression: Expression
    quoted: tuple[str, ...] = ()
    """The numbers that the text quotes, for a claim to be evaluated."""

    @property
    def place(self) -> str:
        """Where it stands, as a message names it."""
        return ":".join(map(str, (self.source.name, *self.source.position(self.start))))


def plan_rename(project: Project, old: str, new: str) -> list[Change]:
    """Work out the changes; raise ``TetherError`` where one would bind another value."""
    for name in (old, new):
        _check_name(name)
    if old == new:
        message = f"{old} is what it is called already"
        raise TetherError(message)
    pages = read_pages(project)
    _refuse_unread(pages)
    uses = list(_find_uses(pages))
    found = [(use, spans) for use in uses if (spans := find_path(use.expression, old))]
    if not found:
        raise TetherError(_describe_unused(old, uses))
    _compare_values(project, found, old, new)
    return _make_changes(found, new)


def _check_name(name: str) -> None:
    parts = name.split(".")
    if not all(part.isidentifier() and not part.startswith("_") for part in parts):
        message = f"{name!r} is no name of a value: write river, or river.depths"
        raise TetherError(message)
    if parts[0] in FUNCTIONS or parts[0] == QUOTED:
        message = f"{parts[0]} is a word of the language of bindings, and no experiment"
        raise TetherError(message)


def _refuse_unread(pages: list[Page]) -> None:
    for page in pages:
        for problem in page.problems:
            if problem.kind == "markdown":
                message = f"{problem.place}: {problem.message}; mend it first: what it binds is not known"
                raise TetherError(message)


def _find_uses(pages: list[Page]) -> Iterator[Use]:
    for page in pages:
        for binding in find_bindings(page):
            if binding.expression is not None:
                quoted = tuple(describe_request(binding)["quoted"])
                yield Use(binding.source, binding.candidate.start + 1, binding.expression, quoted)
        for entry in read_given(page):
            yield Use(page.source, entry.start, entry.expression)


def find_path(expression: Expression, path: str) -> list[tuple[int, int]]:
    """Find where a path of names stands in an expression: its spans, in characters, in order."""
    spans = [
        (node.col_offset, node.end_col_offset or 0)
        for node in ast.walk(expression.tree)
        if isinstance(node, ast.Name | ast.Attribute) and _path_of(node) == path
    ]
    raw = expression.text.encode("utf-8")
    return sorted((len(raw[:start].decode("utf-8")), len(raw[:end].decode("utf-8"))) for start, end in spans)


def _path_of(node: ast.expr) -> str:
    """Give the path that a chain of names spells; nothing where anything else is among them."""
    if isinstance(node, ast.Name):
        return node.id
    inner = _path_of(node.value) if isinstance(node, ast.Attribute) else ""
    return f"{inner}.{node.attr}" if inner and isinstance(node, ast.Attribute) else ""


def _describe_unused(old: str, uses: list[Use]) -> str:
    known = {
        _path_of(node)
        for use in uses
        for node in ast.walk(use.expression.tree)
        if isinstance(node, ast.Name | ast.Attribute)
    }
    near = difflib.get_close_matches(old, sorted(known - {""}), 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"nothing in the book hangs on {old}{hint}"


def _rename(use: Use, spans: Sequence[tuple[int, int]], new: str) -> str:
    text, pieces, done = use.expression.text, [], 0
    for start, end in spans:
        pieces += [text[done:start], new]
        done = end
    return "".join([*pieces, text[done:]])


def _compare_values(
    project: Project, found: list[tuple[Use, list[tuple[int, int]]]], old: str, new: str
) -> None:
    """Refuse a new name that gives nothing, or, where the old one still does, anything else."""
    texts = [use.expression.text for use, _ in found] + [_rename(use, spans, new) for use, spans in found]
    quoted = [list(use.quoted) for use, _ in found] * 2
    requests = [{"text": text, "quoted": numbers} for text, numbers in zip(texts, quoted, strict=True)]
    outcome = evaluate(project, requests)
    reports = [report_of(outcome, index, texts) for index in range(len(texts))]
    for (use, _), before, after in zip(found, reports, reports[len(found) :], strict=False):
        if "failed" in after or "error" in after:
            why = after["error"] if "error" in after else after["failed"]["message"]
            message = f"{use.place}: {new} cannot take the place of {old}: {why}; nothing was renamed"
            raise TetherError(message)
        still = "failed" not in before and "error" not in before
        if still and _result(before) != _result(after):
            change = f"{old} is still in the book, and {new} gives another value"
            message = f"{use.place}: {change}; nothing was renamed"
            raise TetherError(message)


def _result(report: dict[str, Any]) -> object:
    """Give what an expression came to, without the places it came from."""
    return {name: report.get(name) for name in ("values", "truth", "close")}


def _make_changes(found: list[tuple[Use, list[tuple[int, int]]]], new: str) -> list[Change]:
    sources = {use.source.name: use.source for use, _ in found}
    edits: dict[str, set[tuple[int, int, str]]] = {}
    for use, spans in found:
        edits.setdefault(use.source.name, set()).update(
            (use.start + start, use.start + end, new) for start, end in spans
        )
    return [
        Change(
            sources[name].path,
            name,
            sources[name].raw,
            sources[name].replace(sorted(places)),
            done=f"{count(len(places), 'name')} changed",
        )
        for name, places in sorted(edits.items())
    ]
