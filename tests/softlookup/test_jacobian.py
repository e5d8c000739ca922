from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from softlookup.errors import DtypeError, ShapeError
from softlookup.jacobian import softmax_jacobian, softmax_jvp
from softlookup.softmax import softmax

Floats = npt.NDArray[np.float64]

rows = hnp.arrays(np.float64, st.integers(1, 8), elements=st.floats(-5, 5))
pairs = st.integers(1, 8).flatmap(
    lambda n: st.tuples(*[hnp.arrays(np.float64, n, elements=st.floats(-5, 5))] * 2)
)


@given(rows)
def test_each_entry_is_p_i_times_delta_minus_p_j(scores: Floats) -> None:
    p = softmax(scores)
    jacobian = softmax_jacobian(p)
    for i in range(len(p)):
        for j in range(len(p)):
            assert jacobian[i, j] == pytest.approx(p[i] * ((i == j) - p[j]), abs=1e-16)


@given(rows)
def test_central_differences_agree(scores: Floats) -> None:
    step = 1e-5
    jacobian = softmax_jacobian(softmax(scores))
    for j, nudge in enumerate(step * np.eye(len(scores))):
        numeric = (softmax(scores + nudge) - softmax(scores - nudge)) / (2 * step)
        np.testing.assert_allclose(jacobian[:, j], numeric, atol=1e-10)


@given(rows)
def test_it_is_symmetric_with_rows_that_sum_to_zero_and_within_its_bounds(scores: Floats) -> None:
    jacobian = softmax_jacobian(softmax(scores))
    np.testing.assert_array_equal(jacobian, jacobian.T)
    np.testing.assert_allclose(jacobian.sum(axis=1), 0, atol=1e-15)
    assert np.abs(jacobian).max() <= 1 / 4
    assert np.linalg.norm(jacobian, 2) <= 1 / 2 + 1e-15


def test_the_bounds_are_reached_by_two_equal_weights() -> None:
    jacobian = softmax_jacobian([0.5, 0.5])
    np.testing.assert_array_equal(jacobian, [[0.25, -0.25], [-0.25, 0.25]])
    assert np.linalg.norm(jacobian, 2) == pytest.approx(0.5)


@given(pairs)
def test_the_product_without_the_matrix_is_the_product_with_it(pair: tuple[Floats, Floats]) -> None:
    weights, direction = softmax(pair[0]), pair[1]
    expected = softmax_jacobian(weights) @ direction
    np.testing.assert_allclose(softmax_jvp(weights, direction), expected, atol=1e-14)


@given(pairs)
def test_twice_along_a_direction_is_the_variance_of_it(pair: tuple[Floats, Floats]) -> None:
    weights, direction = softmax(pair[0]), pair[1]
    mean = np.average(direction, weights=weights)
    variance = np.average((direction - mean) ** 2, weights=weights)
    assert direction @ softmax_jvp(weights, direction) == pytest.approx(variance, abs=1e-13)


def test_batches_are_their_rows_one_by_one_and_broadcast() -> None:
    rng = np.random.default_rng(0)
    weights = softmax(rng.normal(size=(4, 3, 5)))
    directions = rng.normal(size=(3, 5))
    jacobians, products = softmax_jacobian(weights), softmax_jvp(weights, directions)
    assert jacobians.shape == (4, 3, 5, 5)
    for batch, row in np.ndindex(4, 3):
        np.testing.assert_array_equal(jacobians[batch, row], softmax_jacobian(weights[batch, row]))
        expected = jacobians[batch, row] @ directions[row]
        np.testing.assert_allclose(products[batch, row], expected, atol=1e-15)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.longdouble])
def test_the_dtype_is_kept(dtype: type[np.floating[Any]]) -> None:
    weights = np.array([0.25, 0.75], dtype)
    assert softmax_jacobian(weights).dtype == dtype
    assert softmax_jvp(weights, weights).dtype == dtype
    np.testing.assert_array_equal(softmax_jacobian(weights), np.array([[3, -3], [-3, 3]]) / 16)


def test_a_row_that_fetches_nothing_does_not_move() -> None:
    nothing = softmax([-np.inf, -np.inf])
    np.testing.assert_array_equal(softmax_jacobian(nothing), np.zeros((2, 2)))
    np.testing.assert_array_equal(softmax_jvp(nothing, [1.0, 2.0]), [0, 0])


def test_no_scores_have_an_empty_jacobian() -> None:
    assert softmax_jacobian(np.zeros((3, 0))).shape == (3, 0, 0)


def test_what_is_refused() -> None:
    with pytest.raises(ShapeError, match=r"shapes \(3,\) and \(2,\)"):
        softmax_jvp([0.2, 0.3, 0.5], [1.0, 2.0])
    with pytest.raises(ShapeError, match=r"shapes \(2, 3\) and \(4, 3\)"):
        softmax_jvp(np.full((2, 3), 1 / 3), np.ones((4, 3)))
    with pytest.raises(ShapeError, match=r"shapes \(1,\) and \(2,\)"):
        softmax_jvp([1.0], [1.0, 2.0])
    with pytest.raises(ShapeError, match=r"weights: expected \(..., n\), found shape \(\)"):
        softmax_jacobian(1.0)
    with pytest.raises(DtypeError, match="direction"):
        softmax_jvp([0.5, 0.5], [1j, 2])
