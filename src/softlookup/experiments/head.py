"""One attention head over the academic world (source A, steps 1 to 3 of its generator)."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import BoolArray, FloatArray, read_only
from softlookup.attention import Attention, attend
from softlookup.experiments.rows import Row, read_rows
from softlookup.world import ByEntity, World
from tether.values import Roundoff

BUMP = 0.5
"""What is added to the columns of an entity's type, so that entities of a type resemble each other."""


@dataclass(frozen=True, eq=False)
class Head(ByEntity[Row]):
    """One untrained head; each entity's row stands under its name (``head.bob``)."""

    features: FloatArray
    """X, shape (13, d_model)."""
    w_q: FloatArray
    """Query projection, shape (d_model, d_k)."""
    w_k: FloatArray
    """Key projection, shape (d_model, d_k)."""
    w_v: FloatArray
    """Value projection, shape (d_model, d_k)."""
    queries: FloatArray
    """Q = X W_q, shape (13, d_k)."""
    keys: FloatArray
    """K = X W_k, shape (13, d_k)."""
    values: FloatArray
    """V = X W_v, shape (13, d_k)."""
    raw: FloatArray
    """Q Kᵀ, shape (13, 13)."""
    scaled: FloatArray
    """Q Kᵀ / sqrt(d_k), shape (13, 13)."""
    weights: FloatArray
    """A, the softmax of each row of ``scaled``, shape (13, 13)."""
    output: FloatArray
    """O = A V, shape (13, d_k)."""

    @property
    def d_model(self) -> int:
        """The width of the features."""
        return int(self.features.shape[1])

    @property
    def d_k(self) -> int:
        """The width of queries and keys, here of values too."""
        return int(self.w_q.shape[1])

    @property
    def row_sum_error(self) -> Roundoff:
        """``max |sum of a row - 1|`` over the rows of A."""
        return Roundoff(float(np.abs(self.weights.sum(axis=1) - 1).max()))

    @property
    def uniform(self) -> float:
        """The weight that every key would get if all scores were equal: 1/13."""
        return 1 / len(self.weights)

    @property
    def self_first(self) -> int:
        """How many entities give the most of their attention to themselves."""
        return sum(row.top[0].name == row.name for row in self)

    @property
    def asymmetry(self) -> float:
        """``max |A_ij - A_ji|``: how far the most unequal pair is from attending mutually."""
        return float(np.abs(self.weights - self.weights.T).max())

    @property
    def raw_asymmetry(self) -> float:
        """``max |q_i·k_j - q_j·k_i|``: the scores are not symmetric either, as W_q is not W_k."""
        return float(np.abs(self.raw - self.raw.T).max())


def draw_features(rng: np.random.Generator, world: World, d_model: int, bump: float) -> FloatArray:
    """Draw one feature row an entity: noise of variance 1/d_model and a bump for its type.

    The bump is added to every column j with ``j % types == c``, c being the place of the entity's
    type in alphabetical order. Shape (entities, d_model).
    """
    # Divided, not drawn with that scale: the two differ in their last bits.
    features: FloatArray = rng.normal(size=(world.size, d_model)) / np.sqrt(d_model)
    features[mark_types(world, d_model)] += bump
    return features


def mark_types(world: World, d_model: int) -> BoolArray:
    """Tell for each entity which columns of the features belong to its type, shape (entities, d_model)."""
    columns = np.arange(d_model) % len(world.types)
    of_type = np.array([world.type_index(entity) for entity in world.entities])
    marked: BoolArray = of_type[:, None] == columns  # (13, 1) == (d_model,) -> (13, d_model)
    return marked


def trace_head(rng: np.random.Generator, features: FloatArray, d_k: int) -> Head:
    """Draw W_q, W_k, W_v from N(0, 1), each (d_model, d_k), and run the head on the features."""
    shape = (features.shape[1], d_k)
    w_q, w_k, w_v = (rng.normal(size=shape) for _ in range(3))
    return build_head(features, w_q, w_k, w_v)


def build_head(features: FloatArray, w_q: FloatArray, w_k: FloatArray, w_v: FloatArray) -> Head:
    """Run one head with given projections on the features of the 13 entities."""
    queries, keys, values = features @ w_q, features @ w_k, features @ w_v
    attended: Attention = attend(queries, keys, values)
    return Head(
        **read_rows(attended),
        features=read_only(features),
        w_q=read_only(w_q),
        w_k=read_only(w_k),
        w_v=read_only(w_v),
        queries=read_only(queries),
        keys=read_only(keys),
        values=read_only(values),
        raw=read_only(attended.scores),
        scaled=read_only(attended.logits),
        weights=read_only(attended.weights),
        output=read_only(attended.output),
    )
