"""What each entity takes in through a relational layer, message by message."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.experiments.wirings import Wirings
from softlookup.graph import pass_relations
from softlookup.world import ENTITIES, RELATIONS, ByEntity, gather


@dataclass(frozen=True, eq=False)
class RelationalPart:
    """What one entity takes in by one matrix."""

    relation: str
    """The relation whose matrix it is; empty for the matrix of the node itself."""
    inverse: bool
    """Whether it is heard against the direction of the fact: the subject hears the object."""
    senders: tuple[str, ...]
    """Who is heard by it."""
    message: FloatArray
    """The mean of their features times the matrix, shape (d_v,)."""


@dataclass(frozen=True, eq=False)
class RelationalRow:
    """What one entity takes in by all matrices."""

    output: FloatArray
    """The sum of its parts, shape (d_v,)."""
    parts: tuple[RelationalPart, ...]
    """The matrix of the node itself, then those of the relations by which it hears anybody."""

    @property
    def heard(self) -> int:
        """By how many relations and inverses it hears anybody."""
        return len(self.parts) - 1

    @property
    def most_senders(self) -> int:
        """The largest number of senders that share a matrix."""
        return max(len(part.senders) for part in self.parts)


def pass_by_relation(
    features: FloatArray, wirings: Wirings, w_relation: FloatArray, w_self: FloatArray
) -> ByEntity[RelationalRow]:
    """Run the relational layer, and take each row apart.

    ``features`` is (13, d), ``w_relation`` (10, d, m) in the order of `Wirings.relations`, ``w_self`` (d, m).
    """
    output = pass_relations(features, wirings.relations, w_relation, w_self)  # (13, m)

    def read(place: int, name: str) -> RelationalRow:
        parts = [
            RelationalPart("", inverse=False, senders=(name,), message=read_only(features[place] @ w_self))
        ]
        for at, (edges, w_r) in enumerate(zip(wirings.relations, w_relation, strict=True)):
            heard = np.flatnonzero(edges[place])
            if len(heard):
                message = read_only(features[heard].mean(axis=0) @ w_r)  # (d,) @ (d, m) -> (m,)
                senders = tuple(ENTITIES[one] for one in heard)
                inverse = at >= len(RELATIONS)
                parts.append(RelationalPart(RELATIONS[at % len(RELATIONS)], inverse, senders, message))
        return RelationalRow(read_only(output[place]), tuple(parts))

    return ByEntity(**gather(read))
