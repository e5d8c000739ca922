"""The academic world as graphs: who hears whom, by relation, by its inverse, and either way."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import BoolArray
from softlookup.world import ENTITIES, World


@dataclass(frozen=True, eq=False)
class Wirings:
    """Graphs over the 13 entities; rows hear columns."""

    forward: BoolArray
    """One graph a relation: along a fact the object hears the subject, shape (5, 13, 13)."""
    backward: BoolArray
    """Their inverses: along a fact the subject hears the object, shape (5, 13, 13)."""

    @property
    def relations(self) -> BoolArray:
        """All relations and then all inverses, shape (10, 13, 13)."""
        return np.concatenate([self.forward, self.backward])

    @property
    def both(self) -> BoolArray:
        """Whoever a fact relates hear each other, shape (13, 13)."""
        return _join(self.relations)

    @property
    def pairs(self) -> int:
        """How many pairs of different entities hear each other."""
        return int(self.both.sum()) // 2

    @property
    def share(self) -> float:
        """Which share of all pairs of different entities that is."""
        count = len(self.both)
        return 2 * self.pairs / (count * (count - 1))

    @property
    def bob(self) -> tuple[str, ...]:
        """Whom bob hears if facts are heard either way."""
        return _name(self.both[ENTITIES.index("bob")])

    @property
    def bob_forward(self) -> tuple[str, ...]:
        """Whom bob hears if only objects hear subjects."""
        return _name(_join(self.forward)[ENTITIES.index("bob")])


def wire_world(world: World) -> Wirings:
    """Make the graphs of the world's five relations, in the world's order, and of their inverses."""
    forward = np.zeros((len(world.relations), world.size, world.size), np.bool_)
    for graph, relation in zip(forward, world.relations, strict=True):
        for subject, object_ in world.edges(relation):
            graph[object_, subject] = True
    return Wirings(forward, forward.swapaxes(-1, -2).copy())


def _join(graphs: BoolArray) -> BoolArray:
    """Give the graph with every edge of several graphs, (r, n, n) -> (n, n)."""
    joined: BoolArray = np.logical_or.reduce(graphs)
    return joined


def _name(heard: BoolArray) -> tuple[str, ...]:
    return tuple(ENTITIES[place] for place in np.flatnonzero(heard))
