"""Looking up a slot by its own key, ever more sharply (source A, step 7 of its generator)."""

from dataclasses import dataclass
from math import exp

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.attention import attend


@dataclass(frozen=True, eq=False)
class Lookup:
    """What the query ``c · key`` of one slot fetches."""

    c: float
    """The sharpness: the length of the query. The temperature is 1/c."""
    weights: FloatArray
    """Attention weights over the slots, shape (slots,)."""
    output: FloatArray
    """The mixture that comes back, shape (width,)."""
    weight: float
    """The weight of the slot asked for."""
    cosine: float
    """The cosine between the output and the value asked for."""
    closed_form: float
    """The same weight by algebra: ``e^c / (e^c + slots - 1)``."""

    @property
    def leak(self) -> float:
        """The weight of all other slots together."""
        return 1 - self.weight

    @property
    def temperature(self) -> float:
        """1/c."""
        return 1 / self.c


@dataclass(frozen=True, eq=False)
class Retrieval:
    """A memory with orthonormal keys, the rows of the identity matrix."""

    keys: FloatArray
    """One key a slot, shape (slots, slots)."""
    values: FloatArray
    """One value a slot, shape (slots, width)."""
    target: int
    """The slot asked for, counted from 0."""

    @property
    def slots(self) -> int:
        """How many slots the memory has."""
        return len(self.keys)

    def at(self, c: float) -> Lookup:
        """Look the target up with the query ``c · key``, unscaled; c may be any number but 0."""
        query = c * self.keys[self.target : self.target + 1]
        found = attend(query, self.keys, self.values, scale=1)
        weights, output, asked = found.weights[0], found.output[0], self.values[self.target]
        cosine = output @ asked / (np.linalg.norm(output) * np.linalg.norm(asked))
        return Lookup(
            c=c,
            weights=read_only(weights),
            output=read_only(output),
            weight=float(weights[self.target]),
            cosine=float(cosine),
            # Divided through by e^c, so that no c overflows.
            closed_form=1 / (1 + (self.slots - 1) * exp(-c)),
        )


def store_values(rng: np.random.Generator, slots: int, target: int) -> Retrieval:
    """Draw the values (slots, slots) from N(0, 1) and store them under orthonormal keys."""
    values = rng.normal(size=(slots, slots))
    return Retrieval(read_only(np.eye(slots)), read_only(values), target)
