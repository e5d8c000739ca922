"""The small sums of the page on tools: vectors, a matrix product, a list of numbers, a coin game, slopes."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Algebra:
    """Three vectors, and a matrix of queries that meets a matrix of keys; whole numbers throughout."""

    a: Integers
    """A vector of whole length, shape (3,)."""
    b: Integers
    """Another of whole length, shape (3,)."""
    c: Integers
    """One that stands at a right angle to a, shape (3,)."""
    keys: Integers
    """A matrix whose first row is b, shape (4, 3)."""
    numbers: Integers
    """A few numbers to be averaged, shape (4,)."""

    @property
    def queries(self) -> Integers:
        """The matrix with rows a and c, shape (2, 3)."""
        return np.stack([self.a, self.c])

    @property
    def scores(self) -> Integers:
        """Every query's dot product with every key, shape (2, 4)."""
        return self.queries @ self.keys.T  # (2, 3) @ (3, 4) -> (2, 4)

    @property
    def dot(self) -> int:
        """The dot product of a and b."""
        return int(self.a @ self.b)

    @property
    def right_angle(self) -> int:
        """The dot product of a and c."""
        return int(self.a @ self.c)

    @property
    def norm_a(self) -> float:
        """The length of a."""
        return float(np.linalg.norm(self.a))

    @property
    def norm_b(self) -> float:
        """The length of b."""
        return float(np.linalg.norm(self.b))

    @property
    def cosine(self) -> float:
        """The cosine of the angle between a and b."""
        return self.dot / (self.norm_a * self.norm_b)

    @property
    def mean(self) -> float:
        """The mean of the numbers."""
        return float(self.numbers.mean())

    @property
    def variance(self) -> float:
        """The mean squared distance of the numbers from their mean."""
        return float(self.numbers.var())

    @property
    def deviation(self) -> float:
        """The square root of the variance."""
        return float(self.numbers.std())


@dataclass(frozen=True)
class Coins:
    """Two rows of fair coins, each coin showing +1 or -1, and the dot product of the rows."""

    width: int
    """How many coins a row has."""
    outcomes: int
    """In how many equally likely ways both rows can fall."""
    mean: float
    """The mean dot product over all of them."""
    variance: float
    """The variance of the dot product over all of them."""


@dataclass(frozen=True)
class CoinGame:
    """The coins at several widths."""

    rows: tuple[Coins, ...]
    """One entry a width, narrow to wide."""

    def at(self, width: int) -> Coins:
        """Give the entry of one width; raises ``KeyError`` for a width that was not played."""
        return {coins.width: coins for coins in self.rows}[width]


@dataclass(frozen=True)
class Slope:
    """The derivative of exp at 1, measured with one step."""

    step: float
    """h."""
    forward: float
    """``(exp(1 + h) - exp(1)) / h``."""
    central: float
    """``(exp(1 + h) - exp(1 - h)) / (2 h)``."""

    @property
    def forward_error(self) -> float:
        """How far the one-sided quotient is above the derivative, which is e."""
        return self.forward - math.e

    @property
    def central_error(self) -> float:
        """How far the central quotient is above the derivative."""
        return self.central - math.e


def work_algebra() -> Algebra:
    """Give the vectors and matrices whose sums the page on tools works out."""
    vectors = [(1, 2, 2), (2, 3, 6), (2, -2, 1)]
    keys = [(2, 3, 6), (1, 0, 0), (0, 1, -1), (2, -2, 1)]
    arrays = [np.array(values, np.int64) for values in (*vectors, keys, (2, 4, 4, 6))]
    for array in arrays:
        array.setflags(write=False)
    return Algebra(*arrays)


def toss_coins(widths: Sequence[int]) -> CoinGame:
    """Go through every way in which two rows of coins can fall, at each width; nothing is drawn."""
    return CoinGame(tuple(_toss(width) for width in widths))


def _toss(width: int) -> Coins:
    rows = np.array(list(product((-1, 1), repeat=width)), np.int64)  # (2**width, width)
    dots = rows @ rows.T  # every first row with every second: (2**width, 2**width)
    return Coins(width, dots.size, float(dots.mean()), float(dots.var()))


def measure_slopes(steps: Sequence[float]) -> tuple[Slope, ...]:
    """Measure the slope of exp at 1 by one-sided and by central quotients, at each step."""
    return tuple(Slope(h, _rise(h, 0) / h, _rise(h, h) / (2 * h)) for h in steps)


def _rise(ahead: float, behind: float) -> float:
    return math.exp(1 + ahead) - math.exp(1 - behind)
