from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from softlookup.attention import attend
from softlookup.errors import ShapeError
from softlookup.gradients import differentiate_by_keys, differentiate_by_query, differentiate_by_values
from softlookup.jacobian import softmax_jacobian

Floats = npt.NDArray[np.float64]
STEP = 1e-5


@st.composite
def lookups(draw: st.DrawFn) -> tuple[Floats, Floats, Floats]:
    """Draw one query (d_k,), keys (n, d_k) and values (n, d_v) of any small sizes."""
    n, d_k, d_v = (draw(st.integers(1, 4)) for _ in range(3))
    entries = st.floats(-2, 2)
    return (
        draw(hnp.arrays(np.float64, d_k, elements=entries)),
        draw(hnp.arrays(np.float64, (n, d_k), elements=entries)),
        draw(hnp.arrays(np.float64, (n, d_v), elements=entries)),
    )


def fetch(q: Floats, k: Floats, v: Floats, scale: float | None = None) -> Floats:
    output: Floats = attend(q[None, :], k, v, scale=scale).output[0]
    return output


def differentiate_numerically(output: Callable[[Floats], Floats], at: Floats) -> Floats:
    """Entry [a, ...] is the central difference of output coordinate a by each entry of ``at``."""
    columns = []
    for place in np.ndindex(at.shape):
        nudge = np.zeros_like(at)
        nudge[place] = STEP
        columns.append((output(at + nudge) - output(at - nudge)) / (2 * STEP))
    return np.stack(columns, axis=-1).reshape(-1, *at.shape)


@given(lookups(), st.sampled_from([None, 1.0, 0.3]))
def test_central_differences_agree(lookup: tuple[Floats, Floats, Floats], scale: float | None) -> None:
    q, k, v = lookup
    by_query = differentiate_numerically(lambda moved: fetch(moved, k, v, scale), q)
    np.testing.assert_allclose(differentiate_by_query(q, k, v, scale), by_query, atol=1e-8)
    by_keys = differentiate_numerically(lambda moved: fetch(q, moved, v, scale), k)
    np.testing.assert_allclose(differentiate_by_keys(q, k, v, scale), by_keys, atol=1e-8)
    by_values = differentiate_numerically(lambda moved: fetch(q, k, moved, scale), v)
    np.testing.assert_allclose(differentiate_by_values(q, k, v, scale), by_values, atol=1e-8)


@given(lookups())
def test_the_chain_through_the_softmax_jacobian_agrees(lookup: tuple[Floats, Floats, Floats]) -> None:
    q, k, v = lookup
    scale = 1 / np.sqrt(len(q))
    jacobian = softmax_jacobian(attend(q[None, :], k, v).weights[0])
    np.testing.assert_allclose(differentiate_by_query(q, k, v), scale * v.T @ jacobian @ k, atol=1e-13)


@given(lookups())
def test_the_sums_of_the_docstrings_hold(lookup: tuple[Floats, Floats, Floats]) -> None:
    q, k, v = lookup
    scale, attended = 1 / np.sqrt(len(q)), attend(q[None, :], k, v)
    p, o = attended.weights[0], attended.output[0]
    pulls = [p[j] * (v[j] - o) for j in range(len(k))]
    by_query = sum(scale * np.outer(pull, k[j]) for j, pull in enumerate(pulls))
    np.testing.assert_allclose(differentiate_by_query(q, k, v), by_query, atol=1e-13)
    for j, pull in enumerate(pulls):
        np.testing.assert_allclose(
            differentiate_by_keys(q, k, v)[:, j], scale * np.outer(pull, q), atol=1e-13
        )
        np.testing.assert_allclose(
            differentiate_by_values(q, k, v)[:, j], p[j] * np.eye(v.shape[1]), atol=1e-15
        )


@pytest.mark.parametrize(
    "differentiate", [differentiate_by_query, differentiate_by_keys, differentiate_by_values]
)
def test_shapes_that_do_not_fit_are_named(differentiate: Callable[..., Floats]) -> None:
    with pytest.raises(ShapeError, match=r"q \(1, 2\), k \(3, 2\), v \(3, 4\)"):
        differentiate(np.zeros((1, 2)), np.zeros((3, 2)), np.zeros((3, 4)))
    with pytest.raises(ShapeError, match=r"q \(1, 5\), k \(3, 2\)"):
        differentiate(np.zeros(5), np.zeros((3, 2)), np.zeros((3, 4)))
