"""Multi-head attention: several small heads side by side, their outputs mixed by one matrix.

``[head_1 | ... | head_h] W_o`` (Vaswani et al., arXiv:1706.03762, section 3.2.2).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from softlookup.arrays import FloatArray, as_floats, require_axes
from softlookup.attention import Attention, attend
from softlookup.errors import ShapeError


@dataclass(frozen=True, eq=False)
class MultiHeadWeights:
    """The projections of h heads; raises ``ShapeError``, naming both shapes, where they don't fit."""

    w_q: FloatArray
    """Query projections, shape (h, d_model, d_k)."""
    w_k: FloatArray
    """Key projections, shape (h, d_context, d_k)."""
    w_v: FloatArray
    """Value projections, shape (h, d_context, d_v)."""
    w_o: FloatArray
    """Output projection, shape (h · d_v, d_out)."""

    def __post_init__(self) -> None:
        """Check that the four matrices belong together."""
        for name in ("w_q", "w_k", "w_v"):
            require_axes(getattr(self, name), name, 3, "(heads, width in, width out)", most=3)
        require_axes(self.w_o, "w_o", 2, "(heads times width, width out)", most=2)
        if len(self.w_q) == 0:
            message = f"expected at least one head, found w_q {self.w_q.shape}"
            raise ShapeError(message)
        rows = self.w_v.shape[0] * self.w_v.shape[-1]
        for one, other, fits in (
            ("w_q", "w_k", self.w_q.shape[::2] == self.w_k.shape[::2]),
            ("w_k", "w_v", self.w_k.shape[:2] == self.w_v.shape[:2]),
            ("w_v", "w_o", self.w_o.shape[:-1] == (rows,)),
        ):
            if not fits:
                shapes = f"{one} {getattr(self, one).shape}, {other} {getattr(self, other).shape}"
                message = f"projections do not fit: {shapes}"
                raise ShapeError(message)

    @property
    def parameters(self) -> int:
        """How many numbers the four arrays hold."""
        return self.w_q.size + self.w_k.size + self.w_v.size + self.w_o.size


@dataclass(frozen=True, eq=False)
class MultiHeadAttention:
    """What several heads compute together, and each of them alone."""

    heads: tuple[Attention, ...]
    """One result a head: weights (..., n_q, n_k), output (..., n_q, d_v)."""
    joined: FloatArray
    """The heads' outputs side by side, shape (..., n_q, h · d_v)."""
    output: FloatArray
    """``joined @ w_o``, shape (..., n_q, d_out)."""


def attend_multi_head(  # noqa: PLR0913  (two arguments and four named options)
    x: npt.ArrayLike,
    weights: MultiHeadWeights,
    *,
    context: npt.ArrayLike | None = None,
    mask: npt.ArrayLike | None = None,
    causal: bool = False,
    scale: float | None = None,
) -> MultiHeadAttention:
    """Run every head on x and mix their outputs.

    ``x`` (..., n_q, d_model) asks; ``context`` (..., n_k, d_context) answers, x itself if there is
    none. ``mask``, ``causal`` and ``scale`` are those of `softlookup.attention.attend`, the same for
    every head. Raises what `attend` raises, and ``ShapeError`` where x or context has another width
    than the projections.
    """
    x = as_floats(x, "x")
    source = x if context is None else as_floats(context, "context")
    _check_width("x", x, "w_q", weights.w_q)
    _check_width("x" if context is None else "context", source, "w_k", weights.w_k)
    projections = zip(weights.w_q, weights.w_k, weights.w_v, strict=True)
    heads = tuple(
        # (..., n, d_model) @ (d_model, d_k) -> (..., n, d_k)
        attend(x @ w_q, source @ w_k, source @ w_v, mask=mask, causal=causal, scale=scale)
        for w_q, w_k, w_v in projections
    )
    joined = np.concatenate([head.output for head in heads], axis=-1)
    return MultiHeadAttention(heads, joined, joined @ weights.w_o)


def _check_width(name: str, array: FloatArray, other: str, projection: FloatArray) -> None:
    require_axes(array, name, 2, "(..., rows, width)")
    if array.shape[-1] != projection.shape[1]:
        message = f"{name} {array.shape} does not fit the projection {other} {projection.shape}"
        raise ShapeError(message)
