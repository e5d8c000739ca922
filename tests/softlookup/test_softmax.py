import math
import warnings
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import scipy.special
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from softlookup.arrays import FloatArray
from softlookup.errors import DtypeError, ShapeError
from softlookup.softmax import log_softmax, softmax

FLOATS = [np.float16, np.float32, np.float64, np.longdouble]
INF, NAN = np.inf, np.nan

scores_of_rows = hnp.arrays(
    np.float64,
    hnp.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=6),
    elements=st.floats(-500, 500),
)


def weigh_by_the_formula(scores: list[float]) -> list[float]:
    """``p_i = exp(z_i) / sum_j exp(z_j)``, one number at a time."""
    exponentials = [math.exp(z) for z in scores]
    return [e / math.fsum(exponentials) for e in exponentials]


@given(hnp.arrays(np.float64, st.integers(1, 9), elements=st.floats(-300, 300)))
def test_the_formula_of_the_docstring_holds(scores: npt.NDArray[np.float64]) -> None:
    expected = weigh_by_the_formula(scores.tolist())
    np.testing.assert_allclose(softmax(scores), expected, rtol=1e-13, atol=0)


@given(scores_of_rows)
def test_scipy_agrees_on_every_axis(scores: npt.NDArray[np.float64]) -> None:
    for axis in range(-scores.ndim, scores.ndim):
        np.testing.assert_allclose(
            softmax(scores, axis), scipy.special.softmax(scores, axis), rtol=1e-12, atol=1e-300
        )
        np.testing.assert_allclose(
            log_softmax(scores, axis), scipy.special.log_softmax(scores, axis), rtol=1e-12, atol=1e-12
        )


@given(scores_of_rows)
def test_rows_sum_to_one_and_no_weight_is_negative(scores: npt.NDArray[np.float64]) -> None:
    weights = softmax(scores)
    assert (weights >= 0).all()
    np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=1e-14)


@given(scores_of_rows, st.floats(-500, 500))
def test_a_shift_changes_nothing(scores: npt.NDArray[np.float64], shift: float) -> None:
    # Adding and subtracting the shift costs a few units in the last place of 1000.
    np.testing.assert_allclose(softmax(scores + shift), softmax(scores), rtol=0, atol=1e-12)


@given(scores_of_rows, st.randoms(use_true_random=False))
def test_permuting_scores_permutes_weights(scores: npt.NDArray[np.float64], random: Random) -> None:
    order = list(range(scores.shape[-1]))
    random.shuffle(order)
    np.testing.assert_allclose(softmax(scores[..., order]), softmax(scores)[..., order], rtol=1e-14)


@given(scores_of_rows)
def test_a_batch_is_its_rows_one_by_one(scores: npt.NDArray[np.float64]) -> None:
    rows = scores.reshape(-1, scores.shape[-1])
    one_by_one = np.array([softmax(row) for row in rows]).reshape(scores.shape)
    np.testing.assert_allclose(softmax(scores), one_by_one, rtol=1e-14)


@given(hnp.arrays(np.float64, st.integers(2, 9), elements=st.floats(-300, 300)))
def test_the_ratio_of_two_weights_depends_on_the_difference_of_their_scores_only(
    scores: npt.NDArray[np.float64],
) -> None:
    logs = log_softmax(scores)
    np.testing.assert_allclose(logs[0] - logs[1], scores[0] - scores[1], rtol=1e-12, atol=1e-12)


@given(scores_of_rows)
def test_log_softmax_is_the_logarithm(scores: npt.NDArray[np.float64]) -> None:
    np.testing.assert_allclose(np.exp(log_softmax(scores)), softmax(scores), rtol=1e-12, atol=1e-300)


def test_log_softmax_keeps_what_a_weight_is_too_small_to_hold() -> None:
    assert softmax([0.0, -2000.0])[1] == 0
    assert log_softmax([0.0, -2000.0])[1] == -2000


@pytest.mark.parametrize("function", [softmax, log_softmax])
@pytest.mark.parametrize("dtype", FLOATS)
def test_a_float_dtype_is_kept(function: Callable[..., FloatArray], dtype: type[np.floating[Any]]) -> None:
    scores = np.array([[0.5, -1, 2], [3, 3, 3]], dtype)
    result = function(scores)
    assert result.dtype == dtype
    exact = function(scores.astype(np.longdouble))
    np.testing.assert_allclose(result, exact, rtol=4 * float(np.finfo(dtype).eps))


