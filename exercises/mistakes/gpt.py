"""Typical wrong answers on a small GPT, each named EXERCISE__SLIP, with the words that its test must say."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Wholes = NDArray[np.int64]
Pairs = list[tuple[tuple[str, ...], str]]


def _soften(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return weights


def make_pairs__empty_context(words: list[str]) -> Pairs:
    """made a pair of the empty beginning too"""
    return [(tuple(words[:end]), words[end]) for end in range(len(words))]


def make_pairs__one_early(words: list[str]) -> Pairs:
    """stopped one pair early"""
    return [(tuple(words[:end]), words[end]) for end in range(1, len(words) - 1)]


def make_pairs__target_in_context(words: list[str]) -> Pairs:
    """put the target into its own context"""
    return [(tuple(words[: end + 1]), words[end]) for end in range(1, len(words))]


def make_pairs__last_word_only(words: list[str]) -> Pairs:
    """kept only the last word of each context"""
    return [((before,), after) for before, after in pairwise(words)]


def make_pairs__lists(words: list[str]) -> list[tuple[list[str], str]]:
    """a tuple of words was wanted"""
    return [(words[:end], words[end]) for end in range(1, len(words))]


def forbid_future__zero(scores: Floats) -> Floats:
    """put 0 where -inf belongs"""
    return np.tril(scores)


def forbid_future__itself_too(scores: Floats) -> Floats:
    """hid every word from itself"""
    masked = scores.copy()
    masked[np.triu_indices(len(scores))] = -np.inf
    return masked


def forbid_future__past(scores: Floats) -> Floats:
    """hid the past"""
    masked = scores.copy()
    masked[np.tril_indices(len(scores), -1)] = -np.inf
    return masked


def forbid_future__mask_alone(scores: Floats) -> Floats:
    """gave a mask without the scores"""
    return np.where(np.tri(len(scores)) > 0, 0.0, -np.inf)


def forbid_future__in_place(scores: Floats) -> Floats:
    """changed its argument `scores`"""
    scores[np.triu_indices(len(scores), 1)] = -np.inf
    return scores


def output_gradient__wrong_sign(output: Floats, w_o: Floats, target: int) -> tuple[Floats, Floats]:
    """has the wrong sign"""
    right = -_soften(output @ w_o)
    right[target] += 1
    return w_o @ right, np.outer(output, right)


def output_gradient__right_word_forgotten(output: Floats, w_o: Floats, target: int) -> tuple[Floats, Floats]:
    """forgot the right word"""
    assert target >= 0
    p = _soften(output @ w_o)
    return w_o @ p, np.outer(output, p)


def output_gradient__divided_again(output: Floats, w_o: Floats, target: int) -> tuple[Floats, Floats]:
    """once too often"""
    p = _soften(output @ w_o)
    wrong = p.copy()
    wrong[target] -= 1
    wrong /= p[target]
    return w_o @ wrong, np.outer(output, wrong)


def output_gradient__jacobian_diagonal(output: Floats, w_o: Floats, target: int) -> tuple[Floats, Floats]:
    """took p (1 - p) for the slope by the logits"""
    assert target >= 0
    p = _soften(output @ w_o)
    return w_o @ (p * (1 - p)), np.outer(output, p * (1 - p))


def output_gradient__outer_turned(output: Floats, w_o: Floats, target: int) -> tuple[Floats, Floats]:
    """took the outer product the other way round"""
    wrong = _soften(output @ w_o)
    wrong[target] -= 1
    return w_o @ wrong, np.outer(wrong, output)


def output_gradient__one_result(output: Floats, w_o: Floats, target: int) -> Floats:
    """should return two arrays"""
    wrong = _soften(output @ w_o)
    wrong[target] -= 1
    return w_o @ wrong


def descend__uphill(start: Floats, slope: Callable[[Floats], Floats], rate: float, steps: int) -> Floats:
    """went uphill"""
    here = start
    for _ in range(steps):
        here = here + rate * slope(here)
    return here


def descend__stale_slope(start: Floats, slope: Callable[[Floats], Floats], rate: float, steps: int) -> Floats:
    """used the slope of the start for every step"""
    return start - steps * rate * slope(start)


def descend__one_too_few(start: Floats, slope: Callable[[Floats], Floats], rate: float, steps: int) -> Floats:
    """one step too few"""
    here = start
    for _ in range(1, steps):
        here = here - rate * slope(here)
    return here


def descend__one_too_many(
    start: Floats, slope: Callable[[Floats], Floats], rate: float, steps: int
) -> Floats:
    """one step too many"""
    here = start
    for _ in range(steps + 1):
        here = here - rate * slope(here)
    return here


def descend__no_rate(start: Floats, slope: Callable[[Floats], Floats], rate: float, steps: int) -> Floats:
    """left out the rate"""
    assert rate
    here = start
    for _ in range(steps):
        here = here - slope(here)
    return here


def descend__in_place(start: Floats, slope: Callable[[Floats], Floats], rate: float, steps: int) -> Floats:
    """changed its argument `start`"""
    for _ in range(steps):
        start -= rate * slope(start)
    return start


def _log_weights(logits: Floats, axis: int = 1) -> Floats:
    above = logits - logits.max(axis=axis, keepdims=True)
    logs: Floats = above - np.log(np.exp(above).sum(axis=axis, keepdims=True))
    return logs


def mean_loss__summed(logits: Floats, targets: Wholes) -> float:
    """added the losses up"""
    return float(-_log_weights(logits)[np.arange(len(targets)), targets].sum())


def mean_loss__over_all_entries(logits: Floats, targets: Wholes) -> float:
    """averaged over all n·V entries"""
    right = np.eye(logits.shape[1])[targets]
    return float(-(right * _log_weights(logits)).mean())


def mean_loss__softmax_over_places(logits: Floats, targets: Wholes) -> float:
    """let softmax run over the places"""
    return float(-_log_weights(logits, axis=0)[np.arange(len(targets)), targets].mean())


def mean_loss__bits(logits: Floats, targets: Wholes) -> float:
    """took logarithms to base 2"""
    return float(-(_log_weights(logits) / np.log(2))[np.arange(len(targets)), targets].mean())


def mean_loss__no_minus(logits: Floats, targets: Wholes) -> float:
    """forgot the minus sign"""
    return float(_log_weights(logits)[np.arange(len(targets)), targets].mean())


def mean_loss__log_of_softmax(logits: Floats, targets: Wholes) -> float:
    """took the logarithm of a finished weight"""
    return float(-np.log(_soften(logits)[np.arange(len(targets)), targets]).mean())


def _find_parts(embeddings: Floats, w_v: Floats, word: int, target: int) -> tuple[Floats, Floats]:
    output = embeddings[word] @ w_v
    wrong = _soften(embeddings @ output)
    wrong[target] -= 1
    return w_v @ (embeddings.T @ wrong), np.outer(wrong, output)


def tied_gradient__tying_forgotten(embeddings: Floats, w_v: Floats, word: int, target: int) -> Floats:
    """forgot the tie"""
    slopes = np.zeros_like(embeddings)
    slopes[word] = _find_parts(embeddings, w_v, word, target)[0]
    return slopes


def tied_gradient__reading_forgotten(embeddings: Floats, w_v: Floats, word: int, target: int) -> Floats:
    """forgot that the word was read"""
    return _find_parts(embeddings, w_v, word, target)[1]


def tied_gradient__overwritten(embeddings: Floats, w_v: Floats, word: int, target: int) -> Floats:
    """overwrote the row of the word that was read"""
    read, slopes = _find_parts(embeddings, w_v, word, target)
    slopes[word] = read
    return slopes


def tied_gradient__wrong_sign(embeddings: Floats, w_v: Floats, word: int, target: int) -> Floats:
    """has the wrong sign"""
    read, slopes = _find_parts(embeddings, w_v, word, target)
    slopes[word] += read
    return -slopes


def place_words__twice(table: Floats, positions: Floats, tokens: Wholes) -> Floats:
    """added the position twice"""
    placed = table[tokens]
    for t in range(len(tokens)):
        placed[t] += positions[t]
    return placed + positions[: len(tokens)]


def place_words__by_word(table: Floats, positions: Floats, tokens: Wholes) -> Floats:
    """looked the position up by the word's number"""
    return (table + positions)[tokens]


def place_words__from_one(table: Floats, positions: Floats, tokens: Wholes) -> Floats:
    """counted places from 1"""
    return np.array([table[token] + positions[t] for t, token in enumerate(tokens, 1)])


def place_words__multiplied(table: Floats, positions: Floats, tokens: Wholes) -> Floats:
    """multiplied by the position"""
    return table[tokens] * positions[: len(tokens)]


def place_words__left_out(table: Floats, positions: Floats, tokens: Wholes) -> Floats:
    """left the positions out"""
    assert len(positions)
    return table[tokens]
