"""How one query meets one key: their numbers side by side, and what each pair adds to the score."""

from typing import TYPE_CHECKING

import numpy as np

from softlookup.experiments.head import Head
from softlookup.show.marks import Floats, add_box, add_label
from softlookup.show.numbers import print_number, write_csv
from softlookup.show.style import COLOURS, SMALL, WIDTH, add_axes, finish, in_style, start_figure
from softlookup.world import find_entity
from tether.values import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEFT, GAP, STEP, HEAD = 30.0, 14.0, 26.0, 26.0
"""Room for the rows' names, between the columns, for each row, and for the columns' titles."""


@in_style
def draw_meeting(head: Head, query: str, key: str, name: str = "meeting") -> Drawing:
    """Draw the coordinates of one entity's query and of another one's key, and their products, as bars."""
    q, k = head.queries[find_entity(query)], head.keys[find_entity(key)]
    products: Floats = q * k
    columns = (
        (f"query of {query}", q, COLOURS.query),
        (f"key of {key}", k, COLOURS.key),
        ("product of the two", products, COLOURS.ink_soft),
    )
    count, reach = len(q), float(np.abs(np.concatenate([q, k, products])).max())
    figure = start_figure(height := HEAD + STEP * count + 26)
    width = (WIDTH - LEFT - 2 * GAP) / len(columns)
    for place, (title, numbers, colour) in enumerate(columns):
        corner = (LEFT + place * (width + GAP), height - HEAD - STEP * count)
        axes = add_axes(figure, *corner, width, STEP * count)
        axes.set(xlim=(-1.75 * reach, 1.75 * reach), ylim=(count, 0))
        axes.plot([0, 0], [0, count], color=COLOURS.ink_soft, linewidth=1)
        add_label(axes, 0, -0.45, title, ha="center", color=colour, weight="bold", size=SMALL)
        _add_bars(axes, numbers, reach, colour, title.partition(" ")[0])
        if not place:
            for row in range(count):
                add_label(axes, -1.75 * reach, row + 0.5, str(row + 1), ha="right", color=COLOURS.ink_soft)
    total = print_number(float(products.sum()), 4).replace("-", "−")
    add_label(axes, 1.75 * reach, count + 0.5, f"sum, the raw score: {total}", ha="right", weight="bold")
    against = [str(row + 1) for row in range(count) if products[row] < 0]
    alt = (
        f"Bars of the {count} numbers of {query}'s query beside those of {key}'s key, and of their products. "
        f"The products sum to the raw score {total}; where the two have opposite signs, in {len(against)} of "
        f"{count} numbers, the product is negative."
    )
    rows = [(row + 1, float(q[row]), float(k[row]), float(products[row])) for row in range(count)]
    return finish(figure, name, write_csv(["number", "query", "key", "product"], rows), alt)


def _add_bars(axes: "Axes", numbers: Floats, reach: float, colour: str, part: str) -> None:
    """Add a column of bars from the middle line, each with its number at its end."""
    for row, number in enumerate(float(one) for one in numbers):
        add_box(
            axes, (min(number, 0), row + 0.2), (abs(number), 0.6), colour=colour, part=f"{part}:{row + 1}"
        )
        end, side = (number + 0.08 * reach, "left") if number >= 0 else (number - 0.08 * reach, "right")
        words = print_number(number, 2).replace("-", "−")
        add_label(axes, end, row + 0.5, words, ha=side, size=SMALL)
