"""What one pair, trained alone, does to the other words: how P(love) moves after each of them."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import BoolArray, FloatArray, IntArray, read_only
from softlookup.experiments.estimates import estimate_mean, estimate_rate
from softlookup.experiments.gpt_redraws import Plan, draw_starts
from softlookup.gpt.batch import batch_pairs
from softlookup.gpt.corpus import Pair, Vocabulary
from softlookup.gpt.forward import predict_next
from softlookup.gpt.optimise import Sgd, train
from softlookup.gpt.parameters import Parameters
from softlookup.softmax import softmax
from tether.values import Estimate


@dataclass(frozen=True, eq=False)
class Tilt:
    """P(target) after every single word, before and after training one pair; V words."""

    words: tuple[str, ...]
    """The words, V of them."""
    trained: int
    """The number of the word that is the pair's context."""
    marks: tuple[int, ...]
    """After how many updates the probabilities were taken, the first 0."""
    chances: FloatArray
    """P(target) after each word as a whole context, shape (marks, V)."""
    lengths: FloatArray
    """The length of each word's value vector before training, shape (V,)."""
    distances: FloatArray
    """The distance of each word's embedding to that of the trained word, before training, shape (V,)."""
    cosines: FloatArray
    """The cosine of each word's value with the trained word's, before training, shape (V,)."""
    slopes: FloatArray
    """By how much P(target) rises after each word for an update of rate 1, to first order, shape (V,)."""

    def after(self, word: int, updates: int) -> float:
        """Give P(target) after a word, after so many updates; raises ``ValueError`` for updates not kept."""
        return float(self.chances[self.marks.index(updates), word])

    def rises(self, updates: int) -> FloatArray:
        """Give by how much P(target) has risen after each word, shape (V,)."""
        return read_only(self.chances[self.marks.index(updates)] - self.chances[0])

    def place(self, word: int, updates: int) -> int:
        """Give a word's place by its rise, 1 for the largest."""
        rises = self.rises(updates)
        return 1 + int((rises > rises[word]).sum())

    def by_slope(self, updates: int) -> float:
        """Give the correlation of the rise with what the first order foretells, over all words."""
        return float(np.corrcoef(self.rises(updates), self.slopes)[0, 1])

    def by_length(self, updates: int) -> float:
        """Give the correlation of the rise with the length of the value, over all words."""
        return float(np.corrcoef(self.rises(updates), self.lengths)[0, 1])

    def by_distance(self, updates: int) -> float:
        """Give the correlation of the rise with the distance to the trained word, over all words."""
        return float(np.corrcoef(self.rises(updates), self.distances)[0, 1])

    def by_length_of_others(self, updates: int) -> float:
        """Give the correlation of the rise with the length, over all words but the trained one."""
        others = np.arange(len(self.words)) != self.trained
        return float(np.corrcoef(self.rises(updates)[others], self.lengths[others])[0, 1])

    def by_distance_of_others(self, updates: int) -> float:
        """Give the correlation of the rise with the distance, over all words but the trained one."""
        others = np.arange(len(self.words)) != self.trained
        return float(np.corrcoef(self.rises(updates)[others], self.distances[others])[0, 1])


@dataclass(frozen=True, eq=False)
class Signs:
    """The same few updates on many random models, whose numbers have either sign."""

    redraws: int
    """How many models."""
    rising: Estimate
    """The mean number of words after which P(target) rises."""
    asked: Estimate
    """The share of models in which it rises after the word asked about."""
    nearest: Estimate
    """The share in which it rises after the word whose embedding is nearest to the trained one's."""
    farthest: Estimate
    """The share in which it rises after the word whose embedding is farthest from it."""
    agreement: Estimate
    """The mean share of words whose rise has the sign of their value's dot product with the trained one's."""


