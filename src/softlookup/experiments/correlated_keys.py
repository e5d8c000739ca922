"""How sharply a slot must be asked for when the keys resemble one another.

Keys of unit length, every pair with the same cosine ρ. To give one of n slots the weight w its logit
must stand ``ln(w/(1-w) · (n-1))`` above the others'. Two ways to ask for it are compared: along the
slot's own key, and along the difference between that key and the mean of the others, which no query
of the same length can better.
"""

from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.softmax import softmax

HALVINGS = 100
"""Enough to narrow any interval of floats to its last bits."""


@dataclass(frozen=True, eq=False)
class Ask:
    """One way of asking for a slot."""

    direction: FloatArray
    """Where the query points, unit length, shape (slots,)."""
    sharpness: float
    """The length the query needs by the closed form."""
    measured: float
    """The same found by bisection on the softmax itself, without the closed form."""


@dataclass(frozen=True, eq=False)
class EqualCosines:
    """Keys of unit length with one cosine between all pairs, and what fetching slot 0 takes."""

    cosine: float
    """ρ."""
    keys: FloatArray
    """The keys, shape (slots, slots)."""
    along: Ask
    """The query points along the key asked for."""
    best: Ask
    """The query points from the mean of the other keys to the key asked for."""

    @property
    def penalty(self) -> float:
        """How many times the sharpness of orthogonal keys the query along the key needs: 1/(1-ρ)."""
        return 1 / (1 - self.cosine)

    @property
    def saving(self) -> float:
        """How many times shorter the best query is than the one along the key."""
        return self.along.sharpness / self.best.sharpness


@dataclass(frozen=True, eq=False)
class CorrelatedKeys:
    """A memory of some slots and the weight that the slot asked for shall get."""

    slots: int
    """How many slots there are."""
    weight: float
    """The weight wanted, above 1/2."""
    directions: FloatArray
    """Random unit directions to try against the best one, shape (tries, slots)."""

    @property
    def gap(self) -> float:
        """How far the wanted logit must stand above the others, all of them equal."""
        return log(self.weight / (1 - self.weight) * (self.slots - 1))

    def gap_for(self, slots: int) -> float:
        """Give the same for a memory with another number of slots."""
        return log(self.weight / (1 - self.weight) * (slots - 1))

    @property
    def lowest_cosine(self) -> float:
        """The least cosine that all pairs can share: -1/(slots - 1)."""
        return -1 / (self.slots - 1)

    @property
    def tries(self) -> int:
        """How many random directions are tried."""
        return len(self.directions)

    def at(self, cosine: float) -> EqualCosines:
        """Place the keys with a cosine, and measure what fetching slot 0 takes.

        Raises ``ValueError`` for a cosine that all pairs cannot share, and for 1, where all keys are one.
        """
        keys = place_keys(self.slots, cosine)
        away = keys[0] - keys[1:].mean(axis=0)
        spread = sqrt((1 - cosine) * self.slots / (self.slots - 1))
        return EqualCosines(
            cosine=cosine,
            keys=read_only(keys),
            along=self._ask(keys, keys[0], self.gap / (1 - cosine)),
            best=self._ask(keys, away / np.linalg.norm(away), self.gap / spread),
        )

    def search(self, cosine: float) -> float:
        """Give the least sharpness that any of the random directions needs, by bisection."""
        return float(find_sharpness(place_keys(self.slots, cosine), self.directions, self.weight).min())

    def _ask(self, keys: FloatArray, direction: FloatArray, sharpness: float) -> Ask:
        measured = find_sharpness(keys, direction[None, :], self.weight)
        return Ask(read_only(direction), sharpness, float(measured[0]))


def place_keys(slots: int, cosine: float) -> FloatArray:
    """Give unit keys (slots, slots) whose pairs all have one cosine: the square root of their Gram matrix.

    That matrix, ``(1-ρ) I + ρ 11ᵀ``, has the eigenvalue ``1 + (n-1) ρ`` once and ``1 - ρ`` otherwise, so
    ρ lies between -1/(n-1) and 1. Raises ``ValueError`` for any other.
    """
    lowest = -1 / (slots - 1)
    if not lowest <= cosine < 1:
        message = f"expected a cosine from {lowest:.4g} up to, but not including, 1, found {cosine!r}"
        raise ValueError(message)
    across, along = sqrt(1 - cosine), sqrt(max(1 + (slots - 1) * cosine, 0))
    return across * np.eye(slots) + (along - across) / slots


def find_sharpness(keys: FloatArray, directions: FloatArray, weight: float) -> FloatArray:
    """Find the length at which a query in each direction (m, d) gives key 0 a weight above 1/2, shape (m,).

    By bisection on the softmax of the scores. Infinite where another key scores at least as high as
    key 0: then no length gives key 0 more than half.
    """
    scores = directions @ keys.T  # (m, d) @ (d, n) -> (m, n)
    gaps = scores[:, 0] - scores[:, 1:].max(axis=1)
    found = np.full(len(directions), np.inf)
    able = gaps > 0
    # With this length even the nearest rival, n - 1 times over, leaves the weight wanted.
    high = np.log(weight / (1 - weight) * (len(keys) - 1)) / gaps[able]
    low = np.zeros_like(high)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        enough = softmax(middle[:, None] * scores[able])[:, 0] >= weight
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    found[able] = high
    return found


def correlate_keys(rng: np.random.Generator, slots: int, weight: float, tries: int) -> CorrelatedKeys:
    """Take a memory of some slots, a wanted weight, and random directions to try; draws (tries, slots)."""
    drawn = rng.normal(size=(tries, slots))
    return CorrelatedKeys(slots, weight, read_only(drawn / np.linalg.norm(drawn, axis=1, keepdims=True)))
