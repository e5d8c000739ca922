"""The ledger as a table on its page: a body for each page of the book, a row for each of its expressions.

The table stands by itself; a book's own script may make it searchable and sortable. For that a row says
its kind in ``data-kind``, unless it is a plain number, and a body its page in ``data-page``.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement

from markdown.util import AtomicString

from tether.frontmatter import read_title
from tether.ledger import describe_distance, describe_values, list_rows
from tether.links import link_to, part_of
from tether.problems import count
from tether.shown import HTML_ENDINGS

if TYPE_CHECKING:
    from tether.judged import Judged, Verdict
    from tether.ledger import Row
    from tether.reference import Entries
    from tether.scan import Page

MARK = "::tether-ledger::"
"""A paragraph of this alone becomes the ledger."""
COLUMNS = ("Quoted", "Computed", "To the next edge", "Expression", "Function", "Lines")
_FORMULA = re.compile(r"(?<!\\)\$([^$]+)(?<!\\)\$")


def build_ledger(verdict: Verdict, ledger: Page, entries: Entries) -> Element:
    """Build the table, as an element of the ledger's page; the search of a site leaves it out."""
    table = Element("table", {"class": "tether-ledger", "data-search-exclude": ""})
    head = SubElement(SubElement(table, "thead"), "tr")
    for name in COLUMNS:
        SubElement(head, "th", {"scope": "col"}).text = name
    for _, group in groupby(list_rows(verdict), key=lambda row: row.page.name):
        rows = list(group)
        body = SubElement(table, "tbody", {"data-page": rows[0].page.key})
        _add_heading(body, rows, verdict, ledger)
        for row in rows:
            _add_row(body, row, verdict, ledger, entries)
    return table


def _add_heading(body: Element, rows: list[Row], verdict: Verdict, ledger: Page) -> None:
    """Name the page whose rows follow, and lead to it."""
    page = rows[0].page
    line = SubElement(body, "tr", {"id": part_of(page), "class": "tether-page"})
    cell = SubElement(line, "th", {"colspan": str(len(COLUMNS)), "scope": "rowgroup"})
    title = read_title(page.source, page.body) or page.name
    if _is_built(page, verdict):
        docs = verdict.project.docs_name
        place = SubElement(cell, "a", {"href": link_to(page.name.removeprefix(f"{docs}/"), ledger, docs, "")})
        place.text = title
    else:
        place = SubElement(cell, "span")
        place.text = title
    place.tail = " "
    told = SubElement(cell, "small")
    told.text = f"{page.name}, {count(len(rows), 'row')}" if title != page.name else count(len(rows), "row")


def _is_built(page: Page, verdict: Verdict) -> bool:
    """Tell whether a page is one of the site, made from Markdown."""
    return page.name.startswith(f"{verdict.project.docs_name}/") and not page.name.endswith(HTML_ENDINGS)


def _add_row(body: Element, row: Row, verdict: Verdict, ledger: Page, entries: Entries) -> None:
    line = SubElement(body, "tr", {"id": row.anchor})
    if row.kind != "number":
        line.set("data-kind", row.kind)
    entry = row.entries[0]
    _add_quoted(SubElement(line, "td"), "; ".join(dict.fromkeys(item.binding.text for item in row.entries)))
    SubElement(line, "td").text = describe_values(entry)
    SubElement(line, "td").text = describe_distance(row.entries)
    SubElement(SubElement(line, "td"), "code").text = row.expression
    _add_functions(SubElement(line, "td"), entry, verdict, ledger, entries)
    _add_lines(SubElement(line, "td"), row, verdict, ledger)


def _add_quoted(cell: Element, text: str) -> None:
    """Show quoted texts, formulas as the book's own rendering of maths finds them."""
    plain, *rest = _FORMULA.split(text)
    cell.text = plain
    for tex, behind in zip(rest[::2], rest[1::2], strict=True):
        formula = SubElement(cell, "span", {"class": "arithmatex"})
        formula.text = AtomicString(f"\\({tex}\\)")
        formula.tail = behind


def _add_functions(cell: Element, entry: Judged, verdict: Verdict, ledger: Page, entries: Entries) -> None:
    """Name the functions, each leading to its entry in the reference, or else to its file."""
    repository = verdict.project.settings.repository
    for index, origin in enumerate(entry.origins):
        if index:
            _append(cell, ", ")
        href = entries.link(origin, ledger)
        if not href and repository and origin.path:
            href = f"{repository}{origin.path}#L{origin.line}"
        place = SubElement(cell, "a", {"href": href}) if href else cell
        # An address says the whole name already.
        code = SubElement(place, "code", {} if href else {"title": origin.label})
        code.text = origin.short


def _add_lines(cell: Element, row: Row, verdict: Verdict, ledger: Page) -> None:
    """Give the lines at which a page quotes an expression, each leading to that very number."""
    docs = verdict.project.docs_name
    built = _is_built(row.page, verdict)
    for index, (line, place) in enumerate(row.places()):
        if index:
            _append(cell, ", ")
        if built and place:
            href = link_to(row.page.name.removeprefix(f"{docs}/"), ledger, docs, place)
            SubElement(cell, "a", {"href": href}).text = str(line)
        else:
            _append(cell, str(line))


def _append(cell: Element, text: str) -> None:
    """Put text behind all that a cell holds."""
    if len(cell):
        cell[-1].tail = (cell[-1].tail or "") + text
    else:
        cell.text = (cell.text or "") + text
