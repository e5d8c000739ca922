"""Edge types inside attention: a bias a relation on the logits, and a head a relation."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.attention import attend
from softlookup.experiments.head import Head
from softlookup.experiments.rows import Row, read_rows
from softlookup.experiments.wirings import Wirings
from softlookup.graph import add_loops, pass_relations
from softlookup.graph_attention import bias_relations
from softlookup.world import ByEntity, World
from tether.values import Roundoff

LARGE = 60.0
"""A bias so large that what has none gets nothing that a float64 sum can see."""


@dataclass(frozen=True)
class Biased:
    """Bob's row with a bias on the entities that he advises."""

    bias: float
    """What was added to the logit."""
    weight: float
    """Bob's weight on carol, whom he advises."""
    closed_form: float
    """``p e^b / (1 - p + p e^b)``, p being the weight without a bias."""


@dataclass(frozen=True, eq=False)
class RelationBias:
    """The head of ``book.head`` with relations on its logits."""

    head: Head
    """The head without them."""
    wirings: Wirings
    """The graphs of the relations."""
    relations: tuple[str, ...]
    """Their names."""
    large: float
    """A bias large enough to act as a mask."""
    mask_error: Roundoff
    """How far that bias on every edge and on the node itself is from a mask."""
    heads_error: Roundoff
    """How far one head a relation, with equal logits on its edges, is from the relational layer."""
    heads: int
    """How many such heads there are: relations, inverses, and one for the node itself."""

    def at(self, bias: float) -> Biased:
        """Add a bias where the receiver advises the sender."""
        row = self.with_bias(bias).bob
        before = self.head.bob.on.carol.weight
        raised = before * float(np.exp(bias))
        return Biased(bias, row.on.carol.weight, raised / (1 - before + raised))

    def with_bias(self, bias: float) -> ByEntity[Row]:
        """Give all rows of the head with a bias where the receiver advises the sender."""
        graph = self.wirings.backward[self.relations.index("advises")]
        head, added = self.head, bias_relations(graph[None], [bias])
        return ByEntity(**read_rows(attend(head.queries, head.keys, head.values, mask=added)))


def bias_heads(rng: np.random.Generator, head: Head, world: World, wirings: Wirings) -> RelationBias:
    """Hold biases against masks, and heads against a relational layer with matrices drawn at random."""
    edges = add_loops(wirings.both)
    biased = attend(head.queries, head.keys, head.values, mask=bias_relations(edges[None], [LARGE]))
    masked = attend(head.queries, head.keys, head.values, mask=edges)
    relations, shape = wirings.relations, (head.d_model, head.d_k)
    w_relation = rng.normal(size=(len(relations), *shape)) / np.sqrt(head.d_model)
    w_self = rng.normal(size=shape) / np.sqrt(head.d_model)
    layer = pass_relations(head.features, relations, w_relation, w_self)
    itself = np.eye(world.size, dtype=np.bool_)
    total = _attend_evenly(head.features @ w_self, itself)
    for graph, w_r in zip(relations, w_relation, strict=True):
        total = total + _attend_evenly(head.features @ w_r, graph)
    return RelationBias(
        head=head,
        wirings=wirings,
        relations=world.relations,
        large=LARGE,
        mask_error=Roundoff(float(np.abs(biased.output - masked.output).max())),
        heads_error=Roundoff(float(np.abs(total - layer).max())),
        heads=len(relations) + 1,
    )


def _attend_evenly(values: FloatArray, edges: np.ndarray) -> FloatArray:
    """Attend with all logits 0 along edges: queries and keys say nothing. A node without edges gets 0."""
    nothing = np.zeros((len(values), 1))
    return attend(nothing, nothing, values, mask=edges).output
