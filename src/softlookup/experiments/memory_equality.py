"""Where the memory's update and an attention head agree in every bit, and how far apart they may else be."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.attention import attend
from softlookup.memory import recall
from softlookup.softmax import softmax
from tether.values import Roundoff

DTYPES = (np.dtype(np.float64), np.dtype(np.float32))
EXP_UNITS = 4
"""How many units of the last place an exponential is granted; NumPy's are within three."""


@dataclass(frozen=True)
class Distance:
    """How far two ways to reckon one update lie apart, at most."""

    seen: Roundoff
    """The largest difference of two entries."""
    guaranteed: float
    """What no order of summing can exceed, see `bound_difference`."""


@dataclass(frozen=True)
class Equality:
    """The update reckoned in many shapes and in several ways."""

    beta: float
    """The sharpness of all comparisons but those by powers of two."""
    most_cues: int
    """The largest number of cues in a shape."""
    most_patterns: int
    """The largest number of patterns in a shape."""
    widest: int
    """The largest width in a shape."""
    cases: int
    """Shapes times dtypes, each compared once."""
    equal: int
    """Cases in which memory and head gave the same bits throughout."""
    powers: tuple[float, ...]
    """The powers of two tried as β."""
    power_cases: int
    """Cases of folding a power of two into the cue: shapes, dtypes and powers."""
    power_equal: int
    """Those in which folding changed no bit."""
    one_by_one: Distance
    """Cues one at a time, against all in one batch."""
    columns: Distance
    """Patterns as columns and cues as columns, against rows."""
    backwards: Distance
    """Patterns stored in reverse order."""
    folded: Distance
    """β multiplied into the cue, against β multiplied into the score."""
    single: Distance
    """float32 against float64."""


def step_memory(cues: FloatArray, patterns: FloatArray, beta: float) -> FloatArray:
    """Write the memory's update out by itself: cues (n, d), patterns (N, d) -> (n, d)."""
    logits = beta * (cues @ patterns.T)  # (n, d) @ (d, N) -> (n, N)
    return softmax(logits) @ patterns  # (n, N) @ (N, d) -> (n, d)


def step_columns(cues: FloatArray, patterns: FloatArray, beta: float) -> FloatArray:
    """Reckon the same update from columns, as papers on memories write it: ``Xᵀ softmax(β X ξ)``."""
    weights = softmax(beta * (patterns @ cues.T), axis=0)  # (N, d) @ (d, n) -> (N, n)
    return (patterns.T @ weights).T  # (d, N) @ (N, n) -> (d, n)


def bound_difference(cues: FloatArray, patterns: FloatArray, beta: float, unit: float) -> float:
    """Bound how far two reckonings of one update differ, in any entry, whatever their orders of summing.

    ``unit`` is the largest relative error of one operation, 2**-53 for float64. A sum of m rounded
    products is within ``m * unit / (1 - m * unit)`` of the truth, relative to the sum of their sizes.
    """
    width, stored = patterns.shape[-1], patterns.shape[-2]
    longest = float(np.linalg.norm(patterns, axis=-1).max())
    largest = beta * float(np.linalg.norm(cues, axis=-1).max()) * longest
    # A score is a sum of d products: d roundings. On top come those of cue, pattern and β to the dtype, the
    # multiplication by β, and the shift by the largest score, which may be as far off as two scores.
    logit = _gamma(width + 6, unit) * largest
    # An exponential, a sum of N of them and a quotient; then a sum of N products with rounded patterns.
    weight = np.expm1(2 * logit) + 2 * _gamma(stored + EXP_UNITS + 2, unit)
    return 2 * longest * float(weight + _gamma(stored + 2, unit))


def compare_updates(
    rng: np.random.Generator, sizes: Sequence[Sequence[int]], beta: float, powers: Sequence[float]
) -> Equality:
    """Compare memory and head in all shapes of ``sizes`` (counts of cues, of patterns, widths).

    Patterns are random unit vectors and cues N(0, 1). The distances are taken over the same shapes.
    """
    cases = equal = power_cases = power_equal = 0
    names = ("one_by_one", "columns", "backwards", "folded", "single")
    seen, bounds = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0.0)
    for n, stored, width in product(*sizes):
        wide_cues, wide_patterns = _draw(rng, n, stored, width)
        for dtype in DTYPES:
            cues: FloatArray = wide_cues.astype(dtype)
            patterns: FloatArray = wide_patterns.astype(dtype)
            head = attend(cues, patterns, patterns, scale=beta).output
            cases += 1
            equal += _same_bits(step_memory(cues, patterns, beta), head)
            for power in powers:
                late = attend(cues, patterns, patterns, scale=power).output
                early = attend(cues * cues.dtype.type(power), patterns, patterns, scale=1).output
                power_cases += 1
                power_equal += _same_bits(early, late)
        # What follows differs by rounding: float64 throughout, but for the last.
        head = attend(wide_cues, wide_patterns, wide_patterns, scale=beta).output
        others = (
            np.array([recall(cue, wide_patterns, beta) for cue in wide_cues]),
            step_columns(wide_cues, wide_patterns, beta),
            recall(wide_cues, wide_patterns[::-1], beta),
            recall(beta * wide_cues, wide_patterns, 1),
            recall(wide_cues.astype(np.float32), wide_patterns.astype(np.float32), beta),
        )
        for name, other in zip(names, others, strict=True):
            unit = 2.0**-24 if name == "single" else 2.0**-53
            seen[name] = max(seen[name], float(np.abs(other - head).max()))
            bounds[name] = max(bounds[name], bound_difference(wide_cues, wide_patterns, beta, unit))
    distances = {name: Distance(Roundoff(seen[name]), bounds[name]) for name in names}
    most_cues, most_patterns, widest = (max(side) for side in sizes)
    return Equality(
        beta=beta,
        most_cues=most_cues,
        most_patterns=most_patterns,
        widest=widest,
        cases=cases,
        equal=equal,
        powers=tuple(powers),
        power_cases=power_cases,
        power_equal=power_equal,
        **distances,
    )


def _draw(rng: np.random.Generator, n: int, stored: int, width: int) -> tuple[FloatArray, FloatArray]:
    """Draw cues (n, width) and unit patterns (stored, width)."""
    cues, patterns = rng.normal(size=(n, width)), rng.normal(size=(stored, width))
    return cues, patterns / np.linalg.norm(patterns, axis=-1, keepdims=True)


def _gamma(count: int, unit: float) -> float:
    return count * unit / (1 - count * unit)


def _same_bits(one: FloatArray, other: FloatArray) -> bool:
    """Tell whether two arrays hold the same bytes: not 0 beside -0, and no NaN beside another."""
    same: bool = _describe(one) == _describe(other)
    return same


def _describe(array: FloatArray) -> tuple[Any, ...]:
    return array.shape, array.dtype, array.tobytes()
