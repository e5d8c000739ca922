"""The tally: what a build checked over the whole book, in one paragraph of some page."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement

from tether.outputs import count_executed

if TYPE_CHECKING:
    from tether.judged import Verdict

MARK = "::tether-counts::"
"""A paragraph of this alone becomes the tally."""


def place_tally(root: Element, verdict: Verdict) -> None:
    """Put the tally in the place of each paragraph that asks for it."""
    for parent in list(root.iter()):
        for index, child in enumerate(list(parent)):
            if child.tag == "p" and (child.text or "").strip() == MARK:
                parent[index] = _write_tally(verdict)
                parent[index].tail = child.tail


def _write_tally(verdict: Verdict) -> Element:
    pages = [page for page in verdict.pages if page.name in verdict.counts]
    counts = [verdict.counts[page.name] for page in pages]
    blocks = sum(count_executed(verdict, page) for page in pages)
    made = Element("p", {"class": "tether-counts"})
    told = (
        (sum(item.bound for item in counts), "number", ", "),
        (sum(item.claimed for item in counts), "claim", " and "),
        (blocks, "executed block", " on "),
        (len(pages), "page", ""),
    )
    for number, name, behind in told:
        part = SubElement(made, "strong")
        part.text = f"{number:,}"
        part.tail = f" {name if number == 1 else f'{name}s'}{behind}"
    problems = len(verdict.problems)
    state = "checked on this build, and all of them hold." if not problems else "checked on this build."
    made[-1].tail = f"{made[-1].tail}: {state}"
    return made
