"""Where the right pick is lost as the width grows, with the noise kept as long beside the pattern.

The load is then counted by ln N / d. With N patterns the chance of a right pick is the mean of F(t)^(N-1)
over cues, as in ``right_pick``; here N may have hundreds of digits, so all is reckoned in logarithms.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import expm1, log, sqrt

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.experiments.right_pick import place_cues

KNOTS = 20_001
"""How many places the law of a coordinate is summed over, from 0 to 1."""

HALVINGS = 30
"""How often the load is narrowed down: ln N / d from within 1 to 1e-9."""

NEGLIGIBLE = 1e-13
"""Cues with less weight than this are left out; all of them together weigh less than 1e-8."""


@dataclass(frozen=True)
class WidePick:
    """One width."""

    width: int
    """d, how many coordinates a pattern has."""
    chances: tuple[float, ...]
    """Some chances of a right pick, falling."""
    loads: tuple[float, ...]
    """ln N / d at which each of them is met."""

    def at(self, chance: float) -> float:
        """Give ln N / d where the chance of a right pick is this; raises ``ValueError`` for another."""
        if chance not in self.chances:
            message = f"expected a chance of {self.chances}, found {chance}"
            raise ValueError(message)
        return self.loads[self.chances.index(chance)]

    @property
    def spread(self) -> float:
        """How many times as large ln N is at the last chance as at the first."""
        return self.loads[-1] / self.loads[0]


@dataclass(frozen=True)
class WidePicks:
    """Some widths."""

    rows: tuple[WidePick, ...]
    """In increasing order of the width."""
    length: float
    """σ√d, the length of the noise beside a pattern of length 1; the same at every width."""

    def at(self, width: int) -> WidePick:
        """Give one width; raises ``ValueError`` for one that was not tried."""
        widths = [row.width for row in self.rows]
        if width not in widths:
            message = f"expected a width of {widths}, found {width}"
            raise ValueError(message)
        return self.rows[widths.index(width)]

    @property
    def limit(self) -> float:
        """Where all chances meet as d grows: -½ ln(1 - t²), with t the cosine of cue and pattern."""
        return log(1 + 1 / self.length**2) / 2


def find_log_share_above(places: FloatArray, width: int) -> FloatArray:
    """Give the logarithm of the chance that a coordinate of a random unit vector lies above each place.

    The places lie between -1 and 1. The density is summed from 1 downwards, in logarithms, by trapezoids.
    """
    knots = np.linspace(0, 1, KNOTS)
    with np.errstate(divide="ignore"):
        logs = (width - 3) / 2 * np.log((1 - knots) * (1 + knots))
    pairs = np.logaddexp(logs[1:], logs[:-1])
    above = np.logaddexp.accumulate(pairs[::-1])[::-1]
    above = above - above[0] - log(2)  # half of all lies above 0
    heights = np.interp(np.abs(places), knots[:-1], above)
    found: FloatArray = np.where(places >= 0, heights, np.log1p(-np.exp(heights)))
    return found


def find_wide_load(chances: Sequence[float], length: float, width: int) -> tuple[float, ...]:
    """Give ln N / d at which the chance of a right pick falls through each of these, by halving."""
    places, weights = place_cues(length / sqrt(width), width)
    matter = weights > NEGLIGIBLE
    places, weights = places[matter], weights[matter]
    logs = find_log_share_above(places, width)
    with np.errstate(divide="ignore"):
        below = np.log(-np.log1p(-np.exp(logs)))  # ln(-ln F)
    # Where F rounds to 1, -ln F is the share above itself.
    below = np.where(logs < -30, logs, below)  # noqa: PLR2004

    def find_chance(load: float) -> float:
        # F^(N-1) = exp(-exp(ln(N-1) + ln(-ln F))), and ln(N-1) = ln N + ln(1 - 1/N).
        rivals = load * width + log(-expm1(-load * width))
        return float(weights @ np.exp(-np.exp(np.minimum(rivals + below, 50))))

    found = []
    for chance in chances:
        low, high = 1e-9, 1.0
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if find_chance(middle) >= chance else (low, middle)
        found.append(low)
    return tuple(found)


def widen_picks(widths: Sequence[int], chances: Sequence[float], length: float) -> WidePicks:
    """Find the loads for every width."""
    rows = tuple(WidePick(d, tuple(chances), find_wide_load(chances, length, d)) for d in widths)
    return WidePicks(rows, length)
