"""What the projections do to a head: leaving them out, making them smaller, drawing them again."""

from dataclasses import dataclass

import numpy as np

from softlookup.experiments.estimates import estimate_rate
from softlookup.experiments.head import Head, build_head
from softlookup.softmax import softmax
from softlookup.world import ByEntity, find_entity, gather
from tether.values import Estimate


@dataclass(frozen=True, eq=False)
class Redraws(ByEntity[Estimate]):
    """How often each entity gets the most of one entity's attention, over fresh random projections."""

    draws: int
    """How many pairs of projections were drawn."""
    flatter: Estimate
    """How often the largest weight is smaller than the head's own."""


def skip_projections(head: Head) -> Head:
    """Run the head with each entity's features as its query, its key and its value."""
    same = np.eye(head.d_model)
    return build_head(head.features, same, same, same)


def shrink_projections(head: Head) -> Head:
    """Run the head with its projections divided by sqrt(d_model), as layers are usually started."""
    root = float(np.sqrt(head.d_model))
    return build_head(head.features, head.w_q / root, head.w_k / root, head.w_v / root)


def redraw_projections(rng: np.random.Generator, head: Head, asks: str, draws: int) -> Redraws:
    """Draw W_q and W_k from N(0, 1) afresh, many times, and see whom one entity attends to most.

    The features stay as they are. Raises ``ValueError`` for a name that is no entity's.
    """
    place = find_entity(asks)
    w_q, w_k = rng.normal(size=(2, draws, *head.w_q.shape))
    queries = head.features[place] @ w_q  # (d,) @ (draws, d, d_k) -> (draws, d_k)
    keys = head.features @ w_k  # (13, d) @ (draws, d, d_k) -> (draws, 13, d_k)
    scores = (keys @ queries[:, :, None])[:, :, 0]  # (draws, 13, d_k) @ (draws, d_k, 1) -> (draws, 13)
    weights = softmax(scores / np.sqrt(head.d_k))
    first = weights.argmax(axis=1)
    own = float(head.weights[place].max())
    return Redraws(
        **gather(lambda key, _: estimate_rate(int((first == key).sum()), draws)),
        draws=draws,
        flatter=estimate_rate(int((weights.max(axis=1) < own).sum()), draws),
    )
