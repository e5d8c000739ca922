"""Constants that a page's front matter verifies once: ``given: {13: world.size}``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import yaml

from tether.expressions import Expression, ExpressionError, parse
from tether.frontmatter import between_marks
from tether.numbers import Number, read_numbers
from tether.problems import Problem

if TYPE_CHECKING:
    from tether.scan import Page


@dataclass(frozen=True)
class Given:
    """One literal that is admitted anywhere on its page."""

    page: Page
    literal: str
    line: int
    column: int
    expression: Expression
    number: Number
    start: int
    """Offset of the expression in the page's text."""

    def problem(self, kind: str, message: str, advice: str = "", **more: object) -> Problem:
        """Make a problem that points at the literal."""
        names = ", ".join(self.expression.names)
        return Problem(
            self.page.name,
            self.line,
            self.column,
            kind,
            message,
            advice,
            experiment=names,
            **more,  # type: ignore[arg-type]
        )


def read_given(page: Page) -> list[Given]:
    """Read a page's ``given``; what is wrong with it goes to the page's problems."""
    head = page.source.text[: page.body]
    if "given" not in head:
        return []
    try:
        root = yaml.compose(between_marks(head), Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        return []  # MkDocs then shows it as text
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    entries = next((value for key, value in pairs if key.value == "given"), None)
    if entries is None:
        return []
    if not isinstance(entries, yaml.MappingNode):
        page.problems.append(_problem(page, entries, "expected given: {number: expression}"))
        return []
    found = [_read_entry(page, key, value) for key, value in entries.value]
    return [given for given in found if given is not None]


def _read_entry(page: Page, key: yaml.Node, value: yaml.Node) -> Given | None:
    if not isinstance(key, yaml.ScalarNode) or not isinstance(value, yaml.ScalarNode):
        page.problems.append(_problem(page, key, "expected given: {number: expression}"))
        return None
    numbers = read_numbers(key.value)
    if len(numbers) != 1:
        page.problems.append(
            _problem(page, key, f"given {key.value!r}: expected one number, found {len(numbers)}")
        )
        return None
    try:
        expression = parse(value.value.removeprefix("="))
    except ExpressionError as error:
        page.problems.append(_problem(page, value, f"{value.value!r}: {error}"))
        return None
    line, column = _place(page, key)
    start = page.source.text.index(expression.text, _offset(page, value))  # no escape can stand in it
    return Given(page, key.value, line, column, expression, numbers[0], start)


def _offset(page: Page, node: yaml.Node) -> int:
    return page.source.offset(node.start_mark.line + 2) + node.start_mark.column


def _place(page: Page, node: yaml.Node) -> tuple[int, int]:
    # The head was composed without its first line of dashes, which is one line up.
    line = node.start_mark.line + 2
    return line, node.start_mark.column + 1 + page.source.cut_of(line)


def _problem(page: Page, node: yaml.Node, message: str) -> Problem:
    line, column = _place(page, node)
    return Problem(page.name, line, column, "given", message)
