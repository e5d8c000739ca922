"""What the chapter on sharpness shows: three judges of the same answers, each with another favourite."""

from math import isinf
from typing import TYPE_CHECKING

import numpy as np

from softlookup.experiments.judged_sharpness import SharpnessSweep
from softlookup.show.marks import Floats, add_label
from softlookup.show.numbers import print_number, write_csv
from softlookup.show.plane import BOTTOM, RIGHT, TOP, Axis, add_curve, add_mark, add_plane
from softlookup.show.style import COLOURS, SMALL, WIDTH, finish, in_style, start_figure
from softlookup.show.svg import PART
from tether.values import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LIMIT = 160.0
"""Where on the axis of β the infinite one is drawn, apart from the others."""


@in_style
def draw_judges(sweep: SharpnessSweep, name: str = "three-judges") -> Drawing:
    """Draw rate of success and mean cosine, above the mean squared error, against β on a logarithmic axis."""
    betas = np.array([LIMIT if isinf(one.beta) else one.beta for one in sweep.judged])
    rates, cosines, errors = (
        np.array([getattr(one, what).value for one in sweep.judged]) for what in ("rate", "cosine", "error")
    )
    panel, gap, left = 128.0, 34.0, 34.0
    figure = start_figure(BOTTOM + 2 * panel + gap + TOP)
    size = (WIDTH - left - RIGHT, panel)
    ticks = [(2.0**k, f"{2**k}") for k in range(7)]
    upper = add_plane(
        figure,
        Axis(1, LIMIT, [], "", log=True),
        Axis(0, 0.5, [(v, f"{v:g}") for v in (0, 0.25, 0.5)], "cosine, and share of answers that count"),
        (left, BOTTOM + panel + gap),
        size,
    )
    lower = add_plane(
        figure,
        Axis(1, LIMIT, [*ticks, (LIMIT, "∞")], "sharpness β", log=True),
        Axis(0.75, 1.35, [(v, f"{v:g}") for v in (0.75, 1, 1.25)], "mean squared error"),
        (left, BOTTOM),
        size,
    )
    _add_points(upper, betas, cosines, "cosine", COLOURS.ink)
    _add_points(upper, betas, rates, "rate", COLOURS.accent)
    _add_points(lower, betas, errors, "error", COLOURS.ink)
    add_curve(lower, np.array([1, LIMIT]), np.ones(2), "zero", linestyle=(0, (4, 3)), linewidth=1)
    add_label(upper, 9, 0.42, "mean cosine", ha="left", va="bottom", size=SMALL)
    add_label(
        upper, 6.4, 0.15, "share that counts", ha="left", color=COLOURS.accent, weight="bold", size=SMALL
    )
    add_label(lower, 40, 1.02, "answering 0", ha="left", va="bottom", size=SMALL)
    for axes in (upper, lower):
        add_mark(axes, sweep.bayes_beta, "1/σ²" if axes is lower else "", 1.0)
    best, worst = sweep.at(sweep.least_error_beta), sweep.limit
    alt = (
        f"Two panels against the sharpness from 1 to 64 and, apart, infinity, for {sweep.load} patterns "
        f"at noise {sweep.noise:g}. The share of answers that count rises all the way, from "
        f"{print_number(float(rates[0]), 2)} to {print_number(float(rates[-1]), 2)}; the mean cosine is "
        f"highest at {sweep.best_cosine_beta:g}, {print_number(float(cosines.max()), 2)}; the mean squared "
        f"error is least at {best.beta:g}, {print_number(best.error.value, 2)}, and ends at "
        f"{print_number(worst.error.value, 2)}, above the 1 of answering 0. A mark stands at 1/σ² = "
        f"{sweep.bayes_beta:g}."
    )
    rows = [
        (
            "infinite" if isinf(one.beta) else f"{one.beta:g}",
            one.rate.value,
            one.cosine.value,
            one.error.value,
        )
        for one in sweep.judged
    ]
    return finish(figure, name, write_csv(["beta", "rate", "cosine", "error"], rows), alt)


def _add_points(axes: "Axes", betas: Floats, values: Floats, part: str, colour: str) -> None:
    """Draw a curve through the finite sharpnesses, with points at all; the infinite one stands apart."""
    add_curve(axes, betas[:-1], values[:-1], part, color=colour)
    (points,) = axes.plot(betas, values, "o", color=colour, markersize=3.5, clip_on=False)
    points.set_gid(f"{PART}points:{part}")
