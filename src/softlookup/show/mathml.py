"""A Python-Markdown extension that turns formulas into MathML while the page is built.

``pymdownx.arithmatex`` in its generic mode finds the formulas; this extension reads what it found
and puts ``<math>`` in its place, so that no script draws formulas in the reader's browser.
"""

import re
from html import unescape
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement

from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

from softlookup.show.formula import FormulaError, read_formula
from softlookup.show.plain import write_plain

if TYPE_CHECKING:
    from markdown import Markdown

# After tether's own tree processors, which read numbers in formulas as they were written, and
# before the table of contents (5), which would show the source of a formula in a heading.
PRIORITY = 5.2

# What must have a name in words, even where it holds nothing but a formula.
NAMED = frozenset({"a", "th"})

_PUNCTUATION = re.compile(r"[.,;:!?)\]’”]+")

DELIMITERS = {"span": (r"\(", r"\)"), "div": (r"\[", r"\]")}


_BREAK = r"\qquad"
_STEPS = re.compile(r"\\(?:(?:qquad|begin|end|left|right)(?![A-Za-z])|.)|[{}]", re.DOTALL)


def split_formula(tex: str) -> list[str]:
    r"""Give the parts of a displayed formula that a wide space sets apart: where a line is short, they wrap.

    >>> split_formula(r"a = \{b\}, \qquad \frac{c \qquad d}{e}")
    ['a = \\{b\\},', '\\frac{c \\qquad d}{e}']
    """
    parts, depth, start = [], 0, 0
    for found in _STEPS.finditer(tex):
        sign = found.group()
        depth += sign in {"{", r"\begin", r"\left"}
        depth -= sign in {"}", r"\end", r"\right"}
        if sign == _BREAK and depth == 0:
            parts.append(tex[start : found.start()])
            start = found.end()
    return [part for part in (one.strip() for one in [*parts, tex[start:]]) if part]


class FormulaProcessor(Treeprocessor):
    """Replaces every element that arithmatex made by MathML."""

    def run(self, root: Element) -> None:
        """Replace the formulas below ``root``; raise ``FormulaError`` for one that cannot be read."""
        for element in list(root.iter()):
            if "arithmatex" in element.get("class", "").split():
                _replace(element)
        for element in root.iter():
            if element.tag in NAMED:
                _name(element)


def _replace(element: Element) -> None:
    """Turn one element of arithmatex into MathML, in place: its tail belongs to the page."""
    tex = _strip_delimiters(element)
    tail = element.tail
    inline = element.tag == "span"
    parts = [tex] if inline else split_formula(tex)
    maths = [read_formula(part, display=not inline) for part in parts]
    element.clear()
    element.tail = tail
    if inline:
        (math,) = maths
        sign = _PUNCTUATION.match(tail or "")
        if sign is None:
            element.tag = "math"
            element.attrib.update(math.attrib)
            element.extend(math)
        else:  # a comma behind a formula stays on its line
            element.set("class", "sl-glued")
            SubElement(element, "math", math.attrib).extend(math)
            element[0].tail, element.tail = sign.group(), (tail or "")[sign.end() :]
    else:
        # A wide formula scrolls in this box; scroll.js makes it a keyboard stop where it is too wide.
        element.set("class", "sl-formula")
        for math in maths:
            SubElement(element, "math", math.attrib).extend(math)


def _name(element: Element) -> None:
    """Label the formulas of a link or table head that has no words of its own."""
    formulas = list(element.iter("math"))
    within = sum(len("".join(formula.itertext())) for formula in formulas)
    if formulas and within == len("".join(element.itertext()).strip()):
        for formula in formulas:
            formula.set("role", "math")
            formula.set("aria-label", write_plain(formula))


def _strip_delimiters(element: Element) -> str:
    """Give the TeX between the delimiters that arithmatex's generic mode writes."""
    text = unescape(element.text or "").strip()  # arithmatex escapes what HTML would read
    opening, closing = DELIMITERS.get(element.tag, ("", ""))
    if len(element) or not (opening and text.startswith(opening) and text.endswith(closing)):
        message = f"expected a formula from pymdownx.arithmatex with generic: true, found {text!r}"
        raise FormulaError(message)
    return text[len(opening) : len(text) - len(closing)].strip()


class FormulaExtension(Extension):
    """Registers the processor."""

    def extendMarkdown(self, md: "Markdown") -> None:
        """Put the processor where ``PRIORITY`` says."""
        md.treeprocessors.register(FormulaProcessor(md), "softlookup-mathml", PRIORITY)


def makeExtension(**settings: object) -> FormulaExtension:
    """Give the extension, as Python-Markdown asks for it."""
    return FormulaExtension(**settings)
