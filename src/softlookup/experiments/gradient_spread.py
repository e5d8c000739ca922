"""How large the gradients through a softmax are, by what variable, over many random queries."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.experiments.estimates import estimate_mean, estimate_quantile
from softlookup.jacobian import softmax_jvp
from softlookup.softmax import softmax
from tether.values import Estimate


@dataclass(frozen=True, eq=False)
class Spread:
    """The lengths of one gradient over many draws."""

    values: FloatArray
    """The lengths, shape (draws,)."""

    @property
    def low(self) -> Estimate:
        """One in twenty is shorter than this."""
        return estimate_quantile(self.values, 0.05)

    @property
    def median(self) -> Estimate:
        """Half are shorter than this."""
        return estimate_quantile(self.values, 0.5)

    @property
    def high(self) -> Estimate:
        """One in twenty is longer than this."""
        return estimate_quantile(self.values, 0.95)

    @property
    def mean(self) -> Estimate:
        """Their mean."""
        return estimate_mean(self.values)

    @property
    def median_interval(self) -> tuple[float, float]:
        """The 95 % interval of the median."""
        return self.median.low, self.median.high

    @property
    def width(self) -> float:
        """How many powers of ten lie between low and high."""
        return float(np.log10(self.high.value / self.low.value))


@dataclass(frozen=True)
class Pulls:
    """The gradient of one loss through one softmax, by three variables."""

    by_logit: Spread
    """By what the softmax is given."""
    by_raw: Spread
    """By the raw scores q·k, whether scaled before the softmax or not."""
    by_query: Spread
    """By the query itself."""


@dataclass(frozen=True, eq=False)
class GradientSpread:
    """The same queries and keys, with and without the scaling."""

    d_k: int
    """The width of queries and keys."""
    keys: int
    """How many keys each query meets."""
    draws: int
    """How many draws there are."""
    unscaled: Pulls
    """Softmax of the raw scores."""
    scaled: Pulls
    """Softmax of the raw scores divided by sqrt(d_k)."""
    gaps: FloatArray
    """From the largest raw score to the second largest, shape (draws,)."""

    def typical(self, low: float, high: float) -> Estimate:
        """Give the median unscaled gradient by the query where the gap is between two bounds."""
        within = (self.gaps >= low) & (self.gaps < high)
        return estimate_quantile(self.unscaled.by_query.values[within], 0.5)

    @property
    def mean_ratio(self) -> float:
        """How many times longer the gradient by the query is on average without the scaling."""
        return self.unscaled.by_query.mean.value / self.scaled.by_query.mean.value


def spread_gradients(rng: np.random.Generator, d_k: int, keys: int, draws: int) -> GradientSpread:
    """Draw q (draws, d_k), K (draws, keys, d_k) and a pull g (draws, keys) on the weights, all N(0, 1).

    With p the weights, a loss moves as g·p; its gradient is J g by logit, s J g by raw score and
    s Kᵀ J g by query, where s is the scale and J the softmax Jacobian.
    """
    q = rng.normal(size=(draws, d_k))
    k = rng.normal(size=(draws, keys, d_k))
    pull = rng.normal(size=(draws, keys))
    scores = (k @ q[:, :, None])[:, :, 0]  # (draws, keys, d_k) @ (draws, d_k, 1) -> (draws, keys, 1)

    def differentiate(scale: float) -> Pulls:
        by_logit = softmax_jvp(softmax(scale * scores), pull)
        by_query = scale * (by_logit[:, None, :] @ k)[:, 0]  # (draws, 1, keys) @ (draws, keys, d_k)
        lengths = np.linalg.norm(by_logit, axis=1)
        return Pulls(
            by_logit=Spread(read_only(lengths)),
            by_raw=Spread(read_only(scale * lengths)),
            by_query=Spread(read_only(np.linalg.norm(by_query, axis=1))),
        )

    runner_up, best = np.sort(scores, axis=1)[:, -2:].T
    unscaled, scaled = differentiate(1), differentiate(1 / sqrt(d_k))
    return GradientSpread(d_k, keys, draws, unscaled, scaled, read_only(best - runner_up))
