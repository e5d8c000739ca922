"""Definitions as HTML elements, for lists of terms and for tooltips on other pages than the glossary."""

import html
import re
from copy import deepcopy
from functools import lru_cache
from xml.etree.ElementTree import Element, fromstring

from markdown import Markdown

from softlookup.guide.shelf import Leaf

_ENTITY = re.compile(r"&(?!amp;|lt;|gt;|quot;|#)\w+;")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def render(text: str) -> Element:
    """Give an element with a text's paragraphs, bound numbers as plain ones, formulas as MathML."""
    return deepcopy(_render(text))


@lru_cache(maxsize=512)
def _render(text: str) -> Element:
    md = Markdown(
        extensions=["attr_list", "pymdownx.betterem", "pymdownx.arithmatex", "softlookup.show.mathml"],
        extension_configs={"pymdownx.arithmatex": {"generic": True}},
    )
    made = md.convert(_COMMENT.sub("", text))
    root = fromstring(f"<div>{_ENTITY.sub(lambda match: html.unescape(match[0]), made)}</div>")  # noqa: S314
    for link in root.iter("a"):
        if (link.get("href") or "").startswith("="):
            _unlink(link)  # it is bound, and checked, in the glossary
    return root


def _unlink(link: Element) -> None:
    link.tag = "span"
    link.attrib.pop("href", None)
    link.attrib.pop("aria-label", None)


def place_on(root: Element, leaf: Leaf) -> Element:
    """Turn the links of a definition, which are the glossary's, into those of a page."""
    for link in root.iter("a"):
        if (href := link.get("href")) and "://" not in href:
            link.set("href", leaf.link(href))
    return root


def drop_links(root: Element) -> Element:
    """Keep the words of links alone: a tooltip leads to the glossary, and there they are links."""
    for link in list(root.iter("a")):
        _unlink(link)
    return root
