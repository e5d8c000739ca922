"""Two graphs that no message passing on the bare graph can tell apart, and what can."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np

from softlookup.arrays import BoolArray, FloatArray
from softlookup.attention import attend
from softlookup.colours import count_colours, find_difference
from softlookup.graph import add_loops, keep_messages, pass_messages, weigh_mean, weigh_sum
from tether.values import Roundoff

LAYERS, WIDTH = 3, 8
"""How many layers every network of this page has, and how wide they are."""

Gather = Callable[[FloatArray, BoolArray, FloatArray], FloatArray]
"""What a node takes in: features (n, d), edges (n, n) and three matrices (3, d, d) to messages (n, d)."""


@dataclass(frozen=True, eq=False)
class GraphPair:
    """Two graphs of equally many nodes, and how far apart networks and colours put them.

    A distance is the largest difference between the mean features of the two graphs' nodes after the last
    layer; all networks share their matrices.
    """

    one: BoolArray
    """The first graph, (n, n)."""
    other: BoolArray
    """The second graph, (n, n)."""
    round_told: int | None
    """After how many rounds colour refinement tells them apart; None if it never does."""
    colours: int
    """How many colours refinement ends with in the first graph."""
    by_sum: float
    """Distance under sums over neighbours, all nodes starting alike."""
    by_mean: float
    """Distance under means over neighbours, all nodes starting alike."""
    by_edges: float
    """Distance under attention along the edges, all nodes starting alike."""
    by_everybody: float
    """Distance under attention over all nodes, which never looks at the edges, all nodes starting alike."""
    by_distance: float
    """The same with a bias on the logits for how many edges two nodes are apart."""
    by_walks: float
    """Distance under sums, nodes starting with the number of their closed walks of three steps."""
    by_walks_and_attention: float
    """Distance under attention over all nodes, starting with the same numbers."""

    @property
    def told(self) -> bool:
        """Whether colour refinement tells them apart."""
        return self.round_told is not None

    @property
    def alike(self) -> Roundoff:
        """The largest of the distances of networks whose nodes start alike."""
        starts = (self.by_sum, self.by_mean, self.by_edges, self.by_everybody, self.by_distance)
        return Roundoff(max(starts))

    @property
    def averaged(self) -> Roundoff:
        """The largest distance of those of them that average: all but sums."""
        return Roundoff(max(self.by_mean, self.by_edges, self.by_everybody, self.by_distance))


@dataclass(frozen=True, eq=False)
class Rings:
    """A ring of six beside two rings of three, and a pair that is easier."""

    hard: GraphPair
    """Six nodes in one ring, and in two triangles."""
    easy: GraphPair
    """Four nodes in a path, and in a star."""
    rounds: int
    """For how many rounds colours were refined."""
    layers: int
    """How many layers every network has."""
    width: int
    """How wide they are."""
    closed_walks: tuple[int, int]
    """Closed walks of three steps from a node of the ring, and from a node of a triangle."""
    by_labels: float
    """Distance of ring and triangles under sums, node i of either starting with the same random numbers."""
    by_labels_renumbered: float
    """The same of the ring and the same ring with its nodes renumbered: labels see more than the graph."""
    by_walks_renumbered: Roundoff
    """The same with closed walks in place of labels."""


def compare_rings(rng: np.random.Generator, rounds: int) -> Rings:
    """Run every network, with matrices drawn once, on both pairs of graphs."""
    matrices = rng.normal(size=(LAYERS, 4, WIDTH, WIDTH)) / np.sqrt(WIDTH)
    ring = _join(6, ((i, (i + 1) % 6) for i in range(6)))
    triangles = _join(6, ((0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)))
    path, star = _join(4, ((0, 1), (1, 2), (2, 3))), _join(4, ((0, 1), (0, 2), (0, 3)))
    labels = rng.normal(size=(6, WIDTH))
    order = rng.permutation(6)
    renumbered = ring[np.ix_(order, order)]
    summed = partial(_read_out, matrices, _gather_sum)
    return Rings(
        hard=_compare(matrices, ring, triangles, rounds),
        easy=_compare(matrices, path, star, rounds),
        rounds=rounds,
        layers=LAYERS,
        width=WIDTH,
        closed_walks=(_count_walks(ring)[0], _count_walks(triangles)[0]),
        by_labels=_part(summed(ring, labels), summed(triangles, labels)),
        by_labels_renumbered=_part(summed(ring, labels), summed(renumbered, labels)),
        by_walks_renumbered=Roundoff(
            _part(summed(ring, _start_walks(ring)), summed(renumbered, _start_walks(renumbered)))
        ),
    )


def _compare(matrices: FloatArray, one: BoolArray, other: BoolArray, rounds: int) -> GraphPair:
    alike = np.ones((len(one), WIDTH))

    def tell(gather: Gather, start: Callable[[BoolArray], FloatArray] = lambda _: alike) -> float:
        here, there = (_read_out(matrices, gather, edges, start(edges)) for edges in (one, other))
        return _part(here, there)

    return GraphPair(
        one=one,
        other=other,
        round_told=find_difference(one, other, rounds),
        colours=len(count_colours(one, rounds)[-1]),
        by_sum=tell(_gather_sum),
        by_mean=tell(_gather_mean),
        by_edges=tell(_gather_attention),
        by_everybody=tell(_gather_everybody),
        by_distance=tell(_gather_by_distance),
        by_walks=tell(_gather_sum, _start_walks),
        by_walks_and_attention=tell(_gather_everybody, _start_walks),
    )


def _read_out(matrices: FloatArray, gather: Gather, edges: BoolArray, start: FloatArray) -> FloatArray:
    """Run all layers, ``tanh(h M_0 + gathered)``, and give the mean over the nodes, shape (WIDTH,)."""
    h = start
    for own, *others in matrices:
        h = np.tanh(h @ own + gather(h, edges, np.stack(others)))
    mean: FloatArray = h.mean(axis=0)
    return mean


def _gather_sum(h: FloatArray, edges: BoolArray, w: FloatArray) -> FloatArray:
    return pass_messages(h, weigh_sum(edges), lambda x: x @ w[0], keep_messages)


def _gather_mean(h: FloatArray, edges: BoolArray, w: FloatArray) -> FloatArray:
    return pass_messages(h, weigh_mean(edges), lambda x: x @ w[0], keep_messages)


def _gather_attention(h: FloatArray, edges: BoolArray, w: FloatArray) -> FloatArray:
    return attend(h @ w[1], h @ w[2], h @ w[0], mask=add_loops(edges)).output


def _gather_everybody(h: FloatArray, _: BoolArray, w: FloatArray) -> FloatArray:
    return attend(h @ w[1], h @ w[2], h @ w[0]).output


def _gather_by_distance(h: FloatArray, edges: BoolArray, w: FloatArray) -> FloatArray:
    return attend(h @ w[1], h @ w[2], h @ w[0], mask=-_measure_distances(edges)).output


def _measure_distances(edges: BoolArray) -> FloatArray:
    """Count the edges on the shortest path between any two nodes; n where there is no path."""
    steps, distances = add_loops(edges).astype(np.int64), np.full(edges.shape, float(len(edges)))
    for length in range(len(edges) - 1, -1, -1):
        distances[np.linalg.matrix_power(steps, length) > 0] = length
    return distances


def _count_walks(edges: BoolArray) -> list[int]:
    """Count each node's closed walks of three steps: twice the triangles that it is in."""
    return [int(count) for count in np.linalg.matrix_power(edges.astype(np.int64), 3).diagonal()]


def _start_walks(edges: BoolArray) -> FloatArray:
    """Let nodes start with the number of their closed walks of three steps, in every coordinate."""
    return np.repeat(np.array(_count_walks(edges), np.float64)[:, None], WIDTH, axis=1)


def _part(here: FloatArray, there: FloatArray) -> float:
    return float(np.abs(here - there).max())


def _join(n: int, pairs: Iterable[tuple[int, int]]) -> BoolArray:
    """Make a graph of n nodes whose pairs hear each other."""
    edges = np.zeros((n, n), np.bool_)
    for i, j in pairs:
        edges[i, j] = edges[j, i] = True
    return edges
