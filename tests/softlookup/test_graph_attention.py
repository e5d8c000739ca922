import math

import numpy as np
import pytest
import scipy.special
from hypothesis import given
from hypothesis import strategies as st

from softlookup.attention import attend
from softlookup.errors import ShapeError
from softlookup.graph_attention import attend_graph, bias_relations


@given(st.integers(0, 2**16 - 1), st.floats(0, 1))
def test_graph_attention_is_the_papers_formula_pair_by_pair(bits: int, slope: float) -> None:
    edges = np.array([bits >> place & 1 for place in range(16)], np.bool_).reshape(4, 4)
    rng = np.random.default_rng(bits)
    h, w, a = rng.normal(size=(4, 3)), rng.normal(size=(3, 2)), rng.normal(size=4)
    found = attend_graph(h, edges, w, a, slope)
    for i in range(4):
        scores = {}
        for j in range(4):
            score = float(a @ np.concatenate([h[i] @ w, h[j] @ w]))
            scores[j] = score if score > 0 else slope * score
            assert found.logits[i, j] == pytest.approx(scores[j], abs=1e-12)
        heard = [j for j in range(4) if edges[i, j]]
        total = sum(math.exp(scores[j]) for j in heard)
        weights = [math.exp(scores[j]) / total if edges[i, j] else 0.0 for j in range(4)]
        np.testing.assert_allclose(found.weights[i], weights, atol=1e-12)
        np.testing.assert_allclose(found.output[i], np.array(weights) @ h @ w, atol=1e-12)


def test_a_bias_multiplies_odds() -> None:
    rng = np.random.default_rng(0)
    q, k, v = rng.normal(size=(3, 5, 2))
    relations = rng.random((2, 5, 5)) < 0.4
    biases = np.array([0.7, -1.2])
    biased = attend(q, k, v, mask=bias_relations(relations, biases)).weights
    factor = np.exp(0.7) ** relations[0] * np.exp(-1.2) ** relations[1]
    expected = scipy.special.softmax(q @ k.T / np.sqrt(2), axis=1) * factor
    np.testing.assert_allclose(biased, expected / expected.sum(axis=1, keepdims=True), rtol=1e-12)


def test_what_does_not_fit_is_refused_by_name() -> None:
    h, edges, w = np.ones((3, 4)), np.ones((3, 3), np.bool_), np.ones((4, 2))
    with pytest.raises(ShapeError, match=r"edges \(2, 2\), features \(3, 4\)"):
        attend_graph(h, edges[:2, :2], w, np.ones(4))
    with pytest.raises(ShapeError, match=r"\(3, 4\) and \(5, 2\)"):
        attend_graph(h, edges, np.ones((5, 2)), np.ones(4))
    with pytest.raises(ShapeError, match=r"found a \(3,\), w \(4, 2\)"):
        attend_graph(h, edges, w, np.ones(3))
    with pytest.raises(ShapeError, match=r"relations \(1, 3, 3\), biases \(2,\)"):
        bias_relations(edges[None], np.ones(2))
