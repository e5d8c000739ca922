"""A seventh sentence that only a model with order can learn: who chased whom decides what follows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.experiments.estimates import estimate_rate
from softlookup.experiments.gpt_order import Floors, find_floors
from softlookup.experiments.gpt_ways import Schooled, Schooling, train_ways
from softlookup.gpt.corpus import build_vocabulary
from softlookup.gpt.forward import predict_next
from tether.values import Estimate


@dataclass(frozen=True, eq=False)
class TwoAnswers:
    """What models of one kind answer to two contexts with the same words and the same last word."""

    first: FloatArray
    """Each model's probability of the right word after the first context, shape (redraws,)."""
    second: FloatArray
    """The same after the second context, shape (redraws,)."""
    losses: FloatArray
    """Each model's loss over the whole text, in nats, shape (redraws,)."""

    @property
    def both(self) -> Estimate:
        """The share of models that give more than a half to the right word in both."""
        hits = (self.first > 1 / 2) & (self.second > 1 / 2)
        return estimate_rate(int(hits.sum()), len(hits))

    @property
    def largest_sum(self) -> float:
        """The largest sum of the two probabilities over the models."""
        return float((self.first + self.second).max())

    @property
    def lowest_loss(self) -> float:
        """The lowest loss of all models, in nats."""
        return float(self.losses.min())

    def below(self, loss: float) -> Estimate:
        """Give the share of models whose loss is below a bound."""
        return estimate_rate(int((self.losses < loss).sum()), len(self.losses))


@dataclass(frozen=True, eq=False)
class TwoOrders:
    """The text with one more sentence, and how well three kinds of models learn it."""

    schooling: Schooling
    """How they were trained."""
    contexts: tuple[str, str]
    """The two contexts that differ in order alone."""
    targets: tuple[str, str]
    """What follows each."""
    floors: Floors
    """How low the loss can get."""
    plain: TwoAnswers
    """Without positions."""
    sinusoidal: TwoAnswers
    """With sinusoidal positions."""
    learned: TwoAnswers
    """With learned positions."""


def learn_two_orders(
    rng: np.random.Generator,
    sentences: Sequence[Sequence[str]],
    twin: Sequence[str],
    schooling: Schooling,
) -> TwoOrders:
    """Add a sentence and train; ``twin`` is one of the sentences with two words swapped and another end.

    Raises ``ValueError`` where no sentence has the twin's words before the last in another order.
    """
    partners = [tuple(s) for s in sentences if sorted(s[:-1]) == sorted(twin[:-1]) and s[-2] == twin[-2]]
    if not partners:
        message = f"no sentence has the words of {' '.join(twin[:-1])!r} in another order"
        raise ValueError(message)
    first, second = partners[0], tuple(twin)
    text = [*(tuple(sentence) for sentence in sentences), second]
    vocabulary = build_vocabulary(text)
    ways = train_ways(rng, text, schooling)

    def answer(kind: Schooled) -> TwoAnswers:
        right = [
            predict_next(kind.end, vocabulary.encode(sentence[:-1]))[:, vocabulary.find(sentence[-1])]
            for sentence in (first, second)
        ]
        return TwoAnswers(read_only(right[0]), read_only(right[1]), read_only(kind.losses))

    answers = (answer(kind) for kind in (ways.plain, ways.sinusoidal, ways.learned))
    contexts, targets = (" ".join(first[:-1]), " ".join(second[:-1])), (first[-1], second[-1])
    return TwoOrders(schooling, contexts, targets, find_floors(text), *answers)
