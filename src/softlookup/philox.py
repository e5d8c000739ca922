"""Random numbers that are the same in every language: Philox4x32 with ten rounds, and normal ones from it.

The generator of Salmon, Moraes, Dror and Shaw (*Parallel random numbers: as easy as 1, 2, 3*, SC 2011)
carries no state along: the i-th block of four words is a function of a key and of i. The book's explorables
draw in the reader's browser with the same functions (``docs/assets/js/play/random.js``), so that a draw
there can be held to a draw here. All other draws of the book come from NumPy's generators.
"""

import numpy as np
import numpy.typing as npt

from softlookup.arrays import FloatArray, as_count

Words = npt.NDArray[np.uint64]
"""Words of 32 bits, each kept in 64, so that products of two of them fit."""

ROUNDS = 10
MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
WEYL = (0x9E3779B9, 0xBB67AE85)
LOW = 0xFFFFFFFF


def philox(counters: npt.ArrayLike, key: tuple[int, int]) -> Words:
    """Scramble counters of four 32-bit words, shape (..., 4), under a key of two; the shape stays."""
    c0, c1, c2, c3 = np.moveaxis(np.asarray(counters, dtype=np.uint64), -1, 0)
    first, second = (np.uint64(multiplier) for multiplier in MULTIPLIERS)
    low, half = np.uint64(LOW), np.uint64(32)
    for turn in range(ROUNDS):
        k0, k1 = (np.uint64((word + turn * step) & LOW) for word, step in zip(key, WEYL, strict=True))
        one, other = first * c0, second * c2
        c0, c1, c2, c3 = (other >> half) ^ c1 ^ k0, other & low, (one >> half) ^ c3 ^ k1, one & low
    return np.stack([c0, c1, c2, c3], axis=-1)


def draw_uniforms(seed: int, stream: int, count: int) -> FloatArray:
    """Draw numbers between 0 and 1, never one of the two, shape (count,): the middles of 2³² equal steps.

    ``seed`` and ``stream`` are whole numbers below 2³²; raises ``DtypeError`` or ``RangeError`` otherwise.
    """
    key = as_count(seed, "seed", 0, LOW), as_count(stream, "stream", 0, LOW)
    counters = np.zeros((-(-as_count(count, "count", 0) // 4), 4), dtype=np.uint64)
    counters[:, 0] = np.arange(len(counters))
    return (philox(counters, key).ravel()[:count].astype(np.float64) + 0.5) / 2**32


def draw_normals(seed: int, stream: int, count: int) -> FloatArray:
    """Draw standard normal numbers by Box and Muller's rule, shape (count,), two from each two uniform ones.

    Seed, stream and errors are those of `draw_uniforms`.
    """
    drawn = draw_uniforms(seed, stream, as_count(count, "count", 0) + count % 2)
    radius, angle = np.sqrt(-2 * np.log(drawn[::2])), 2 * np.pi * drawn[1::2]
    pairs = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=-1)
    return pairs.ravel()[:count]
