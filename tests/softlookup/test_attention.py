import math
import warnings
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import scipy.special
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from softlookup.attention import Attention, attend, causal_mask
from softlookup.errors import DtypeError, ShapeError

Floats = npt.NDArray[np.float64]
Shape = tuple[int, ...]


@st.composite
def lookups(draw: st.DrawFn) -> tuple[Floats, Floats, Floats]:
    """Draw queries (n_q, d_k), keys (n_k, d_k), values (n_k, d_v) of any small sizes."""
    n_q, n_k, d_k, d_v = (draw(st.integers(1, 5)) for _ in range(4))
    entries = st.floats(-4, 4)
    return (
        draw(hnp.arrays(np.float64, (n_q, d_k), elements=entries)),
        draw(hnp.arrays(np.float64, (n_k, d_k), elements=entries)),
        draw(hnp.arrays(np.float64, (n_k, d_v), elements=entries)),
    )


def attend_by_loops(q: Floats, k: Floats, v: Floats, allowed: npt.NDArray[np.bool_]) -> Floats:
    """Attention one number at a time, over the allowed keys only."""
    output = np.zeros((len(q), v.shape[1]))
    for i in range(len(q)):
        keys = [j for j in range(len(k)) if allowed[i, j]]
        scores = [sum(a * b for a, b in zip(q[i], k[j], strict=True)) / math.sqrt(len(q[i])) for j in keys]
        total = sum(math.exp(score) for score in scores)
        for j, score in zip(keys, scores, strict=True):
            for a in range(v.shape[1]):
                output[i, a] += math.exp(score) / total * v[j, a]
    return output


def draw_lookup(*shapes: tuple[int, ...], seed: int = 0) -> tuple[Floats, ...]:
    rng = np.random.default_rng(seed)
    return tuple(rng.normal(size=shape) for shape in shapes)


@given(lookups())
def test_naive_loops_agree(lookup: tuple[Floats, Floats, Floats]) -> None:
    q, k, v = lookup
    everything = np.ones((len(q), len(k)), np.bool_)
    np.testing.assert_allclose(attend(q, k, v).output, attend_by_loops(q, k, v, everything), atol=1e-12)


@given(lookups())
def test_the_equation_holds_with_scipys_softmax(lookup: tuple[Floats, Floats, Floats]) -> None:
    q, k, v = lookup
    attended = attend(q, k, v)
    np.testing.assert_allclose(attended.scores, np.einsum("id,jd->ij", q, k), atol=1e-13)
    np.testing.assert_allclose(attended.logits, attended.scores / np.sqrt(q.shape[1]), atol=1e-14)
    weights = scipy.special.softmax(attended.logits, axis=1)
    np.testing.assert_allclose(attended.weights, weights, rtol=1e-12)
    np.testing.assert_allclose(attended.output, np.einsum("ij,ja->ia", weights, v), atol=1e-12)


@given(lookups(), st.randoms(use_true_random=False))
def test_permuting_keys_with_their_values_permutes_weights_and_keeps_the_output(
    lookup: tuple[Floats, Floats, Floats], random: Random
) -> None:
    q, k, v = lookup
    order = list(range(len(k)))
    random.shuffle(order)
    before, after = attend(q, k, v), attend(q, k[order], v[order])
    np.testing.assert_allclose(after.weights, before.weights[:, order], rtol=1e-12)
    np.testing.assert_allclose(after.output, before.output, atol=1e-13)


@given(lookups())
def test_the_output_is_within_the_range_of_the_values(lookup: tuple[Floats, Floats, Floats]) -> None:
    q, k, v = lookup
    output = attend(q, k, v).output
    assert (output <= v.max(axis=0) + 1e-12).all()
    assert (output >= v.min(axis=0) - 1e-12).all()


