"""The causal mask: what other ways to hide the future would give, and what the mask changes at the end."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.attention import causal_mask
from softlookup.gpt.corpus import Vocabulary
from softlookup.gpt.forward import trace
from softlookup.gpt.parameters import Parameters
from softlookup.softmax import softmax
from tether.values import Roundoff


@dataclass(frozen=True, eq=False)
class Hiding:
    """Attention under one way to hide what comes later."""

    weights: FloatArray
    """Attention weights, shape (n, n)."""
    probabilities: FloatArray
    """The prediction at every place, shape (n, V)."""


@dataclass(frozen=True, eq=False)
class Masks:
    """One context under several ways to hide what comes later."""

    infinity: Hiding
    """``-inf`` in place of the score, before the softmax."""
    zero: Hiding
    """0 in place of the score, before the softmax."""
    cut: Hiding
    """Weights set to 0 after the softmax, and left at that."""
    shared: Hiding
    """The same, and each row divided by its sum."""
    none: Hiding
    """Nothing hidden."""

    @property
    def agree(self) -> Roundoff:
        """How far the first way is from cutting and dividing."""
        return Roundoff(float(np.abs(self.infinity.weights - self.shared.weights).max()))


def vary_mask(parameters: Parameters, vocabulary: Vocabulary, words: Sequence[str]) -> Masks:
    """Hide the future of one context in four ways, and in none."""
    found = trace(parameters, vocabulary.encode(words))
    seen = causal_mask(len(words))
    full = softmax(found.scores)
    cut = np.where(seen, full, 0.0)

    def run(weights: FloatArray) -> Hiding:
        logits = weights @ found.v @ parameters.w_o  # (n, n) @ (n, d_v) @ (d_v, V) -> (n, V)
        return Hiding(read_only(weights), read_only(softmax(logits)))

    return Masks(
        infinity=run(softmax(np.where(seen, found.scores, -np.inf))),
        zero=run(softmax(np.where(seen, found.scores, 0.0))),
        cut=run(cut),
        shared=run(cut / cut.sum(axis=-1, keepdims=True)),
        none=run(full),
    )


@dataclass(frozen=True)
class Prefixes:
    """Predictions after every beginning of some sentences, made in three ways."""

    count: int
    """How many beginnings there are, whole sentences among them."""
    same_bits: int
    """How many of them predict the very same bits, given alone, with the mask and without."""
    difference: Roundoff
    """The largest difference of any probability between a beginning given alone, without a mask, and the
    same place in one masked pass over its whole sentence."""
    unmasked: float
    """The same difference where that pass has no mask."""
    passes: int
    """How many passes the masked way takes: one a sentence."""


def compare_prefixes(
    parameters: Parameters, vocabulary: Vocabulary, sentences: Sequence[Sequence[str]]
) -> Prefixes:
    """Predict after every beginning of every sentence: alone, alone and masked, and in one masked pass."""
    same, gaps, leaks = [], [], []
    for sentence in sentences:
        tokens = vocabulary.encode(sentence)
        whole = trace(parameters, tokens)
        open_pass = _predict_last(parameters, whole.scores, whole.v, every=True)
        for end in range(1, len(sentence) + 1):
            alone = trace(parameters, tokens[:end])
            last = _predict_last(parameters, alone.scores, alone.v)
            masked = _predict_last(parameters, alone.masked, alone.v)
            same.append(bool((last == masked).all()))
            gaps.append(float(np.abs(last[0] - whole.probabilities[end - 1]).max()))
            leaks.append(float(np.abs(last[0] - open_pass[end - 1]).max()))
    return Prefixes(
        count=len(same),
        same_bits=sum(same),
        difference=Roundoff(max(gaps)),
        unmasked=max(leaks),
        passes=len(sentences),
    )


def _predict_last(
    parameters: Parameters, scores: FloatArray, values: FloatArray, *, every: bool = False
) -> FloatArray:
    """Give the prediction (1, V) at the last place, or (n, V) at every place, from scores (n, n)."""
    mixed = softmax(scores) @ values  # (n, n) @ (n, d_v) -> (n, d_v)
    rows = mixed if every else mixed[-1:]
    return softmax(rows @ parameters.w_o)  # (rows, d_v) @ (d_v, V) -> (rows, V)
