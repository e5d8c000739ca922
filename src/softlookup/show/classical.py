"""Figures of the network of 1982: recall by load, beside the softmax memory, and the energy as it falls."""

from typing import TYPE_CHECKING, Any

import numpy as np

from softlookup.experiments.classical_recall import LoadSweep
from softlookup.experiments.classical_theory import Capacity
from softlookup.experiments.pictures import Pictures, Recalled
from softlookup.experiments.rival_memories import Curve, Rivals
from softlookup.show.marks import add_label
from softlookup.show.numbers import print_number, write_csv
from softlookup.show.plane import Axis, add_curve, add_mark, start_plane
from softlookup.show.style import COLOURS, finish, in_style
from softlookup.show.svg import PART
from tether.values import Drawing, Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

RATE = Axis(0, 1, [(0, "0"), (0.25, "0.25"), (0.5, "0.5"), (0.75, "0.75"), (1, "1")], "share recalled")
DASHES: tuple[Any, ...] = ("solid", (0, (5, 2.5)), (0, (1, 1.6)))


@in_style
def draw_loads(narrow: LoadSweep, wide: LoadSweep, limit: Capacity, name: str = "classical-loads") -> Drawing:
    """Draw how often stored patterns stay near, and stay perfect, by patterns for each sign."""
    x = Axis(0, 0.4, [(t, f"{t:g}") for t in (0, 0.1, 0.2, 0.3, 0.4)], "load N/d")
    figure, axes = start_plane(x, RATE, height=270, left=40)
    kinds = {"near": 0, "perfect": 1}
    styles = [(narrow, COLOURS.ink, "o"), (wide, COLOURS.accent, "s")]
    for sweep, colour, marker in styles:
        for kind, dash in kinds.items():
            _add_rates(
                axes,
                [load.load for load in sweep.loads],
                [getattr(load, kind) for load in sweep.loads],
                f"{sweep.width} {kind}",
                color=colour,
                linestyle=DASHES[dash],
                marker=marker,
            )
    add_mark(axes, limit.load, print_number(limit.load, 3), 0.12, ha="right")
    place = {"ha": "left"}
    ends = {"near": narrow.at(16).near, "perfect": narrow.at(12).perfect}
    add_label(axes, 0.26, ends["near"].value + 0.05, f"d = {narrow.width}, near", **place)
    add_label(axes, 0.205, 0.36, f"d = {narrow.width},\nperfect", **{**place, "ha": "right", "va": "top"})
    add_label(axes, 0.165, 0.93, f"d = {wide.width}, near", color=COLOURS.accent, **place)
    add_label(axes, 0.1, 0.5, f"d = {wide.width},\nperfect", color=COLOURS.accent, **{**place, "ha": "right"})
    rows = [
        [sweep.width, load.patterns, load.load, *_tell(load.near), *_tell(load.close), *_tell(load.perfect)]
        for sweep in (narrow, wide)
        for load in sweep.loads
    ]
    criteria = [f"{narrow.near:g}", f"{narrow.close:g}", "perfect"]
    header = ["d", "patterns", "load", *(f"{c} {end}" for c in criteria for end in ("rate", "low", "high"))]
    alt = (
        f"Share of stored patterns that stay, against the number of patterns for each sign. "
        f"{_describe(narrow)} {_describe(wide)} A mark stands at a load of {print_number(limit.load, 3)}."
    )
    return finish(figure, name, write_csv(header, rows), alt)


def _describe(sweep: LoadSweep) -> str:
    """Say where a sweep starts and ends, for both criteria that are drawn."""
    first, last = sweep.loads[0], sweep.loads[-1]
    ends = [
        (f"an overlap of {sweep.near:g} falls", first.near, last.near),
        ("no wrong sign", first.perfect, last.perfect),
    ]
    parts = [
        f"{words} from {print_number(start.value, 2)} at {first.patterns} patterns "
        f"to {print_number(end.value, 2)} at {last.patterns}"
        for words, start, end in ends
    ]
    return f"With {sweep.width} signs, {parts[0]}, {parts[1]}."


