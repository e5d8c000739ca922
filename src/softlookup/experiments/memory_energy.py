"""The energy that each step of the memory lowers, measured step by step, and where nothing lowers it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.experiments.estimates import estimate_rate
from softlookup.memory import energy, iterate, recall
from softlookup.softmax import log_softmax
from tether.values import Estimate, Roundoff


@dataclass(frozen=True)
class Descent:
    """Many random starts in one memory, each followed for some steps."""

    beta: float
    """The sharpness."""
    falls: int
    """How many steps were checked: starts times steps."""
    broken: int
    """Steps that lowered the energy by less than half their squared length, beyond rounding."""
    identity_error: Roundoff
    """The largest difference between a fall and its two parts, distance and divergence."""
    distance_share: float
    """How much of the first steps' fall is half the squared length, on average; a fraction."""
    median_steps: int
    """How many steps the middle one of the starts needs until a step is below the tolerance."""
    most_steps: int
    """How many the slowest needs."""
    settled: int
    """How many starts settled."""
    ends: int
    """How many different places they settled in, told apart at a thousandth."""
    at_patterns: int
    """How many starts settled where the cosine with a stored pattern is 0.9 or more."""
    to_mean: float
    """The smallest cosine of such an end with the mean of everything stored."""
    kept: int
    """How many stored patterns, when started from, settle at a cosine of 0.9 or more with themselves."""
    valleys: int
    """How many different places the random starts and the patterns together settle in."""


@dataclass(frozen=True)
class Energies:
    """Descents at several sharpnesses, and how often the energy rises where values are not the keys."""

    starts: int
    """How many random starts there were at each sharpness."""
    steps: int
    """How many steps of each were checked."""
    patterns: int
    """How many patterns were stored."""
    width: int
    """How many numbers a pattern has."""
    tolerance: float
    """How short a step counts as settled."""
    rows: tuple[Descent, ...]
    """One descent for each sharpness."""
    rises: Estimate
    """How often one step raises the energy of the keys if the values are a random linear image of them."""
    rise_keys: int
    """How many keys each memory of that rate holds."""
    rise_width: int
    """How many numbers a key has there, each from N(0, 1); β is 1, and each memory is asked once."""

    def at(self, beta: float) -> Descent:
        """Give the descent at a sharpness; raises ``KeyError`` for one that was not run."""
        for row in self.rows:
            if row.beta == beta:
                return row
        message = f"expected one of {[row.beta for row in self.rows]}, found {beta}"
        raise KeyError(message)

    @property
    def falls(self) -> int:
        """How many steps were checked in all."""
        return sum(row.falls for row in self.rows)

    @property
    def broken(self) -> int:
        """How many of them fell by less than they must."""
        return sum(row.broken for row in self.rows)

    @property
    def identity_error(self) -> Roundoff:
        """The largest difference between a fall and its two parts."""
        return Roundoff(max(row.identity_error.value for row in self.rows))


ROUNDING = 1e-12
"""What rounding may take from a fall; the energies are of the size of 1 to 100."""

NEAR = 0.9
"""The cosine with a pattern from which on a state counts as that pattern."""


