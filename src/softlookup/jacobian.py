"""How the weights of a softmax answer to its scores.

With weights ``p = softmax(z)`` the derivative is ``dp_i/dz_j = p_i (delta_ij - p_j)``, as a matrix
``J = diag(p) - p pᵀ``: symmetric, with rows that sum to 0. Both functions take the *weights*, not
the scores, because the formula needs nothing else.
"""

import numpy as np
import numpy.typing as npt

from softlookup.arrays import FloatArray, as_floats, require_axes
from softlookup.errors import ShapeError


def softmax_jacobian(weights: npt.ArrayLike) -> FloatArray:
    """Give the matrix ``J = diag(p) - p pᵀ`` for each row of weights.

    ``weights`` has shape (..., n), the softmax of some scores along the last axis; the result has
    shape (..., n, n), entry [..., i, j] being ``dp_i/dz_j``. Raises ``DtypeError`` for weights that
    are not real numbers and ``ShapeError`` for a scalar.
    """
    p = as_floats(weights, "weights")
    require_axes(p, "weights", 1, "(..., n)")
    diagonal = p[..., :, None] * np.eye(p.shape[-1], dtype=p.dtype)
    # (..., n, 1) * (..., 1, n) -> (..., n, n)
    return diagonal - p[..., :, None] * p[..., None, :]


def softmax_jvp(weights: npt.ArrayLike, direction: npt.ArrayLike) -> FloatArray:
    """Give ``J v = p * (v - p·v)``, how the weights move as the scores move along v.

    The matrix is never made: n numbers in place of n². ``weights`` and ``direction`` have shape
    (..., n) with leading axes that broadcast; so has the result. J is symmetric, so this is the
    vector-Jacobian product too. Raises ``DtypeError`` for anything but real numbers and
    ``ShapeError``, naming both shapes, where they don't fit.
    """
    p, v = as_floats(weights, "weights"), as_floats(direction, "direction")
    require_axes(p, "weights", 1, "(..., n)")
    require_axes(v, "direction", 1, "(..., n)")
    if p.shape[-1] != v.shape[-1] or not _broadcast(p.shape, v.shape):
        message = f"weights and direction do not fit: shapes {p.shape} and {v.shape}"
        raise ShapeError(message)
    # The mean of v under the weights p.
    mean = (p * v).sum(axis=-1, keepdims=True)  # (..., n) -> (..., 1)
    moved: FloatArray = p * (v - mean)
    return moved


def _broadcast(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    try:
        np.broadcast_shapes(one, other)
    except ValueError:
        return False
    return True
