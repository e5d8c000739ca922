r"""Attention in blocks: the same output without ever holding all n² weights.

A block of queries meets the keys block by block. Three things are kept for each query: the largest
logit m seen so far, the sum s of ``exp(z - m)``, and the sum o of ``exp(z - m) v``. When a block brings
a larger m', what was summed is multiplied by ``exp(m - m')`` and the rest goes on; at the end the output
is o/s. The running maximum is the online softmax of Milakov and Gimelshein, arXiv:1805.02867; using it
to fuse softmax and product is the idea of FlashAttention (Dao and others, NeurIPS 2022).
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from softlookup.arrays import FloatArray, as_floats, working_dtype
from softlookup.attention import check_shapes, default_scale
from softlookup.errors import ShapeError

Progress = Callable[[int, int], None]
"""Told after each block of queries: how many blocks are done, and of how many."""


class BlockSize(NamedTuple):
    """How much is held at once: ``queries * keys`` logits."""

    queries: int = 512
    """How many queries are answered together."""
    keys: int = 512
    """How many keys they meet at a time."""


BLOCK = BlockSize()
"""512 × 512 logits are a megabyte in float32, which the caches near a core can hold."""

WIDE = BlockSize(BLOCK.queries // 2, 2 * BLOCK.keys)
"""As many logits in another form: so many keys are met at once, with no maximum to bring up to date."""


def attend_in_blocks(  # noqa: PLR0913  (three arrays and named options)
    q: npt.ArrayLike,
    k: npt.ArrayLike,
    v: npt.ArrayLike,
    *,
    causal: bool = False,
    scale: float | None = None,
    block: BlockSize | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> FloatArray:
    """Give the output of `softlookup.attention.attend`, (..., n_q, d_v), holding one block of weights.

    Shapes, scale, dtypes and errors are those of `attend`; the result differs from its by roundoff. Scores
    must be finite: a row with an infinite or NaN score is NaN. ``causal`` skips the blocks that no query
    may see, and needs n_q = n_k. So many ``workers`` answer blocks of queries at the same time, each with
    a block of its own; NumPy lets them run side by side. Without a ``block``, `choose_block`
    chooses.
    """
    q, k, v = as_floats(q, "q"), as_floats(k, "k"), as_floats(v, "v")
    check_shapes(q, k, v)
    if causal and q.shape[-2] != k.shape[-2]:
        message = f"causal: expected as many queries as keys, found {q.shape} and {k.shape}"
        raise ShapeError(message)
    block = choose_block(k.shape[-2]) if block is None else block
    if min(block) < 1 or workers < 1:
        message = f"expected blocks and workers of at least 1, found {block} and {workers} workers"
        raise ValueError(message)
    leading = np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    dtype = np.result_type(q, k, v)
    work = working_dtype(dtype)
    factor = work.type(default_scale(q.shape[-1]) if scale is None else scale)
    # Scaling the queries costs n_q · d_k products; scaling the scores would cost n_q · n_k.
    queries: FloatArray = q.astype(work, copy=False) * factor
    keys: FloatArray = k.astype(work, copy=False)
    values: FloatArray = v.astype(work, copy=False)
    if leading:
        queries, keys, values = (np.broadcast_to(x, leading + x.shape[-2:]) for x in (queries, keys, values))
    n_q, n_k = queries.shape[-2], keys.shape[-2]
    output = np.empty((*leading, n_q, values.shape[-1]), dtype)
    jobs = [(at, start) for at in np.ndindex(leading) for start in range(0, n_q, block.queries)]

    step = block.keys

    def answer(job: tuple[tuple[int, ...], int]) -> None:
        at, start = job
        rows = slice(start, start + block.queries)
        seen = start + block.queries if causal else n_k
        first = start if causal else None
        output[at][rows] = _answer_queries(queries[at][rows], keys[at][:seen], values[at][:seen], step, first)

    def tell(answered: Iterable[None]) -> None:
        for done, _ in enumerate(answered, start=1):
            if progress is not None:
                progress(done, len(jobs))

    if workers == 1 or len(jobs) == 1:  # a pool of threads would cost more than a small lookup
        tell(map(answer, jobs))
    else:
        with ThreadPoolExecutor(workers) as pool:
            tell(pool.map(answer, jobs))
    return output


def choose_block(keys: int) -> BlockSize:
    """Give `WIDE` for a lookup in which more keys than those of `BLOCK` fit into one block, else `BLOCK`."""
    return WIDE if BLOCK.keys < keys <= WIDE.keys else BLOCK


def _answer_queries(
    queries: FloatArray, keys: FloatArray, values: FloatArray, step: int, first: int | None
) -> FloatArray:
    """Let scaled queries (b, d_k) meet all keys, ``step`` at a time.

    With ``first``, the place of the first query, each query sees the keys up to its own place only.
    """
    largest: FloatArray | None = None
    for start in range(0, len(keys), step):
        logits = queries @ keys[start : start + step].T  # (b, d_k) @ (d_k, step) -> (b, step)
        if first is not None and start + step > first:
            places = np.arange(first, first + len(queries))
            hidden = np.arange(start, start + logits.shape[1]) > places[:, None]
            logits[hidden] = -np.inf
        # The first block holds key 0, which every query may see: the maximum is finite from here on.
        now = logits.max(axis=1, keepdims=True)
        if largest is not None:
            np.maximum(largest, now, out=now)
        logits -= now
        np.exp(logits, out=logits)
        added = logits.sum(axis=1, keepdims=True)
        fetched = logits @ values[start : start + step]  # (b, step) @ (step, d_v) -> (b, d_v)
        if largest is None:
            total, mixed = added, fetched
        else:
            shrink = np.exp(largest - now)
            total = total * shrink + added
            mixed *= shrink
            mixed += fetched
        largest = now
    if largest is None:  # no keys: the output is 0, as in `attend`
        return np.zeros((len(queries), values.shape[-1]), queries.dtype)
    mixed /= total
    return mixed
