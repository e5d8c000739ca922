"""The losses of the small GPT's training runs, as far as each is the run's own and not the last bit's."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from softlookup.experiments.gpt_floors import Floors
from softlookup.experiments.gpt_runs import Run
from softlookup.experiments.gpt_training import AllPairs
from softlookup.show.marks import add_label
from softlookup.show.numbers import print_number, write_csv
from softlookup.show.plane import Axis, add_curve, start_plane
from softlookup.show.style import COLOURS, SMALL, finish, in_style
from softlookup.show.svg import PART
from tether.values import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SHOWN = 22
"""About how many steps the committed data keeps, evenly spread on the logarithmic axis."""

LOW, HIGH = 0.05, 5.0
"""The losses between which the figure looks, in nats."""


class Curve(NamedTuple):
    """One run, how it is drawn, and where its name stands: offset in points, and which side is anchored."""

    label: str
    run: Run
    colour: str
    dash: object
    offset: tuple[float, float]
    anchor: str
    until: int | None = None
    """Up to which step it is shown; None for all of it. A run that leaps would strike through the rest."""


@in_style
def draw_runs(trained: AllPairs, floors: Floors, name: str = "training-runs") -> Drawing:
    """Draw the loss of every run against the step, as far as copies of its start are together.

    A dotted line leads on from there: soon it is one of many, so the committed data leaves it out.
    """
    curves = [
        Curve("SGD 0.02", trained.slow_sgd, COLOURS.ink, "solid", (0, -10), "right"),
        Curve("SGD 0.2", trained.quick_sgd, COLOURS.ink, (0, (6, 2)), (6, 3), "left", 1200),
        Curve("SGD 1", trained.wild_sgd, COLOURS.ink, (0, (2, 1.5)), (-5, -8), "right"),
        Curve("SGD 2", trained.broken_sgd, COLOURS.ink_soft, "solid", (-14, -15), "right"),
        Curve("Adam 0.02", trained.slow_adam, COLOURS.accent, (0, (6, 2)), (2, 10), "left"),
        Curve("Adam 0.05", trained.adam, COLOURS.accent, "solid", (2, -12), "right"),
    ]
    last = max(curve.run.steps for curve in curves) + 1
    x = Axis(1, last, [(s + 1, str(s)) for s in (0, 10, 100, 1000)], "step", log=True)
    y = Axis(LOW, HIGH, [(v, f"{v:g}") for v in (0.05, 0.1, 0.2, 0.5, 1, 2, 5)], "loss, in nats", log=True)
    figure, axes = start_plane(x, y, height=270)
    for level, words in (
        (trained.uniform, "equal probabilities"),
        (floors.mixed_up, "two contexts mixed up"),
        (floors.full, "the floor"),
    ):
        _add_level(axes, level, words, last)
    for curve in curves:
        _add_run(axes, curve)
    kept = sorted({0, *(int(s) for s in np.geomspace(1, last, SHOWN).round() - 1)})
    rows = [
        [step, *(curve.run.loss(step) if step <= curve.run.steady else "" for curve in curves)]
        for step in kept
    ]
    header = ["step", *(curve.label for curve in curves)]
    ends = "; ".join(
        f"{curve.label} stands at {print_number(curve.run.loss(curve.run.steady), 2)} after "
        f"{curve.run.steady} steps"
        for curve in curves
    )
    alt = (
        "Mean loss over all pairs against the training step, both on logarithmic axes, for four rates of "
        f"plain descent and two of Adam, all from {print_number(trained.start, 3)}: {ends}. "
        f"Lines mark the loss of equal probabilities, {print_number(trained.uniform, 3)}, that of two "
        f"contexts mixed up, {print_number(floors.mixed_up, 3)}, and the floor, "
        f"{print_number(floors.full, 3)}."
    )
    return finish(figure, name, write_csv(header, rows), alt)


def _add_run(axes: "Axes", curve: Curve) -> None:
    """Add one run: its own path, a dot where that is last vouched for, and dotted what follows."""
    run, steady = curve.run, curve.run.steady
    steps = np.arange(1.0, run.steps + 2)  # one more than the step, so that the start has a place on the axis
    own = slice(0, steady + 1)
    add_curve(
        axes,
        steps[own],
        run.losses[own],
        curve.label,
        color=curve.colour,
        linestyle=curve.dash,
        linewidth=1.7,
    )
    end = (steady + 1, float(run.losses[steady]))
    if steady < run.steps:
        end_of_rest = run.steps if curve.until is None else curve.until
        rest = run.losses[steady : end_of_rest + 1].copy()
        rest[(rest > HIGH) | (rest < LOW)] = np.nan
        (line,) = axes.plot(
            steps[steady : end_of_rest + 1],
            rest,
            color=curve.colour,
            linewidth=0.7,
            linestyle=(0, (1, 2)),
            clip_on=False,
        )
        line.set_gid(f"{PART}rest:{curve.label}")
        (dot,) = axes.plot(*end, "o", color=curve.colour, markersize=5, clip_on=False)
        dot.set_gid(f"{PART}steady:{curve.label}")
    look: dict[str, Any] = {"textcoords": "offset points", "size": SMALL, "annotation_clip": False}
    axes.annotate(curve.label, end, curve.offset, ha=curve.anchor, va="center", color=curve.colour, **look)


def _add_level(axes: "Axes", level: float, words: str, last: int) -> None:
    """Add a dashed line at a loss, with its name."""
    axes.plot([1, last], [level] * 2, color=COLOURS.ink_soft, linewidth=0.9, linestyle=(0, (3, 3)), zorder=0)
    high = level > 1
    look: dict[str, Any] = {"ha": "right" if high else "left", "size": SMALL, "color": COLOURS.ink_soft}
    add_label(axes, last if high else 1.05, level * 1.03, words, **{**look, "va": "bottom"})
