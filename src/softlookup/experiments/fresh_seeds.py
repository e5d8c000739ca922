"""How often a fresh seed would have come as near to theory as source A's seed did."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.experiments.estimates import estimate_rate
from tether.values import Estimate


@dataclass(frozen=True, eq=False)
class FreshSeeds:
    """The ratios Var(q·k)/d_k that many seeds give."""

    widths: tuple[int, ...]
    """The widths d_k."""
    draws: int
    """How many dot products each ratio rests on."""
    ratios: FloatArray
    """One ratio for each seed and width, shape (seeds, widths)."""

    @property
    def seeds(self) -> int:
        """How many seeds were tried."""
        return len(self.ratios)

    def chance_within(self, bound: float) -> Estimate:
        """Give how often all ratios of a seed were within a bound (a fraction) of 1."""
        near = (np.abs(self.ratios - 1) <= bound).all(axis=1)
        return estimate_rate(int(near.sum()), self.seeds)

    def deviation(self, d_k: int) -> float:
        """Give the standard deviation of the ratio over the seeds, at one width."""
        return float(self.ratios[:, self.widths.index(d_k)].std(ddof=1))


def repeat_scaling(rng: np.random.Generator, widths: Sequence[int], draws: int, seeds: int) -> FreshSeeds:
    """Repeat step 4 of source A's generator as many seeds would, by a shortcut with the same law.

    Given q, the product q·k of a standard normal k is normal with variance |q|², and |q|² is twice a
    Gamma variable of shape d_k/2. So two draws a product do in place of 2 d_k.
    """
    ratios = np.empty((seeds, len(widths)))
    for place, d_k in enumerate(widths):
        for seed in range(seeds):
            # float32 halves the time of drawing; sums are taken in float64.
            lengths = np.sqrt(2 * rng.standard_gamma(d_k / 2, draws, dtype=np.float32))
            products = lengths * rng.standard_normal(draws, dtype=np.float32)
            ratios[seed, place] = products.var(dtype=np.float64) / d_k
    return FreshSeeds(tuple(widths), draws, read_only(ratios))
