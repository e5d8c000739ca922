"""Small turns of what the chapters show, for the answers to their exercises: a score raised, a key more."""

from dataclasses import dataclass
from math import exp

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.experiments.head import Head
from softlookup.experiments.jacobian_check import JacobianCheck
from softlookup.jacobian import softmax_jacobian
from softlookup.softmax import softmax


@dataclass(frozen=True)
class Levelled:
    """Bob's row after his own score was raised until he gets as much of his attention as p2."""

    raised_by: float
    """By how much his scaled score went up."""
    first: float
    """The weight of p2 then."""
    own: float
    """His own weight then."""


def level_row(head: Head) -> Levelled:
    """Raise bob's score with himself to that of the key he attends to most, p2, and weigh again."""
    names = [match.name for match in head.bob.top]
    raised_by = head.bob.on.p2.scaled - head.bob.on.bob.scaled
    order = sorted(names)  # as the rows of the head are
    scores = head.bob.scaled + raised_by * np.array([name == "bob" for name in order])
    weights = softmax(scores)
    return Levelled(raised_by, float(weights[order.index("p2")]), float(weights[order.index("bob")]))


@dataclass(frozen=True, eq=False)
class FlatSlopes:
    """The Jacobian of a softmax whose weights are all equal."""

    own: float
    """The slope of a weight by its own score."""
    other: float
    """Its slope by another's."""
    norm: float
    """The spectral norm of the matrix."""


def flatten_slopes(keys: int) -> FlatSlopes:
    """Give the slopes where that many keys score alike."""
    matrix = softmax_jacobian(softmax(np.zeros(keys)))
    return FlatSlopes(float(matrix[0, 0]), float(matrix[0, 1]), float(np.linalg.norm(matrix, 2)))


@dataclass(frozen=True, eq=False)
class Nudged:
    """What a small rise of one score does to all weights: foretold by the Jacobian, and done."""

    rise: float
    """By how much the score went up."""
    foretold: FloatArray
    """The Jacobian's column times the rise, shape (n,)."""
    done: FloatArray
    """The weights after less the weights before, shape (n,)."""


def nudge_score(check: JacobianCheck, place: int, rise: float) -> Nudged:
    """Raise one of the five scores of the chapter on the Jacobian."""
    moved = check.logits + rise * np.eye(len(check.logits))[place]
    return Nudged(rise, read_only(check.matrix[:, place] * rise), read_only(softmax(moved) - check.weights))


@dataclass(frozen=True)
class Merged:
    """An online softmax that meets one more key."""

    largest: float
    """The largest score so far."""
    total: float
    """The sum so far, relative to it."""
    score: float
    """The score that comes."""
    merged: float
    """The sum afterwards, relative to the larger of the two."""
    forgotten: float
    """What it would be if the old sum were not shrunk."""

    @property
    def share(self) -> float:
        """The weight of the key that came."""
        return exp(self.score - max(self.largest, self.score)) / self.merged

    @property
    def wrong_share(self) -> float:
        """Its weight if the old sum were not shrunk."""
        return exp(self.score - max(self.largest, self.score)) / self.forgotten


def meet_score(largest: float, total: float, score: float) -> Merged:
    """Take in one more score."""
    new = max(largest, score)
    came = exp(score - new)
    return Merged(largest, total, score, total * exp(largest - new) + came, total + came)


@dataclass(frozen=True)
class NearRepeat:
    """The weight of a pattern, asked for by itself, beside one look-alike or beside many strangers."""

    cosine: float
    """Of the pattern and its look-alike."""
    beta: float
    """The sharpness."""
    beside_it: float
    """The weight of the pattern where the look-alike is the only other one."""
    strangers: int
    """How many patterns at right angles would take as much."""


def face_near_repeat(cosine: float, beta: float) -> NearRepeat:
    """Ask a memory of unit patterns, sharply, for one that has a look-alike."""
    weights = softmax(beta * np.array([1.0, cosine]))
    # Strangers score 0 and weigh 1 each; the look-alike weighs exp(β ρ).
    return NearRepeat(cosine, beta, float(weights[0]), int(exp(beta * cosine)))
