"""A small GPT one number at a time, and random ones to hold the fast one against."""

import math

import numpy as np

from softlookup.gpt.corpus import Pair, Vocabulary
from softlookup.gpt.parameters import Parameters


def predict_by_loops(parameters: Parameters, context: list[int]) -> list[float]:
    """Give the probabilities of the word after a context, from one model, in plain Python."""
    arrays = {name: array.tolist() for name, array in parameters}
    embeddings, places = arrays["embeddings"], arrays.get("positions")
    x = [
        [number + (places[i][c] if places else 0) for c, number in enumerate(embeddings[token])]
        for i, token in enumerate(context)
    ]
    query = _multiply(x[-1], arrays["w_q"])
    keys = [_multiply(row, arrays["w_k"]) for row in x]
    values = [_multiply(row, arrays["w_v"]) for row in x]
    weights = _softmax([_dot(query, key) / math.sqrt(len(query)) for key in keys])
    mixed = [_dot(weights, [value[c] for value in values]) for c in range(len(values[0]))]
    return _softmax(_multiply(mixed, arrays["w_o"]))


def lose_by_loops(parameters: Parameters, pairs: list[Pair], vocabulary: Vocabulary) -> float:
    """Give the mean cross-entropy of pairs, one pair after the other."""
    chances = [
        predict_by_loops(parameters, [int(token) for token in vocabulary.encode(pair.context)])[
            vocabulary.find(pair.target)
        ]
        for pair in pairs
    ]
    return -sum(map(math.log, chances)) / len(chances)


def draw_model(  # noqa: PLR0913  (every size may differ)
    seed: int,
    *,
    vocabulary_size: int = 22,
    d: int = 3,
    d_k: int = 2,
    d_v: int = 4,
    positions: int = 0,
    models: tuple[int, ...] = (),
) -> Parameters:
    """Draw a model in which no two sizes are equal, so that no transposed matrix would fit."""
    rng = np.random.default_rng(seed)
    return Parameters(
        embeddings=rng.normal(size=(*models, vocabulary_size, d)),
        w_q=rng.normal(size=(*models, d, d_k)),
        w_k=rng.normal(size=(*models, d, d_k)),
        w_v=rng.normal(size=(*models, d, d_v)),
        w_o=rng.normal(size=(*models, d_v, vocabulary_size)),
        positions=rng.normal(size=(*models, positions, d)) if positions else None,
    )


def _dot(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _multiply(row: list[float], matrix: list[list[float]]) -> list[float]:
    return [_dot(row, [line[c] for line in matrix]) for c in range(len(matrix[0]))]


def _softmax(scores: list[float]) -> list[float]:
    exponentials = [math.exp(score) for score in scores]
    return [number / sum(exponentials) for number in exponentials]
