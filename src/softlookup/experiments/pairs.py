"""Two scores alone: how far apart they must be for how large a share."""

from dataclasses import dataclass

import numpy as np

from softlookup.softmax import softmax


@dataclass(frozen=True)
class Pair:
    """Two scores and what softmax makes of them."""

    gap: float
    """How far the first score is above the second."""
    weight: float
    """The first weight, ``1/(1 + exp(-gap))``."""
    ratio: float
    """The first weight over the second, ``exp(gap)``."""


@dataclass(frozen=True)
class Pairs:
    """Two scores at any distance."""

    def at(self, gap: float) -> Pair:
        """Weigh the scores (gap, 0)."""
        first, second = (float(weight) for weight in softmax([float(gap), 0.0]))
        return Pair(gap, first, first / second)

    def gap_for(self, weight: float) -> float:
        """Give the gap at which the first weight is this; raises ``ValueError`` unless 0 < weight < 1."""
        if not 0 < weight < 1:
            message = f"expected a weight between 0 and 1, found {weight!r}"
            raise ValueError(message)
        return float(np.log(weight) - np.log1p(-weight))


def weigh_pairs() -> Pairs:
    """Take two scores whose weights are wanted at several distances."""
    return Pairs()
