"""The ``.ipynb`` of a notebook page, with the outputs that the fresh process gave."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, SubElement

from tether.notebooks import read_notebook
from tether.sources import source_of
from tether.visible import opening

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tether.notebooks import Cell
    from tether.scan import Page

EXEMPTION = re.compile(r"<!--\s*exempt:.*?-->", re.DOTALL)
_LINK_WITHIN = re.compile(r"(?<!!)\[([^\[\]]*)\]\((?!\w+:)[^()\s]+\)")
_KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def name_download(page: Page) -> str:
    """Give the name, in the page's folder, under which a notebook can be downloaded."""
    return posixpath.basename(page.name).removesuffix(".py") + ".ipynb"


def write_ipynb(page: Page, reports: Sequence[dict[str, Any]]) -> str:
    """Give the text of a notebook's ``.ipynb``; ``reports`` are those of its code cells, in order.

    Bindings become the numbers that they bind, exemptions go, and so do links within the book:
    none of these would mean anything outside it.
    """
    import nbformat  # noqa: PLC0415  (only a book with notebooks needs it)

    cells = read_notebook(source_of(page.source.raw, page.source.path, page.source.name)).cells
    content = {"cells": list(_write_cells(page, cells, reports)), "metadata": _KERNEL}
    whole = nbformat.from_dict({**content, "nbformat": 4, "nbformat_minor": 5})  # type: ignore[no-untyped-call]
    text: str = nbformat.writes(whole)  # type: ignore[no-untyped-call]
    return text + "\n"


def _write_cells(
    page: Page, cells: Sequence[Cell], reports: Sequence[dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    lines = strip_bindings(page).split("\n")
    told = iter(reports)
    taken = {cell.id for cell in cells}
    count = 0
    for number, cell in enumerate(cells, 1):
        source = "\n".join(lines[cell.first : cell.last]).strip("\n")
        name = cell.id or next(f"{prefix}{number}" for prefix in ("cell-", "cell-_") if prefix not in taken)
        head = {"cell_type": cell.kind, "id": name, "metadata": {}}
        if cell.kind == "markdown":
            text = _LINK_WITHIN.sub(r"\1", EXEMPTION.sub("", source))
            yield {**head, "source": text}
            continue
        count += 1
        output = next(told, {"output": ""})["output"]
        shown = [{"output_type": "stream", "name": "stdout", "text": output}] if output else []
        yield {**head, "source": source, "execution_count": count, "outputs": shown}


def strip_bindings(page: Page) -> str:
    """Give a page's text with each binding's text in the binding's place."""
    text = page.source.text
    spans = []
    for key in page.bound:
        candidate = page.candidates[key]
        start = opening(text, candidate.text_end)
        spans += [(start, start + 1), (candidate.text_end, candidate.end + 1)]
    pieces, done = [], 0
    for start, end in sorted(spans):
        pieces.append(text[done:start])
        done = end
    return "".join([*pieces, text[done:]])


def place_download(root: Element, page: Page) -> None:
    """Offer a notebook for download behind its first heading."""
    offer = Element("p", {"class": "tether-download"})
    link = SubElement(offer, "a", {"href": name_download(page), "download": ""})
    link.text = "Download this page as a Jupyter notebook"
    link.tail = ", with the outputs of this build."
    children = list(root)
    place = next((index for index, child in enumerate(children, 1) if child.tag == "h1"), 0)
    root.insert(place, offer)
