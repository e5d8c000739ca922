"""The figures of one attention head. Each function takes plain arrays and gives a ``Drawing``."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from softlookup.show.marks import Floats, add_box, add_label, add_label_inside, describe_weights
from softlookup.show.numbers import print_number, write_csv
from softlookup.show.style import COLOURS, SMALL, WIDTH, add_axes, finish, in_style, start_figure
from softlookup.show.svg import PART
from tether.values import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DARK = 0.55
"""From this share of the scale's end on, a cell is dark enough to carry its number in the paper's colour."""

NAMED = 3
"""How many of a row's largest weights are named."""


@in_style
def draw_matrix(
    names: Sequence[str], weights: Floats, outlined: str, name: str = "attention-matrix"
) -> Drawing:
    """Draw the attention matrix: a row a query, a column a key, the darker the larger the weight.

    ``names`` of length n name rows and columns, ``weights`` is (n, n). The row of the entity ``outlined``
    is framed, and its largest weights are printed in their cells.
    """
    count, chosen, top = len(names), list(names).index(outlined), float(weights.max())
    left, side = 52.0, (WIDTH - 56) / len(names)
    figure = start_figure(height := side * count + 92)
    axes = add_axes(figure, left, height - 48 - side * count, side * count, side * count)
    axes.set(xlim=(0, count), ylim=(count, 0))
    largest = np.argsort(-weights[chosen], kind="stable")[:NAMED]
    for i, query in enumerate(names):
        add_label(axes, -0.25, i + 0.5, query, ha="right", weight="bold" if i == chosen else "normal")
        add_label(axes, i + 0.5, -0.2, query, ha="center", va="bottom", rotation=90)
        for j, key in enumerate(names):
            share = float(weights[i, j]) / top
            part = f"cell:{query}:{key}"
            add_box(axes, (j + 0.03, i + 0.03), (0.94, 0.94), colour=COLOURS.accent, alpha=share, part=part)
    for j in largest:
        weight = float(weights[chosen, j])
        ink = COLOURS.paper if weight / top > DARK else COLOURS.ink
        number = print_number(weight, 2).removeprefix("0")
        add_label_inside(
            axes,
            j + 0.5,
            chosen + 0.5,
            number,
            size=SMALL,
            color=ink,
            weight="bold",
        )
    _add_frame(axes, chosen, count, outlined)
    _add_directions(axes)
    _add_scale(axes, top, count)
    rows = [(q, k, float(weights[i, j])) for i, q in enumerate(names) for j, k in enumerate(names)]
    best = [names[int(j)] for j in largest]
    query, key, _ = max(rows, key=lambda row: row[2])
    alt = (
        f"Heat map of a {count} by {count} matrix of attention weights, a row for each query and a column "
        f"for each key. The framed row is {outlined}'s: its largest weights are on "
        f"{describe_weights(best, weights[chosen][largest])}. "
        f"The largest weight of all, {print_number(top, 4)}, is {query}'s on {key}."
    )
    return finish(figure, name, write_csv(["query", "key", "weight"], rows), alt)


def _add_frame(axes: "Axes", row: int, count: int, query: str) -> None:
    """Frame one row of the matrix."""
    from matplotlib.patches import Rectangle

    frame = Rectangle((0, row), count, 1, fill=False, edgecolor=COLOURS.ink, linewidth=1.4, clip_on=False)
    frame.set_gid(f"{PART}frame:{query}")
    axes.add_patch(frame)


def _add_directions(axes: "Axes") -> None:
    """Say which way queries and keys run, in their colours."""
    look = {"va": "bottom", "weight": "bold", "size": SMALL, "ha": "right"}
    add_label(axes, -0.25, -0.95, "key →", color=COLOURS.key, **look)
    add_label(axes, -0.25, -0.25, "query ↓", color=COLOURS.query, **look)


def _add_scale(axes: "Axes", top: float, count: int, steps: int = 5) -> None:
    """Add the scale below the matrix: from little weight to the largest."""
    width = count / 2 / steps
    for step in range(1, steps + 1):
        x = count / 2 + (step - 1) * width
        add_box(axes, (x, count + 0.5), (width * 0.96, 0.42), colour=COLOURS.accent, alpha=step / steps)
        number = print_number(step / steps * top, 2)
        add_label(axes, x + width * 0.48, count + 1.05, number, ha="center", va="top", size=SMALL)
    add_label(axes, count / 2 - 0.3, count + 0.72, "weight", ha="right", size=SMALL, color=COLOURS.ink_soft)


@in_style
def draw_row(names: Sequence[str], weights: Floats, query: str, name: str = "attention-row") -> Drawing:
    """Draw one query's weights as bars, largest first, beside the share that all keys would get equally.

    ``names`` and ``weights`` have length n; the largest three are told by rank, colour and weight of type.
    """
    count, top = len(names), float(weights.max())
    order = [int(i) for i in np.argsort(-weights, kind="stable")]
    step, right = 21.0, WIDTH - 56
    figure = start_figure(height := step * count + 32)
    axes = add_axes(figure, 62, height - 4 - step * count, right - 62, step * count)
    axes.set(xlim=(0, top), ylim=(count, 0))
    for place, index in enumerate(order):
        leading, key, weight = place < NAMED, names[index], float(weights[index])
        colour, bold = (COLOURS.accent, "bold") if leading else (COLOURS.ink_soft, "normal")
        size = (weight, 0.68)
        add_box(axes, (0, place + 0.16), size, colour=colour, alpha=1 if leading else 0.6, part=f"bar:{key}")
        label = f"{place + 1}. {key}" if leading else key
        add_label(axes, -0.02 * top, place + 0.5, label, ha="right", weight=bold)
        add_label(axes, 1.19 * top, place + 0.5, print_number(weight, 4), ha="right", weight=bold)
    ends = [-0.05, count + 0.15]
    (line,) = axes.plot([1 / count] * 2, ends, color=COLOURS.ink, linewidth=1, linestyle=(0, (3, 3)))
    line.set_gid(f"{PART}uniform")
    line.set_clip_on(False)
    add_label(axes, 1 / count, count + 0.3, f"equal shares, 1/{count}", ha="center", va="top", size=SMALL)
    leaders = order[:NAMED]
    last = order[-1]
    alt = (
        f"Bar chart of {query}'s attention weights over {count} keys, largest first: "
        f"{describe_weights([names[i] for i in leaders], weights[leaders])} lead, "
        f"{int((weights > 1 / count).sum())} of {count} get more than an equal share, "
        f"and {names[last]} gets least ({print_number(float(weights[last]), 4)})."
    )
    rows = [(names[i], float(weights[i])) for i in order]
    return finish(figure, name, write_csv(["key", "weight"], rows), alt)
