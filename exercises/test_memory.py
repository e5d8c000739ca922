"""Tries what you wrote in `exercises/memory.py` against loops that take one number at a time."""

from math import exp, fsum, log

import memory
import numpy as np
from checking import Floats, Suspects, ask, compare, draw, over, seeds
from hypothesis import strategies as st


def share_out(scores: list[float]) -> list[float]:
    """Give the weights of one row of scores."""
    powers = [exp(score - max(scores)) for score in scores]
    return [power / fsum(powers) for power in powers]


def soften(scores: Floats, axis: int = -1) -> Floats:
    powers = np.exp(scores)
    weights: Floats = powers / powers.sum(axis=axis, keepdims=True)
    return weights


@over(
    m=st.integers(2, 3),
    n=st.integers(2, 4),
    d=st.integers(2, 3),
    beta=st.sampled_from([0.5, 3.0]),
    seed=seeds,
)
def test_recall_takes_one_step(m: int, n: int, d: int, beta: float, seed: int) -> None:
    cues, patterns = draw(seed, (m, d), (n, d))
    rows = [share_out([beta * float(cue @ pattern) for pattern in patterns]) for cue in cues]
    wanted = np.array(
        [[fsum(p * x[k] for p, x in zip(row, patterns, strict=True)) for k in range(d)] for row in rows]
    )
    scores = cues @ patterns.T
    suspects: Suspects = {
        "put beta outside the softmax, on weights that are already shared out; it belongs to the scores": (
            lambda: beta * soften(scores) @ patterns
        ),
        "divided by beta; beta is the inverse of a temperature, and a larger one is sharper": (
            lambda: soften(scores / beta) @ patterns
        ),
        "mixed by the raw scores, without the softmax": lambda: beta * scores @ patterns,
        "did not use beta": lambda: soften(scores) @ patterns,
        "let softmax run over the cues (axis 0); the weights of one cue sum to 1": (
            lambda: soften(beta * scores, axis=0) @ patterns
        ),
        "divided the scores by the root of the width as well; here beta stands in its place": (
            lambda: soften(beta * scores / np.sqrt(d)) @ patterns
        ),
    }
    case = {"cues": cues, "patterns": patterns, "beta": beta}
    compare("recall", ask(memory, "recall", **case), wanted, suspects, case)


@over(n=st.integers(2, 4), d=st.integers(2, 3), beta=st.sampled_from([0.5, 3.0, 2000.0]), seed=seeds)
def test_energy_is_that_of_the_page(n: int, d: int, beta: float, seed: int) -> None:
    state, patterns = draw(seed, (d,), (n, d))
    scores = [float(x @ state) for x in patterns]
    best = max(scores)
    log_sum = best + log(fsum(exp(beta * (score - best)) for score in scores)) / beta
    square, longest = float(state @ state), max(float(x @ x) for x in patterns)
    wanted = square / 2 - log_sum + log(n) / beta + longest / 2
    suspects: Suspects = {
        "did not divide the logarithm of the sum by beta": lambda: wanted + log_sum - beta * log_sum,
        "added the logarithm of the sum; it is taken off, for the energy is low near patterns": (
            lambda: wanted + 2 * log_sum
        ),
        "took u·u whole; half of it was wanted": lambda: wanted + square / 2,
        "left out ln(N)/beta": lambda: wanted - log(n) / beta,
        "left out M²/2": lambda: wanted - longest / 2,
        "took M for M²": lambda: wanted - longest / 2 + longest**0.5 / 2,
        "took exp of numbers in the thousands; take the largest off first, and add it to the logarithm": (
            lambda: float(wanted + log_sum - np.log(np.exp(beta * np.array(scores)).sum()) / beta)
        ),
    }
    case = {"state": state, "patterns": patterns, "beta": beta}
    compare("energy", ask(memory, "energy", **case), wanted, suspects, case)


