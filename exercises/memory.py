"""Exercises on memory. Replace each `raise NotImplementedError` by lines of your own."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Wholes = NDArray[np.int64]


def recall(cues: Floats, patterns: Floats, beta: float) -> Floats:
    """Take one step of the softmax memory for every cue.

    ``cues`` is (m, d), ``patterns`` (N, d), ``beta`` the sharpness. The result is (m, d). Scores are small
    here: no care for overflow is needed.

    The page: docs/memory/update.md.
    """
    raise NotImplementedError


def energy(state: Floats, patterns: Floats, beta: float) -> float:
    """Give the energy of a state, with the constants that make it never negative.

    ``state`` u is (d,), ``patterns`` X is (N, d). The energy is u·u/2 - lse(u) + ln(N)/beta + M²/2, where
    lse(u) is the logarithm of the sum of all exp(beta x_i·u), over beta, and M is the length of the longest
    pattern. ``beta`` times a score may be in the thousands.

    The page: docs/memory/update.md.
    """
    raise NotImplementedError


def posterior(cue: Floats, patterns: Floats, noise: float) -> Floats:
    """Give the chance of each pattern to be the one that was spoiled, given the cue.

    ``cue`` is (d,): one of the patterns, each as likely as any other, with noise of standard deviation
    ``noise`` added to every coordinate. ``patterns`` is (N, d), and they need *not* have equal lengths.
    The result is (N,) and sums to 1.

    The page: docs/memory/sharpness.md, "For squared error and mean cosine".
    """
    raise NotImplementedError


def store(patterns: Wholes) -> Wholes:
    """Add up patterns of signs by Hebb's rule.

    ``patterns`` is (N, d) of +1 and -1. The result is (d, d), the couplings of every two places, whole
    numbers, with 0 on the diagonal.

    The page: docs/memory/classical.md.
    """
    raise NotImplementedError


def visit_in_turn(couplings: Wholes, state: Wholes) -> Wholes:
    """Visit every sign once, from the first to the last, and let it give in to its field.

    ``couplings`` is (d, d), ``state`` (d,) of +1 and -1. Each sign sees what the ones before it have
    become; a sign whose field is 0 stays as it is. The result is the new state, (d,); leave ``state`` alone.

    The page: docs/memory/classical.md.
    """
    raise NotImplementedError
