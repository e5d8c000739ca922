"""Reading a drawing back: what the tests of figures share."""

import csv
import io
import re
from xml.etree import ElementTree as ET

from tether.values import Drawing

SPACE = "{http://www.w3.org/2000/svg}"


def read_markup(drawing: Drawing) -> ET.Element:
    """Parse the markup with a strict parser."""
    return ET.fromstring(str(drawing))  # noqa: S314  (our own markup)


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
    for command, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", path.get("d", "")):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", rest)]
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
