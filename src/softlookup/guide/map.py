"""The map: every chapter on a line, and an arc from each to what it builds on."""

from xml.etree.ElementTree import Element, SubElement

from softlookup.guide.errors import GuideError
from softlookup.guide.shelf import DOCS, Leaf, Shelf

WIDTH = 440
ROW = 30
PART = 34
"""Height of the line that names a part of the book."""
AXIS = 128
"""Where the dots stand, from the left; the arcs take the room before them."""
REACH = 0.42
"""How far an arc swings out, of the height that it spans."""


def draw_map(shelf: Shelf, here: Leaf) -> Element:
    """Draw the chapters and what each builds on, as a figure whose chapters are links."""
    places = _place(shelf)
    height = max((y for y, _ in places.values()), default=0) + ROW
    frame = Element("figure", {"class": "sl-map"})
    drawing = SubElement(
        frame,
        "svg",
        {
            "class": "sl-figure",
            "viewBox": f"0 0 {WIDTH} {height}",
            "role": "group",
            "aria-label": "The chapters in the order of the book, each with what it builds on",
        },
    )
    group = None
    for leaf in shelf.chapters:
        y, _ = places[leaf.path]
        if leaf.group != group:
            group = leaf.group
            if group:
                _write(drawing, AXIS + 14, y - ROW, group, "sl-map-part")
        _draw_row(drawing, shelf, here, leaf, places)
    return frame


def _place(shelf: Shelf) -> dict[str, tuple[int, int]]:
    """Give each chapter its height on the axis and its number."""
    places: dict[str, tuple[int, int]] = {}
    y, group = ROW // 2, ""
    for number, leaf in enumerate(shelf.chapters):
        if leaf.group != group:
            group = leaf.group
            y += PART
        places[leaf.path] = (y, number)
        y += ROW
    return places


def _draw_row(
    drawing: Element, shelf: Shelf, here: Leaf, leaf: Leaf, places: dict[str, tuple[int, int]]
) -> None:
    y, number = places[leaf.path]
    needed = [_find(shelf, leaf, path, places, number) for path in leaf.needs or ()]
    builds = f", builds on {' and '.join(item.title for item in needed)}" if needed else ""
    link = SubElement(drawing, "a", {"href": here.link(leaf.path)})
    link.set("aria-label", f"{leaf.title}, {leaf.minutes} minutes{builds}")
    box = {"x": str(AXIS - 8), "y": str(y - ROW // 2), "width": str(WIDTH - AXIS + 8), "height": str(ROW)}
    SubElement(link, "rect", {"class": "sl-map-row", **box})
    for item in needed:
        above, _ = places[item.path]
        out = round(min(AXIS - 6, 14 + REACH * (y - above)), 1)
        curve = f"M{AXIS} {y}C{AXIS - out} {y} {AXIS - out} {above} {AXIS} {above}"
        SubElement(link, "path", {"class": "sl-map-arc", "d": curve})
    SubElement(link, "circle", {"class": "sl-map-dot", "cx": str(AXIS), "cy": str(y), "r": "4"})
    _write(link, AXIS + 14, y, leaf.title, "sl-map-title")
    _write(link, WIDTH - 4, y, f"{leaf.minutes} min", "sl-map-minutes")


def _find(shelf: Shelf, leaf: Leaf, path: str, places: dict[str, tuple[int, int]], number: int) -> Leaf:
    needed = shelf.find(path)
    if needed is None or path not in places or places[path][1] >= number:
        message = f"{DOCS}/{leaf.path}: needs {path!r}, which is no chapter before it in the nav"
        raise GuideError(message)
    return needed


def _write(parent: Element, x: int, y: int, text: str, kind: str) -> None:
    SubElement(parent, "text", {"class": kind, "x": str(x), "y": str(y), "dy": "0.35em"}).text = text
