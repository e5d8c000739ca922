"""Typical wrong answers on attention, each named EXERCISE__SLIP, with the words that its test must say."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Truths = NDArray[np.bool_]


def _soften(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return weights


def softmax__without_the_shift(scores: Floats) -> Floats:
    """took exp without the shift"""
    powers = np.exp(scores)
    weights: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return weights


def softmax__one_shift_for_all(scores: Floats) -> Floats:
    """shifted by the largest score of the whole array"""
    powers = np.exp(scores - scores.max())
    weights: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return weights


def softmax__one_sum_for_all(scores: Floats) -> Floats:
    """divided by the sum of the whole array"""
    powers = np.exp(scores)
    weights: Floats = powers / powers.sum()
    return weights


def softmax__down_the_columns(scores: Floats) -> Floats:
    """summed down the columns"""
    powers = np.exp(scores - scores.max(axis=0))
    weights: Floats = powers / powers.sum(axis=0)
    return weights


def softmax__no_division(scores: Floats) -> Floats:
    """forgot to divide by the sum"""
    return np.exp(scores)


def softmax__in_place(scores: Floats) -> Floats:
    """changed its argument `scores`"""
    scores -= scores.max(axis=-1, keepdims=True)
    return _soften(scores)


def softmax__nothing_returned(scores: Floats) -> None:
    """returned nothing"""
    _soften(scores)


def attend__scale_by_the_model_width(
    features: Floats, w_q: Floats, w_k: Floats, w_v: Floats, allowed: Truths
) -> Floats:
    """divided by the root of d_model"""
    scores = (features @ w_q) @ (features @ w_k).T / np.sqrt(features.shape[1])
    return _soften(np.where(allowed, scores, -np.inf)) @ (features @ w_v)


def attend__no_scale(features: Floats, w_q: Floats, w_k: Floats, w_v: Floats, allowed: Truths) -> Floats:
    """did not divide the scores"""
    scores = (features @ w_q) @ (features @ w_k).T
    return _soften(np.where(allowed, scores, -np.inf)) @ (features @ w_v)


def attend__scale_without_the_root(
    features: Floats, w_q: Floats, w_k: Floats, w_v: Floats, allowed: Truths
) -> Floats:
    """divided the scores by d_k"""
    scores = (features @ w_q) @ (features @ w_k).T / w_k.shape[1]
    return _soften(np.where(allowed, scores, -np.inf)) @ (features @ w_v)


def attend__weights_times_keys(
    features: Floats, w_q: Floats, w_k: Floats, w_v: Floats, allowed: Truths
) -> Floats:
    """multiplied the weights with the keys"""
    assert w_v.size
    keys = features @ w_k
    scores = (features @ w_q) @ keys.T / np.sqrt(keys.shape[1])
    return _soften(np.where(allowed, scores, -np.inf)) @ keys


def attend__mask_with_zero(
    features: Floats, w_q: Floats, w_k: Floats, w_v: Floats, allowed: Truths
) -> Floats:
    """gave what is forbidden the score 0"""
    scores = (features @ w_q) @ (features @ w_k).T / np.sqrt(w_k.shape[1])
    return _soften(scores * allowed) @ (features @ w_v)


def attend__no_mask(features: Floats, w_q: Floats, w_k: Floats, w_v: Floats, allowed: Truths) -> Floats:
    """did not use `allowed`"""
    assert allowed.any()
    scores = (features @ w_q) @ (features @ w_k).T / np.sqrt(w_k.shape[1])
    return _soften(scores) @ (features @ w_v)


def attend__mask_afterwards(
    features: Floats, w_q: Floats, w_k: Floats, w_v: Floats, allowed: Truths
) -> Floats:
    """set forbidden weights to 0 after the softmax"""
    scores = (features @ w_q) @ (features @ w_k).T / np.sqrt(w_k.shape[1])
    return (_soften(scores) * allowed) @ (features @ w_v)


def attend__transposed_scores(
    features: Floats, w_q: Floats, w_k: Floats, w_v: Floats, allowed: Truths
) -> Floats:
    """transposed the scores"""
    scores = (features @ w_k) @ (features @ w_q).T / np.sqrt(w_k.shape[1])
    return _soften(np.where(allowed, scores, -np.inf)) @ (features @ w_v)


def attend__softmax_down_the_columns(
    features: Floats, w_q: Floats, w_k: Floats, w_v: Floats, allowed: Truths
) -> Floats:
    """let softmax run down the columns"""
    scores = (features @ w_q) @ (features @ w_k).T / np.sqrt(w_k.shape[1])
    return _soften(np.where(allowed, scores, -np.inf).T).T @ (features @ w_v)


def attend__keys_not_transposed(
    features: Floats, w_q: Floats, w_k: Floats, w_v: Floats, allowed: Truths
) -> Floats:
    """stopped with ValueError in line"""
    scores = (features @ w_q) @ (features @ w_k)
    return _soften(np.where(allowed, scores, -np.inf)) @ (features @ w_v)


def jacobian_product__diagonal_only(weights: Floats, direction: Floats) -> Floats:
    """kept only the diagonal"""
    return weights * (1 - weights) * direction


def jacobian_product__no_mean(weights: Floats, direction: Floats) -> Floats:
    """forgot to take the mean off"""
    return weights * direction


def jacobian_product__plain_mean(weights: Floats, direction: Floats) -> Floats:
    """took off the plain mean"""
    return weights * (direction - np.mean(direction))


def jacobian_product__wrong_sign(weights: Floats, direction: Floats) -> Floats:
    """has the wrong sign"""
    return (np.outer(weights, weights) - np.diag(weights)) @ direction


def split_heads__at_one_go(rows: Floats, heads: int) -> Floats:
    """deals the rows out among the heads"""
    n, width = rows.shape
    return rows.reshape(heads, n, width // heads)


def split_heads__rows_in_front(rows: Floats, heads: int) -> Floats:
    """the heads come first"""
    return np.stack(np.split(rows, heads, axis=1), axis=1)


def split_heads__columns_in_turns(rows: Floats, heads: int) -> Floats:
    """dealt the columns out in turns"""
    n, width = rows.shape
    return rows.reshape(n, width // heads, heads).transpose(2, 0, 1)


def attend_in_blocks__nothing_shrunk(query: Floats, keys: Floats, values: Floats, size: int) -> Floats:
    """kept the old sum and the old mixture"""
    scale, largest = np.sqrt(len(query)), -np.inf
    total, mixture = 0.0, np.zeros(values.shape[1])
    for start in range(0, len(keys), size):
        scores = keys[start : start + size] @ query / scale
        largest = max(largest, scores.max())
        powers = np.exp(scores - largest)
        total += powers.sum()
        mixture += powers @ values[start : start + size]
    return mixture / total


def attend_in_blocks__mixture_not_shrunk(query: Floats, keys: Floats, values: Floats, size: int) -> Floats:
    """shrank the sum but not the mixture"""
    scale, largest = np.sqrt(len(query)), -np.inf
    total, mixture = 0.0, np.zeros(values.shape[1])
    for start in range(0, len(keys), size):
        scores = keys[start : start + size] @ query / scale
        old, largest = largest, max(largest, scores.max())
        powers = np.exp(scores - largest)
        total = total * np.exp(old - largest) + powers.sum()
        mixture += powers @ values[start : start + size]
    return mixture / total


def attend_in_blocks__blocks_averaged(query: Floats, keys: Floats, values: Floats, size: int) -> Floats:
    """averaged the blocks"""
    answers = []
    for start in range(0, len(keys), size):
        block = slice(start, start + size)
        answers.append(_soften(keys[block] @ query / np.sqrt(len(query))) @ values[block])
    mean: Floats = np.mean(answers, axis=0)
    return mean


def attend_in_blocks__last_block_lost(query: Floats, keys: Floats, values: Floats, size: int) -> Floats:
    """left out the last block"""
    kept = len(keys) - len(keys) % size
    return _soften(keys[:kept] @ query / np.sqrt(len(query))) @ values[:kept]


def attend_in_blocks__without_the_shift(query: Floats, keys: Floats, values: Floats, size: int) -> Floats:
    """took exp of scores in the thousands"""
    total, mixture = 0.0, np.zeros(values.shape[1])
    for start in range(0, len(keys), size):
        powers = np.exp(keys[start : start + size] @ query / np.sqrt(len(query)))
        total += powers.sum()
        mixture += powers @ values[start : start + size]
    return mixture / total
