"""What a trained attention weight does and does not explain: the same answer from other weights.

After Jain and Wallace, "Attention is not Explanation" (NAACL 2019), on a model small enough to find
*all* weightings that give the same output.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from softlookup.arrays import FloatArray, IntArray, read_only
from softlookup.experiments.estimates import estimate_mean, estimate_rate
from softlookup.gpt.corpus import Vocabulary
from softlookup.gpt.forward import trace
from softlookup.gpt.parameters import Parameters
from softlookup.softmax import softmax
from tether.values import Estimate

MARGIN = 0.01
"""By how much one word must lead another to count as preferred."""

ZERO = 1e-9
"""A weight that is negative by less than this is 0, up to rounding."""


@dataclass(frozen=True, eq=False)
class Ranges:
    """Which weightings would give the very output that each model's attention gives."""

    words: tuple[str, ...]
    """The different words of the context; a word that stands there twice counts once, with both weights."""
    weights: FloatArray
    """The weight that each word has, shape (redraws, words)."""
    low: FloatArray
    """The smallest weight it could have had, shape (redraws, words)."""
    high: FloatArray
    """The largest, shape (redraws, words)."""
    lead_low: FloatArray
    """The smallest that dog less cat could have been, shape (redraws,)."""
    lead_high: FloatArray
    """The largest, shape (redraws,)."""
    free: IntArray
    """In how many independent directions the weights can move without moving the output, (redraws,)."""

    @property
    def dog_room(self) -> Estimate:
        """The mean room of the dog's weight."""
        dog = self.words.index("dog")
        return estimate_mean(self.high[:, dog] - self.low[:, dog])

    @property
    def settled(self) -> int:
        """How many models have an output that only their own weights give."""
        return int((self.free == 0).sum())

    @property
    def margin(self) -> float:
        """By how much one word must lead another to count as preferred."""
        return MARGIN

    @property
    def either(self) -> Estimate:
        """The share of models whose output fits a lead of the dog as well as one of the cat."""
        fits = (self.lead_low < -MARGIN) & (self.lead_high > MARGIN)
        return estimate_rate(int(fits.sum()), len(fits))


@dataclass(frozen=True, eq=False)
class Replaced:
    """The prediction after a context when the last word's attention weights are replaced."""

    own: FloatArray
    """With the weights that were trained: the probability of the target, shape (redraws,)."""
    uniform: FloatArray
    """With equal weights."""
    alone: FloatArray
    """With all weight on the last word itself."""
    other: FloatArray
    """With the weights that another redraw has in this context."""

    @property
    def sure(self) -> int:
        """How many models give the target more than a half with their own weights."""
        return int((self.own > 1 / 2).sum())

    @property
    def keep_uniform(self) -> Estimate:
        """The share of those that still do with equal weights."""
        return self._keep(self.uniform)

    @property
    def keep_alone(self) -> Estimate:
        """The share that still does with all weight on the last word."""
        return self._keep(self.alone)

    @property
    def keep_other(self) -> Estimate:
        """The share that still does with another redraw's weights."""
        return self._keep(self.other)

    def _keep(self, replaced: FloatArray) -> Estimate:
        still = (self.own > 1 / 2) & (replaced > 1 / 2)
        return estimate_rate(int(still.sum()), self.sure)


@dataclass(frozen=True, eq=False)
class Removed:
    """Each earlier word of the context taken out in turn, all of its places at once."""

    weights: FloatArray
    """The weight that each word had, shape (redraws, words)."""
    effects: FloatArray
    """How far the prediction moves without it: half the sum of all absolute changes, (redraws, words)."""

    @property
    def agreement(self) -> Estimate:
        """Of two words whose weights differ by more than the margin: how often the heavier matters more.

        The mean over the models that have such pairs of the share of those pairs.
        """
        pairs = np.array(list(combinations(range(self.weights.shape[1]), 2)))
        heavier, stronger = (a[:, pairs[:, 0]] - a[:, pairs[:, 1]] for a in (self.weights, self.effects))
        apart = np.abs(heavier) > MARGIN
        agrees = (apart & (heavier * stronger > 0)).sum(axis=1)
        some = apart.any(axis=1)
        return estimate_mean(agrees[some] / apart.sum(axis=1)[some])

    @property
    def same_top(self) -> Estimate:
        """How often the heaviest word is the one whose removal matters most.

        Of the models in which some earlier word has more weight than the margin.
        """
        some = self.weights.max(axis=1) > MARGIN
        hits = some & (self.weights.argmax(axis=1) == self.effects.argmax(axis=1))
        return estimate_rate(int(hits.sum()), int(some.sum()))


