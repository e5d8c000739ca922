"""Which of multi-head attention's numbers matter: W_q W_kᵀ and W_v W_o of each head, nothing else."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.attention import attend
from softlookup.experiments.multi_head import MultiHead
from softlookup.heads import MultiHeadWeights, attend_multi_head
from softlookup.softmax import softmax
from tether.values import Roundoff

STEP = 1e-4
"""By how much each number is nudged, both ways."""


@dataclass(frozen=True)
class Redundancy:
    """The same map from features to outputs, by other weights and by other sums."""

    smallest_change: float
    """By how much at least each of the four arrays was changed, largest entry against largest entry."""
    output_error: Roundoff
    """``max |output after - output before|``."""
    query_change: float
    """``max |queries after - queries before|``: the coordinates of a query mean nothing by themselves."""
    einsum_error: Roundoff
    """``max |one einsum over all heads - loop over heads|``."""
    parameters: int
    """How many numbers the four arrays hold."""
    rank: int
    """In how many independent directions of those numbers the output moves."""
    rank_noise: Roundoff
    """The largest singular value that does not count, over the smallest that does."""
    expected_rank: int
    """``2 h d_k (2 d_model - d_k)``: two matrices of rank d_k a head, each (d_model, d_model)."""


def attend_by_einsum(x: FloatArray, weights: MultiHeadWeights) -> FloatArray:
    """Give multi-head attention's output without a loop: (n, d_model) -> (n, d_out).

    One sum gives all heads' scores, one all heads' share of the output; i and j are rows of x, h a
    head, k and v its coordinates.
    """
    heads, _, d_k = weights.w_q.shape
    w_o = weights.w_o.reshape(heads, -1, weights.w_o.shape[1])  # (h · d_v, d_out) -> (h, d_v, d_out)
    scores = np.einsum("id,hdk,hek,je->hij", x, weights.w_q, weights.w_k, x, optimize=True)
    attention = softmax(scores / np.sqrt(d_k))
    output: FloatArray = np.einsum("hij,jd,hdv,hvo->io", attention, x, weights.w_v, w_o, optimize=True)
    return output


def disguise(rng: np.random.Generator, weights: MultiHeadWeights) -> MultiHeadWeights:
    """Give other weights with the same products: W_q M, W_k M⁻ᵀ, W_v N, N⁻¹ W_o, M and N random."""
    heads, _, d_k = weights.w_q.shape
    m, n = (_mix(rng, heads, d_k) for _ in range(2))
    w_o = weights.w_o.reshape(heads, d_k, -1)
    return MultiHeadWeights(
        weights.w_q @ m,
        weights.w_k @ np.linalg.inv(m).swapaxes(-1, -2),
        weights.w_v @ n,
        (np.linalg.inv(n) @ w_o).reshape(weights.w_o.shape),
    )


def count_what_matters(
    rng: np.random.Generator, multi_head: MultiHead, features: FloatArray, samples: int
) -> Redundancy:
    """Disguise the weights and compare; then nudge every weight and count the directions that matter.

    ``samples`` arrays of random features are enough when they give more outputs than there are weights.
    """
    before = multi_head.weights
    after = disguise(rng, before)
    pairs = [(getattr(before, name), getattr(after, name)) for name in ("w_q", "w_k", "w_v", "w_o")]
    singular = _measure_directions(rng, before, samples)
    d_model, d_k = before.w_q.shape[1:]
    expected = 2 * len(before.w_q) * d_k * (2 * d_model - d_k)
    rank = int((singular > 1e-6 * singular[0]).sum())  # noise stands 1e-9 below the first, and less
    return Redundancy(
        smallest_change=float(min(np.abs(new - old).max() / np.abs(old).max() for old, new in pairs)),
        output_error=Roundoff(_distance(attend_multi_head(features, after).output, multi_head.output)),
        query_change=_distance(features @ after.w_q, features @ before.w_q),
        einsum_error=Roundoff(_distance(attend_by_einsum(features, before), multi_head.output)),
        parameters=before.parameters,
        rank=rank,
        rank_noise=Roundoff(float(singular[rank] / singular[rank - 1])),
        expected_rank=expected,
    )


def _distance(one: FloatArray, other: FloatArray) -> float:
    return float(np.abs(one - other).max())


def _mix(rng: np.random.Generator, heads: int, width: int) -> FloatArray:
    """Draw a matrix a head that is far from the identity and yet easily inverted, (h, width, width)."""
    turn, _ = np.linalg.qr(rng.normal(size=(heads, width, width)))
    mixed: FloatArray = turn * rng.uniform(0.5, 2, size=(heads, 1, width))
    return mixed


def _measure_directions(rng: np.random.Generator, weights: MultiHeadWeights, samples: int) -> FloatArray:
    """Give the singular values of the derivative of outputs by all weights, by central differences."""
    arrays = (weights.w_q, weights.w_k, weights.w_v, weights.w_o)
    x = rng.normal(size=(samples, 1, 13, weights.w_q.shape[1]))
    flat = np.concatenate([array.ravel() for array in arrays])
    nudges = STEP * np.eye(len(flat))
    wider, narrower = (_run_many(x, flat + sign * nudges, arrays) for sign in (1, -1))
    singular: FloatArray = np.linalg.svd((wider - narrower) / (2 * STEP), compute_uv=False)
    return singular


def _run_many(x: FloatArray, numbers: FloatArray, arrays: tuple[FloatArray, ...]) -> FloatArray:
    """Run x (samples, 1, n, d) through many sets of weights, each a row of numbers, to (sets, outputs)."""
    parts = np.split(numbers, np.cumsum([array.size for array in arrays])[:-1], axis=1)
    sets = len(numbers)
    w_q, w_k, w_v, w_o = (
        part.reshape(sets, 1, *array.shape) for part, array in zip(parts, arrays, strict=True)
    )
    # (samples, 1, n, d) @ (sets, 1, h, d, d_k) -> (sets, samples, h, n, d_k)
    heads = attend(x @ w_q, x @ w_k, x @ w_v).output
    joined = heads.swapaxes(2, 3).reshape(sets, x.shape[0], x.shape[2], -1)  # -> (sets, samples, n, h · d_v)
    output: FloatArray = (joined @ w_o).reshape(sets, -1)
    return output
