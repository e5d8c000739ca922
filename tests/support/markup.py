"""What is wrong with the markup of a page: by the standard's parser, and by what readers would notice."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

import html5lib

_REFERENCES = ("aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "for", "headers", "list")
_NAMED = {"img": "alt", "html": "lang", "iframe": "title"}
_FIELDS = {"input", "select", "textarea"}
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
_BLOCKS = _HEADINGS | {
    *("article", "aside", "blockquote", "details", "div", "dl", "fieldset", "figure", "footer", "form"),
    *("header", "hr", "main", "nav", "ol", "p", "pre", "section", "table", "ul"),
}
_PHRASES = _HEADINGS | {"p", "pre", "span", "em", "strong", "code", "small", "sub", "sup", "data", "abbr"}
_PHRASES |= {"button", "label", "output"}
_PRESSED = {"a", "button"}
_INTERACTIVE = _PRESSED | _FIELDS | {"details", "label", "iframe"}
_CHILDREN = {
    "ul": {"li"},
    "ol": {"li"},
    "dl": {"dt", "dd", "div"},
    "table": {"caption", "colgroup", "thead", "tbody", "tfoot"},
    "tbody": {"tr"},
    "tr": {"td", "th"},
    "select": {"option", "optgroup"},
}


def find_faults(text: str) -> list[str]:
    """Give every fault of a page's markup, each with its place or its element."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    root = parser.parse(text)
    faults = [f"line {place[0]}: {code} {data or ''}".rstrip() for place, code, data in parser.errors]
    elements = [one for one in root.iter() if isinstance(one.tag, str)]
    ids = Counter(name for one in elements if (name := one.get("id")) is not None)
    faults += [f"the id {name!r} stands {times} times" for name, times in ids.items() if times > 1]
    faults += [f"an id {name!r}" for name in ids if not name or " " in name]
    for one in elements:
        faults += [f"{_tell(one)}: {fault}" for fault in _judge(one, set(ids))]
    faults += _judge_headings(elements)
    faults += _judge_places(root, "", "")
    labelled = {one.get("for") for one in elements if one.tag == "label"}
    within = {id(inner) for one in elements if one.tag == "label" for inner in one.iter()}
    faults += [
        f"{_tell(one)}: a field without a name"
        for one in elements
        if one.tag in _FIELDS
        # Material's toggles are never shown: labels stand for them, where there is something to open.
        and "md-toggle" not in one.get("class", "").split()
        and one.get("type") not in {"hidden", "submit", "reset", "button"}
        and not (one.get("aria-label") or one.get("aria-labelledby") or one.get("title"))
        and one.get("id") not in labelled
        and id(one) not in within
    ]
    return faults


def find_all_faults(site: Path) -> list[str]:
    """Give every fault of every page of a built folder, each with its page."""
    pages = sorted(site.rglob("*.html"))
    return [
        f"{page.relative_to(site).as_posix()}: {fault}"
        for page in pages
        for fault in find_faults(page.read_text("utf-8"))
    ]


def _judge(one: Element, ids: set[str]) -> Iterator[str]:
    for name in _REFERENCES:
        for target in one.get(name, "").split():
            if target not in ids:
                yield f"{name} names {target!r}, which is not on the page"
    needed = _NAMED.get(str(one.tag))
    if needed and one.get(needed) is None:
        yield f"no {needed}"
    if one.tag == "a" and one.get("href") == "":
        yield "leads nowhere"
    if one.tag in {"a", "button"} and not _named(one):
        yield "nothing says what it is"
    if one.get("tabindex") is not None and one.get("tabindex") not in {"0", "-1"}:
        yield f"tabindex={one.get('tabindex')!r}"


def _named(one: Element) -> bool:
    """Tell whether an element has words, or pictures with words, or a name of its own."""
    if any(
        inner.get(name) for inner in one.iter() for name in ("aria-label", "title", "alt", "aria-labelledby")
    ):
        return True
    return bool("".join(one.itertext()).strip()) or (one.tag == "a" and one.get("href") is None)


def _judge_headings(elements: list[Element]) -> Iterator[str]:
    headings = [one for one in elements if str(one.tag) in _HEADINGS]
    if [str(one.tag) for one in headings].count("h1") != 1:
        yield "not one h1"
    level = 0
    for one in headings:
        now = int(str(one.tag)[1])
        if now > level + 1:
            yield f"{_tell(one)}: comes after h{level}"
        level = now


def _judge_places(one: Element, phrase: str, pressed: str) -> Iterator[str]:
    """Say what stands where it may not: blocks in words, things to press in others, strangers in lists."""
    phrase = str(one.tag) if one.tag in _PHRASES else phrase
    pressed = str(one.tag) if one.tag in _PRESSED else pressed
    for child in one:
        tag = str(child.tag)  # a comment's is a function, and no name of any element
        if phrase and tag in _BLOCKS:
            yield f"{_tell(child)}: stands in <{phrase}>"
        if pressed and tag in _INTERACTIVE and child.get("type") != "hidden":
            yield f"{_tell(child)}: stands in <{pressed}>"
        strange = tag not in _CHILDREN.get(str(one.tag), {tag}) | {"script", "template"}
        if strange and isinstance(child.tag, str):
            yield f"{_tell(child)}: stands in <{one.tag}>"
        if tag not in {"svg", "math"}:
            yield from _judge_places(child, phrase, pressed)


def _tell(one: Element) -> str:
    words = " ".join("".join(one.itertext()).split())[:40]
    return f"<{one.tag} {' '.join(f'{name}={value!r}' for name, value in list(one.items())[:3])}>{words}"
