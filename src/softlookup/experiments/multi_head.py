"""Two heads side by side over the academic world (source A, step 8 of its generator)."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.experiments.head import Head, build_head
from softlookup.heads import MultiHeadWeights, attend_multi_head


@dataclass(frozen=True, eq=False)
class MultiHead:
    """Several untrained heads and the matrix that mixes their outputs."""

    heads: tuple[Head, ...]
    """One result a head: ``heads[0].bob.top[0].weight``."""
    weights: MultiHeadWeights
    """The projections of all heads: w_q, w_k, w_v (h, d_model, d_k), w_o (h · d_k, d_model)."""
    joined: FloatArray
    """The heads' outputs side by side, shape (13, h · d_k)."""
    output: FloatArray
    """``joined @ w_o``, shape (13, d_model)."""

    @property
    def d_k(self) -> int:
        """The width of one head."""
        return self.heads[0].d_k

    @property
    def parameters(self) -> int:
        """How many numbers the projections hold."""
        return self.weights.parameters

    @property
    def largest_output(self) -> float:
        """The largest absolute entry of the output."""
        return float(np.abs(self.output).max())


def split_heads(rng: np.random.Generator, features: FloatArray, heads: int, d_k: int) -> MultiHead:
    """Draw W_q, W_k, W_v (d_model, d_k) a head, then W_o, all of variance 1/d_model, and run them."""
    d_model = features.shape[1]
    spread = np.sqrt(d_model)
    drawn = [[rng.normal(size=(d_model, d_k)) / spread for _ in range(3)] for _ in range(heads)]
    w_o = rng.normal(size=(heads * d_k, d_model)) / spread
    w_q, w_k, w_v = (read_only(np.stack(kind)) for kind in zip(*drawn, strict=True))
    weights = MultiHeadWeights(w_q, w_k, w_v, read_only(w_o))
    attended = attend_multi_head(features, weights)
    return MultiHead(
        heads=tuple(build_head(features, *projections) for projections in drawn),
        weights=weights,
        joined=read_only(attended.joined),
        output=read_only(attended.output),
    )
