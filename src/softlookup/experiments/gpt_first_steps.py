"""The small GPT's first steps on [I] → love by plain gradient descent."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.gpt.batch import batch_pairs
from softlookup.gpt.corpus import Pair, Vocabulary
from softlookup.gpt.forward import predict_next
from softlookup.gpt.optimise import Sgd, train
from softlookup.gpt.parameters import Parameters

PAIR = Pair(("i",), "love")
"""What is trained on, and nothing else."""


@dataclass(frozen=True, eq=False)
class Descent:
    """P(love) after [I] under plain descent, before the first update and after each."""

    rate: float
    """The learning rate."""
    words: tuple[str, ...]
    """The vocabulary."""
    probabilities: FloatArray
    """Of every word after [I], shape (updates + 1, V)."""
    losses: FloatArray
    """``-ln P(love)``, in nats, shape (updates + 1,)."""
    w_q: FloatArray
    """``W_q[0][0]``, shape (updates + 1,)."""
    w_o_love: FloatArray
    """The column of "love" in W_o, shape (updates + 1, d_v)."""
    embeddings: FloatArray
    """The embeddings of "i" and of "love", shape (updates + 1, 2, d)."""
    largest: FloatArray
    """The largest absolute change of any parameter in each update, shape (updates,)."""

    travel: FloatArray
    """The largest distance of any parameter from where it started, shape (updates + 1,)."""

    @property
    def updates(self) -> int:
        """How many updates were made."""
        return len(self.largest)

    @property
    def chances(self) -> FloatArray:
        """P(love), shape (updates + 1,)."""
        return self.of("love")

    def of(self, word: str) -> FloatArray:
        """Give a word's probability, shape (updates + 1,)."""
        return self.probabilities[:, self.words.index(word)]

    @property
    def leaders(self) -> tuple[str, ...]:
        """The likeliest word, before the first update and after each."""
        return tuple(self.words[place] for place in self.probabilities.argmax(axis=1))

    @property
    def best(self) -> FloatArray:
        """The likeliest word's probability, shape (updates + 1,)."""
        best: FloatArray = self.probabilities.max(axis=1)
        return best

    @property
    def gains(self) -> FloatArray:
        """By how much each update raises P(love), shape (updates,)."""
        return np.diff(self.chances)

    @property
    def falls(self) -> FloatArray:
        """By how much each update lowers the loss, in nats, shape (updates,)."""
        return -np.diff(self.losses)

    @property
    def gains_grow_for(self) -> int:
        """For how many updates from the first on each raises P(love) by more than the one before."""
        grows = np.diff(self.gains) > 0
        return int(np.argmin(grows)) + 1 if not grows.all() else len(self.gains)

    @property
    def leads_after(self) -> int:
        """After how many updates "love" is the likeliest word for the first time."""
        return self.leaders.index("love")

    def pizza_leads(self, updates: int) -> bool:
        """Tell whether "pizza" is the likeliest word after so many updates."""
        return self.leaders[updates] == "pizza"

    def first_above(self, chance: float) -> int:
        """Give after how many updates P(love) is above a chance; raises ``ValueError`` if it never is."""
        above = np.flatnonzero(self.chances > chance)
        if not len(above):
            message = f"expected P(love) above {chance} at some time, found {self.chances.max():.3g} at best"
            raise ValueError(message)
        return int(above[0])


@dataclass(frozen=True)
class Shares:
    """What part of the first update's effect on the loss each array has, to first order."""

    embedding: float
    """The embedding of "i"."""
    w_v: float
    """W_v."""
    w_o: float
    """W_o."""


def descend(parameters: Parameters, vocabulary: Vocabulary, rate: float, updates: int) -> Descent:
    """Train on [I] → love alone, by plain gradient descent, and keep what the post quotes."""
    batch, first, love = (
        batch_pairs([PAIR], vocabulary),
        vocabulary.encode(PAIR.context),
        vocabulary.find("love"),
    )
    training = train(parameters, batch, Sgd(rate), updates, keep=range(updates + 1))
    pairs = zip(training.kept, training.kept[1:], strict=False)
    moves = [before.combine(np.subtract, after) for before, after in pairs]
    travels = [model.combine(np.subtract, parameters) for model in training.kept]
    return Descent(
        rate=rate,
        words=vocabulary.words,
        probabilities=read_only(np.array([predict_next(model, first) for model in training.kept])),
        losses=read_only(training.losses),
        w_q=read_only(np.array([model.w_q[0, 0] for model in training.kept])),
        w_o_love=read_only(np.array([model.w_o[:, love] for model in training.kept])),
        embeddings=read_only(np.array([model.embeddings[[first[0], love]] for model in training.kept])),
        largest=_find_largest(moves),
        travel=_find_largest(travels),
    )


def _find_largest(moves: list[Parameters]) -> FloatArray:
    """Give the largest absolute number of each of some moves."""
    return read_only(np.array([max(float(np.abs(array).max()) for _, array in move) for move in moves]))


def share_effect(gradient: Parameters) -> Shares:
    """Share out ``|gradient|²``, by which the rate is multiplied for what an update takes off the loss."""
    squares = {name: float((array**2).sum()) for name, array in gradient}
    total = sum(squares.values())
    return Shares(squares["embeddings"] / total, squares["w_v"] / total, squares["w_o"] / total)
