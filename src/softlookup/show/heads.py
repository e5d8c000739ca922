"""Several heads side by side: shapes, one entity's rows, and the sum that one wide head makes of them."""

from collections.abc import Sequence

import numpy as np

from softlookup.experiments.multi_head import MultiHead
from softlookup.experiments.wide_head import WideHead
from softlookup.show.marks import Floats, add_box, add_label
from softlookup.show.numbers import join_words, print_number, write_csv
from softlookup.show.style import COLOURS, SMALL, WIDTH, add_axes, finish, in_style, start_figure
from softlookup.show.svg import PART
from softlookup.show.tables import Cell, write_table
from softlookup.show.traces import lay_out
from tether.values import Drawing

SHADES = (1.0, 0.4, 1.0)
"""How full the colour of each head's bars is, so that neighbours differ in grey too."""


def trace_shapes(multi_head: MultiHead, features: Floats) -> str:
    """Write the shapes on the way from features to output, head by head."""
    rows = [["X", str(features.shape), "features"]]
    for i, head in enumerate(multi_head.heads, start=1):
        rows += [
            [f"Q{i}, K{i}, V{i}", str(head.queries.shape), f"X times each of head {i}'s {head.w_q.shape}"],
            [f"A{i}", str(head.weights.shape), f"head {i}'s weights"],
            [f"O{i}", str(head.output.shape), f"A{i} V{i}"],
        ]
    joined = " | ".join(f"O{i}" for i in range(1, len(multi_head.heads) + 1))
    rows += [
        [f"[{joined}]", str(multi_head.joined.shape), "side by side"],
        ["output", str(multi_head.output.shape), f"that times W_o {multi_head.weights.w_o.shape}"],
    ]
    return "\n".join(lay_out(rows, "lll"))


def tabulate_sums(multi_head: MultiHead, wide: WideHead, asks: str) -> str:
    """Give a table of one entity's raw scores and weights: each head's, and the full-width head's."""
    rows = [head.by_name[asks] for head in multi_head.heads]
    one = wide.head.by_name[asks]
    numbers = range(1, len(rows) + 1)
    header = [
        "key",
        *(f"score, head {i}" for i in numbers),
        "score, full width",
        *(f"weight, head {i}" for i in numbers),
        "weight, full width",
    ]
    table: list[list[Cell]] = [
        [
            name,
            *(float(row.raw[place]) for row in rows),
            float(one.raw[place]),
            *(float(row.weights[place]) for row in rows),
            float(one.weights[place]),
        ]
        for place, name in enumerate(wide.head.by_name)
    ]
    return write_table(header, table)


def draw_pair(names: Sequence[str], weights: Floats, asks: str) -> Drawing:
    """Draw one entity's weights in two heads (2, n), key by key, against the share all would get equally."""
    return _draw_rows(names, weights, asks, ("head 1", "head 2"), "two-heads")


def draw_wide(names: Sequence[str], multi_head: MultiHead, wide: WideHead, asks: str) -> Drawing:
    """Draw one entity's weights in two heads and in the full-width head that has the columns of both."""
    first, second = (head.by_name[asks].weights for head in multi_head.heads)
    rows = np.stack([first, second, wide.head.by_name[asks].weights])
    return _draw_rows(names, rows, asks, ("head 1", "head 2", "full width"), "wide-head")


@in_style
def _draw_rows(names: Sequence[str], weights: Floats, asks: str, labels: Sequence[str], name: str) -> Drawing:
    """Draw a row of weights (n,) for each label, as bars that stand together key by key."""
    heads, count = weights.shape
    even, top = 1 / count, float(weights.max())
    step, thick = 12.0 * heads + 1, 0.72 / heads
    figure = start_figure(height := step * count + 66)
    axes = add_axes(figure, 48, height - 30 - step * count, WIDTH - 48 - 52, step * count)
    axes.set(xlim=(0, top), ylim=(count, 0))
    colours = (COLOURS.accent, COLOURS.ink_soft, COLOURS.ink)
    tops = [int(row.argmax()) for row in weights]
    for place, key in enumerate(names):
        for head in range(heads):
            weight, height = float(weights[head, place]), place + 0.14 + thick * head
            part = f"bar:{head + 1}:{key}"
            add_box(
                axes, (0, height), (weight, thick - 0.02), colour=colours[head], alpha=SHADES[head], part=part
            )
            if place == tops[head]:
                look = {"ha": "left", "size": SMALL, "weight": "bold"}
                add_label(axes, weight + 0.02 * top, height + thick / 2, print_number(weight, 4), **look)
        bold = "bold" if place in tops else "normal"
        add_label(axes, -0.02 * top, place + 0.5, key, ha="right", weight=bold)
    dash = (0, (3, 3))
    (line,) = axes.plot([even] * 2, [-0.1, count + 0.2], color=COLOURS.ink, linewidth=1, linestyle=dash)
    line.set_gid(f"{PART}uniform")
    line.set_clip_on(False)
    share = f"equal shares, 1/{count} = {print_number(even, 4)}"
    add_label(axes, even, count + 0.3, share, ha="center", va="top", size=SMALL)
    for head, label in enumerate(labels):
        left = 0.28 * head
        add_box(axes, (left * top, -0.86), (0.06 * top, 0.4), colour=colours[head], alpha=SHADES[head])
        add_label(axes, (left + 0.08) * top, -0.66, label, ha="left", size=SMALL)
    rows: list[list[str | float]] = [
        [key, *(float(w) for w in weights[:, place])] for place, key in enumerate(names)
    ]
    told = [
        f"{labels[head]} gives most to {names[best]}, {print_number(float(weights[head, best]), 4)}"
        for head, best in enumerate(tops)
    ]
    far = float(abs(weights - even).max())
    alt = (
        f"Bars of {asks}'s attention weights by {join_words(labels)} over {count} keys, beside the "
        f"equal share of {print_number(even, 4)}: {join_words(told)}; "
        f"no weight is farther than {print_number(far, 4)} from the equal share."
    )
    header = ["key", *labels]
    return finish(figure, name, write_csv(header, rows), alt)
