import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softlookup.attention import attend, causal_mask
from softlookup.errors import ShapeError
from softlookup.heads import MultiHeadWeights, attend_multi_head

Floats = npt.NDArray[np.float64]


def draw_weights(
    heads: int, d_model: int, d_k: int, d_v: int, d_context: int | None = None
) -> MultiHeadWeights:
    rng = np.random.default_rng(1)
    d_context = d_context or d_model
    return MultiHeadWeights(
        w_q=rng.normal(size=(heads, d_model, d_k)),
        w_k=rng.normal(size=(heads, d_context, d_k)),
        w_v=rng.normal(size=(heads, d_context, d_v)),
        w_o=rng.normal(size=(heads * d_v, d_model)),
    )


def draw(*shape: int) -> Floats:
    return np.random.default_rng(2).normal(size=shape)


@given(st.integers(1, 3), st.integers(1, 5), st.integers(1, 3), st.integers(1, 3), st.integers(1, 5))
def test_one_einsum_over_all_heads_agrees(heads: int, d_model: int, d_k: int, d_v: int, n: int) -> None:
    x, weights = draw(n, d_model), draw_weights(heads, d_model, d_k, d_v)
    logits = np.einsum("nd,hdk,mc,hck->hnm", x, weights.w_q, x, weights.w_k, optimize=True) / np.sqrt(d_k)
    e = np.exp(logits - logits.max(axis=-1, keepdims=True))
    mixed = np.einsum("hnm,mc,hcv->nhv", e / e.sum(axis=-1, keepdims=True), x, weights.w_v, optimize=True)
    expected = mixed.reshape(n, heads * d_v) @ weights.w_o
    np.testing.assert_allclose(attend_multi_head(x, weights).output, expected, atol=1e-11)


def test_each_head_is_attention_with_its_own_projections() -> None:
    x, weights = draw(6, 5), draw_weights(3, 5, 2, 4)
    attended = attend_multi_head(x, weights)
    for head, alone in enumerate(attended.heads):
        expected = attend(x @ weights.w_q[head], x @ weights.w_k[head], x @ weights.w_v[head])
        np.testing.assert_allclose(alone.output, expected.output, atol=1e-13)
        part = attended.joined[:, 4 * head : 4 * head + 4]
        np.testing.assert_allclose(part, expected.output, atol=1e-13)


def test_masks_and_causality_reach_every_head() -> None:
    x, weights = draw(4, 3), draw_weights(2, 3, 2, 2)
    for attended in (
        attend_multi_head(x, weights, causal=True),
        attend_multi_head(x, weights, mask=causal_mask(4)),
    ):
        for head in attended.heads:
            assert (np.triu(head.weights, 1) == 0).all()
            np.testing.assert_allclose(head.weights.sum(axis=1), 1, rtol=1e-14)


def test_a_context_answers_in_place_of_x() -> None:
    x, context, weights = draw(4, 3), draw(7, 5), draw_weights(2, 3, 2, 2, d_context=5)
    attended = attend_multi_head(x, weights, context=context)
    assert attended.heads[0].weights.shape == (4, 7)
    first = attend(x @ weights.w_q[0], context @ weights.w_k[0], context @ weights.w_v[0])
    np.testing.assert_allclose(attended.heads[0].output, first.output, atol=1e-13)


def test_batches_are_their_parts_one_by_one() -> None:
    x, weights = draw(2, 3, 4, 5), draw_weights(2, 5, 3, 2)
    attended = attend_multi_head(x, weights)
    assert attended.output.shape == (2, 3, 4, 5)
    for place in np.ndindex(2, 3):
        np.testing.assert_allclose(
            attended.output[place], attend_multi_head(x[place], weights).output, atol=1e-12
        )


def test_parameters_are_counted() -> None:
    assert draw_weights(2, 8, 4, 4).parameters == 2 * 3 * 8 * 4 + 8 * 8


@pytest.mark.parametrize(
    ("shapes", "message"),
    [
        (((2, 8, 4), (2, 8, 3), (2, 8, 4), (8, 8)), r"w_q \(2, 8, 4\), w_k \(2, 8, 3\)"),
        (((2, 8, 4), (3, 8, 4), (3, 8, 4), (8, 8)), r"w_q \(2, 8, 4\), w_k \(3, 8, 4\)"),
        (((2, 8, 4), (2, 8, 4), (2, 9, 4), (8, 8)), r"w_k \(2, 8, 4\), w_v \(2, 9, 4\)"),
        (((2, 8, 4), (2, 8, 4), (2, 8, 4), (7, 8)), r"w_v \(2, 8, 4\), w_o \(7, 8\)"),
        (((8, 4), (2, 8, 4), (2, 8, 4), (8, 8)), r"w_q: expected \(heads, .* found shape \(8, 4\)"),
        (((1, 2, 8, 4), (2, 8, 4), (2, 8, 4), (8, 8)), r"w_q: .* found shape \(1, 2, 8, 4\)"),
        (((2, 8, 4), (2, 8, 4), (2, 8, 4), (8,)), r"w_o: .* found shape \(8,\)"),
    ],
)
def test_projections_that_do_not_fit_are_named(shapes: tuple[tuple[int, ...], ...], message: str) -> None:
    with pytest.raises(ShapeError, match=message):
        MultiHeadWeights(*(np.zeros(shape) for shape in shapes))


def test_no_heads_are_an_error() -> None:
    none = np.zeros((0, 8, 4))
    with pytest.raises(ShapeError, match=r"at least one head, found w_q \(0, 8, 4\)"):
        MultiHeadWeights(none, none, none, np.zeros((0, 8)))


def test_inputs_that_do_not_fit_are_named() -> None:
    weights = draw_weights(2, 8, 4, 4)
    with pytest.raises(ShapeError, match=r"x \(5, 7\) does not fit the projection w_q \(2, 8, 4\)"):
        attend_multi_head(draw(5, 7), weights)
    with pytest.raises(ShapeError, match=r"context \(5, 7\) does not fit the projection w_k \(2, 8, 4\)"):
        attend_multi_head(draw(5, 8), weights, context=draw(5, 7))
    with pytest.raises(ShapeError, match=r"x: expected \(..., rows, width\), found shape \(8,\)"):
        attend_multi_head(draw(8), weights)
