"""What one entity takes in by each rule of message passing, as a table and as strips of cells."""

from collections.abc import Sequence

import numpy as np

from softlookup.experiments.message_layers import MessageLayers
from softlookup.show.marks import Floats, add_box, add_label
from softlookup.show.numbers import write_csv
from softlookup.show.style import COLOURS, SMALL, WIDTH, add_axes, finish, in_style, start_figure
from softlookup.show.tables import Cell, write_table
from tether.values import Drawing

RULES = (
    ("sum", "plain_sum"),
    ("mean", "mean"),
    ("GCN", "gcn"),
    ("graph attention", "graph_attention"),
    ("dot product, masked", "masked"),
    ("dot product, all", "complete"),
)
"""The rules in the order in which they are shown, with their names among the layers."""


def tabulate_layers(layers: MessageLayers, asks: str, near: Sequence[str]) -> str:
    """Give a table of one entity's weights by each rule: on those ``near``, on all others, in sum."""
    rows: list[list[Cell]] = []
    for words, name in RULES:
        row = getattr(layers, name).by_name[asks]
        weights = [row.on.by_name[one] for one in near]
        rows.append([words, *weights, row.total - sum(weights), row.total])
    return write_table(["rule", *near, "all others", "sum"], rows)


def tabulate_relations(layers: MessageLayers, asks: str) -> str:
    """Give a table of what one entity takes in through the relational layer, a matrix a row, and the sum."""
    row = layers.relational.by_name[asks]
    columns = [str(place) for place in range(len(row.output))]
    rows: list[list[Cell]] = []
    for part in row.parts:
        matrix = f"{part.relation}{', inverse' * part.inverse}" or "its own"
        rows.append([matrix, ", ".join(part.senders), *(float(number) for number in part.message)])
    rows.append(["sum", "", *(float(number) for number in row.output)])
    return write_table(["matrix", "heard", *columns], rows)


def stack_layers(layers: MessageLayers, asks: str) -> tuple[list[str], Floats]:
    """Give the names of the rules and one entity's weights by each, shape (rules, 13)."""
    weights = [getattr(layers, name).by_name[asks].weights for _, name in RULES]
    return [words for words, _ in RULES], np.stack(weights)


@in_style
def draw_shares(
    names: Sequence[str], rows: Sequence[str], weights: Floats, *, title: str, name: str
) -> Drawing:
    """Draw rows of weights over the same entities: the darker a cell, the more is taken in from there.

    ``weights`` is (rows, n), each cell from 0 to 1; a cell of 0 is left empty. ``title`` says what a row is.
    """
    count, left, cell, step = len(names), 118.0, (WIDTH - 122) / len(names), 25.0
    figure = start_figure(height := step * len(rows) + 62)
    axes = add_axes(figure, left, height - 56 - step * len(rows), cell * count, step * len(rows))
    axes.set(xlim=(0, count), ylim=(len(rows), 0))
    for j, key in enumerate(names):
        add_label(axes, j + 0.5, -0.2, key, ha="center", va="bottom", rotation=90)
    for i, words in enumerate(rows):
        add_label(axes, -0.25, i + 0.5, words, ha="right", size=SMALL)
        add_box(axes, (0, i + 0.94), (count, 0.04), colour=COLOURS.grid)
        for j, key in enumerate(names):
            weight = float(weights[i, j])
            if weight > 0:
                # The root keeps small shares visible; the order of any two stays.
                shade = min(weight, 1.0) ** 0.5
                part = f"cell:{words}:{key}"
                add_box(
                    axes, (j + 0.04, i + 0.06), (0.92, 0.84), colour=COLOURS.accent, alpha=shade, part=part
                )
    told = [f"{words}: {int((row > 0).sum())}" for words, row in zip(rows, weights, strict=True)]
    alt = (
        f"{title} Rows of cells over {count} entities, darker for a larger weight, empty for none. "
        f"Entities that have any weight, by row: {'; '.join(told)}."
    )
    data = [
        (words, k, float(w))
        for words, row in zip(rows, weights, strict=True)
        for k, w in zip(names, row, strict=True)
    ]
    return finish(figure, name, write_csv(["row", "entity", "weight"], data), alt)
