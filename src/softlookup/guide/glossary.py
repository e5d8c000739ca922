"""The glossary: a page of Markdown, a heading a term, from which every tooltip and list of terms comes.

A heading's attributes say where the term is told (``data-home="page.md#anchor"``), under which other
words it goes (``data-forms="words, more words"``), and, where the word means other things elsewhere,
on which pages or in which folders it is this term (``data-in="attention memory/load.md"``).
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from softlookup.guide.errors import GuideError
from softlookup.guide.shelf import DOCS, Leaf, Shelf

PAGE = "glossary.md"
_HEADING = re.compile(r"^## (?P<title>.+?) \{#(?P<id>[\w-]+)(?P<rest>[^}\n]*)\}[ \t]*$", re.MULTILINE)
_ATTRIBUTE = re.compile(r'\s*data-(?P<name>\w+)="(?P<value>[^"]*)"')
_KNOWN = {"home", "forms", "in"}


@dataclass(frozen=True)
class Term:
    """One term of the book."""

    title: str
    anchor: str
    home: str
    """The section that tells it, ``page.md#anchor``."""
    forms: tuple[str, ...]
    """The other words for it, plurals aside."""
    places: tuple[str, ...]
    """Pages and folders in which the word is this term; empty for all."""
    definition: str
    """Markdown, with links and bindings relative to the glossary."""
    line: int

    @property
    def words(self) -> tuple[str, ...]:
        """All that a page may call it, plurals included."""
        singular = [self.title, *self.forms]
        return tuple(dict.fromkeys(form for word in singular for form in (word, *_make_plurals(word))))

    def is_meant_on(self, leaf: Leaf) -> bool:
        """Tell whether the word is this term on a page."""
        return not self.places or leaf.path in self.places or leaf.folder in self.places


def _make_plurals(word: str) -> list[str]:
    if re.search(r"(?:s|x|ch|sh)$", word):
        return [f"{word}es"]
    if re.search(r"[^aeiou]y$", word):
        return [f"{word[:-1]}ies"]
    return [f"{word}s"]


def read_glossary(shelf: Shelf) -> tuple[Term, ...]:
    """Give the terms in the order of the page; raise :class:`GuideError` for an entry that is not right."""
    leaf = shelf.find(PAGE)
    return _parse(leaf.body, leaf.first_line) if leaf else ()


@lru_cache(maxsize=4)
def _parse(body: str, first_line: int) -> tuple[Term, ...]:
    headings = list(_HEADING.finditer(body))
    if len(headings) != len(re.findall(r"^## ", body, re.MULTILINE)):
        plain = next(line for line in body.split("\n") if line.startswith("## ") and not _HEADING.match(line))
        message = (
            f'{DOCS}/{PAGE}: {plain!r} is no entry: expected ## Term {{#anchor data-home="page.md#section"}}'
        )
        raise GuideError(message)
    ends = [match.start() for match in headings[1:]] + [len(body)]
    return tuple(
        _read(match, body[match.end() : end].strip(), first_line + body[: match.start()].count("\n"))
        for match, end in zip(headings, ends, strict=True)
    )


def _read(heading: re.Match[str], definition: str, line: int) -> Term:
    place = f"{DOCS}/{PAGE}:{line}:1"
    found = {match["name"]: match["value"] for match in _ATTRIBUTE.finditer(heading["rest"])}
    if _ATTRIBUTE.sub("", heading["rest"]).strip() or not found.keys() <= _KNOWN or "home" not in found:
        message = (
            f"{place}: expected data-home, and data-forms and data-in where needed, found {heading['rest']!r}"
        )
        raise GuideError(message)
    if not definition:
        message = f"{place}: {heading['title']} has no definition"
        raise GuideError(message)
    return Term(
        title=heading["title"],
        anchor=heading["id"],
        home=found["home"],
        forms=tuple(form.strip() for form in found.get("forms", "").split(",") if form.strip()),
        places=tuple(found.get("in", "").split()),
        definition=definition,
        line=line,
    )
