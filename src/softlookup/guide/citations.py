"""Citations by key in the text of pages: finding them, and saying which are wrong."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from softlookup.guide.errors import GuideError
from softlookup.guide.minutes import drop_code
from softlookup.guide.references import FILE, Reference, line_of
from softlookup.guide.shelf import Leaf, Shelf

PATTERN = r"\[(-?@[^\[\]]+)\]"
"""What may be a citation: ``[@key, place; @key]``, ``[-@key]``."""
_PART = re.compile(r"\s*(?P<bare>-?)@(?P<key>[\w-]+)(?:,\s*(?P<place>[^;]+?))?\s*")


@dataclass(frozen=True)
class Citation:
    """One work that is cited, with the place in it."""

    key: str
    place: str
    is_bare: bool
    """Whether the sentence names the authors already, and the year alone is shown."""

    def write(self, reference: Reference) -> str:
        """Give the words of the citation, without brackets."""
        words = str(reference.year) if self.is_bare else f"{reference.who} {reference.year}"
        return f"{words}, {self.place}" if self.place else words


def read_citation(inside: str) -> list[Citation]:
    """Read what stands in a citation's brackets; raise :class:`GuideError` where it is none.

    Letters beyond ASCII in a key are passed over: tether marks numbers with such when it reads a page.
    """
    found = []
    for part in inside.split(";"):
        match = _PART.fullmatch(part)
        if match is None:
            message = (
                f"[{inside}] is no citation; expected [@key], [@key, section 2], [@key; @other] or [-@key]"
            )
            raise GuideError(message)
        key = match["key"].encode("ascii", "ignore").decode()
        found.append(Citation(key, match["place"] or "", bool(match["bare"])))
    return found


def find_citations(leaf: Leaf) -> Iterator[tuple[int, Citation]]:
    """Yield what a page cites, each with its offset in the page's body."""
    for match in re.finditer(PATTERN, drop_code(leaf.body)):
        for citation in read_citation(match[1]):
            yield match.start(), citation


def find_places(shelf: Shelf, key: str) -> list[str]:
    """Say where a key is cited; its bare name where no page is known to cite it."""
    found = [
        leaf.place(offset)
        for leaf in shelf.leaves
        for offset, item in find_citations(leaf)
        if item.key == key
    ]
    return found or [key]


def list_cited(leaf: Leaf, references: dict[str, Reference]) -> list[Reference]:
    """Give the works that a page cites, in the order of a list."""
    keys = {citation.key for _, citation in find_citations(leaf)}
    return sorted((references[key] for key in keys if key in references), key=lambda item: item.order)


def check_citations(shelf: Shelf, references: dict[str, Reference]) -> list[str]:
    """Give every key that is cited and unknown, and every entry that no page cites, each with its place."""
    wrong = []
    cited = set()
    for leaf in shelf.leaves:
        for offset, citation in find_citations(leaf):
            cited.add(citation.key)
            if citation.key not in references:
                known = ", ".join(sorted(key for key in references if key[:3] == citation.key[:3]))
                advice = f"; did you mean {known}?" if known else ""
                wrong.append(f"{leaf.place(offset)}: {FILE} has no [{citation.key}]{advice}")
    text = (shelf.root / FILE).read_text("utf-8") if references else ""
    wrong += [
        f"{FILE}:{line_of(key, text)}:1: no page cites [{key}]" for key in references if key not in cited
    ]
    return wrong
