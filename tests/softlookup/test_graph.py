import math

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from softlookup.errors import DtypeError, ShapeError
from softlookup.graph import (
    add_loops,
    find_reach,
    keep_messages,
    pass_messages,
    pass_relations,
    weigh_gcn,
    weigh_mean,
    weigh_sum,
)

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]


@st.composite
def graphs(draw: st.DrawFn, most: int = 6) -> Bools:
    n = draw(st.integers(1, most))
    return draw(hnp.arrays(np.bool_, (n, n)))


def draw_features(n: int, d: int = 3) -> Floats:
    return np.random.default_rng(n).normal(size=(n, d))


@given(graphs())
def test_a_layer_is_its_formula_node_by_node(edges: Bools) -> None:
    n = len(edges)
    h, w = draw_features(n), np.random.default_rng(1).normal(size=(n, n)) * edges
    psi = np.random.default_rng(2).normal(size=(3, 2))
    layer = pass_messages(h, w, lambda x: np.tanh(x @ psi), lambda own, got: np.hstack([own[:, :1], got]))
    for i in range(n):
        gathered = [sum(w[i, j] * math.tanh(h[j] @ psi[:, c]) for j in range(n)) for c in range(2)]
        np.testing.assert_allclose(layer[i], [h[i, 0], *gathered], atol=1e-12)


@given(graphs())
def test_sum_and_mean_are_sums_and_means_over_neighbours(edges: Bools) -> None:
    h = draw_features(len(edges))
    total = pass_messages(h, weigh_sum(edges), lambda x: x, keep_messages)
    mean = pass_messages(h, weigh_mean(edges), lambda x: x, keep_messages)
    for i, row in enumerate(edges):
        heard = [h[j] for j in np.flatnonzero(row)]
        np.testing.assert_allclose(total[i], np.sum(heard, axis=0) if heard else 0, atol=1e-12)
        np.testing.assert_allclose(mean[i], np.mean(heard, axis=0) if heard else 0, atol=1e-12)


@given(graphs())
def test_the_gcn_weights_are_those_of_the_matrix_formula(edges: Bools) -> None:
    both = edges | edges.T
    a = both.astype(float)
    np.fill_diagonal(a, 1.0)
    root = np.diag(a.sum(axis=1) ** -0.5)
    np.testing.assert_allclose(weigh_gcn(both), root @ a @ root, atol=1e-15)


def test_the_gcn_weights_of_a_one_way_edge_are_refused() -> None:
    with pytest.raises(ShapeError, match="both ways"):
        weigh_gcn(np.array([[False, True], [False, False]]))


@given(graphs(), st.integers(0, 5))
def test_reach_is_found_by_walking(edges: Bools, hops: int) -> None:
    reach = find_reach(edges, hops)
    for i in range(len(edges)):
        near = {i}
        for _ in range(hops):
            near |= {int(j) for k in near for j in np.flatnonzero(edges[k])}
        assert set(np.flatnonzero(reach[i])) == near


@given(graphs(4), st.integers(1, 3))
def test_a_relational_layer_is_its_formula_node_by_node(edges: Bools, count: int) -> None:
    n, rng = len(edges), np.random.default_rng(5)
    relations = np.stack([edges, *(rng.random((count - 1, n, n)) < 0.4)])
    h, w, w_0 = draw_features(n), rng.normal(size=(count, 3, 2)), rng.normal(size=(3, 2))
    layer = pass_relations(h, relations, w, w_0)
    for i in range(n):
        expected = h[i] @ w_0
        for r in range(count):
            heard = np.flatnonzero(relations[r, i])
            expected = expected + sum((h[j] @ w[r] / len(heard) for j in heard), np.zeros(2))
        np.testing.assert_allclose(layer[i], expected, atol=1e-12)


def test_loops_are_added_and_nothing_else() -> None:
    edges = np.array([[False, True], [False, False]])
    np.testing.assert_array_equal(add_loops(edges), [[True, True], [False, True]])


def test_what_does_not_fit_is_refused_by_name() -> None:
    square = np.ones((3, 3), np.bool_)
    with pytest.raises(ShapeError, match=r"weights \(2, 2\), features \(3, 1\)"):
        pass_messages(np.ones((3, 1)), np.ones((2, 2)), lambda x: x, keep_messages)
    with pytest.raises(ShapeError, match=r"found shape \(3, 2\)"):
        weigh_sum(square[:, :2])
    with pytest.raises(DtypeError, match="int64"):
        weigh_mean(np.ones((3, 3), np.int64))
    with pytest.raises(ShapeError, match=r"relations \(1, 3, 3\), w_relation \(2, 4, 5\)"):
        pass_relations(np.ones((3, 4)), square[None], np.ones((2, 4, 5)), np.ones((4, 5)))
    with pytest.raises(ShapeError, match=r"features \(3, 3\), w_relation \(1, 4, 5\), w_self \(4, 5\)"):
        pass_relations(np.ones((3, 3)), square[None], np.ones((1, 4, 5)), np.ones((4, 5)))
