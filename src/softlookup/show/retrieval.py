"""What the chapter on retrieval shows: a trace of lookups, and two figures of what exactness takes."""

from collections.abc import Sequence

import numpy as np

from softlookup.experiments.correlated_keys import CorrelatedKeys
from softlookup.experiments.limit import Limit
from softlookup.experiments.retrieval import Retrieval
from softlookup.show.marks import Floats, add_label
from softlookup.show.numbers import join_words, print_number, write_csv
from softlookup.show.plane import Axis, add_curve, add_mark, start_plane
from softlookup.show.style import COLOURS, finish, in_style
from softlookup.show.traces import lay_out
from tether.values import Drawing

DIGITS = 4
"""Digits behind the point in the trace."""

LEVELS = (3, 10, 30, 100, 300, 1000)
"""Sharpnesses that the second figure names on its axis."""


def trace_lookups(memory: Retrieval, sharpnesses: Sequence[float]) -> str:
    """Write the weights of every slot, the cosine and the leak at several sharpnesses."""
    slots = [f"slot {i}" for i in range(memory.slots)]
    lines = [["c", "1/c", *slots, "leak", "cosine"]]
    for c in sharpnesses:
        found = memory.at(c)
        numbers = [found.temperature, *found.weights, found.leak, found.cosine]
        lines.append([f"{c:g}", *(print_number(float(number), DIGITS) for number in numbers)])
    rows = lay_out(lines, "r" * len(lines[0]))
    return "\n".join([f"asked for: slot {memory.target}", "", *rows])


@in_style
def draw_approach(
    limit: Limit, sharpnesses: Floats, marked: Sequence[float], name: str = "approach"
) -> Drawing:
    """Draw weight, cosine and slope as the query grows; ``sharpnesses`` (m,) is increasing from 0."""
    found = [limit.at(float(c)) for c in sharpnesses]
    weights, cosines, slopes = (
        np.array([getattr(one, what) for one in found]) for what in ("weight", "cosine", "slope")
    )
    last = float(sharpnesses[-1])
    x = Axis(0, last, [(c, f"{c:g}") for c in range(0, int(last) + 1, 2)], "sharpness c")
    y = Axis(-0.25, 1, [(v, f"{v:g}".replace("-", "−")) for v in (-0.25, 0, 0.25, 0.5, 0.75, 1)], "")
    figure, axes = start_plane(x, y, height=250)
    add_curve(axes, sharpnesses, cosines, "cosine", linestyle=(0, (6, 2.5)))
    add_curve(axes, sharpnesses, weights, "weight", color=COLOURS.accent, linewidth=2.2)
    add_curve(axes, sharpnesses, slopes, "slope", linestyle=(0, (2, 1.6)))
    for c in marked:
        add_mark(axes, c, f"c = {c:g}", 0.12)
    add_label(axes, 2.45, 0.74, "weight", ha="left", va="top", color=COLOURS.accent, weight="bold")
    add_label(axes, 1.2, 0.9, "cosine", ha="right", va="bottom")
    add_label(axes, 3.6, 0.14, "slope of the weight", ha="left", va="bottom")
    told = [
        f"weight {print_number(limit.at(c).weight, 4)}, cosine {print_number(limit.at(c).cosine, 4)} "
        f"and slope {print_number(limit.at(c).slope, 4)} at {c:g}"
        for c in marked
    ]
    alt = (
        f"Three curves over the sharpness from 0 to {last:g}: the weight of the slot asked for and the "
        f"cosine of the output climb to 1, the slope of the weight has its peak of "
        f"{print_number(float(slopes.max()), 2)} near {print_number(limit.steepest, 2)} and falls "
        f"to nothing. There are {join_words(told)}."
    )
    rows = list(zip(*(map(float, column) for column in (sharpnesses, weights, cosines, slopes)), strict=True))
    return finish(figure, name, write_csv(["c", "weight", "cosine", "slope"], rows), alt)


@in_style
def draw_needed_sharpness(
    memory: CorrelatedKeys, cosines: Floats, marked: Sequence[float], name: str = "needed-sharpness"
) -> Drawing:
    """Draw the sharpness that the wanted weight takes against the cosine of the keys, for both queries.

    ``cosines`` (m,) is increasing; at those ``marked`` what bisection found is drawn as points.
    """
    cases = [memory.at(float(cosine)) for cosine in cosines]
    along = np.array([case.along.sharpness for case in cases])
    best = np.array([case.best.sharpness for case in cases])
    ticks = [(c, f"{c:g}".replace("-", "−")) for c in (-0.25, 0, 0.25, 0.5, 0.75, 1)]
    x = Axis(float(cosines[0]), 1, ticks, "cosine of any two keys")
    y = Axis(
        LEVELS[0], LEVELS[-1], [(level, f"{level:g}") for level in LEVELS], "length of the query", log=True
    )
    figure, axes = start_plane(x, y, height=262, left=38)
    add_curve(axes, cosines, along, "along", linestyle=(0, (6, 2.5)))
    add_curve(axes, cosines, best, "best", color=COLOURS.accent, linewidth=2.2)
    for cosine in marked:
        case = memory.at(cosine)
        for ask, colour in ((case.along, COLOURS.ink), (case.best, COLOURS.accent)):
            axes.plot([cosine], [ask.measured], "o", color=colour, markersize=5, clip_on=False)
    add_label(axes, 0.72, 55, "along the key", ha="right")
    add_label(axes, 0.86, 4.9, "best direction", ha="right", color=COLOURS.accent, weight="bold")
    ends = [memory.at(marked[0]), memory.at(marked[-1])]
    alt = (
        f"Two curves on a logarithmic axis: the length a query needs to give one of {memory.slots} slots the "
        f"weight {memory.weight:g}, against the cosine of the keys. Along the key it grows from "
        f"{print_number(ends[0].along.sharpness, 2)} at a cosine of {print_number(ends[0].cosine, 2)} to "
        f"{print_number(ends[1].along.sharpness, 0)} at {print_number(ends[1].cosine, 2)}; in the "
        f"best direction from {print_number(ends[0].best.sharpness, 2)} "
        f"to {print_number(ends[1].best.sharpness, 1)}."
    )
    rows = list(zip(*(map(float, column) for column in (cosines, along, best)), strict=True))
    return finish(figure, name, write_csv(["cosine", "along", "best"], rows), alt)
