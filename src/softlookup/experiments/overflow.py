"""Where exp leaves what a float can hold, found by searching among the floats themselves."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.softmax import softmax
from tether.values import Roundoff


@dataclass(frozen=True)
class FloatLimits:
    """How far exp and a softmax without the max shift carry in one float dtype."""

    dtype: np.dtype[Any]
    """The dtype."""
    largest_number: float
    """The largest finite number of the dtype."""
    overflows_above: float
    """The largest x of the dtype whose exp is finite."""
    vanishes_below: float
    """The smallest x of the dtype whose exp is not 0."""
    pair_fails_above: float
    """The largest x for which the unshifted softmax of (x, x) is (1/2, 1/2)."""
    pair_fails_below: float
    """The smallest x for which the unshifted softmax of (x, x) is (1/2, 1/2)."""
    shifted_error: Roundoff
    """How far the shifted softmax of (x, x) is from (1/2, 1/2) at the dtype's largest and smallest x."""

    def naive(self, x: float) -> FloatArray:
        """Give the softmax of (x, 0) without the max shift, in this dtype."""
        return read_only(_weigh_naively(self._pair(x)))

    def shifted(self, x: float) -> FloatArray:
        """Give the softmax of (x, 0) with the max shift, in this dtype."""
        return read_only(softmax(self._pair(x)))

    def _pair(self, x: float) -> FloatArray:
        with np.errstate(over="ignore"):  # beyond the dtype's largest number x is infinite
            return np.array([x, 0]).astype(self.dtype)


@dataclass(frozen=True)
class Overflow:
    """The limits of three float dtypes."""

    float16: FloatLimits
    """Half precision."""
    float32: FloatLimits
    """Single precision."""
    float64: FloatLimits
    """Double precision, Python's own."""


def find_overflow() -> Overflow:
    """Search float16, float32 and float64 for their limits."""
    return Overflow(*(_find_limits(np.dtype(kind)) for kind in (np.float16, np.float32, np.float64)))


def _find_limits(dtype: np.dtype[Any]) -> FloatLimits:
    largest = float(np.finfo(dtype).max)
    extremes = np.array([[largest, largest], [-largest, -largest]], dtype)
    with np.errstate(all="ignore"):
        return FloatLimits(
            dtype=dtype,
            largest_number=largest,
            overflows_above=_find_farthest(dtype, lambda x: bool(np.isfinite(np.exp(x)))),
            vanishes_below=-_find_farthest(dtype, lambda x: bool(np.exp(-x) > 0)),
            pair_fails_above=_find_farthest(dtype, _pair_holds),
            pair_fails_below=-_find_farthest(dtype, lambda x: _pair_holds(-x)),
            shifted_error=Roundoff(float(np.abs(softmax(extremes) - 0.5).max())),
        )


def _find_farthest(dtype: np.dtype[Any], holds: Callable[[Any], bool]) -> float:
    """Give the largest x > 0 up to which something holds that holds at 1 and at some point ceases.

    The bits of positive floats, read as integers, stand in the order of the floats: halving an
    interval of integers therefore meets the very last float, however unevenly floats are spread.
    """
    bits = np.dtype(f"u{dtype.itemsize}")
    ends = np.array([1, np.finfo(dtype).max], dtype).view(bits)
    low, high = int(ends[0]), int(ends[1])
    while high - low > 1:
        middle = (low + high) // 2
        if holds(np.array(middle, bits).view(dtype)[()]):
            low = middle
        else:
            high = middle
    return float(np.array(low, bits).view(dtype)[()])


def _pair_holds(x: Any) -> bool:  # noqa: ANN401  (a scalar of whichever dtype is searched)
    return bool(np.all(_weigh_naively(np.stack([x, x])) == 0.5))  # noqa: PLR2004  (an equal share of two)


def _weigh_naively(scores: FloatArray) -> FloatArray:
    """Softmax as its formula stands, without the max shift, and as wrong as it then gets."""
    with np.errstate(all="ignore"):
        exponentials = np.exp(scores)
        weights: FloatArray = exponentials / exponentials.sum()
    return weights
