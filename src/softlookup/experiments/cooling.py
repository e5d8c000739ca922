r"""How fast weights and entropy follow the temperature.

With ``p = softmax(z/T)``, ``m = sum p z`` and ``Var = sum p (z - m)²``::

    dp_i/dT = -p_i (z_i - m) / T²        dH/dT = Var / T³

so that entropy never falls as T rises, and a weight is largest where the mean score m passes its own score.
"""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.softmax import softmax
from tether.values import Roundoff

_HALVINGS = 200
"""Enough for an interval of floats to shrink to one of them."""


@dataclass(frozen=True)
class Turn:
    """Where a score's weight is at its largest."""

    score: float
    """The score."""
    temperature: float
    """The temperature at which the weighted mean of all scores equals this score."""
    weight: float
    """Its weight there."""


@dataclass(frozen=True)
class Cooling:
    """What the formulas for the derivatives say of a few scores, and what central differences say."""

    mean: float
    """The plain mean of the scores, which the weighted mean falls to as T grows."""
    turns: tuple[Turn, ...]
    """The scores whose weight rises and then falls, largest score first."""
    temperatures: int
    """At how many temperatures the derivatives were compared."""
    step: float
    """h of the central differences."""
    weight_error: Roundoff
    """Largest difference between formula and central difference for the weights."""
    entropy_error: Roundoff
    """The same for the entropy."""
    entropy_slope: float
    """The smallest dH/dT met, in nats: it is above 0."""


def follow_temperature(scores: FloatArray, temperatures: FloatArray, step: float) -> Cooling:
    """Compare formulas with central differences for scores (n,) at temperatures (m,), and find the turns."""
    weights = _weigh(scores, temperatures)
    means = weights @ scores  # (m, n) @ (n,) -> (m,)
    slopes = -weights * (scores - means[:, None]) / temperatures[:, None] ** 2  # (m, n)
    entropy_slopes = (weights * (scores - means[:, None]) ** 2).sum(axis=1) / temperatures**3  # (m,)
    ahead, behind = (_weigh(scores, temperatures + sign * step) for sign in (1, -1))
    measured = (ahead - behind) / (2 * step)
    measured_entropy = (_entropy(ahead) - _entropy(behind)) / (2 * step)
    mean = float(scores.mean())
    inner = [float(score) for score in np.sort(scores)[::-1] if mean < score < scores.max()]
    return Cooling(
        mean=mean,
        turns=tuple(_find_turn(scores, score) for score in inner),
        temperatures=len(temperatures),
        step=step,
        weight_error=Roundoff(float(np.abs(measured - slopes).max())),
        entropy_error=Roundoff(float(np.abs(measured_entropy - entropy_slopes).max())),
        entropy_slope=float(entropy_slopes.min()),
    )


def _find_turn(scores: FloatArray, score: float) -> Turn:
    """Halve an interval of inverse temperatures: the weighted mean rises with 1/T, from mean to largest."""
    low, high = 0.0, 1e3
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if float(softmax(middle * scores) @ scores) < score:
            low = middle
        else:
            high = middle
    place = int(np.argmax(scores == score))
    return Turn(score, 1 / high, float(softmax(high * scores)[place]))


def _weigh(scores: FloatArray, temperatures: FloatArray) -> FloatArray:
    return softmax(scores / temperatures[:, None])  # (n,) / (m, 1) -> (m, n)


def _entropy(weights: FloatArray) -> FloatArray:
    entropy: FloatArray = -(weights * np.log(weights)).sum(axis=1)
    return entropy
