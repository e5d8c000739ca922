"""How the soft lookup approaches the exact one, and what that costs the slope it learns by."""

from dataclasses import dataclass
from math import exp

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.attention import attend
from softlookup.experiments.retrieval import Retrieval

LARGEST = 709.0
"""Beyond this e^c is no float64; the fraction stays there, where its value is 1 to every digit."""


@dataclass(frozen=True)
class Approach:
    """One query ``c · key`` of the slot asked for, on the way to the limit."""

    c: float
    """The sharpness."""
    weight: float
    """The weight of the slot asked for."""
    leak: float
    """The weight of all other slots together, summed and not taken from 1, so that it keeps its digits."""
    cosine: float
    """The cosine between the output and the value asked for."""
    error: float
    """The distance between the output and the value asked for."""
    bound: float
    """What that distance cannot exceed: ``(n-1) e^-c`` times the distance of the farthest other value."""
    fraction: tuple[float, float]
    """The weight by hand, above and below the line: ``e^c`` and ``e^c + n - 1``."""
    is_exact: bool
    """Whether the output is the value asked for in every bit."""

    @property
    def slope(self) -> float:
        """``dp/dc = p (1-p)``: how fast the weight still answers to the sharpness."""
        return self.weight * self.leak


@dataclass(frozen=True, eq=False)
class Limit:
    """The memory of source A's step 7 on its way from a mixture to a lookup."""

    memory: Retrieval
    """Orthonormal keys and their values."""
    steepest: float
    """The sharpness at which the slope is largest: ``ln(slots - 1)``, where the weight is 1/2."""
    accurate: float
    """The sharpness at which the weight is 0.99: ``ln(99 (slots - 1))``."""

    def at(self, c: float) -> Approach:
        """Look the target up at a sharpness of 0 or more."""
        memory, target = self.memory, self.memory.target
        weights, output = self._fetch(c * memory.keys[target])
        wanted = memory.values[target]
        others = np.delete(weights, target)
        farthest = np.linalg.norm(memory.values - wanted, axis=1).max()
        return Approach(
            c=c,
            weight=float(weights[target]),
            leak=float(others.sum()),
            cosine=float(output @ wanted / (np.linalg.norm(output) * np.linalg.norm(wanted))),
            error=float(np.linalg.norm(output - wanted)),
            bound=float((memory.slots - 1) * exp(-c) * farthest),
            fraction=(exp(min(c, LARGEST)), exp(min(c, LARGEST)) + memory.slots - 1),
            is_exact=bool((output == wanted).all()),
        )

    def halfway(self, c: float) -> float:
        """Give the target's weight for a query of length c halfway between its key and slot 0's."""
        keys, target = self.memory.keys, self.memory.target
        between = keys[target] + keys[0]
        weights, _ = self._fetch(c * between / np.linalg.norm(between))
        return float(weights[target])

    def _fetch(self, query: FloatArray) -> tuple[FloatArray, FloatArray]:
        found = attend(query[None, :], self.memory.keys, self.memory.values, scale=1)
        return found.weights[0], found.output[0]


def approach_limit(memory: Retrieval) -> Limit:
    """Take a memory whose lookups shall be followed to the limit."""
    rivals = memory.slots - 1
    return Limit(memory, steepest=float(np.log(rivals)), accurate=float(np.log(99 * rivals)))
