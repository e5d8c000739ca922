"""Sinusoidal positions, drawn as clocks."""

from typing import TYPE_CHECKING

import numpy as np

from softlookup.experiments.clocks import Clocks
from softlookup.show.marks import Floats, add_label
from softlookup.show.numbers import join_words, print_number, write_csv
from softlookup.show.style import COLOURS, SMALL, WIDTH, add_axes, finish, in_style, start_figure
from softlookup.show.svg import PART
from tether.values import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROOM = 1.42
"""How far a dial's axes reach, in radii."""

APART = 0.3
"""How far apart two written places are at least, in radii."""


@in_style
def draw_clocks(clocks: Clocks, name: str = "clocks") -> Drawing:
    """Draw each pair of coordinates as a dial: sine across, cosine up, a dot where each place stands."""
    pairs, places = len(clocks.paces), clocks.places
    size = WIDTH / pairs
    foot = 46.0
    figure = start_figure(size + foot)
    rows: list[tuple[str | float, ...]] = []
    for pair in range(pairs):
        axes = add_axes(figure, size * pair, foot, size, size)
        axes.set(xlim=(-ROOM, ROOM), ylim=(-ROOM, ROOM))
        points = clocks.vectors[:, 2 * pair : 2 * pair + 2]
        _add_dial(axes, points, f"dial:{pair}")
        turn = print_number(float(clocks.wavelengths[pair]), 1)
        radius = size / (2 * ROOM)  # in units of the sheet: what is written below a dial keeps its size
        add_label(
            axes, 0, -ROOM - 4.6 / radius, f"pair {pair}", ha="center", va="top", size=SMALL, weight="bold"
        )
        for line, words in enumerate((f"{turn} places", "a turn")):
            look = {"ha": "center", "va": "top", "size": SMALL, "color": COLOURS.ink_soft}
            add_label(axes, 0, -ROOM - (18.7 + 13.3 * line) / radius, words, **look)
        rows += [(str(pair), str(place), *map(float, points[place])) for place in range(places)]
    turned = [
        f"{print_number(float(np.degrees(pace * (places - 1))), 1)} degrees in pair {pair}"
        for pair, pace in enumerate(clocks.paces)
    ]
    alt = (
        f"{pairs} dials, one a pair of coordinates, each with a dot for the places 0 to {places - 1}. All "
        f"start at the top and turn clockwise; at the last place they have turned by {join_words(turned)}."
    )
    return finish(figure, name, write_csv(["pair", "place", "sine", "cosine"], rows), alt)


def _add_dial(axes: "Axes", points: Floats, part: str) -> None:
    """Draw a circle, a dot for each place, and the numbers of those places that stand apart."""
    angles = np.linspace(0, 2 * np.pi, 73)
    axes.plot(np.sin(angles), np.cos(angles), color=COLOURS.grid, linewidth=1, zorder=0)
    axes.plot([0, points[-1, 0]], [0, points[-1, 1]], color=COLOURS.accent, linewidth=1)
    (dots,) = axes.plot(points[:, 0], points[:, 1], "o", color=COLOURS.accent, markersize=4, clip_on=False)
    dots.set_gid(f"{PART}{part}")
    written: list[Floats] = []
    for place in (0, len(points) - 1, *range(1, len(points) - 1)):
        at = 1.24 * points[place]
        if all(np.linalg.norm(at - other) > APART for other in written):
            written.append(at)
            x, y = map(float, at)
            add_label(axes, x, y, str(place), ha="center", size=SMALL, color=COLOURS.ink_soft)
