"""Links from one page of the book to another, and the names of the places that they lead to."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from tether.scan import Page

_SPELLED = (
    ("<=", "~le~"),
    (">=", "~ge~"),
    ("<", "~lt~"),
    (">", "~gt~"),
    ("%", "~mod~"),
    ("[", "."),
    ("]", ""),
)


def anchor_of(page: Page, expression: str) -> str:
    """Name the ledger's row of a page's expression: by both, so that it survives edits."""
    return f"{page.key}:{_spell(expression)}"


def part_of(page: Page) -> str:
    """Name the ledger's part on a page."""
    return f"page:{page.key}"


def place_of(expression: str, time: int = 1) -> str:
    """Name the place on its own page at which an expression is quoted, the first time or a later one."""
    return f"at:{_spell(expression)}" + (f":{time}" if time > 1 else "")


def _spell(expression: str) -> str:
    """Spell an expression in characters that an address may hold as they are."""
    for sign, word in _SPELLED:
        expression = expression.replace(sign, word)
    return expression


def link_to(target: str, page: Page, docs: str, anchor: str) -> str:
    """Give a link from a page to another one's anchor, as Markdown would write it."""
    here = posixpath.dirname(page.name.removeprefix(docs + "/"))
    path = quote(posixpath.relpath(target, here or "."))
    return f"{path}#{anchor}" if anchor else path
