"""How sharply an untrained head asks: the β that its scale amounts to on directions."""

from dataclasses import dataclass
from math import exp, lgamma, sqrt

import numpy as np

from softlookup.experiments.estimates import estimate_mean
from tether.values import Estimate


@dataclass(frozen=True)
class HeadSharpness:
    """Queries and keys with standard normal entries, scored by q·k/√d."""

    width: int
    """d, how many entries each has."""
    drawn: Estimate
    """The mean of |q|·|k|/√d, by which the cosine of q and k is multiplied: β on unit vectors."""

    @property
    def scale(self) -> float:
        """1/√d, the factor itself."""
        return 1 / sqrt(self.width)

    @property
    def root(self) -> float:
        """√d, which the mean is near."""
        return sqrt(self.width)

    @property
    def exact(self) -> float:
        """The mean exactly: (√2·Γ((d+1)/2)/Γ(d/2))²/√d."""
        return 2 * exp(2 * (lgamma((self.width + 1) / 2) - lgamma(self.width / 2))) / sqrt(self.width)


def measure_head_sharpness(rng: np.random.Generator, width: int, draws: int) -> HeadSharpness:
    """Draw queries and keys, and take the mean of the factor on their cosine."""
    q, k = rng.standard_normal((2, draws, width))
    factors = np.linalg.norm(q, axis=1) * np.linalg.norm(k, axis=1) / sqrt(width)
    return HeadSharpness(width, estimate_mean(factors))
