"""The figure of a query that learns what to look for."""

from typing import TYPE_CHECKING

from softlookup.experiments.learning import Learning
from softlookup.show.marks import add_label
from softlookup.show.numbers import print_number, write_csv
from softlookup.show.style import COLOURS, SMALL, WIDTH, add_axes, finish, in_style, start_figure
from softlookup.show.svg import PART
from tether.values import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARKED = (0, 10, 50)
"""Steps at which the weight is printed beside the curve, and the last step with them."""


@in_style
def draw_learning(learning: Learning, asks: str, name: str = "learning-curve") -> Drawing:
    """Draw the weight on the wanted value, step by step; ``asks`` is the entity whose query learns."""
    steps, weights = learning.steps, learning.weights
    figure = start_figure(224)
    axes = add_axes(figure, 34, 44, WIDTH - 34 - 40, 156)
    axes.set(xlim=(0, steps), ylim=(0, 1))
    _add_grid(axes, steps)
    (line,) = axes.plot(range(steps + 1), weights, color=COLOURS.accent, linewidth=2, clip_on=False)
    line.set_gid(f"{PART}curve:{learning.target}")
    marked = [step for step in MARKED if step < steps] + [steps]
    for step in marked:
        weight = float(weights[step])
        axes.plot([step], [weight], "o", color=COLOURS.accent, markersize=5, clip_on=False)
        first = step == 0
        x, y = step + 0.02 * steps, weight + (0.02 if first else -0.07)
        right = "right" if step == steps else "left"
        add_label(axes, min(x, steps), y, print_number(weight, 2), ha=right, size=SMALL, weight="bold")
    told = ", ".join(f"{print_number(float(weights[step]), 2)} after {step}" for step in marked[1:])
    alt = (
        f"Curve of the weight that {asks}'s query puts on {learning.target} over {steps} steps of gradient "
        f"descent: {print_number(float(weights[0]), 2)} at the start, {told} steps."
    )
    rows = zip(range(steps + 1), map(float, weights), map(float, learning.losses), strict=True)
    return finish(figure, name, write_csv(["step", "weight", "loss"], list(rows)), alt)


def _add_grid(axes: "Axes", steps: int) -> None:
    """Add the lines and labels that the curve is read against."""
    for level in (0, 0.25, 0.5, 0.75, 1):
        colour = COLOURS.grid if level else COLOURS.ink_soft
        axes.plot([0, steps], [level] * 2, color=colour, linewidth=0.8, clip_on=False, zorder=0)
        look = {"ha": "right", "size": SMALL, "color": COLOURS.ink_soft}
        add_label(axes, -0.02 * steps, level, f"{level:g}", **look)
    for tick in range(0, steps + 1, steps // 4):
        add_label(axes, tick, -0.045, str(tick), ha="center", va="top", size=SMALL, color=COLOURS.ink_soft)
    add_label(axes, steps, -0.17, "step →", ha="right", va="top", size=SMALL)
    add_label(axes, 0, 1.05, "weight", ha="left", va="bottom", size=SMALL)
