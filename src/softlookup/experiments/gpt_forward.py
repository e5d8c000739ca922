"""The small GPT on one context, word by word: every number of its forward pass."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.gpt.corpus import Vocabulary
from softlookup.gpt.forward import trace
from softlookup.gpt.parameters import Parameters


@dataclass(frozen=True)
class Guess:
    """A word with the probability that it comes next."""

    word: str
    """The word."""
    probability: float
    """Its share, of 1."""
    column: float
    """The length of its column of W_o."""


@dataclass(frozen=True, eq=False)
class Place:
    """All that happens at one place of the context."""

    word: str
    """The word that stands there."""
    x: FloatArray
    """Its embedding, shape (d,)."""
    q: FloatArray
    """Its query, shape (d_k,)."""
    k: FloatArray
    """Its key, shape (d_k,)."""
    v: FloatArray
    """Its value, shape (d_v,): what it puts out where it stands alone."""
    raw: FloatArray
    """Its query times every key of the context, ``q · k``, shape (n,)."""
    scaled: FloatArray
    """The same over ``sqrt(d_k)``, before the mask, shape (n,)."""
    weights: FloatArray
    """Its attention weights, shape (n,); those of later places are 0."""
    output: FloatArray
    """The weighted sum of the values, shape (d_v,)."""
    logits: FloatArray
    """One for each word of the vocabulary, shape (V,)."""
    probabilities: FloatArray
    """Softmax of the logits, shape (V,)."""
    top: tuple[Guess, ...]
    """All words of the vocabulary, the likeliest first."""

    @property
    def loss(self) -> FloatArray:
        """The cross-entropy in nats for each word, were it the next one, shape (V,)."""
        return read_only(-np.log(self.probabilities))

    @property
    def entropy(self) -> float:
        """The entropy of the prediction in nats."""
        return float(-(self.probabilities * np.log(self.probabilities)).sum())

    @property
    def perplexity(self) -> float:
        """The exponential of the entropy: among how many equally likely words one would be as uncertain."""
        return float(np.exp(self.entropy))

    @property
    def spread(self) -> float:
        """The perplexity of the attention weights: among how many places they are as good as shared out."""
        seen = self.weights[self.weights > 0]
        return float(np.exp(-(seen * np.log(seen)).sum()))

    @property
    def length(self) -> float:
        """The length of the output."""
        return float(np.linalg.norm(self.output))

    @property
    def step(self) -> float:
        """How far the context moves the word: the length of `move`."""
        return float(np.linalg.norm(self.move))

    @property
    def move(self) -> FloatArray:
        """Output less the word's own value: what its context adds, shape (d_v,)."""
        return read_only(self.output - self.v)


@dataclass(frozen=True, eq=False)
class Forward:
    """One forward pass over a context of three words."""

    parameters: Parameters
    """The model."""
    vocabulary: tuple[str, ...]
    """Its words."""
    places: tuple[Place, ...]
    """The context, place by place."""
    scaled: FloatArray
    """All scores over ``sqrt(d_k)``, before the mask, shape (n, n)."""
    weights: FloatArray
    """All attention weights, shape (n, n)."""

    @property
    def i(self) -> Place:
        """The first place."""
        return self.places[0]

    @property
    def love(self) -> Place:
        """The second place."""
        return self.places[1]

    @property
    def pizza(self) -> Place:
        """The third place."""
        return self.places[2]

    @property
    def count(self) -> int:
        """How many numbers the model consists of."""
        arrays = (array for _, array in self.parameters)
        return sum(array.size for array in arrays)

    @property
    def uniform(self) -> float:
        """The loss in nats of a guess that gives every word the same probability."""
        return float(np.log(len(self.vocabulary)))

    def parts(self, place: int) -> FloatArray:
        """Give what is added up at a place: each word's value times its weight, shape (n, d_v)."""
        values = np.stack([one.v for one in self.places])
        return read_only(self.weights[place][:, None] * values)

    def column(self, number: int) -> FloatArray:
        """Give the column of W_o that belongs to a word, shape (d_v,)."""
        return read_only(self.parameters.w_o[:, number])

    @property
    def longest_behind(self) -> float:
        """The longest column of W_o among the words behind the leading three at the first place."""
        return max(guess.column for guess in self.i.top[3:])

    @property
    def rest(self) -> float:
        """At the first place: the mean probability of the words behind the leading three."""
        behind = [guess.probability for guess in self.i.top[3:]]
        return sum(behind) / len(behind)

    @property
    def reach(self) -> float:
        """How far the leader's column of W_o must at least be from some column behind the leading three.

        The leader's logit leads the smallest of theirs by at least the logarithm of its probability over
        their mean. That lead is the output times a difference of columns, and no dot product exceeds the
        product of the lengths.
        """
        lead = np.log(self.i.top[0].probability / self.rest)
        return float(lead / np.linalg.norm(self.i.output))


def trace_forward(parameters: Parameters, vocabulary: Vocabulary, words: Sequence[str]) -> Forward:
    """Run a model over a context and keep every number on the way."""
    found = trace(parameters, vocabulary.encode(words))
    raw = found.q @ found.k.swapaxes(-1, -2)  # (n, d_k) @ (d_k, n) -> (n, n)
    columns = np.linalg.norm(parameters.w_o, axis=0)  # (d_v, V) -> (V,)
    places = []
    for place, word in enumerate(words):
        probabilities = found.probabilities[place]
        order = np.argsort(-probabilities, kind="stable")
        kept = {
            name: read_only(getattr(found, name)[place])
            for name in ("x", "q", "k", "v", "weights", "output", "logits", "probabilities")
        }
        top = tuple(Guess(vocabulary.word(j), float(probabilities[j]), float(columns[j])) for j in order)
        places.append(
            Place(
                word=word,
                raw=read_only(raw[place]),
                scaled=read_only(found.scores[place]),
                top=top,
                **kept,
            )
        )
    return Forward(
        parameters=parameters,
        vocabulary=vocabulary.words,
        places=tuple(places),
        scaled=read_only(found.scores),
        weights=read_only(found.weights),
    )
