"""How often a noisy cue retrieves its pattern, by how many patterns are stored and by the noise.

Every trial has patterns of its own, so that trials are independent and Wilson's interval holds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.experiments.estimates import estimate_rate
from softlookup.experiments.recall_trials import Task, count_recalls
from softlookup.experiments.unit_coordinates import tabulate_coordinate
from tether.values import Estimate


@dataclass(frozen=True)
class RetrievalRates:
    """A rate for every number of patterns and every noise."""

    loads: tuple[int, ...]
    """The numbers of patterns stored, increasing."""
    noises: tuple[float, ...]
    """The standard deviations of the noise on a coordinate, increasing."""
    beta: float
    """How sharply the memory was asked."""
    width: int
    """How many coordinates a pattern has."""
    criterion: float
    """The cosine from which on an answer counts."""
    rates: tuple[tuple[Estimate, ...], ...]
    """One row a load, in it one rate a noise."""

    def at(self, load: int, noise: float) -> Estimate:
        """Give one cell; raises ``ValueError`` for a load or a noise not measured."""
        if load not in self.loads or noise not in self.noises:
            message = f"expected a load of {self.loads} and a noise of {self.noises}, found {load}, {noise}"
            raise ValueError(message)
        return self.rates[self.loads.index(load)][self.noises.index(noise)]

    def interval(self, load: int, noise: float) -> tuple[float, float]:
        """Give the ends of a cell's interval."""
        cell = self.at(load, noise)
        return cell.low, cell.high

    def trace(self, noise: float) -> FloatArray:
        """Give the rates at one noise, shape (loads,)."""
        return np.array([self.at(load, noise).value for load in self.loads])

    def half_width(self, load: int, noise: float) -> float:
        """Give half the length of a cell's interval."""
        cell = self.at(load, noise)
        return (cell.high - cell.low) / 2

    @property
    def widest(self) -> float:
        """The largest half width of all cells."""
        return max(self.half_width(load, noise) for load in self.loads for noise in self.noises)

    @property
    def trials(self) -> int:
        """How many trials all cells have together."""
        return sum(cell.trials for row in self.rates for cell in row)

    def falls(self, noise: float) -> FloatArray:
        """Give what each doubling of the load from the third load on costs, shape (loads - 3,)."""
        return -np.diff(self.trace(noise)[2:])

    def lost_to_load(self, noise: float) -> float:
        """Give the difference of the rates with the fewest and with the most patterns."""
        rates = self.trace(noise)
        return float(rates[0] - rates[-1])

    def kept_under_load(self, noise: float) -> float:
        """Give the rate with the most patterns as a share of that with the fewest."""
        rates = self.trace(noise)
        return float(rates[-1] / rates[0])


def measure_retrieval(  # noqa: PLR0913  (the sizes of one experiment)
    rng: np.random.Generator,
    loads: Sequence[int],
    noises: Sequence[float],
    *,
    beta: float,
    trials: int,
    swept: Mapping[tuple[int, float], int],
) -> RetrievalRates:
    """Measure every cell with ``trials`` trials, and those named in ``swept`` with as many as it says."""
    task = Task(patterns=1, noise=0, beta=beta)
    law = tabulate_coordinate(task.width)

    def measure(load: int, noise: float) -> Estimate:
        count = swept.get((load, noise), trials)
        return estimate_rate(count_recalls(rng, Task(load, noise, beta), count, law), count)

    rates = tuple(tuple(measure(load, noise) for noise in noises) for load in loads)
    return RetrievalRates(tuple(loads), tuple(noises), beta, task.width, task.criterion, rates)
