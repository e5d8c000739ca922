"""Monte-Carlo results with what they rest on: the number of trials and a 95 % interval."""

from math import sqrt

import numpy as np

from softlookup.arrays import FloatArray
from tether.values import Estimate

Z = 1.959963984540054
"""How many standard deviations either way hold 95 % of a normal law."""


def estimate_rate(hits: int, trials: int) -> Estimate:
    """Give a rate with Wilson's score interval, which stays within 0 to 1 and serves rare events too.

    Raises ``ValueError`` unless there is a trial and ``0 <= hits <= trials``.
    """
    if not 0 <= hits <= trials or trials < 1:
        message = f"expected 0 <= hits <= trials and at least one trial, found {hits} of {trials}"
        raise ValueError(message)
    rate, shrink = hits / trials, 1 + Z**2 / trials
    centre = (rate + Z**2 / (2 * trials)) / shrink
    half = Z * sqrt(rate * (1 - rate) / trials + Z**2 / (4 * trials**2)) / shrink
    # At 0 and at 1 the interval starts at the rate itself, up to rounding.
    return Estimate(rate, min(centre - half, rate), max(centre + half, rate), trials)


def estimate_mean(draws: FloatArray) -> Estimate:
    """Give the mean of independent draws (m,), m at least 2, with the interval of the normal law."""
    mean = float(draws.mean())
    half = Z * float(draws.std(ddof=1)) / sqrt(len(draws))
    return Estimate(mean, mean - half, mean + half, len(draws))


def estimate_quantile(draws: FloatArray, share: float) -> Estimate:
    """Give the value below which a share of independent draws (m,) lies.

    The interval is that between two order statistics, found by the normal law of the number of draws
    below the true quantile: no law is assumed for the draws themselves.
    """
    ordered, count = np.sort(draws), len(draws)
    half = Z * sqrt(count * share * (1 - share))
    low, high = int(np.floor(count * share - half)), int(np.ceil(count * share + half))
    value = float(np.quantile(ordered, share))
    return Estimate(value, float(ordered[max(low - 1, 0)]), float(ordered[min(high, count - 1)]), count)
