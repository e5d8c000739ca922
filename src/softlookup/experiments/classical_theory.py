"""What is known on paper about the network of 1982: unstable signs, and the load of 0.138."""

from dataclasses import dataclass
from math import erf, exp, lgamma, log, pi, sqrt

import numpy as np


def share_unstable(patterns: int, width: int) -> float:
    """Give the chance that one sign of a stored random pattern disagrees with its field.

    The other d − 1 signs of the pattern push it the right way; each of the other N − 1 patterns adds
    d − 1 fair coins. So this is exactly the chance that ``(N−1)(d−1)`` coins of ±1 sum to less than
    ``−(d−1)``.
    """
    coins = (patterns - 1) * (width - 1)
    # With k heads the sum is 2k − coins.
    most = (coins - width) // 2
    heads = np.arange(most + 1)
    logs = lgamma(coins + 1) - np.array([lgamma(k + 1) + lgamma(coins - k + 1) for k in heads.tolist()])
    return float(np.exp(logs - coins * log(2)).sum())


@dataclass(frozen=True)
class Capacity:
    """The largest load at which a very wide network still stays near its patterns, and how near."""

    load: float
    """Patterns for each sign, as d → ∞."""
    overlap: float
    """The overlap with the pattern at that load."""

    def perfect(self, width: int) -> float:
        """Give ``d/(2 ln d)``, the number of patterns of which most are kept without any wrong sign."""
        return width / (2 * log(width))

    def overlap_at(self, load: float) -> float:
        """Give the overlap near a stored pattern, as d → ∞, for a load below the largest."""
        low, high = _STEEPEST, 20.0
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if _load_of(middle) > load else (low, middle)
        return erf(low)


def find_capacity() -> Capacity:
    """Solve the equation of Amit, Gutfreund and Sompolinsky for networks without noise.

    Where the overlap is ``m = erf(y)``, their three equations come to one,
    ``y (sqrt(2α) + (2/sqrt(π)) exp(−y²)) = erf(y)``. It can be solved for the load α, and the largest
    load for which some y exists is the capacity.
    """
    return Capacity(load=_load_of(_STEEPEST), overlap=erf(_STEEPEST))


def _load_of(y: float) -> float:
    return max(erf(y) / y - 2 / sqrt(pi) * exp(-y * y), 0) ** 2 / 2


def _find_steepest() -> float:
    """Find the y of the largest load by cutting the interval in three."""
    low, high = 0.5, 5.0
    for _ in range(200):
        third = (high - low) / 3
        if _load_of(low + third) < _load_of(high - third):
            low += third
        else:
            high -= third
    return low


_STEEPEST = _find_steepest()
