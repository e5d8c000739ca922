"""The cells that the post on memory prints, beside the rates measured here.

A cell of the post is a rate of 200 trials, printed to two digits. Whether it agrees is asked of the
post's own sampling error: is it within 1.96 standard deviations of what 200 trials give at our rate?
"""

from dataclasses import dataclass
from math import comb, sqrt

from softlookup.experiments.estimates import Z
from softlookup.experiments.judged_sharpness import SharpnessSweep
from softlookup.experiments.retrieval_rates import RetrievalRates
from tether.values import Estimate

TRIALS = 200
"""How many trials each cell of the post has."""

PRINTED: dict[tuple[int, float, float], str] = {
    (10, 0.3, 16): "0.90",
    (25, 0.3, 16): "0.86",
    (100, 0.1, 16): "1.00",
    (100, 0.3, 16): "0.69",
    (100, 0.5, 1): "0.00",
    (100, 0.5, 4): "0.18",
}
"""The cells that the post prints: patterns, noise and β, and the rate as it stands there."""


@dataclass(frozen=True)
class Cell:
    """One cell of the post."""

    load: int
    """N, how many patterns are stored."""
    noise: float
    """σ, the noise on a coordinate."""
    beta: float
    """β."""
    posted: float
    """The rate that the post prints."""
    rate: Estimate
    """The rate measured here."""
    chance: float
    """The chance that 200 trials at our rate print those two digits."""

    @property
    def deviation(self) -> float:
        """The standard deviation of a rate of 200 trials at our rate."""
        return sqrt(self.rate.value * (1 - self.rate.value) / TRIALS)

    @property
    def distance(self) -> float:
        """How far the post's rate is from ours."""
        return abs(self.posted - self.rate.value)

    @property
    def within(self) -> bool:
        """Whether that is no more than the sampling error of the post's cell, our own error included."""
        own = (self.rate.high - self.rate.low) / 2
        # Half a unit of the last digit printed is not the post's error, only our ignorance of it.
        return self.distance <= sqrt((Z * self.deviation) ** 2 + own**2) + 0.005


@dataclass(frozen=True)
class PostCells:
    """All cells."""

    cells: tuple[Cell, ...]
    """In the order of the post."""
    trials: int
    """How many trials each cell of the post has."""

    def at(self, load: int, noise: float, beta: float) -> Cell:
        """Give one cell; raises ``ValueError`` for one that the post does not print."""
        for cell in self.cells:
            if (cell.load, cell.noise, cell.beta) == (load, noise, beta):
                return cell
        message = f"expected a cell that the post prints, found {load}, {noise}, {beta}"
        raise ValueError(message)

    @property
    def agreeing(self) -> int:
        """How many cells are within their own sampling error."""
        return sum(cell.within for cell in self.cells)

    @property
    def largest_deviation(self) -> float:
        """The largest standard deviation that a rate of so many trials can have: that of one half."""
        return 1 / (2 * sqrt(self.trials))

    @property
    def chance(self) -> float:
        """The chance that independent trials at our rates print all cells as the post does."""
        product = 1.0
        for cell in self.cells:
            product *= cell.chance
        return product


def find_printing_chance(printed: str, rate: float, trials: int = TRIALS) -> float:
    """Give the chance that a rate of binomial trials is printed, to two digits, as this."""
    return sum(
        comb(trials, hits) * rate**hits * (1 - rate) ** (trials - hits)
        for hits in range(trials + 1)
        if f"{hits / trials:.2f}" == printed
    )


def compare_post(rates: RetrievalRates, sharpness: SharpnessSweep) -> PostCells:
    """Put every printed cell beside the rate measured under the same load, noise and β."""
    cells = []
    for (load, noise, beta), printed in PRINTED.items():
        rate = rates.at(load, noise) if beta == rates.beta else sharpness.at(beta).rate
        chance = find_printing_chance(printed, rate.value)
        cells.append(Cell(load, noise, beta, float(printed), rate, chance))
    return PostCells(tuple(cells), TRIALS)
