"""The foot of a page: what was checked on it, with what, and which functions its numbers come from."""

from __future__ import annotations

from importlib import metadata
from platform import python_version
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement

from tether.judged import Counts
from tether.links import link_to, part_of
from tether.outputs import count_executed
from tether.problems import count
from tether.reference import is_reference, list_entries

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tether.judged import Origin, Verdict
    from tether.scan import Page
    from tether.session import Session

_UNSOUGHT = {"data-search-exclude": ""}
"""Keeps the foot out of a site's search, where every page would be found by it."""


def build_foot(now: Session, page: Page) -> Iterator[Element]:
    """Build a page's foot: a paragraph, and the functions behind the page where it quotes any."""
    foot = Element("p", {"class": "tether-foot", **_UNSOUGHT})
    wrong = now.count_problems(page)
    if wrong:
        foot.set("data-problems", str(wrong))
    foot.text = f"{_describe_counts(now.verdict, page, wrong)} {_describe_docstrings(now.verdict, page)}"
    project, docs = now.verdict.project, now.verdict.project.docs_name
    if now.verdict.judged.get(page.name) and (project.docs_dir / project.settings.ledger).exists():
        href = link_to(project.settings.ledger, page, docs, part_of(page))
        link = SubElement(foot, "a", {"href": href})
        link.text, link.tail = "All of them in the ledger", f". {name_versions(now.verdict)}."
    else:
        foot.text += f"{name_versions(now.verdict)}."
    yield foot
    origins = _list_origins(now.verdict, page)
    if origins:
        yield _build_functions(now, page, origins)


def _describe_counts(verdict: Verdict, page: Page, wrong: int) -> str:
    counts = verdict.counts.get(page.name, Counts())
    parts = [
        count(counts.bound, "number"),
        count(counts.claimed, "claim"),
        f"{counts.given} given",
        count(count_executed(verdict, page), "executed block"),
    ]
    state = f"{count(wrong, 'problem')} on this page" if wrong else "Checked on this build"
    return f"{state}: {', '.join(parts[:-1])} and {parts[-1]}."


def _describe_docstrings(verdict: Verdict, page: Page) -> str:
    """Say openly what of a reference was not checked."""
    entries = len(list(list_entries(page))) if is_reference(verdict.project, page) else 0
    if not entries:
        return ""
    shown = "The entry comes" if entries == 1 else f"The {entries} entries come"
    return f"{shown} from docstrings: numbers in them are code, and not audited. "


def name_versions(verdict: Verdict) -> str:
    """Name what the numbers were computed with."""
    names = [name for name in verdict.project.settings.preload if "." not in name]
    found = [f"{_label(name)} {metadata.version(name)}" for name in names if _is_installed(name)]
    return ", ".join([f"Python {python_version()}", *found])


def _label(name: str) -> str:
    return {"numpy": "NumPy", "scipy": "SciPy", "matplotlib": "Matplotlib"}.get(name, name)


def _is_installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _list_origins(verdict: Verdict, page: Page) -> list[Origin]:
    """List the functions behind a page, each once, in the order of the text."""
    found = {
        origin.label: origin for judged in verdict.judged.get(page.name, []) for origin in judged.origins
    }
    return list(found.values())


def _build_functions(now: Session, page: Page, origins: list[Origin]) -> Element:
    """Build a list of functions to open; a book's script finds in it where a number's function leads."""
    repository = now.verdict.project.settings.repository
    box = Element("details", {"class": "tether-functions", **_UNSOUGHT})
    behind = count(len(origins), "function")
    SubElement(box, "summary").text = f"{behind} behind the numbers of this page"
    items = SubElement(box, "ul")
    for origin in origins:
        href = now.entries.link(origin, page)
        if not href and repository and origin.path:
            href = f"{repository}{origin.path}#L{origin.line}"
        item = SubElement(items, "li")
        place = SubElement(item, "a", {"href": href, "data-function": origin.label}) if href else item
        SubElement(place, "code").text = origin.label
    return box
