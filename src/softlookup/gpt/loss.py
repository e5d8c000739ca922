"""How wrong the predictions are: the mean cross-entropy, in nats."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.gpt.batch import Batch
from softlookup.gpt.forward import Mixture, mix, read_tokens
from softlookup.gpt.parameters import Parameters
from softlookup.gpt.rows import exponentiate


@dataclass(frozen=True, eq=False)
class Guesses:
    """What a model answers to the pairs of a batch, and to nothing else."""

    output: FloatArray
    """Attention's output at the pairs' places, shape (..., pairs, d_v)."""
    probabilities: FloatArray
    """Softmax of the logits there, shape (..., pairs, V)."""
    loss: FloatArray
    """The mean of ``-ln P(target)`` over the pairs, in nats, shape ``...``."""


def loss(parameters: Parameters, batch: Batch) -> FloatArray:
    """Give the mean of ``-ln P(target)`` over the pairs, in nats, shape ``...`` (one number a model).

    Raises ``UnknownWordError`` for words that the model does not know, and ``ShapeError`` for sentences
    longer than its positions.
    """
    return guess(parameters, mix(parameters, batch.tokens), batch).loss


def perplexity(parameters: Parameters, batch: Batch) -> FloatArray:
    """Give ``exp(loss)``: among how many words, all equally likely, the model would err as much.

    Infinite where that is beyond the dtype's numbers. Raises as `loss` does.
    """
    with np.errstate(over="ignore"):
        return np.exp(loss(parameters, batch))


def guess(parameters: Parameters, mixed: Mixture, batch: Batch) -> Guesses:
    """Answer to the pairs, from what attention made of their contexts."""
    read_tokens(batch.wanted, parameters.vocabulary_size, "targets")
    flat = mixed.output.reshape(*parameters.models, -1, mixed.output.shape[-1])
    output = flat.take(batch.places, axis=-2)  # (..., s·n, d_v) -> (..., pairs, d_v)
    logits = output @ parameters.w_o  # (..., pairs, d_v) @ (..., d_v, V) -> (..., pairs, V)
    exponentials, total, largest = exponentiate(logits)
    # The logarithm of a probability, without a detour over one too small to be told from 0.
    logs = logits[batch.at_targets] - largest[..., 0] - np.log(total[..., 0])
    exponentials /= total
    mean: FloatArray = logs.mean(axis=-1)
    return Guesses(output, exponentials, -mean)