@dataclass(frozen=True, eq=False)
class Explains:
    """What the weights of one query say, over many models without positions."""

    redraws: int
    """How many models."""
    ranges: Ranges
    """Other weightings with the same output."""
    replaced: Replaced
    """Predictions with other weights."""
    removed: Removed
    """Weights against the effect of taking a word out."""


def question_weights(
    models: Parameters, vocabulary: Vocabulary, context: Sequence[str], target: str
) -> Explains:
    """Ask what the last word's weights say about the prediction of the target.

    ``models`` are many, on one leading axis, and without positions.
    """
    tokens, number = vocabulary.encode(context), vocabulary.find(target)
    found = trace(models, tokens)
    weights, values = found.weights[:, -1], found.v  # (redraws, n) and (redraws, n, d_v)
    words = tuple(dict.fromkeys(context))
    first = [context.index(word) for word in words]
    member = np.array([[word == other for other in context] for word in words])  # (words, n)
    merged = weights @ member.T.astype(float)  # (redraws, n) @ (n, words) -> (redraws, words)

    def answer(given: FloatArray) -> FloatArray:
        output = given[:, None, :] @ values  # (redraws, 1, n) @ (redraws, n, d_v) -> (redraws, 1, d_v)
        return softmax(output @ models.w_o)[:, 0]

    equal, alone = np.full_like(weights, 1 / len(context)), np.zeros_like(weights)
    alone[:, -1] = 1
    given = (weights, equal, alone, np.roll(weights, 1, axis=0))
    answers = (read_only(answer(one)[:, number]) for one in given)
    earlier = [place for place, word in enumerate(words) if word != context[-1]]
    effects = []
    for place in earlier:
        # The others share its weight in proportion: that is what a mask before the softmax makes them do.
        without = answer(softmax(np.where(member[place], -np.inf, found.masked[:, -1])))
        effects.append(np.abs(without - answer(weights)).sum(axis=1) / 2)
    return Explains(
        redraws=len(weights),
        ranges=find_ranges(words, merged, values[:, first]),
        replaced=Replaced(*answers),
        removed=Removed(read_only(merged[:, earlier]), read_only(np.stack(effects, axis=1))),
    )


def find_ranges(words: Sequence[str], weights: FloatArray, values: FloatArray) -> Ranges:
    """Find each weight's extremes over all weightings with the same output, and those of dog less cat.

    ``weights`` is (redraws, words), ``values`` (redraws, words, d_v). Such weightings are not negative,
    sum to one and give the output: a body with flat sides, whose corners have no more than d_v + 1
    weights above 0. Every choice of as many words is tried.
    """
    equations = np.concatenate([values, np.ones((*values.shape[:2], 1))], axis=2)  # (redraws, words, d_v + 1)
    wanted = (weights[:, None, :] @ equations)[:, 0]  # (redraws, 1, words) @ ... -> (redraws, d_v + 1)
    dog, cat = words.index("dog"), words.index("cat")
    low, high = weights.copy(), weights.copy()
    lead_low, lead_high = ((weights[:, dog] - weights[:, cat]).copy() for _ in range(2))
    for chosen in combinations(range(len(words)), wanted.shape[1]):
        square = equations[:, chosen].swapaxes(1, 2)  # (redraws, d_v + 1, d_v + 1)
        regular = np.abs(np.linalg.det(square)) > ZERO
        solved = np.zeros((len(weights), len(chosen)))
        solved[regular] = np.linalg.solve(square[regular], wanted[regular][..., None])[..., 0]
        fits = regular & (solved > -ZERO).all(axis=1)
        corner = np.zeros_like(weights)
        corner[:, chosen] = np.maximum(solved, 0)
        low = np.where(fits[:, None], np.minimum(low, corner), low)
        high = np.where(fits[:, None], np.maximum(high, corner), high)
        lead = corner[:, dog] - corner[:, cat]
        lead_low = np.where(fits, np.minimum(lead_low, lead), lead_low)
        lead_high = np.where(fits, np.maximum(lead_high, lead), lead_high)
    return Ranges(
        words=tuple(words),
        weights=read_only(weights),
        low=read_only(low),
        high=read_only(high),
        lead_low=read_only(lead_low),
        lead_high=read_only(lead_high),
        free=np.asarray(len(words) - np.linalg.matrix_rank(equations), np.intp),
    )
