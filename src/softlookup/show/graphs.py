"""Graphs, drawn: the academic world around bob, and the rings that message passing cannot tell apart."""

from typing import TYPE_CHECKING, Any

import numpy as np

from softlookup.arrays import BoolArray
from softlookup.experiments.hops import Hops
from softlookup.experiments.rings import Rings
from softlookup.show.marks import add_label, add_label_inside
from softlookup.show.numbers import join_words, write_csv
from softlookup.show.style import COLOURS, SMALL, WIDTH, add_axes, finish, in_style, start_figure
from softlookup.show.svg import PART
from softlookup.world import World
from tether.values import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Point = tuple[float, float]


@in_style
def draw_surroundings(world: World, edges: BoolArray, hops: Hops, name: str = "surroundings") -> Drawing:
    """Draw the graph around bob: entities in columns by how many facts they are away from him.

    ``edges`` is (13, 13), who hears whom.
    """
    columns = [
        [entity for entity, away in zip(world.entities, hops.distance, strict=True) if away == column]
        for column in range(hops.needed + 1)
    ]
    height, width = 236.0, WIDTH - 56
    figure = start_figure(height)
    axes = add_axes(figure, 28, 30, width, height - 44)
    axes.set(xlim=(0, hops.needed), ylim=(0, 1))
    place = {
        entity: (float(column), 1 - (row + 0.5) / len(members))
        for column, members in enumerate(columns)
        for row, entity in enumerate(members)
    }
    for i, one in enumerate(world.entities):
        for j, other in enumerate(world.entities[:i]):
            if edges[i, j]:
                _join(axes, place[one], place[other], f"edge:{one}:{other}")
    for entity, (x, y) in place.items():
        _mark(axes, (x, y), entity, entity, size=900, leading=x == 0)
    for column, members in enumerate(columns):
        if column:
            words = f"{column} hop{'s' * (column > 1)}: {len(members)}"
            add_label(axes, column, -0.09, words, ha="center", size=SMALL, color=COLOURS.ink_soft)
    told = [f"{column} away: {join_words(members)}" for column, members in enumerate(columns) if column]
    alt = (
        f"The {world.size} entities in columns by how many facts lie between them and bob, joined by lines "
        f"where a fact relates them. {'; '.join(told)}."
    )
    data = [(entity, away) for entity, away in zip(world.entities, hops.distance, strict=True)]
    return finish(figure, name, write_csv(["entity", "hops from bob"], data), alt)


@in_style
def draw_rings(rings: Rings, name: str = "rings") -> Drawing:
    """Draw the ring of six beside the two triangles; each node carries its number of closed walks."""
    height = 150.0
    figure = start_figure(height)
    axes = add_axes(figure, 20, 26, WIDTH - 40, height - 40)
    axes.set(xlim=(0, WIDTH - 40), ylim=(0, height - 40))
    middle = (height - 40) / 2
    angles = np.pi / 2 + np.arange(6) * np.pi / 3
    ring = [(70 + 46 * np.cos(angle), middle + 46 * np.sin(angle)) for angle in angles]
    turned = [(np.pi, 226.0), (0.0, 314.0)]
    triangles = [
        (centre + 34 * np.cos(turn + k * 2 * np.pi / 3), middle + 40 * np.sin(turn + k * 2 * np.pi / 3))
        for turn, centre in turned
        for k in range(3)
    ]
    for graph, places, walks, words in (
        (rings.hard.one, ring, rings.closed_walks[0], "ring"),
        (rings.hard.other, triangles, rings.closed_walks[1], "triangles"),
    ):
        for i, j in np.argwhere(np.triu(graph)):
            _join(axes, places[i], places[j], f"edge:{words}:{i}:{j}", straight=True)
        for i, place in enumerate(places):
            _mark(axes, place, str(walks), f"{words}:{i}", size=340)
    for x, words in ((70, "one ring of six"), (270, "two rings of three")):
        add_label(axes, x, -16, words, ha="center", size=SMALL)
    told = "none of them tells" if rings.hard.round_told is None else "one of them tells"
    alt = (
        "Two graphs of six nodes with two neighbours each: one ring, and two triangles. "
        f"After {rings.rounds} rounds of colour refinement all nodes of both have one colour, "
        f"and {told} the graphs apart. The number in each node counts its closed walks of three steps: "
        f"{rings.closed_walks[0]} in the ring, {rings.closed_walks[1]} in the triangles."
    )
    rows = [
        (words, int(i), int(j))
        for words, graph in (("ring", rings.hard.one), ("triangles", rings.hard.other))
        for i, j in np.argwhere(np.triu(graph))
    ]
    return finish(figure, name, write_csv(["graph", "node", "neighbour"], rows), alt)


def _mark(  # noqa: PLR0913  (place and look of one node)
    axes: "Axes", at: Point, words: str, part: str, *, size: float, leading: bool = False
) -> None:
    """Draw a node with its name."""
    colour, ink = (COLOURS.accent, COLOURS.paper) if leading else (COLOURS.paper_raised, COLOURS.ink)
    look: dict[str, Any] = {"edgecolors": COLOURS.ink_soft, "linewidths": 1, "zorder": 2, "clip_on": False}
    axes.scatter([at[0]], [at[1]], s=size, color=colour, **look).set_gid(f"{PART}node:{part}")
    add_label_inside(axes, *at, words, size=SMALL, color=ink, zorder=3)


def _join(axes: "Axes", one: Point, other: Point, part: str, *, straight: bool = False) -> None:
    """Draw an edge: straight between columns, bent to the right within one."""
    from matplotlib.patches import FancyArrowPatch

    bend = 0.0 if straight or one[0] != other[0] else 0.35 * (1 if one[1] > other[1] else -1)
    arc = FancyArrowPatch(
        one,
        other,
        arrowstyle="-",
        connectionstyle=f"arc3,rad={bend}",
        color=COLOURS.ink_soft,
        linewidth=1.2,
        zorder=1,
        clip_on=False,
    )
    arc.set_gid(f"{PART}{part}")
    axes.add_patch(arc)
