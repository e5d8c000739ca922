"""How much the network of 1982 recalls, by how many patterns it keeps: every rate with its criterion."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import BoolArray, FloatArray
from softlookup.experiments.classical_theory import share_unstable
from softlookup.experiments.estimates import estimate_mean, estimate_rate
from softlookup.experiments.sign_draws import draw_signs
from softlookup.hopfield import recall_in_turn
from tether.values import Estimate

NEAR, CLOSE = 0.9, 0.97
"""The overlaps with the pattern from which on a recall counts as near, and as close."""

AT_ONCE = 24_000_000
"""How many signs are drawn together; which signs a trial gets depends on it, and no finding does."""

IN_CACHE = 1_000_000
"""How many are multiplied together."""


@dataclass(frozen=True)
class Load:
    """What became of cues that were stored patterns themselves, each among its own fresh others."""

    width: int
    """How many signs a pattern has, d."""
    patterns: int
    """How many patterns are kept, N."""
    near: Estimate
    """The share of trials that end with an overlap of at least `NEAR` with the pattern."""
    close: Estimate
    """The share that end with an overlap of at least `CLOSE`."""
    perfect: Estimate
    """The share that end at the pattern itself, which are those that never left it."""
    overlap: Estimate
    """The mean overlap ``x · s / d`` at the end."""
    unstable: Estimate
    """The share of a pattern's signs that disagree with their fields at the start."""

    @property
    def load(self) -> float:
        """Patterns for each sign, N/d."""
        return self.patterns / self.width

    @property
    def expected_unstable(self) -> float:
        """The exact chance that one sign of a pattern disagrees with its field."""
        return share_unstable(self.patterns, self.width)

    @property
    def expected_perfect(self) -> float:
        """The chance that no sign disagrees, were the signs of a pattern independent of one another."""
        return float((1 - self.expected_unstable) ** self.width)


@dataclass(frozen=True)
class LoadSweep:
    """The same for several numbers of patterns."""

    width: int
    """How many signs a pattern has, d."""
    trials: int
    """How many trials each number of patterns has, each with patterns of its own."""
    loads: tuple[Load, ...]
    """One for each number of patterns, in growing order."""

    def at(self, patterns: int) -> Load:
        """Give what was found for a number of patterns that was tried."""
        return next(load for load in self.loads if load.patterns == patterns)

    @property
    def covered(self) -> int:
        """In how many rows the interval of the unstable signs' share holds the exact chance.

        A share of 0 has no spread to make an interval of, and counts where the chance of such a run is
        above one in twenty.
        """
        return sum(
            load.unstable.low <= load.expected_unstable <= load.unstable.high
            or (load.unstable.value == 0 and load.expected_perfect**self.trials > 0.05)  # noqa: PLR2004
            for load in self.loads
        )

    @property
    def near(self) -> float:
        """The overlap from which on a recall counts as near."""
        return NEAR

    @property
    def close(self) -> float:
        """The overlap from which on a recall counts as close."""
        return CLOSE


def load_network(rng: np.random.Generator, width: int, counts: Sequence[int], trials: int) -> LoadSweep:
    """Start from a stored pattern, update in turn until nothing changes, and compare.

    Every trial draws its patterns anew, so that trials are independent and the intervals are what they
    say. Signs are visited from first to last: they are drawn alike, so no order is better than another.
    """
    loads = tuple(_measure(rng, width, count, trials) for count in counts)
    return LoadSweep(width, trials, loads)


def _measure(rng: np.random.Generator, width: int, count: int, trials: int) -> Load:
    overlaps, unstable = [], []
    most = max(1, AT_ONCE // (width * count))
    for start in range(0, trials, most):
        patterns = draw_signs(rng, min(most, trials - start), count, width)
        wanted = patterns[:, 0]
        pieces = np.array_split(patterns, -(-patterns.size // IN_CACHE))
        unstable += [_find_unstable(piece.astype(np.float32)) for piece in pieces]
        overlaps.append((recall_in_turn(patterns, wanted) * wanted).mean(axis=-1))
    overlap = np.concatenate(overlaps)
    return Load(
        width=width,
        patterns=count,
        near=_rate(overlap >= NEAR),
        close=_rate(overlap >= CLOSE),
        perfect=_rate(overlap == 1),
        overlap=estimate_mean(overlap),
        unstable=estimate_mean(np.concatenate(unstable)),
    )


def _find_unstable(patterns: FloatArray) -> FloatArray:
    """Give the share of the signs of each trial's first pattern that disagree with their fields."""
    states = patterns[:, 0]
    overlaps = patterns @ states[..., None]  # (trials, N, d) @ (trials, d, 1) -> (trials, N, 1)
    pulls = (patterns.swapaxes(-1, -2) @ overlaps)[..., 0]  # (trials, d, N) @ (trials, N, 1) -> (trials, d)
    # A sign does not pull at itself, which takes N of its own sign away.
    disagree = pulls * states - patterns.shape[-2] < 0
    share: FloatArray = disagree.mean(axis=-1)
    return share


def _rate(hits: BoolArray) -> Estimate:
    return estimate_rate(int(hits.sum()), len(hits))
