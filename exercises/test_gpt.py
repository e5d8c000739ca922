"""Tries what you wrote in `exercises/gpt.py`: slopes against nudged losses, the rest against loops."""

from collections.abc import Callable
from functools import partial
from math import exp, fsum, log

import gpt
import numpy as np
from checking import Floats, Suspects, ask, compare, draw, fail, over, seeds
from hypothesis import strategies as st

STEP = 1e-4
"""How far each number is nudged; with four losses a slope, the error is far below the tolerance."""


def measure_loss(logits: Floats, target: int) -> float:
    """Give -ln of the weight that softmax gives the target."""
    largest = float(logits.max())
    return largest + log(fsum(exp(z - largest) for z in logits)) - float(logits[target])


def measure_slopes(loss: Callable[[Floats], float], at: Floats) -> Floats:
    """Nudge one number at a time, both ways and twice as far both ways, and watch the loss."""
    slopes = np.empty_like(at)
    for place in np.ndindex(at.shape):

        def nudge(h: float, place: tuple[int, ...] = place) -> float:
            moved = at.copy()
            moved[place] += h
            return loss(moved)

        near, far = nudge(STEP) - nudge(-STEP), nudge(2 * STEP) - nudge(-2 * STEP)
        slopes[place] = (8 * near - far) / (12 * STEP)
    return slopes


@over(words=st.lists(st.sampled_from(["the", "dog", "cat", "it", "was"]), min_size=2, max_size=5))
def test_make_pairs_gives_every_beginning_its_next_word(words: list[str]) -> None:
    wanted = []
    for end in range(1, len(words)):
        beginning: tuple[str, ...] = ()
        for word in words[:end]:
            beginning = (*beginning, word)
        wanted.append((beginning, words[end]))
    whole = tuple(words)
    suspects: Suspects = {
        "made a pair of the empty beginning too; the first word is nobody's target": (
            lambda: [((), whole[0]), *wanted]
        ),
        "stopped one pair early: the last word is a target as well": lambda: wanted[:-1],
        "put the target into its own context, so that there is nothing to guess": (
            lambda: [((*context, target), target) for context, target in wanted]
        ),
        "kept only the last word of each context": lambda: [
            (context[-1:], target) for context, target in wanted
        ],
        "made contexts of another kind; a tuple of words was wanted": (
            lambda: [(list(context), target) for context, target in wanted]
        ),
    }
    compare("make_pairs", ask(gpt, "make_pairs", words=words), wanted, suspects, {"words": words})


@over(n=st.integers(2, 4), seed=seeds)
def test_forbid_future_hides_what_comes_later(n: int, seed: int) -> None:
    (scores,) = draw(seed, (n, n))
    later = np.array([[j > i for j in range(n)] for i in range(n)])
    wanted = np.where(later, -np.inf, scores)
    suspects: Suspects = {
        "put 0 where -inf belongs: exp(0) is 1, and the future keeps its say": lambda: np.where(
            later, 0, scores
        ),
        "hid every word from itself; the first word then has nothing to look at": (
            lambda: np.where(later | np.eye(n, dtype=np.bool_), -np.inf, scores)
        ),
        "hid the past, and left the future open": lambda: np.where(later.T, -np.inf, scores),
        "gave a mask without the scores": lambda: np.where(later, -np.inf, 0.0),
    }
    compare("forbid_future", ask(gpt, "forbid_future", scores=scores), wanted, suspects, {"scores": scores})


@over(d=st.integers(2, 3), v=st.integers(4, 5), seed=seeds, target=st.integers(0, 3))
def test_output_gradient_agrees_with_nudging(d: int, v: int, seed: int, target: int) -> None:
    output, w_o = draw(seed, (d,), (d, v))
    case = {"output": output, "w_o": w_o, "target": target}
    by_output = measure_slopes(lambda o: measure_loss(o @ w_o, target), output)
    by_w_o = measure_slopes(lambda w: measure_loss(output @ w, target), w_o)
    powers = np.exp(output @ w_o)
    p = powers / powers.sum()
    y = np.eye(v)[target]

    def go_back(by_logits: Floats) -> tuple[Floats, Floats]:
        return w_o @ by_logits, np.outer(output, by_logits)

    slips: dict[str, tuple[Floats, Floats]] = {
        "has the wrong sign: a slope points to where the loss rises": go_back(y - p),
        "forgot the right word: the slope by the logits is p - y, not p": go_back(p),
        "divided by the probability of the right word once too often: in p - y it has cancelled": go_back(
            (p - y) / p[target]
        ),
        "took p (1 - p) for the slope by the logits; with the logarithm in front it is p - y": go_back(
            p * (1 - p)
        ),
        "took the outer product the other way round: W_o has a row for each number of the output": (
            by_output,
            by_w_o.T,
        ),
    }
    found = ask(gpt, "output_gradient", **case)
    if not isinstance(found, tuple) or len(found) != 2:
        fail(
            "output_gradient", case, f"should return two arrays, by the output and by W_o; it gave {found!r}"
        )
    for place, wanted in enumerate((by_output, by_w_o)):
        suspects = {words: partial(slip.__getitem__, place) for words, slip in slips.items()}
        compare("output_gradient", found[place], wanted, suspects, case)


