"""Message passing on a graph: every node takes in what its neighbours send.

A graph of n nodes is an (n, n) array of truth values, ``edges[i, j]`` saying that *node i hears node j*:
rows receive, columns send, as in a matrix of attention weights. A layer is

    h_i' = φ(h_i, Σ_j w_ij ψ(h_j))

(Gilmer and others, PMLR 70:1263-1272, for messages that do not look at their receiver): ψ makes a message
of the sender's features, the wiring weighs the messages by ``w``, and φ puts the sum together with what
the receiver has already.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
import numpy.typing as npt

from softlookup.arrays import BoolArray, FloatArray, as_floats, require_axes
from softlookup.errors import DtypeError, ShapeError

Message = Callable[[FloatArray], FloatArray]
"""ψ: features of all senders (n, d) to their messages (n, m)."""
Update = Callable[[FloatArray, FloatArray], FloatArray]
"""φ: features (n, d) and gathered messages (n, m) of all receivers to their new features (n, d')."""


def pass_messages(
    features: npt.ArrayLike, weights: npt.ArrayLike, message: Message, update: Update
) -> FloatArray:
    """Run one layer: ``φ(h_i, Σ_j w_ij ψ(h_j))`` for every node i.

    ``features`` is (n, d), ``weights`` (n, n) with ``weights[i, j]`` the weight of what j sends to i.
    Raises ``ShapeError``, naming both shapes, where they don't fit, and ``DtypeError`` for anything but
    real numbers.
    """
    h, w = as_floats(features, "features"), as_floats(weights, "weights")
    require_axes(h, "features", 2, "(nodes, width)", most=2)
    if w.shape != (len(h), len(h)):
        words = f"weights and features differ in nodes: weights {w.shape}, features {h.shape}"
        raise ShapeError(words)
    gathered = w @ message(h)  # (n, n) @ (n, m) -> (n, m)
    return update(h, gathered)


def keep_messages(_: FloatArray, gathered: FloatArray) -> FloatArray:
    """Update that forgets the receiver: ``φ(h, m) = m``."""
    return gathered


def weigh_sum(edges: npt.ArrayLike) -> FloatArray:
    """Give weight 1 to every edge: neighbours' messages are added up. (n, n) -> (n, n)."""
    return read_edges(edges).astype(np.float64)


def weigh_mean(edges: npt.ArrayLike) -> FloatArray:
    """Give every neighbour of i the weight ``1/|N(i)|``; a node that hears nobody gets weights 0."""
    ones = weigh_sum(edges)
    heard = ones.sum(axis=1, keepdims=True)  # (n, n) -> (n, 1)
    return ones / np.where(heard == 0, 1, heard)


def weigh_gcn(edges: npt.ArrayLike) -> FloatArray:
    """Give ``1/sqrt(d_i d_j)`` to every edge after every node was given a loop; d counts the loop.

    The symmetric normalisation of Kipf and Welling, arXiv:1609.02907, equation 2. Raises ``ShapeError``
    for a graph with a one-way edge, for which it is not defined.
    """
    looped = add_loops(edges)
    if (looped != looped.T).any():
        message = "edges: expected every edge to go both ways, found one that does not"
        raise ShapeError(message)
    root = np.sqrt(looped.sum(axis=1))
    weights: FloatArray = looped / (root[:, None] * root)  # (n, n) / ((n, 1) * (n,)) -> (n, n)
    return weights


def pass_relations(
    features: npt.ArrayLike, relations: npt.ArrayLike, w_relation: npt.ArrayLike, w_self: npt.ArrayLike
) -> FloatArray:
    """Run a relational layer: ``h_i W_0 + Σ_r Σ_{j in N_r(i)} h_j W_r / |N_r(i)|``, without nonlinearity.

    ``features`` is (n, d), ``relations`` (r, n, n), ``w_relation`` (r, d, m), ``w_self`` (d, m); the result
    is (n, m). Schlichtkrull and others, LNCS 10843:593-607, equation 2, with ``c_i,r = |N_r(i)|``.
    Raises ``ShapeError``, naming both shapes, where arrays don't fit.
    """
    h, graphs = as_floats(features, "features"), np.asarray(relations)
    w, w_0 = as_floats(w_relation, "w_relation"), as_floats(w_self, "w_self")
    require_axes(w, "w_relation", 3, "(relations, width in, width out)", most=3)
    if len(graphs) != len(w):
        message = f"expected a matrix for each relation: relations {graphs.shape}, w_relation {w.shape}"
        raise ShapeError(message)
    if w_0.shape != w.shape[1:] or h.shape[1:] != w_0.shape[:1]:
        message = f"widths do not fit: features {h.shape}, w_relation {w.shape}, w_self {w_0.shape}"
        raise ShapeError(message)
    total: FloatArray = h @ w_0  # (n, d) @ (d, m) -> (n, m)
    for edges, w_r in zip(graphs, w, strict=True):
        # ψ is linear, so the messages of a relation are the features times its matrix.
        total = pass_messages(h @ w_r, weigh_mean(edges), lambda sent: sent, partial(_add_to, total))
    return total


def _add_to(total: FloatArray, _: FloatArray, gathered: FloatArray) -> FloatArray:
    """Update that adds what was gathered to what other relations gave."""
    added: FloatArray = total + gathered
    return added


def add_loops(edges: npt.ArrayLike) -> BoolArray:
    """Let every node hear itself too."""
    given = read_edges(edges)
    looped: BoolArray = given | np.eye(len(given), dtype=np.bool_)
    return looped


def find_reach(edges: npt.ArrayLike, hops: int) -> BoolArray:
    """Tell whose features can have reached whom after so many layers that keep what a node has.

    Entry [i, j] is True if a path of at most ``hops`` edges leads from sender j to receiver i; (n, n).
    """
    looped = add_loops(edges).astype(np.int64)
    reached = np.eye(len(looped), dtype=np.bool_)
    for _ in range(hops):
        reached = looped @ reached > 0
    return reached


def read_edges(edges: npt.ArrayLike) -> BoolArray:
    """Read a graph; raises ``DtypeError`` unless of truth values, ``ShapeError`` unless square."""
    given = np.asarray(edges)
    if given.dtype.kind != "b":
        message = f"edges: expected truth values, found an array of dtype {given.dtype}"
        raise DtypeError(message)
    if given.ndim != 2 or given.shape[0] != given.shape[1]:  # noqa: PLR2004  (rows and columns)
        message = f"edges: expected (nodes, nodes), found shape {given.shape}"
        raise ShapeError(message)
    return given
