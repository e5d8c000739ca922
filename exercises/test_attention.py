"""Tries what you wrote in `exercises/attention.py` against loops that take one number at a time."""

from collections.abc import Sequence
from math import exp, sqrt

import attention
import numpy as np
from checking import Floats, Suspects, ask, compare, draw, over, seeds, sizes
from hypothesis import strategies as st

FORBIDDEN = float("-inf")


def share_out(row: Sequence[float]) -> list[float]:
    """Give the weights of one row of scores, none of them large."""
    powers = [exp(score) for score in row]
    return [power / sum(powers) for power in powers]


@over(m=st.integers(2, 4), n=st.integers(2, 4), seed=seeds, hidden=st.booleans())
def test_softmax_gives_each_row_its_weights(m: int, n: int, seed: int, hidden: bool) -> None:  # noqa: FBT001
    (scores,) = draw(seed, (m, n))
    if hidden:
        scores[0, 0] = FORBIDDEN
    wanted = np.array([share_out(row) for row in scores])
    powers = np.exp(scores)
    suspects: Suspects = {
        "divided by the sum of the whole array; each row sums to 1 by itself (axis=-1)": (
            lambda: powers / powers.sum()
        ),
        "summed down the columns (axis 0); a row belongs to a query, and its keys share one whole": (
            lambda: powers / powers.sum(axis=0)
        ),
        "forgot to divide by the sum of the row": lambda: powers,
    }
    compare("softmax", ask(attention, "softmax", scores=scores), wanted, suspects, {"scores": scores})


@over(n=st.integers(2, 4), seed=seeds, lift=st.sampled_from([1000.0, -1000.0]))
def test_softmax_does_not_mind_a_shift(n: int, seed: int, lift: float) -> None:
    # Two rows, one of them lifted out of the range of exp; softmax only knows differences.
    (scores,) = draw(seed, (2, n))
    wanted = np.array([share_out(row) for row in scores])
    lifted = scores + np.array([[0.0], [lift]])

    def divide(powers: Floats) -> Floats:
        weights: Floats = powers / powers.sum(axis=-1, keepdims=True)
        return weights

    suspects: Suspects = {
        "took exp without the shift: exp of a large score is infinite, of a low one 0, and inf/inf and 0/0 "
        "are NaN; take each row's largest score off first": lambda: divide(np.exp(lifted)),
        "shifted by the largest score of the whole array; each row needs its own": (
            lambda: divide(np.exp(lifted - lifted.max()))
        ),
    }
    compare("softmax", ask(attention, "softmax", scores=lifted), wanted, suspects, {"scores": lifted})


def look_up(
    features: Floats,
    projections: tuple[Floats, Floats, Floats],
    allowed: Floats,
    *,
    divisor: float,
    hidden: float = FORBIDDEN,
    turned: bool = False,
    fetched: int = 2,
) -> Floats:
    """Run one head with loops, right or wrong in one respect."""
    parts = [[[float(x @ column) for column in w.T] for x in features] for w in projections]
    queries, keys = parts[0], parts[1]
    rows = []
    for i in range(len(features)):
        scores = []
        for j in range(len(features)):
            one, other = (queries[j], keys[i]) if turned else (queries[i], keys[j])
            score = sum(a * b for a, b in zip(one, other, strict=True)) / divisor
            scores.append(score if allowed[i, j] else hidden)
        weights = share_out(scores)
        rows.append(
            [sum(p * v for p, v in zip(weights, c, strict=True)) for c in zip(*parts[fetched], strict=True)]
        )
    return np.array(rows)


@over(d_k=st.integers(1, 3), more=st.integers(1, 2), wider=st.integers(1, 3), d_v=sizes, seed=seeds)
def test_attend_runs_one_head(d_k: int, more: int, wider: int, d_v: int, seed: int) -> None:
    # No two sizes that could be mixed up are the same.
    n, d_model = d_k + more, d_k + wider
    features, w_q, w_k, w_v = draw(seed, (n, d_model), (d_model, d_k), (d_model, d_k), (d_model, d_v))
    allowed = np.random.default_rng(seed).random((n, n)) < 0.5
    np.fill_diagonal(allowed, True)  # nobody is left with nothing
    case = {"features": features, "w_q": w_q, "w_k": w_k, "w_v": w_v, "allowed": allowed}
    weights = (w_q, w_k, w_v)
    right = sqrt(d_k)

    def vary(**changes: object) -> Floats:
        return look_up(features, weights, allowed, **{"divisor": right, **changes})  # type: ignore[arg-type]

    def soften_columns() -> Floats:
        scores = features @ w_q @ (features @ w_k).T / right
        powers = np.where(allowed, np.exp(scores), 0)
        mixed: Floats = powers / powers.sum(axis=0) @ (features @ w_v)
        return mixed

    def cut_afterwards() -> Floats:
        powers = np.exp(features @ w_q @ (features @ w_k).T / right)
        return np.where(allowed, powers / powers.sum(axis=1, keepdims=True), 0) @ features @ w_v

    suspects: Suspects = {
        f"divided by the root of d_model = {d_model}, the width of the features; a score is a sum of "
        f"d_k = {d_k} products, so divide by the root of d_k": lambda: vary(divisor=sqrt(d_model)),
        "did not divide the scores by the root of d_k": lambda: vary(divisor=1),
        "divided the scores by d_k; its root was wanted": lambda: vary(divisor=d_k),
        "multiplied the weights with the keys; keys are only compared, what is fetched are the values": (
            lambda: vary(fetched=1)
        ),
        "gave what is forbidden the score 0; 0 is a score like any other, and exp(0) is 1: use -inf": (
            lambda: vary(hidden=0.0)
        ),
        "did not use `allowed`": lambda: look_up(features, weights, np.ones_like(allowed), divisor=right),
        "set forbidden weights to 0 after the softmax, so that a row no longer sums to 1": cut_afterwards,
        "transposed the scores: row i must hold the scores of query i with all keys, Q Kᵀ and not K Qᵀ": (
            lambda: vary(turned=True)
        ),
        "let softmax run down the columns; a row belongs to a query": soften_columns,
    }
    compare("attend", ask(attention, "attend", **case), vary(), suspects, case)