@over(k=st.integers(1, 3), seed=seeds, steps=st.integers(2, 4), rate=st.sampled_from([0.1, 0.3]))
def test_descend_walks_downhill(k: int, seed: int, steps: int, rate: float) -> None:
    start, centre, stretch = draw(seed, (k,), (k,), (k,))
    if np.allclose(start, centre):
        start = start + 1

    def slope(x: Floats) -> Floats:
        """Bend (x - centre) by (1 + stretch²): the gradient of a bowl."""
        return (1 + stretch**2) * (x - centre)

    def walk(count: int, sign: float = -1.0, *, afresh: bool = True) -> Floats:
        x = [float(number) for number in start]
        first = [float(number) for number in slope(start)]
        for _ in range(count):
            slopes = [float(s) for s in slope(np.array(x))] if afresh else first
            x = [one + sign * rate * s for one, s in zip(x, slopes, strict=True)]
        return np.array(x)

    suspects: Suspects = {
        "went uphill: a step goes against the gradient": lambda: walk(steps, 1.0),
        "used the slope of the start for every step; take it anew where you stand": lambda: walk(
            steps, afresh=False
        ),
        "took one step too few": lambda: walk(steps - 1),
        "took one step too many": lambda: walk(steps + 1),
        "left out the rate": lambda: _follow(slope, start, steps),
    }
    case = {"start": start, "slope": slope, "rate": rate, "steps": steps}
    compare("descend", ask(gpt, "descend", **case), walk(steps), suspects, case)


def _follow(slope: Callable[[Floats], Floats], start: Floats, steps: int) -> Floats:
    here = start
    for _ in range(steps):
        here = here - slope(here)
    return here


@over(n=st.integers(2, 3), v=st.integers(4, 5), seed=seeds, far=st.booleans())
def test_mean_loss_is_the_mean_over_places(n: int, v: int, seed: int, far: bool) -> None:  # noqa: FBT001
    (logits,) = draw(seed, (n, v))
    targets = np.random.default_rng(seed).integers(0, v, size=n)
    if far:
        logits[0, targets[0]] -= 1000
    losses = [measure_loss(row, int(target)) for row, target in zip(logits, targets, strict=True)]
    wanted = fsum(losses) / n
    rows = np.arange(n)

    def read(weights: Floats) -> float:
        return float(-np.log(weights[rows, targets]).mean())

    powers = np.exp(logits)
    suspects: Suspects = {
        "added the losses up; their mean was wanted": lambda: wanted * n,
        "averaged over all n·V entries of the table; there is one loss a place, so divide by n": lambda: (
            wanted / v
        ),
        "let softmax run over the places (axis 0); the words of one place share one whole": (
            lambda: read(powers / powers.sum(axis=0))
        ),
        "took logarithms to base 2; nats were wanted": lambda: wanted / log(2),
        "forgot the minus sign": lambda: -wanted,
        "took the logarithm of a finished weight, which had become 0; let the exponential and the logarithm "
        "cancel first": lambda: read(powers / powers.sum(axis=1, keepdims=True)),
    }
    case = {"logits": logits, "targets": targets}
    compare("mean_loss", ask(gpt, "mean_loss", **case), wanted, suspects, case)


@over(v=st.integers(4, 5), d=st.integers(2, 3), seed=seeds, word=st.integers(0, 3), target=st.integers(0, 3))
def test_tied_gradient_counts_both_uses(v: int, d: int, seed: int, word: int, target: int) -> None:
    embeddings, w_v = draw(seed, (v, d), (d, d))
    case = {"embeddings": embeddings, "w_v": w_v, "word": word, "target": target}
    wanted = measure_slopes(lambda e: measure_loss(e @ (e[word] @ w_v), target), embeddings)
    fixed = embeddings.copy()
    as_read = measure_slopes(lambda e: measure_loss(fixed @ (e[word] @ w_v), target), embeddings)
    as_answers = measure_slopes(lambda e: measure_loss(e @ (fixed[word] @ w_v), target), embeddings)

    def overwrite() -> Floats:
        slopes = as_answers.copy()
        slopes[word] = as_read[word]
        return slopes

    suspects: Suspects = {
        "forgot the tie: the embeddings answer as well, and every row of them gets a slope for it": lambda: (
            as_read
        ),
        "forgot that the word was read: its row gets a second part, through W_v": lambda: as_answers,
        "overwrote the row of the word that was read; its two parts add up": overwrite,
        "has the wrong sign: a slope points to where the loss rises": lambda: -wanted,
    }
    compare("tied_gradient", ask(gpt, "tied_gradient", **case), wanted, suspects, case)


@over(n=st.integers(2, 4), d=st.integers(2, 3), seed=seeds)
def test_place_words_adds_each_place_once(n: int, d: int, seed: int) -> None:
    table, positions = draw(seed, (6, d), (6, d))
    tokens = np.random.default_rng(seed).permutation(6)[:n]
    wanted = np.array(
        [[table[token][k] + positions[t][k] for k in range(d)] for t, token in enumerate(tokens)]
    )
    suspects: Suspects = {
        "added the position twice": lambda: wanted + positions[:n],
        "looked the position up by the word's number; it belongs to the place": (
            lambda: table[tokens] + positions[tokens]
        ),
        "counted places from 1": lambda: table[tokens] + positions[1 : n + 1],
        "multiplied by the position; it is added": lambda: table[tokens] * positions[:n],
        "left the positions out": lambda: table[tokens],
    }
    case = {"table": table, "positions": positions, "tokens": tokens}
    compare("place_words", ask(gpt, "place_words", **case), wanted, suspects, case)