@given(st.integers(1, 6), st.integers(1, 4), st.integers(0, 9))
def test_causal_attention_is_plain_attention_on_every_prefix(n: int, d: int, seed: int) -> None:
    q, k, v = draw_lookup((n, d), (n, d), (n, d), seed=seed)
    causal = attend(q, k, v, causal=True)
    for i in range(n):
        prefix = attend(q[i : i + 1], k[: i + 1], v[: i + 1])
        np.testing.assert_allclose(causal.output[i], prefix.output[0], atol=1e-13)
        np.testing.assert_allclose(causal.weights[i, : i + 1], prefix.weights[0], rtol=1e-13)
        assert (causal.weights[i, i + 1 :] == 0).all()


def test_the_causal_mask_lets_position_i_see_positions_up_to_i() -> None:
    expected = [[j <= i for j in range(4)] for i in range(4)]
    np.testing.assert_array_equal(causal_mask(4), expected)


@given(st.integers(0, 2**12 - 1))
def test_a_boolean_mask_leaves_out_what_it_forbids(bits: int) -> None:
    q, k, v = draw_lookup((3, 2), (4, 2), (4, 3))
    allowed = np.array([bits >> place & 1 for place in range(12)], np.bool_).reshape(3, 4)
    attended = attend(q, k, v, mask=allowed)
    np.testing.assert_allclose(attended.output, attend_by_loops(q, k, v, allowed), atol=1e-13)
    np.testing.assert_allclose(attended.weights.sum(axis=1), allowed.any(axis=1), atol=1e-14)
    added = attend(q, k, v, mask=np.where(allowed, 0.0, -np.inf))
    np.testing.assert_array_equal(added.weights, attended.weights)


def test_an_additive_mask_is_added_to_the_scaled_scores() -> None:
    q, k, v, bias = draw_lookup((3, 2), (4, 2), (4, 3), (3, 4))
    expected = scipy.special.softmax(q @ k.T / np.sqrt(2) + bias, axis=1) @ v
    np.testing.assert_allclose(attend(q, k, v, mask=bias).output, expected, atol=1e-14)


def test_a_mask_takes_the_dtype_of_the_logits() -> None:
    q, k, v = (array.astype(np.float16) for array in draw_lookup((3, 2), (4, 2), (4, 3)))
    far = np.array([0.0, 0.0, -1e9, -1e9])
    attended = attend(q, k, v, mask=far)
    assert attended.weights.dtype == np.float16
    np.testing.assert_array_equal(attended.weights, attend(q, k, v, mask=far == 0).weights)


def test_a_query_that_may_see_nothing_fetches_nothing() -> None:
    q, k, v = draw_lookup((2, 2), (3, 2), (3, 4))
    masked = np.array([[True, True, False], [False, False, False]])
    attended = attend(q, k, v, mask=masked)
    np.testing.assert_array_equal(attended.weights[1], np.zeros(3))
    np.testing.assert_array_equal(attended.output[1], np.zeros(4))
    no_keys = attend(q, np.zeros((0, 2)), np.zeros((0, 4)))
    np.testing.assert_array_equal(no_keys.output, np.zeros((2, 4)))


def test_a_mask_and_causality_combine() -> None:
    q, k, v = draw_lookup((4, 2), (4, 2), (4, 2))
    mask = np.array([True, False, True, True])
    together = attend(q, k, v, mask=mask & causal_mask(4))
    np.testing.assert_array_equal(attend(q, k, v, mask=mask, causal=True).weights, together.weights)


def test_the_scale_multiplies_the_scores() -> None:
    q, k, v = draw_lookup((3, 4), (5, 4), (5, 2))
    unscaled = attend(q, k, v, scale=1)
    np.testing.assert_array_equal(unscaled.logits, unscaled.scores)
    np.testing.assert_allclose(attend(q, k, v, scale=0.5).weights, attend(q, k, v).weights, rtol=1e-15)


