"""From a context to a logit for every word: one head of causal attention, and an output matrix.

``x = E[tokens] (+ positions)``, ``q = x W_q``, ``k = x W_k``, ``v = x W_v``, weights
``softmax(q kᵀ / sqrt(d_k))`` over the places up to each query's own, output ``weights v``, logits
``output W_o``. Row i predicts the word that follows the first i + 1 words, and nothing after place i
touches it: so one pass serves every beginning of a sentence, and words that merely fill up a shorter
sentence's row, at its end, need no mask of their own.

`forward` gives the logits of every place, `predict_next` the probabilities after the last, and `trace`
every step between. Tokens are whole numbers, (n,) for one sentence or (s, n) for several. All functions raise
``EmptyContextError`` for n = 0, ``UnknownWordError`` for a number that no word has, ``DtypeError`` for
anything but whole numbers, and ``ShapeError`` for other shapes or more words than positions.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from softlookup.arrays import FloatArray, IntArray
from softlookup.attention import causal_mask, default_scale
from softlookup.errors import DtypeError, EmptyContextError, ShapeError, UnknownWordError
from softlookup.gpt.parameters import Parameters
from softlookup.gpt.rows import weigh
from softlookup.softmax import softmax


@dataclass(frozen=True, eq=False)
class Mixture:
    """What attention makes of some tokens; ``...`` are models, then sentences where tokens have them."""

    tokens: IntArray
    """The numbers of the words, shape (n,) or (s, n)."""
    x: FloatArray
    """Embeddings, with positions added where there are any, shape (..., n, d)."""
    q: FloatArray
    """Queries ``x W_q``, shape (..., n, d_k)."""
    k: FloatArray
    """Keys ``x W_k``, shape (..., n, d_k)."""
    v: FloatArray
    """Values ``x W_v``, shape (..., n, d_v)."""
    weights: FloatArray
    """Attention weights, the softmax of each row of masked scores, shape (..., n, n)."""
    output: FloatArray
    """Weighted sums ``weights v``, shape (..., n, d_v)."""


@dataclass(frozen=True, eq=False)
class Trace(Mixture):
    """Everything the model computes on its way from tokens to predictions."""

    scores: FloatArray
    """Scaled scores ``q kᵀ / sqrt(d_k)``, shape (..., n, n)."""
    masked: FloatArray
    """The scores with ``-inf`` where a query may not look, shape (..., n, n)."""
    logits: FloatArray
    """``output W_o``, shape (..., n, V)."""
    probabilities: FloatArray
    """Softmax of the logits, shape (..., n, V)."""


def trace(parameters: Parameters, tokens: npt.ArrayLike) -> Trace:
    """Run the model and keep every step of the way."""
    mixed = mix(parameters, tokens)
    scores, logits = _score(mixed.q, mixed.k), _read_out(parameters, mixed)
    return Trace(
        **vars(mixed),
        scores=scores,
        masked=scores + _block(scores),
        logits=logits,
        probabilities=softmax(logits),
    )


def forward(parameters: Parameters, tokens: npt.ArrayLike) -> FloatArray:
    """Give the logits of the next word after every beginning, shape (..., n, V) or (..., s, n, V)."""
    return _read_out(parameters, mix(parameters, tokens))


def predict_next(parameters: Parameters, tokens: npt.ArrayLike) -> FloatArray:
    """Give the probabilities of the word after the whole context, shape (..., V) or (..., s, V)."""
    return softmax(forward(parameters, tokens)[..., -1, :])


def mix(parameters: Parameters, tokens: npt.ArrayLike) -> Mixture:
    """Run the model up to attention's output."""
    numbers = read_tokens(tokens, parameters.vocabulary_size)
    shape, n = (*parameters.models, *numbers.shape), numbers.shape[-1]
    # All words of a model in one matrix: (..., V, d) -> (..., s·n, d)
    flat = parameters.embeddings.take(numbers.ravel(), axis=-2)
    if parameters.positions is not None:
        if n > parameters.positions.shape[-2]:
            message = f"expected at most {parameters.positions.shape[-2]} words, one a position, found {n}"
            raise ShapeError(message)
        places = np.broadcast_to(np.arange(n), numbers.shape).ravel()
        flat = flat + parameters.positions.take(places, axis=-2)
    q, k, v = (
        (flat @ w).reshape(*shape, w.shape[-1])  # (..., s·n, d) @ (..., d, d_k) -> (..., s, n, d_k)
        for w in (parameters.w_q, parameters.w_k, parameters.w_v)
    )
    scores = _score(q, k)
    scores += _block(scores)
    weights = weigh(scores)
    output = weights @ v  # (..., n, n) @ (..., n, d_v) -> (..., n, d_v)
    x = flat.reshape(*shape, parameters.width)
    return Mixture(numbers, x, q, k, v, weights, output)


def read_tokens(tokens: npt.ArrayLike, vocabulary_size: int, name: str = "tokens") -> IntArray:
    """Check that tokens are numbers of words, in one sentence or in several of one length."""
    try:
        numbers = np.asarray(tokens)
    except ValueError:  # NumPy's, for rows of several lengths
        message = f"{name}: expected sentences of one length, (s, n), found rows of several lengths"
        raise ShapeError(message) from None
    if numbers.ndim not in (1, 2):
        message = f"{name}: expected (n,) or (s, n), found shape {numbers.shape}"
        raise ShapeError(message)
    if not numbers.size:
        message = f"{name}: expected at least one word, found shape {numbers.shape}"
        raise EmptyContextError(message)
    if numbers.dtype.kind not in "iu":
        hint = "; Vocabulary.encode gives the numbers of words" if numbers.dtype.kind in "UO" else ""
        message = f"{name}: expected whole numbers, found dtype {numbers.dtype}{hint}"
        raise DtypeError(message)
    if numbers.min() < 0 or numbers.max() >= vocabulary_size:
        found = numbers[(numbers < 0) | (numbers >= vocabulary_size)][0]
        message = f"{name}: expected numbers from 0 to {vocabulary_size - 1}, found {found}"
        raise UnknownWordError(message)
    return numbers.astype(np.intp, copy=False)


def _score(q: FloatArray, k: FloatArray) -> FloatArray:
    """Scale before multiplying: fewer numbers to scale, (..., n, d_k) @ (..., d_k, n) -> (..., n, n)."""
    scores: FloatArray = (q * default_scale(q.shape[-1])) @ k.swapaxes(-1, -2)
    return scores


def _block(scores: FloatArray) -> FloatArray:
    """Give what is added to scores: ``-inf`` where a key comes after its query, 0 elsewhere, shape (n, n)."""
    blocked: FloatArray = np.where(causal_mask(scores.shape[-1]), 0, -np.inf).astype(scores.dtype)
    return blocked


def _read_out(parameters: Parameters, mixed: Mixture) -> FloatArray:
    flat = mixed.output.reshape(*parameters.models, -1, mixed.output.shape[-1])
    logits = flat @ parameters.w_o  # (..., s·n, d_v) @ (..., d_v, V) -> (..., s·n, V)
    return logits.reshape(*mixed.output.shape[:-1], parameters.vocabulary_size)
