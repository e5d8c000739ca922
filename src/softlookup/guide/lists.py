"""The lists that a page asks for by a paragraph such as ``::terms::``, and the line under its title."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement

from softlookup.guide.citations import list_cited
from softlookup.guide.definitions import place_on, render
from softlookup.guide.errors import GuideError
from softlookup.guide.feeds import list_feeds
from softlookup.guide.glossary import PAGE, Term
from softlookup.guide.map import draw_map
from softlookup.guide.references import Reference
from softlookup.guide.shelf import DOCS, Leaf, Shelf

READ_TOO = frozenset({"index.md", "sources.md"})
"""Pages that are read from one end to the other beside the chapters."""


@dataclass(frozen=True)
class Desk:
    """What lies before whoever writes a list: the page, and all that is known of the others."""

    shelf: Shelf
    leaf: Leaf
    terms: tuple[Term, ...]
    references: dict[str, Reference]


def is_read(leaf: Leaf) -> bool:
    """Tell whether a page is read as a text, and not looked up in."""
    return leaf.needs is not None or leaf.path in READ_TOO


def fill(root: Element, desk: Desk) -> None:
    """Put lists in the place of the paragraphs that ask for them; finish glossary and title."""
    for parent in list(root.iter()):
        for index, child in enumerate(list(parent)):
            text = (child.text or "").strip() if child.tag == "p" else ""
            if text.startswith("::") and text in _LISTS:
                made = _LISTS[text](desk)
                made.tail = child.tail
                parent[index] = made
    if desk.leaf.path == PAGE:
        _finish_glossary(root, desk)
    if desk.leaf.needs is not None:
        _write_byline(root, desk)


def _write_byline(root: Element, desk: Desk) -> None:
    """Say under the title how long the page takes, and what it builds on."""
    index = next((index for index, child in enumerate(root) if child.tag == "h1"), None)
    if index is None:
        return
    line = Element("p", {"class": "sl-byline"})
    line.text = f"{write_minutes(desk.leaf.minutes)} to read"
    for number, path in enumerate(desk.leaf.needs or ()):
        needed = desk.shelf.find(path)
        if needed is None:
            message = f"{DOCS}/{desk.leaf.path}: needs {path!r}, and the nav has no such page"
            raise GuideError(message)
        before = " · builds on " if number == 0 else " and "
        if number:
            line[-1].tail = before
        else:
            line.text += before
        SubElement(line, "a", {"href": desk.leaf.link(path)}).text = needed.title
    root.insert(index + 1, line)


def write_minutes(minutes: int) -> str:
    """Say how long something takes."""
    return "1 minute" if minutes == 1 else f"{minutes} minutes"


def _finish_glossary(root: Element, desk: Desk) -> None:
    """Lead from each entry to the section that tells its term."""
    by_anchor = {term.anchor: term for term in desk.terms}
    children = list(root)
    for index in range(len(children) - 1, -1, -1):
        child = children[index]
        term = by_anchor.get(child.get("id") or "") if child.tag == "h2" else None
        if term is None:
            continue
        for name in ("home", "forms", "in"):
            child.attrib.pop(f"data-{name}", None)
        end = next((i for i in range(index + 1, len(children)) if children[i].tag == "h2"), None)
        last = children[index + 1] if end is None else children[end - 1]
        line = Element("p", {"class": "sl-home"})
        line.text = "Told in "
        home = desk.shelf.find(term.home.partition("#")[0])
        link = SubElement(line, "a", {"href": desk.leaf.link(term.home)})
        link.text = home.title if home else term.home
        root.insert(list(root).index(last) + 1, line)


def _list_terms(desk: Desk) -> Element:
    """List the terms that a page tells, as the glossary defines them."""
    told = [term for term in desk.terms if term.home.partition("#")[0] == desk.leaf.path]
    order = {term.anchor: desk.leaf.body.find(f"{{#{term.home.partition('#')[2]}}}") for term in told}
    listed = Element("dl", {"class": "sl-terms", "data-search-exclude": "true"})
    for term in sorted(told, key=lambda item: (order[item.anchor], item.title.lower())):
        name = SubElement(SubElement(listed, "dt"), "a", {"href": desk.leaf.link(f"{PAGE}#{term.anchor}")})
        name.text = term.title
        detail = SubElement(listed, "dd")
        detail.extend(place_on(render(term.definition), desk.leaf))
    if not told:
        message = f"{DOCS}/{desk.leaf.path}: asks for its terms, and the glossary has none that are told here"
        raise GuideError(message)
    return listed


def _list_references(desk: Desk) -> Element:
    """List the works that a page cites."""
    cited = list_cited(desk.leaf, desk.references)
    if not cited:
        message = f"{DOCS}/{desk.leaf.path}: asks for its references, and cites nothing"
        raise GuideError(message)
    return _write_list(cited, {})


def _list_all_references(desk: Desk) -> Element:
    """List all works, each with the pages that cite it."""
    leaves: dict[str, list[Leaf]] = {}
    for leaf in desk.shelf.leaves:
        for reference in list_cited(leaf, desk.references):
            leaves.setdefault(reference.key, []).append(leaf)
    listed = _write_list(sorted(desk.references.values(), key=lambda item: item.order), leaves)
    for link in listed.iter("a"):
        if link.get("data-cited"):
            link.set("href", desk.leaf.link(link.attrib.pop("data-cited")))
    return listed


def _write_list(references: Iterable[Reference], leaves: dict[str, list[Leaf]]) -> Element:
    listed = Element("ul", {"class": "sl-references"})
    for reference in references:
        item = SubElement(listed, "li")
        if leaves:
            item.set("id", reference.key)
        write_reference(item, reference)
        for number, leaf in enumerate(leaves.get(reference.key, ())):
            if number == 0:
                cited = SubElement(item, "span", {"class": "sl-cited"})
                cited.text = "Cited in "
            else:
                cited[-1].tail = ", "
            SubElement(cited, "a", {"data-cited": leaf.path}).text = leaf.title
    return listed


def write_reference(parent: Element, reference: Reference) -> None:
    """Write a work as every list has it: who, when, what, where, and what nobody checked."""
    parent.text = f"{reference.all_authors} ({reference.year}). "
    title = SubElement(parent, "em")
    title.text = reference.title
    title.tail = "" if reference.title.endswith("?") else "."
    title.tail += f" {reference.printed_in}." if reference.printed_in else ""
    last = title
    for name, address in reference.addresses:
        last.tail = f"{last.tail} "
        last = SubElement(parent, "a", {"href": address})
        last.text, last.tail = name, "."
    if reference.note:
        last.tail = f"{last.tail} {reference.note}"
    if reference.unchecked:
        mark = SubElement(parent, "span", {"class": "sl-unchecked"})
        last.tail = f"{last.tail} "
        mark.text = f"Not checked: {reference.unchecked}."
        mark.tail = " "


def _list_chapters(desk: Desk) -> Element:
    """List the chapters by their parts of the nav, with what each takes to read."""
    shelf = Element("div", {"class": "sl-shelf"})
    groups: dict[str, list[Leaf]] = {}
    for leaf in desk.shelf.chapters:
        groups.setdefault(leaf.group, []).append(leaf)
    for group, leaves in groups.items():
        part = SubElement(shelf, "section")
        total = sum(leaf.minutes for leaf in leaves)
        if group:
            SubElement(part, "h3").text = group
            SubElement(
                part, "p", {"class": "sl-total"}
            ).text = f"{len(leaves)} chapters, {write_minutes(total)}"
        listed = SubElement(part, "ol" if group else "ul")
        for leaf in leaves:
            item = SubElement(listed, "li")
            link = SubElement(item, "a", {"href": desk.leaf.link(leaf.path)})
            link.text = leaf.title
            SubElement(item, "span", {"class": "sl-minutes"}).text = f"{leaf.minutes} min"
    return shelf


_LISTS: dict[str, Callable[[Desk], Element]] = {
    "::terms::": _list_terms,
    "::references::": _list_references,
    "::all-references::": _list_all_references,
    "::chapters::": _list_chapters,
    "::map::": lambda desk: draw_map(desk.shelf, desk.leaf),
    "::feeds::": lambda desk: list_feeds(desk.shelf, desk.leaf),
}
