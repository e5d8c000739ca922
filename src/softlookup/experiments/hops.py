"""Whose features can change bob's after one layer of message passing and after several."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import BoolArray, FloatArray, read_only
from softlookup.attention import attend
from softlookup.experiments.head import Head
from softlookup.experiments.wirings import Wirings
from softlookup.graph import add_loops, find_reach, pass_messages, weigh_mean
from softlookup.world import ENTITIES
from tether.values import Roundoff

NOTICED = 1e-9
"""A change in bob's output above this counts; roundoff is far below it, see `Hops.unmoved`."""


@dataclass(frozen=True, eq=False)
class Hop:
    """Who can change bob after so many layers."""

    layers: int
    """How many layers."""
    reach: tuple[str, ...]
    """Whom a path of at most so many edges joins to bob, himself included."""
    moved: tuple[str, ...]
    """Whose features, when changed, did change bob's output."""
    shares: FloatArray
    """How much of each entity's features is in bob's, if every layer is a plain mean, shape (13,)."""

    @property
    def count(self) -> int:
        """How many can change bob."""
        return len(self.moved)


@dataclass(frozen=True, eq=False)
class Hops:
    """Bob's surroundings, layer by layer."""

    steps: tuple[Hop, ...]
    """From one layer on."""
    distance: tuple[int, ...]
    """Edges from bob to each entity on the shortest path, in alphabetical order."""
    forward_count: int
    """How many can change bob, however many layers, if only objects hear subjects; himself included."""
    attention_count: int
    """How many changed bob's output through one layer of attention over all."""
    unmoved: Roundoff
    """The largest change from an entity out of reach."""
    smallest_move: float
    """The smallest change from an entity within reach, over all numbers of layers."""

    def at(self, layers: int) -> Hop:
        """Give what holds after so many layers."""
        return self.steps[layers - 1]

    @property
    def exact(self) -> bool:
        """Whether after every number of layers just those within reach changed bob."""
        return all(step.moved == step.reach for step in self.steps)

    @property
    def needed(self) -> int:
        """How many layers it takes until everybody can change bob."""
        return max(self.distance)


def spread_influence(rng: np.random.Generator, head: Head, wirings: Wirings, most: int) -> Hops:
    """Change one entity's features at a time and look at bob's output, through one to ``most`` layers.

    A layer is ``tanh(h_i M_0 + Σ_j w_ij h_j M_1)`` with the mean over facts heard either way, and with
    matrices drawn anew for every layer.
    """
    bob = ENTITIES.index("bob")
    weights = weigh_mean(wirings.both)
    matrices = rng.normal(size=(most, 2, head.d_model, head.d_model)) / np.sqrt(head.d_model)
    nudges = rng.normal(size=head.features.shape)
    outputs = np.stack([_run(head.features, weights, matrices)[:, bob]])  # (1, layers, d)
    moves = np.empty((len(ENTITIES), most))
    for place in range(len(ENTITIES)):
        changed = _run(_nudge(head.features, nudges, place), weights, matrices)[:, bob]
        moves[place] = np.abs(changed - outputs[0]).max(axis=1)
    within = np.stack([find_reach(wirings.both, layers)[bob] for layers in range(1, most + 1)], axis=1)
    mean = weigh_mean(add_loops(wirings.both))
    steps = tuple(
        Hop(
            layers,
            _name(within[:, layers - 1]),
            _name(moves[:, layers - 1] > NOTICED),
            read_only(np.linalg.matrix_power(mean, layers)[bob]),
        )
        for layers in range(1, most + 1)
    )
    return Hops(
        steps=steps,
        distance=tuple(int(d) for d in most - within.sum(axis=1) + 1 - np.eye(len(ENTITIES), dtype=int)[bob]),
        forward_count=int(find_reach(wirings.forward.any(axis=0), len(ENTITIES))[bob].sum()),
        attention_count=_count_attention(head, nudges, bob),
        unmoved=Roundoff(float(moves[~within].max(initial=0.0))),
        smallest_move=float(moves[within].min()),
    )


def _run(features: FloatArray, weights: FloatArray, matrices: FloatArray) -> FloatArray:
    """Give the features after each layer, shape (layers, 13, d)."""
    h, after = features, []
    for own, heard in matrices:
        h = pass_messages(h @ np.hstack([own, heard]), weights, _send, _take_in)
        after.append(h)
    return np.stack(after)


def _send(both: FloatArray) -> FloatArray:
    """ψ: the half of the mixed features that is meant for others."""
    return both[:, both.shape[1] // 2 :]


def _take_in(both: FloatArray, gathered: FloatArray) -> FloatArray:
    """φ: the half that is meant for the node itself, with what was gathered, bent by tanh."""
    bent: FloatArray = np.tanh(both[:, : both.shape[1] // 2] + gathered)
    return bent


def _nudge(features: FloatArray, nudges: FloatArray, place: int) -> FloatArray:
    """Change the features of one entity."""
    changed = features.copy()
    changed[place] += nudges[place]
    return changed


def _count_attention(head: Head, nudges: FloatArray, bob: int) -> int:
    """Count whose change moves bob's output through the head."""
    moved = 0
    for place in range(len(ENTITIES)):
        h = _nudge(head.features, nudges, place)
        output = attend(h @ head.w_q, h @ head.w_k, h @ head.w_v).output[bob]
        moved += bool(np.abs(output - head.output[bob]).max() > NOTICED)
    return moved


def _name(chosen: BoolArray) -> tuple[str, ...]:
    return tuple(ENTITIES[place] for place in np.flatnonzero(chosen))
