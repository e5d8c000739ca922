"""Sets of random unit patterns, each asked for several times, and rates that allow for what a set shares.

Trials on one set of patterns are not independent: a set whose patterns lie close together is hard
for all of them. Sets are, so rates and means take their intervals from how the *sets* differ.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, sqrt

import numpy as np

from softlookup.arrays import FloatArray, IntArray
from softlookup.experiments.estimates import Z, estimate_rate
from softlookup.softmax import softmax
from tether.values import Estimate

ALONE = 2**18
"""Up to how many products of numbers OpenBLAS multiplies two matrices on one core alone."""


@dataclass(frozen=True, eq=False)
class AskedSet:
    """One set of patterns, and noisy cues for some of them."""

    patterns: FloatArray
    """The patterns, unit length, shape (N, d)."""
    cues: FloatArray
    """The cues, shape (m, d)."""
    targets: IntArray
    """Which pattern each cue asks for, shape (m,)."""

    @property
    def wanted(self) -> FloatArray:
        """The pattern that each cue asks for, shape (m, d)."""
        return self.patterns[self.targets]


def draw_patterns(rng: np.random.Generator, count: int, width: int) -> FloatArray:
    """Draw random unit vectors, shape (count, width): normal vectors, divided by their lengths."""
    patterns = rng.standard_normal((count, width))
    return np.asarray(patterns / np.linalg.norm(patterns, axis=1, keepdims=True))


def draw_sets(  # noqa: PLR0913  (the sizes of an experiment)
    rng: np.random.Generator, load: int, noise: float, width: int, *, sets: int, cues: int
) -> Iterator[AskedSet]:
    """Draw sets of patterns one after the other, each with ``cues`` noisy cues, for its patterns in turn."""
    for _ in range(sets):
        patterns = draw_patterns(rng, load, width)
        # Random patterns are in random order already, so that the first ones are as good as any.
        targets = np.arange(cues) % load
        asked = patterns[targets] + noise * rng.standard_normal((cues, width))
        yield AskedSet(patterns, asked, targets)


def measure_cosines(answers: FloatArray, wanted: FloatArray) -> FloatArray:
    """Give the cosine of each answer (m, d) with the pattern that was wanted (m, d), shape (m,)."""
    return np.asarray((answers * wanted).sum(axis=1) / np.linalg.norm(answers, axis=1))


def multiply(left: FloatArray, right: FloatArray) -> FloatArray:
    """Give the product (m, k) @ (k, n) -> (m, n), in pieces for which BLAS starts no threads.

    On products as small as these, threads gain nothing, and where other programs keep the processors busy
    they wait for each other many times longer than the product takes.
    """
    rows = max(1, ALONE // right.size)
    whole = len(left) // rows * rows
    pieces = left[:whole].reshape(-1, rows, left.shape[1]) @ right  # (p, rows, k) @ (k, n) -> (p, rows, n)
    return np.concatenate([pieces.reshape(whole, right.shape[1]), left[whole:] @ right])


def weigh_scores(scores: FloatArray, beta: float) -> FloatArray:
    """Give the softmax of β times each row of scores (m, N); an infinite β gives the best one all weight.

    Two equal best scores have no chance among random patterns, so that the first of them will do.
    """
    if beta < inf:
        return softmax(beta * scores)
    return np.asarray(np.eye(scores.shape[1])[scores.argmax(axis=1)])


def settle(cues: FloatArray, patterns: FloatArray, beta: float, tolerance: float, longest: int) -> FloatArray:
    """Step each cue (m, d) until a step is no longer than the tolerance.

    This is `softlookup.memory.iterate` for one set of patterns, made quick: what has settled is no longer
    reckoned, and the weights are made in place. Raises ``RuntimeError`` if a cue needs more steps than
    ``longest``.
    """
    state, moving, keys = cues.copy(), np.arange(len(cues)), np.ascontiguousarray(beta * patterns.T)
    for _ in range(longest):
        before = state[moving]
        weights = multiply(before, keys)  # (moving, d) @ (d, N) -> (moving, N)
        weights -= weights.max(axis=1, keepdims=True)
        np.exp(weights, out=weights)
        after = multiply(weights, patterns) / weights.sum(axis=1, keepdims=True)
        state[moving] = after
        moving = moving[np.linalg.norm(after - before, axis=1) > tolerance]
        if not len(moving):
            return state
    message = f"expected every cue to settle within {longest} steps, {len(moving)} did not"
    raise RuntimeError(message)


def estimate_clustered(values: FloatArray) -> Estimate:
    """Give the mean of values (sets, trials), with an interval from how the means of the sets scatter.

    The quantile of Student's law is taken to its first correction, good to 0.002 from 20 sets on. Raises
    ``ValueError`` for fewer than 2 sets.
    """
    sets, trials = values.shape
    if sets < 2:  # noqa: PLR2004  (one set tells nothing of how sets differ)
        message = f"expected at least two sets, found {sets}"
        raise ValueError(message)
    means = values.mean(axis=1)
    quantile = Z + (Z**3 + Z) / (4 * (sets - 1))
    mean, half = float(means.mean()), quantile * float(means.std(ddof=1)) / sqrt(sets)
    return Estimate(mean, mean - half, mean + half, sets * trials)


def estimate_shared_rate(hits: FloatArray) -> Estimate:
    """Give the rate of successes (sets, trials), each 1 or 0, with the longer of two intervals at either end.

    One is `estimate_clustered`'s. The other is Wilson's for independent trials, for where the sets hardly
    differ because successes, or failures, are too rare to tell.
    """
    shared, plain = estimate_clustered(hits), estimate_rate(int(hits.sum()), hits.size)
    return Estimate(
        plain.value, max(min(shared.low, plain.low), 0.0), min(max(shared.high, plain.high), 1.0), hits.size
    )
