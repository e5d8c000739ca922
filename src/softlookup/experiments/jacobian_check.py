"""The softmax Jacobian at five logits, against central differences (source A, step 6)."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.jacobian import softmax_jacobian
from softlookup.softmax import softmax
from tether.values import Roundoff


@dataclass(frozen=True, eq=False)
class JacobianCheck:
    """The derivative by the formula and by nudging each logit both ways."""

    logits: FloatArray
    """z, shape (n,)."""
    weights: FloatArray
    """p = softmax(z), shape (n,)."""
    matrix: FloatArray
    """J = diag(p) - p pᵀ, shape (n, n); ``matrix[3]`` is a row, ``matrix[3][4]`` an entry."""
    step: float
    """h, by which each logit is nudged."""
    difference_error: Roundoff
    """``max |J - central difference|``."""
    row_sum_error: Roundoff
    """``max |sum of a row of J|``: shifting all logits alike moves no weight."""


def check_jacobian(rng: np.random.Generator, size: int, step: float) -> JacobianCheck:
    """Draw z (size,) from N(0, 1) and compare the Jacobian there with central differences."""
    logits = rng.normal(size=size)
    weights = softmax(logits)
    matrix = softmax_jacobian(weights)
    # Row j of either stack is z with its entry j nudged, so column j of J comes out as row j.
    nudges = step * np.eye(size)
    numeric = (softmax(logits + nudges) - softmax(logits - nudges)).T / (2 * step)
    return JacobianCheck(
        logits=read_only(logits),
        weights=read_only(weights),
        matrix=read_only(matrix),
        step=step,
        difference_error=Roundoff(float(np.abs(matrix - numeric).max())),
        row_sum_error=Roundoff(float(np.abs(matrix.sum(axis=1)).max())),
    )
