"""What a model notices when its words trade names, or their numbers: nothing."""

from dataclasses import dataclass, replace

import numpy as np

from softlookup.experiments.gpt_corpus import Sentences
from softlookup.gpt.corpus import Vocabulary, build_vocabulary, make_pairs
from softlookup.gpt.forward import trace
from softlookup.gpt.parameters import Parameters
from tether.values import Roundoff


@dataclass(frozen=True)
class Renaming:
    """The same sentences under other names, and the same model under other numbers."""

    sentences: Sentences
    """Every word replaced by the next one of the vocabulary, the last by the first."""
    renamed: int
    """How many words of the text changed."""
    changed: int
    """How many pairs reach the model as other numbers than before."""
    numbers: tuple[int, ...]
    """For each word its number in alphabetical order."""
    moved: int
    """How many words have another number in alphabetical order."""
    difference: Roundoff
    """The largest change of any probability, over all contexts, when the numbers are alphabetical."""


def rename_words(parameters: Parameters, sentences: Sentences) -> Renaming:
    """Shift all names by one, and number the words alphabetically, carrying the model's rows along."""
    vocabulary = build_vocabulary(sentences)
    words = vocabulary.words
    names = dict(zip(words, (*words[1:], words[0]), strict=True))
    shifted = tuple(tuple(names[word] for word in sentence) for sentence in sentences)
    pairs = list(zip(_number(sentences), _number(shifted), strict=True))
    order = np.argsort(words)  # the place of every word of the alphabetical list in the first one
    sorted_words = Vocabulary(tuple(words[i] for i in order))
    sorted_model = replace(parameters, embeddings=parameters.embeddings[order], w_o=parameters.w_o[:, order])
    gaps = []
    for pair in make_pairs(sentences):
        old = trace(parameters, vocabulary.encode(pair.context)).probabilities[-1]
        new = trace(sorted_model, sorted_words.encode(pair.context)).probabilities[-1]
        gaps.append(float(np.abs(new - old[order]).max()))
    numbers = tuple(sorted_words.find(word) for word in words)
    return Renaming(
        sentences=shifted,
        renamed=sum(
            a != b for old, new in zip(sentences, shifted, strict=True) for a, b in zip(old, new, strict=True)
        ),
        changed=sum(old != new for old, new in pairs),
        numbers=numbers,
        moved=sum(number != place for place, number in enumerate(numbers)),
        difference=Roundoff(max(gaps)),
    )


def _number(sentences: Sentences) -> list[tuple[tuple[int, ...], int]]:
    """Give every pair as the model gets it, words numbered in the order in which they appear."""
    vocabulary = build_vocabulary(sentences)
    return [
        (tuple(int(i) for i in vocabulary.encode(pair.context)), vocabulary.find(pair.target))
        for pair in make_pairs(sentences)
    ]
