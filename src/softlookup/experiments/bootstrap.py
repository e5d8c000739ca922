"""The mean of draws whose law is far from normal, with an interval that stays within what was drawn."""

import numpy as np

from softlookup.arrays import FloatArray
from tether.values import Estimate

RESAMPLES = 4000
"""How often the draws are drawn again from themselves."""


def estimate_skewed_mean(draws: FloatArray) -> Estimate:
    """Give the mean of independent draws (m,) with a 95 % interval by bootstrap percentiles.

    The draws are drawn again from themselves, with repetition, and the interval holds the middle 95 % of
    the means that this gives. For probabilities it therefore stays between 0 and 1, which the normal law's
    may leave. Where draws do not differ the interval is a point: they say nothing of what else might come.
    The repetitions need no stream of their own: they are an approximation of a sum over all of them.
    Raises ``ValueError`` for fewer than two draws.
    """
    count = len(draws)
    if count < 2:  # noqa: PLR2004  (one draw has no spread)
        message = f"expected at least two draws, found {count}"
        raise ValueError(message)
    picks = np.random.default_rng(count).integers(count, size=(RESAMPLES, count))
    low, high = np.quantile(draws[picks].mean(axis=1), (0.025, 0.975))
    mean = float(draws.mean())
    return Estimate(mean, min(float(low), mean), max(float(high), mean), count)
