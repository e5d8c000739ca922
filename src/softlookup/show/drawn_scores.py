"""Histograms of scores, as they are and divided by the root of the width."""

import numpy as np

from softlookup.experiments.drawn_scores import DrawnScores
from softlookup.show.marks import add_box, add_label
from softlookup.show.numbers import print_number, write_csv
from softlookup.show.plane import BOTTOM, RIGHT, Axis, add_plane
from softlookup.show.style import COLOURS, SMALL, WIDTH, finish, in_style, start_figure
from tether.values import Drawing

ENDS = {"raw": 64, "scaled": 4}
"""How far each axis reaches either way."""
BINS = 32


@in_style
def draw_drawn_scores(drawn: DrawnScores, name: str = "drawn-scores") -> Drawing:
    """Draw how often scores lie where, undivided above divided; end bins hold what is beyond an axis."""
    high = 72.0
    figure = start_figure(2 * high + 2 * BOTTOM + 34)
    rows: list[tuple[str, float, float]] = []
    told = []
    for place, (kind, scores, deviation) in enumerate(
        (("raw", drawn.raw, drawn.raw_deviation), ("scaled", drawn.scaled, drawn.scaled_deviation))
    ):
        end = ENDS[kind]
        edges = np.linspace(-end, end, BINS + 1)
        shares = np.histogram(np.clip(scores, -end, end), edges)[0] / scores.size
        ticks = [(tick, f"{tick:g}".replace("-", "−")) for tick in np.linspace(-end, end, 5)]
        title = "raw score q·k" if kind == "raw" else "the same, divided by √d"
        corner = (14.0, BOTTOM + (1 - place) * (high + BOTTOM + 14))
        plane = add_plane(
            figure,
            Axis(-end, end, ticks, title),
            Axis(0, 1, [(0, "")], ""),
            corner,
            (WIDTH - 14 - RIGHT, high),
        )
        step, colour = 2 * end / BINS, COLOURS.accent if place else COLOURS.ink_soft
        for edge, share in zip(edges, shares, strict=False):
            size = 0.88 * step, float(share / shares.max())
            add_box(plane, (edge + 0.06 * step, 0), size, colour=colour, part=f"bar:{kind}:{edge:g}")
        words = f"{kind}: standard deviation {print_number(deviation, 2)}"
        add_label(plane, -end, 1.03, words, ha="left", va="bottom", weight="bold", size=SMALL)
        rows += [(kind, float(edge), float(share)) for edge, share in zip(edges, shares, strict=False)]
        told.append(f"{kind} {print_number(deviation, 2)}")
    alt = (
        f"Two histograms of {drawn.raw.size:,} scores at a width of {drawn.d_k}, each a hump about 0. "
        f"Their standard deviations are: {told[0]}, on an axis to {ENDS['raw']}; {told[1]}, on an axis "
        f"to {ENDS['scaled']}."
    )
    return finish(figure, name, write_csv(["scores", "from", "share"], rows), alt)
