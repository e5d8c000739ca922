"""Which way is down: the gradient of the mean cross-entropy by every parameter, by hand.

Backwards through the forward pass. At the logits of a pair the softmax Jacobian and the cross-entropy
leave ``(p - y) / pairs``; W_o takes its part, the rest goes on to attention's output; there the values
take ``weightsᵀ g``, the weights take ``g vᵀ``, and the Jacobian of their own softmax,
``p (g - p·g)``, leads to the scores, hence to queries and keys; and all three lead to the embeddings.
"""

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.attention import default_scale
from softlookup.gpt.batch import Batch
from softlookup.gpt.forward import Mixture, mix
from softlookup.gpt.loss import guess
from softlookup.gpt.parameters import Parameters
from softlookup.gpt.rows import sum_rows


def grad(parameters: Parameters, batch: Batch) -> Parameters:
    """Give the derivative of the loss by every number, in arrays of the parameters' own shapes.

    Raises as `softlookup.gpt.loss.loss` does.
    """
    return loss_and_grad(parameters, batch)[1]


def loss_and_grad(parameters: Parameters, batch: Batch) -> tuple[FloatArray, Parameters]:
    """Give the loss, shape ``...``, and its gradient from one pass."""
    mixed = mix(parameters, batch.tokens)
    guesses = guess(parameters, mixed, batch)
    by_logits = guesses.probabilities
    by_logits[batch.at_targets] -= 1
    by_logits /= len(batch)  # (p - y) / pairs, shape (..., pairs, V)
    by_w_o = _turn(guesses.output) @ by_logits  # (..., d_v, pairs) @ (..., pairs, V) -> (..., d_v, V)
    by_output: FloatArray = np.zeros_like(mixed.output)
    flat = by_output.reshape(*parameters.models, -1, mixed.output.shape[-1])  # a view, (..., s·n, d_v)
    # (..., pairs, V) @ (..., V, d_v) -> (..., pairs, d_v), at the places of the pairs
    flat[..., batch.places, :] = by_logits @ _turn(parameters.w_o)
    return guesses.loss, _go_back(parameters, mixed, by_output, by_w_o)


def _go_back(parameters: Parameters, mixed: Mixture, by_output: FloatArray, by_w_o: FloatArray) -> Parameters:
    """Follow the slope by attention's output back to all that attention is made of."""
    by_v: FloatArray = _turn(mixed.weights) @ by_output  # (..., n, n) @ (..., n, d_v) -> (..., n, d_v)
    by_weights = by_output @ _turn(mixed.v)  # (..., n, d_v) @ (..., d_v, n) -> (..., n, n)
    # The Jacobian of the weights, as `softlookup.jacobian.softmax_jvp` has it: p (g - p·g).
    by_weights -= sum_rows(mixed.weights * by_weights)
    by_scores = np.multiply(mixed.weights, by_weights, out=by_weights)
    scale = default_scale(mixed.q.shape[-1])
    by_q: FloatArray = by_scores @ mixed.k * scale  # (..., n, n) @ (..., n, d_k) -> (..., n, d_k)
    by_k: FloatArray = _turn(by_scores) @ mixed.q * scale
    by_q, by_k, by_v = (_stack(array, parameters) for array in (by_q, by_k, by_v))
    # (..., s·n, d_k) @ (..., d_k, d) -> (..., s·n, d)
    by_x = by_q @ _turn(parameters.w_q) + by_k @ _turn(parameters.w_k) + by_v @ _turn(parameters.w_v)
    words = np.arange(parameters.vocabulary_size)[:, None] == mixed.tokens.ravel()
    # (V, s·n) @ (..., s·n, d) -> (..., V, d): each word gathers from every place where it stands
    by_embeddings = words.astype(by_x.dtype) @ by_x
    x_turned = _turn(_stack(mixed.x, parameters))  # (..., d, s·n), to be multiplied with (..., s·n, d_k)
    return Parameters(
        embeddings=by_embeddings,
        w_q=x_turned @ by_q,
        w_k=x_turned @ by_k,
        w_v=x_turned @ by_v,
        w_o=by_w_o,
        positions=_gather_positions(parameters, mixed, by_x),
    )


def _gather_positions(parameters: Parameters, mixed: Mixture, by_x: FloatArray) -> FloatArray | None:
    """Sum over the sentences, place by place; places beyond the longest sentence get 0."""
    if parameters.positions is None:
        return None
    gathered = np.zeros_like(parameters.positions, order="C")
    n = mixed.tokens.shape[-1]
    gathered[..., :n, :] = by_x.reshape(*parameters.models, -1, n, parameters.width).sum(axis=-3)
    return gathered


def _stack(array: FloatArray, parameters: Parameters) -> FloatArray:
    """Put the places of all sentences below one another: (..., s, n, d) -> (..., s·n, d)."""
    return array.reshape(*parameters.models, -1, array.shape[-1])


def _turn(array: FloatArray) -> FloatArray:
    """Transpose each matrix."""
    return array.swapaxes(-1, -2)
