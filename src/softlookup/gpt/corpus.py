"""From a text to what a language model is trained on: words, their numbers, and pairs."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import NamedTuple

import numpy as np

from softlookup.arrays import IntArray
from softlookup.errors import DtypeError, EmptyContextError, UnknownWordError

CORPUS = (
    "I love pizza. You love burgers. She loves pizza. The cat chased the mouse. "
    "The dog chased the cat because it was fast. He hated broccoli but loved cake."
)
"""The six sentences of source C."""


class Pair(NamedTuple):
    """One thing to learn: after these words comes that one."""

    context: tuple[str, ...]
    """The words read so far."""
    target: str
    """The word that follows."""


@dataclass(frozen=True)
class Vocabulary:
    """The words that a model knows, each by its number: its place in ``words``."""

    words: tuple[str, ...]
    """The words, each once; raises ``ValueError`` for one that comes twice."""

    def __post_init__(self) -> None:
        """Refuse a word that would have two numbers."""
        twice = sorted({word for word in self.words if self.words.count(word) > 1})
        if twice:
            message = f"vocabulary: expected each word once, found {', '.join(twice)} more often"
            raise ValueError(message)

    def __len__(self) -> int:
        """Give how many words there are."""
        return len(self.words)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.words)}

    def find(self, word: str) -> int:
        """Give a word's number; raises ``UnknownWordError``, naming the nearest words, for a stranger.

        Raises ``DtypeError`` for what is no word at all.
        """
        given: object = word  # whatever comes from callers without types
        if not isinstance(given, str):
            message = f"expected a word, found {given!r}"
            raise DtypeError(message)
        try:
            return self._numbers[word]
        except KeyError:
            near = get_close_matches(word.lower(), self.words, cutoff=0.5)
            hint = f"near: {', '.join(near)}" if near else "none is near"
            message = f"{word!r} is none of the {len(self)} words of this vocabulary; {hint}"
            raise UnknownWordError(message) from None

    def encode(self, words: Iterable[str]) -> IntArray:
        """Give the numbers of some words, shape (n,); raises as `find` does, and for no words at all.

        The second is an ``EmptyContextError``, as the words are a context to predict from. A text in one
        piece is a ``DtypeError``: it would be taken for its letters.
        """
        if isinstance(words, str):
            message = (
                f"expected a list of words, found the text {words!r}; split_words cuts a text into words"
            )
            raise DtypeError(message)
        numbers = [self.find(word) for word in words]
        if not numbers:
            message = "context: expected at least one word, found none"
            raise EmptyContextError(message)
        return np.array(numbers, dtype=np.intp)

    def word(self, number: int) -> str:
        """Give the word of a number; raises ``UnknownWordError`` for a number that no word has."""
        if not 0 <= number < len(self):
            message = f"expected a token from 0 to {len(self) - 1}, found {number}"
            raise UnknownWordError(message)
        return self.words[number]


def split_words(text: str) -> tuple[tuple[str, ...], ...]:
    """Cut a text into sentences, and each into lower-case words without punctuation.

    A sentence ends at every full stop, exclamation mark or question mark, so that 3.14 makes two; a word is
    a run of letters and digits, with apostrophes inside it (a typographic one is made a straight one).
    Nothing marks where a sentence begins or ends.
    """
    parts = re.split(r"[.!?]", text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    sentences = (re.findall(r"[^\W_]+(?:'[^\W_]+)*", part) for part in parts)
    return tuple(tuple(words) for words in sentences if words)


def build_vocabulary(sentences: Iterable[Sequence[str]]) -> Vocabulary:
    """Give every word of some sentences a number, in the order in which they first appear."""
    return Vocabulary(tuple(dict.fromkeys(word for sentence in sentences for word in sentence)))


def make_pairs(sentences: Iterable[Sequence[str]]) -> tuple[Pair, ...]:
    """Let every beginning of a sentence predict its next word: a sentence of n words gives n - 1 pairs."""
    return tuple(
        Pair(tuple(sentence[:end]), sentence[end])
        for sentence in sentences
        for end in range(1, len(sentence))
    )
