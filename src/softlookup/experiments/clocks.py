"""Sinusoidal positions as clocks: each pair of coordinates is a hand that turns at a pace of its own."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.positions import BASE, encode_positions, find_paces


@dataclass(frozen=True, eq=False)
class Clocks:
    """The first places of a text, encoded."""

    vectors: FloatArray
    """One row a place, shape (places, width)."""
    paces: FloatArray
    """By how many radians a place each hand turns, shape (width/2,)."""

    @property
    def width(self) -> int:
        """How many coordinates a place has."""
        return int(self.vectors.shape[1])

    @property
    def base(self) -> float:
        """What the paces are powers of, upside down."""
        return BASE

    @property
    def places(self) -> int:
        """How many places are encoded."""
        return len(self.vectors)

    @property
    def wavelengths(self) -> FloatArray:
        """After how many places each hand is back where it was, shape (width/2,)."""
        return read_only(2 * np.pi / self.paces)

    def distance(self, one: int, other: int) -> float:
        """Give how far two places are apart in the encoding."""
        return float(np.linalg.norm(self.vectors[one] - self.vectors[other]))

    def dot(self, one: int, other: int) -> float:
        """Give the dot product of two places."""
        return float(self.vectors[one] @ self.vectors[other])

    @property
    def farthest(self) -> float:
        """How far any two of the places are apart at most."""
        return max(self.distance(i, j) for i in range(self.places) for j in range(i))


def set_clocks(places: int, width: int) -> Clocks:
    """Encode the first places of a text at some width, an even one."""
    vectors = encode_positions(np.arange(places), width)
    return Clocks(read_only(vectors), read_only(find_paces(width)))
