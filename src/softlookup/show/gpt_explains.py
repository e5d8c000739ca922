"""How far dog could have led cat, or cat dog, in each model, while its output stays what it is."""

import numpy as np

from softlookup.experiments.gpt_alike import Alike
from softlookup.experiments.gpt_explains import Ranges
from softlookup.show.marks import add_box, add_label
from softlookup.show.numbers import print_number, write_csv
from softlookup.show.plane import Axis, start_plane
from softlookup.show.style import COLOURS, SMALL, finish, in_style
from softlookup.show.svg import PART
from softlookup.show.tables import Cell, write_table
from tether.values import Drawing


def tabulate_alike(alike: Alike) -> str:
    """Give a table of the weights of one query in models that reached the same loss, the last word first."""
    places = range(len(alike.words))[::-1]
    names = ["model", *(f"{alike.words[place]} {place}" for place in places)]
    rows: list[list[Cell]] = [
        [str(i), *(float(weights[place]) for place in places)]
        for i, weights in enumerate(alike.weights, start=1)
    ]
    return write_table(names, rows, digits=2)


@in_style
def draw_leads(ranges: Ranges, name: str = "leads") -> Drawing:
    """Draw for each model, in the order of its lead of dog over cat, the leads that give the same output."""
    dog, cat = ranges.words.index("dog"), ranges.words.index("cat")
    lead = ranges.weights[:, dog] - ranges.weights[:, cat]
    order = np.argsort(np.round(lead, 4), kind="stable")
    count = len(lead)
    ticks = [(v, f"{v:g}".replace("-", "−")) for v in (-1, -0.5, 0, 0.5, 1)]
    x = Axis(-0.5, count - 0.5, [], "models, in the order of their lead")
    figure, axes = start_plane(x, Axis(-1, 1, ticks, "dog less cat"), height=250)
    for place, model in enumerate(order):
        low, high = float(ranges.lead_low[model]), float(ranges.lead_high[model])
        size, part = (0.7, high - low), f"range:{place}"
        add_box(axes, (place - 0.35, low), size, colour=COLOURS.ink_soft, alpha=0.4, part=part)
    (dots,) = axes.plot(range(count), lead[order], "o", color=COLOURS.accent, markersize=2.6, clip_on=False)
    dots.set_gid(f"{PART}dots:lead")
    left = 0.36 * count
    axes.plot([left], [0.86], "o", color=COLOURS.accent, markersize=4, clip_on=False)
    add_label(axes, left + 0.02 * count, 0.86, "the lead it has", ha="left", size=SMALL)
    add_box(axes, (left - 0.008 * count, 0.64), (0.016 * count, 0.12), colour=COLOURS.ink_soft, alpha=0.4)
    add_label(axes, left + 0.02 * count, 0.7, "leads with the same output", ha="left", size=SMALL)
    either = round(ranges.either.value * count)
    room = float((ranges.lead_high - ranges.lead_low).mean())
    alt = (
        f"For each of {count} models a bar from the smallest to the largest difference of the weights on dog "
        f"and cat that gives the same output, and a dot for the difference it has. The bars are "
        f"{print_number(room, 2)} long on average; {either} of them reach both sides of 0."
    )
    rows = [
        [
            str(place),
            *(print_number(float(one[model]), 2) for one in (ranges.lead_low, lead, ranges.lead_high)),
        ]
        for place, model in enumerate(order)
    ]
    return finish(figure, name, write_csv(["place", "lowest", "lead", "highest"], rows), alt)
