"""Which weightings of the values give bob's row, and from how many value coordinates on only one does."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.experiments.head import Head
from softlookup.world import ByEntity, gather
from tether.values import Roundoff

ZERO = 1e-12
"""A weight that is negative by less than this is 0, up to rounding."""


@dataclass(frozen=True)
class Range:
    """How much one entity's weight may be if only the output row is known."""

    name: str
    """The entity."""
    low: float
    """The smallest weight that it has in a weighting with this output row."""
    weight: float
    """The weight that it does have."""
    high: float
    """The largest."""


@dataclass(frozen=True, eq=False)
class SameRow(ByEntity[Range]):
    """All weightings that give bob's output row: weights not negative, with sum one."""

    dimension: int
    """In how many independent directions the weights can move without moving the row."""
    corners: int
    """How many corners this set of weightings has."""
    fewest: int
    """The fewest entities that a weighting with this row needs."""
    error: Roundoff
    """How far from bob's row a corner's row is at most, and its sum from one."""
    farthest: float
    """The share of the whole weight that sits elsewhere in the weighting farthest from bob's."""
    farthest_weights: FloatArray
    """That weighting, in alphabetical order, shape (13,)."""

    @property
    def dispensable(self) -> int:
        """How many entities could each have had no weight at all."""
        return sum(one.low == 0 for one in self)

    @property
    def widest(self) -> Range:
        """The entity whose weight is least known."""
        return max(self, key=lambda one: one.high - one.low)


def find_same_rows(head: Head) -> SameRow:
    """Find the corners of the set of weightings with bob's row, by trying every choice of enough entities.

    The set is ``w >= 0, [V | 1]ᵀ w = [o | 1]``; a corner has no more weights above 0 than there are
    equations, so the extremes of every weight, and the farthest weighting, are among these solutions.
    """
    equations = np.concatenate([head.values, np.ones((len(head.values), 1))], axis=1).T  # (d_v + 1, 13)
    wanted = np.append(head.bob.output, 1.0)
    count, chosen = len(wanted), np.array(list(combinations(range(len(head.values)), len(wanted))))
    squares = equations[:, chosen].transpose(1, 0, 2)  # (choices, d_v + 1, d_v + 1)
    solved = np.linalg.solve(squares, np.broadcast_to(wanted, (len(chosen), count))[..., None])[..., 0]
    fits = (solved > -ZERO).all(axis=1)
    corners = np.zeros((int(fits.sum()), len(head.values)))
    np.put_along_axis(corners, chosen[fits], np.maximum(solved[fits], 0.0), axis=1)
    apart = np.abs(corners - head.bob.weights).sum(axis=1) / 2
    ranges = gather(
        lambda place, name: Range(
            name,
            float(corners[:, place].min()),
            float(head.bob.weights[place]),
            float(corners[:, place].max()),
        )
    )
    return SameRow(
        **ranges,
        dimension=len(head.values) - int(np.linalg.matrix_rank(equations)),
        corners=len(corners),
        fewest=int((corners > 0).sum(axis=1).min()),
        error=Roundoff(float(np.abs(corners @ equations.T - wanted).max())),
        farthest=float(apart.max()),
        farthest_weights=read_only(corners[apart.argmax()]),
    )


@dataclass(frozen=True, eq=False)
class Width:
    """What a row of values of one width tells about bob's weights."""

    width: int
    """How many coordinates a value has."""
    dimension: int
    """In how many independent directions the weights can move without moving the row."""
    error: Roundoff
    """How far the weights of least length with this row are from bob's, at worst over the draws."""
    rounded_error: float
    """The median over the draws of the largest error of a weight, if the row is known to four decimals."""


@dataclass(frozen=True, eq=False)
class Recovery:
    """Bob's weights read back from his row, for values of several widths drawn at random."""

    widths: tuple[Width, ...]
    """One result a width, from 1 on."""
    draws: int
    """How many sets of values were drawn at each width."""

    def at(self, width: int) -> Width:
        """Give what values of this width tell; raises ``ValueError`` for a width not tried."""
        tried = [one.width for one in self.widths]
        if width not in tried:
            message = f"expected a width of {tried}, found {width}"
            raise ValueError(message)
        return self.widths[tried.index(width)]

    @property
    def needed(self) -> int:
        """The smallest width at which nothing is left open."""
        return min(one.width for one in self.widths if one.dimension == 0)


def recover_weights(rng: np.random.Generator, head: Head, widths: tuple[int, ...], draws: int) -> Recovery:
    """Draw values, mix them by bob's weights, and solve for the weights, knowing that they sum to one."""
    weights, found = head.bob.weights, []
    for width in widths:
        values = rng.normal(size=(draws, len(weights), width))
        equations = np.concatenate([values, np.ones((draws, len(weights), 1))], axis=2).swapaxes(1, 2)
        inverse = np.linalg.pinv(equations)  # (draws, width + 1, 13) -> (draws, 13, width + 1)
        row = equations @ weights  # (draws, width + 1, 13) @ (13,) -> (draws, width + 1)
        error, rounded = (
            np.abs((inverse @ known[..., None])[..., 0] - weights).max(axis=1)
            for known in (row, np.round(row, 4))
        )
        ranks = np.linalg.matrix_rank(equations)
        open_ = len(weights) - int(ranks.min())
        found.append(Width(width, open_, Roundoff(float(error.max())), float(np.median(rounded))))
    return Recovery(tuple(found), draws)
