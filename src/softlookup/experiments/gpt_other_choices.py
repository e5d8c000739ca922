"""Other weights that give source C's forward figures, and how far four updates take them.

The figures leave open where "i" is embedded, which words get what "pizza", "broccoli" and "love" leave
over, and all of a column of W_o that is at right angles to the value of "i", as no logit sees it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.experiments.gpt_first_steps import PAIR
from softlookup.experiments.gpt_forward import Forward, trace_forward
from softlookup.gpt.batch import batch_pairs
from softlookup.gpt.corpus import Vocabulary
from softlookup.gpt.forward import predict_next, trace
from softlookup.gpt.optimise import Sgd, train
from softlookup.gpt.parameters import Parameters

LEADERS = ("pizza", "broccoli", "love")
"""The words whose first probabilities are printed, and stay."""


@dataclass(frozen=True)
class Choice:
    """What is chosen where the figures leave a choice."""

    embedding: tuple[float, float]
    """Of "i"."""
    chances: Mapping[str, float]
    """First probabilities of words behind the leaders; those not named share equally what is left."""
    across: Mapping[str, float]
    """What a word's column of W_o has at right angles to the value of "i"."""
    across_else: float
    """The same for all words not named."""
    rate: float
    """The learning rate."""


GENTLE = Choice((0.415, 0.415), {}, {"love": 0.0, "pizza": 7.1, "broccoli": 7.1}, 2.0, 0.017)
"""The farthest that a search found (sequential quadratic programming from random starts) among weights none
of whose updates exceeds the printed size; its numbers rounded."""

_NEARLY_NEVER = (
    *("she", "loves", "the", "cat", "chased", "mouse", "dog", "because"),
    *("it", "was", "fast", "he", "hated", "but", "loved", "cake"),
)

WILD = Choice(
    (28.0, 0.0), {"i": 0.166, "you": 0.166} | dict.fromkeys(_NEARLY_NEVER, 1e-4), {"love": -0.035}, 0.0, 0.019
)
"""A choice whose first update alone is as small as printed."""


@dataclass(frozen=True, eq=False)
class Reached:
    """One choice, and where plain descent on [I] → love takes it."""

    forward: Forward
    """Its forward pass over the traced context."""
    embedding: FloatArray
    """The embedding of "i", shape (2,)."""
    rate: float
    """The learning rate."""
    chances: FloatArray
    """P(love) before each update and after the last, shape (updates + 1,)."""
    largest: FloatArray
    """The largest change of any number in each update, shape (updates,)."""
    w_o_love: FloatArray
    """``W_o,love[0]`` before each update and after the last, shape (updates + 1,)."""
    largest_entry: float
    """The largest entry of W_o at the start, by size."""
    leads: bool
    """Whether "love" is the likeliest word in the end."""

    @property
    def most_later(self) -> float:
        """The largest change of any number in the updates after the first."""
        return float(self.largest[1:].max())


@dataclass(frozen=True)
class Choices:
    """Two of them, beside the weights that the book follows."""

    ours: float
    """The largest entry of W_o among those, by size."""
    gentle: Reached
    """Every update as small as the printed one."""
    wild: Reached
    """Only the first."""


def choose_otherwise(
    parameters: Parameters, vocabulary: Vocabulary, context: Sequence[str], updates: int
) -> Choices:
    """Follow two choices for so many updates."""
    gentle, wild = (
        follow(fit_figures(parameters, vocabulary, choice), vocabulary, context, choice.rate, updates)
        for choice in (GENTLE, WILD)
    )
    return Choices(float(np.abs(parameters.w_o).max()), gentle, wild)


def fit_figures(parameters: Parameters, vocabulary: Vocabulary, choice: Choice) -> Parameters:
    """Give weights of a choice: keys and values of "i" and "love", and the leaders' chances, stay."""
    places = vocabulary.encode(["i", "love"])
    told = trace(parameters, places)
    embeddings = parameters.embeddings.copy()
    embeddings[places[0]] = choice.embedding
    own = embeddings[places]  # (2, 2), which W_k and W_v take to the keys and values there were
    w_k, w_v = np.linalg.solve(own, told.k), np.linalg.solve(own, told.v)
    chances = _share_out(told.probabilities[0], vocabulary, choice)
    value, love = told.v[0], places[1]
    length = np.hypot(*value)
    along = value / length
    aside = np.array([along[1], -along[0]])
    across = np.array([choice.across.get(word, choice.across_else) for word in vocabulary.words])
    # Logits are ln P and a constant, whose choice keeps W_o,love[0] as it is.
    constant = length * (parameters.w_o[0, love] - aside[0] * across[love]) / along[0] - np.log(chances[love])
    w_o = np.outer(along, (np.log(chances) + constant) / length) + np.outer(aside, across)  # (2, V)
    return parameters.change(embeddings=embeddings, w_k=w_k, w_v=w_v, w_o=w_o)


def follow(
    parameters: Parameters, vocabulary: Vocabulary, context: Sequence[str], rate: float, updates: int
) -> Reached:
    """Take plain descent on the first pair, and keep what the post prints of it."""
    batch, love = batch_pairs([PAIR], vocabulary), vocabulary.find("love")
    models = train(parameters, batch, Sgd(rate), updates, keep=range(updates + 1)).kept
    first = vocabulary.encode(PAIR.context)
    probabilities = np.array([predict_next(model, first) for model in models])
    moves = [before.combine(np.subtract, after) for before, after in pairwise(models)]
    return Reached(
        forward=trace_forward(parameters, vocabulary, context),
        embedding=parameters.embeddings[first[0]],
        rate=rate,
        chances=read_only(probabilities[:, love]),
        largest=read_only(np.array([max(np.abs(array).max() for _, array in move) for move in moves])),
        w_o_love=read_only(np.array([model.w_o[0, love] for model in models])),
        largest_entry=float(np.abs(parameters.w_o).max()),
        leads=bool(probabilities[-1].argmax() == love),
    )


def _share_out(first: FloatArray, vocabulary: Vocabulary, choice: Choice) -> FloatArray:
    """Give the first probabilities: the leaders' as they are, then those chosen, then equal shares."""
    named = {word: float(first[vocabulary.find(word)]) for word in LEADERS} | dict(choice.chances)
    share = (1 - sum(named.values())) / (len(vocabulary) - len(named))
    return np.array([named.get(word, share) for word in vocabulary.words])
