import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from softlookup.experiments.jacobian_laws import bound_jacobians, multiply_jacobian
from softlookup.jacobian import softmax_jacobian
from softlookup.softmax import softmax

LOGITS = arrays(np.float64, st.integers(2, 8), elements=st.floats(-20, 20))


@given(LOGITS)
def test_entries_stay_below_a_quarter_and_the_norm_below_a_half(
    z: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> None:
    p = softmax(z)
    jacobian = softmax_jacobian(p)
    norm = np.sqrt(np.linalg.eigvalsh(jacobian @ jacobian.T)[-1])
    assert np.abs(jacobian).max() <= 0.25 + 1e-15
    assert norm <= 0.5 + 1e-12
    # The row sums of |J|, which bound the norm, are 2 p (1 - p).
    np.testing.assert_allclose(np.abs(jacobian).sum(axis=1), 2 * p * (1 - p), atol=1e-15)
    assert norm <= (2 * p * (1 - p)).max() + 1e-12


def test_the_extremes_over_many_draws() -> None:
    bounds = bound_jacobians(np.random.default_rng(0), sizes=(2, 4), sharpness=(0.1, 2), draws=300)
    assert (bounds.draws, bounds.most_keys) == (2 * 2 * 300, 4)
    assert 0.24 < bounds.largest_entry <= 0.25
    assert 0.48 < bounds.largest_norm <= 0.5
    assert bounds.smallest_ratio >= 1
    assert 1.99 < bounds.largest_ratio < 2 + 1e-9
    assert (bounds.even_entry, round(bounds.even_norm, 12)) == (0.25, 0.5)
    assert bounds.row_sum_error < 1e-14
    assert bounds.variance_error < 1e-14
    assert bounds.null_error < 1e-14


def test_the_product_needs_no_matrix() -> None:
    product = multiply_jacobian(np.random.default_rng(0), keys=50)
    assert product.error < 1e-15
    assert (product.with_matrix, product.without) == (2500, 50)
