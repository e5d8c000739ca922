import numpy as np
import pytest
import scipy.special

from softlookup.gpt.rows import exponentiate, find_largest, sum_rows, weigh


@pytest.mark.parametrize("n", [1, 2, 8, 22, 32, 33, 100])
@pytest.mark.parametrize("leading", [(), (3,), (4, 5, 6)])
def test_rows_agree_with_scipy(n: int, leading: tuple[int, ...]) -> None:
    scores = np.random.default_rng(n).normal(0, 5, size=(*leading, n))
    np.testing.assert_array_equal(find_largest(scores), scores.max(axis=-1, keepdims=True))
    np.testing.assert_allclose(sum_rows(scores), scores.sum(axis=-1, keepdims=True), atol=1e-12)
    np.testing.assert_allclose(weigh(scores), scipy.special.softmax(scores, axis=-1), rtol=1e-12)
    exponentials, total, largest = exponentiate(scores)
    logs = np.log(total) + largest
    np.testing.assert_allclose(logs, scipy.special.logsumexp(scores, axis=-1, keepdims=True), rtol=1e-12)
    assert exponentials.max() == 1


def test_what_is_minus_infinity_weighs_nothing_and_far_scores_do_not_overflow() -> None:
    scores = np.array([[1000.0, 1000.0, -np.inf], [-np.inf, -1000.0, -np.inf]])
    assert weigh(scores).tolist() == [[0.5, 0.5, 0], [0, 1, 0]]


def test_rows_leave_what_they_are_given_as_it_was() -> None:
    scores = np.random.default_rng(0).normal(size=(4, 5))
    before = scores.copy()
    weigh(scores)
    find_largest(scores)
    np.testing.assert_array_equal(scores, before)


def test_float32_stays_float32() -> None:
    scores = np.random.default_rng(0).normal(size=(4, 5)).astype(np.float32)
    assert {array.dtype for array in (*exponentiate(scores), weigh(scores))} == {np.dtype(np.float32)}
