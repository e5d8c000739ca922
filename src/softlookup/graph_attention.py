"""Attention on a given graph: weights computed from contents, but along given edges only.

Two scores are in use. Graph attention networks (Veličković and others, arXiv:1710.10903, equations 1
to 3) score with a small network, ``LeakyReLU(aᵀ[W h_i ‖ W h_j])``. The other score is the dot product
of a query with a key, as everywhere in this book: `softlookup.attention.attend` with the edges for a mask.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from softlookup.arrays import FloatArray, as_floats
from softlookup.errors import ShapeError
from softlookup.graph import read_edges
from softlookup.softmax import softmax

SLOPE = 0.2
"""The slope of LeakyReLU below 0 in the paper."""


@dataclass(frozen=True, eq=False)
class GraphAttention:
    """What one head of graph attention computes on its way."""

    logits: FloatArray
    """``LeakyReLU(aᵀ[W h_i ‖ W h_j])`` for every pair, edge or not, shape (n, n)."""
    weights: FloatArray
    """The softmax of each row over the edges, 0 elsewhere, shape (n, n)."""
    output: FloatArray
    """``weights @ (features @ w)``, shape (n, m)."""


def attend_graph(
    features: npt.ArrayLike, edges: npt.ArrayLike, w: npt.ArrayLike, a: npt.ArrayLike, slope: float = SLOPE
) -> GraphAttention:
    """Run one head of graph attention, without a nonlinearity at its end.

    ``features`` is (n, d), ``edges`` (n, n) truth values with rows that receive, ``w`` (d, m), ``a`` (2m,):
    its first half meets the receiver, its second the sender. A node that hears nobody gets output 0.
    Raises ``ShapeError``, naming both shapes, where arrays don't fit.
    """
    h, graph = as_floats(features, "features"), read_edges(edges)
    w, a = as_floats(w, "w"), as_floats(a, "a")
    if graph.shape != (len(h), len(h)):
        message = f"edges and features differ in nodes: edges {graph.shape}, features {h.shape}"
        raise ShapeError(message)
    if w.ndim != 2 or h.shape[1:] != w.shape[:1]:  # noqa: PLR2004  (width in, width out)
        message = f"features and w do not fit: {h.shape} and {w.shape}"
        raise ShapeError(message)
    if a.shape != (2 * w.shape[1],):
        message = f"a: expected two numbers for each column of w, found a {a.shape}, w {w.shape}"
        raise ShapeError(message)
    sent: FloatArray = h @ w  # (n, d) @ (d, m) -> (n, m)
    half = w.shape[1]
    # aᵀ[x ‖ y] is a sum of two dot products: one column for receivers, one row for senders.
    mixed = (sent @ a[:half])[:, None] + sent @ a[half:]  # (n, 1) + (n,) -> (n, n)
    logits: FloatArray = np.where(mixed > 0, mixed, slope * mixed)
    weights = softmax(np.where(graph, logits, -np.inf))
    return GraphAttention(logits, weights, weights @ sent)


def bias_relations(relations: npt.ArrayLike, biases: npt.ArrayLike) -> FloatArray:
    """Give what to add to the logits so that each relation has a say: ``Σ_r b_r`` over an edge's relations.

    ``relations`` is (r, n, n) truth values, ``biases`` (r,); the result is (n, n), a float mask for
    `softlookup.attention.attend`. Raises ``ShapeError``, naming both shapes, where they don't fit.
    """
    graphs, b = np.asarray(relations), as_floats(biases, "biases")
    if graphs.ndim != 3 or b.shape != graphs.shape[:1]:  # noqa: PLR2004  (relations, nodes, nodes)
        message = f"expected one bias for each relation: relations {graphs.shape}, biases {b.shape}"
        raise ShapeError(message)
    added: FloatArray = np.tensordot(b, graphs.astype(b.dtype), axes=1)  # (r,) · (r, n, n) -> (n, n)
    return added