@in_style
def draw_rivals(rivals: Rivals, name: str = "rival-memories") -> Drawing:
    """Draw how often each network answers with the right pattern, by how many patterns are stored."""
    ticks = (1, 3, 10, 30, 100, 300)
    x = Axis(1, 800, [(t, str(t)) for t in ticks], "patterns N", log=True)
    figure, axes = start_plane(x, RATE, height=260, left=40)
    curves: list[tuple[str, Curve, str, int]] = [
        ("Hopfield, signs", rivals.classical_signs, COLOURS.ink, 1),
        ("Hopfield, whole cue", rivals.classical_whole, COLOURS.ink, 0),
        ("softmax, signs", rivals.softmax_signs, COLOURS.accent, 1),
        ("softmax, whole cue", rivals.softmax_whole, COLOURS.accent, 0),
    ]
    for words, curve, colour, dash in curves:
        counts = [float(point.patterns) for point in curve.points]
        rates = [point.rate for point in curve.points]
        marker = "o" if colour == COLOURS.ink else "s"
        _add_rates(axes, counts, rates, words, color=colour, linestyle=DASHES[dash], marker=marker)
    look = {"va": "center"}
    add_label(axes, 5.2, 0.28, "Hopfield,\nsigns", ha="right", **look)
    add_label(axes, 10, 0.44, "Hopfield,\nwhole cue", ha="left", **look)
    add_label(axes, 105, 0.3, "softmax, signs", ha="right", color=COLOURS.accent, **{**look, "va": "top"})
    add_label(axes, 60, 0.86, "softmax, whole cue", ha="left", color=COLOURS.accent, **look)
    rows: list[list[str | float]] = [
        [words, point.patterns, *_tell(point.rate)] for words, curve, *_ in curves for point in curve.points
    ]
    halves = "; ".join(f"{words} {print_number(curve.held(0.5).value, 1)}" for words, curve, *_ in curves)
    alt = (
        f"Share of cues answered with a cosine of {rivals.criterion:g}, against the number of patterns on a "
        f"logarithmic axis, for two networks and two readings of the cue. "
        f"It falls through one half at: {halves}."
    )
    return finish(figure, name, write_csv(["network", "patterns", "rate", "low", "high"], rows), alt)


@in_style
def draw_falls(pictures: Pictures, shown: str, name: str = "classical-falls") -> Drawing:
    """Draw the energy as signs turn, for one picture's cue in either gallery, and the picture's own."""
    runs: list[tuple[str, Recalled, str]] = [
        ("among unlike pictures", pictures.unlike.at(shown), COLOURS.ink),
        ("among pictures like it", pictures.like.at(shown), COLOURS.accent),
    ]
    most = max(run.turned for _, run, _ in runs)
    lowest = min(float(run.energies[-1]) for _, run, _ in runs)
    floor = float(np.floor(lowest / 5000) * 5000)
    x = Axis(0, most, [(t, str(t)) for t in range(0, most + 1, 10)], "signs turned")
    levels = np.arange(floor, 1, 5000)
    y = Axis(floor, 0, [(e, f"{e:,.0f}".replace("-", "−")) for e in levels], "energy E")
    figure, axes = start_plane(x, y, height=240, left=56)
    for words, run, colour in runs:
        add_curve(
            axes, np.arange(run.turned + 1.0), run.energies, words, color=colour, drawstyle="steps-post"
        )
        (line,) = axes.plot(
            [0, most], [run.stored_energy] * 2, color=colour, linewidth=1, linestyle=(0, (3, 3)), zorder=0
        )
        line.set_gid(f"{PART}level:{words}")
    unlike, like = (run for _, run, _ in runs)
    look: dict[str, Any] = {"color": COLOURS.ink}
    add_label(axes, unlike.turned + 1, unlike.energies[-1] + 900, "at rest: the picture", ha="left", **look)
    look["color"] = COLOURS.accent
    add_label(axes, most, like.energies[-1] - 1900, "at rest: not the picture", ha="right", **look)
    words = f"the {shown}, among\npictures like it"
    add_label(axes, 1, like.stored_energy - 900, words, ha="left", va="top", **look)
    rows: list[list[str | float]] = [
        [words, step, int(energy), int(run.stored_energy)]
        for words, run, _ in runs
        for step, energy in enumerate(run.energies)
    ]
    parts = "; ".join(
        f"{words} it falls from {run.energies[0]:.0f} to {run.energies[-1]:.0f} in {run.turned} turns, "
        f"where the picture itself has {run.stored_energy:.0f}"
        for words, run, _ in runs
    )
    alt = f"The energy of a spoilt {shown} as signs turn one by one: {parts}."
    return finish(figure, name, write_csv(["gallery", "signs turned", "energy", "picture's"], rows), alt)


def _add_rates(axes: "Axes", x: list[float], rates: list[Estimate], part: str, **look: Any) -> None:  # noqa: ANN401
    """Draw rates with their intervals, joined by a curve."""
    for at, rate in zip(x, rates, strict=True):
        axes.plot([at, at], [rate.low, rate.high], color=look["color"], linewidth=1.2, clip_on=False)
    values = np.array([rate.value for rate in rates])
    add_curve(axes, np.array(x), values, part, markersize=3.2, **look)


def _tell(rate: Estimate) -> tuple[float, float, float]:
    return rate.value, rate.low, rate.high
