"""What the chapter on scaling shows: a trace of one saturated row, and figures of gaps and gradients."""

import numpy as np

from softlookup.experiments.gradient_spread import GradientSpread, Spread
from softlookup.experiments.logit_gaps import LogitGaps
from softlookup.experiments.saturation import Saturation
from softlookup.show.marks import Floats, add_box, add_label
from softlookup.show.numbers import print_number, write_csv
from softlookup.show.plane import BOTTOM, RIGHT, Axis, add_mark, add_plane, start_plane
from softlookup.show.style import COLOURS, SMALL, WIDTH, finish, in_style, start_figure
from softlookup.show.traces import lay_out
from tether.values import Drawing

SHOWN = 0.00005
"""Weights below this would print as 0.0000: the trace says so."""


def trace_saturation(saturation: Saturation) -> str:
    """Write every key's score and weight, with and without the scaling, the largest score first."""
    lines = [["key", "q·k", "weight", f"q·k/{saturation.factor:g}", "weight"]]
    raw, scaled = saturation.unscaled, saturation.scaled
    for key in np.argsort(-raw.logits, kind="stable"):
        numbers = (raw.logits[key], raw.weights[key], scaled.logits[key], scaled.weights[key])
        cells = [print_number(float(number), 4) for number in numbers]
        if raw.weights[key] < SHOWN:
            cells[1] = "< 0.0001"
        lines.append([str(int(key)), *cells])
    return "\n".join(lay_out(lines, "rrrrr"))


@in_style
def draw_gaps(gaps: LogitGaps, here: float, far: float, bins: int = 30, name: str = "logit-gaps") -> Drawing:
    """Draw how often the runner-up is how far behind.

    ``here`` is the gap of the one query that the chapter shows, ``far`` a gap whose tail is named; bins
    are 2 units wide.
    """
    step = 2.0
    edges = np.arange(bins + 1) * step
    shares = np.histogram(gaps.to_runner_up.values, edges)[0] / gaps.draws
    top = float(np.ceil(shares.max() * 20) / 20)
    levels = [(level, f"{100 * level:g} %") for level in np.arange(0, top + 0.01, 0.05)]
    ticks = [(edge, f"{edge:g}") for edge in range(0, int(edges[-1]) + 1, 10)]
    x = Axis(0, float(edges[-1]), ticks, "largest score minus second largest")
    figure, axes = start_plane(x, Axis(0, top, levels, "share of queries"), height=240, left=38)
    for edge, share in zip(edges, shares, strict=False):
        beyond = edge >= far
        add_box(axes, (edge + 0.12, 0), (step - 0.24, float(share)), colour=COLOURS.accent,
                alpha=1.0 if beyond else 0.5, part=f"bar:{edge:g}")  # fmt: skip
    tail = print_number(100 * gaps.to_runner_up.beyond(far).value, 0)
    median, mean = gaps.to_runner_up.median.value, gaps.to_runner_up.mean.value
    add_mark(axes, here, f"the trace above: {print_number(here, 1)}", 0.98)
    add_mark(axes, median, f"median {print_number(median, 1)}", 0.84)
    add_mark(axes, mean, f"mean {print_number(mean, 1)}", 0.7)
    add_mark(axes, far, f"beyond {far:g}: {tail} %", 0.42, weight="bold")
    alt = (
        f"Histogram of the gap between the largest and the second largest of {gaps.keys} raw scores, over "
        f"{gaps.draws:,} queries of width {gaps.d_k}. It falls from the first bar on, which holds "
        f"{print_number(100 * float(shares[0]), 0)} % of the queries; the median is "
        f"{print_number(median, 1)}, the mean {print_number(mean, 1)}, and {tail} % lie beyond {far:g}."
    )
    rows = [(float(edge), float(share)) for edge, share in zip(edges, shares, strict=False)]
    return finish(figure, name, write_csv(["gap from", "share"], rows), alt)


@in_style
def draw_gradient_spread(spread: GradientSpread, lowest: int = -16, name: str = "gradient-spread") -> Drawing:
    """Draw the lengths of the gradient by the query over many draws, unscaled above scaled.

    The axis counts powers of ten from ``lowest``; what is shorter is counted in its first bar.
    """
    edges = np.arange(lowest, 2.01, 0.5)
    high = 72.0
    figure = start_figure(2 * high + 42 + BOTTOM + 24)
    ticks = [(power, _power(power)) for power in range(lowest, 3, 3)]
    rows: list[tuple[str, float, float]] = []
    told = []
    for place, (kind, one) in enumerate((("unscaled", spread.unscaled), ("scaled", spread.scaled))):
        shares = _count(one.by_query, edges)
        x = Axis(lowest, 2, ticks if place else [], "length of the gradient by q" if place else "")
        corner = (14.0, BOTTOM + (1 - place) * (high + 34))
        axes = add_plane(figure, x, Axis(0, 1, [(0, "")], ""), corner, (WIDTH - 14 - RIGHT, high))
        # Each panel has its own height: what matters is where the lengths lie, not how many share a bar.
        for edge, share in zip(edges, shares, strict=False):
            add_box(axes, (edge + 0.04, 0), (0.42, float(share / shares.max())), colour=COLOURS.accent,
                    alpha=1.0 if place else 0.6, part=f"bar:{kind}:{edge:g}")  # fmt: skip
        low, median, upper = (getattr(one.by_query, part).value for part in ("low", "median", "high"))
        words = f"{kind}: median {print_number(median, 3)}"
        add_label(axes, lowest, 1.02, words, ha="left", va="bottom", weight="bold", size=SMALL)
        add_mark(axes, float(np.log10(median)), "", 1.0)
        rows += [(kind, float(edge), float(share)) for edge, share in zip(edges, shares, strict=False)]
        told.append(
            f"{kind} from {low:.0e} to {print_number(upper, 2)} with the median {print_number(median, 3)}"
        )
    alt = (
        f"Two histograms over {spread.draws:,} draws of how long the gradient by the query is, on a "
        f"logarithmic axis. Nine in ten lie, {told[0]}; {told[1]}."
    )
    return finish(figure, name, write_csv(["softmax", "log10 from", "share"], rows), alt)


def _count(lengths: Spread, edges: Floats) -> Floats:
    """Give the share of the lengths in each half power of ten, shape (len(edges) - 1,)."""
    powers = np.clip(np.log10(lengths.values), edges[0], edges[-1] - 1e-9)
    shares: Floats = np.histogram(powers, edges)[0] / len(powers)
    return shares


def _power(power: int) -> str:
    """Write a power of ten."""
    raised = str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return "1" if power == 0 else f"10{raised}"
