"""What training one pair does to all words: the rise after each, against two explanations of it."""

from typing import TYPE_CHECKING, Any

from softlookup.arrays import FloatArray
from softlookup.experiments.gpt_tilt import Tilt
from softlookup.show.numbers import print_number, write_csv
from softlookup.show.plane import Axis, add_plane
from softlookup.show.style import COLOURS, SMALL, finish, in_style, start_figure
from softlookup.show.svg import PART
from tether.values import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NAMED = ("you", "it", "pizza", "mouse", "she")
"""The words that are named beside their points, besides the one that was trained."""

BOTTOM, SIDE, TALL = 40.0, 158.0, 190.0
"""Where the planes begin, and how wide and high they are, in units of the view box."""


@in_style
def draw_tilt(tilt: Tilt, updates: int, name: str = "tilt-rises") -> Drawing:
    """Draw the rise of P(target) after each word: by the length of its value, and by its distance."""
    rises, trained = tilt.rises(updates), tilt.words[tilt.trained]
    figure = start_figure(TALL + BOTTOM + 26)
    ticks = [(step / 100, f"{step / 100:g}") for step in range(5)]
    rise = Axis(0, 0.045, ticks, f"rise after {updates} updates")
    length = Axis(0, 1.3, [(v, f"{v:g}") for v in (0, 0.4, 0.8, 1.2)], "length of value")
    distance = Axis(0, 0.85, [(v, f"{v:g}") for v in (0, 0.2, 0.4, 0.6, 0.8)], f"distance to {trained}")
    plain = Axis(0, 0.045, [(value, "") for value, _ in ticks], "")
    first = add_plane(figure, length, rise, (34, BOTTOM), (SIDE, TALL))
    second = add_plane(figure, distance, plain, (226, BOTTOM), (SIDE, TALL))
    _add_words(first, tilt, tilt.lengths, rises, "length")
    _add_words(second, tilt, tilt.distances, rises, "distance")
    rows: list[list[str | float]] = [
        [word, float(tilt.lengths[n]), float(tilt.distances[n]), float(rises[n])]
        for n, word in enumerate(tilt.words)
    ]
    most = tilt.words[int(rises.argmax())]
    alt = (
        f"The rise of a probability after each of {len(tilt.words)} words, in two planes. Against the length "
        "of the word's value the points lie along a line, with a correlation of "
        f"{print_number(tilt.by_length(updates), 2)}; against the distance of its embedding to that of "
        f"{trained}, which alone was trained, they are scattered, with a correlation of "
        f"{print_number(tilt.by_distance(updates), 2)}. The least rise is "
        f"{print_number(float(rises.min()), 4)}, the largest, after {most}, "
        f"{print_number(float(rises.max()), 4)}."
    )
    return finish(figure, name, write_csv(["word", "length", "distance", "rise"], rows), alt)


def _add_words(axes: "Axes", tilt: Tilt, measures: FloatArray, rises: FloatArray, kind: str) -> None:
    """Add a dot for each word, and the names of some."""
    middle = (measures.min() + measures.max()) / 2
    for n, word in enumerate(tilt.words):
        trained = n == tilt.trained
        colour = COLOURS.accent if trained else COLOURS.ink
        at = float(measures[n]), float(rises[n])
        (dot,) = axes.plot(
            *at, "o", color=colour, markersize=5 if trained or word == "you" else 3.5, clip_on=False
        )
        dot.set_gid(f"{PART}{kind}:{word}")
        if trained or word in NAMED:
            left = measures[n] > middle
            look: dict[str, Any] = {"ha": "right" if left else "left", "va": "center", "size": SMALL}
            offset = (-6 if left else 6, 0)
            axes.annotate(
                word, at, offset, textcoords="offset points", color=colour, annotation_clip=False, **look
            )