def descend(  # noqa: PLR0913  (four sizes)
    rng: np.random.Generator, betas: Sequence[float], *, starts: int, steps: int, patterns: int, width: int
) -> Energies:
    """Store random unit patterns, start anywhere (about twice as far out as they are) and step down.

    The rate of rises draws a small memory of its own for each of its trials.
    """
    stored = rng.normal(size=(patterns, width))
    stored /= np.linalg.norm(stored, axis=-1, keepdims=True)
    # A few cues at a time: products as small as these no library shares out among cores, which costs more.
    few = gcd(starts, 10)
    begun = rng.normal(size=(starts // few, few, width)) * (2 / np.sqrt(width))
    tolerance = 1e-6
    rows = tuple(_descend(begun, stored, beta, steps, tolerance) for beta in betas)
    keys, short = 10, 8
    rises = _count_rises(rng, trials=4000, stored=keys, width=short)
    return Energies(starts, steps, patterns, width, tolerance, rows, rises, keys, short)


def split_fall(state: FloatArray, patterns: FloatArray, beta: float) -> tuple[FloatArray, FloatArray]:
    """Give the two parts of the fall by one step from each state (..., n, d): both of shape (..., n).

    The first is half the squared length of the step, the second the divergence of the weights before
    from the weights after, ``KL(p ‖ p') / β``. Their sum is what the energy falls by.
    """
    moved = recall(state, patterns, beta)
    before, after = (log_softmax(beta * (where @ patterns.T)) for where in (state, moved))
    divergence = (np.exp(before) * (before - after)).sum(axis=-1) / beta
    return ((moved - state) ** 2).sum(axis=-1) / 2, divergence


def _descend(begun: FloatArray, patterns: FloatArray, beta: float, steps: int, tolerance: float) -> Descent:
    state, height = begun, energy(begun, patterns, beta)
    broken, error, share = 0, 0.0, 0.0
    for step in range(steps):
        distance, divergence = split_fall(state, patterns, beta)
        state = recall(state, patterns, beta)
        lower = energy(state, patterns, beta)
        fall = height - lower
        height = lower
        broken += int((fall < distance - ROUNDING).sum())
        error = max(error, float(np.abs(fall - distance - divergence).max()))
        share = float((distance / fall).mean()) if step == 0 else share
    settled = iterate(state, patterns, beta, tolerance=tolerance)
    taken = iterate(begun, patterns, beta, tolerance=tolerance).steps
    ends = settled.state.reshape(-1, patterns.shape[-1])  # (starts / few, few, d) -> (starts, d)
    pieces = patterns.reshape(-1, gcd(len(patterns), 10), patterns.shape[-1])
    own = iterate(pieces, patterns, beta, tolerance=tolerance).state.reshape(patterns.shape)
    mean = patterns.mean(axis=0)
    return Descent(
        beta=beta,
        falls=taken.size * steps,
        broken=broken,
        identity_error=Roundoff(error),
        distance_share=share,
        median_steps=int(np.median(taken)),
        most_steps=int(taken.max()),
        settled=int(settled.converged.sum()),
        ends=_count_places(ends),
        at_patterns=int((_find_cosines(ends, patterns).max(axis=-1) >= NEAR).sum()),
        to_mean=float(_find_cosines(ends, mean[None] / np.linalg.norm(mean)).min()),
        kept=int((np.diag(_find_cosines(own, patterns)) >= NEAR).sum()),
        valleys=_count_places(np.concatenate([ends, own])),
    )


def _count_places(states: FloatArray) -> int:
    """Count the different places among states (n, d), two being the same within a thousandth."""
    found = np.empty_like(states)
    count = 0
    for state in states:
        if not (np.abs(found[:count] - state).max(axis=1) < 1e-3).any():  # noqa: PLR2004
            found[count] = state
            count += 1
    return count


def _find_cosines(states: FloatArray, patterns: FloatArray) -> FloatArray:
    """Give the cosine of each state (n, d) with each unit pattern (N, d): (n, N)."""
    cosines: FloatArray = states @ patterns.T / np.linalg.norm(states, axis=-1, keepdims=True)
    return cosines


def _count_rises(rng: np.random.Generator, *, trials: int, stored: int, width: int) -> Estimate:
    """Count how often a step with values that are not the keys raises the energy of the keys, at β = 1."""
    keys = rng.normal(size=(trials, stored, width))
    images = rng.normal(size=(trials, width, width)) / np.sqrt(width)
    start = rng.normal(size=(trials, 1, width))
    moved = recall(start, keys, 1, keys @ images)  # (trials, stored, width) @ (trials, width, width)
    rises = energy(moved, keys, 1) > energy(start, keys, 1)
    return estimate_rate(int(rises.sum()), trials)
