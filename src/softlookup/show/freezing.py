"""The figure of queries that learn to fetch, from a scaled start and from a saturated one."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from softlookup.experiments.fetching import Descent
from softlookup.experiments.freezing import Freezing
from softlookup.show.marks import add_label
from softlookup.show.numbers import print_number, write_csv
from softlookup.show.style import COLOURS, SMALL, WIDTH, add_axes, finish, in_style, start_figure
from softlookup.show.svg import PART
from tether.values import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SHOWN = 25
"""About how many steps the committed data keeps, evenly spread on the logarithmic axis."""


LABELLED = 180
"""The step above which the names of the unscaled runs begin."""

DASHDOT = (0, (7, 2, 1.5, 2))


class Curve(NamedTuple):
    """One training run and how it is drawn."""

    label: str
    run: Descent
    colour: str
    dash: object


@in_style
def draw_training(freezing: Freezing, name: str = "fetch-training") -> Drawing:
    """Draw the mean error of five training runs, step by step.

    Scaled runs are at their best rate, the unscaled ones on the squared error at one whose path is
    steady, so that no drawn number depends on the processor, and cross-entropy is at its slowest.
    """
    curves = [
        Curve("unscaled, SGD", freezing.unscaled_sgd.at(0.03), COLOURS.ink, "solid"),
        Curve("unscaled, Adam", freezing.unscaled_adam.at(0.003), COLOURS.ink, (0, (5, 2.5))),
        Curve("scaled, SGD", freezing.scaled_sgd.best, COLOURS.accent, (0, (2.5, 2))),
        Curve("scaled, Adam", freezing.scaled_adam.best, COLOURS.accent, (0, (1, 1.5))),
        Curve("unscaled,\ncross-entropy", freezing.entropy_sgd.at(0.03), COLOURS.ink_soft, DASHDOT),
    ]
    figure = start_figure(266)
    axes = add_axes(figure, 34, 50, WIDTH - 34 - 18, 190)
    last = freezing.steps + 1
    axes.set(xscale="log", xlim=(1, last), ylim=(0, 1.9))
    _add_grid(axes, freezing)
    steps = np.arange(1, last + 1)  # one more than the step, so that the start has a place on the axis
    for curve in curves:
        (line,) = axes.plot(
            steps, curve.run.errors, color=curve.colour, linestyle=curve.dash, linewidth=1.8, clip_on=False
        )
        line.set_gid(f"{PART}curve:{curve.label}")
    for curve in curves[:2]:
        look = {"size": SMALL, "color": curve.colour, "ha": "right", "va": "bottom"}
        add_label(axes, last, float(curve.run.errors[LABELLED]) + 0.03, curve.label, **look)
    # These three all end at 0, so each label stands where its curve is alone, or points at it.
    scaled_sgd, scaled_adam, entropy = curves[2:]
    add_label(axes, 19, 0.3, scaled_sgd.label, size=SMALL, color=scaled_sgd.colour, ha="left")
    add_label(axes, 50, 0.62, scaled_adam.label, size=SMALL, color=scaled_adam.colour, ha="left")
    foot = 8
    pointer = [float(scaled_adam.run.errors[foot]), 0.62]
    tip: dict[str, Any] = {"marker": "o", "markersize": 4, "markevery": [0]}
    axes.plot([foot + 1, 47], pointer, color=scaled_adam.colour, linewidth=0.8, **tip)
    words = entropy.label.replace("-", "-\n")
    add_label(axes, 1.1, 0.3, words, size=SMALL, color=entropy.colour, ha="left")
    kept = sorted({0, *(int(s) for s in np.geomspace(1, last, SHOWN).round() - 1)})
    rows = [[step, *(float(curve.run.errors[step]) for curve in curves)] for step in kept]
    header = ["step", *(f"{curve.label} {curve.run.rate:g}".replace("\n", " ") for curve in curves)]
    ends = "; ".join(
        f"{curve.label} {print_number(curve.run.final, 2)}".replace("\n", " ") for curve in curves
    )
    alt = (
        f"Mean squared error of {freezing.queries} queries against the training step, up to "
        f"{freezing.steps}, on a logarithmic axis. At the end: {ends}. Equal weights would score "
        f"{print_number(freezing.uniform_error, 2)}."
    )
    return finish(figure, name, write_csv(header, rows), alt)


def _add_grid(axes: "Axes", freezing: Freezing) -> None:
    """Add the lines and labels that the curves are read against."""
    last = freezing.steps + 1
    for level in (0, 0.5, 1, 1.5):
        colour = COLOURS.grid if level else COLOURS.ink_soft
        axes.plot([1, last], [level] * 2, color=colour, linewidth=0.8, clip_on=False, zorder=0)
        add_label(axes, 0.85, level, f"{level:g}", ha="right", size=SMALL, color=COLOURS.ink_soft)
    even = freezing.uniform_error
    (line,) = axes.plot([1, last], [even] * 2, color=COLOURS.ink_soft, linewidth=1, linestyle=(0, (3, 3)))
    line.set_gid(f"{PART}uniform")
    look = {"ha": "right", "va": "top", "size": SMALL, "color": COLOURS.ink_soft}
    add_label(axes, last, even - 0.02, "equal weights", **look)
    for step in (0, 1, 10, 100, 1000):
        look = {"ha": "center", "va": "top", "size": SMALL, "color": COLOURS.ink_soft}
        add_label(axes, step + 1, -0.05, str(step), **look)
    add_label(axes, last, -0.25, "step →", ha="right", va="top", size=SMALL)
    add_label(axes, 1, 1.96, "mean squared error", ha="left", va="bottom", size=SMALL)
