"""Monte-Carlo rates with their intervals."""

import math

from tether.values import Estimate

NORMAL_95 = 1.959963984540054
"""The 97.5 % point of the standard normal law, for two-sided intervals of 95 %."""


def estimate_rate(successes: int, trials: int) -> Estimate:
    """Give the rate of successes with its 95 % interval.

    The interval is Wilson's (Journal of the American Statistical Association 22:209-212, 1927), which stays
    within 0 and 1 and does not collapse where no trial, or every trial, succeeded.
    """
    rate, share = successes / trials, NORMAL_95**2 / trials
    middle = (rate + share / 2) / (1 + share)
    reach = math.sqrt(share * (rate * (1 - rate) + share / 4)) / (1 + share)
    # At rates 0 and 1 the rate is an end of the interval, which rounding must not move inwards.
    return Estimate(rate, min(rate, max(0.0, middle - reach)), max(rate, min(1.0, middle + reach)), trials)
