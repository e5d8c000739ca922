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
from softlookup.experiments.estimates import estimate_rate
from softlookup.experiments.unit_coordinates import find_share_below, tabulate_coordinate
from tether.values import Estimate

NODES = 161
"""How many nodes each integral has: equal steps, which for a smooth bump converge faster than any power."""

REACH = 8.5
"""How many deviations of a normal law either way the nodes cover; less than 1e-16 lies beyond."""


DOUBLINGS = 14
"""How many doublings of the load are looked at."""

NARROWEST = 8
"""The smallest width that the nodes serve."""


@dataclass(frozen=True)
class Pick:
    """One number of patterns."""

    load: int
    """N, how many patterns are stored."""
    chance: float
    """The exact chance that the right one scores highest."""
    drawn: Estimate
    """The same, drawn."""

    @property
    def agrees(self) -> bool:
        """Tell whether the interval of the drawn rate holds the exact chance."""
        return self.drawn.low <= self.chance <= self.drawn.high


@dataclass(frozen=True)
class RightPick:
    """Some numbers of patterns, at one noise."""

    picks: tuple[Pick, ...]
    """One a load, in increasing order."""
    noise: float
    """σ, the deviation of the noise on each coordinate."""
    width: int
    """d, how many coordinates a pattern has."""

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

    def fall(self, load: int) -> float:
        """Give what doubling the load costs, exactly, in chance."""
        return self.chance(load, self.noise) - self.chance(2 * load, self.noise)

    @property
    def falls(self) -> FloatArray:
        """The same for some doublings in a row, the first from 10 patterns to 20, shape (DOUBLINGS,)."""
        return np.array([self.fall(10 * 2**step) for step in range(DOUBLINGS)])

    @property
    def farthest(self) -> int:
        """Where the last of these doublings ends."""
        return int(10 * 2**DOUBLINGS)

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
def _place_cues(noise: float, width: int) -> tuple[FloatArray, FloatArray]:
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
    return find_share_below(_place_cues(noise, width)[0], width)


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
    shares, weights = _share_below_cues(noise, width), _place_cues(noise, width)[1]
    return float((weights * shares ** (load - 1)).sum())


def find_best_rival(rivals: int, width: int, nodes: int = 4001) -> float:
    """Give the mean of the largest of some coordinates of random unit vectors: 1 - ∫F(u)ⁿ du over [-1, 1]."""
    places = np.linspace(-1, 1, nodes)
    heights = find_share_below(places, width) ** rivals
    step = places[1] - places[0]
    return 1 - float((heights.sum() - (heights[0] + heights[-1]) / 2) * step)


def draw_picks(rng: np.random.Generator, load: int, noise: float, width: int, trials: int) -> Estimate:
    """Draw cues and the best of their rivals' scores, the largest of N - 1, by its own law."""
    along = 1 + noise * rng.standard_normal(trials)
    length = np.sqrt(along**2 + noise**2 * rng.chisquare(width - 1, trials))
    best = tabulate_coordinate(width).find_places(rng.random(trials) ** (1 / max(load - 1, 1)))
    right = along > length * best if load > 1 else np.ones(trials, np.bool_)
    return estimate_rate(int(right.sum()), trials)


def find_right_picks(
    rng: np.random.Generator, loads: Sequence[int], noise: float, width: int, trials: int
) -> RightPick:
    """Give the exact chance and a drawn one for every load."""
    picks = tuple(
        Pick(load, find_right_pick(load, noise, width), draw_picks(rng, load, noise, width, trials))
        for load in loads
    )
    return RightPick(picks, noise, width)
