"""One coordinate of a random unit vector: its law, exactly, and a table to draw from it.

A unit vector in d dimensions that prefers no direction has the same coordinate u along every
direction, with the density (1 - u²)^((d-3)/2). With u = sin θ the share below u is an integral of
cos^(d-2) θ, which integration by parts brings down, two powers at a time, to θ or to sin θ. So the
law is a finite sum for every whole d; no table of special functions is needed.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from softlookup.arrays import FloatArray, read_only

KNOTS = 4097
"""How many knots a table has: between them, linear, it is wrong by less than 2e-6 at widths to 64."""


def find_share_below(places: npt.ArrayLike, width: int) -> FloatArray:
    """Give the chance that one coordinate of a random unit vector lies below each place in [-1, 1].

    The result has the shape of ``places``. Raises ``ValueError`` for a width below 2 and for a place
    outside of [-1, 1].
    """
    sine = np.asarray(places, dtype=np.float64)
    if width < 2 or not (np.abs(sine) <= 1).all():  # noqa: PLR2004  (in one dimension u is 1 or -1)
        message = f"expected a width of at least 2 and places from -1 to 1, found {width} and {sine!r}"
        raise ValueError(message)
    cosine = np.sqrt((1 - sine) * (1 + sine))
    power = width % 2
    part, whole = (sine, 1.0) if power else (np.arcsin(sine), np.pi / 2)
    while power < width - 2:
        power += 2
        # ∫cosⁿ = cosⁿ⁻¹ sin / n + (n-1)/n ∫cosⁿ⁻²; at the end θ = π/2 the first term vanishes.
        part = cosine ** (power - 1) * sine / power + (power - 1) / power * part
        whole *= (power - 1) / power
    return np.asarray(0.5 + part / (2 * whole))


@dataclass(frozen=True, eq=False)
class CoordinateTable:
    """The law of a coordinate as a table, to be read in the other direction: from a share to a place."""

    places: FloatArray
    """Equally spaced places from -1 to 1, shape (knots,)."""
    shares: FloatArray
    """The share below each, shape (knots,)."""

    def find_places(self, shares: FloatArray) -> FloatArray:
        """Give the places below which these shares lie, by straight lines between the knots."""
        return np.interp(shares, self.shares, self.places)


def tabulate_coordinate(width: int, knots: int = KNOTS) -> CoordinateTable:
    """Make the table for unit vectors of a width; a uniform share read in it is a random coordinate."""
    places = np.linspace(-1, 1, knots)
    return CoordinateTable(read_only(places), read_only(find_share_below(places, width)))
