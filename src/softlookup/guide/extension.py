"""The Python-Markdown extension that puts citations, terms, reading time and the book's lists on its pages.

It runs behind tether's reading of a page and before formulas become MathML: what it writes is made
from texts that tether checks where they stand.
"""

import re
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement

from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from softlookup.guide import lists, notes
from softlookup.guide.citations import PATTERN, find_places, read_citation
from softlookup.guide.errors import GuideError
from softlookup.guide.glossary import read_glossary
from softlookup.guide.opened import open_numbers
from softlookup.guide.references import FILE, PAGE, Reference, read_references
from softlookup.guide.shelf import Leaf, Shelf, find_root, read_shelf
from softlookup.guide.terms import Linker

if TYPE_CHECKING:
    from markdown import Markdown

BEFORE_TETHER = 34
"""Sees the text of a page before tether rewrites it, and so can tell which page it is."""
BEHIND_TETHER = 6.0
"""Behind tether's tree processors (6.5), before formulas become MathML (5.2) and headings are listed (5)."""
BEFORE_LINKS = 175
"""A citation stands in brackets as a link does, and is none."""
CITED = "sl-cite"


class _State:
    """What the parts of one Markdown instance share while a page is converted.

    The other pages are read only by what needs them: tether reads a page without, and what it finds then
    holds whatever becomes of the others.
    """

    def __init__(self, md: "Markdown") -> None:
        self.md = md
        self.root = find_root()
        self._text = ""
        self._shelf: Shelf | None = None

    def begin(self, text: str) -> None:
        """Begin a page."""
        self._text, self._shelf = text, None

    @property
    def shelf(self) -> Shelf:
        """The book's pages as they are now."""
        if self._shelf is None:
            self._shelf = read_shelf(self.root)
        return self._shelf

    @property
    def leaf(self) -> Leaf | None:
        """The page that is converted; None for text of no page."""
        return self.shelf.recognise(self._text)

    @property
    def is_nested(self) -> bool:
        """Whether this instance converts the output of a block."""
        return hasattr(self.md, "_original_md")


class _Recogniser(Preprocessor):
    """Learns which page is converted; changes nothing."""

    def __init__(self, md: "Markdown", state: _State) -> None:
        super().__init__(md)
        self.state = state

    def run(self, lines: list[str]) -> list[str]:
        if not self.state.is_nested:
            self.state.begin("\n".join(lines))
        return lines


class _Citer(InlineProcessor):
    """Makes an element of each citation that holds the place in the work; `_Guide` gives it its words."""

    def __init__(self, md: "Markdown", state: _State) -> None:
        super().__init__(PATTERN, md)
        self.state = state

    def handleMatch(self, match: re.Match[str], data: str) -> tuple[Element, int, int]:  # type: ignore[override]  # noqa: ARG002
        """Keep what stands in the brackets for later; raise GuideError for a key that no entry has."""
        references = read_references(self.state.root)
        for citation in read_citation(match[1]):
            if citation.key not in references:
                places = find_places(self.state.shelf, citation.key)
                message = f"{', '.join(places)}: [@{citation.key}]: {FILE} has no entry of that name"
                raise GuideError(message)
        element = Element("span", {"class": CITED, "data-cite": match[1]})
        # What the author wrote stands in it until `_Guide` is there: tether reads pages before that.
        element.text = AtomicString("; ".join(part.place for part in read_citation(match[1])))
        return element, match.start(0), match.end(0)


class _Guide(Treeprocessor):
    """Writes into a finished tree."""

    def __init__(self, md: "Markdown", state: _State) -> None:
        super().__init__(md)
        self.state = state

    def run(self, root: Element) -> None:
        if self.state.is_nested:
            return
        leaf, shelf = self.state.leaf, self.state.shelf
        references = read_references(shelf.root)
        used = _write_citations(root, leaf, references)
        open_numbers(root)
        if leaf is None:
            return
        terms = read_glossary(shelf)
        linker = Linker(leaf, terms if lists.is_read(leaf) else ())
        linker.link(root)
        lists.fill(root, lists.Desk(shelf, leaf, terms, references))
        notes.append_notes(root, linker.linked, used)


def _write_citations(root: Element, leaf: Leaf | None, references: dict[str, Reference]) -> list[Reference]:
    """Give every citation its words and its links; give the works cited, in order."""
    used: dict[str, Reference] = {}
    for element in root.iter("span"):
        inside = element.attrib.pop("data-cite", None)
        if inside is None:
            continue
        last: Element | None = None
        element.text = "("
        for citation in read_citation(inside):
            reference = references[citation.key]
            used[citation.key] = reference
            target = f"{PAGE}#{citation.key}"
            if last is not None:
                last.tail = "; "
            last = SubElement(element, "a", {"href": leaf.link(target) if leaf else target})
            last.set("data-note", citation.key)
            last.text = citation.write(reference)
        if last is not None:
            last.tail = ")"
    return list(used.values())


class GuideExtension(Extension):
    """Registers the parts."""

    def extendMarkdown(self, md: "Markdown") -> None:
        """Put each part where its constant says."""
        state = _State(md)
        md.preprocessors.register(_Recogniser(md, state), "softlookup-page", BEFORE_TETHER)
        md.inlinePatterns.register(_Citer(md, state), "softlookup-cite", BEFORE_LINKS)
        md.treeprocessors.register(_Guide(md, state), "softlookup-guide", BEHIND_TETHER)


def makeExtension(**settings: object) -> GuideExtension:
    """Give the extension, as Python-Markdown asks for it."""
    return GuideExtension(**settings)
