"""What the figures of source C leave open in its model, and what no figure could tell."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.gpt.corpus import Vocabulary
from softlookup.gpt.forward import trace
from softlookup.gpt.parameters import Parameters
from tether.values import Roundoff


@dataclass(frozen=True, eq=False)
class Other:
    """The same model but for the embedding of the last word of a context."""

    embedding: FloatArray
    """The embedding put in its place, shape (d,)."""
    weights: FloatArray
    """The last word's attention weights, shape (n,)."""
    same_bits: bool
    """Whether the rows and predictions of all earlier places kept every bit."""


@dataclass(frozen=True, eq=False)
class Turned:
    """The same model with the space of its values turned by a quarter, and its output matrix turned back."""

    value: FloatArray
    """The second word's own value there, shape (2,)."""
    output: FloatArray
    """Its output in context there, shape (2,)."""
    embedding: FloatArray
    """Its embedding, shape (2,), which nothing has touched."""
    difference: Roundoff
    """The largest change of any probability at any place."""

    @property
    def step(self) -> float:
        """How far the output is from the value there."""
        return float(np.linalg.norm(self.output - self.value))


def free_last_word(
    parameters: Parameters,
    vocabulary: Vocabulary,
    words: Sequence[str],
    embeddings: Sequence[tuple[float, float]],
) -> tuple[Other, ...]:
    """Give the last word of a context other embeddings, and see what follows for it and for the rest."""
    tokens = vocabulary.encode(words)
    before = trace(parameters, tokens)
    others = []
    for embedding in embeddings:
        table = parameters.embeddings.copy()
        table[tokens[-1]] = embedding
        after = trace(replace(parameters, embeddings=table), tokens)
        kept = all(
            np.array_equal(getattr(before, name)[:-1], getattr(after, name)[:-1])
            for name in ("q", "k", "v", "weights", "output", "probabilities")
        )
        others.append(Other(read_only(np.array(embedding)), read_only(after.weights[-1]), kept))
    return tuple(others)


def turn_values(parameters: Parameters, vocabulary: Vocabulary, words: Sequence[str]) -> Turned:
    """Turn the plane of the values by a quarter: ``W_v R`` and ``R⁻¹ W_o`` for ``W_v`` and ``W_o``."""
    turn = np.array([[0.0, 1.0], [-1.0, 0.0]])
    tokens = vocabulary.encode(words)
    before = trace(parameters, tokens)
    # (d, 2) @ (2, 2) -> (d, 2), and (2, 2) @ (2, V) -> (2, V): the two turns cancel between them.
    after = trace(replace(parameters, w_v=parameters.w_v @ turn, w_o=turn.T @ parameters.w_o), tokens)
    return Turned(
        value=read_only(after.v[1]),
        output=read_only(after.output[1]),
        embedding=read_only(after.x[1]),
        difference=Roundoff(float(np.abs(after.probabilities - before.probabilities).max())),
    )
