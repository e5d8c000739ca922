"""How long the noise on a cue is beside the pattern that it covers."""

from dataclasses import dataclass
from math import exp, lgamma, sqrt


@dataclass(frozen=True)
class NoiseNorm:
    """One size of noise."""

    noise: float
    """σ, the standard deviation of the noise on each coordinate."""
    width: int
    """d, how many coordinates there are."""

    @property
    def length(self) -> float:
        """σ√d, the root of the mean squared length of the noise; the pattern's length is 1."""
        return self.noise * sqrt(self.width)

    @property
    def mean_length(self) -> float:
        """The mean length of the noise: σ√2·Γ((d+1)/2)/Γ(d/2)."""
        return self.noise * sqrt(2) * exp(lgamma((self.width + 1) / 2) - lgamma(self.width / 2))

    @property
    def cue_length(self) -> float:
        """√(1 + dσ²), the root of the mean squared length of the cue."""
        return sqrt(1 + self.width * self.noise**2)

    @property
    def cosine(self) -> float:
        """The cosine of such a cue with its pattern: 1 over its length."""
        return 1 / self.cue_length

    @property
    def rival_deviation(self) -> float:
        """The standard deviation of the score of any other pattern; the wanted one scores 1 on average."""
        return self.cue_length / sqrt(self.width)

    @property
    def lead(self) -> float:
        """How many such deviations the wanted pattern's mean score is above the mean of the others, 0."""
        return 1 / self.rival_deviation


@dataclass(frozen=True)
class NoiseNorms:
    """Any size of noise, for patterns of one width."""

    width: int
    """How many coordinates there are."""

    def at(self, noise: float) -> NoiseNorm:
        """Give one size of noise; raises ``ValueError`` unless it is above 0."""
        if not noise > 0:
            message = f"expected a noise above 0, found {noise}"
            raise ValueError(message)
        return NoiseNorm(noise, self.width)


def measure_noise(width: int) -> NoiseNorms:
    """Give the lengths of noise for patterns of a width."""
    return NoiseNorms(width)
