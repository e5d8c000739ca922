"""How sharply a head asks: its scale, read as the β of a memory of unit vectors."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, lgamma, sqrt

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.experiments.estimates import estimate_mean
from softlookup.softmax import softmax
from tether.values import Estimate


@dataclass(frozen=True)
class Width:
    """A width of queries and keys, with what follows from it alone."""

    width: int
    """The width d of queries and keys."""

    @property
    def root(self) -> float:
        """The square root of the width, which β is near."""
        return sqrt(self.width)

    @property
    def scale(self) -> float:
        """The factor that the head puts before its scores, one over that root."""
        return 1 / sqrt(self.width)


@dataclass(frozen=True)
class WidthBeta(Width):
    """The β at one width, of a head whose queries and keys have entries of N(0, 1)."""

    mean: Estimate
    """The mean of ``|q| |k| / sqrt(d)``."""
    low: float
    """The twentieth part of the draws lies below."""
    high: float
    """The twentieth part of the draws lies above."""
    exact: float
    """The mean by the law of the norm of a normal vector."""


@dataclass(frozen=True)
class HeadBeta(Width):
    """The β of each pair of a query and a key of one head."""

    pairs: int
    """How many pairs there are: every query with every key."""
    median: float
    """The middle one of ``|q| |k| / sqrt(d)``."""
    low: float
    """The twentieth part of the pairs lies below."""
    high: float
    """The twentieth part of the pairs lies above."""
    means: tuple[float, ...]
    """The mean of each query's own, over all keys."""


@dataclass(frozen=True)
class SharpnessWeight:
    """What a clean cue gives its own pattern at one sharpness."""

    beta: float
    """The sharpness."""
    weight: Estimate
    """The mean weight of the pattern that the cue equals."""


@dataclass(frozen=True)
class EffectiveBeta:
    """Effective sharpnesses at several widths, and what sharpness does to a clean cue."""

    draws: int
    """How many pairs of query and key were drawn at each width."""
    memories: int
    """How many memories the mean weights rest on."""
    patterns: int
    """How many unit patterns each of those stored."""
    width: int
    """How many numbers each of their patterns had."""
    rows: tuple[WidthBeta, ...]
    """One result for each width."""
    clean: tuple[SharpnessWeight, ...]
    """One mean weight for each sharpness."""

    def at(self, width: int) -> WidthBeta:
        """Give the result at a width; raises ``KeyError`` for one that was not drawn."""
        return {row.width: row for row in self.rows}[width]

    def weight_at(self, beta: float) -> Estimate:
        """Give the mean weight at a sharpness; raises ``KeyError`` for one that was not tried."""
        return {row.beta: row for row in self.clean}[beta].weight


def measure_beta(  # noqa: PLR0913  (two experiments of three sizes)
    rng: np.random.Generator,
    widths: Sequence[int],
    draws: int,
    betas: Sequence[float],
    *,
    memories: int,
    patterns: int,
    width: int,
) -> EffectiveBeta:
    """Draw queries and keys at each width, then memories of unit patterns asked by clean cues."""
    rows = tuple(_measure_width(rng, d, draws) for d in widths)
    scores = _score_clean(rng, memories, patterns, width)
    clean = tuple(SharpnessWeight(b, estimate_mean(softmax(b * scores)[:, 0])) for b in betas)
    return EffectiveBeta(draws, memories, patterns, width, rows, clean)


def read_betas(queries: FloatArray, keys: FloatArray) -> HeadBeta:
    """Read the β of every query (m, d) with every key (n, d) off their lengths."""
    width = queries.shape[1]
    lengths = (np.linalg.norm(one, axis=1) for one in (queries, keys))
    betas = np.multiply.outer(*lengths) / sqrt(width)  # (m), (n) -> (m, n)
    low, high = np.quantile(betas, (0.05, 0.95))
    means = tuple(float(mean) for mean in betas.mean(axis=1))
    return HeadBeta(width, betas.size, float(np.median(betas)), float(low), float(high), means)


def expect_product_of_norms(width: int) -> float:
    """Give the mean of ``|q| |k| / sqrt(d)`` for independent normal vectors, from that of one norm.

    The norm of d independent N(0, 1) has the mean ``sqrt(2) Γ((d + 1)/2) / Γ(d/2)``.
    """
    norm = sqrt(2) * exp(lgamma((width + 1) / 2) - lgamma(width / 2))
    return norm**2 / sqrt(width)


def _measure_width(rng: np.random.Generator, width: int, draws: int) -> WidthBeta:
    q, k = rng.normal(size=(draws, width)), rng.normal(size=(draws, width))
    betas = np.linalg.norm(q, axis=1) * np.linalg.norm(k, axis=1) / sqrt(width)
    low, high = np.quantile(betas, (0.05, 0.95))
    return WidthBeta(width, estimate_mean(betas), float(low), float(high), expect_product_of_norms(width))


def _score_clean(rng: np.random.Generator, memories: int, patterns: int, width: int) -> FloatArray:
    """Score every pattern of each memory by its first pattern: (memories, patterns), the first being 1."""
    stored = rng.normal(size=(memories, patterns, width))
    stored /= np.linalg.norm(stored, axis=-1, keepdims=True)
    # (memories, patterns, width) @ (memories, width, 1) -> (memories, patterns, 1)
    return (stored @ stored[:, :1].swapaxes(-1, -2))[..., 0]
