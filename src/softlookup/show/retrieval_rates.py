"""What the chapter on load shows: rates by load and noise, and why they fall without a cliff."""

import numpy as np

from softlookup.experiments.noise_norms import NoiseNorms
from softlookup.experiments.retrieval_rates import RetrievalRates
from softlookup.experiments.right_pick import RightPick
from softlookup.show.marks import Floats, add_box, add_label, add_label_inside
from softlookup.show.numbers import join_words, print_number, write_csv
from softlookup.show.plane import Axis, add_curve, start_plane
from softlookup.show.style import COLOURS, WIDTH, add_axes, finish, in_style, start_figure
from tether.values import Drawing

FEWEST, MOST = 10, 100_000
"""The numbers of patterns between which the best rival is drawn."""

DARK = 0.55
"""From this rate on a cell is dark enough to carry its number in the paper's colour."""


@in_style
def draw_rate_map(rates: RetrievalRates, name: str = "rate-map") -> Drawing:
    """Draw the rate of every load and noise: a row a load, a column a noise, the darker the higher."""
    loads, noises = rates.loads, rates.noises
    left, step = 68.0, 33.0
    width = (WIDTH - left - 6) / len(noises)
    figure = start_figure(height := step * len(loads) + 62)
    axes = add_axes(figure, left, height - 52 - step * len(loads), width * len(noises), step * len(loads))
    axes.set(xlim=(0, len(noises)), ylim=(len(loads), 0))
    for i, load in enumerate(loads):
        add_label(axes, -0.12, i + 0.5, f"{load}", ha="right")
        for j, noise in enumerate(noises):
            rate = rates.at(load, noise).value
            part = f"cell:{load}:{noise:g}"
            add_box(axes, (j + 0.02, i + 0.03), (0.96, 0.94), colour=COLOURS.accent, alpha=rate, part=part)
            ink = COLOURS.paper if rate > DARK else COLOURS.ink
            add_label_inside(axes, j + 0.5, i + 0.5, print_number(rate, 2), color=ink)
    for j, noise in enumerate(noises):
        add_label(axes, j + 0.5, -0.14, f"{noise:g}", ha="center", va="bottom")
    look = {"va": "bottom", "color": COLOURS.ink_soft}
    add_label(axes, -0.12, -0.14, "patterns ↓", ha="right", **look)
    add_label(axes, len(noises), -0.85, "noise on each coordinate →", ha="right", **look)
    rows = [
        (load, float(noise), cell.value, cell.low, cell.high)
        for load, row in zip(loads, rates.rates, strict=True)
        for noise, cell in zip(noises, row, strict=True)
    ]
    told = [
        f"from {print_number(float(trace[0]), 2)} to {print_number(float(trace[-1]), 2)} at noise {noise:g}"
        for noise, trace in ((noise, rates.trace(noise)) for noise in noises)
    ]
    alt = (
        f"Heat map of the share of cues that retrieve their pattern, a row for each of {len(loads)} loads "
        f"from {loads[0]} to {loads[-1]} patterns and a column for each of {len(noises)} sizes of noise. "
        f"From the first row to the last the rate goes {join_words(told)}."
    )
    return finish(figure, name, write_csv(["patterns", "noise", "rate", "low", "high"], rows), alt)


@in_style
def draw_best_rival(pick: RightPick, norms: NoiseNorms, noises: Floats, name: str = "best-rival") -> Drawing:
    """Draw the mean of the best rival's score by load, for some sizes of noise, and the wanted one's.

    The score is the exact mean for a cue of typical length; at the pick's own noise the bound is drawn too.
    """
    loads = np.geomspace(FEWEST, MOST, 61)
    unit = np.array([pick.rival(round(float(load))) for load in loads])
    bound = np.array([pick.bound(round(float(load))) for load in loads])
    x = Axis(FEWEST, 1.3 * MOST, [(10.0**k, f"{10**k:,}") for k in range(1, 6)], "patterns", log=True)
    y = Axis(0, 2.25, [(v, f"{v:g}") for v in (0, 0.5, 1, 1.5, 2)], "score")
    figure, axes = start_plane(x, y, height=262)
    add_curve(axes, np.array([FEWEST, 1.3 * MOST]), np.ones(2), "wanted", linewidth=2.6)
    look = {"ha": "right", "va": "top", "weight": "bold"}
    add_label(axes, 1.2 * MOST, 0.95, "the wanted pattern, on average", **look)
    columns = []
    for noise in noises:
        cue = norms.at(float(noise)).cue_length
        columns.append(cue * unit)
        own = noise == pick.noise
        add_curve(axes, loads, cue * unit, f"{noise:g}", color=COLOURS.accent if own else COLOURS.ink,
                  linewidth=2.2 if own else 1.5)  # fmt: skip
        at = 14 if own else 26
        height = float(columns[-1][at]) - 0.07
        add_label(axes, float(loads[at]), height, f"noise {noise:g}", ha="left", va="top",
                  color=COLOURS.accent if own else COLOURS.ink)  # fmt: skip
    limit = norms.at(pick.noise).cue_length * bound
    add_curve(axes, loads, limit, "bound", color=COLOURS.accent, linestyle=(0, (2, 1.8)), linewidth=1.4)
    add_label(axes, float(loads[-1]), float(limit[-1]) - 0.04, "√(2 ln N) bound", ha="right", va="bottom",
              rotation=9, color=COLOURS.accent)  # fmt: skip
    told = [
        f"{print_number(float(column[0]), 2)} to {print_number(float(column[-1]), 2)} at noise {noise:g}"
        for noise, column in zip(noises, columns, strict=True)
    ]
    alt = (
        f"Curves of the mean score of the best wrong pattern against the number of patterns, from "
        f"{FEWEST:,} to {MOST:,} on a logarithmic axis, and a level line at 1, the mean score of the wanted "
        f"one. They rise ever more slowly, from {join_words(told)}. A dashed bound above the "
        f"curve of noise {pick.noise:g} ends at {print_number(float(limit[-1]), 2)}."
    )
    rows = list(zip(*(map(float, c) for c in (np.round(loads), *columns, limit)), strict=True))
    header = ["patterns", *(f"noise {noise:g}" for noise in noises), f"bound at {pick.noise:g}"]
    return finish(figure, name, write_csv(header, rows), alt)
