"""A Python-Markdown extension that has the numbers of a column stand point under point.

A column of numbers stands to the right. Where one has fewer digits behind its point than another, its cell
is told what is lacking (``data-lack``), and the style sets that, unseen: the room that the digits would take.
"""

import re
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

if TYPE_CHECKING:
    from markdown import Markdown

# Behind softlookup.show.mathml, which leaves formulas that a cell's text cannot be read past.
PRIORITY = 5.1

NUMBER = re.compile(r"[−+-]?\d[\d,]*(?:\.(\d+))?")
MOST = 4
"""More digits than this are not made room for: numbers so far apart are not compared at the point."""


def find_lacks(texts: list[str]) -> list[str]:
    """Say for each text of a column what it lacks behind its last digit to have as many as any other.

    >>> find_lacks(["0.25", "1", "1.5", "below 1"])
    ['', '.00', '0', '']
    """
    found = [NUMBER.fullmatch(text) for text in texts]
    places = [None if one is None else len(one[1] or "") for one in found]
    most = max((count for count in places if count is not None), default=0)
    lacks = ["" if count is None else "0" * (most - count) for count in places]
    return [
        "" if len(lack) > MOST else f".{lack}" if lack and count == 0 else lack
        for lack, count in zip(lacks, places, strict=True)
    ]


class ColumnProcessor(Treeprocessor):
    """Tells the cells of right-aligned columns what they lack."""

    def run(self, root: Element) -> None:
        """Look through every table below ``root``."""
        for table in root.iter("table"):
            rows = [row.findall("td") for row in table.iter("tr") if row.find("td") is not None]
            for column in zip(*rows, strict=False):
                if all("right" in cell.get("style", "") for cell in column):
                    for cell, lack in zip(column, find_lacks([_read(cell) for cell in column]), strict=True):
                        if lack:
                            cell.set("data-lack", lack)


def _read(cell: Element) -> str:
    """Give the text of a cell that is nothing but text and links; of any other nothing."""
    inner = [child for child in cell.iter() if child is not cell]
    is_plain = all(child.tag in {"a", "data"} and child.get("data-kind") != "claim" for child in inner)
    return "".join(cell.itertext()).strip() if is_plain else ""


class ColumnExtension(Extension):
    """Registers the processor."""

    def extendMarkdown(self, md: "Markdown") -> None:
        """Put the processor where ``PRIORITY`` says."""
        md.treeprocessors.register(ColumnProcessor(md), "softlookup-columns", PRIORITY)


def makeExtension(**settings: object) -> ColumnExtension:
    """Give the extension, as Python-Markdown asks for it."""
    return ColumnExtension(**settings)
