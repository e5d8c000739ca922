"""Softmax of very many very short rows, as training needs it: thousands of rows of eight numbers a step.

`softlookup.softmax` says what every row gets, infinite ones too; most of its time on short rows goes
into NumPy's reductions, which begin anew for each row. Here rows must have a finite largest score, and
the same numbers are reckoned two to three times as fast. A row that breaks this gets NaN.
"""

import numpy as np

from softlookup.arrays import FloatArray

_SHORT = 32
"""Up to this length, walking along the columns finds each row's largest faster than NumPy's ``max``."""


def exponentiate(scores: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Give ``exp(z - max z)`` along the last axis, its sums, and the largest scores.

    ``scores`` has shape (..., n); the first result too, the others (..., 1).
    """
    largest = find_largest(scores)
    exponentials = scores - largest
    np.exp(exponentials, out=exponentials)
    return exponentials, sum_rows(exponentials), largest


def find_largest(scores: FloatArray) -> FloatArray:
    """Give the largest number of each row: (..., n) -> (..., 1)."""
    n = scores.shape[-1]
    if n > _SHORT:
        of_all: FloatArray = scores.max(axis=-1, keepdims=True)
        return of_all
    largest = scores[..., 0].copy()
    for column in range(1, n):
        np.maximum(largest, scores[..., column], out=largest)
    return largest[..., None]


def sum_rows(numbers: FloatArray) -> FloatArray:
    """Give the sum of each row, as a product with ones: (..., n) -> (..., 1)."""
    n = numbers.shape[-1]
    sums = numbers.reshape(-1, n) @ np.ones((n, 1), numbers.dtype)
    return sums.reshape(*numbers.shape[:-1], 1)


def weigh(scores: FloatArray) -> FloatArray:
    """Give the softmax of each row of scores, ``-inf`` here and there allowed: (..., n) -> (..., n)."""
    weights, total, _ = exponentiate(scores)
    weights /= total
    return weights
