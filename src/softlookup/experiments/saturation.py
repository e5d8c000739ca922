"""What one softmax does with the wide scores of one query (source A, step 5 of its generator)."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.jacobian import softmax_jacobian
from softlookup.softmax import softmax


@dataclass(frozen=True, eq=False)
class Sharpness:
    """One row of logits, and how sharp its softmax is."""

    logits: FloatArray
    """What the softmax was given, shape (n,)."""
    weights: FloatArray
    """What it made of them, shape (n,)."""
    slope: float
    """The largest absolute entry of the softmax Jacobian with respect to the logits; at most 1/4."""
    norm: float
    """The largest singular value of that Jacobian; at most 1/2."""

    @property
    def largest_weight(self) -> float:
        """The weight of the best match."""
        return float(self.weights.max())

    @property
    def leak(self) -> float:
        """The weight of all others together."""
        return 1 - self.largest_weight

    @property
    def largest_logit(self) -> float:
        """The logit of the best match."""
        return float(self.logits.max())

    @property
    def gap(self) -> float:
        """How far the largest logit is above the runner-up."""
        runner_up, best = np.sort(self.logits)[-2:]
        return float(best - runner_up)

    @property
    def gap_to_median(self) -> float:
        """How far the largest logit is above the median one."""
        return float(self.logits.max() - np.median(self.logits))


@dataclass(frozen=True, eq=False)
class Saturation:
    """The same scores through a softmax as they are, and divided by sqrt(d_k)."""

    d_k: int
    """The width of the query and the keys."""
    unscaled: Sharpness
    """Softmax of the raw scores."""
    scaled: Sharpness
    """Softmax of the scores divided by sqrt(d_k); its slope and norm are by logit, not by raw score."""

    @property
    def keys(self) -> int:
        """How many keys there are."""
        return len(self.unscaled.logits)

    @property
    def factor(self) -> float:
        """``sqrt(d_k)``, what the scores are divided by."""
        return float(np.sqrt(self.d_k))


def saturate(rng: np.random.Generator, d_k: int, keys: int) -> Saturation:
    """Draw q (d_k,), then K (keys, d_k), from N(0, 1), and compare softmax with and without scaling."""
    q = rng.normal(size=d_k)
    k = rng.normal(size=(keys, d_k))
    scores = k @ q  # (keys, d_k) @ (d_k,) -> (keys,)
    return Saturation(d_k, _weigh(scores), _weigh(scores / np.sqrt(d_k)))


def _weigh(logits: FloatArray) -> Sharpness:
    weights = softmax(logits)
    jacobian = softmax_jacobian(weights)
    return Sharpness(
        logits=read_only(logits),
        weights=read_only(weights),
        slope=float(np.abs(jacobian).max()),
        norm=float(np.linalg.norm(jacobian, 2)),
    )
