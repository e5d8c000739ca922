"""The variance of a dot product whose entries are not independent with mean 0 and variance 1."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray

Draw = Callable[[np.random.Generator, tuple[int, int]], tuple[FloatArray, FloatArray]]


@dataclass(frozen=True)
class EntryLaw:
    """One way of drawing q and k, and what their products did."""

    mean: float
    """The mean of q·k, measured."""
    variance: float
    """The variance of q·k, measured."""
    expected_mean: float
    """The mean by theory."""
    expected_variance: float
    """The variance by theory."""
    d_k: int
    """The width."""

    @property
    def ratio(self) -> float:
        """The variance over d_k, which is 1 where the scaling by sqrt(d_k) fits."""
        return self.variance / self.d_k

    @property
    def expected_ratio(self) -> float:
        """The same by theory."""
        return self.expected_variance / self.d_k

    @property
    def scaled_mean(self) -> float:
        """The mean of q·k/sqrt(d_k)."""
        return self.mean / float(np.sqrt(self.d_k))


@dataclass(frozen=True)
class RowVariance:
    """How the scores of one query differ from key to key, which is all that softmax notices."""

    d_k: int
    """The width."""
    queries: int
    """How many queries were drawn."""
    keys: int
    """How many keys each of them met."""
    variance: float
    """The variance of q·k over the keys of one query, unbiased, and its mean over the queries."""
    expected_variance: float
    """The same by theory: ``d_k t² (s² + m²)``."""

    @property
    def ratio(self) -> float:
        """The variance over d_k."""
        return self.variance / self.d_k

    @property
    def expected_ratio(self) -> float:
        """The same by theory."""
        return self.expected_variance / self.d_k


@dataclass(frozen=True)
class EntryLaws:
    """Six ways of drawing q and k in pairs, and four of drawing a q with many k."""

    d_k: int
    """The width."""
    draws: int
    """How many pairs each was measured on."""
    unit: EntryLaw
    """Independent, N(0, 1): what the scaling assumes."""
    doubled: EntryLaw
    """The entries of q twice as large."""
    uniform: EntryLaw
    """Uniform between -1 and 1: variance 1/3, and not normal."""
    shifted: EntryLaw
    """N(1, 1): unit variance, but not mean 0."""
    repeated: EntryLaw
    """One number all along q and another all along k: unit variance, but not independent."""
    itself: EntryLaw
    """k = q: a key asked for by its own query."""
    row_of_unit: RowVariance
    """Within a row: q and k from N(0, 1)."""
    row_of_shifted: RowVariance
    """Within a row: q and k from N(1, 1)."""
    row_of_shifted_keys: RowVariance
    """Within a row: the keys from N(1, 1), the queries from N(0, 1)."""
    row_of_shifted_queries: RowVariance
    """Within a row: the queries from N(1, 1), the keys from N(0, 1)."""


ROW_QUERIES, ROW_KEYS = 1000, 64
"""How many queries show the variance within a row, and how many keys each meets."""


def measure_entries(rng: np.random.Generator, d_k: int, draws: int) -> EntryLaws:
    """Draw q and k, each (draws, d_k), in six ways, and compare q·k with theory.

    For independent entries ``Var(q·k) = d_k (s² t² + s² n² + m² t²)``, with m and s² the mean and
    variance of q's entries, n and t² those of k's; the mean is ``d_k m n``. Within a row q is one, and n adds
    ``n Σ q_i`` to all its scores alike: what is left is ``d_k t² (s² + m²)``.
    """

    def measure(draw: Draw, mean: float, variance: float) -> EntryLaw:
        q, k = draw(rng, (draws, d_k))
        products = (q * k).sum(axis=1)  # (draws, d_k) -> (draws,)
        return EntryLaw(float(products.mean()), float(products.var()), mean, variance, d_k)

    return EntryLaws(
        d_k=d_k,
        draws=draws,
        unit=measure(lambda r, s: (r.normal(size=s), r.normal(size=s)), 0, d_k),
        doubled=measure(lambda r, s: (2 * r.normal(size=s), r.normal(size=s)), 0, 4 * d_k),
        uniform=measure(lambda r, s: (r.uniform(-1, 1, s), r.uniform(-1, 1, s)), 0, d_k / 9),
        shifted=measure(lambda r, s: (1 + r.normal(size=s), 1 + r.normal(size=s)), d_k, 3 * d_k),
        repeated=measure(_repeat, 0, d_k**2),
        itself=measure(_ask_itself, d_k, 2 * d_k),
        row_of_unit=_measure_rows(rng, d_k, 0, 0),
        row_of_shifted=_measure_rows(rng, d_k, 1, 1),
        row_of_shifted_keys=_measure_rows(rng, d_k, 0, 1),
        row_of_shifted_queries=_measure_rows(rng, d_k, 1, 0),
    )


def _measure_rows(rng: np.random.Generator, d_k: int, m: float, n: float) -> RowVariance:
    """Draw queries from N(m, 1), and for each of them keys of its own from N(n, 1)."""
    q = m + rng.normal(size=(ROW_QUERIES, d_k, 1))
    k = n + rng.normal(size=(ROW_QUERIES, ROW_KEYS, d_k))
    scores = (k @ q)[:, :, 0]  # (queries, keys, d_k) @ (queries, d_k, 1) -> (queries, keys)
    variance = float(scores.var(axis=1, ddof=1).mean())
    return RowVariance(d_k, ROW_QUERIES, ROW_KEYS, variance, d_k * (1 + m**2))


def _repeat(rng: np.random.Generator, shape: tuple[int, int]) -> tuple[FloatArray, FloatArray]:
    q, k = rng.normal(size=(2, shape[0], 1))
    return np.broadcast_to(q, shape), np.broadcast_to(k, shape)


def _ask_itself(rng: np.random.Generator, shape: tuple[int, int]) -> tuple[FloatArray, FloatArray]:
    q = rng.normal(size=shape)
    return q, q
