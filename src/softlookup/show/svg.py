"""From Matplotlib's SVG to SVG that belongs to a page: its colours, its font, its ids, nothing foreign."""

import re
from collections.abc import Mapping
from xml.etree import ElementTree as ET

SPACE = "http://www.w3.org/2000/svg"
LINK = "{http://www.w3.org/1999/xlink}href"
PART = "part:"
"""An artist whose gid starts with this keeps the rest of it as ``data-part``, for tests and scripts."""

WIDEST = 1.2
"""How many pixels a unit of the view box gets at most, so that labels stay near the size of the text."""

NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
DROPPED = frozenset({"metadata", "style", "title"})
KEPT = frozenset(
    {"fill", "stroke", "opacity", "fill-opacity", "stroke-opacity", "stroke-width", "text-anchor"}
) | {
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
}


def clean_svg(markup: str, *, name: str, alt: str, properties: Mapping[str, str]) -> str:
    """Give ``markup`` as one element for a page.

    ``properties`` says which custom property each colour stands for; a colour that it does not know is an
    error, as it would not follow the reader's scheme. Ids are prefixed by ``name``; metadata and fonts go.
    """
    root = ET.fromstring(markup)  # noqa: S314  (Matplotlib's own output)
    _prune(root)
    _name_parts(root, name)
    for element in root.iter():
        element.tag = element.tag.removeprefix(f"{{{SPACE}}}")
        element.text = (element.text or "").strip() or None
        element.tail = None
        _restyle(element, properties)
    _, _, width, height = (float(part) for part in root.get("viewBox", "").split())
    page = start_svg(width, height)
    page.extend(root)
    return write_svg(page, name=name, alt=alt)


def start_svg(width: float, height: float) -> ET.Element:
    """Give the empty root of a figure of this many units."""
    return ET.Element("svg", viewBox=f"0 0 {_short(width)} {_short(height)}")


def write_svg(root: ET.Element, *, name: str, alt: str) -> str:
    """Write a figure for the page: as wide as its column lets it be, named and described."""
    width = float(root.get("viewBox", "").split()[2])
    root.set("xmlns", SPACE)
    root.set("class", "sl-figure")
    root.set("id", name)
    root.set("style", f"max-width:{width * WIDEST:.0f}px")
    root.set("role", "img")
    root.set("aria-label", alt)
    return ET.tostring(root, encoding="unicode")


def _prune(parent: ET.Element) -> None:
    """Drop what a page has no use for: metadata, style sheets, empty groups and definitions."""
    for child in list(parent):
        _prune(child)
        tag = child.tag.rsplit("}", 1)[-1]
        if tag in DROPPED or (tag in {"g", "defs"} and not len(child)):
            parent.remove(child)


def _name_parts(root: ET.Element, name: str) -> None:
    """Turn marked ids into ``data-part``, prefix those that something refers to, and drop the rest."""
    text = ET.tostring(root, encoding="unicode")
    used = set(re.findall(r"(?:url\(|href=\")#([^)\"]+)", text))
    for element in root.iter():
        key = element.get("id", "")
        if key.startswith(PART):
            element.set("data-part", key.removeprefix(PART))
        element.attrib.pop("id", None)
        if key in used:
            element.set("id", f"{name}-{key}")
        target = element.attrib.pop(LINK, None)
        if target is not None:
            element.set("href", f"#{name}-{target.removeprefix('#')}")
        for attribute, value in element.attrib.items():
            element.set(attribute, re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", value))


def _restyle(element: ET.Element, properties: Mapping[str, str]) -> None:
    """Rewrite an element's style in the page's colours, with its font size but not its font."""
    kept = []
    for declaration in element.attrib.pop("style", "").split(";"):
        key, _, value = (part.strip() for part in declaration.partition(":"))
        if key in {"font", "font-size"}:
            size = re.search(r"([\d.]+)px", value)
            weight = re.search(r"\b(bold|[5-9]00)\b", value)
            kept += [f"font-size:{_short(float(size[1]))}px"] if size else []
            kept += ["font-weight:600"] if weight else []
        elif key == "font-weight":
            kept += ["font-weight:600"]
        elif key in KEPT:
            kept.append(f"{key}:{_colour(value, properties) if key in {'fill', 'stroke'} else value}")
    if kept:
        element.set("style", ";".join(kept))
    for attribute in ("d", "x", "y", "width", "height", "points"):
        if attribute in element.attrib:
            element.set(attribute, _shorten(" ".join(element.attrib[attribute].split())))
    turn = element.get("transform", "")
    if re.match(r"rotate\(-?0[ )]", turn):
        del element.attrib["transform"]
    elif turn:
        element.set("transform", _shorten(turn))


def _colour(value: str, properties: Mapping[str, str]) -> str:
    """Give the custom property for a sentinel colour; raise ``ValueError`` for any other colour."""
    if value == "none" or value.startswith("url("):
        return value
    if value not in properties:
        message = f"expected a colour of softlookup.show.style.COLOURS, found {value!r}"
        raise ValueError(message)
    return properties[value]


def _shorten(text: str) -> str:
    """Write the numbers in ``text`` to hundredths of a unit, which no eye can tell apart."""
    return NUMBER.sub(lambda found: _short(float(found[0])), text)


def _short(value: float) -> str:
    """Write a number to hundredths, without trailing zeros and never as minus zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
