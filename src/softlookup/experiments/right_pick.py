"""The exact chance that the right pattern scores highest, by quadrature, and what its best rival scores.

A cue is a random unit pattern plus σ·N(0, I). Divided by its length, its score with its own pattern
is their cosine t, and its score with any other random pattern is a coordinate u of a random unit
vector, each independent of the others. All N - 1 of them stay below t with chance F(t)^(N-1), F the
law of the coordinate; the mean of that over all cues is the chance wanted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log, sqrt

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.experiments.unit_coordinates import find_share_below

NODES = 161
"""How many nodes each integral has: equal steps, which for a smooth bump converge faster than any power."""

REACH = 8.5
"""How many deviations of a normal law either way the nodes cover; less than 1e-16 lies beyond."""


DOUBLINGS, BETWEEN = 14, 4
"""How many doublings of the load are looked at, and from how many loads to each of them."""

NARROWEST = 8
"""The smallest width that the nodes serve."""


@dataclass(frozen=True)
class Pick:
    """One number of patterns."""

    load: int
    """N, how many patterns are stored."""
    chance: float
    """The exact chance that the right one scores highest."""


@dataclass(frozen=True, eq=False)
class RightPick:
    """Some numbers of patterns, at one noise."""

    picks: tuple[Pick, ...]
    """One a load, in increasing order."""
    noise: float
    """σ, the deviation of the noise on each coordinate."""
    width: int
    """d, how many coordinates a pattern has."""
    doubled: tuple[int, ...]
    """Loads from 10 patterns on, evenly spread in their logarithm."""
    falls: FloatArray
    """What doubling each of them costs, exactly, in chance; shape (len(doubled),)."""

    def at(self, load: int) -> Pick:
        """Give one load; raises ``ValueError`` for one that was not tried."""
        loads = [pick.load for pick in self.picks]
        if load not in loads:
            message = f"expected a load of {loads}, found {load}"
            raise ValueError(message)
        return self.picks[loads.index(load)]

    def chance(self, load: int, noise: float) -> float:
        """Give the exact chance at any load and noise."""
        return find_right_pick(load, noise, self.width)

    @property
    def farthest(self) -> int:
        """Where the last of these doublings ends."""
        return 2 * self.doubled[-1]

    def half_load(self, noise: float) -> int:
        """Give the most patterns among which the right one still scores highest in half the trials."""
        low, high = 1, 2
        while self.chance(high, noise) >= 0.5:  # noqa: PLR2004
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.chance(middle, noise) >= 0.5 else (low, middle)  # noqa: PLR2004
        return low

    def rival(self, load: int) -> float:
        """Give the mean of the best rival's score over the cue's length, exactly."""
        return find_best_rival(load - 1, self.width)

    def bound(self, load: int) -> float:
        """Give √(2 ln(N - 1)/d), which that mean never exceeds."""
        return sqrt(2 * log(load - 1) / self.width)

    def scale(self, noise: float) -> float:
        """Give the N at which √(2 ln N / d) times the typical length of a cue reaches the signal, 1."""
        return exp(self.width / (2 * (1 + self.width * noise**2)))


@cache
def place_cues(noise: float, width: int) -> tuple[FloatArray, FloatArray]:
    """Give nodes over all cues: the cosine of each with its pattern, and its weight; both (NODES²,)."""
    normal = np.linspace(-REACH, REACH, NODES)
    bell = np.exp(-(normal**2) / 2)
    # The length of d - 1 standard normals scatters by less than 1 around the root of its mean square.
    middle = sqrt(width - 1)
    lengths = np.linspace(max(middle - REACH, 1e-9), middle + REACH, NODES)
    logs = (width - 2) * np.log(lengths) - lengths**2 / 2
    density = np.exp(logs - logs.max())
    along, aside = np.meshgrid(1 + noise * normal, noise * lengths, indexing="ij")
    weights = np.outer(bell / bell.sum(), density / density.sum())
    return (along / np.sqrt(along**2 + aside**2)).ravel(), weights.ravel()


@cache
def _share_below_cues(noise: float, width: int) -> FloatArray:
    return find_share_below(place_cues(noise, width)[0], width)


def find_right_pick(load: int, noise: float, width: int) -> float:
    """Integrate F(t)^(N-1) over all cues.

    Raises ``ValueError`` for no pattern, for a noise that is not above 0, and for a width below 8, where
    lengths near 0 are too likely for equal steps.
    """
    if load < 1 or not noise > 0 or width < NARROWEST:
        message = (
            f"expected at least one pattern, a noise above 0 and a width of at least {NARROWEST}, "
            f"found {load}, {noise} and {width}"
        )
        raise ValueError(message)
    shares, weights = _share_below_cues(noise, width), place_cues(noise, width)[1]
    return float((weights * shares ** (load - 1)).sum())


def find_best_rival(rivals: int, width: int, nodes: int = 4001) -> float:
    """Give the mean of the largest of some coordinates of random unit vectors: 1 - ∫F(u)ⁿ du over [-1, 1]."""
    places = np.linspace(-1, 1, nodes)
    heights = find_share_below(places, width) ** rivals
    step = places[1] - places[0]
    return 1 - float((heights.sum() - (heights[0] + heights[-1]) / 2) * step)


def find_right_picks(loads: Sequence[int], noise: float, width: int) -> RightPick:
    """Give the exact chance for every load, and what doubling costs from 10 patterns on."""
    picks = tuple(Pick(load, find_right_pick(load, noise, width)) for load in loads)
    steps = range((DOUBLINGS - 1) * BETWEEN + 1)
    doubled = tuple(round(10 * 2 ** (step / BETWEEN)) for step in steps)
    falls = [find_right_pick(n, noise, width) - find_right_pick(2 * n, noise, width) for n in doubled]
    return RightPick(picks, noise, width, doubled, np.array(falls))
