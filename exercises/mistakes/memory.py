"""Typical wrong answers on memory, each named EXERCISE__SLIP, with the words that its test must say."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Wholes = NDArray[np.int64]


def _soften(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return weights


def recall__beta_outside(cues: Floats, patterns: Floats, beta: float) -> Floats:
    """put beta outside the softmax"""
    return beta * _soften(cues @ patterns.T) @ patterns


def recall__beta_as_temperature(cues: Floats, patterns: Floats, beta: float) -> Floats:
    """divided by beta"""
    return _soften(cues @ patterns.T / beta) @ patterns


def recall__raw_scores(cues: Floats, patterns: Floats, beta: float) -> Floats:
    """mixed by the raw scores"""
    return (beta * (cues @ patterns.T)) @ patterns


def recall__no_beta(cues: Floats, patterns: Floats, beta: float) -> Floats:
    """did not use beta"""
    assert beta
    return _soften(cues @ patterns.T) @ patterns


def recall__softmax_over_the_cues(cues: Floats, patterns: Floats, beta: float) -> Floats:
    """let softmax run over the cues"""
    return _soften(beta * (patterns @ cues.T)).T @ patterns


def recall__scaled_like_a_head(cues: Floats, patterns: Floats, beta: float) -> Floats:
    """divided the scores by the root of the width as well"""
    return _soften(beta * (cues @ patterns.T) / np.sqrt(patterns.shape[1])) @ patterns


def _log_sum(scores: Floats) -> float:
    return float(scores.max() + np.log(np.exp(scores - scores.max()).sum()))


def energy__logarithm_not_divided(state: Floats, patterns: Floats, beta: float) -> float:
    """did not divide the logarithm of the sum by beta"""
    longest = np.linalg.norm(patterns, axis=1).max()
    log_sum = _log_sum(beta * (patterns @ state))
    return float(state @ state / 2 - log_sum + np.log(len(patterns)) / beta + longest**2 / 2)


def energy__logarithm_added(state: Floats, patterns: Floats, beta: float) -> float:
    """added the logarithm of the sum"""
    longest = np.linalg.norm(patterns, axis=1).max()
    log_sum = _log_sum(beta * (patterns @ state)) / beta
    return float(state @ state / 2 + log_sum + np.log(len(patterns)) / beta + longest**2 / 2)


def energy__no_half(state: Floats, patterns: Floats, beta: float) -> float:
    """took u·u whole"""
    longest = np.linalg.norm(patterns, axis=1).max()
    log_sum = _log_sum(beta * (patterns @ state)) / beta
    return float(state @ state - log_sum + np.log(len(patterns)) / beta + longest**2 / 2)


def energy__no_count(state: Floats, patterns: Floats, beta: float) -> float:
    """left out ln(N)/beta"""
    longest = np.linalg.norm(patterns, axis=1).max()
    return float(state @ state / 2 - _log_sum(beta * (patterns @ state)) / beta + longest**2 / 2)


def energy__no_longest(state: Floats, patterns: Floats, beta: float) -> float:
    """left out M²/2"""
    return float(state @ state / 2 - (_log_sum(beta * (patterns @ state)) - np.log(len(patterns))) / beta)


def energy__longest_not_squared(state: Floats, patterns: Floats, beta: float) -> float:
    """took M for M²"""
    longest = np.linalg.norm(patterns, axis=1).max()
    log_sum = _log_sum(beta * (patterns @ state)) / beta
    return float(state @ state / 2 - log_sum + np.log(len(patterns)) / beta + longest / 2)


def energy__without_the_shift(state: Floats, patterns: Floats, beta: float) -> float:
    """took exp of numbers in the thousands"""
    longest = np.linalg.norm(patterns, axis=1).max()
    mean = np.exp(beta * (patterns @ state)).mean()
    return float(state @ state / 2 - np.log(mean) / beta + longest**2 / 2)


def posterior__equal_lengths(cue: Floats, patterns: Floats, noise: float) -> Floats:
    """left out the lengths of the patterns"""
    return _soften(patterns @ cue / noise**2)


def posterior__lengths_rewarded(cue: Floats, patterns: Floats, noise: float) -> Floats:
    """turned the sign of the lengths round"""
    return _soften((2 * patterns @ cue + (patterns * patterns).sum(axis=1)) / (2 * noise**2))


def posterior__noise_not_squared(cue: Floats, patterns: Floats, noise: float) -> Floats:
    """divided by the noise; its square was wanted"""
    return _soften(-((cue - patterns) ** 2).sum(axis=1) / (2 * noise))


def posterior__two_too_many(cue: Floats, patterns: Floats, noise: float) -> Floats:
    """divided by twice the square"""
    return _soften((patterns @ cue - (patterns * patterns).sum(axis=1) / 2) / (2 * noise**2))


def posterior__not_shared_out(cue: Floats, patterns: Floats, noise: float) -> Floats:
    """gave densities that do not sum to 1"""
    return np.array([np.exp(-((cue - x) @ (cue - x)) / (2 * noise**2)) for x in patterns])


def store__diagonal_left(patterns: Wholes) -> Wholes:
    """left the diagonal"""
    total: Wholes = sum(
        (np.outer(x, x) for x in patterns), np.zeros((patterns.shape[1],) * 2, dtype=np.int64)
    )
    return total


def store__patterns_with_patterns(patterns: Wholes) -> Wholes:
    """compared patterns with patterns"""
    return patterns @ patterns.T


def store__divided_by_the_width(patterns: Wholes) -> Floats:
    """divided by the width"""
    width = patterns.shape[1]
    couplings: Floats = (patterns.T @ patterns) * (1 - np.eye(width)) / width
    return couplings


def store__last_pattern_only(patterns: Wholes) -> Wholes:
    """kept only the last pattern"""
    couplings = np.zeros((patterns.shape[1],) * 2, dtype=np.int64)
    for x in patterns:
        couplings = np.outer(x, x)
        np.fill_diagonal(couplings, 0)
    return couplings


def visit_in_turn__all_together(couplings: Wholes, state: Wholes) -> Wholes:
    """turned all signs together"""
    fields = couplings @ state
    return np.where(fields > 0, 1, np.where(fields < 0, -1, state))


def visit_in_turn__sign_of_zero(couplings: Wholes, state: Wholes) -> Wholes:
    """took np.sign of a field of 0"""
    turned = state.copy()
    for i in range(len(turned)):
        turned[i] = np.sign(couplings[i] @ turned)
    return turned


def visit_in_turn__backwards(couplings: Wholes, state: Wholes) -> Wholes:
    """went from the last sign to the first"""
    turned = state.copy()
    for i in reversed(range(len(turned))):
        turned[i] = np.sign(couplings[i] @ turned) or turned[i]
    return turned


def visit_in_turn__against_the_field(couplings: Wholes, state: Wholes) -> Wholes:
    """turned signs against their fields"""
    turned = state.copy()
    for i in range(len(turned)):
        turned[i] = np.sign(couplings[i] @ turned) or turned[i]
    return -turned


def visit_in_turn__in_place(couplings: Wholes, state: Wholes) -> Wholes:
    """changed its argument `state`"""
    for i in range(len(state)):
        state[i] = np.sign(couplings[i] @ state) or state[i]
    return state
