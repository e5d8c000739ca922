"""How many updates a large model's training makes of its tokens."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Updates:
    """How many updates a large model's training had, from figures that its paper gives."""

    tokens: float
    """How many tokens it was trained on."""
    batch: float
    """How many tokens an update sees at full batch size."""
    smallest: float
    """How many tokens an update sees at first."""
    ramp: float
    """Over how many tokens the batch grows."""

    @property
    def at_full(self) -> float:
        """How many updates there are if every batch is full."""
        return self.tokens / self.batch

    @property
    def in_ramp(self) -> float:
        """How many there are while the batch grows evenly with the tokens seen: the sum of 1/batch."""
        grown = self.batch - self.smallest
        return self.ramp / grown * float(np.log(self.batch / self.smallest))

    @property
    def in_all(self) -> float:
        """How many there are in all."""
        return self.in_ramp + (self.tokens - self.ramp) / self.batch

    @property
    def rounded(self) -> int:
        """How many in all, to one significant figure."""
        size = int(10 ** int(np.log10(self.in_all)))
        return round(self.in_all / size) * size

    @property
    def tokens_per_update(self) -> float:
        """By how much tokens outnumber updates."""
        return self.tokens / self.in_all


def count_updates(tokens: float, batch: float, smallest: float, ramp: float) -> Updates:
    """Count a training run's updates from its tokens, its batch size and how that grew."""
    return Updates(tokens, batch, smallest, ramp)
