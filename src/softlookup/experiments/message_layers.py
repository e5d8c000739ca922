"""One layer of message passing over the academic world, by several rules for the weights."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.attention import attend
from softlookup.experiments.head import Head
from softlookup.experiments.relational_rows import RelationalRow, pass_by_relation
from softlookup.experiments.wirings import Wirings
from softlookup.graph import (
    add_loops,
    keep_messages,
    pass_messages,
    weigh_gcn,
    weigh_mean,
    weigh_sum,
)
from softlookup.graph_attention import attend_graph
from softlookup.world import ByEntity, gather


@dataclass(frozen=True, eq=False)
class LayerRow:
    """What one entity takes in."""

    name: str
    """The entity that hears."""
    on: ByEntity[float]
    """The weight of each entity's message."""
    weights: FloatArray
    """The same in alphabetical order, shape (13,)."""
    output: FloatArray
    """The weighted messages, added up, shape (d_v,)."""

    @property
    def total(self) -> float:
        """The sum of the weights."""
        return float(self.weights.sum())


@dataclass(frozen=True, eq=False)
class Layer(ByEntity[LayerRow]):
    """One rule's layer; each entity's row stands under its name."""

    weights: FloatArray
    """w_ij, rows hear columns, shape (13, 13)."""


@dataclass(frozen=True, eq=False)
class MessageLayers:
    """The same messages, the head's values ``h_j W_v``, under six rules; every node hears itself too."""

    plain_sum: Layer
    """Weight 1 for every neighbour."""
    mean: Layer
    """One over the number of neighbours."""
    gcn: Layer
    """One over the root of the product of both numbers of neighbours (Kipf and Welling)."""
    graph_attention: Layer
    """Softmax over neighbours of LeakyReLU(aᵀ[W h_i ‖ W h_j]), a drawn (Veličković and others)."""
    masked: Layer
    """The head of ``book.head``, allowed to look along edges only."""
    complete: Layer
    """The head as it is: everybody hears everybody."""
    relational: ByEntity[RelationalRow]
    """The relational layer: a matrix a relation and a matrix an inverse, all drawn at random."""
    parameters: int
    """How many numbers the relational layer's matrices hold, with the one for the node itself."""
    rankings: int
    """In how many orders the receivers rank the 13 senders by graph attention's logits."""
    dot_rankings: int
    """The same by the head's dot products."""


def pass_layers(rng: np.random.Generator, head: Head, wirings: Wirings) -> MessageLayers:
    """Pass the head's values along the world's facts, by each rule; draws a and the relational matrices."""
    edges = add_loops(wirings.both)
    a = rng.normal(size=2 * head.d_k)
    count, shape = len(wirings.relations), (head.d_model, head.d_k)
    w_relation = rng.normal(size=(count, *shape)) / np.sqrt(head.d_model)
    w_self = rng.normal(size=shape) / np.sqrt(head.d_model)
    masked = attend(head.queries, head.keys, head.values, mask=edges)
    by_network = attend_graph(head.features, edges, head.w_v, a)
    return MessageLayers(
        plain_sum=_run(head, weigh_sum(edges)),
        mean=_run(head, weigh_mean(edges)),
        gcn=_run(head, weigh_gcn(wirings.both)),
        graph_attention=_run(head, by_network.weights),
        masked=_run(head, masked.weights),
        complete=_run(head, head.weights),
        relational=pass_by_relation(head.features, wirings, w_relation, w_self),
        parameters=w_relation.size + w_self.size,
        rankings=_count_rankings(by_network.logits),
        dot_rankings=_count_rankings(head.scaled),
    )


def _run(head: Head, weights: FloatArray) -> Layer:
    output = pass_messages(head.features, weights, lambda h: h @ head.w_v, keep_messages)
    rows = gather(
        lambda place, name: LayerRow(
            name,
            ByEntity(*(float(weight) for weight in weights[place])),
            read_only(weights[place]),
            read_only(output[place]),
        )
    )
    return Layer(**rows, weights=read_only(weights))


def _count_rankings(logits: FloatArray) -> int:
    """Count the different orders in which rows rank their columns."""
    return len({tuple(np.argsort(-row, kind="stable")) for row in logits})
