"""Queries that learn to fetch: what training does to a softmax that starts out saturated.

Every query has to bring back one given value out of n one-hot values, so its answer is its row of
weights p and its error ``|p - y|²`` with y one-hot. Keys stay as they are drawn; the queries move.
Queries don't touch each other: each is a problem of its own, and all are trained side by side.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.jacobian import softmax_jvp
from softlookup.softmax import softmax

Progress: TypeAlias = Callable[[int, int], None]
"""Told how many steps are done, and of how many."""

Slope: TypeAlias = Callable[[FloatArray, FloatArray], FloatArray]
"""From weights and one-hot answers (..., n) to the derivative of a loss by the logits (..., n)."""

DONE = 0.01
"""A mean error below this counts as fetched: a single query of 39 gone wrong would make it at least 0.025."""


@dataclass(frozen=True, eq=False)
class FetchTask:
    """What is to be fetched: ``sets`` independent drawings of n queries and n keys of width d_k."""

    queries: FloatArray
    """Where the queries start, shape (sets, n, d_k)."""
    keys: FloatArray
    """The keys, shape (sets, n, d_k)."""
    wanted: FloatArray
    """One-hot rows, each set's a permutation, shape (sets, n, n)."""

    def weigh(self, scale: float) -> FloatArray:
        """Give the weights at the start for scores times the scale, shape (sets, n, n)."""
        return softmax(scale * (self.queries @ self.keys.swapaxes(-1, -2)))


@dataclass(frozen=True, eq=False)
class Descent:
    """One rule of descent at one rate."""

    rate: float
    """The learning rate."""
    errors: FloatArray
    """The mean squared error over all queries, before each step and after the last, shape (steps + 1,)."""

    @property
    def final(self) -> float:
        """The error after the last step."""
        return float(self.errors[-1])

    @property
    def done_after(self) -> int:
        """The steps until the error is below `DONE`; raises ``ValueError`` if it never is."""
        below = np.flatnonzero(self.errors < DONE)
        if not len(below):
            message = f"expected an error below {DONE} at some step, found {self.errors.min():.3g} at best"
            raise ValueError(message)
        return int(below[0])


@dataclass(frozen=True, eq=False)
class Sweep:
    """One rule of descent at several rates."""

    runs: tuple[Descent, ...]
    """One result a rate, in the order given."""

    @property
    def best(self) -> Descent:
        """The run whose error after the last step is least."""
        return min(self.runs, key=lambda run: run.final)

    def at(self, rate: float) -> Descent:
        """Give the run at one rate; raises ``KeyError`` for a rate that was not tried."""
        for run in self.runs:
            if run.rate == rate:
                return run
        message = f"expected a rate of {', '.join(str(run.rate) for run in self.runs)}, found {rate}"
        raise KeyError(message)


def draw_task(rng: np.random.Generator, sets: int, items: int, d_k: int) -> FetchTask:
    """Draw queries, then keys, from N(0, 1), then who fetches what, for all sets."""
    queries = rng.normal(size=(sets, items, d_k))
    keys = rng.normal(size=(sets, items, d_k))
    wanted = np.stack([np.eye(items)[rng.permutation(items)] for _ in range(sets)])
    return FetchTask(read_only(queries), read_only(keys), read_only(wanted))


def slope_of_squared_error(weights: FloatArray, wanted: FloatArray) -> FloatArray:
    """Give the derivative of ``|p - y|² / 2`` by the logits: ``J (p - y)``."""
    return softmax_jvp(weights, weights - wanted)


def slope_of_cross_entropy(weights: FloatArray, wanted: FloatArray) -> FloatArray:
    """Give the derivative of ``-ln p_y`` by the logits: ``p - y``, no Jacobian left in it."""
    slope: FloatArray = weights - wanted
    return slope


def descend(  # noqa: PLR0913  (the task, the rule, and who is told)
    task: FetchTask,
    scale: float,
    rates: Sequence[float],
    steps: int,
    slope: Slope = slope_of_squared_error,
    *,
    progress: Progress | None = None,
) -> Sweep:
    """Train by plain gradient descent on the queries, at every rate from the same start.

    With logits ``z = s K q`` and slope g by the logits, a step of q is ``-rate · s Kᵀ g``, hence one of
    z is ``-rate · s² K Kᵀ g``: the (n, n) products of the keys are all that is needed, once.
    """
    start = scale * (task.queries @ task.keys.swapaxes(-1, -2))
    gram = scale**2 * (task.keys @ task.keys.swapaxes(-1, -2))  # (sets, n, d_k) -> (sets, n, n)
    logits = np.repeat(start[None], len(rates), axis=0)
    pace = np.reshape(rates, (-1, 1, 1, 1))
    errors = np.empty((steps + 1, len(rates)))
    for step in _count(steps, progress):
        weights = softmax(logits)
        errors[step] = _measure(weights, task.wanted)
        # (rates, sets, n, n) @ (sets, n, n) -> (rates, sets, n, n)
        logits = logits - pace * (slope(weights, task.wanted) @ gram)
    return _collect(rates, errors)


def descend_adam(
    task: FetchTask, scale: float, rates: Sequence[float], steps: int, progress: Progress | None = None
) -> Sweep:
    """Train by Adam on the queries (β₁ 0.9, β₂ 0.999, ε 1e-8), on the squared error, at every rate."""
    queries = np.repeat(task.queries[None], len(rates), axis=0)
    mean, square = np.zeros_like(queries), np.zeros_like(queries)
    pace = np.reshape(rates, (-1, 1, 1, 1))
    errors = np.empty((steps + 1, len(rates)))
    for step in _count(steps, progress):
        weights = softmax(scale * (queries @ task.keys.swapaxes(-1, -2)))
        errors[step] = _measure(weights, task.wanted)
        # (rates, sets, n, n) @ (sets, n, d_k) -> (rates, sets, n, d_k)
        gradient = scale * (slope_of_squared_error(weights, task.wanted) @ task.keys)
        mean += 0.1 * (gradient - mean)
        square += 0.001 * (gradient**2 - square)
        # Both averages started at 0: divided by what that took from them.
        root = np.sqrt(square / (1 - 0.999 ** (step + 1)))
        queries -= pace / (1 - 0.9 ** (step + 1)) * mean / (root + 1e-8)
    return _collect(rates, errors)


def _count(steps: int, progress: Progress | None) -> Iterator[int]:
    """Count from 0 to the last step, and tell of every hundredth part."""
    for step in range(steps + 1):
        yield step
        if progress and (step == steps or step % max(1, steps // 100) == 0):
            progress(step, steps)


def _measure(weights: FloatArray, wanted: FloatArray) -> FloatArray:
    """Give the mean squared error for each rate: (rates, sets, n, n) -> (rates,)."""
    squared: FloatArray = ((weights - wanted) ** 2).sum(axis=-1)
    means: FloatArray = squared.mean(axis=(1, 2))
    return means


def _collect(rates: Sequence[float], errors: FloatArray) -> Sweep:
    return Sweep(tuple(Descent(rate, read_only(errors[:, place])) for place, rate in enumerate(rates)))
