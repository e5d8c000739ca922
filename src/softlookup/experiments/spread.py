"""How many keys a row of weights is spread over: entropy and perplexity."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.softmax import log_softmax
from softlookup.world import ByEntity, gather


@dataclass(frozen=True)
class Spread:
    """How widely one row of weights is spread."""

    name: str
    """Whose row it is."""
    entropy: float
    """``-sum p ln p`` in nats: 0 for one key alone, ln n for n equal weights."""

    @property
    def perplexity(self) -> float:
        """``exp(entropy)``: how many equally weighted keys would be as undecided as this row."""
        return float(np.exp(self.entropy))


@dataclass(frozen=True)
class Spreads(ByEntity[Spread]):
    """The spread of every entity's row, under its name."""

    ranked: tuple[Spread, ...]
    """All rows, the most decided first."""


def measure_spread(logits: FloatArray) -> Spreads:
    """Measure the spread of every row of attention weights from its logits, shape (13, 13)."""
    logs = log_softmax(logits)
    entropies = -(np.exp(logs) * logs).sum(axis=1)  # (13, 13) -> (13,)
    rows = gather(lambda place, name: Spread(name, float(entropies[place])))
    return Spreads(**rows, ranked=_rank(list(rows.values())))


def _rank(rows: Sequence[Spread]) -> tuple[Spread, ...]:
    return tuple(sorted(rows, key=lambda row: row.entropy))
