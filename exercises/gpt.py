"""Exercises on a small GPT. Replace each `raise NotImplementedError` by lines of your own."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Wholes = NDArray[np.int64]


def make_pairs(words: list[str]) -> list[tuple[tuple[str, ...], str]]:
    """Cut one sentence into pairs: every beginning of it, and the word that comes next.

    For ["i", "love", "pizza"] the pairs are (("i",), "love") and (("i", "love"), "pizza"), in this order.

    The page: docs/gpt/pairs.md.
    """
    raise NotImplementedError


def forbid_future(scores: Floats) -> Floats:
    """Hide from every word what comes after it.

    ``scores`` is (n, n): row i holds the scores of word i with all words. The result is a copy that softmax
    will turn into weights of 0 for all later words; leave ``scores`` alone.

    The page: docs/gpt/forward.md.
    """
    raise NotImplementedError


def output_gradient(output: Floats, w_o: Floats, target: int) -> tuple[Floats, Floats]:
    """Give the slopes of the loss -ln P(target) by the output of attention and by the output matrix.

    ``output`` is (d,), ``w_o`` is (d, V), ``target`` a column of it; the probabilities are the softmax of
    ``output @ w_o``. The results are (d,) and (d, V).

    The page: docs/gpt/backward.md.
    """
    raise NotImplementedError


def descend(start: Floats, slope: Callable[[Floats], Floats], rate: float, steps: int) -> Floats:
    """Take some steps of plain gradient descent.

    ``start`` is (k,), all numbers of a model; ``slope(x)``, (k,), is the gradient of the loss at x. The
    result, (k,), is where the steps end; leave ``start`` alone.

    The page: docs/gpt/steps.md.
    """
    raise NotImplementedError


def mean_loss(logits: Floats, targets: Wholes) -> float:
    """Give the mean cross-entropy, in nats, over n places.

    ``logits`` is (n, V), a row for each place; ``targets`` is (n,), the right word of each. Logits may be
    a thousand apart: the loss is then large, and not infinite.

    The page: docs/gpt/training.md.
    """
    raise NotImplementedError


def tied_gradient(embeddings: Floats, w_v: Floats, word: int, target: int) -> Floats:
    """Give the slopes of the loss by the embeddings in a model that answers with them too.

    The context is ``word`` alone, so the logits are ``embeddings[word] @ w_v @ embeddings.T`` and the loss
    is -ln P(target). ``embeddings`` is (V, d), ``w_v`` is (d, d). The result is (V, d).

    The page: docs/gpt/closeness.md, "What would it take?".
    """
    raise NotImplementedError


def place_words(table: Floats, positions: Floats, tokens: Wholes) -> Floats:
    """Make what goes into the head: every word's embedding, plus the position of its place.

    ``table`` is (V, d), a row for each word; ``positions`` is (longest, d), a row for each place, counted
    from 0; ``tokens`` is (n,), the numbers of the words in their order. The result is (n, d).

    The page: docs/gpt/it.md.
    """
    raise NotImplementedError
