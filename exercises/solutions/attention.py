"""Reference solutions of the exercises on attention; yours go into `exercises/attention.py`."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Truths = NDArray[np.bool_]


def softmax(scores: Floats) -> Floats:
    """Turn each row of scores into weights.

    ``scores`` has shape (m, n): m queries, n keys. A score may be -inf, which forbids its key, but no row
    is forbidden altogether; scores may be as large as a float can be. The result has the same shape, and
    its rows sum to 1.

    The page: docs/attention/softmax.md.
    """
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return weights


def attend(features: Floats, w_q: Floats, w_k: Floats, w_v: Floats, allowed: Truths) -> Floats:
    """Run one head: every row of features asks all rows.

    ``features`` is (n, d_model), ``w_q`` and ``w_k`` are (d_model, d_k), ``w_v`` is (d_model, d_v).
    ``allowed`` is (n, n): row i may look at row j only where entry [i, j] is True; no row is all False.
    Scores are divided by the root of d_k. The result is (n, d_v): for each row its mixture of values.

    The page: docs/attention/one-head.md.
    """
    queries, keys, values = features @ w_q, features @ w_k, features @ w_v
    scores = queries @ keys.T / np.sqrt(keys.shape[1])  # (n, d_k) @ (d_k, n) -> (n, n)
    return softmax(np.where(allowed, scores, -np.inf)) @ values


def jacobian_product(weights: Floats, direction: Floats) -> Floats:
    """Say how the weights of a softmax move when its scores move along a direction.

    ``weights`` is (n,), what softmax gave; ``direction`` is (n,). The result is (n,), the Jacobian times
    the direction. Do it without making the (n, n) matrix.

    The page: docs/attention/jacobian.md.
    """
    return weights * (direction - weights @ direction)


def split_heads(rows: Floats, heads: int) -> Floats:
    """Cut every row into one piece a head.

    ``rows`` is (n, heads · d): the first d numbers of a row belong to the first head, the next d to the
    second, and so on. The result is (heads, n, d): entry [h, i] is what head h has of row i.

    The page: docs/attention/multi-head.md.
    """
    return rows.reshape(len(rows), heads, -1).swapaxes(0, 1)


def attend_in_blocks(query: Floats, keys: Floats, values: Floats, size: int) -> Floats:
    """Answer one query while looking at no more than ``size`` keys at a time.

    ``query`` is (d_k,), ``keys`` (n, d_k), ``values`` (n, d_v). The result, (d_v,), is that of a head that
    looks at all keys at once, scores divided by the root of d_k; scores may be in the thousands.

    The page: docs/attention/message-passing.md, "What the square of n costs".
    """
    largest, total, mixture = -np.inf, 0.0, np.zeros(values.shape[1])
    for start in range(0, len(keys), size):
        scores = keys[start : start + size] @ query / np.sqrt(len(query))
        new = max(largest, scores.max())
        powers, shrink = np.exp(scores - new), np.exp(largest - new)
        total = total * shrink + powers.sum()
        mixture = mixture * shrink + powers @ values[start : start + size]
        largest = new
    return mixture / total
