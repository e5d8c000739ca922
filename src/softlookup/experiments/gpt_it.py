"""Whom "it" attends to: the dog or the cat, before and after training, over many redraws."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.experiments.estimates import estimate_mean, estimate_quantile, estimate_rate
from softlookup.experiments.gpt_ways import Schooled, Schooling, Ways
from softlookup.gpt.corpus import Vocabulary
from softlookup.gpt.forward import trace
from softlookup.gpt.parameters import Parameters
from tether.values import Estimate

ASKED, CHASER, CHASED = "it", "dog", "cat"
"""The words that the question is about."""


@dataclass(frozen=True, eq=False)
class Preference:
    """How much one query attends to the dog and to the cat, over many models."""

    dog: FloatArray
    """Each model's weight on "dog", shape (redraws,)."""
    cat: FloatArray
    """Each model's weight on "cat", shape (redraws,)."""
    mean_weights: FloatArray
    """The mean over the models of all weights of that query, shape (n,)."""

    @property
    def lead(self) -> Estimate:
        """The mean of dog less cat."""
        return estimate_mean(self.dog - self.cat)

    @property
    def dog_first(self) -> Estimate:
        """The share of models that give the dog more than the cat."""
        return estimate_rate(int((self.dog > self.cat).sum()), len(self.dog))

    @property
    def spread(self) -> float:
        """The mean absolute difference of dog and cat."""
        return float(np.abs(self.dog - self.cat).mean())


@dataclass(frozen=True, eq=False)
class Kind:
    """What "it" attends to in models of one kind."""

    before: Preference
    """Before training, in the sentence as it is."""
    after: Preference
    """After training, in the sentence as it is."""
    swapped: Preference
    """After training, with dog and cat in each other's place."""
    later: Preference
    """After training, one word later: the query is "was"."""
    loss: Estimate
    """The median loss over the whole text after training, in nats."""
    known: FloatArray
    """Each model's probability after training of the word that follows "it", shape (redraws,)."""
    known_swapped: FloatArray
    """The same with dog and cat in each other's place, shape (redraws,)."""

    @property
    def place_lead(self) -> Estimate:
        """By how much the later of the two places leads the earlier, whoever stands there.

        The mean over models of ``((cat - dog) + (dog - cat with the two swapped)) / 2``.
        """
        given, swapped = self.after, self.swapped
        return estimate_mean(((given.cat - given.dog) + (swapped.dog - swapped.cat)) / 2)

    @property
    def word_lead(self) -> Estimate:
        """By how much the dog leads the cat, the mean over both orders of the two."""
        given, swapped = self.after, self.swapped
        return estimate_mean(((given.dog - given.cat) + (swapped.dog - swapped.cat)) / 2)

    @property
    def median_known(self) -> float:
        """The median probability of the word that follows "it"."""
        return float(np.median(self.known))

    @property
    def moved(self) -> float:
        """The largest change of that probability when dog and cat swap places."""
        return float(np.abs(self.known - self.known_swapped).max())

    @property
    def sure(self) -> int:
        """How many models give that word more than a half."""
        return int((self.known > 1 / 2).sum())

    @property
    def lost(self) -> Estimate:
        """The share of those models that no longer do when dog and cat swap places."""
        return estimate_rate(int(((self.known > 1 / 2) & (self.known_swapped <= 1 / 2)).sum()), self.sure)


@dataclass(frozen=True, eq=False)
class It:
    """What "it" attends to in models of three kinds and one width."""

    schooling: Schooling
    """How they were trained."""
    words: tuple[str, ...]
    """The context, up to and including "it"."""
    plain: Kind
    """Without positions."""
    sinusoidal: Kind
    """With sinusoidal positions."""
    learned: Kind
    """With learned positions."""

    @property
    def no_word_lead(self) -> int:
        """For how many kinds the interval of the lead by the word alone holds 0."""
        leads = [kind.word_lead for kind in (self.plain, self.sinusoidal, self.learned)]
        return sum(lead.low < 0 < lead.high for lead in leads)

    @property
    def cat_leads(self) -> int:
        """For how many kinds the cat leads after training, by an interval that leaves out 0."""
        leads = [kind.after.lead for kind in (self.plain, self.sinusoidal, self.learned)]
        return sum(lead.high < 0 for lead in leads)

    @property
    def dog_leads(self) -> int:
        """For how many kinds the dog does."""
        leads = [kind.after.lead for kind in (self.plain, self.sinusoidal, self.learned)]
        return sum(lead.low > 0 for lead in leads)


def ask_it(ways: Ways, vocabulary: Vocabulary, sentence: Sequence[str]) -> It:
    """Ask all models of three kinds whom "it" attends to in a sentence that has dog, cat and it."""
    end = sentence.index(ASKED) + 1
    context, longer = tuple(sentence[:end]), tuple(sentence[: end + 1])
    other = {CHASER: CHASED, CHASED: CHASER}
    swapped = [other.get(word, word) for word in context]
    number = vocabulary.find(sentence[end])

    def ask(models: Parameters, words: Sequence[str]) -> tuple[Preference, FloatArray]:
        found = trace(models, vocabulary.encode(words))
        weights = found.weights[..., -1, :]  # (redraws, n, n) -> (redraws, n)
        dog, cat = (read_only(weights[:, words.index(word)]) for word in (CHASER, CHASED))
        preference = Preference(dog, cat, read_only(weights.mean(axis=0)))
        return preference, read_only(found.probabilities[..., -1, number])

    def tell(kind: Schooled) -> Kind:
        after, known = ask(kind.end, context)
        turned, known_swapped = ask(kind.end, swapped)
        return Kind(
            before=ask(kind.start, context)[0],
            after=after,
            swapped=turned,
            later=ask(kind.end, longer)[0],
            loss=estimate_quantile(kind.losses, 0.5),
            known=known,
            known_swapped=known_swapped,
        )

    kinds = (tell(kind) for kind in (ways.plain, ways.sinusoidal, ways.learned))
    return It(ways.schooling, context, *kinds)
