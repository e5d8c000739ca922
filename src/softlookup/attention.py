"""Scaled dot-product attention: every query fetches a mixture of the values.

``softmax(Q Kᵀ / sqrt(d_k)) V`` (Vaswani et al., arXiv:1706.03762, equation 1).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from softlookup.arrays import BoolArray, FloatArray, as_floats, require_axes, working_dtype
from softlookup.errors import DtypeError, ShapeError
from softlookup.softmax import softmax


@dataclass(frozen=True, eq=False)
class Attention:
    """What attention computes on its way; leading axes ``...`` are those of q, k and v together."""

    scores: FloatArray
    """Raw scores ``q_i · k_j``, shape (..., n_q, n_k)."""
    logits: FloatArray
    """The scores times the scale, with the mask applied, shape (..., n_q, n_k)."""
    weights: FloatArray
    """Softmax of each row of logits, shape (..., n_q, n_k)."""
    output: FloatArray
    """``weights @ v``, shape (..., n_q, d_v)."""


def attend(  # noqa: PLR0913  (three arrays and three named options)
    q: npt.ArrayLike,
    k: npt.ArrayLike,
    v: npt.ArrayLike,
    *,
    mask: npt.ArrayLike | None = None,
    causal: bool = False,
    scale: float | None = None,
) -> Attention:
    """Let every query attend to every key and mix the values by the weights.

    Shapes: ``q`` (..., n_q, d_k), ``k`` (..., n_k, d_k), ``v`` (..., n_k, d_v), with leading axes
    that broadcast. ``scale`` multiplies the raw scores; without one it is ``1/sqrt(d_k)``.

    ``mask`` broadcasts to the scores (..., n_q, n_k). A mask of truth values says True where a query
    may attend. A mask of floats is added to the logits, in their dtype; ``-inf`` forbids. ``causal``
    lets query i see keys 0 to i only, needs n_q = n_k and may be combined with a mask. A query that
    may attend to nothing, or that meets no keys, gets weights 0 and output 0. A forbidden key has
    weight 0, yet its value must be finite, since 0 times infinity is NaN.

    Integers are read as float64; otherwise the dtype is NumPy's common one of q, k and v. float16 is
    reckoned in float32 and rounded at the end.

    Raises ``ShapeError``, naming both shapes, where arrays don't fit, and ``DtypeError`` for numbers
    that are not real or for a mask of integers, which could mean either kind of mask.

    Examples:
        Of two keys that fit equally well, each value counts half; a mask leaves the first alone.

        >>> attend([[0, 0]], [[1, 0], [0, 1]], [[10], [20]]).output.tolist()
        [[15.0]]
        >>> attend([[0, 0]], [[1, 0], [0, 1]], [[10], [20]], mask=[[True, False]]).weights.tolist()
        [[1.0, 0.0]]
    """
    q, k, v = as_floats(q, "q"), as_floats(k, "k"), as_floats(v, "v")
    check_shapes(q, k, v)
    dtype = np.result_type(q, k, v)
    q, k, v = (array.astype(working_dtype(dtype), copy=False) for array in (q, k, v))
    scores = q @ k.swapaxes(-1, -2)  # (..., n_q, d_k) @ (..., d_k, n_k) -> (..., n_q, n_k)
    logits: FloatArray = scores * scores.dtype.type(default_scale(q.shape[-1]) if scale is None else scale)
    if mask is not None:
        logits = _apply_mask(logits, np.asarray(mask))
    if causal:
        if logits.shape[-2] != logits.shape[-1]:
            message = f"causal: expected as many queries as keys, found {q.shape} and {k.shape}"
            raise ShapeError(message)
        logits = _apply_mask(logits, causal_mask(logits.shape[-1]))
    weights = softmax(logits)
    output = weights @ v  # (..., n_q, n_k) @ (..., n_k, d_v) -> (..., n_q, d_v)
    # A raw score may be larger than the dtype holds although its scaled logit is not: it is then inf.
    with np.errstate(over="ignore"):
        told = (array.astype(dtype, copy=False) for array in (scores, logits, weights, output))
        return Attention(*told)


def default_scale(d_k: int) -> float:
    """Give ``1/sqrt(d_k)``, under which scores of independent unit-variance entries have variance 1.

    Raises ``ShapeError`` for keys without coordinates, which have no such scale.
    """
    if d_k == 0:
        message = "scale: 1/sqrt(d_k) needs d_k of at least 1, found 0; give a scale"
        raise ShapeError(message)
    return 1 / float(np.sqrt(d_k))


def causal_mask(n: int) -> BoolArray:
    """Give the (n, n) mask that lets position i attend to positions 0 to i."""
    return np.tri(n, dtype=np.bool_)


def check_shapes(q: FloatArray, k: FloatArray, v: FloatArray) -> None:
    """Raise ``ShapeError``, naming both shapes, unless queries, keys and values fit together."""
    for name, array in (("q", q), ("k", k), ("v", v)):
        require_axes(array, name, 2, "(..., rows, width)")
    if q.shape[-1] != k.shape[-1]:
        message = f"queries and keys differ in width: q {q.shape}, k {k.shape}"
        raise ShapeError(message)
    if k.shape[-2] != v.shape[-2]:
        message = f"keys and values differ in number: k {k.shape}, v {v.shape}"
        raise ShapeError(message)
    try:
        np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    except ValueError:
        message = f"leading axes do not broadcast: q {q.shape}, k {k.shape}, v {v.shape}"
        raise ShapeError(message) from None


def _apply_mask(logits: FloatArray, mask: npt.NDArray[np.generic]) -> FloatArray:
    """Forbid where a boolean mask is False; add a float mask."""
    if mask.dtype.kind not in "bf":
        message = f"mask: expected truth values or floats to add, found dtype {mask.dtype}"
        raise DtypeError(message)
    try:
        mask = np.broadcast_to(mask, logits.shape)
    except ValueError:
        message = f"mask of shape {mask.shape} does not broadcast to the scores' {logits.shape}"
        raise ShapeError(message) from None
    if mask.dtype.kind == "b":
        return np.where(mask, logits, logits.dtype.type(-np.inf))
    with np.errstate(over="ignore"):  # a float16 takes -1e9 for -inf, which is what it stands for
        added: FloatArray = logits + mask.astype(logits.dtype)
    return added
