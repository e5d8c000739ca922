"""Where a word stands, told to a model as a vector: sines and cosines of several wavelengths.

Coordinates come in pairs. Pair i of a vector of width d is ``(sin a, cos a)`` with the angle
``a = place / base^(2i/d)``: a point on a circle that turns as the place grows, pair 0 by one radian a
place, every later pair more slowly (Vaswani et al., arXiv:1706.03762, section 3.5). An odd width ends
with a sine alone.
"""

import numpy as np
import numpy.typing as npt

from softlookup.arrays import FloatArray, as_floats
from softlookup.errors import DtypeError, ShapeError

BASE = 10_000.0
"""What the angles of successive pairs are divided by powers of."""


def encode_positions(
    places: npt.ArrayLike, width: int, *, dtype: npt.DTypeLike = np.float64, base: float = BASE
) -> FloatArray:
    """Encode places of any shape (...), counted from 0, as vectors: shape (..., width).

    Angles are computed in float64, or in what is wider of the places and the dtype asked for, and
    rounded once to ``dtype``; a place need not be whole. Raises ``ShapeError`` for a width below 1,
    ``DtypeError`` for places that are not real numbers or a dtype that is no float, and
    ``ValueError`` for a base that is not positive.
    """
    wanted = np.dtype(dtype)
    if wanted.kind != "f":
        message = f"positions: expected a float dtype, found {wanted}"
        raise DtypeError(message)
    if width < 1:
        message = f"positions: expected a width of at least 1, found {width}"
        raise ShapeError(message)
    if not base > 0:
        message = f"positions: expected a positive base, found {base}"
        raise ValueError(message)
    where = as_floats(places, "places")
    where = where.astype(np.result_type(where, wanted, np.float64), copy=False)
    angles = where[..., None] * find_paces(width, base)  # (..., 1) * (pairs,) -> (..., pairs)
    encoded = np.empty((*where.shape, width), wanted)
    encoded[..., 0::2] = np.sin(angles)
    encoded[..., 1::2] = np.cos(angles[..., : width // 2])
    return encoded


def find_paces(width: int, base: float = BASE) -> FloatArray:
    """Give by how many radians a place each pair turns, shape (pairs,) with pairs = width/2, rounded up."""
    pairs = np.arange((width + 1) // 2)
    paces: FloatArray = base ** (-2.0 * pairs / width)
    return paces
