"""What the chapter on one update with two names draws: a memory's energy in the plane, and paths down it."""

from typing import TYPE_CHECKING, Any

import numpy as np

from softlookup.experiments.memory_landscape import Landscape, Landscapes
from softlookup.memory import energy
from softlookup.show.marks import add_label
from softlookup.show.numbers import print_number, write_csv
from softlookup.show.style import COLOURS, SMALL, WIDTH, add_axes, finish, in_style, start_figure
from softlookup.show.svg import PART
from tether.values import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

REACH = 1.55
"""How far from its middle a landscape is drawn, in every direction."""

CONTOURS = 12
"""Lines of equal energy in a landscape."""


@in_style
def draw_landscapes(landscapes: Landscapes, name: str = "landscapes") -> Drawing:
    """Draw both landscapes side by side: lines of equal energy, the patterns, and the path of each cue."""
    side, gap = (WIDTH - 16) / 2, 16.0
    figure = start_figure(side + 62)
    for i, landscape in enumerate((landscapes.soft, landscapes.sharp)):
        axes = add_axes(figure, i * (side + gap), 36, side, side)
        axes.set(xlim=(-REACH, REACH), ylim=(-REACH, REACH))
        _draw_landscape(axes, landscape)
        add_label(axes, -REACH, REACH * 1.09, f"β = {landscape.beta:g}", ha="left", weight="bold")
    legend = add_axes(figure, 0, 0, WIDTH, 28)
    legend.set(xlim=(0, WIDTH), ylim=(0, 28))
    _draw_legend(legend)
    rows: list[tuple[str | float, ...]] = [
        (f"{landscape.beta:g}", cue, step, float(state[0]), float(state[1]), float(height))
        for landscape in (landscapes.soft, landscapes.sharp)
        for cue, path in enumerate(landscape.paths)
        for step, (state, height) in enumerate(zip(path.states, path.heights, strict=True))
    ]
    data = write_csv(["beta", "cue", "step", "x", "y", "energy"], rows)
    told = " ".join(_describe(landscape) for landscape in (landscapes.soft, landscapes.sharp))
    alt = (
        f"Two landscapes of the energy of {len(landscapes.soft.patterns)} unit patterns in the plane, "
        f"each with the paths of {len(landscapes.soft.paths)} cues down it. {told}"
    )
    return finish(figure, name, data, alt)


def _draw_landscape(axes: "Axes", landscape: Landscape) -> None:
    """Draw contours first, then the paths, then what they start from and lead to."""
    line = np.linspace(-REACH, REACH, 60)
    grid = np.stack(np.meshgrid(line, line), axis=-1)  # (60, 60, 2)
    heights = energy(grid, landscape.patterns, landscape.beta)
    # Closer lines near the bottom: there the ground is flat, and there the paths end.
    shares = np.linspace(0, 1, CONTOURS) ** 1.7
    levels = heights.min() + (heights.max() - heights.min()) * (0.002 + 0.9 * shares)
    axes.contour(line, line, heights, levels=levels, colors=COLOURS.rule, linewidths=0.8)
    for i, path in enumerate(landscape.paths):
        look: dict[str, Any] = {"color": COLOURS.query, "linewidth": 1.4, "marker": ".", "markersize": 4}
        (walk,) = axes.plot(*path.states.T, **look)
        walk.set_gid(f"{PART}path:{landscape.beta:g}:{i}")
        _mark_start(axes, *path.states[0])
    axes.plot(*landscape.patterns.T, **KEY_LOOK)
    axes.plot(*landscape.ends.T, **END_LOOK)


KEY_LOOK: dict[str, Any] = {"marker": "s", "color": COLOURS.key, "markersize": 7, "linestyle": "none"}
END_LOOK: dict[str, Any] = {
    "marker": "o",
    "color": "none",
    "markeredgecolor": COLOURS.accent,
    "markeredgewidth": 1.8,
    "markersize": 12,
    "linestyle": "none",
}


def _mark_start(axes: "Axes", x: float, y: float) -> None:
    """Mark where a cue starts: a ring on the paper's colour."""
    axes.plot([x], [y], "o", color=COLOURS.paper, markeredgecolor=COLOURS.query, markersize=6)


def _draw_legend(axes: "Axes") -> None:
    """Name the three marks below the landscapes."""
    axes.plot([14], [10], **KEY_LOOK)
    _mark_start(axes, 134, 10)
    axes.plot([276], [10], **END_LOOK)
    for x, words in ((24, "stored pattern"), (144, "cue, and its steps"), (288, "where steps end")):
        add_label(axes, x, 10, words, ha="left", size=SMALL)


def _describe(landscape: Landscape) -> str:
    """Say where the cues of one landscape come to, and how far down."""
    places = len(landscape.ends)
    steps = [path.steps for path in landscape.paths]
    ends = [print_number(float(path.heights[-1]), 2) for path in landscape.paths]
    where = "one place" if places == 1 else f"{places} places"
    low, high = min(ends), max(ends)
    bottom = f"an energy of {low}" if low == high else f"energies of {low} to {high}"
    return (
        f"At a sharpness of {landscape.beta:g} all cues end in {where}, after {min(steps)} to {max(steps)} "
        f"steps, at {bottom}; the highest cue starts at {print_number(landscape.highest_start, 2)}."
    )
