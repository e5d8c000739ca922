"""Small turns of what the chapters on the small GPT show, for the answers to their exercises."""

from dataclasses import dataclass
from math import sqrt

from softlookup.experiments.gpt_backward import WayBack
from softlookup.experiments.gpt_corpus import Corpus, read_corpus
from softlookup.experiments.gpt_floors import measure_floor
from softlookup.gpt.batch import batch_pairs
from softlookup.gpt.corpus import Pair, Vocabulary, make_pairs, split_words
from softlookup.gpt.forward import predict_next
from softlookup.gpt.optimise import Sgd, train
from softlookup.gpt.parameters import Parameters


@dataclass(frozen=True)
class Lengthened:
    """The corpus with a sentence more, and how low its loss can go."""

    corpus: Corpus
    """The sentences, words and pairs of all of it."""
    floor: float
    """The least mean loss over its pairs, in nats."""


def lengthen_corpus(text: str, sentence: str) -> Lengthened:
    """Add a sentence to a text, and count again."""
    longer = f"{text} {sentence}"
    pairs = make_pairs(split_words(longer))
    return Lengthened(read_corpus(longer), measure_floor(pairs, lambda context: context))


@dataclass(frozen=True)
class Slope:
    """How steep the loss is at the start of the first steps."""

    length: float
    """The length of the gradient over all numbers of the model."""


def measure_slope(back: WayBack) -> Slope:
    """Give the length of a gradient, by Pythagoras over all its numbers."""
    return Slope(sqrt(sum(float((array**2).sum()) for _, array in back.gradient)))


@dataclass(frozen=True)
class Opposite:
    """The chance of a pair's target after a word whose embedding is that of its context, turned round."""

    before: float
    """Before an update on the pair."""
    after: float
    """After it."""


def oppose_word(
    parameters: Parameters, vocabulary: Vocabulary, pair: Pair, word: str, rate: float
) -> Opposite:
    """Turn a word's embedding against that of a pair's one word of context, train the pair once, and ask."""
    (context,), target = vocabulary.encode(pair.context), vocabulary.find(pair.target)
    place = vocabulary.find(word)
    embeddings = parameters.embeddings.copy()
    embeddings[place] = -embeddings[context]
    turned = parameters.change(embeddings=embeddings)
    trained = train(turned, batch_pairs([pair], vocabulary), Sgd(rate), 1).end
    before, after = (float(predict_next(model, [place])[target]) for model in (turned, trained))
    return Opposite(before, after)
