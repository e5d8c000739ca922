"""The six sentences of source C: their words, their pairs, and what other ways to cut them give."""

import re
from collections import Counter
from dataclasses import dataclass, fields
from itertools import permutations

from softlookup.gpt.corpus import build_vocabulary, make_pairs, split_words

Sentences = tuple[tuple[str, ...], ...]

BEGIN, END, STOP = "⟨begin⟩", "⟨end⟩", "."
"""Tokens that are no words: marks of a sentence's ends, and its full stop."""


@dataclass(frozen=True)
class Task:
    """One pair: some words, and the word that comes next; with the numbers that stand for them."""

    context: tuple[str, ...]
    """The words so far."""
    target: str
    """The next word."""
    numbers: tuple[int, ...]
    """The context as the model gets it."""
    number: int
    """The target as the model gets it."""


@dataclass(frozen=True)
class Corpus:
    """A text as a model is given it."""

    sentences: Sentences
    """The words of each sentence."""
    vocabulary: tuple[str, ...]
    """The words, each once; a word's place is its number."""
    tasks: tuple[Task, ...]
    """Every beginning of a sentence with its next word."""

    @property
    def size(self) -> int:
        """How many words the sentences have together."""
        return sum(map(len, self.sentences))

    @property
    def contexts(self) -> int:
        """How many different contexts there are."""
        return len({task.context for task in self.tasks})

    @property
    def undecided(self) -> tuple[tuple[str, ...], ...]:
        """The contexts that more than one next word follows."""
        nexts = {task.context: set[str]() for task in self.tasks}
        for task in self.tasks:
            nexts[task.context].add(task.target)
        return tuple(context for context, words in nexts.items() if len(words) > 1)

    @property
    def longest(self) -> int:
        """The length of the longest context."""
        return max(len(task.context) for task in self.tasks)

    @property
    def never_asked(self) -> tuple[str, ...]:
        """The words that are no pair's target."""
        asked = {task.target for task in self.tasks}
        return tuple(word for word in self.vocabulary if word not in asked)

    @property
    def never_read(self) -> tuple[str, ...]:
        """The words that stand in no pair's context."""
        read = {word for task in self.tasks for word in task.context}
        return tuple(word for word in self.vocabulary if word not in read)

    @property
    def never_asked_count(self) -> int:
        """How many words are no pair's target."""
        return len(self.never_asked)

    @property
    def never_read_count(self) -> int:
        """How many words stand in no pair's context."""
        return len(self.never_read)

    @property
    def once(self) -> int:
        """How many words occur only once in the text."""
        counts = Counter(word for sentence in self.sentences for word in sentence)
        return sum(count == 1 for count in counts.values())

    @property
    def symmetries(self) -> int:
        """In how many ways words can trade names so that the same sentences result, in any order.

        The way that leaves every name as it is counts as one.
        """
        return sum(_is_renaming(self.sentences, order) for order in permutations(self.sentences))


def read_corpus(text: str) -> Corpus:
    """Cut a text by the library's rule, number its words and make its pairs."""
    sentences = split_words(text)
    vocabulary = build_vocabulary(sentences)
    tasks = tuple(
        Task(
            context=pair.context,
            target=pair.target,
            numbers=tuple(int(number) for number in vocabulary.encode(pair.context)),
            number=vocabulary.find(pair.target),
        )
        for pair in make_pairs(sentences)
    )
    return Corpus(sentences, vocabulary.words, tasks)


def _is_renaming(sentences: Sentences, others: Sentences) -> bool:
    """Tell whether one list of sentences becomes the other by giving every word one new name."""
    forward: dict[str, str] = {}
    backward: dict[str, str] = {}
    for old, new in zip(sentences, others, strict=True):
        if len(old) != len(new):
            return False
        for word, name in zip(old, new, strict=True):
            if forward.setdefault(word, name) != name or backward.setdefault(name, word) != word:
                return False
    return True


@dataclass(frozen=True)
class Cut:
    """What one way to cut the text gives."""

    runs: Sentences
    """The tokens of each run; pairs are made within a run."""

    @property
    def tokens(self) -> int:
        """How many tokens the text becomes."""
        return sum(map(len, self.runs))

    @property
    def vocabulary(self) -> int:
        """How many different tokens there are."""
        return len({token for run in self.runs for token in run})

    @property
    def pairs(self) -> int:
        """How many tokens have one before them in their run."""
        return self.tokens - len(self.runs)


@dataclass(frozen=True)
class Cuts:
    """The same text, cut in several ways."""

    ours: Cut
    """Lower case, words alone, sentence by sentence."""
    cased: Cut
    """Words as they are written, capitals and all."""
    stream: Cut
    """All sentences as one run."""
    stops: Cut
    """The full stop as a token."""
    begin: Cut
    """A mark where a sentence begins."""
    end: Cut
    """A mark where a sentence ends."""
    both: Cut
    """Both marks."""
    letters: Cut
    """Letters and blanks."""

    def giving(self, vocabulary: int, pairs: int) -> tuple[str, ...]:
        """Name the rules that give so many different tokens and so many pairs."""
        cuts = {field.name: getattr(self, field.name) for field in fields(self)}
        return tuple(name for name, cut in cuts.items() if (cut.vocabulary, cut.pairs) == (vocabulary, pairs))


def cut_otherwise(text: str) -> Cuts:
    """Cut a text by eight rules; a sentence ends at a full stop."""
    written = tuple(tuple(part.split()) for part in text.split(".") if part.strip())
    lower = tuple(tuple(word.lower() for word in run) for run in written)
    return Cuts(
        ours=Cut(lower),
        cased=Cut(written),
        stream=Cut((tuple(word for run in lower for word in run),)),
        stops=Cut(tuple((*run, STOP) for run in lower)),
        begin=Cut(tuple((BEGIN, *run) for run in lower)),
        end=Cut(tuple((*run, END) for run in lower)),
        both=Cut(tuple((BEGIN, *run, END) for run in lower)),
        letters=Cut(tuple(tuple(re.sub(r"\s+", " ", " ".join(run))) for run in lower)),
    )
