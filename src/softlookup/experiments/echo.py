"""What a softmax memory makes of a clean cue among very many patterns: an echo of it."""

from dataclasses import dataclass
from math import cosh, exp, tanh


@dataclass(frozen=True)
class Echo:
    """What a softmax step makes of a clean cue among very many random patterns, on paper."""

    width: int
    """How many coordinates a pattern has, d."""
    beta: float
    """The inverse temperature, for unit patterns."""

    @property
    def rival(self) -> float:
        """The mean of ``exp(β cos)`` over random sign patterns: ``cosh(β/d)^d``."""
        return cosh(self.beta / self.width) ** self.width

    @property
    def length(self) -> float:
        """How long a step makes the cue where the right pattern is lost in the crowd: ``tanh(β/d)``."""
        return tanh(self.beta / self.width)

    @property
    def half(self) -> float:
        """How many patterns there are where all others together weigh as much as the right one."""
        return 1 + exp(self.beta) / self.rival

    def weight(self, patterns: int) -> float:
        """Give the right pattern's weight, with the others' sum at its mean."""
        return exp(self.beta) / (exp(self.beta) + (patterns - 1) * self.rival)


def find_echo(width: int, beta: float) -> Echo:
    """Give what a step does to a cue of signs, as a unit vector, in a crowd of random sign patterns.

    A random pattern's coordinate is ``±1/sqrt(d)``, so ``exp(β q·x)`` is a product of d independent factors
    ``exp(±β/d)``, each of mean ``cosh(β/d)``; weighted by it, a coordinate's mean is ``tanh(β/d)`` of the
    cue's.
    """
    return Echo(width, beta)
