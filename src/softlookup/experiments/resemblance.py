"""How alike the entities are that a head is given: cosines of their features, within types and across."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.experiments.head import Head, build_head, mark_types
from softlookup.world import ByEntity, World, gather


@dataclass(frozen=True, eq=False)
class Resemblance(ByEntity[ByEntity[float]]):
    """The cosine between any two entities' features (``resemblance.alice.bob``), and what types do to it."""

    columns: tuple[int, ...]
    """How many columns of the features belong to each type, types in alphabetical order."""
    pairs_within: int
    """How many unordered pairs share a type."""
    pairs_across: int
    """How many unordered pairs do not."""
    mean_within: float
    """The mean cosine of pairs that share a type."""
    mean_across: float
    """The mean cosine of pairs that do not."""
    largest_across: float
    """The largest cosine of a pair that does not share a type."""
    within_wins: float
    """How often a pair that shares a type is more alike than one that does not, over all such comparisons."""
    noise: float
    """The standard deviation of the dot product of two rows of pure noise: 1/sqrt(d_model)."""
    bump: float
    """What one column of their type adds to the dot product of two rows, on average: the bump squared."""

    @property
    def comparisons(self) -> int:
        """How many pairs of pairs ``within_wins`` compares."""
        return self.pairs_within * self.pairs_across

    def expect(self, columns: int) -> float:
        """Give the cosine that a type with so many columns leads one to expect.

        Two rows of the type share ``columns · bump`` on average, and a row's squared length is on average
        1, from the noise, and what they share: the cosine is the one divided by the other.
        """
        shared = columns * self.bump
        return shared / (1 + shared)


def compare_features(features: FloatArray, world: World, bump: float) -> Resemblance:
    """Compare every two rows of ``features`` (entities, d_model), which were drawn with this bump."""
    lengths = np.linalg.norm(features, axis=1)
    cosines = features @ features.T / np.multiply.outer(lengths, lengths)  # (n, d) @ (d, n) -> (n, n)
    types = np.array([world.type_index(entity) for entity in world.entities])
    marked = mark_types(world, features.shape[1])
    first, second = np.triu_indices(world.size, k=1)
    alike = types[first] == types[second]
    within, across = cosines[first, second][alike], cosines[first, second][~alike]
    return Resemblance(
        **gather(lambda i, _: ByEntity(**gather(lambda j, _: float(cosines[i, j])))),
        columns=tuple(int(marked[types == place][0].sum()) for place in range(len(world.types))),
        pairs_within=len(within),
        pairs_across=len(across),
        mean_within=float(within.mean()),
        mean_across=float(across.mean()),
        largest_across=float(across.max()),
        within_wins=float((within[:, None] > across).mean()),  # (w, 1) > (a,) -> (w, a)
        noise=1 / float(np.sqrt(features.shape[1])),
        bump=bump**2,
    )


def narrow_types(head: Head, world: World, bump: float) -> Head:
    """Run the head with one column for each type: the bump is taken back from the columns after the first.

    That is how the chapter this book grew from tells its features, and its figures are not found so.
    """
    later = mark_types(world, head.d_model) & (np.arange(head.d_model) >= len(world.types))
    features = head.features - bump * later  # (13, d_model)
    return build_head(features, head.w_q, head.w_k, head.w_v)