def test_batches_are_their_parts_one_by_one_and_broadcast() -> None:
    q, k, v, bias = draw_lookup((6, 1, 3, 2), (5, 4, 2), (1, 4, 3), (5, 1, 4))
    attended = attend(q, k, v, mask=bias)
    assert attended.weights.shape == (6, 5, 3, 4)
    assert attended.output.shape == (6, 5, 3, 3)
    for i, j in np.ndindex(6, 5):
        part = attend(q[i, 0], k[j], v[0], mask=bias[j])
        for name in ("scores", "logits", "weights", "output"):
            np.testing.assert_allclose(getattr(attended, name)[i, j], getattr(part, name), atol=1e-14)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.longdouble])
def test_a_float_dtype_is_kept(dtype: type[np.floating[Any]]) -> None:
    exact = draw_lookup((3, 2), (4, 2), (4, 2))
    q, k, v = (array.astype(dtype) for array in exact)
    for mask in (None, np.ones((3, 4), np.bool_), np.zeros((3, 4))):
        attended = attend(q, k, v, mask=mask)
        for part in (attended.scores, attended.logits, attended.weights, attended.output):
            assert part.dtype == dtype
        np.testing.assert_allclose(
            attended.output, attend(*exact).output, atol=20 * float(np.finfo(dtype).eps) + 1e-14
        )


def test_integers_are_read_as_float64() -> None:
    attended: Attention = attend([[1, 0]], [[1, 0], [0, 1]], [[1], [2]], scale=1)
    assert attended.output.dtype == np.float64
    assert attended.output[0, 0] == pytest.approx((math.e + 2) / (math.e + 1))


@pytest.mark.parametrize(
    ("q", "k", "v", "message"),
    [
        ((3, 2), (4, 5), (4, 2), r"differ in width: q \(3, 2\), k \(4, 5\)"),
        ((3, 2), (4, 2), (5, 2), r"differ in number: k \(4, 2\), v \(5, 2\)"),
        ((2,), (4, 2), (4, 2), r"q: expected \(..., rows, width\), found shape \(2,\)"),
        ((2, 3, 2), (5, 4, 2), (4, 2), r"do not broadcast: q \(2, 3, 2\), k \(5, 4, 2\), v \(4, 2\)"),
        ((3, 0), (4, 0), (4, 2), "needs d_k of at least 1"),
    ],
)
def test_shapes_that_do_not_fit_are_named(q: Shape, k: Shape, v: Shape, message: str) -> None:
    with pytest.raises(ShapeError, match=message):
        attend(np.zeros(q), np.zeros(k), np.zeros(v))


def test_masks_that_do_not_fit_are_named() -> None:
    q, k, v = np.zeros((3, 2)), np.zeros((4, 2)), np.zeros((4, 2))
    with pytest.raises(ShapeError, match=r"mask of shape \(4, 3\) .* scores' \(3, 4\)"):
        attend(q, k, v, mask=np.ones((4, 3), np.bool_))
    with pytest.raises(ShapeError, match=r"mask of shape \(2, 3, 4\) .* scores' \(3, 4\)"):
        attend(q, k, v, mask=np.ones((2, 3, 4), np.bool_))
    with pytest.raises(ShapeError, match=r"found \(3, 2\) and \(4, 2\)"):
        attend(q, k, v, causal=True)
    with pytest.raises(DtypeError, match=r"mask: expected truth values or floats .* int64"):
        attend(q, k, v, mask=np.ones((3, 4), np.int64))
    with pytest.raises(DtypeError, match="v: expected real numbers"):
        attend(q, k, v.astype(complex))


def test_float16_is_reckoned_wide_and_rounded_once() -> None:
    """Raw scores of 160,000 are beyond float16, their scaled logits are not."""
    rng = np.random.default_rng(3)
    q = (rng.normal(size=(3, 64)) * 120).astype(np.float16)
    k = (rng.normal(size=(5, 64)) * 120).astype(np.float16)
    v = rng.normal(size=(5, 2)).astype(np.float16)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = attend(q, k, v)
    wide = attend(q.astype(np.float64), k.astype(np.float64), v.astype(np.float64))
    assert found.output.dtype == np.float16
    assert np.abs(wide.scores).max() > np.finfo(np.float16).max
    np.testing.assert_allclose(found.output, wide.output, rtol=2e-3, atol=2e-3)
