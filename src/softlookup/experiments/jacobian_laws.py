"""What holds for every softmax Jacobian: its bounds, its variances, its product without the matrix."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.jacobian import softmax_jacobian, softmax_jvp
from softlookup.softmax import softmax
from tether.values import Roundoff


@dataclass(frozen=True)
class JacobianBounds:
    """The extremes over many Jacobians, of flat softmaxes and of sharp ones."""

    draws: int
    """How many Jacobians were looked at."""
    most_keys: int
    """The length of the longest row."""
    largest_entry: float
    """The largest absolute entry of all; at most 1/4."""
    largest_norm: float
    """The largest spectral norm of all; at most 1/2."""
    smallest_ratio: float
    """The smallest spectral norm in units of its matrix's largest entry; at least 1."""
    largest_ratio: float
    """The largest spectral norm in those units; at most 2."""
    even_entry: float
    """The largest entry for two equal logits."""
    even_norm: float
    """The spectral norm for two equal logits."""
    row_sum_error: Roundoff
    """``max |sum of a row|``."""
    variance_error: Roundoff
    """``max |vᵀJv - variance of v under p|`` over random unit vectors v, one a Jacobian."""
    null_error: Roundoff
    """``max |smallest eigenvalue|``: no direction has a negative variance, and equal shifts have none."""


@dataclass(frozen=True)
class JacobianProduct:
    """``J v`` for long rows, by the matrix and without it."""

    keys: int
    """n, the length of the row."""
    error: Roundoff
    """``max |difference|`` of the two."""

    @property
    def with_matrix(self) -> int:
        """How many numbers the matrix holds: n²."""
        return self.keys**2

    @property
    def without(self) -> int:
        """How many numbers the product without it needs beside its input: n."""
        return self.keys


def bound_jacobians(
    rng: np.random.Generator, sizes: Sequence[int], sharpness: Sequence[float], draws: int
) -> JacobianBounds:
    """Draw that many rows of logits N(0, s²) for each size and each sharpness s, and take the extremes.

    The vectors v point in random directions.
    """
    entries, norms, sums, gaps, least = [], [], [], [], []
    for size in sizes:
        for spread in sharpness:
            p = softmax(spread * rng.normal(size=(draws, size)))
            v = rng.normal(size=(draws, size))
            v /= np.linalg.norm(v, axis=1, keepdims=True)
            jacobian = softmax_jacobian(p)
            entries.append(np.abs(jacobian).max(axis=(1, 2)))
            norms.append(np.linalg.norm(jacobian, 2, axis=(1, 2)))
            sums.append(np.abs(jacobian.sum(axis=2)).max())
            mean = (p * v).sum(axis=1, keepdims=True)
            variance = (p * (v - mean) ** 2).sum(axis=1)
            # (draws, n), (draws, n, n), (draws, n) -> (draws,)
            gaps.append(np.abs(np.einsum("di,dij,dj->d", v, jacobian, v) - variance).max())
            least.append(np.abs(np.linalg.eigvalsh(jacobian)[:, 0]).max())
    entry, norm = np.concatenate(entries), np.concatenate(norms)
    even = softmax_jacobian([0.5, 0.5])
    return JacobianBounds(
        draws=len(entry),
        most_keys=max(sizes),
        largest_entry=float(entry.max()),
        largest_norm=float(norm.max()),
        smallest_ratio=float((norm / entry).min()),
        largest_ratio=float((norm / entry).max()),
        even_entry=float(np.abs(even).max()),
        even_norm=float(np.linalg.norm(even, 2)),
        row_sum_error=Roundoff(float(np.max(sums))),
        variance_error=Roundoff(float(np.max(gaps))),
        null_error=Roundoff(float(np.max(least))),
    )


def multiply_jacobian(rng: np.random.Generator, keys: int) -> JacobianProduct:
    """Draw logits and a direction (keys,) from N(0, 1), and multiply both ways."""
    p = softmax(rng.normal(size=keys))
    v = rng.normal(size=keys)
    error = np.abs(softmax_jacobian(p) @ v - softmax_jvp(p, v)).max()
    return JacobianProduct(keys, Roundoff(float(error)))
