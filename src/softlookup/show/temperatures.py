"""Two figures of what temperature does to a softmax. Each takes plain arrays and gives a ``Drawing``."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from softlookup.show.marks import Floats, add_box, add_label, print_score, spread_labels
from softlookup.show.numbers import join_words, print_number, write_csv
from softlookup.show.style import COLOURS, SMALL, WIDTH, add_axes, finish, in_style, start_figure
from softlookup.show.svg import PART
from tether.values import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DASHES: tuple[Any, ...] = ("solid", (0, (6, 2.5)), (0, (2.5, 2)), (0, (1, 2)))
"""Curves differ in their dashes, and are labelled where they end."""

TICKS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100)


@in_style
def draw_temperature_bars(
    temperatures: Sequence[float], scores: Floats, weights: Floats, name: str = "temperature-bars"
) -> Drawing:
    """Draw the same scores' weights at several temperatures, side by side.

    ``scores`` is (n,), ``weights`` is (len(temperatures), n).
    """
    panels, count = weights.shape
    gap, height = 9.0, 140.0
    width = (WIDTH - gap * (panels - 1)) / panels
    figure = start_figure(height + 62)
    for panel, temperature in enumerate(temperatures):
        axes = add_axes(figure, panel * (width + gap), 42, width, height)
        axes.set(xlim=(0, count), ylim=(0, 1))
        axes.plot([0, count], [0, 0], color=COLOURS.ink_soft, linewidth=1, clip_on=False)
        best = int(weights[panel].argmax())
        for i, weight in enumerate(float(w) for w in weights[panel]):
            part, alpha = f"bar:{temperature:g}:{i}", 1.0 if i == best else 0.6
            add_box(axes, (i + 0.1, 0), (0.8, weight), colour=COLOURS.accent, alpha=alpha, part=part)
            add_label(axes, i + 0.5, -0.035, print_score(float(scores[i])), ha="center", va="top", size=SMALL)
        top = float(weights[panel, best])
        add_label(axes, best + 0.1, top + 0.02, print_number(top, 2), ha="left", va="bottom", size=SMALL)
        add_label(axes, 0, -0.16, f"T = {temperature:g}", ha="left", va="top", weight="bold")
    largest = zip(temperatures, weights.max(axis=1), strict=True)
    parts = [f"{print_number(float(weight), 2)} at {temperature:g}" for temperature, weight in largest]
    alt = (
        f"Bars of the softmax weights of {count} scores at {panels} temperatures. The largest weight is "
        f"{join_words(parts)}: the higher the temperature, the more equal the bars."
    )
    rows = [
        (float(t), float(scores[i]), float(weights[panel, i]))
        for panel, t in enumerate(temperatures)
        for i in range(count)
    ]
    return finish(figure, name, write_csv(["temperature", "score", "weight"], rows), alt)


@in_style
def draw_temperature_curves(
    temperatures: Floats, scores: Floats, weights: Floats, name: str = "temperature-curves"
) -> Drawing:
    """Draw each score's weight as the temperature rises, on a logarithmic axis.

    ``temperatures`` is (m,) and increasing, ``scores`` is (n,) from largest to smallest, ``weights`` (m, n).
    """
    count, first, last = len(scores), float(temperatures[0]), float(temperatures[-1])
    figure = start_figure(242)
    axes = add_axes(figure, 34, 44, WIDTH - 34 - 66, 172)
    axes.set(xscale="log", xlim=(first, last), ylim=(0, 1))
    _add_grid(axes, first, last)
    ends = spread_labels([float(w) for w in weights[-1]], 0.092)
    for i in range(count):
        colour, width, bold = (COLOURS.accent, 2.0, "bold") if i == 0 else (COLOURS.ink, 1.5, "normal")
        dashes = DASHES[i % len(DASHES)]
        (line,) = axes.plot(temperatures, weights[:, i], color=colour, linewidth=width, linestyle=dashes)
        line.set_gid(f"{PART}curve:{i}")
        line.set_clip_on(False)
        words = f"score {print_score(float(scores[i]))}"
        add_label(axes, last * 1.06, ends[i], words, ha="left", color=colour, weight=bold)
    rows = [[float(t), *(float(w) for w in row)] for t, row in zip(temperatures, weights, strict=True)]
    alt = (
        f"Curves of the softmax weights of {count} scores as the temperature rises "
        f"from {first:g} to {last:g}. "
        f"The weight of the largest score falls from {print_number(float(weights[0, 0]), 2)} "
        f"to {print_number(float(weights[-1, 0]), 2)}; at the end they lie between "
        f"{print_number(float(weights[-1].min()), 2)} and {print_number(float(weights[-1].max()), 2)}, "
        f"near the equal share of {print_number(1 / count, 2)}."
    )
    header = ["temperature", *(f"score {score:g}" for score in scores)]
    return finish(figure, name, write_csv(header, rows), alt)


def _add_grid(axes: "Axes", first: float, last: float) -> None:
    """Add the lines and labels that curves are read against."""
    for level in (0, 0.25, 0.5, 0.75, 1):
        colour = COLOURS.grid if level else COLOURS.ink_soft
        axes.plot([first, last], [level] * 2, color=colour, linewidth=0.8, clip_on=False)
        add_label(axes, first * 0.93, level, f"{level:g}", ha="right", size=SMALL, color=COLOURS.ink_soft)
    for tick in TICKS:
        if first <= tick <= last:
            add_label(
                axes, tick, -0.035, f"{tick:g}", ha="center", va="top", size=SMALL, color=COLOURS.ink_soft
            )
    add_label(axes, last, -0.15, "temperature T →", ha="right", va="top", size=SMALL)
    add_label(axes, first, 1.05, "weight", ha="left", va="bottom", size=SMALL)