def tilt(
    parameters: Parameters, vocabulary: Vocabulary, pair: Pair, rate: float, marks: tuple[int, ...]
) -> Tilt:
    """Train one pair with one word of context by SGD, and ask after every word of the vocabulary.

    ``marks`` begin with 0 and rise: the numbers of updates after which to ask.
    """
    batch = batch_pairs([pair], vocabulary)
    training = train(parameters, batch, Sgd(rate), marks[-1], keep=marks)
    trained, target = vocabulary.find(pair.context[0]), vocabulary.find(pair.target)
    values = parameters.embeddings @ parameters.w_v  # (V, d) @ (d, d_v) -> (V, d_v)
    lengths = np.linalg.norm(values, axis=-1)
    return Tilt(
        words=vocabulary.words,
        trained=trained,
        marks=marks,
        chances=read_only(np.stack([ask_each(training.at(mark), target) for mark in marks])),
        lengths=read_only(lengths),
        distances=read_only(measure_distances(parameters, trained)),
        cosines=read_only(values @ values[trained] / lengths / lengths[trained]),
        slopes=read_only(foretell_rises(parameters, trained, target)),
    )


def tilt_redraws(  # noqa: PLR0913  (who, what, how much)
    generator: np.random.Generator,
    vocabulary: Vocabulary,
    pair: Pair,
    asked: str,
    *,
    redraws: int,
    rate: float,
    updates: int,
) -> Signs:
    """Train the pair alone on random models of width 2, and count after which words P(target) rises."""
    start = draw_starts(generator, len(vocabulary), Plan(redraws=redraws))
    end = train(start, batch_pairs([pair], vocabulary), Sgd(rate), updates).end
    trained, target = vocabulary.find(pair.context[0]), vocabulary.find(pair.target)
    rose = ask_each(end, target) > ask_each(start, target)  # (redraws, V)
    away = measure_distances(start, trained)
    away_else = np.where(np.arange(len(vocabulary)) == trained, np.inf, away)
    values = start.embeddings @ start.w_v
    alike = (values * values[:, [trained]]).sum(axis=-1) > 0  # (redraws, V)
    return Signs(
        redraws=redraws,
        rising=estimate_mean(rose.sum(axis=-1).astype(float)),
        asked=estimate_rate(int(rose[:, vocabulary.find(asked)].sum()), redraws),
        nearest=_count_at(rose, away_else.argmin(axis=-1)),
        farthest=_count_at(rose, away.argmax(axis=-1)),
        agreement=estimate_mean((rose == alike).mean(axis=-1)),
    )


def foretell_rises(parameters: Parameters, trained: int, target: int) -> FloatArray:
    """Give the slope of P(target) after each word by the rate of one update on one pair, shape (V,).

    With ``r = y - p`` after the trained word i, an update moves W_o by ``rate · v_i r`` and W_v by
    ``rate · e_i (W_o r)``, so the logits after a word w by ``rate`` times
    ``(v_w·v_i) r + (e_w·e_i) W_oᵀ W_o r``; those after i itself by ``W_oᵀ W_vᵀ W_v W_o r`` more.
    """
    values = parameters.embeddings @ parameters.w_v  # (V, d) @ (d, d_v) -> (V, d_v)
    before = softmax(values @ parameters.w_o)  # what a single word puts out is its own value: (V, V)
    wrong = -before[trained]
    wrong[target] += 1
    pull = parameters.w_o @ wrong  # (d_v, V) @ (V,) -> (d_v,)
    moves = np.outer(values @ values[trained], wrong)  # (V, V), a row of logits for each word
    moves += np.outer(parameters.embeddings @ parameters.embeddings[trained], pull @ parameters.w_o)
    moves[trained] += pull @ parameters.w_v.T @ parameters.w_v @ parameters.w_o
    mean = (before * moves).sum(axis=-1)
    rises: FloatArray = before[:, target] * (moves[:, target] - mean)
    return rises


def ask_each(parameters: Parameters, target: int) -> FloatArray:
    """Give P(target) after each word of the vocabulary as a whole context, shape (..., V)."""
    words = np.arange(parameters.vocabulary_size)[:, None]  # V sentences of one word
    chances: FloatArray = predict_next(parameters, words)[..., target]
    return chances


def measure_distances(parameters: Parameters, word: int) -> FloatArray:
    """Give how far each embedding is from that of one word, shape (..., V)."""
    away = parameters.embeddings - parameters.embeddings[..., [word], :]
    distances: FloatArray = np.linalg.norm(away, axis=-1)
    return distances


def _count_at(hits: BoolArray, places: IntArray) -> Estimate:
    """Give the share of rows (redraws, V) that have a hit at the place named for each."""
    chosen = hits[np.arange(len(places)), places]
    return estimate_rate(int(chosen.sum()), len(places))
