"""How often a held-out answer is given, way by way: bars with their intervals, and tables."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from softlookup.experiments.gpt_heldout import HeldOut
from softlookup.experiments.gpt_remedies import Remedies
from softlookup.show.marks import add_box, add_label
from softlookup.show.numbers import print_number, write_csv
from softlookup.show.style import COLOURS, SMALL, WIDTH, add_axes, finish, in_style, start_figure
from softlookup.show.svg import PART
from softlookup.show.tables import write_table
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


def name_starts(remedies: Remedies) -> list[Way]:
    """Name the ways in which the two words start near each other, or not, on the six sentences."""
    return [
        Way("anywhere, width 2", remedies.plain),
        Way("near, width 2", remedies.near),
        Way("anywhere, width 8", remedies.wide),
        Way("near, width 8", remedies.near_wide),
        Way("near, the traced model, other words redrawn", remedies.others),
    ]


def name_ways(remedies: Remedies) -> list[Way]:
    """Name the ways that are tried to bring the two words together."""
    return [
        Way("six sentences, width 2", remedies.plain),
        Way("six sentences, width 8", remedies.wide),
        Way("six sentences, 8, tied", remedies.tied),
        Way("one word changed, width 2", remedies.peace),
        Way("one word changed, 8, tied", remedies.tied_peace),
        Way("shared answers, 8, tied", remedies.tied_answers),
        Way("both changes, width 8", remedies.wide_both),
        Way("both changes, 8, tied", remedies.tied_both),
        Way("both and verbs, 8, tied", remedies.tied_all),
    ]


def tabulate_rates(ways: Sequence[Way]) -> str:
    """Give a table of how often the two words become neighbours, and how often the answer is given."""
    header = ["sentences, width, weights", "*you* nearest to *I*", "answers *love*"]
    rows = [[way.name, _write_rate(way.result.nearest), _write_rate(way.result.wins)] for way in ways]
    return write_table(header, rows)


def tabulate_chances(ways: Sequence[Way], first: str = "sentences, width, weights") -> str:
    """Give a table of the mean probability of the answer after the word asked about, and in the control."""
    header = [first, "after *you*", "after other words"]
    rows = [[way.name, *map(_write_mean, (way.result.chance, way.result.usual_chance))] for way in ways]
    return write_table(header, rows)


@in_style
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
        _add_bar(axes, row + 0.14, way.result.nearest, COLOURS.ink_soft, f"nearest:{way.name}")
        _add_bar(axes, row + 0.52, way.result.wins, COLOURS.accent, f"wins:{way.name}")
    look = {"va": "bottom", "size": SMALL, "weight": "bold"}
    add_label(
        axes,
        -LEFT / (WIDTH - LEFT - 20),
        -0.12,
        "upper bar: nearest neighbours",
        ha="left",
        color=COLOURS.ink_soft,
        **look,
    )
    add_label(axes, 1, -0.12, "lower bar: right answers", ha="right", color=COLOURS.accent, **look)
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


def _write_rate(rate: Estimate) -> str:
    """Write a rate and its interval in whole percent."""
    value, low, high = (print_number(100 * number, 0) for number in (rate.value, rate.low, rate.high))
    return f"{value} % [{low},\u00a0{high}]"


def _write_mean(mean: Estimate) -> str:
    """Write a mean probability and its interval, to a thousandth."""
    value, low, high = (print_number(number, 3) for number in (mean.value, mean.low, mean.high))
    return f"{value} [{low},\u00a0{high}]"
