"""Reading a drawing back: what the tests of figures share."""

import csv
import io
import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from tether.values import Drawing

SPACE = "{http://www.w3.org/2000/svg}"


def read_markup(drawing: Drawing) -> ET.Element:
    """Parse the markup with a strict parser; parts and words must be drawn, on the sheet and apart."""
    root = ET.fromstring(str(drawing))  # noqa: S314  (our own markup)
    width, height = map(float, root.get("viewBox", "").split()[2:])
    for element in root.iter():
        if name := element.get("data-part"):
            places = find_places(element)
            assert places, f"{name} is empty"
            beyond = [(x, y) for x, y in places if not (-1 <= x <= width + 1 and -1 <= y <= height + 1)]
            assert not beyond, f"{name} leaves the sheet of {width} x {height} at {beyond[0]}"
    boxes = [box for element in root.iter(f"{SPACE}text") if (box := find_box(element))]
    for place, (words, left, right, top, bottom) in enumerate(boxes):
        is_inside = left >= -2 and right <= width + 2 and top >= -1 and bottom <= height + 1
        assert is_inside, f"{words!r} leaves the sheet of {width} x {height}: {left, right, top, bottom}"
        for other, start, end, over, under in boxes[:place]:
            is_apart = right <= start or end <= left or bottom <= over or under <= top
            assert is_apart, f"{words!r} is written over {other!r}"
    return root


def find_box(text: ET.Element) -> tuple[str, float, float, float, float] | None:
    """Give words and the left, right, top and bottom of what they cover at least; None where they are turned.

    No font is at hand: a letter is taken to be 0.45 em wide and 0.55 em high, less than any font's mean.
    """
    words = "".join(text.itertext())
    if text.get("transform") or text.get("x") is None or not words.strip():
        return None
    x, y, size = float(text.get("x", "")), float(text.get("y", "")), read_style(text).get("font-size", "13px")
    em = float(size.removesuffix("px"))
    wide = 0.45 * em * len(words)
    left = x - wide * {"start": 0, "middle": 0.5, "end": 1}[read_style(text).get("text-anchor", "start")]
    return words, left, left + wide, y - 0.55 * em, y


def find_places(element: ET.Element) -> list[tuple[float, float]]:
    """Give the points of the sheet between which an element draws; a turned one tells none of its own."""
    if element.tag == f"{SPACE}defs":
        return []  # what is defined is drawn where it is used
    if element.get("transform"):
        return [(0.0, 0.0)]
    places = [place for child in element for place in find_places(child)]
    if element.tag == f"{SPACE}path":
        places += read_corners(element)
    elif element.get("x") is not None:
        places.append((float(element.get("x", "")), float(element.get("y", ""))))
    return places


def read_commands(path: ET.Element) -> Iterator[tuple[str, list[float]]]:
    """Give each command of a path with its numbers."""
    for command, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", path.get("d", "")):
        yield command, [float(number) for number in re.findall(r"-?[\d.]+", rest)]


def read_corners(path: ET.Element) -> list[tuple[float, float]]:
    """Give the corners and control points of any path in absolute coordinates; arcs are left out."""
    corners: list[tuple[float, float]] = []
    for command, numbers in read_commands(path):
        if command in "MLCQ":
            corners += list(zip(numbers[::2], numbers[1::2], strict=True))
        elif command == "H":
            corners.append((numbers[0], corners[-1][1]))
    return corners


def read_parts(drawing: Drawing, kind: str) -> dict[str, ET.Element]:
    """Give the path of each part of a kind, such as the bars, by the rest of its name."""
    parts = {}
    for element in read_markup(drawing).iter():
        name = element.get("data-part", "")
        if name.startswith(f"{kind}:"):
            path = element if element.tag == f"{SPACE}path" else element.find(f"{SPACE}path")
            assert path is not None
            parts[name.partition(":")[2]] = path
    return parts


def read_points(path: ET.Element) -> list[tuple[float, float]]:
    """Give the corners of a path of straight lines in absolute coordinates."""
    points: list[tuple[float, float]] = []
    for command, numbers in read_commands(path):
        if command in "ML":
            points += list(zip(numbers[::2], numbers[1::2], strict=True))
        elif command == "H":
            points.append((numbers[0], points[-1][1]))
        else:
            assert command in "zZ"
    return points


def read_size(path: ET.Element) -> tuple[float, float]:
    """Give width and height of a path of straight lines."""
    xs, ys = zip(*read_points(path), strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


def read_style(element: ET.Element) -> dict[str, str]:
    """Give the declarations of an element's style."""
    pairs = (part.partition(":") for part in element.get("style", "").split(";") if part)
    return {key: value for key, _, value in pairs}


def read_rows(drawing: Drawing) -> list[dict[str, str]]:
    """Give the rows of the data."""
    return list(csv.DictReader(io.StringIO(drawing.data, newline="")))
