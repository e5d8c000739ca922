"""The traced GPT trained on all of its pairs: by which rule, at which rate, and how far it gets."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.experiments.gpt_runs import AdamOfOneSize, Run, descend_side_by_side, sum_up, train_copies
from softlookup.gpt.batch import batch_pairs
from softlookup.gpt.corpus import Pair, Vocabulary
from softlookup.gpt.forward import mix, predict_next
from softlookup.gpt.optimise import Adam, Sgd, Training
from softlookup.gpt.parameters import Parameters


@dataclass(frozen=True, eq=False)
class Learned:
    """The model on its way, after some steps of Adam."""

    step: int
    """After how many."""
    loss: float
    """The mean loss over all pairs then, in nats."""
    words: tuple[str, ...]
    """The words of the vocabulary, V of them."""
    before: FloatArray
    """Their embeddings before the first step, shape (V, 2)."""
    after: FloatArray
    """Their embeddings after so many steps, shape (V, 2)."""
    targets: FloatArray
    """The probability of each pair's target then, shape (pairs,)."""
    twins: FloatArray
    """The attention of the last word of the two contexts that are mixed up, shape (2, 4)."""
    drift: float
    """By how much an embedding's number differs then between copies of the start, at most."""

    @property
    def moved(self) -> FloatArray:
        """How far each embedding has moved, shape (V,)."""
        return read_only(np.linalg.norm(self.after - self.before, axis=-1))

    @property
    def still(self) -> tuple[str, ...]:
        """The words whose embeddings have not changed in any bit."""
        same = (self.after == self.before).all(axis=-1)
        return tuple(word for word, stays in zip(self.words, same, strict=True) if stays)

    @property
    def least_moved(self) -> float:
        """How far the least moved of all others has moved."""
        return float(self.moved[self.moved > 0].min())

    @property
    def sure(self) -> float:
        """The least probability of a target, the four least likely of all left out."""
        return float(np.sort(self.targets)[4])

    @property
    def spread(self) -> float:
        """How far apart the two embeddings are that are farthest from each other."""
        return max(self.distance(one, other) for one in range(len(self.words)) for other in range(one))

    def distance(self, one: int, other: int) -> float:
        """Give how far apart the embeddings of two words are then, by their numbers."""
        return float(np.linalg.norm(self.after[one] - self.after[other]))

    def distance_before(self, one: int, other: int) -> float:
        """Give how far apart they were before the first step."""
        return float(np.linalg.norm(self.before[one] - self.before[other]))

    def rank(self, one: int, other: int) -> int:
        """Give the place of another word among a word's neighbours: 1 for the nearest."""
        away = np.linalg.norm(self.after - self.after[one], axis=-1)
        return int((away < away[other]).sum())


@dataclass(frozen=True, eq=False)
class AllPairs:
    """What training on all pairs does, rule by rule."""

    guesses: tuple[str, ...]
    """The likeliest word after each pair's context, before the first step."""
    wanted: tuple[str, ...]
    """The target of each pair."""
    uniform: float
    """The loss of equal probabilities, ``ln V``, in nats."""
    slow_sgd: Run
    """Plain descent at the rate of the traced first steps."""
    quick_sgd: Run
    """Ten times as fast."""
    wild_sgd: Run
    """Fifty times as fast."""
    broken_sgd: Run
    """A hundred times as fast."""
    slow_adam: Run
    """Adam at the rate of the traced first steps."""
    adam: Run
    """Adam, faster."""
    one_size: Run
    """The same rate, and one size of step for all numbers."""
    learned: Learned
    """The model on the way of ``adam``."""
    rule: Adam
    """The rule of ``adam``, with its constants."""

    @property
    def start(self) -> float:
        """The mean loss before the first step, in nats."""
        return self.adam.loss(0)

    @property
    def right(self) -> int:
        """How many pairs are guessed right before the first step."""
        return sum(guess == target for guess, target in zip(self.guesses, self.wanted, strict=True))

    @property
    def different_guesses(self) -> int:
        """How many different words are guessed before the first step."""
        return len(set(self.guesses))


def train_all_pairs(
    parameters: Parameters, vocabulary: Vocabulary, pairs: tuple[Pair, ...], twins: Sequence[Pair], at: int
) -> AllPairs:
    """Train on all pairs by every rule, and look at the model after ``at`` steps of Adam.

    ``twins`` are the two pairs whose last words' attention is looked at.
    """
    batch = batch_pairs(pairs, vocabulary)

    def run(rule: Sgd | Adam | AdamOfOneSize, steps: int, copies: int, steady: int) -> Run:
        return sum_up(train_copies(parameters, batch, rule, steps, copies=copies), rule.rate, steady)

    rule = Adam(0.05)
    adam = train_copies(parameters, batch, rule, 1500, copies=4, keep=(at,))
    slow, quick = descend_side_by_side(parameters, batch, ((0.02, 2), (0.2, 4)), 5000)
    return AllPairs(
        guesses=tuple(
            vocabulary.word(int(predict_next(parameters, vocabulary.encode(pair.context)).argmax()))
            for pair in pairs
        ),
        wanted=tuple(pair.target for pair in pairs),
        uniform=float(np.log(len(vocabulary))),
        slow_sgd=sum_up(slow, 0.02, steady=5000),
        quick_sgd=sum_up(quick, 0.2, steady=450),
        wild_sgd=run(Sgd(1.0), 1000, copies=8, steady=120),
        broken_sgd=run(Sgd(2.0), 100, copies=8, steady=60),
        slow_adam=run(Adam(0.02), 6000, copies=3, steady=400),
        adam=sum_up(adam, rule.rate, steady=250),
        one_size=run(AdamOfOneSize(0.05), 250, copies=2, steady=250),
        learned=look(adam, at, vocabulary, pairs, twins),
        rule=rule,
    )


def look(
    training: Training, at: int, vocabulary: Vocabulary, pairs: Sequence[Pair], twins: Sequence[Pair]
) -> Learned:
    """Look at the first of some copies after ``at`` steps."""
    copies = training.at(at).embeddings
    model = training.at(at).pick(0)
    targets = [
        predict_next(model, vocabulary.encode(pair.context))[vocabulary.find(pair.target)] for pair in pairs
    ]
    return Learned(
        step=at,
        loss=float(training.losses[at, 0]),
        words=vocabulary.words,
        before=read_only(training.start.embeddings[0].copy()),
        after=read_only(model.embeddings.copy()),
        targets=read_only(np.array(targets)),
        twins=read_only(
            np.stack([mix(model, vocabulary.encode(pair.context)).weights[-1] for pair in twins])
        ),
        drift=float(np.abs(copies - copies[0]).max()),
    )