@over(n=st.integers(2, 5), seed=seeds)
def test_jacobian_product_moves_the_weights(n: int, seed: int) -> None:
    scores, direction = draw(seed, (n,), (n,))
    p = np.array(share_out(list(scores)))
    matrix = [[p[i] * ((i == j) - p[j]) for j in range(n)] for i in range(n)]
    wanted = np.array([sum(matrix[i][j] * direction[j] for j in range(n)) for i in range(n)])
    suspects: Suspects = {
        "kept only the diagonal, p (1 - p): raising another's score takes weight away too": (
            lambda: p * (1 - p) * direction
        ),
        "forgot to take the mean off: a move that is the same for all scores must change nothing": (
            lambda: p * direction
        ),
        "took off the plain mean of the direction; it is the mean under the weights": (
            lambda: p * (direction - direction.mean())
        ),
        "has the wrong sign: a score that rises takes its own weight with it": lambda: -wanted,
    }
    case = {"weights": p, "direction": direction}
    compare("jacobian_product", ask(attention, "jacobian_product", **case), wanted, suspects, case)


@over(n=st.integers(2, 4), heads=st.integers(2, 3), width=st.integers(2, 3), seed=seeds)
def test_split_heads_keeps_each_row_together(n: int, heads: int, width: int, seed: int) -> None:
    (rows,) = draw(seed, (n, heads * width))
    wanted = np.array([[rows[i, h * width : (h + 1) * width] for i in range(n)] for h in range(heads)])
    suspects: Suspects = {
        "reshaped to (heads, n, d) at one go: that deals the rows out among the heads, and the shape does "
        "not show it": lambda: rows.reshape(heads, n, width),
        "left the rows in front; the heads come first": lambda: rows.reshape(n, heads, width),
        "dealt the columns out in turns; a head's columns stand side by side": (
            lambda: np.array([rows[:, h::heads] for h in range(heads)])
        ),
    }
    case = {"rows": rows, "heads": heads}
    compare("split_heads", ask(attention, "split_heads", **case), wanted, suspects, case)


def pass_blocks(
    query: Floats, keys: Floats, values: Floats, size: int, *, shrink_sum: bool, shrink_mixture: bool
) -> Floats:
    """Go through keys block by block, and forget to shrink something."""
    largest, total, mixture = -np.inf, 0.0, np.zeros(values.shape[1])
    for start in range(0, len(keys), size):
        block = slice(start, start + size)
        scores = keys[block] @ query / sqrt(len(query))
        new = max(largest, scores.max())
        powers, shrink = np.exp(scores - new), np.exp(largest - new)
        total = total * (shrink if shrink_sum else 1) + powers.sum()
        mixture = mixture * (shrink if shrink_mixture else 1) + powers @ values[block]
        largest = new
    return mixture / total


@over(n=st.integers(3, 7), d_k=sizes, d_v=sizes, size=st.integers(1, 3), loud=st.booleans(), seed=seeds)
def test_attend_in_blocks_answers_like_one_head(
    n: int,
    d_k: int,
    d_v: int,
    size: int,
    loud: bool,  # noqa: FBT001
    seed: int,
) -> None:
    query, keys, values = draw(seed, (d_k,), (n, d_k), (n, d_v))
    if loud:
        query = query * 3000
    scores = [float(key @ query) / sqrt(d_k) for key in keys]
    weights = share_out([score - max(scores) for score in scores])
    wanted = np.array([sum(p * v for p, v in zip(weights, c, strict=True)) for c in values.T])
    case = {"query": query, "keys": keys, "values": values, "size": size}

    def go(keys: Floats, values: Floats) -> Floats:
        powers = np.exp(keys @ query / sqrt(d_k))
        mixed: Floats = powers @ values / powers.sum()
        return mixed

    def average_blocks() -> Floats:
        starts = range(0, n, size)
        answers = [go(keys[s : s + size], values[s : s + size]) for s in starts]
        mean: Floats = np.array(answers).sum(axis=0) / len(answers)
        return mean

    whole = n // size * size
    suspects: Suspects = {
        "kept the old sum and the old mixture as they were when a larger score came; both were taken "
        "relative to the old largest, so shrink them by exp(old - new)": lambda: pass_blocks(
            query, keys, values, size, shrink_sum=False, shrink_mixture=False
        ),
        "shrank the sum but not the mixture": lambda: pass_blocks(
            query, keys, values, size, shrink_sum=True, shrink_mixture=False
        ),
        "ran a softmax in each block and averaged the blocks; a block of poor keys must not count like one "
        "of good keys": average_blocks,
        "left out the last block, which is shorter": lambda: go(keys[:whole], values[:whole]),
        "took exp of scores in the thousands; take the largest score so far off first": lambda: go(
            keys, values
        ),
    }
    compare("attend_in_blocks", ask(attention, "attend_in_blocks", **case), wanted, suspects, case)
