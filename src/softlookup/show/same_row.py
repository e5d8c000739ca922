"""How little a row of output says of its weights: the range of each, as bars."""

from softlookup.experiments.same_row import SameRow
from softlookup.show.marks import add_box, add_label
from softlookup.show.numbers import print_number, write_csv
from softlookup.show.style import COLOURS, SMALL, WIDTH, add_axes, finish, in_style, start_figure
from softlookup.show.svg import PART
from tether.values import Drawing


@in_style
def draw_ranges(same: SameRow, asks: str, name: str = "same-row") -> Drawing:
    """Draw, for each entity, from what to what its weight may go while the output row stays as it is."""
    ranges, step = list(same), 21.0
    top = max(one.high for one in ranges)
    figure = start_figure(height := step * len(ranges) + 40)
    axes = add_axes(figure, 52, height - 4 - step * len(ranges), WIDTH - 52 - 54, step * len(ranges))
    axes.set(xlim=(0, top), ylim=(len(ranges), 0))
    for place, one in enumerate(ranges):
        size = (one.high - one.low, 0.5)
        add_box(
            axes, (one.low, place + 0.25), size, colour=COLOURS.ink_soft, alpha=0.35, part=f"range:{one.name}"
        )
        (dot,) = axes.plot(
            [one.weight], [place + 0.5], "o", color=COLOURS.accent, markersize=7, clip_on=False
        )
        dot.set_gid(f"{PART}dot:{one.name}")
        add_label(axes, -0.02 * top, place + 0.5, one.name, ha="right")
        add_label(axes, one.high + 0.015 * top, place + 0.5, print_number(one.high, 2), ha="left", size=SMALL)
    key = len(ranges) + 0.75
    axes.plot([0.02 * top], [key], "o", color=COLOURS.accent, markersize=7, clip_on=False)
    add_label(axes, 0.05 * top, key, "the weight it has", ha="left", size=SMALL)
    add_box(axes, (0.44 * top, key - 0.25), (0.08 * top, 0.5), colour=COLOURS.ink_soft, alpha=0.35)
    add_label(axes, 0.54 * top, key, "weights with the same row", ha="left", size=SMALL)
    widest = same.widest
    alt = (
        f"For each of {len(ranges)} entities a bar from the smallest to the largest weight that it has in "
        f"some weighting with {asks}'s output row, and a dot for the weight it does have. "
        f"{same.dispensable} of the bars begin at 0; the widest is that of {widest.name}, up to "
        f"{print_number(widest.high, 4)}."
    )
    rows = [(one.name, one.low, one.weight, one.high) for one in ranges]
    return finish(figure, name, write_csv(["entity", "lowest", "weight", "highest"], rows), alt)
