"""A drawn schematic of the soft dictionary, as SVG from code: cups filled as far as their labels match.

The query is a slip at the top. Each slot is a cup under a label (its key); a thread from the slip to the
label is the thicker, and the cup the fuller, the larger the weight. What is served at the bottom is the
mixture of what the cups hold (their values).
"""

from collections.abc import Sequence
from typing import NamedTuple
from xml.etree import ElementTree as ET

from softlookup.show.marks import Floats, describe_weights, print_score
from softlookup.show.numbers import join_words, print_number, write_csv
from softlookup.show.style import LARGE, SMALL, TEXT, WIDTH
from softlookup.show.svg import start_svg, write_svg
from tether.values import Drawing

HEIGHT = 336.0
SLIP, LABEL, CUP = (20.0, 52.0), (104.0, 128.0), (140.0, 212.0)
"""Where slip, labels and cups begin and end, from the top."""
RIM, FOOT = 66.0, 50.0
"""How wide a cup is at its rim and at its foot."""


class Words(NamedTuple):
    """What the story calls its things."""

    query: str = "order"
    unit: str = "min"
    served: str = "served"


class Lookup(NamedTuple):
    """One soft lookup over n slots, as plain numbers."""

    names: Sequence[str]
    """What the slots are called, length n."""
    query: Floats
    """What is asked for, shape (d,)."""
    keys: Floats
    """What each slot is about, shape (n, d)."""
    values: Floats
    """What each slot holds, shape (n,)."""
    weights: Floats
    """How much of each slot is taken, shape (n,)."""
    output: float
    """The mixture."""


CAFE = Words()


def draw_dictionary(lookup: Lookup, words: Words = CAFE, name: str = "soft-dictionary") -> Drawing:
    """Draw one soft lookup: what was asked, how well each slot matches, and what comes of it."""
    names, query, keys, values, weights, output = lookup
    root = start_svg(WIDTH, HEIGHT)
    middle = WIDTH / 2
    _write(root, middle, SLIP[0] - 7, "query", role="query", size=SMALL)
    _box(root, middle - 72, SLIP, 144, "query")
    _write(root, middle, SLIP[0] + 21, f"{words.query} {_vector(query)}", size=LARGE, bold=True)
    step = WIDTH / len(names)
    for i, slot in enumerate(names):
        x = step * (i + 0.5)
        weight = float(weights[i])
        _thread(root, middle + (i - (len(names) - 1) / 2) * 36, x, weight, slot)
        _box(root, x - 44, LABEL, 88, "key")
        _write(root, x, LABEL[0] + 16.5, f"{slot} {_vector(keys[i])}", size=TEXT)
        _cup(root, x, weight, slot)
        _write(root, x, CUP[1] + 18, f"weight {print_number(weight, 2)}", size=TEXT, bold=True)
        value = f"value {print_score(float(values[i]))} {words.unit}"
        _write(root, x, CUP[1] + 36, value, role="value", size=TEXT)
    _write(root, step / 2 - 48, LABEL[0] - 6, "key", role="key", size=SMALL, anchor="start")
    sums = " + ".join(
        # As many digits as it takes for the printed sum to come out at the printed total.
        f"{print_number(float(w), 4)} × {print_score(float(v))}"
        for w, v in zip(weights, values, strict=True)
    )
    _box(root, 40, (270, 318), WIDTH - 80, "value")
    total = f"{words.served}: {print_number(output, 2)} {words.unit}"
    _write(root, middle, 289, total, size=LARGE, bold=True)
    _write(root, middle, 308, sums, size=TEXT)
    held = join_words([f"{print_score(float(value))} {words.unit}" for value in values])
    alt = (
        f"A soft lookup drawn as {len(names)} cups, each under a label that is its key. "
        f"A slip with the query, {words.query} {_vector(query)}, is held against every label at once, "
        f"and every cup is filled as far as its label matches: {describe_weights(names, weights)}. "
        f"The cups stand for {held}; "
        f"{words.served} is their mixture, {print_number(output, 2)} {words.unit}."
    )
    rows = [
        (n, float(v), float(w), float(v) * float(w)) for n, v, w in zip(names, values, weights, strict=True)
    ]
    data = write_csv(["slot", "value", "weight", "share of the output"], rows)
    return Drawing(write_svg(root, name=name, alt=alt), data, alt)


def _vector(vector: Floats) -> str:
    """Write a short vector of short numbers."""
    return f"({', '.join(print_score(float(part)) for part in vector)})"


def _thread(root: ET.Element, start: float, end: float, weight: float, slot: str) -> None:
    """Draw the thread from slip to label, as thick as the weight is large."""
    y0, y1 = SLIP[1], LABEL[0]
    half = (y0 + y1) / 2
    style = f"fill:none;stroke:var(--sl-ink-soft);stroke-width:{0.8 + 8 * weight:.2f}"
    curve = f"M {start:.2f} {y0} C {start:.2f} {half} {end:.2f} {half} {end:.2f} {y1}"
    ET.SubElement(root, "path", {"d": curve, "style": style, "data-part": f"thread:{slot}"})


def _cup(root: ET.Element, x: float, weight: float, slot: str) -> None:
    """Draw a cup, filled to the share of its height that the weight is."""
    (top, bottom), rim, foot = CUP, RIM / 2, FOOT / 2
    level = bottom - weight * (bottom - top)
    width = foot + (rim - foot) * weight
    filled = f"M {x - width:.2f} {level:.2f} H {x + width:.2f} L {x + foot:.2f} {bottom} H {x - foot:.2f} Z"
    style = "fill:var(--sl-value);fill-opacity:.75"
    ET.SubElement(root, "path", {"d": filled, "style": style, "data-part": f"filled:{slot}"})
    side = x + rim
    cup = f"M {x - rim:.2f} {top} L {x - foot:.2f} {bottom} H {x + foot:.2f} L {side:.2f} {top}"
    handle = f"M {side - 2:.2f} {top + 12} c 22 -2 17 42 -3 40"
    style = "fill:none;stroke:var(--sl-ink);stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round"
    ET.SubElement(root, "path", {"d": f"{cup} {handle}", "style": style})


def _box(root: ET.Element, x: float, span: tuple[float, float], width: float, role: str) -> None:
    """Draw a card with the border of its role: a slip is square, what is served is round."""
    top, bottom = span
    corner = {"query": "0", "key": "4", "value": "14"}[role]
    style = f"fill:var(--sl-paper);stroke:var(--sl-{role});stroke-width:1.6"
    place = {"x": f"{x:.2f}", "y": f"{top}", "width": f"{width}", "height": f"{bottom - top}", "rx": corner}
    ET.SubElement(root, "rect", {**place, "style": style})


def _write(  # noqa: PLR0913  (place, words and look of one label)
    root: ET.Element,
    x: float,
    y: float,
    words: str,
    *,
    size: float,
    role: str = "ink",
    bold: bool = False,
    anchor: str = "middle",
) -> None:
    """Write words at a place, in the colour of their role."""
    weight = ";font-weight:600" if bold or role != "ink" else ""
    style = f"font-size:{size:g}px;text-anchor:{anchor};fill:var(--sl-{role}){weight}"
    ET.SubElement(root, "text", {"x": f"{x:.2f}", "y": f"{y:g}", "style": style}).text = words
