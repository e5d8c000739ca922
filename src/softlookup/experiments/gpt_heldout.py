"""What a small GPT answers where a pair was held out, over many redraws, beside other words never asked."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import BoolArray, FloatArray, IntArray, read_only
from softlookup.experiments.bootstrap import estimate_skewed_mean
from softlookup.experiments.estimates import estimate_rate
from softlookup.experiments.gpt_meeting import Meeting, measure_meeting
from softlookup.experiments.gpt_redraws import Draw, Plan, draw_starts, train_redraws
from softlookup.experiments.gpt_tilt import measure_distances
from softlookup.gpt.corpus import Pair, Vocabulary, make_pairs, split_words
from softlookup.gpt.forward import predict_next
from tether.values import Estimate


@dataclass(frozen=True)
class Question:
    """Which word is asked about, what would be the answer, and whom closeness would take it from."""

    asked: str
    """The word that is asked about alone; its pair with the answer is held out."""
    answer: str
    """The word that followed it in the pair held out."""
    model: str
    """The word after which the answer is trained, alone."""


@dataclass(frozen=True, eq=False)
class HeldOut:
    """What trained models answer where they were not told."""

    plan: Plan
    """How many models, of what kind, trained how."""
    pairs: int
    """How many pairs they were trained on."""
    others: int
    """How many other words are asked about for comparison, see `find_control`."""
    answers: FloatArray
    """P(answer) after the word asked about, alone, shape (redraws,)."""
    usual: FloatArray
    """P(answer) after those other words, alone, in the mean over them, shape (redraws,)."""
    taught: FloatArray
    """P(answer) after the word that it was trained after, shape (redraws,)."""
    leaders: IntArray
    """The number of the likeliest word after the one asked about, shape (redraws,)."""
    leading: IntArray
    """After how many of the other words the answer is likeliest, shape (redraws,)."""
    answer: int
    """The number of the answer."""
    neighbours: BoolArray
    """Whether the word asked about has become the nearest to the word trained, shape (redraws,)."""
    losses: FloatArray
    """The loss of each model after training, in nats, shape (redraws,)."""
    meeting: Meeting
    """Where the word trained and the word asked about stood before and after."""

    @property
    def chance(self) -> Estimate:
        """The mean P(answer) after the word asked about."""
        return estimate_skewed_mean(self.answers)

    @property
    def usual_chance(self) -> Estimate:
        """The mean P(answer) after the words of the control."""
        return estimate_skewed_mean(self.usual)

    @property
    def excess(self) -> Estimate:
        """By how much the first exceeds the second, in the mean over the models."""
        return estimate_skewed_mean(self.answers - self.usual)

    @property
    def wins(self) -> Estimate:
        """The share of models in which the answer is likeliest after the word asked about."""
        return estimate_rate(self.won, self.plan.redraws)

    @property
    def won(self) -> int:
        """In how many models the answer is likeliest after the word asked about."""
        return self.led_by(self.answer)

    @property
    def usual_wins(self) -> Estimate:
        """The mean share of other words after which it is likeliest."""
        return estimate_skewed_mean(self.leading / self.others)

    @property
    def nearest(self) -> Estimate:
        """The share of models in which the word asked about is the nearest to the word trained."""
        return estimate_rate(int(self.neighbours.sum()), self.plan.redraws)

    @property
    def known(self) -> Estimate:
        """The mean P(answer) after the word that it was trained after."""
        return estimate_skewed_mean(self.taught)

    @property
    def median_loss(self) -> float:
        """The median of the losses, in nats."""
        return float(np.median(self.losses))

    def led_by(self, word: int) -> int:
        """Give in how many models a word, by its number, is likeliest after the word asked about."""
        return int((self.leaders == word).sum())

    @property
    def split(self) -> tuple[Estimate, Estimate]:
        """The mean P(answer) where the two words are not nearest neighbours, and where they are."""
        near = self.neighbours
        return estimate_skewed_mean(self.answers[~near]), estimate_skewed_mean(self.answers[near])


def hold_out(  # noqa: PLR0913  (what is drawn, on what text, what is asked, and how models start)
    generator: np.random.Generator,
    text: str,
    vocabulary: Vocabulary,
    question: Question,
    plan: Plan,
    *,
    draw: Draw = draw_starts,
) -> HeldOut:
    """Train redraws on all pairs of a text but one, and ask for what was held out.

    ``draw`` draws the starts. The words of the text may be fewer than those of the vocabulary. Raises
    ``ValueError`` where the text has no such pair.
    """
    held = Pair((question.asked,), question.answer)
    found = make_pairs(split_words(text))
    pairs = tuple(pair for pair in found if pair != held)
    if len(pairs) == len(found):
        message = f"expected a pair {held.context} -> {held.target} to hold out, found none in the text"
        raise ValueError(message)
    start = draw(generator, len(vocabulary), plan)
    training = train_redraws(start, pairs, vocabulary, plan)
    asked, answer, model = map(vocabulary.find, (question.asked, question.answer, question.model))
    others = find_control(pairs, vocabulary, question)
    chances = predict_next(training.end, np.arange(len(vocabulary))[:, None])  # (redraws, V, V)
    leaders = chances.argmax(axis=-1)  # (redraws, V)
    away = measure_distances(training.end, model)
    away[:, model] = np.inf
    return HeldOut(
        plan=plan,
        pairs=len(pairs),
        others=len(others),
        answers=read_only(chances[:, asked, answer].copy()),
        usual=read_only(chances[:, others, answer].mean(axis=-1)),
        taught=read_only(chances[:, model, answer].copy()),
        leaders=leaders[:, asked].copy(),
        leading=(leaders[:, others] == answer).sum(axis=-1),
        answer=answer,
        neighbours=away.argmin(axis=-1) == asked,
        losses=read_only(training.losses[-1].copy()),
        meeting=measure_meeting(start, training.end, pairs, vocabulary, (model, asked)),
    )


def find_control(pairs: Sequence[Pair], vocabulary: Vocabulary, question: Question) -> list[int]:
    """Give the words to ask about for comparison, by their numbers.

    Like the word asked about they are no pair's whole context, so that training tells nothing about them
    alone; and unlike it they stand in no pair with the answer.
    """
    alone = {pair.context for pair in pairs}
    told = [{*pair.context, pair.target} for pair in pairs]
    linked = {question.answer, question.asked}.union(*(words for words in told if question.answer in words))
    return [
        number for number, word in enumerate(vocabulary.words) if (word,) not in alone and word not in linked
    ]
