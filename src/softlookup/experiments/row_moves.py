"""What moves a row: one entity's features made longer or shorter, or everything drawn anew."""

from dataclasses import dataclass

import numpy as np

from softlookup.experiments.head import BUMP, Head, build_head, draw_features, trace_head
from softlookup.world import World, find_entity


@dataclass(frozen=True, eq=False)
class RowMoves:
    """The head of source A beside heads that differ from it in one thing each."""

    seeds: tuple[Head, ...]
    """The head under the seeds 0, 1, 2 and so on; the first is the book's own."""
    silenced: Head
    """The book's head with p2's features set to 0."""
    doubled: Head
    """The book's head with bob's features twice as large."""

    @property
    def favourites(self) -> tuple[str, ...]:
        """Bob's best key under each seed."""
        return tuple(head.bob.top[0].name for head in self.seeds)

    @property
    def smallest_lead_weight(self) -> float:
        """The least that any of these first places gets."""
        return min(head.bob.top[0].weight for head in self.seeds)

    @property
    def below_silent(self) -> int:
        """How many keys score less with bob than p2's key of 0 does."""
        return int((self.silenced.bob.raw < 0).sum())

    @property
    def favourite_count(self) -> int:
        """How many different entities come first for bob under some seed."""
        return len(set(self.favourites))


def move_rows(world: World, d_model: int, d_k: int, seeds: int) -> RowMoves:
    """Run the head under several seeds, and again with features of p2, or of bob, rescaled."""
    heads = tuple(draw_head(seed, world, d_model, d_k) for seed in range(seeds))
    return RowMoves(
        seeds=heads,
        silenced=rescale_features(heads[0], "p2", 0.0),
        doubled=rescale_features(heads[0], "bob", 2.0),
    )


def draw_head(seed: int, world: World, d_model: int, d_k: int) -> Head:
    """Run source A's steps 1 to 3 with a generator of a given seed; its own is 0."""
    rng = np.random.default_rng(seed)
    return trace_head(rng, draw_features(rng, world, d_model, BUMP), d_k)


def rescale_features(head: Head, name: str, factor: float) -> Head:
    """Run the head with one entity's features multiplied by a factor, projections as they are.

    Raises ``ValueError`` for a name that is no entity's.
    """
    features = head.features.copy()
    features[find_entity(name)] *= factor
    return build_head(features, head.w_q, head.w_k, head.w_v)
