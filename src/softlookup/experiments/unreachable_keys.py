"""Where sharpness alone does not help: a longer rival, a twin, and a key between two others.

A slot can be fetched as exactly as one likes by *some* query just when its key lies outside the convex
hull of the others: that query points across a plane that separates the one from the many.
"""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.experiments.correlated_keys import find_sharpness, place_keys
from softlookup.experiments.dictionary import Dictionary
from softlookup.softmax import softmax


@dataclass(frozen=True, eq=False)
class LongRival:
    """Keys with one cosine between all pairs, of unit length but for the last, which is longer."""

    cosine: float
    """The cosine between any two keys."""
    length: float
    """How long the last key is."""
    keys: FloatArray
    """The keys, shape (slots, slots)."""
    weight: float
    """The weight wanted for slot 0."""

    @property
    def gap(self) -> float:
        """What slot 0's logit gains on the rival's as the query along its key grows by 1: 1 - ρ·length."""
        return 1 - self.cosine * self.length

    @property
    def dual(self) -> FloatArray:
        """The query that scores 1 on slot 0 and 0 on all others, shape (slots,)."""
        return np.linalg.solve(self.keys, np.eye(len(self.keys))[0])

    @property
    def dual_sharpness(self) -> float:
        """The length at which a query along the dual gives slot 0 the weight wanted."""
        direction = self.dual / np.linalg.norm(self.dual)
        return float(find_sharpness(self.keys, direction[None, :], self.weight)[0])

    def along(self, c: float) -> FloatArray:
        """Weigh the slots for a query of length c along key 0, shape (slots,)."""
        return softmax(c * self.keys @ self.keys[0])

    def wanted(self, c: float) -> float:
        """Give slot 0's weight for that query."""
        return float(self.along(c)[0])

    def rival(self, c: float) -> float:
        """Give the longer key's weight for that query."""
        return float(self.along(c)[-1])


@dataclass(frozen=True, eq=False)
class Twins:
    """Orthonormal keys, but for slot 1, whose key is slot 0's."""

    keys: FloatArray
    """The keys, shape (slots, slots)."""

    def weight(self, c: float) -> float:
        """Give slot 0's weight for a query of length c along its key."""
        return float(softmax(c * self.keys @ self.keys[0])[0])


@dataclass(frozen=True)
class Between:
    """The café's mocha, whose key is the mean of the two other drinks' keys."""

    orders: int
    """How many random orders were tried."""
    longest: float
    """How long the longest could be."""
    largest_weight: float
    """The largest weight that mocha got."""
    times_first: int
    """For how many of the orders mocha had the largest weight."""


@dataclass(frozen=True)
class Unreachable:
    """Three ways in which sharpness alone does not help."""

    rival: LongRival
    """A longer key that resembles the one asked for."""
    twins: Twins
    """Two slots under one key."""
    between: Between
    """A key in the convex hull of the others."""


def block_keys(rng: np.random.Generator, dictionary: Dictionary, orders: int) -> Unreachable:
    """Build the three cases; draws a direction and a length for each order, from the café's own plane."""
    rival = place_keys(4, 0.5)
    rival[-1] *= 3
    twins = np.eye(4)
    twins[1] = twins[0]
    longest = 20.0
    angles, lengths = rng.uniform(0, 2 * np.pi, orders), rng.uniform(0, longest, orders)
    queries = lengths[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    weights = softmax(queries @ dictionary.keys.T)  # (orders, 2) @ (2, 3) -> (orders, 3)
    mocha = weights[:, dictionary.drinks.index("mocha")]
    return Unreachable(
        rival=LongRival(cosine=0.5, length=3.0, keys=read_only(rival), weight=0.99),
        twins=Twins(read_only(twins)),
        between=Between(
            orders=orders,
            longest=longest,
            largest_weight=float(mocha.max()),
            times_first=int((mocha[:, None] >= weights).all(axis=1).sum()),
        ),
    )
