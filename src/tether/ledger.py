"""The ledger: every bound text of the book with its value, its distance from drifting, and its function."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote
from xml.etree.ElementTree import Element, SubElement

from markdown.util import AtomicString

from tether.shown import HTML_ENDINGS, is_draft

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tether.judged import Judged, Verdict
    from tether.scan import Page

MARK = "::tether-ledger::"
"""A paragraph of this alone becomes the ledger."""
_SPELLED = (
    ("<=", "~le~"),
    (">=", "~ge~"),
    ("<", "~lt~"),
    (">", "~gt~"),
    ("%", "~mod~"),
    ("[", "."),
    ("]", ""),
)
_FORMULA = re.compile(r"(?<!\\)\$([^$]+)(?<!\\)\$")
_HEADINGS = ("Quoted", "Stands at", "Computed", "To the next edge", "Expression", "From")


@dataclass(frozen=True)
class Row:
    """One line of the ledger: a page's expression, however often the page quotes it."""

    page: Page
    expression: str
    entries: tuple[Judged, ...]

    @property
    def anchor(self) -> str:
        """The id of the row: page plus expression, so that it survives edits."""
        return anchor_of(self.page, self.expression)


def anchor_of(page: Page, expression: str) -> str:
    """Name the ledger's row of a page's expression."""
    return f"{page.key}:{_plain(expression)}"


def _plain(expression: str) -> str:
    """Spell an expression in characters that an address may hold as they are."""
    for sign, word in _SPELLED:
        expression = expression.replace(sign, word)
    return expression


def place_of(expression: str) -> str:
    """Name the first place of an expression on its own page."""
    return f"at:{_plain(expression)}"


def list_rows(verdict: Verdict) -> Iterator[Row]:
    """Give the rows of the ledger, in the order of the book."""
    for page in verdict.pages:
        if is_draft(verdict.project, page.name):
            continue  # nobody can follow a row to it
        grouped: dict[str, list[Judged]] = {}
        for judged in verdict.judged.get(page.name, []):
            grouped.setdefault(judged.binding.candidate.expression, []).append(judged)
        for expression, entries in grouped.items():
            yield Row(page, expression, tuple(entries))


def link_to(target: str, page: Page, docs: str, anchor: str) -> str:
    """Give a link from a page to another one's anchor, as Markdown would write it."""
    here = posixpath.dirname(page.name.removeprefix(docs + "/"))
    path = quote(posixpath.relpath(target, here or "."))
    return f"{path}#{anchor}" if anchor else path


def build_ledger(verdict: Verdict, ledger: Page) -> list[Element]:
    """Build a heading and a table for each page, as elements of the ledger's page."""
    docs = verdict.project.docs_name
    elements: list[Element] = []
    for page in verdict.pages:
        rows = [row for row in list_rows(verdict) if row.page is page]
        if not rows:
            continue
        heading = Element("h2", {"id": f"page:{page.key}"})
        heading.text = page.name
        table = Element("table", {"class": "tether-ledger"})
        head = SubElement(SubElement(table, "thead"), "tr")
        for name in _HEADINGS:
            SubElement(head, "th", {"scope": "col"}).text = name
        body = SubElement(table, "tbody")
        for row in rows:
            _add_row(body, row, verdict, ledger, docs)
        elements += [heading, table]
    return elements


def _add_row(body: Element, row: Row, verdict: Verdict, ledger: Page, docs: str) -> None:
    line = SubElement(body, "tr", {"id": row.anchor})
    entry = row.entries[0]
    _add_quoted(SubElement(line, "td"), "; ".join(dict.fromkeys(item.binding.text for item in row.entries)))
    _add_lines(SubElement(line, "td"), row, ledger, docs)
    SubElement(line, "td").text = describe_values(entry)
    SubElement(line, "td").text = describe_distance(row.entries)
    SubElement(SubElement(line, "td"), "code").text = row.expression
    _add_origins(SubElement(line, "td"), entry, verdict.project.settings.repository)


def _add_lines(cell: Element, row: Row, ledger: Page, docs: str) -> None:
    """Name the lines at which a page quotes an expression; the first leads there."""
    first, *others = dict.fromkeys(str(item.binding.place[0]) for item in row.entries)
    behind = "".join(f", {number}" for number in others)
    if not row.page.name.startswith(docs + "/") or row.page.name.endswith(HTML_ENDINGS):
        cell.text = f"line {first}{behind}"
        return
    href = link_to(row.page.name.removeprefix(docs + "/"), ledger, docs, _place_on_page(row))
    link = SubElement(cell, "a", {"href": href})
    link.text, link.tail = f"line {first}", behind


def _add_quoted(cell: Element, text: str) -> None:
    """Show quoted texts, formulas as the book's own rendering of maths finds them."""
    plain, *rest = _FORMULA.split(text)
    cell.text = plain
    for tex, behind in zip(rest[::2], rest[1::2], strict=True):
        formula = SubElement(cell, "span", {"class": "arithmatex"})
        formula.text = AtomicString(f"\\({tex}\\)")
        formula.tail = behind


def _place_on_page(row: Row) -> str:
    """Name the place that a row leads back to; none where only alternative texts quote the expression."""
    shown = [entry for entry in row.entries if entry.binding.candidate.key not in row.page.swallowed]
    return place_of(row.expression) if shown else ""


def _add_origins(cell: Element, entry: Judged, repository: str) -> None:
    for index, origin in enumerate(entry.origins):
        if index and len(cell):
            cell[-1].tail = ", "
        if repository and origin.path:
            SubElement(cell, "a", {"href": f"{repository}{origin.path}#L{origin.line}"}).text = origin.label
        else:
            SubElement(cell, "code", {"title": origin.label}).text = origin.label.rsplit(".", 1)[-1]


def describe_values(entry: Judged) -> str:
    """Say what was computed, for the ledger and for people."""
    if entry.kind == "claim":
        return "true" if entry.holds else "false"
    shown = []
    for value in entry.values:
        text = value.shown
        if value.low is not None and value.high is not None:
            text += f" (95 % from {value.low:.6g} to {value.high:.6g}, {value.trials} trials)"
        shown.append(f"{text} ({value.about})" if value.about else text)
    return ", ".join(shown) or "unknown"


def describe_distance(entries: tuple[Judged, ...]) -> str:
    """Say how far, relatively, the nearest value is from where its printed digits would change."""
    found = [entry.distance for entry in entries if entry.distance is not None]
    if found and min(found) < float("inf"):
        return f"{min(found):.1e}"
    if all(entry.kind == "equal" and entry.holds for entry in entries):
        return "exact"  # whole numbers, and zeros, have no edge
    return ""
