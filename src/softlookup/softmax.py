r"""Softmax: scores in, weights out.

For a row of scores ``z`` the weights are ``p_i = exp(z_i) / sum_j exp(z_j)``. They are computed from
``z - max(z)``, which changes no weight and keeps every exponential at most 1, so that nothing
overflows (Milakov and Gimelshein, arXiv:1805.02867, call this the safe softmax).

Both functions define every row, not the finite ones only:

| a row with | gets |
| --- | --- |
| no scores at all | no weights: an empty row |
| a NaN | NaN throughout, whatever else it holds |
| one or more ``+inf`` | their limit: they share the weight equally, the others get 0 |
| ``-inf`` only | weights 0 (log-weights ``-inf``): nothing may be fetched, so nothing is |
| ``-inf`` here and there | weight 0 there, softmax of the rest elsewhere |

A row of ``-inf`` only is the one kind of non-empty row whose weights do not sum to 1.

Rows are independent of one another, and no input raises a floating-point warning.
"""

import numpy as np
import numpy.typing as npt

from softlookup.arrays import FloatArray, as_floats, require_axes, working_dtype


def softmax(scores: npt.ArrayLike, axis: int = -1) -> FloatArray:
    """Turn scores into weights along one axis: ``exp(z) / sum(exp(z))``.

    ``scores`` has any shape with at least one axis; the result has the same shape, and the same
    dtype where that is a float (float16 is computed in float32 and rounded once), float64 for
    integers. For non-finite scores and empty rows see the table of this module.

    Raises ``DtypeError`` for scores that are not real numbers, ``ShapeError`` for a scalar and
    ``numpy.exceptions.AxisError`` for an axis that is not there.

    Examples:
        >>> softmax([0, 0, -np.inf]).tolist()
        [0.5, 0.5, 0.0]
        >>> softmax([1000, 1000 + np.log(3)]).round(6).tolist()
        [0.25, 0.75]
    """
    given = as_floats(scores, "scores")
    weights = np.exp(_shift(given, axis))
    total = weights.sum(axis=axis, keepdims=True)
    # Only a row without any finite score has the total 0: its weights are 0 already.
    weights /= np.where(total == 0, 1, total)
    return weights.astype(given.dtype, copy=False)


def log_softmax(scores: npt.ArrayLike, axis: int = -1) -> FloatArray:
    """Give the logarithms of the weights, ``z - log(sum(exp(z)))``, in nats.

    More exact than ``log(softmax(z))``, which is ``-inf`` as soon as a weight is too small to be
    represented. Shapes, dtypes, special rows and errors are those of [softmax][softlookup.softmax.softmax].
    """
    given = as_floats(scores, "scores")
    shifted = _shift(given, axis)
    total = np.exp(shifted).sum(axis=axis, keepdims=True)
    logs = shifted - np.log(np.where(total == 0, 1, total))
    # A logarithm too far below zero for the dtype is -inf, as documented, and no cause for a warning.
    with np.errstate(over="ignore"):
        return logs.astype(given.dtype, copy=False)


def _shift(given: FloatArray, axis: int) -> FloatArray:
    """Move every row so that its largest score is 0; the softmax of the row stays the same."""
    require_axes(given, "scores", 1, "at least one axis")
    scores = given.astype(working_dtype(given.dtype), copy=False)
    # -inf is the largest of no scores: it lets an empty row through.
    largest = scores.max(axis=axis, keepdims=True, initial=-np.inf)
    # Far-apart scores may differ by more than the dtype holds: -inf, whose weight 0 is right.
    with np.errstate(over="ignore"):
        shifted: FloatArray = scores - np.where(np.isinf(largest), 0, largest)
    if (largest == np.inf).any():
        # Beside +inf every other score is infinitely far below. No NaN is in such a row: it would
        # have been the largest.
        at_infinity = np.where(scores == np.inf, 0, -np.inf).astype(scores.dtype)
        shifted = np.where(largest == np.inf, at_infinity, shifted)
    return shifted
