"""One small GPT drawn many times over, all trained alike and side by side: what is luck, and what is not."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

import numpy as np

from softlookup.gpt.batch import batch_pairs
from softlookup.gpt.corpus import Pair, Vocabulary
from softlookup.gpt.optimise import Adam, Training, tie_weights, train
from softlookup.gpt.parameters import Parameters, draw_parameters


@dataclass(frozen=True)
class Plan:
    """How many models, of what kind, and how they are trained."""

    redraws: int = 100
    """How many models, each from its own random start."""
    width: int = 2
    """The width of embeddings, queries, keys and values."""
    tied: bool = False
    """Whether W_o is the embeddings, turned: ``W_o = Eᵀ``."""
    rate: float = 0.05
    """Adam's learning rate."""
    steps: int = 150
    """How many steps each model takes."""


Draw: TypeAlias = Callable[[np.random.Generator, int, Plan], Parameters]
"""Draws the starts of all models of a plan, for so many words."""


def draw_starts(generator: np.random.Generator, words: int, plan: Plan) -> Parameters:
    """Draw the starts of all models: every number from N(0, 1/width), no positions; tied if the plan says so.

    The variance keeps a value as long as its embedding is, and a logit from growing with the width.
    """
    drawn = draw_parameters(generator, words, plan.width, (plan.redraws,))
    start = drawn.combine(lambda array: array / sqrt(plan.width))
    return tie(start) if plan.tied else start


def draw_near(one: int, other: int, distance: float) -> Draw:
    """Make a draw like `draw_starts` that puts one word so far from another, in any direction."""

    def draw(generator: np.random.Generator, words: int, plan: Plan) -> Parameters:
        start = draw_starts(generator, words, plan)
        ways = generator.normal(size=(plan.redraws, plan.width))
        embeddings = start.embeddings.copy()
        steps = distance * ways / np.linalg.norm(ways, axis=-1, keepdims=True)
        embeddings[:, one] = embeddings[:, other] + steps
        start = start.change(embeddings=embeddings)
        return tie(start) if plan.tied else start

    return draw


def draw_others(parameters: Parameters, kept: Sequence[int]) -> Draw:
    """Make a draw of one model whose embeddings are drawn anew, but for some words, and nothing else.

    They are drawn evenly from 0 to 1, the square in which the traced ones were set down. The plan must
    have the model's width, and no tied weights.
    """

    def draw(generator: np.random.Generator, words: int, plan: Plan) -> Parameters:
        models = parameters.combine(lambda array: np.repeat(array[None], plan.redraws, axis=0))
        embeddings = generator.uniform(size=(plan.redraws, words, plan.width))
        embeddings[:, list(kept)] = parameters.embeddings[list(kept)]
        return models.change(embeddings=embeddings)

    return draw


def tie(parameters: Parameters) -> Parameters:
    """Set ``W_o = Eᵀ``; `softlookup.gpt.optimise.tie_weights` keeps it so."""
    return parameters.change(w_o=parameters.embeddings.swapaxes(-1, -2))


def train_redraws(start: Parameters, pairs: Iterable[Pair], vocabulary: Vocabulary, plan: Plan) -> Training:
    """Train all models on the same pairs, by Adam, each by its own gradient alone."""
    change = tie_weights if plan.tied else None
    return train(start, batch_pairs(pairs, vocabulary), Adam(plan.rate), plan.steps, change=change)
