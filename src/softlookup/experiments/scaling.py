"""How the variance of a dot product grows with its width (source A, step 4 of its generator)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, prod, sqrt

import numpy as np


@dataclass(frozen=True)
class WidthVariance:
    """The dot products of many independent pairs of standard normal vectors of one width."""

    d_k: int
    """The width, which is also the variance that theory gives."""
    draws: int
    """How many pairs were drawn."""
    variance: float
    """The variance of the dot products (mean square minus squared mean)."""

    @property
    def ratio(self) -> float:
        """The variance divided by d_k; theory says 1."""
        return self.variance / self.d_k

    @property
    def relative_error(self) -> float:
        """``|ratio - 1|``."""
        return abs(self.ratio - 1)

    @property
    def ratio_deviation(self) -> float:
        """The standard deviation of the ratio over fresh seeds: ``sqrt((2 + 6/d_k) / draws)``.

        The fourth moment of a dot product is ``3 d² + 6 d``; the variance of a sample variance
        follows from it, up to terms of order 1/draws².
        """
        return sqrt((2 + 6 / self.d_k) / self.draws)

    def chance_within(self, bound: float) -> float:
        """Give the chance that a fresh seed's ratio is within a bound of 1, by the normal law."""
        return erf(bound / self.ratio_deviation / sqrt(2))


@dataclass(frozen=True)
class Scaling:
    """The variances at several widths, in the order they were drawn."""

    rows: tuple[WidthVariance, ...]
    """One result a width."""

    def at(self, d_k: int) -> WidthVariance:
        """Give the result at one width; raises ``KeyError`` for a width that was not measured."""
        for row in self.rows:
            if row.d_k == d_k:
                return row
        measured = ", ".join(str(row.d_k) for row in self.rows)
        message = f"expected a measured width ({measured}), found {d_k}"
        raise KeyError(message)

    @property
    def draws(self) -> int:
        """How many pairs were drawn at each width."""
        return self.rows[0].draws

    @property
    def worst_relative_error(self) -> float:
        """The largest ``|ratio - 1|``, a fraction: 0.03 is 3 percent."""
        return max(row.relative_error for row in self.rows)

    def chance_within(self, bound: float) -> float:
        """Give the chance that a fresh seed keeps all ratios within a bound (a fraction) of 1."""
        return prod(row.chance_within(bound) for row in self.rows)


def measure_scaling(rng: np.random.Generator, widths: Sequence[int], draws: int) -> Scaling:
    """Draw q then k, each (draws, d), for every width d, and take the variance of their products."""
    return Scaling(tuple(_measure_width(rng, d_k, draws) for d_k in widths))


def _measure_width(rng: np.random.Generator, d_k: int, draws: int) -> WidthVariance:
    q, k = rng.normal(size=(draws, d_k)), rng.normal(size=(draws, d_k))
    products = (q * k).sum(axis=1)  # (draws, d_k) -> (draws,)
    return WidthVariance(d_k, draws, float(products.var()))
