r"""An associative memory with a softmax: a noisy cue in, a mixture of the stored patterns out.

One step of the modern Hopfield network (Ramsauer et al., arXiv:2008.02217) takes a cue ``q`` to
``y = softmax(β X q) X``, where the rows of ``X`` are the stored patterns and ``β`` says how sharply
the best of them is preferred. That is attention with the patterns as keys and as values and ``β`` in
the place of ``1/sqrt(d_k)``, and it is reckoned by [attend][softlookup.attention.attend]. Each step
lowers an energy, see [energy][softlookup.memory.energy].

Every function takes one cue of shape (d,) or cues of shape (..., n, d), and patterns of shape
(..., N, d); leading axes broadcast. ``β`` is a number above 0; infinity stands for the limit, in
which the pattern with the largest score is taken whole and equal scores share. Integers are read as
float64; otherwise the dtype is NumPy's common one, and float16 is reckoned in float32.

A NaN in a cue or in the patterns makes NaN of what rests on it, at every β.

All raise ``ShapeError``, naming both shapes, where arrays do not fit or nothing is stored, or where β is an
array; ``DtypeError`` for numbers that are not real and ``RangeError`` for a β that is not above 0.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from softlookup.arrays import (
    BoolArray,
    FloatArray,
    as_count,
    as_floats,
    as_number,
    require_axes,
    working_dtype,
)
from softlookup.attention import attend, check_shapes
from softlookup.errors import RangeError, ShapeError
from softlookup.softmax import softmax


@dataclass(frozen=True, eq=False)
class Settled:
    """Where cues have come to after step upon step; a single cue has no axis n."""

    state: FloatArray
    """The last state of each cue, shape (..., n, d)."""
    steps: npt.NDArray[np.int64]
    """How many steps each cue took, shape (..., n)."""
    converged: BoolArray
    """Whether the last step of each cue was no longer than the tolerance, shape (..., n)."""


def recall(
    cues: npt.ArrayLike, patterns: npt.ArrayLike, beta: float, values: npt.ArrayLike | None = None
) -> FloatArray:
    """Take one step, ``softmax(β X q) X``: what the memory makes of each cue, shape (..., n, d).

    With ``values`` (..., N, d_v) the weights mix those instead of the patterns, and the result has
    the shape (..., n, d_v). Dtypes and errors are those of this module.

    Examples:
        The sharper β, the more of the answer is the pattern that the cue resembles most.

        >>> patterns = [[1, 0], [0, 1]]
        >>> [recall([0.8, 0.2], patterns, beta).round(3).tolist() for beta in (1, 10, np.inf)]
        [[0.646, 0.354], [0.998, 0.002], [1.0, 0.0]]
    """
    q, x, single = _read(cues, patterns)
    v = x if values is None else as_floats(values, "values")
    if v.ndim < 2 or v.shape[-2] != x.shape[-2]:  # noqa: PLR2004  (rows and width)
        message = f"expected one value for each pattern, found values {v.shape}, patterns {x.shape}"
        raise ShapeError(message)
    dtype = np.result_type(q, x, v)
    q, x, v = (array.astype(working_dtype(dtype), copy=False) for array in (q, x, v))
    sharpness = _read_beta(beta, q.dtype)
    if _stays_finite(q, x, sharpness):
        output = attend(q, x, v, scale=sharpness).output
    else:
        check_shapes(q, x, v)
        # (..., n, d) @ (..., d, N) -> (..., n, N), then (..., n, N) @ (..., N, d_v) -> (..., n, d_v)
        output = softmax(_sharpen(q @ x.swapaxes(-1, -2), sharpness)) @ v
    output = output.astype(dtype, copy=False)
    return output[..., 0, :] if single else output


def energy(states: npt.ArrayLike, patterns: npt.ArrayLike, beta: float) -> FloatArray:
    """Give the energy of each state, shape (..., n); for a single state without the axis n.

    ``E(ξ) = -lse(β, Xξ) + ξ·ξ/2 + ln(N)/β + M²/2`` with ``lse(β, z) = ln(Σ exp(β z_i))/β`` and ``M``
    the length of the longest pattern (Ramsauer et al.). Wherever ξ is a mixture of the patterns it
    lies between 0 and ``2M²``. One step of `recall` from ξ to y lowers it by at least ``‖y - ξ‖²/2``.
    """
    q, x, single = _read(states, patterns)
    dtype = np.result_type(q, x)
    q, x = (array.astype(working_dtype(dtype), copy=False) for array in (q, x))
    sharpness = _read_beta(beta, q.dtype)
    scores = q @ x.swapaxes(-1, -2)  # (..., n, d) @ (..., d, N) -> (..., n, N)
    best = scores.max(axis=-1, keepdims=True)
    lifted = best[..., 0]
    if np.isfinite(sharpness):
        # The largest exponent is 0, so that nothing overflows; the mean instead of the sum takes in ln(N)/β.
        lifted = lifted + np.log(np.exp(_sharpen(scores, sharpness)).mean(axis=-1)) / sharpness
    longest = (x * x).sum(axis=-1).max(axis=-1)[..., np.newaxis]
    found: FloatArray = ((q * q).sum(axis=-1) + longest) / 2 - lifted
    found = found.astype(dtype, copy=False)
    return found[..., 0] if single else found


def iterate(
    cues: npt.ArrayLike,
    patterns: npt.ArrayLike,
    beta: float,
    *,
    tolerance: float = 1e-6,
    max_steps: int = 1000,
) -> Settled:
    """Repeat `recall` for each cue until a step is no longer than ``tolerance``, in Euclidean length.

    A cue that has settled stays where it is while others go on; one that has not settled after
    ``max_steps`` is given back as it then is, with ``converged`` False. Beside the errors of this module
    raises ``RangeError`` for a negative tolerance or ``max_steps`` below 1, and ``DtypeError`` for a
    tolerance that is no real number or ``max_steps`` that is no whole one.
    """
    max_steps = as_count(max_steps, "max_steps", 1)
    if not as_number(tolerance, "tolerance", "a number of at least 0") >= 0:
        message = f"tolerance: expected a number of at least 0, found {tolerance!r}"
        raise RangeError(message)
    q, x, single = _read(cues, patterns)
    dtype = np.result_type(q, x)
    q, x = (array.astype(working_dtype(dtype), copy=False) for array in (q, x))
    leading = np.broadcast_shapes(q.shape[:-2], x.shape[:-2])
    state = np.broadcast_to(q, (*leading, *q.shape[-2:]))
    converged = np.zeros(state.shape[:-1], dtype=np.bool_)
    steps = np.zeros(state.shape[:-1], dtype=np.int64)
    for _ in range(max_steps):
        moved = np.where(converged[..., np.newaxis], state, recall(state, x, beta))
        steps += ~converged
        converged |= np.linalg.norm(moved - state, axis=-1) <= tolerance
        state = moved
        if converged.all():
            break
    state = state.astype(dtype, copy=False)
    if single:
        return Settled(state[..., 0, :], steps[..., 0], converged[..., 0])
    return Settled(state, steps, converged)


def _read(cues: npt.ArrayLike, patterns: npt.ArrayLike) -> tuple[FloatArray, FloatArray, bool]:
    """Read cues as (..., n, d) and patterns as (..., N, d), and tell whether there was one cue only."""
    q, x = as_floats(cues, "cues"), as_floats(patterns, "patterns")
    require_axes(q, "cues", 1, "(d,) or (..., n, d)")
    require_axes(x, "patterns", 2, "(..., N, d)")
    if q.shape[-1] != x.shape[-1]:
        message = f"cues and patterns differ in width: cues {q.shape}, patterns {x.shape}"
        raise ShapeError(message)
    if x.shape[-2] == 0:
        message = f"expected at least one stored pattern, found patterns {x.shape} for cues {q.shape}"
        raise ShapeError(message)
    single = q.ndim == 1
    q = q[np.newaxis] if single else q
    try:
        np.broadcast_shapes(q.shape[:-2], x.shape[:-2])
    except ValueError:
        message = f"leading axes do not broadcast: cues {q.shape}, patterns {x.shape}"
        raise ShapeError(message) from None
    return q, x, single


def _read_beta(beta: float, dtype: np.dtype[np.floating]) -> float:
    """Give β as the dtype holds it, or raise ``RangeError`` unless it is above 0 there."""
    number = as_number(beta, "beta", "a single real number above 0")
    with np.errstate(over="ignore", under="ignore"):
        held = float(dtype.type(number))
    if not held > 0:
        message = f"beta: expected a number above 0 (in {dtype}), found {beta!r}"
        raise RangeError(message)
    return held


def _stays_finite(q: FloatArray, x: FloatArray, beta: float) -> bool:
    """Tell whether no score of cues and patterns can overflow when β is multiplied into it."""
    if not (q.size and x.size):
        return beta < np.inf
    with np.errstate(over="ignore"):
        largest = float(np.abs(q).max()) * float(np.abs(x).max()) * q.shape[-1]
    # Twice, for what rounding adds to a score. A NaN or an infinity makes the comparison false.
    return bool(2 * largest * beta < float(np.finfo(q.dtype).max))


def _sharpen(scores: FloatArray, beta: float) -> FloatArray:
    """Give β times what each score is below the best of its row, so that the largest is 0.

    Subtracted first, multiplied then: nothing but -inf, whose weight 0 is right, can come of an overflow.
    """
    best = scores.max(axis=-1, keepdims=True)
    with np.errstate(over="ignore", invalid="ignore"):
        # Equal scores are level, infinite ones as well, whose difference would be NaN.
        below = np.where(scores == best, 0, scores - best)
        # The limit is -inf wherever anything is below; a NaN is not, and stays.
        return np.where(below < 0, below * scores.dtype.type(beta), below)