@over(n=st.integers(2, 4), d=st.integers(2, 3), noise=st.sampled_from([0.5, 0.8, 2.0]), seed=seeds)
def test_posterior_is_bayes_rule(n: int, d: int, noise: float, seed: int) -> None:
    cue, patterns = draw(seed, (d,), (n, d))
    # The density of the noise that would have led from each pattern to the cue.
    wanted = np.array(share_out([-fsum((cue - x) ** 2) / (2 * noise**2) for x in patterns]))
    scores, squares = patterns @ cue, (patterns**2).sum(axis=1)
    suspects: Suspects = {
        "left out the lengths of the patterns: only if all are equally long do they cancel": (
            lambda: soften(scores / noise**2)
        ),
        "turned the sign of the lengths round: a long pattern has a handicap, since it scores high anyway": (
            lambda: soften((scores + squares / 2) / noise**2)
        ),
        "divided by the noise; its square was wanted": lambda: soften((scores - squares / 2) / noise),
        "divided by twice the square: the 2 of the density is used up by the 2 of the cross term": (
            lambda: soften((scores - squares / 2) / (2 * noise**2))
        ),
        "gave densities that do not sum to 1: divide by their sum": (
            lambda: np.exp(-((cue - patterns) ** 2).sum(axis=1) / (2 * noise**2))
        ),
    }
    case = {"cue": cue, "patterns": patterns, "noise": noise}
    compare("posterior", ask(memory, "posterior", **case), wanted, suspects, case)


def draw_signs(seed: int, *shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.random.default_rng(seed).choice(np.array([-1, 1], dtype=np.int64), size=shape)


@over(n=st.integers(2, 4), d=st.integers(5, 6), seed=seeds)
def test_store_adds_up_agreements(n: int, d: int, seed: int) -> None:
    patterns = draw_signs(seed, n, d)
    wanted = np.array(
        [[sum(int(x[i] * x[j]) for x in patterns) if i != j else 0 for j in range(d)] for i in range(d)]
    )
    suspects: Suspects = {
        "left the diagonal: a sign must not pull at itself, or a turn may raise the energy": (
            lambda: patterns.T @ patterns
        ),
        "compared patterns with patterns (X Xᵀ); places are coupled with places (Xᵀ X)": (
            lambda: patterns @ patterns.T
        ),
        "divided by the width; here couplings are whole numbers": lambda: wanted / d,
        "kept only the last pattern; their couplings add up": (
            lambda: np.outer(patterns[-1], patterns[-1]) - np.eye(d, dtype=np.int64)
        ),
    }
    compare("store", ask(memory, "store", patterns=patterns), wanted, suspects, {"patterns": patterns})


@over(n=st.integers(2, 4), d=st.integers(4, 6), seed=seeds)
def test_visit_in_turn_sees_what_turned_before(n: int, d: int, seed: int) -> None:
    patterns, state = draw_signs(seed, n, d), draw_signs(seed + 1, d)
    couplings = patterns.T @ patterns
    np.fill_diagonal(couplings, 0)

    def visit(order: range, *, keep: bool = True) -> Floats:
        signs = [int(sign) for sign in state]
        for i in order:
            field = sum(int(couplings[i, j]) * signs[j] for j in range(d))
            signs[i] = (field > 0) - (field < 0) if field or not keep else signs[i]
        return np.array(signs)

    fields = couplings @ state
    suspects: Suspects = {
        "turned all signs together, by the fields of the old state; each must see what the ones before it "
        "became": lambda: np.where(fields == 0, state, np.sign(fields)),
        "took np.sign of a field of 0, which is 0 and no sign; such a sign stays as it is": (
            lambda: visit(range(d), keep=False)
        ),
        "went from the last sign to the first": lambda: visit(range(d - 1, -1, -1)),
        "turned signs against their fields": lambda: -visit(range(d)),
    }
    case = {"couplings": couplings, "state": state}
    compare("visit_in_turn", ask(memory, "visit_in_turn", **case), visit(range(d)), suspects, case)