@pytest.mark.parametrize("dtype", FLOATS)
def test_the_farthest_scores_of_a_dtype_neither_overflow_nor_warn(dtype: type[np.floating[Any]]) -> None:
    far = np.finfo(dtype).max
    np.testing.assert_array_equal(softmax(np.array([far, far, -far])), np.array([0.5, 0.5, 0], dtype))
    np.testing.assert_array_equal(softmax(np.array([-far, -far])), np.array([0.5, 0.5], dtype))


def test_float16_adds_up_more_equal_scores_than_its_largest_number() -> None:
    weights = softmax(np.zeros(70_000, np.float16))
    assert (weights == np.float16(1 / 70_000)).all()


@pytest.mark.parametrize("dtype", [np.int8, np.int64, np.uint16])
def test_integers_are_read_as_float64(dtype: type[np.integer[Any]]) -> None:
    weights = softmax(np.array([1, 2, 3], dtype))
    assert weights.dtype == np.float64
    np.testing.assert_allclose(weights, weigh_by_the_formula([1, 2, 3]), rtol=1e-15)


@pytest.mark.parametrize(
    ("scores", "weights"),
    [
        ([-INF, -INF, -INF], [0, 0, 0]),
        ([-INF, 0, 0], [0, 0.5, 0.5]),
        ([-INF, 3], [0, 1]),
        ([INF, 0, -5], [1, 0, 0]),
        ([INF, 0, INF, -INF], [0.5, 0, 0.5, 0]),
        ([NAN, 0, 1], [NAN, NAN, NAN]),
        ([NAN, INF, 1], [NAN, NAN, NAN]),
        ([NAN, -INF, -INF], [NAN, NAN, NAN]),
        ([NAN, INF, -INF], [NAN, NAN, NAN]),
        ([7], [1]),
        ([], []),
    ],
)
@pytest.mark.parametrize("dtype", FLOATS)
def test_the_table_of_special_rows(
    scores: list[float], weights: list[float], dtype: type[np.floating[Any]]
) -> None:
    np.testing.assert_array_equal(softmax(np.array(scores, dtype)), np.array(weights, dtype))
    with np.errstate(divide="ignore"):
        logs = np.log(np.array(weights, dtype))
    np.testing.assert_allclose(
        log_softmax(np.array(scores, dtype)), logs, rtol=4 * float(np.finfo(dtype).eps)
    )


def test_a_special_row_leaves_its_neighbours_alone() -> None:
    scores = np.array([[0.0, 1.0], [NAN, 0.0], [-INF, -INF], [INF, 0.0], [0.0, 1.0]])
    weights = softmax(scores)
    np.testing.assert_array_equal(weights[1:4], [[NAN, NAN], [0, 0], [1, 0]])
    np.testing.assert_allclose(weights[[0, 4]], [weigh_by_the_formula([0, 1])] * 2, rtol=1e-15)


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (2, 0, 4)])
def test_empty_arrays_keep_their_shape(shape: tuple[int, ...]) -> None:
    for axis in range(len(shape)):
        assert softmax(np.zeros(shape), axis).shape == shape
        assert log_softmax(np.zeros(shape), axis).shape == shape


def test_the_input_is_left_as_it_was() -> None:
    scores = np.array([1.0, 2.0])
    softmax(scores)
    log_softmax(scores)
    np.testing.assert_array_equal(scores, [1.0, 2.0])


@pytest.mark.parametrize("function", [softmax, log_softmax])
def test_what_is_refused(function: Callable[..., FloatArray]) -> None:
    with pytest.raises(DtypeError, match=r"scores: expected real numbers, found .* complex128"):
        function([1j, 2])
    with pytest.raises(DtypeError, match="object"):
        function(np.array([1, None], dtype=object))
    with pytest.raises(DtypeError, match="bool"):
        function([True, False])
    with pytest.raises(ShapeError, match=r"at least one axis, found shape \(\)"):
        function(3.0)
    with pytest.raises(IndexError, match="axis 2 is out of bounds"):
        function([1.0, 2.0], 2)


def test_logarithms_beyond_float16_are_no_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = log_softmax(np.array([65504, -65504], np.float16))
    assert found.tolist() == [0, -np.inf]
