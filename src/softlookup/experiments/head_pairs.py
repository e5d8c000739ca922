"""Two heads side by side: how alike they are, how flat, and how often random ones disagree."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.experiments.estimates import estimate_mean, estimate_rate
from softlookup.experiments.multi_head import MultiHead
from softlookup.softmax import log_softmax, softmax
from softlookup.world import find_entity
from tether.values import Estimate


@dataclass(frozen=True)
class Flatness:
    """How near one head's row is to equal weights."""

    largest_weight: float
    """The largest weight of the row."""
    lead: float
    """How far the largest weight is above the runner-up."""
    farthest: float
    """The largest distance of a weight from 1/n."""
    perplexity: float
    """How many equally weighted keys would be as undecided; n at most."""


@dataclass(frozen=True)
class HeadPairs:
    """One entity's row in the chapter's two heads, and in many pairs of freshly drawn ones."""

    pairs: int
    """How many pairs of heads were drawn."""
    keys: int
    """n, the length of a row."""
    flatness: tuple[Flatness, ...]
    """The row in each of the chapter's heads."""
    differ: Estimate
    """How often the two heads of a fresh pair have different top keys."""
    mean_largest: Estimate
    """The mean largest weight of a freshly drawn head."""
    wide_mean_largest: Estimate
    """The same for projections from N(0, 1), which shrink no score and change no order."""

    @property
    def uniform(self) -> float:
        """The weight that every key would get if all scores were equal: 1/n."""
        return 1 / self.keys

    @property
    def blind(self) -> float:
        """How often two picks at random among n keys differ: 1 - 1/n."""
        return 1 - 1 / self.keys


def compare_heads(
    rng: np.random.Generator, multi_head: MultiHead, features: FloatArray, asks: str, pairs: int
) -> HeadPairs:
    """Draw pairs of W_q, W_k as `softlookup.experiments.multi_head.split_heads` does, and look at one row.

    Raises ``ValueError`` for a name that is no entity's.
    """
    place = find_entity(asks)
    raw = _score(rng, features, place, pairs, multi_head.d_k)
    weights = softmax(raw / features.shape[1])
    wide = softmax(raw)
    return HeadPairs(
        pairs=pairs,
        keys=len(features),
        flatness=tuple(_flatten(head.scaled[place]) for head in multi_head.heads),
        differ=_disagree(weights),
        mean_largest=estimate_mean(weights[0].max(axis=-1)),
        wide_mean_largest=estimate_mean(wide[0].max(axis=-1)),
    )


def _score(rng: np.random.Generator, features: FloatArray, place: int, pairs: int, d_k: int) -> FloatArray:
    """Give one row's logits in both heads of each pair, for projections from N(0, 1), (2, pairs, n)."""
    shape = (2, pairs, features.shape[1], d_k)
    w_q, w_k = rng.normal(size=shape), rng.normal(size=shape)
    queries = features[place] @ w_q  # (d,) @ (2, pairs, d, d_k) -> (2, pairs, d_k)
    # First the query through W_k, then against the features: no key is made.
    asked = (w_k @ queries[..., None])[..., 0]  # (2, pairs, d, d_k) @ (2, pairs, d_k, 1) -> (2, pairs, d)
    logits: FloatArray = asked @ features.T / np.sqrt(d_k)  # (2, pairs, d) @ (d, n) -> (2, pairs, n)
    return logits


def _disagree(weights: FloatArray) -> Estimate:
    first, second = weights.argmax(axis=-1)
    return estimate_rate(int((first != second).sum()), len(first))


def _flatten(logits: FloatArray) -> Flatness:
    logs = log_softmax(logits)
    weights = np.exp(logs)
    runner_up, largest = np.sort(weights)[-2:]
    return Flatness(
        largest_weight=float(largest),
        lead=float(largest - runner_up),
        farthest=float(np.abs(weights - 1 / len(weights)).max()),
        perplexity=float(np.exp(-(weights * logs).sum())),
    )
