"""Learning what to look for: gradient descent on one query, through the lookup itself."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.attention import attend
from softlookup.experiments.head import Head
from softlookup.gradients import differentiate_by_query
from softlookup.world import find_entity


@dataclass(frozen=True, eq=False)
class Learning:
    """A query that learns to fetch one entity's value; keys and values stay as they are."""

    target: str
    """The entity whose value is wanted."""
    rate: float
    """The learning rate of plain gradient descent."""
    losses: FloatArray
    """Half the squared distance from the output to that value, before each step and after the last."""
    weights: FloatArray
    """The weight on the target, before each step and after the last."""

    @property
    def steps(self) -> int:
        """How many steps were taken."""
        return len(self.losses) - 1


def learn_query(head: Head, asks: str, target: str, steps: int, rate: float) -> Learning:
    """Start from one entity's query and descend ``|o - v_target|² / 2`` by ``do/dq``.

    Raises ``ValueError`` for a name that is no entity's.
    """
    query, place = head.queries[find_entity(asks)], find_entity(target)
    wanted = head.values[place]
    losses, weights = [], []
    for _ in range(steps + 1):
        found = attend(query[None, :], head.keys, head.values)
        miss = found.output[0] - wanted
        losses.append(miss @ miss / 2)
        weights.append(found.weights[0, place])
        slope = miss @ differentiate_by_query(query, head.keys, head.values)  # (4,) @ (4, 4) -> (4,)
        query = query - rate * slope
    return Learning(target, rate, read_only(np.array(losses)), read_only(np.array(weights)))
