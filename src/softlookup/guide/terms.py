"""Terms on a page: each becomes a link to the glossary where the page uses it first."""

import re
from collections.abc import Iterable
from xml.etree.ElementTree import Element

from softlookup.guide.glossary import Term
from softlookup.guide.shelf import Leaf

CLASS = "sl-term"
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
_PASSED = _HEADINGS | {
    "a", "button", "code", "data", "kbd", "label", "math", "pre", "samp", "script", "style", "summary", "svg",
    "template", "th",
}  # fmt: skip
"""Elements in which nothing becomes a link: they are none of prose, or links already."""
_PASSED_CLASSES = {"arithmatex", "sl-terms", "sl-references", "tether-foot", "admonition-title", "sl-cards"}


class Linker:
    """Walks a page in reading order and links the first use of each term."""

    def __init__(self, leaf: Leaf, terms: Iterable[Term]) -> None:
        """Gather the words to look for."""
        self.leaf = leaf
        self.linked: list[Term] = []
        """The terms that the page leads to the glossary for, in order."""
        meant = [term for term in terms if term.is_meant_on(leaf)]
        self._by_word = {_normalise(word): term for term in meant for word in term.words}
        self._waiting = {term.anchor for term in meant}
        # On the page that tells a term it is linked only above the section that does.
        self._ends = {term.home: term for term in meant}
        words = sorted(self._by_word, key=len, reverse=True)
        spaced = (re.escape(word).replace(r"\ ", r"\s+") for word in words)
        pattern = rf"(?<![\w-])(?:{'|'.join(spaced)})(?![\w-])" if words else r"(?!)"
        self._pattern = re.compile(pattern, re.IGNORECASE)

    def link(self, root: Element) -> None:
        """Link the terms below an element."""
        self._text(root, None)
        index = 0
        while index < len(root):
            child = root[index]
            tag = str(child.tag)
            if tag in _HEADINGS:
                self._pass_heading(child.get("id"))
            elif tag not in _PASSED and _PASSED_CLASSES.isdisjoint((child.get("class") or "").split()):
                self.link(child)
            index += 1 + self._text(root, child)

    def _pass_heading(self, anchor: str | None) -> None:
        for term in [self._ends.get(f"{self.leaf.path}#{anchor}"), *self._homed(anchor)]:
            if term is not None:
                self._waiting.discard(term.anchor)

    def _homed(self, anchor: str | None) -> list[Term]:
        home = f"{self.leaf.path}#{anchor}"
        return [term for term in self._by_word.values() if term.home == home]

    def _text(self, parent: Element, child: Element | None) -> int:
        """Link terms in an element's own text, or behind a child; give how many links were put in."""
        text = (parent.text if child is None else child.tail) or ""
        made: list[Element] = []
        done = 0
        for match in self._pattern.finditer(text):
            term = self._by_word[_normalise(match[0])]
            if term.anchor not in self._waiting:
                continue
            self._waiting.discard(term.anchor)
            self.linked.append(term)
            link = Element("a", {"class": CLASS, "href": self.leaf.link(f"glossary.md#{term.anchor}")})
            link.set("data-note", term.anchor)
            link.text = match[0]
            _put(parent, child, made, text[done : match.start()])
            made.append(link)
            done = match.end()
        if made:
            made[-1].tail = text[done:]
            start = 0 if child is None else list(parent).index(child) + 1
            for offset, link in enumerate(made):
                parent.insert(start + offset, link)
        return len(made)


def _put(parent: Element, child: Element | None, made: list[Element], text: str) -> None:
    if made:
        made[-1].tail = text
    elif child is None:
        parent.text = text
    else:
        child.tail = text


def _normalise(word: str) -> str:
    return re.sub(r"\s+", " ", word).lower()
