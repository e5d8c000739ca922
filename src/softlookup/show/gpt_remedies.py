"""How often a held-out answer is given, way by way, as bars with their intervals."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from softlookup.experiments.gpt_heldout import HeldOut
from softlookup.show.marks import add_box, add_label
from softlookup.show.numbers import write_csv
from softlookup.show.style import COLOURS, SMALL, WIDTH, add_axes, finish, start_figure
from softlookup.show.svg import PART
from tether.values import Drawing, Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEFT, ROW, TOP, BOTTOM = 168.0, 27.0, 26.0, 30.0
"""Room for the names, the height of a row, and the room above and below, in units of the view box."""


class Way(NamedTuple):
    """One way to ask, and what it is called."""

    name: str
    """Its name in the figure."""
    result: HeldOut
    """What came of it."""


def draw_ways(ways: Sequence[Way], name: str = "held-out-ways") -> Drawing:
    """Draw for each way how often the asked word became the model word's neighbour, and gave its answer."""
    height = TOP + BOTTOM + ROW * len(ways)
    figure = start_figure(height)
    axes = add_axes(figure, LEFT, BOTTOM, WIDTH - LEFT - 20, ROW * len(ways))
    axes.set(xlim=(0, 1), ylim=(len(ways), 0))
    for share in (0, 0.25, 0.5, 0.75, 1):
        axes.plot([share] * 2, [0, len(ways)], color=COLOURS.grid, linewidth=0.8, clip_on=False, zorder=0)
        look = {"ha": "center", "va": "top", "size": SMALL, "color": COLOURS.ink_soft}
        add_label(axes, share, len(ways) + 0.12, f"{100 * share:.0f} %", **look)
    for row, way in enumerate(ways):
        add_label(axes, -0.02, row + 0.5, way.name, ha="right", size=SMALL)
        _add_bar(axes, row + 0.14, way.result.nearest, COLOURS.key, f"nearest:{way.name}")
        _add_bar(axes, row + 0.52, way.result.wins, COLOURS.accent, f"wins:{way.name}")
    look = {"va": "bottom", "size": SMALL, "weight": "bold"}
    add_label(axes, 0, -0.12, "nearest neighbours", ha="left", color=COLOURS.key, **look)
    add_label(axes, 1, -0.12, "right answers", ha="right", color=COLOURS.accent, **look)
    header = ["way", *(f"{what} {part}" for what in ("nearest", "wins") for part in ("rate", "low", "high"))]
    rows: list[list[str | float]] = [
        [way.name, *(number for rate in (way.result.nearest, way.result.wins) for number in _list(rate))]
        for way in ways
    ]
    parts = "; ".join(
        f"{way.name}: {way.result.nearest.value:.0%} and {way.result.wins.value:.0%}" for way in ways
    )
    alt = (
        f"Two bars with intervals for each of {len(ways)} ways: in what share of models the two words are "
        f"nearest neighbours, and in what share the answer that was held out is given. {parts}."
    )
    return finish(figure, name, write_csv(header, rows), alt)


def _add_bar(axes: "Axes", top: float, rate: Estimate, colour: str, part: str) -> None:
    """Add a bar as long as a rate, and a line over its interval."""
    add_box(axes, (0, top), (rate.value, 0.34), colour=colour, alpha=0.75, part=part)
    middle = top + 0.17
    (line,) = axes.plot([rate.low, rate.high], [middle] * 2, color=COLOURS.ink, linewidth=1, clip_on=False)
    line.set_gid(f"{PART}interval:{part}")


def _list(rate: Estimate) -> tuple[float, float, float]:
    """Give a rate and its interval, as the data has them: to a thousandth."""
    return round(rate.value, 3), round(rate.low, 3), round(rate.high, 3)
