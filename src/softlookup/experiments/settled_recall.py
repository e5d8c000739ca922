"""One step beside as many as it takes, on the same trials, by how many patterns are stored."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.experiments.stored_patterns import (
    draw_sets,
    estimate_clustered,
    estimate_shared_rate,
    measure_cosines,
    multiply,
    settle,
    weigh_scores,
)
from tether.values import Estimate

TOLERANCE = 1e-2
"""A cue has settled when a step moves it by no more than this, beside patterns of length 1."""

LONGEST = 5000
"""More steps than any cue needs."""


@dataclass(frozen=True)
class Settling:
    """One number of patterns."""

    load: int
    """N, how many patterns are stored."""
    once: Estimate
    """How often one step ends at the wanted pattern."""
    settled: Estimate
    """How often all steps end there."""
    gain: Estimate
    """The difference, trial by trial."""
    right: Estimate
    """How often the wanted pattern has the largest score."""


@dataclass(frozen=True)
class SettledRecall:
    """All numbers of patterns."""

    sweep: tuple[Settling, ...]
    """In increasing order of the load."""
    noise: float
    """σ, the deviation of the noise on each coordinate."""
    beta: float
    """β."""
    cues: int
    """How many cues share a set of patterns."""

    def at(self, load: int) -> Settling:
        """Give one load; raises ``ValueError`` for one not measured."""
        loads = [one.load for one in self.sweep]
        if load not in loads:
            message = f"expected a load of {loads}, found {load}"
            raise ValueError(message)
        return self.sweep[loads.index(load)]

    def interval(self, load: int) -> tuple[float, float]:
        """Give the ends of the interval of the gain at one load."""
        gain = self.at(load).gain
        return gain.low, gain.high

    def once_interval(self, load: int) -> tuple[float, float]:
        """Give the ends of the interval of the rate after one step."""
        once = self.at(load).once
        return once.low, once.high

    def settled_interval(self, load: int) -> tuple[float, float]:
        """Give the ends of the interval of the rate when all is still."""
        settled = self.at(load).settled
        return settled.low, settled.high

    def right_interval(self, load: int) -> tuple[float, float]:
        """Give the ends of the interval of how often the wanted pattern had the largest score."""
        right = self.at(load).right
        return right.low, right.high

    @property
    def always_helps(self) -> bool:
        """Whether at every load the whole interval of the gain is above 0."""
        return all(one.gain.low > 0 for one in self.sweep)

    @property
    def gains(self) -> tuple[float, ...]:
        """The gain at each load."""
        return tuple(one.gain.value for one in self.sweep)

    @property
    def widest(self) -> float:
        """The largest half width of the rates after one step and after all."""
        return max((one.high - one.low) / 2 for row in self.sweep for one in (row.once, row.settled))


def settle_recalls(  # noqa: PLR0913  (the sizes of one experiment)
    rng: np.random.Generator,
    loads: Sequence[int],
    *,
    noise: float,
    beta: float,
    trials: int,
    width: int = 64,
    criterion: float = 0.9,
    cues: int = 50,
) -> SettledRecall:
    """Ask sets of patterns, ``cues`` times each, and step once and until all is still."""
    sweep = []
    for load in loads:
        rows = []
        for asked in draw_sets(rng, load, noise, width, sets=-(-trials // cues), cues=cues):
            scores = multiply(asked.cues, asked.patterns.T)  # (cues, d) @ (d, load) -> (cues, load)
            first = multiply(weigh_scores(scores, beta), asked.patterns)
            last = settle(first, asked.patterns, beta, TOLERANCE, LONGEST)
            hits = [measure_cosines(answers, asked.wanted) >= criterion for answers in (first, last)]
            right = scores.argmax(axis=1) == asked.targets
            rows.append(np.array([*hits, right], dtype=float))
        once, settled, right_pick = np.array(rows).transpose(1, 0, 2)  # three of (sets, cues)
        sweep.append(
            Settling(
                load,
                estimate_shared_rate(once),
                estimate_shared_rate(settled),
                estimate_clustered(settled - once),
                estimate_shared_rate(right_pick),
            )
        )
    return SettledRecall(tuple(sweep), noise, beta, cues)
