"""Scores of random queries with random keys, drawn so that a reader's browser can draw them again."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.philox import draw_normals
from softlookup.softmax import softmax


@dataclass(frozen=True, eq=False)
class DrawnScores:
    """The raw scores of some queries, each with keys of its own, all entries from N(0, 1)."""

    seed: int
    """Where the draws began."""
    d_k: int
    """The width of queries and keys."""
    raw: FloatArray
    """Raw scores q·k, shape (queries, keys)."""

    @property
    def queries(self) -> int:
        """How many queries were drawn."""
        return len(self.raw)

    @property
    def keys(self) -> int:
        """How many keys each query had."""
        return int(self.raw.shape[1])

    @property
    def factor(self) -> float:
        """``sqrt(d_k)``, what the scores are divided by."""
        return sqrt(self.d_k)

    @property
    def scaled(self) -> FloatArray:
        """The scores divided by sqrt(d_k), shape (queries, keys)."""
        return self.raw / self.factor

    @property
    def raw_deviation(self) -> float:
        """The standard deviation of all raw scores about their mean."""
        return float(self.raw.std())

    @property
    def scaled_deviation(self) -> float:
        """The same of the divided scores."""
        return float(self.scaled.std())

    @property
    def raw_peak(self) -> float:
        """The median over the queries of the largest weight, scores taken as they are."""
        return float(np.median(softmax(self.raw).max(axis=1)))

    @property
    def scaled_peak(self) -> float:
        """The same with the scores divided by sqrt(d_k)."""
        return float(np.median(softmax(self.scaled).max(axis=1)))


def draw_scores(seed: int, d_k: int, queries: int, keys: int) -> DrawnScores:
    """Draw for each query its d_k entries and then those of its keys, the width being the stream's number."""
    shape = (queries, 1 + keys, d_k)
    drawn = draw_normals(seed, d_k, queries * (1 + keys) * d_k).reshape(shape)
    raw = (drawn[:, 1:] * drawn[:, :1]).sum(axis=2)  # (queries, keys, d_k) -> (queries, keys)
    return DrawnScores(seed, d_k, read_only(raw))
