"""How wrong the predictions are: the mean cross-entropy, in nats."""

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.gpt.batch import Batch
from softlookup.gpt.forward import Mixture, mix, read_tokens
from softlookup.gpt.parameters import Parameters
from softlookup.softmax import log_softmax


def loss(parameters: Parameters, batch: Batch) -> FloatArray:
    """Give the mean of ``-ln P(target)`` over the pairs, in nats, shape ``...`` (one number a model).

    Raises ``UnknownWordError`` for words that the model does not know, and ``ShapeError`` for sentences
    longer than its positions.
    """
    _, logs = score_pairs(parameters, mix(parameters, batch.tokens), batch)
    mean: FloatArray = pick_wanted(logs, batch).mean(axis=-1)
    return -mean


def perplexity(parameters: Parameters, batch: Batch) -> FloatArray:
    """Give ``exp(loss)``: among how many words, all equally likely, the model would err as much."""
    return np.exp(loss(parameters, batch))


def score_pairs(parameters: Parameters, mixed: Mixture, batch: Batch) -> tuple[FloatArray, FloatArray]:
    """Give attention's output (..., pairs, d_v) and log-probabilities (..., pairs, V) of the pairs alone."""
    read_tokens(batch.wanted, parameters.vocabulary_size)
    flat = mixed.output.reshape(*parameters.models, -1, mixed.output.shape[-1])
    output = flat.take(batch.places, axis=-2)  # (..., s·n, d_v) -> (..., pairs, d_v)
    return output, log_softmax(output @ parameters.w_o)


def pick_wanted(logs: FloatArray, batch: Batch) -> FloatArray:
    """Give what belongs to each pair's target: (..., pairs, V) -> (..., pairs)."""
    picked: FloatArray = logs[..., np.arange(len(batch)), batch.wanted]
    return picked
