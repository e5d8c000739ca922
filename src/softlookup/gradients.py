"""How the output of one soft lookup answers to its query, its keys and its values.

For one query q with weights ``p = softmax(scale · K q)`` the output is ``o = sum_j p_j v_j``. As
``dp_j/dz_i = p_j (delta_ij - p_i)``, moving the logit of key j moves the output by
``p_j (v_j - o)``: toward value j, by as much as it is attended to. The functions here are that
sentence, followed through ``z_j = scale · q·k_j``. Every one takes q (d_k,), K (n, d_k), V (n, d_v)
and the scale, ``1/sqrt(d_k)`` unless given, and raises ``ShapeError`` or ``DtypeError`` as
`softlookup.attention.attend` does.
"""

import numpy as np
import numpy.typing as npt

from softlookup.arrays import FloatArray, as_floats
from softlookup.attention import attend, default_scale
from softlookup.errors import ShapeError


def differentiate_by_query(
    q: npt.ArrayLike, k: npt.ArrayLike, v: npt.ArrayLike, scale: float | None = None
) -> FloatArray:
    """Give ``do/dq = scale · sum_j p_j (v_j - o) k_jᵀ``, shape (d_v, d_k).

    Entry [a, b] is the derivative of output coordinate a by query coordinate b.
    """
    _, pull, scale = _look_up(q, k, v, scale)
    by_query: FloatArray = scale * (pull.T @ as_floats(k, "k"))  # (d_v, n) @ (n, d_k) -> (d_v, d_k)
    return by_query


def differentiate_by_keys(
    q: npt.ArrayLike, k: npt.ArrayLike, v: npt.ArrayLike, scale: float | None = None
) -> FloatArray:
    """Give ``do/dk_j = scale · p_j (v_j - o) qᵀ`` for every key, shape (d_v, n, d_k).

    Entry [a, j, b] is the derivative of output coordinate a by coordinate b of key j.
    """
    _, pull, scale = _look_up(q, k, v, scale)
    by_keys: FloatArray = scale * np.multiply.outer(pull.T, as_floats(q, "q"))
    return by_keys  # (d_v, n) and (d_k,) -> (d_v, n, d_k)


def differentiate_by_values(
    q: npt.ArrayLike, k: npt.ArrayLike, v: npt.ArrayLike, scale: float | None = None
) -> FloatArray:
    """Give ``do/dv_j = p_j I`` for every value, shape (d_v, n, d_v).

    Entry [a, j, c] is the derivative of output coordinate a by coordinate c of value j: the weight
    p_j where a = c, 0 elsewhere.
    """
    weights, _, _ = _look_up(q, k, v, scale)
    identity = np.eye(as_floats(v, "v").shape[-1], dtype=weights.dtype)
    by_values: FloatArray = np.einsum("j,ac->ajc", weights, identity)
    return by_values


def _look_up(
    q: npt.ArrayLike, k: npt.ArrayLike, v: npt.ArrayLike, scale: float | None
) -> tuple[FloatArray, FloatArray, float]:
    """Give the weights p (n,), the pulls ``p_j (v_j - o)`` (n, d_v) and the scale."""
    query, keys, values = as_floats(q, "q"), as_floats(k, "k"), as_floats(v, "v")
    if (query.ndim, keys.ndim, values.ndim) != (1, 2, 2):
        shapes = f"q {query.shape}, k {keys.shape}, v {values.shape}"
        message = f"expected one query (d_k,), keys (n, d_k) and values (n, d_v), found {shapes}"
        raise ShapeError(message)
    looked_up = attend(query[None, :], keys, values, scale=scale)
    weights = looked_up.weights[0]
    pull = weights[:, None] * (values - looked_up.output[0])  # (n, 1) * (n, d_v) -> (n, d_v)
    return weights, pull, default_scale(len(query)) if scale is None else scale
