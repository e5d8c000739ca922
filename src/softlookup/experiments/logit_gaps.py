"""How far the largest of a query's raw scores stands above the others, over many queries."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.experiments.estimates import estimate_mean, estimate_quantile, estimate_rate
from softlookup.softmax import softmax
from tether.values import Estimate


@dataclass(frozen=True, eq=False)
class Distances:
    """How far the largest score stands above something, one distance a query."""

    values: FloatArray
    """The distances, shape (draws,)."""

    @property
    def mean(self) -> Estimate:
        """Their mean."""
        return estimate_mean(self.values)

    @property
    def median(self) -> Estimate:
        """Their median."""
        return estimate_quantile(self.values, 0.5)

    @property
    def mean_interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean."""
        return self.mean.low, self.mean.high

    @property
    def median_interval(self) -> tuple[float, float]:
        """The 95 % interval of the median."""
        return self.median.low, self.median.high

    def beyond(self, distance: float) -> Estimate:
        """Give the share of queries with a larger distance."""
        return estimate_rate(int((self.values > distance).sum()), len(self.values))

    def interval_beyond(self, distance: float) -> tuple[float, float]:
        """Give the 95 % interval of that share."""
        share = self.beyond(distance)
        return share.low, share.high


@dataclass(frozen=True, eq=False)
class Peaks:
    """The largest weight of each query."""

    values: FloatArray
    """The largest weights, shape (draws,)."""

    @property
    def mean(self) -> Estimate:
        """Their mean."""
        return estimate_mean(self.values)

    @property
    def median(self) -> Estimate:
        """Their median."""
        return estimate_quantile(self.values, 0.5)

    def count_above(self, weight: float) -> int:
        """Count the queries whose largest weight is above this."""
        return int((self.values > weight).sum())

    def above(self, weight: float) -> Estimate:
        """Give the share of queries whose largest weight is above this."""
        return estimate_rate(self.count_above(weight), len(self.values))


@dataclass(frozen=True)
class LogitGaps:
    """What many queries make of random keys."""

    d_k: int
    """The width of queries and keys."""
    keys: int
    """How many keys each query meets."""
    draws: int
    """How many queries were drawn, each with keys of its own."""
    to_runner_up: Distances
    """From the largest raw score to the second."""
    to_median: Distances
    """From the largest raw score to the median one."""
    to_mean_of_rest: Distances
    """From the largest raw score to the mean of all others."""
    unscaled: Peaks
    """The largest weight of a softmax over the raw scores."""
    scaled: Peaks
    """The same over the scores divided by sqrt(d_k)."""


def measure_gaps(rng: np.random.Generator, d_k: int, keys: int, draws: int) -> LogitGaps:
    """Draw the raw scores of many queries against standard normal keys, and rank them.

    The scores of one query are independent and normal with variance |q|², exactly, whatever its
    direction; so the length of q (draws,) and the scores (draws, keys) are drawn, not the vectors.
    """
    lengths = np.sqrt(2 * rng.standard_gamma(d_k / 2, size=draws))
    scores = lengths[:, None] * rng.normal(size=(draws, keys))
    ranked = np.sort(scores, axis=1)
    largest = ranked[:, -1]
    return LogitGaps(
        d_k=d_k,
        keys=keys,
        draws=draws,
        to_runner_up=Distances(read_only(largest - ranked[:, -2])),
        to_median=Distances(read_only(largest - np.median(ranked, axis=1))),
        to_mean_of_rest=Distances(read_only(largest - ranked[:, :-1].mean(axis=1))),
        unscaled=Peaks(read_only(softmax(scores).max(axis=1))),
        scaled=Peaks(read_only(softmax(scores / sqrt(d_k)).max(axis=1))),
    )
